"""The pages of the documentation, and the blocks of code on them."""

from __future__ import annotations

import re
from typing import NamedTuple

from tests.conftest import ROOT

PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "encodings" / "README.md"]
)

COURSE = [path.relative_to(ROOT).as_posix() for path in PAGES if path.parent.name == "course"]

_FENCED = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language and its lines."""

    language: str
    text: str

    @property
    def commands(self) -> list[str]:
        """The commands of a shell block: after a prompt if it is a transcript, else all lines."""
        lines = self.text.splitlines()
        if self.language == "console":
            return [line[2:] for line in lines if line.startswith("$ ")]
        return [line for line in lines if line]


def page(name: str) -> str:
    """The text of a page, named from the root of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str, *languages: str) -> list[Block]:
    """The fenced blocks of a page in some languages, in order."""
    fences = _FENCED.finditer(page(name))
    found = (Block(m[2], re.sub(f"^{m[1]}", "", m[3], flags=re.MULTILINE)) for m in fences)
    return [block for block in found if block.language in languages]
