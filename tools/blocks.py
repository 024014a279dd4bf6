"""Generated blocks of otherwise hand-written pages.

A block stands between `<!-- NAME -->` and `<!-- end -->`, each on a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The root of the project."""

_BLOCK = re.compile(r"^<!-- ([^\n]+) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


def places(page: str) -> list[str]:
    """The names of the blocks for which a page has a place, in order."""
    return [match[1] for match in _BLOCK.finditer(page)]


def filled(page: str, blocks: Mapping[str, str]) -> str:
    """The page with the text of each block put in place of what stands there.

    Args:
        page: The page; blocks on it that are not given stay as they are.
        blocks: The text of each block by its name.

    Raises:
        ValueError: If a block does not have exactly one place on the page.
    """
    have = places(page)
    if wrong := [name for name in blocks if have.count(name) != 1]:
        raise ValueError(f"expected one place each for {wrong}; the page has {have}")
    return _BLOCK.sub(lambda match: _block(match[1], blocks.get(match[1], match[2])), page)


def _block(name: str, text: str) -> str:
    return f"<!-- {name} -->\n{text}<!-- end -->"


def refill(file: Path, blocks: Mapping[str, str]) -> None:
    """Bring the blocks of the page in `file` up to date."""
    text = filled(file.read_text(encoding="utf-8"), blocks)
    file.write_text(text, encoding="utf-8", newline="\n")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
