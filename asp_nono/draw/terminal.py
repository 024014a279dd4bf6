"""Pictures for terminals: half blocks in color, two cells a character."""

from collections.abc import Mapping
from enum import Enum
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from asp_nono.draw.color import TINTS, UNDECIDED_TINT, indexed, ink_on
from asp_nono.draw.picture import UNDECIDED, Difference, Picture, marks_in, require_fit
from asp_nono.draw.text import strips_of
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

BLOCKS = "█▀▄"  # what a terminal must be able to show
_NOTHING = -1  # below the last row of an odd number

Paint: TypeAlias = tuple[str, str]  # codes that set the colors of some characters; the characters


class Depth(Enum):
    """How many colors a terminal has."""

    NONE = 0
    INDEXED = 256
    TRUE = 1 << 24


def depth(environment: Mapping[str, str], *, terminal: bool) -> Depth:
    """The colors that may be used where output goes to a terminal or elsewhere.

    The variables `NO_COLOR`, which forbids them, and `FORCE_COLOR`, which has them elsewhere too,
    count when they are set and not empty (no-color.org, force-color.org).
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
    a mark, not decided or different, each takes two columns and the mark stands in it. What is
    wider than `width` columns is drawn in strips.

    Raises:
        PuzzleError: If the picture is not of the puzzle's size or palette, or if it takes more
            colors than there are.
    """
    require_fit(picture, puzzle)
    if depth is Depth.NONE and len(puzzle.colors) > 2:
        reason = "block colors need a terminal with colors; other styles need none"
        raise PuzzleError(f"{len(puzzle.colors) - 1} {reason}")
    if isinstance(picture, Grid):
        lines, breadth = _halves(puzzle, picture, depth), 1
    else:
        lines, breadth = _marked(puzzle, picture, depth), 2
    strips = strips_of(puzzle.width, width, lambda columns: breadth * columns)
    drawn = ("\n".join(_line(line[first:last]) for line in lines) for first, last in strips)
    marks = marks_in(puzzle, picture)
    legend = ["   ".join(f"{mark * 2} {text}" for mark, text in marks)] if marks else []
    return "\n".join(["\n\n".join(drawn), *legend])


def _line(paints: list[Paint]) -> str:
    """The characters, with each change of colors said once."""
    return "".join(
        codes + "".join(text for _, text in run) + ("\x1b[0m" if codes else "")
        for codes, run in groupby(paints, key=itemgetter(0))
    )


def _halves(puzzle: Puzzle, grid: Grid, depth: Depth) -> list[list[Paint]]:
    """Two rows to a line; below the last of an odd number is nothing."""
    rows = (*grid.rows, (_NOTHING,) * grid.width)
    return [
        [_half(puzzle, top, below, depth) for top, below in zip(upper, lower, strict=True)]
        for upper, lower in zip(rows[::2], rows[1::2], strict=False)
    ]


def _half(puzzle: Puzzle, top: int, below: int, depth: Depth) -> Paint:
    if depth is Depth.NONE:
        return "", " ▀▄█"[top + 2 * (below > 0)]
    upper = puzzle.colors[top].rgb
    lower = "" if below == _NOTHING else puzzle.colors[below].rgb
    if upper == lower:
        return _paint(" ", depth, behind=upper)
    return _paint("▀", depth, ink=upper, behind=lower)


def _marked(puzzle: Puzzle, picture: Picture, depth: Depth) -> list[list[Paint]]:
    """Two columns for each cell, with the mark of those that have one."""
    chars = puzzle.chars
    full = "█" if depth is Depth.NONE else " "
    paints = {
        char: _paint((full if number else " ") * 2, depth, behind=color.rgb)
        for number, (char, color) in enumerate(zip(chars, puzzle.colors, strict=True))
    }
    tints = TINTS if isinstance(picture, Difference) else {UNDECIDED: UNDECIDED_TINT}
    for char, tint in tints.items():
        paints[char] = _paint(char * 2, depth, ink=ink_on(tint), behind=tint)
    return [[paints[char] for char in row] for row in picture.to_text(chars)]


def _paint(text: str, depth: Depth, *, ink: str = "", behind: str) -> Paint:
    """Characters in one color on another; either may be left as it is."""
    if depth is Depth.NONE:
        return "", text
    codes: list[int] = []
    for layer, rgb in ((38, ink), (48, behind)):  # the character, and what is behind it
        if rgb:
            color = (2, *bytes.fromhex(rgb)) if depth is Depth.TRUE else (5, indexed(rgb))
            codes += (layer, *color)
    return f"\x1b[{';'.join(map(str, codes))}m", text
