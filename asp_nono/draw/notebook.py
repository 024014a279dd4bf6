"""Puzzles, pictures and verdicts as notebooks show them."""

from collections.abc import Sequence
from html import escape
from itertools import cycle

from asp_nono.draw.picture import Difference, Picture
from asp_nono.draw.svg import draw_svg
from asp_nono.grid import Grid, PartialGrid, spare_chars
from asp_nono.messages import counted
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

_MOST_CELLS = 40_000  # a larger drawing would only make a notebook slow
_COLORS = ("e69f00", "56b4e9", "009e73", "f0e442", "0072b2", "d55e00", "cc79a7")
"""Colors for pictures without a palette (Okabe and Ito's); beyond them they repeat."""


def svg_of(value: Puzzle | Picture) -> str | None:
    """A blank puzzle with its clues, or a picture without any; None when it is very large."""
    if value.width * value.height > _MOST_CELLS:
        return None
    if isinstance(value, Puzzle):
        return draw_svg(value)
    return draw_svg(_frame(value), value, clues=False)


def verdict_html(
    puzzle: Puzzle, verdict: str, reason: str, solutions: Sequence[Grid], certain: PartialGrid
) -> str:
    """A verdict, why it is none or undecided, and a drawing of what it rests on.

    That is the only solution, where two solutions differ, or the cells that are certain.
    """
    words = reason
    shown: Picture | None = None if verdict == "none" else certain
    if len(solutions) > 1:
        shown = Difference(solutions[0], solutions[1])
        count = len(solutions[0].differences(solutions[1]))
        words = f"two solutions differ in {counted(count, 'cell')}"
    elif solutions and verdict == "unique":
        shown = solutions[0]
    head = f"<strong>{escape(verdict)}</strong>" + (f": {escape(words)}" if words else "")
    if puzzle.width * puzzle.height > _MOST_CELLS:
        return f"<p>{head}</p>"
    return f"<div><p>{head}</p>{draw_svg(puzzle, shown)}</div>"


def _frame(picture: Picture) -> Puzzle:
    """A puzzle of the picture's size with colors enough for it; its clues are not drawn."""
    chars = spare_chars((WHITE.char, BLACK.char))
    numbers = range(2, picture.most_color + 1)
    colors = (
        Color(f"color {number}", char, rgb)
        for number, char, rgb in zip(numbers, chars, cycle(_COLORS), strict=False)
    )
    blank = ((),) * picture.height, ((),) * picture.width
    return Puzzle(*blank, (WHITE, BLACK, *colors))
