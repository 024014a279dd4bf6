"""Pictures for terminals: half blocks in color, two cells a character."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from itertools import groupby, zip_longest

from asp_nono.draw.color import TINTS, UNDECIDED_TINT, indexed, ink_on, parts
from asp_nono.draw.picture import UNDECIDED, Difference, Picture, marks_in, require_fit
from asp_nono.draw.text import strips_of
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

BLOCKS = "█▀▄"
"""What a terminal must be able to show."""

_RESET = "\x1b[0m"


class Depth(Enum):
    """How many colors a terminal has."""

    NONE = 0
    INDEXED = 256
    TRUE = 1 << 24


def depth(environment: Mapping[str, str], *, terminal: bool) -> Depth:
    """The colors that may be used.

    `NO_COLOR` forbids them and `FORCE_COLOR` asks for them where output does not go to a
    terminal, each when it is set and not empty (no-color.org, force-color.org).

    Args:
        environment: The environment variables.
        terminal: Whether output goes to a terminal.
    """
    if environment.get("NO_COLOR"):
        return Depth.NONE
    name = environment.get("TERM", "")
    if not environment.get("FORCE_COLOR") and (not terminal or name == "dumb"):
        return Depth.NONE
    if environment.get("COLORTERM") in ("truecolor", "24bit") or "WT_SESSION" in environment:
        return Depth.TRUE
    if "256color" in name or environment.get("FORCE_COLOR"):
        return Depth.INDEXED
    return Depth.TRUE if name.endswith("-direct") else Depth.NONE


def draw_blocks(puzzle: Puzzle, picture: Picture, depth: Depth, *, width: int | None = None) -> str:
    """A picture as blocks of color, without clues.

    A complete picture takes one character for two cells, one above the other. Where a cell needs
    a mark, not decided or different, each takes two columns and the mark stands in it.

    Args:
        puzzle: The puzzle that it belongs to.
        picture: The picture.
        depth: The colors that may be used; without any, one block color can still be told from
            the background.
        width: Number of columns that the terminal has; what is wider is drawn in strips.

    Raises:
        PuzzleError: If the picture is not of the puzzle's size or palette, or if it takes more
            colors than there are.
    """
    require_fit(picture, puzzle)
    if depth is Depth.NONE and len(puzzle.colors) > 2:
        count = len(puzzle.colors) - 1
        raise PuzzleError(
            f"{count} block colors need a terminal with colors; other styles need none"
        )
    if not isinstance(picture, Grid):
        lines = _marked(puzzle, picture, depth)
        strips = strips_of(puzzle.width, width, lambda columns: 2 * columns)
    else:
        lines = _halves(puzzle, picture, depth)
        strips = strips_of(puzzle.width, width, lambda columns: columns)
    drawn = "\n\n".join(
        "\n".join(_line(line[first:last]) for line in lines) for first, last in strips
    )
    if not isinstance(picture, Difference):
        return drawn
    return drawn + "\n" + "   ".join(f"{mark * 2} {text}" for mark, text in marks_in(puzzle))


Paint = tuple[str, str]
"""The codes that set the colors of some characters, and the characters."""


def _line(paints: list[Paint]) -> str:
    """The characters, with each change of colors said once."""
    runs = (
        codes + "".join(text for _, text in run) + (_RESET if codes else "")
        for codes, run in groupby(paints, key=lambda paint: paint[0])
    )
    return "".join(runs)


def _halves(puzzle: Puzzle, grid: Grid, depth: Depth) -> list[list[Paint]]:
    """Two rows to a line; below the last of an odd number is nothing."""
    colors = [color.rgb for color in puzzle.colors]
    pairs = zip_longest(grid.rows[::2], grid.rows[1::2])
    if depth is Depth.NONE:
        shapes = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
        return [
            [("", shapes[top, below]) for top, below in zip_longest(*pair, fillvalue=0)]
            for pair in ((upper, lower or ()) for upper, lower in pairs)
        ]
    return [
        [
            _half(colors[top], None if lower is None else colors[lower[x]], depth)
            for x, top in enumerate(upper)
        ]
        for upper, lower in pairs
    ]


def _half(top: str, below: str | None, depth: Depth) -> Paint:
    if below == top:
        return _codes(_code(48, top, depth)), " "
    return _codes(_code(38, top, depth), *([_code(48, below, depth)] if below else [])), "▀"


def _marked(puzzle: Puzzle, picture: Picture, depth: Depth) -> list[list[Paint]]:
    """Two columns for each cell, with the mark of those that have one."""
    chars = puzzle.chars
    paints = {char: _full(number, puzzle, depth) for number, char in enumerate(chars)}
    behind = TINTS if isinstance(picture, Difference) else {UNDECIDED: UNDECIDED_TINT}
    paints |= {char: _mark(char, tint, depth) for char, tint in behind.items()}
    return [[paints[char] for char in row] for row in picture.to_text(chars)]


def _full(number: int, puzzle: Puzzle, depth: Depth) -> Paint:
    if depth is Depth.NONE:
        return "", "██" if number else "  "
    return _codes(_code(48, puzzle.colors[number].rgb, depth)), "  "


def _mark(char: str, behind: str, depth: Depth) -> Paint:
    if depth is Depth.NONE:
        return "", char * 2
    return _codes(_code(38, ink_on(behind), depth), _code(48, behind, depth)), char * 2


def _codes(*codes: str) -> str:
    return f"\x1b[{';'.join(codes)}m"


def _code(layer: int, rgb: str, depth: Depth) -> str:
    """The code that sets the color of a layer: 38 for the character, 48 for what is behind."""
    if depth is Depth.TRUE:
        return f"{layer};2;{';'.join(map(str, parts(rgb)))}"
    return f"{layer};5;{indexed(rgb)}"
