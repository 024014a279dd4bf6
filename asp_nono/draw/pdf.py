"""Drawings as a PDF document, with reportlab (the extra `pdf`)."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from asp_nono.draw.layout import NUMBER_SIZE
from asp_nono.draw.pages import CAPTION, HEADING, MARGIN, REMARK, Page, Part, Placed, arrange
from asp_nono.draw.pdf_pen import MM, Pen
from asp_nono.draw.shapes import Label
from asp_nono.errors import PuzzleWarning, missing_extra

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_LEAST_NUMBER = 1.4
"""Numbers smaller than this, in millimetres, are hard to read: four points."""

_INK, _FAINT_INK = "111111", "5a5a5a"


def pdf(parts: Sequence[Part], paper: tuple[float, float], *, title: str = "") -> bytes:
    """A document.

    Args:
        parts: What follows each other in it; each begins on a new page.
        paper: Width and height of the paper in millimetres, upright.
        title: The name of the document.

    Raises:
        PuzzleError: If reportlab is not installed.

    Warns:
        PuzzleWarning: If numbers are too small to be read, or if no font here has a character.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise missing_extra("writing PDF", "pdf") from None
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("asp-nono")
    pages = [page for part in parts for page in arrange(part, paper)]
    for number, page in enumerate(pages, 1):
        canvas.setPageSize((page.width * MM, page.height * MM))
        _page(canvas, page, number if len(pages) > 1 else 0)
        canvas.showPage()
    canvas.save()
    _warn_of_small_numbers(pages)
    return out.getvalue()


def _warn_of_small_numbers(pages: Sequence[Page]) -> None:
    small = [
        placed
        for page in pages
        for placed in page.placed
        if placed.cell * NUMBER_SIZE < _LEAST_NUMBER and placed.sheet.drawing.layer("row-clues")
    ]
    if small:
        worst = min(small, key=lambda placed: placed.cell)
        cells = f"cells of {worst.cell:.1f} mm"
        name = worst.sheet.caption.rstrip(".") or "a puzzle"
        text = f"{name}: {cells} are hard to read; take larger paper"
        warnings.warn(PuzzleWarning(f"{text} or fewer puzzles per page"), stacklevel=3)


def _page(canvas: Canvas, page: Page, number: int) -> None:
    paper = Pen(canvas, 0, page.height, 1)
    room = page.width - 2 * MARGIN
    if page.heading:
        place = MARGIN, MARGIN + HEADING / 3
        paper.write(Label(*place, page.heading, 6, room, _INK, "left"), bold=True)
    for placed in page.placed:
        _sheet(canvas, page, placed)
    if number:
        place = page.width / 2, page.height - MARGIN
        paper.write(Label(*place, str(number), 3.4, room, _FAINT_INK))


def _sheet(canvas: Canvas, page: Page, placed: Placed) -> None:
    """A drawing under its caption, whose words begin where the drawing does."""
    sheet, line = placed.sheet, placed.y
    paper = Pen(canvas, 0, page.height, 1)
    if sheet.caption:
        place = placed.x, line + CAPTION / 2
        paper.write(Label(*place, sheet.caption, 4.2, placed.room, _INK, "left"), bold=True)
        line += CAPTION
    if sheet.remark:
        place = placed.x, line + REMARK / 3
        paper.write(Label(*place, sheet.remark, 2.9, placed.room, _FAINT_INK, "left"))
    pen = Pen(canvas, placed.x, page.height - placed.y - sheet.head, placed.cell)
    for layer in sheet.drawing.layers[1:]:  # the paper is there already
        for shape in layer.shapes:
            pen.draw(shape)
