"""Writing Olšák's `.g` so that all programs which read it agree.

Every color is declared, the background first, then the color of numbers without a letter, each
with a name of one word; the marks are written out, the last one too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_letters

from asp_nono.clue import Clue
from asp_nono.formats import credit
from asp_nono.formats.losses import Options, beside_clues, settle
from asp_nono.formats.olsak_read import MARK
from asp_nono.grid import spare_chars
from asp_nono.puzzle import Puzzle

FORM = "Olšák's .g"

_MOST = 1 + len(ascii_letters)
"""One color goes without a letter."""


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a `.g` file.

    Raises:
        UnwritableError: If there is a second puzzle, a blotted block or too many colors, or
            something else that cannot be held and may not be dropped.
    """
    fatal = {
        "a second puzzle": len(puzzles) > 1,
        "blotted blocks": any(puzzle.blotted for puzzle in puzzles),
        f"more than {_MOST} colors": any(len(puzzle.colors) - 1 > _MOST for puzzle in puzzles),
    }
    dropped = [loss for puzzle in puzzles for loss in _dropped(puzzle)]
    settle(FORM, puzzles, [loss for loss, present in fatal.items() if present], dropped, options)
    return "".join(f"{line}\n" for line in _lines(puzzles[0]))


def _dropped(puzzle: Puzzle) -> Iterator[str]:
    yield from beside_clues(puzzle, keeps=(*credit.kept(puzzle), "colors"))
    if _names(puzzle) != [color.name for color in puzzle.colors]:
        yield "names of colors that are not one word"
    if _chars(puzzle) != [color.char for color in puzzle.colors]:
        yield "characters of colors that are not ASCII"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    letters = _letters(puzzle)
    yield from credit.lines(puzzle, MARK)
    yield "#d"
    rows = zip(
        ["0", "1", *letters[2:]], _chars(puzzle), puzzle.colors, _names(puzzle), strict=False
    )
    for letter, char, color, name in rows:
        yield f"   {letter}:{char}  #{color.rgb.upper()}   {name}"
    yield ": rows"
    yield from (_clue(clue, letters) for clue in puzzle.rows)
    yield ": columns"
    yield from (_clue(clue, letters) for clue in puzzle.columns)
    yield ": end"


def _letters(puzzle: Puzzle) -> list[str]:
    """What stands behind a length for each color: nothing for the first, its own if it is fit."""
    own = [color.char for color in puzzle.colors[2:] if color.char in ascii_letters]
    spare = (letter for letter in ascii_letters if letter not in own)
    rest = (color.char if color.char in own else next(spare) for color in puzzle.colors[2:])
    return ["", "", *rest]


def _chars(puzzle: Puzzle) -> list[str]:
    """Characters of one byte for pictures."""
    spare = spare_chars({color.char for color in puzzle.colors})
    return [
        color.char if color.char.isascii() and color.char.isprintable() else next(spare)
        for color in puzzle.colors
    ]


def _names(puzzle: Puzzle) -> list[str]:
    return [
        color.name if color.name.isprintable() and " " not in color.name else f"color{number}"
        for number, color in enumerate(puzzle.colors)
    ]


def _clue(clue: Clue, letters: Sequence[str]) -> str:
    return " ".join(f"{block.length}{letters[block.color]}" for block in clue)
