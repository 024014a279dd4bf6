"""Drawings as PNG images, with Pillow (the extra `pictures`)."""

from functools import cache
from io import BytesIO
from math import isqrt
from typing import TYPE_CHECKING

from asp_nono.draw.board import PAPER, board
from asp_nono.draw.fonts import installed
from asp_nono.draw.picture import Picture
from asp_nono.draw.shapes import HALF_DIGIT, Box, Drawing, Label, Polygon, Shape, Stroke
from asp_nono.messages import PuzzleError, needs
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

CELL, LEAST_CELL = 24, 5  # the side of a cell in pixels: by default; the least in large drawings
MAX_PIXELS = 64_000_000  # of an image


def draw_png(
    puzzle: Puzzle,
    picture: Picture | None = None,
    *,
    clues: bool = True,
    letters: bool = False,
    cell: int | None = None,
) -> bytes:
    """A puzzle as a PNG image; see `draw_svg`.

    Without `cell`, cells have 24 pixels a side, or fewer in very large puzzles. PuzzleError also if
    the image would have more than 64 million pixels, or if Pillow is not installed.
    """
    return png(board(puzzle, picture, clues=clues, letters=letters), cell)


def png(drawing: Drawing, cell: int | None = None) -> bytes:
    """A drawing as a PNG image; see `draw_png`."""
    out = BytesIO()
    image(drawing, cell).save(out, "PNG", optimize=True)
    return out.getvalue()


def image(drawing: Drawing, cell: int | None = None) -> "Image":
    """A drawing as an image of Pillow's; see `draw_png` for the size and the errors."""
    with needs("pictures", "drawing PNG and GIF"):
        from PIL import Image, ImageDraw
    side = cell or min(CELL, isqrt(int(MAX_PIXELS / (drawing.width * drawing.height))))
    size = round(drawing.width * side), round(drawing.height * side)
    if (side < LEAST_CELL and not cell) or size[0] * size[1] > MAX_PIXELS:
        raise PuzzleError(
            "a PNG image of {size} cells would be too large; use SVG or PDF",
            size=f"{round(drawing.width)}x{round(drawing.height)}",
        )
    drawn = Image.new("RGB", size, f"#{PAPER}")
    pen = _PngPen(ImageDraw.Draw(drawn), side)
    for layer in drawing.layers:
        for shape in layer.shapes:
            pen.draw(shape)
    return drawn


class _PngPen:
    """Draws shapes so that their edges lie between pixels."""

    def __init__(self, canvas: "ImageDraw", side: int) -> None:
        self._canvas, self._side = canvas, side

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Label):
            self._write(shape)
        elif isinstance(shape, Polygon):
            points = [(x * self._side, y * self._side) for x, y in shape.points]
            self._canvas.polygon(points, fill=f"#{shape.fill}")
        else:
            corners = self._box(shape) if isinstance(shape, Box) else self._rule(shape)
            self._canvas.rectangle(corners, fill=f"#{shape.fill}")

    def _box(self, box: Box) -> tuple[int, int, int, int]:
        left, top = self._pixel(box.x), self._pixel(box.y)
        right, bottom = self._pixel(box.x + box.width), self._pixel(box.y + box.height)
        return left, top, max(left, right - 1), max(top, bottom - 1)

    def _rule(self, rule: Stroke) -> tuple[int, int, int, int]:
        thickness = max(1, self._pixel(rule.thickness))
        left, top = self._pixel(rule.x), self._pixel(rule.y)
        end = self._pixel((rule.x if rule.across else rule.y) + rule.length)
        if rule.across:
            top -= thickness // 2
            return left, top, max(left, end - 1), top + thickness - 1
        left -= thickness // 2
        return left, top, left + thickness - 1, max(top, end - 1)

    def _pixel(self, length: float) -> int:
        return round(length * self._side)

    def _write(self, label: Label) -> None:
        size, room = label.size * self._side, label.room * self._side
        font = _font(size, label.text.isascii())
        width = font.getlength(label.text)
        if width > room:
            font = _font(size * room / width, label.text.isascii())
            width = font.getlength(label.text)
        left = label.x * self._side - (width / 2 if label.align == "middle" else 0)
        place = left, (label.y + HALF_DIGIT * label.size) * self._side
        self._canvas.text(place, label.text, fill=f"#{label.fill}", font=font, anchor="ls")


@cache
def _font(size: float, plain: bool) -> "FreeTypeFont | ImageFont":
    from PIL import ImageFont

    if plain or not installed():
        return ImageFont.load_default(size)
    return ImageFont.truetype(str(installed()[0]), size)
