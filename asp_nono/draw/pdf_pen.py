"""Shapes and text on a page of a PDF document."""

from __future__ import annotations

import warnings
from functools import cache
from typing import TYPE_CHECKING

from asp_nono.draw.fonts import installed
from asp_nono.draw.shapes import HALF_DIGIT, Box, Label, Polygon, Rule, Shape
from asp_nono.errors import PuzzleWarning

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
"""Points in a millimetre."""

_PLAIN, _BOLD = "Helvetica", "Helvetica-Bold"
"""Fonts that every reader of PDF has; they hold what cp1252 does."""

_UNKNOWN = "?"


class Pen:
    """Draws on a canvas, whose y grows upwards, in units of its own, whose y grows downwards.

    Args:
        canvas: The canvas.
        x, y: The place of (0, 0) in millimetres, from the lower left of the page.
        unit: Millimetres in a unit.
    """

    def __init__(self, canvas: Canvas, x: float, y: float, unit: float) -> None:
        self._canvas, self._x, self._y, self._unit = canvas, x * MM, y * MM, unit * MM

    def draw(self, shape: Shape) -> None:
        """Draw one shape."""
        if isinstance(shape, Label):
            self.write(shape)
            return
        canvas, unit = self._canvas, self._unit
        canvas.setFillColor(f"#{shape.fill}")
        if isinstance(shape, Polygon):
            path = canvas.beginPath()
            path.moveTo(*self._point(*shape.points[0]))
            for point in shape.points[1:]:
                path.lineTo(*self._point(*point))
            path.close()
            canvas.drawPath(path, stroke=0, fill=1)
            return
        box = _box(shape) if isinstance(shape, Rule) else shape
        left, bottom = self._point(box.x, box.y + box.height)
        canvas.rect(left, bottom, box.width * unit, box.height * unit, stroke=0, fill=1)

    def write(self, label: Label, *, bold: bool = False) -> None:
        """Write a line of text, smaller where there is not the room for it."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        font, text = _font_for(label.text, bold=bold)
        size, room = label.size * self._unit, label.room * self._unit
        width = stringWidth(text, font, size)
        if width > room:
            size, width = size * room / width, room
        left, line = self._point(label.x, label.y + HALF_DIGIT * label.size)
        self._canvas.setFont(font, size)
        self._canvas.setFillColor(f"#{label.fill}")
        self._canvas.drawString(left - (width / 2 if label.align == "middle" else 0), line, text)

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self._unit, self._y - y * self._unit


def _box(rule: Rule) -> Box:
    half = rule.thickness / 2
    if rule.across:
        return Box(rule.x, rule.y - half, rule.length, rule.thickness, rule.fill)
    return Box(rule.x - half, rule.y, rule.thickness, rule.length, rule.fill)


@cache
def _font_for(text: str, *, bold: bool) -> tuple[str, str]:
    """A font that has all characters of a text, or most, and the text with `?` for the others."""
    text = "".join(char if char.isprintable() else " " for char in text)
    if text.encode("cp1252", "replace").decode("cp1252") == text:
        return (_BOLD if bold else _PLAIN), text
    fonts = {name: _missing(name, text) for name in _fonts()}
    name = min(fonts, key=lambda font: len(fonts[font]))
    lacking = fonts[name]
    if lacking:
        shown = f"no font of this machine has {' '.join(sorted(lacking)[:5])}"
        warnings.warn(PuzzleWarning(f"{shown}; printed as {_UNKNOWN}"), stacklevel=2)
    return name, "".join(_UNKNOWN if char in lacking else char for char in text)


@cache
def _fonts() -> tuple[str, ...]:
    """The names of fonts that can be embedded, after the plain one."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    names = [_PLAIN]
    for path in installed():
        try:
            registerFont(TTFont(path.stem, str(path)))
        except (TTFError, OSError):
            continue  # a kind of font that cannot be embedded
        names.append(path.stem)
    return tuple(names)


def _missing(font: str, text: str) -> set[str]:
    from reportlab.pdfbase.pdfmetrics import getFont

    glyphs = getattr(getattr(getFont(font), "face", None), "charToGlyph", None)
    if glyphs is None:
        return {char for char in text if char.encode("cp1252", "replace") == b"?" != char.encode()}
    return {char for char in text if ord(char) not in glyphs}
