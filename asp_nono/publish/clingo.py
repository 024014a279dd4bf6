"""Clingo compiled to WebAssembly, as npm has it by the name `clingo-wasm`, in pages.

Source: https://github.com/domoritz/clingo-wasm, Apache License 2.0. It is not part of asp-nono; the
user installs it with `npm install clingo-wasm@0.6` and names the folder.
"""

import base64
import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.facts import facts_text, wanted
from asp_nono.asp.recipes import recipe
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle

_RECIPE, _EXAMPLE = "order-plain", "starts"  # for verdicts, and for programs to start from


@dataclass(frozen=True, slots=True)
class ClingoWasm:
    """The parts of the package that a page needs."""

    javascript: bytes  #: a script that defines the function Module
    wasm: bytes
    license: str

    @classmethod
    def of(cls, folder: Path) -> Self:
        """The parts in a folder, the package's or npm's; PuzzleError if that is not there."""
        inside = folder / "node_modules" / "clingo-wasm"
        root = inside if inside.is_dir() else folder
        try:
            return cls(
                _script((root / "dist" / "clingo.js").read_text(encoding="utf-8")),
                (root / "dist" / "clingo.wasm").read_bytes(),
                (root / "LICENSE").read_text(encoding="utf-8"),
            )
        except OSError as error:
            missing = Path(str(error.filename)).relative_to(root)
            raise PuzzleError(
                "no {file}; expected the folder of `npm install clingo-wasm@0.6`",
                file=str(missing),
                path=str(folder),
            ) from None

    def script(self) -> str:
        """A script that holds all parts, compressed, under the name `clingoWasm`."""

        def packed(data: bytes) -> str:
            return base64.b64encode(gzip.compress(data, mtime=0)).decode()

        notice = self.license.replace("*/", "* /").replace("</", "< /")
        values = f'javascript: "{packed(self.javascript)}", wasm: "{packed(self.wasm)}"'
        head = f"/* clingo-wasm, a module made a script\n{notice}\n*/\n"
        return f"{head}globalThis.clingoWasm = {{ {values} }};\n"


def _script(module: str) -> bytes:
    """The package's module as a script: from the disk a page starts no worker with a module."""
    script = module.replace("import.meta.url", "''").replace("export default Module;", "")
    return script.encode()


def program_data(puzzle: Puzzle, source: str | None) -> dict[str, Any]:
    """The program for clingo in the page: encodings as they are, and facts of the clues only.

    `source` is the script that holds clingo, None if that is in the page. EncodingError if the
    encodings cannot handle the puzzle.
    """
    used, example = recipe(_RECIPE), recipe(_EXAMPLE)
    texts = [{"name": file.name, "text": file.read_text(encoding="utf-8")} for file in used.files]
    signatures = wanted(used, puzzle) | wanted(example, puzzle)
    return {
        "source": source,
        "facts": facts_text(without_deductions(puzzle), signatures),
        "encodings": texts,
        "example": "\n".join(file.read_text(encoding="utf-8") for file in example.files),
    }
