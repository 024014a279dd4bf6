"""The encodings in their folder, and the template of a new one."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asp_nono.messages import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from asp_nono.asp.header import Header

CHECKED = "headers.json"
"""The checked headers of all encodings in the folder, by `digest`; made by `tools.headers`."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding."""

    name: str  #: "redundant/totals" below the folder of encodings; else the path
    path: Path  #: its file
    header: Header  #: of its rules, without words, if it has no true one of its own

    @property
    def inputs(self) -> frozenset[str]:
        """The signatures that it reads and does not derive."""
        return frozenset(entry.signature for entry in self.header.inputs)

    @property
    def derived(self) -> frozenset[str]:
        """The signatures that it derives."""
        return frozenset(entry.signature for entry in (*self.header.outputs, *self.header.inner))


def folder() -> Path:
    """The folder of the encodings: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).parents[1]
    beside = package.parent
    return (beside if (beside / "pyproject.toml").exists() else package) / "encodings"


def names() -> list[str]:
    """The names of all encodings; a file whose name begins with `_` is a template, not listed."""
    paths = (path for path in folder().rglob("*.lp") if not path.name.startswith("_"))
    return sorted(map(_name, paths))


def encoding(name: str) -> Encoding:
    """The encoding called `name`; UnknownNameError if there is none."""
    if name not in names():
        raise UnknownNameError("encoding", name, names())
    return load(folder() / f"{name}.lp")


def load(path: Path, *, strict: bool = True) -> Encoding:
    """The encoding in the file `path`, as it is now; if that is not `strict`, it needs no header.

    EncodingError if it cannot be read or does not pass the check.
    """
    state = path.stat() if path.is_file() else None
    return _load(path, strict, state and (state.st_mtime_ns, state.st_size))


@cache
def _load(path: Path, strict: bool, state: tuple[int, int] | None) -> Encoding:
    """The check is slow, so it is made once for each state of a file; ours have been checked."""
    from asp_nono.asp.header import Header, digest

    del state
    if known := _checked().get(digest(path)):
        return Encoding(_name(path), path, Header.from_json(known))
    from asp_nono.asp.headers import read_header

    return Encoding(_name(path), path, read_header(path, strict=strict))


@cache
def _checked() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((folder() / CHECKED).read_text(encoding="utf-8"))
    return found


def _name(path: Path) -> str:
    root = folder()
    if path.is_relative_to(root):
        return path.relative_to(root).with_suffix("").as_posix()
    return str(path)


_TEMPLATE_PURPOSE = re.compile(r"% Purpose:\n(?:%   .*\n)+")
_NEW_PURPOSE = """\
% Purpose:
%   Say here what your encoding does, and how. As it is, it places every block, and rows
%   and columns must agree: puzzles of one block color. Change what you like"""


def new_encoding(commands: Iterable[str] = ()) -> str:
    """The text of a complete, commented encoding to start from, with commands to try it."""
    lines = "".join(f"%     {command}\n" for command in commands)
    trial = f", and try:\n{lines}" if lines else ".\n"
    template = (folder() / "_template.lp").read_text(encoding="utf-8")
    return _TEMPLATE_PURPOSE.sub(lambda _: _NEW_PURPOSE + trial, template, count=1)
