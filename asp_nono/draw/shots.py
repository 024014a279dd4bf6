"""Single shots of a puzzle that is being solved: what is new, why, and a caption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from asp_nono.clue import Line
from asp_nono.draw.board import PAPER, board
from asp_nono.draw.cells import frame
from asp_nono.draw.layout import Area, Layout
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Shape, text_width
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_NEW, _BECAUSE, _LINE = "d55e00", "009e73", "0072b2"
"""Around new cells, cells that are the reason, and the line: of Okabe and Ito's palette."""

_NEW_WIDTH, _BECAUSE_WIDTH, _LINE_WIDTH = 0.16, 0.1, 0.12
_INSET = 0.12
_SIZE, _SPACING = 0.62, 0.85
_MARGIN = 0.35
_LEAST_WIDTH = 20.0
"""A shot is at least so wide, in cells, so that there is room for words."""

_TYPICAL = 0.82
"""Words are narrower than as many wide characters; a line that is not is condensed."""

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
    """

    picture: PartialGrid
    line: Line | None = None
    new: tuple[tuple[int, int], ...] = ()
    because: tuple[tuple[int, int], ...] = ()
    words: tuple[str, str] = ("", "")


def drawings(puzzle: Puzzle, shots: list[Shot]) -> Iterator[Drawing]:
    """A drawing of each shot, all of one size.

    Raises:
        PuzzleError: If a picture is not of the puzzle's size or palette.
    """
    width = max(_LEAST_WIDTH, board(puzzle, shots[0].picture).width)
    deepest = max(len(_caption(shot, width)) for shot in shots)
    for shot in shots:
        yield _drawing(puzzle, shot, width, deepest)


def _drawing(puzzle: Puzzle, shot: Shot, width: float, deepest: int) -> Drawing:
    base = board(puzzle, shot.picture)
    height = base.height + deepest * _SPACING + _MARGIN
    kept = [layer for layer in base.layers if layer.name not in ("paper", "marks")]
    return replace(
        base,
        width=width,
        height=height,
        layers=(
            Layer("paper", (Box(0, 0, width, height, PAPER),)),
            *kept,
            Layer("step", tuple(step_marks(puzzle, shot))),
            Layer("caption", tuple(caption(shot, width, base.height))),
        ),
        description=" ".join(shot.words) or base.description,
    )


def step_marks(puzzle: Puzzle, shot: Shot) -> Iterator[Shape]:
    """Frames around the line, the cells of the reason, and the new cells."""
    layout = Layout.of(puzzle, clues=True)
    if shot.line:
        yield from frame(_band(layout, shot.line), _LINE_WIDTH, _LINE)
    for cell in shot.because:
        yield from frame(layout.cell(*cell).inset(_INSET), _BECAUSE_WIDTH, _BECAUSE)
    for cell in shot.new:
        yield from frame(layout.cell(*cell), _NEW_WIDTH, _NEW)


def _band(layout: Layout, line: Line) -> Area:
    """A whole line with its clue."""
    if line.axis == "row":
        panel = layout.row_panel
        return Area(panel.x, layout.grid.y + line.number - 1, panel.width + layout.columns, 1)
    panel = layout.column_panel
    return Area(layout.grid.x + line.number - 1, panel.y, 1, panel.height + layout.rows)


def caption(shot: Shot, width: float, top: float) -> Iterator[Label]:
    """The words of a shot below a drawing of this height."""
    for number, (text, ink) in enumerate(_caption(shot, width)):
        middle = top + (number + 0.5) * _SPACING
        yield Label(_MARGIN, middle, text, _SIZE, width - 2 * _MARGIN, ink, "left")


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
        if lines and _TYPICAL * text_width(longer, _SIZE) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
