"""Single shots of a puzzle that is being solved: what is new, why, and a caption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from asp_nono.clue import Line
from asp_nono.draw.board import PAPER, board
from asp_nono.draw.layout import Layout
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Shape, text_width
from asp_nono.draw.shot_marks import Supposed, candidates, marks
from asp_nono.draw.table import Table
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_SIZE, _SPACING = 0.62, 0.85
_MARGIN = 0.35
_LEAST_WIDTH = 20.0
"""A shot is at least so wide, in cells, so that there is room for words."""

_INK, _FAINT = "111111", "555555"


@dataclass(frozen=True, slots=True)
class Shot:
    """What is shown of a moment.

    Attributes:
        picture: What is known.
        line: The line that was looked at, if it was one.
        new: The cells (column, row), 1-based, that were learnt about.
        because: The cells that this rests on.
        words: The caption: a heading, and a reason.
        name: What stands for it in the name of a file of its own.
        table: What was looked at besides, shown under the words.
        supposed: The cells of a trial, in the order in which they are coloured.
        wrong: The line that cannot be filled in the trial.
    """

    picture: PartialGrid
    line: Line | None = None
    new: tuple[tuple[int, int], ...] = ()
    because: tuple[tuple[int, int], ...] = ()
    words: tuple[str, str] = ("", "")
    name: str = ""
    table: Table | None = None
    supposed: tuple[Supposed, ...] = ()
    wrong: Line | None = None


def drawings(puzzle: Puzzle, shots: list[Shot]) -> Iterator[Drawing]:
    """A drawing of each shot, all of one size.

    Raises:
        PuzzleError: If a picture is not of the puzzle's size or palette.
    """
    width = max(_LEAST_WIDTH, board(puzzle, shots[0].picture).width)
    deepest = max(_depth(shot, width) for shot in shots)
    for shot in shots:
        yield _drawing(puzzle, shot, width, deepest)


def _drawing(puzzle: Puzzle, shot: Shot, width: float, deepest: float) -> Drawing:
    base = board(puzzle, shot.picture)
    layout = Layout.of(puzzle, clues=True)
    height = base.height + deepest + _MARGIN
    kept = [layer for layer in base.layers if layer.name not in ("paper", "marks")]
    return replace(
        base,
        width=width,
        height=height,
        layers=(
            Layer("paper", (Box(0, 0, width, height, PAPER),)),
            *kept,
            Layer("left", tuple(candidates(puzzle, shot.picture, layout))),
            Layer("step", tuple(step_marks(puzzle, shot))),
            Layer("caption", tuple(caption(shot, width, base.height))),
        ),
        description=" ".join(shot.words) or base.description,
    )


def step_marks(puzzle: Puzzle, shot: Shot) -> Iterator[Shape]:
    """Frames around the line, the cells of the reason, and the new cells; what is supposed."""
    layout = Layout.of(puzzle, clues=True)
    yield from marks(layout, shot.line, shot.because, shot.new)
    for cell in shot.supposed:
        yield from cell.shapes(puzzle, layout)
    if shot.wrong:
        yield from marks(layout, wrong=shot.wrong)


def caption(shot: Shot, width: float, top: float) -> Iterator[Shape]:
    """The words of a shot below a drawing of this height, and its table."""
    words = _caption(shot, width)
    for number, (text, ink) in enumerate(words):
        middle = top + (number + 0.5) * _SPACING
        yield Label(_MARGIN, middle, text, _SIZE, width - 2 * _MARGIN, ink, "left")
    if shot.table:
        below = top + (len(words) + 0.3) * _SPACING
        yield from shot.table.shapes(_MARGIN, below, width - 2 * _MARGIN)


def _depth(shot: Shot, width: float) -> float:
    """How much room the caption takes."""
    table = shot.table.height + 0.3 * _SPACING if shot.table else 0
    return len(_caption(shot, width)) * _SPACING + table


def _caption(shot: Shot, width: float) -> list[tuple[str, str]]:
    """The lines of the words, each with its colour."""
    return [
        (line, ink)
        for words, ink in zip(shot.words, (_INK, _FAINT), strict=True)
        for line in _wrapped(words, width - 2 * _MARGIN)
    ]


def _wrapped(text: str, width: float) -> list[str]:
    """Text in lines that are no wider."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, _SIZE) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
