"""The clue and the known cells of one line, as they are typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from asp_nono.clue import BACKGROUND, Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, number, quoted

BLANK = "."
OPEN = "?"
PAINTED = "#"
"""The colour of a block without a letter."""

_BLOCK = re.compile(r"([^A-Za-z#]*)([A-Za-z#]?)")
_CELL = re.compile(r"\[[^][]*\]|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Asked:
    """A clue, and what is known of the line.

    Attributes:
        clue: The blocks.
        chars: The character of each colour, `.` first.
        sets: For each cell the set of colours that it may have, as bits.
    """

    clue: Clue
    chars: str
    sets: tuple[int, ...]

    @property
    def width(self) -> int:
        """Number of cells."""
        return len(self.sets)

    @property
    def allowed(self) -> list[int]:
        """For each colour the set of cells that may have it."""
        return [
            sum(1 << cell for cell, colors in enumerate(self.sets) if colors >> color & 1)
            for color in range(len(self.chars))
        ]


def asked(clue_text: str, known: str | None, width: int | None) -> Asked:
    """Understand a clue such as `2,3r`, and cells such as `.?#r[.r]` or only their number.

    Raises:
        PuzzleError: If something is not as expected; the place is named.
    """
    blocks, chars = _clue(clue_text)
    if known is None:
        if width is None:
            raise PuzzleError("how long is the line? expected --width N or the known cells")
        return Asked(blocks, chars, ((1 << len(chars)) - 1,) * width)
    sets = _cells(known, chars)
    if width not in (None, len(sets)):
        raise PuzzleError(f"--width {width}, but {len(sets)} cells are given")
    return Asked(blocks, chars, sets)


def _clue(text: str) -> tuple[Clue, str]:
    """The blocks, and the characters of their colours in the order of the clue."""
    words = text.replace(",", " ").split()
    if words == ["0"]:
        words = []
    if len(words) > MAX_SIDE:
        raise PuzzleError(f"{len(words)} blocks; expected at most {MAX_SIDE}", where=("clue",))
    blocks, chars = [], BLANK
    for place, word in enumerate(words, 1):
        where = ("clue", f"block {place}")
        found = _BLOCK.fullmatch(word)
        if not found:
            reason = f"{quoted(word)}; expected a length and a letter, as in 3 or 2r or ?b"
            raise PuzzleError(reason, where=where)
        size, char = found[1], found[2] or PAINTED
        chars += char if char not in chars else ""
        try:
            length = None if size == OPEN else number(size, "length")
            blocks.append(Block(length, chars.index(char)))
        except PuzzleError as error:
            raise error.within(*where) from None
    return tuple(blocks), chars if blocks else BLANK + PAINTED


def _cells(text: str, chars: str) -> tuple[int, ...]:
    drawn = _CELL.findall(text.strip())
    if not 1 <= len(drawn) <= MAX_SIDE:
        raise PuzzleError(f"{len(drawn)} cells; expected 1 to {MAX_SIDE}", where=("known cells",))
    return tuple(_colors(cell, place, chars) for place, cell in enumerate(drawn, 1))


def _colors(cell: str, place: int, chars: str) -> int:
    """The set of colours that one cell may have."""
    if cell == OPEN:
        return (1 << len(chars)) - 1
    inside = cell[1:-1] if len(cell) > 1 else cell
    if not inside or any(char not in chars for char in inside):
        reason = f"{quoted(cell)}; expected {OPEN}, {BLANK} for the background, or {_any(chars)}"
        raise PuzzleError(reason, where=("known cells", f"cell {place}"))
    return sum(1 << color for color, char in enumerate(chars) if char in inside)


def _any(chars: Sequence[str]) -> str:
    """The colours of the clue, in words."""
    return " or ".join(chars[BACKGROUND + 1 :])
