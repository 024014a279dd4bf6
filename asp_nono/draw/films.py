"""Shots put together: a strip, a moving SVG image, an animated GIF."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from math import isqrt

from asp_nono.draw.board import board
from asp_nono.draw.png import CELL, LEAST_CELL, image
from asp_nono.draw.shapes import Layer, Polygon, Shape
from asp_nono.draw.shot_marks import appearing
from asp_nono.draw.shots import Shot, drawings, step_marks
from asp_nono.draw.shots import caption as caption_of
from asp_nono.draw.svg import group, opening, svg
from asp_nono.errors import PuzzleError
from asp_nono.puzzle import Puzzle

_STRIP_WIDTH = 84.0
"""A strip is about so many cells wide."""

_MOST_CELLS = 300_000
"""No strip shows more cells, those of all its shots together."""

_MOST_PIXELS = 300_000
"""Of one image of a GIF; cells are smaller in large puzzles."""

_MOST_SHOTS = 5000

_SHOWN, _LAST = 2.0, 4.0
"""Seconds for which a shot is shown, and the last one."""


def strip_svg(puzzle: Puzzle, shots: list[Shot]) -> str:
    """All shots on one SVG image, in rows from the left.

    Raises:
        PuzzleError: If there would be too many.
    """
    if len(shots) * puzzle.width * puzzle.height > _MOST_CELLS:
        size = f"{len(shots)} pictures of {puzzle.width}x{puzzle.height} cells"
        reason = "are too many for one strip; a moving picture can hold them, or a file each"
        raise PuzzleError(f"{size} {reason}")
    layers: list[Layer] = []
    width = height = 0.0
    for number, drawing in enumerate(drawings(puzzle, shots)):
        columns = max(1, min(len(shots), int(_STRIP_WIDTH / drawing.width)))
        left, top = number % columns * drawing.width, number // columns * drawing.height
        layers += [
            Layer(layer.name, tuple(_moved(shape, left, top) for shape in layer.shapes))
            for layer in drawing.layers
        ]
        width, height = columns * drawing.width, top + drawing.height
    first = board(puzzle, shots[0].picture)
    return svg(replace(first, width=width, height=height, layers=tuple(layers)))


def _moved(shape: Shape, left: float, top: float) -> Shape:
    if isinstance(shape, Polygon):
        return Polygon(tuple((x + left, y + top) for x, y in shape.points), shape.fill)
    return replace(shape, x=shape.x + left, y=shape.y + top)


def moving_svg(puzzle: Puzzle, shots: list[Shot]) -> str:
    """All shots one after the other on a moving SVG image, without scripts.

    Viewers that do not move images show the last one.

    Raises:
        PuzzleError: If there are too many.
    """
    _require_few(shots)
    first = next(drawings(puzzle, shots))
    total = _SHOWN * (len(shots) - 1) + _LAST
    lines = opening(first)
    for layer in first.layers:
        if layer.name not in ("step", "caption"):
            lines += group(layer)
    top = board(puzzle, shots[0].picture).height
    for number, shot in enumerate(shots):
        begin, end = _SHOWN * number / total, _SHOWN * (number + 1) / total
        stays = _timing(("hidden", "visible"), (0, begin), total) if number else ""
        if fresh := tuple(appearing(puzzle, shot.picture, shot.new)):
            lines += group(Layer("cells", fresh), stays)
        last = number == len(shots) - 1
        values = ("hidden", "visible") if last else ("hidden", "visible", "hidden")
        passes = _timing(values, (0, begin) if last else (0, begin, end), total)
        words = (*step_marks(puzzle, shot), *caption_of(shot, first.width, top))
        lines += group(Layer("shot", words), passes, hidden=not last)
    return "\n".join([*lines, "</svg>", ""])


def _timing(values: tuple[str, ...], times: tuple[float, ...], total: float) -> str:
    """When a group is to be seen: at these parts of the whole time, again and again."""
    keys = ";".join(f"{time:.5f}" for time in times)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{total:.1f}s" '
        f'repeatCount="indefinite" values="{";".join(values)}" keyTimes="{keys}"/>'
    )


def gif(puzzle: Puzzle, shots: list[Shot]) -> bytes:
    """All shots one after the other as an animated GIF, with Pillow (the extra `pictures`).

    Raises:
        PuzzleError: If there are too many, if they are too large, or if Pillow is not installed.
    """
    _require_few(shots)
    drawn = drawings(puzzle, shots)
    first = next(drawn)
    side = min(CELL, isqrt(int(_MOST_PIXELS / (first.width * first.height))))
    if side < LEAST_CELL:
        raise PuzzleError(f"{puzzle.width}x{puzzle.height} cells are too many for a GIF")
    out = BytesIO()
    seconds = [*[_SHOWN] * (len(shots) - 1), _LAST]
    image(first, side).quantize(64).save(
        out,
        "GIF",
        save_all=True,
        append_images=(image(drawing, side).quantize(64) for drawing in drawn),
        duration=[int(1000 * time) for time in seconds],
        loop=0,
    )
    return out.getvalue()


def _require_few(shots: list[Shot]) -> None:
    if len(shots) > _MOST_SHOTS:
        raise PuzzleError(f"{len(shots)} pictures; at most {_MOST_SHOTS} go into one")
