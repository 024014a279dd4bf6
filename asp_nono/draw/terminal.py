"""Pictures for terminals: half blocks in color, two cells a character."""

from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from rich.color import Color, ColorSystem
from rich.console import Console

from asp_nono.draw.color import TINTS, UNDECIDED_TINT, ink_on
from asp_nono.draw.picture import UNDECIDED, Difference, Picture, marks_in
from asp_nono.draw.text import strips_of
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle

BLOCKS = "█▀▄"  # what a terminal must be able to show
_NOTHING = -1  # below the last row of an odd number

Paint: TypeAlias = tuple[str, str]  # codes that set the colors of some characters; the characters


def colors_of(console: Console) -> ColorSystem | None:
    """The colors that may be used; not the sixteen that users redefine.

    rich looks at the terminal and at the variables `NO_COLOR`, `FORCE_COLOR`, `COLORTERM` and
    `TERM` (no-color.org, force-color.org). Where colors are forced upon a file there are 256.
    """
    systems = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT}
    if not console.file.isatty():
        systems["standard"] = ColorSystem.EIGHT_BIT
    return None if console.no_color else systems.get(console.color_system or "")


def draw_blocks(
    puzzle: Puzzle, picture: Picture, colors: ColorSystem | None, *, width: int | None = None
) -> str:
    """A picture as blocks of color, without clues.

    A complete picture takes one character for two cells, one above the other. Where a cell needs
    a mark, not decided or different, each takes two columns and the mark stands in it. What is
    wider than `width` columns is drawn in strips. PuzzleError if the picture is not of the puzzle's
    size or palette, or takes more colors than there are.
    """
    puzzle.require_fit(picture)
    if colors is None and len(puzzle.colors) > 2:
        raise PuzzleError(
            "{count} block colors need a terminal with colors; other styles need none",
            count=len(puzzle.colors) - 1,
        )
    if isinstance(picture, Grid):
        lines, breadth = _halves(puzzle, picture, colors), 1
    else:
        lines, breadth = _marked(puzzle, picture, colors), 2
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


def _halves(puzzle: Puzzle, grid: Grid, colors: ColorSystem | None) -> list[list[Paint]]:
    """Two rows to a line; below the last of an odd number is nothing."""
    rows = (*grid.rows, (_NOTHING,) * grid.width)
    return [
        [_half(puzzle, top, below, colors) for top, below in zip(upper, lower, strict=True)]
        for upper, lower in zip(rows[::2], rows[1::2], strict=False)
    ]


def _half(puzzle: Puzzle, top: int, below: int, colors: ColorSystem | None) -> Paint:
    if colors is None:
        return "", " ▀▄█"[top + 2 * (below > 0)]
    upper = puzzle.colors[top].rgb
    lower = "" if below == _NOTHING else puzzle.colors[below].rgb
    if upper == lower:
        return _paint(" ", colors, behind=upper)
    return _paint("▀", colors, ink=upper, behind=lower)


def _marked(puzzle: Puzzle, picture: Picture, colors: ColorSystem | None) -> list[list[Paint]]:
    """Two columns for each cell, with the mark of those that have one."""
    chars = puzzle.chars
    full = "█" if colors is None else " "
    paints = {
        char: _paint((full if number else " ") * 2, colors, behind=color.rgb)
        for number, (char, color) in enumerate(zip(chars, puzzle.colors, strict=True))
    }
    tints = TINTS if isinstance(picture, Difference) else {UNDECIDED: UNDECIDED_TINT}
    for char, tint in tints.items():
        paints[char] = _paint(char * 2, colors, ink=ink_on(tint), behind=tint)
    return [[paints[char] for char in row] for row in picture.to_text(chars)]


@cache
def _paint(text: str, colors: ColorSystem | None, *, ink: str = "", behind: str) -> Paint:
    """Characters in one color on another; either may be left as it is."""
    if colors is None:
        return "", text
    codes: list[str] = []
    for rgb, in_front in ((ink, True), (behind, False)):  # the character, and what is behind it
        if rgb:
            codes += Color.parse(f"#{rgb}").downgrade(colors).get_ansi_codes(foreground=in_front)
    return f"\x1b[{';'.join(codes)}m", text
