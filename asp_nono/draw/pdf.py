"""Puzzles as a PDF document, with reportlab (the extra `pdf`). All lengths are millimeters."""

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from asp_nono.draw.board import NUMBER_SIZE, board
from asp_nono.draw.fonts import installed
from asp_nono.draw.picture import Picture
from asp_nono.draw.shapes import HALF_DIGIT, Drawing, Label, Polygon, Shape, Stroke
from asp_nono.messages import Message, PuzzleWarning, UnknownNameError, needs, shortened
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}  # sizes of paper, upright

MARGIN = 15.0
HEADING, FOOT = 12.0, 6.0  # the height of a heading and of the page's number
CAPTION, REMARK = 6.0, 4.5  # the heights of the two lines above a drawing
MAX_CELL = 9.0  # cells are no larger than can be colored with a few strokes
_BETWEEN = 8.0  # between neighboring drawings


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing with what is printed above it."""

    drawing: Drawing
    caption: str = ""
    remark: str = ""  #: in small print

    @property
    def head(self) -> float:
        """The height of the lines above the drawing."""
        return CAPTION * bool(self.caption) + REMARK * bool(self.remark)


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """Sheets that follow each other in a document."""

    sheets: Sequence[Sheet]
    heading: str = ""  #: at the top of each page
    per_page: int = 1


class Placed(NamedTuple):
    """A sheet on a page: its upper left corner, the side of its cells, the room for its words."""

    sheet: Sheet
    x: float
    y: float
    cell: float
    room: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a document, divided into equal fields with a sheet in each."""

    width: float
    height: float
    heading: str
    placed: Sequence[Placed]

    @property
    def least_cell(self) -> float:
        """The side of the smallest cells; not positive if there is no room."""
        return min(placed.cell for placed in self.placed)


def _page(size: tuple[float, float], heading: str, sheets: Sequence[Sheet], columns: int) -> Page:
    """Each sheet in the upper left corner of its field; no cells if there is no room."""
    top, rows = MARGIN + HEADING * bool(heading), -(-len(sheets) // columns)
    width = (size[0] - 2 * MARGIN - (columns - 1) * _BETWEEN) / columns
    height = (size[1] - top - MARGIN - FOOT - (rows - 1) * _BETWEEN) / rows
    found = []
    for index, sheet in enumerate(sheets):
        row, column = divmod(index, columns)
        x, y = MARGIN + column * (width + _BETWEEN), top + row * (height + _BETWEEN)
        drawn, room = sheet.drawing, height - sheet.head
        cell = min(width / drawn.width, room / drawn.height, MAX_CELL)
        found.append(Placed(sheet, x, y, cell, width))
    return Page(*size, heading, found)


def paper_named(name: str) -> tuple[float, float]:
    """The size of a paper; an UnknownNameError if there is none of this name."""
    if name.lower() not in PAPERS:
        raise UnknownNameError("paper", name, PAPERS)
    return PAPERS[name.lower()]


def arrange(part: DocumentPart, paper: tuple[float, float]) -> list[Page]:
    """The pages of a part, all upright or all across, as makes the smallest cells largest."""

    def divided(size: tuple[float, float], sheets: Sequence[Sheet]) -> Page:
        """The page that shows the smallest cells largest."""
        pages = [_page(size, part.heading, sheets, n) for n in range(1, len(sheets) + 1)]
        return max(pages, key=lambda page: (page.least_cell, sum(p.cell for p in page.placed)))

    count = min(part.per_page, len(part.sheets))
    groups = [part.sheets[at : at + count] for at in range(0, len(part.sheets), max(1, count))]
    ways = ([divided(size, group) for group in groups] for size in (paper, paper[::-1]))
    return max(ways, key=lambda way: min((page.least_cell for page in way), default=0))


MM = 72 / 25.4  # points in a millimeter

_PLAIN, _BOLD = "Helvetica", "Helvetica-Bold"  # every reader has them; they hold what cp1252 does
_UNKNOWN = "?"


class _PdfPen:
    """Draws on a canvas, whose y grows upwards, in units of its own, whose y grows downwards."""

    def __init__(self, canvas: "Canvas", x: float, y: float, unit: float) -> None:
        self._canvas, self._x, self._y, self._unit = canvas, x * MM, y * MM, unit * MM

    def draw(self, shape: Shape) -> None:
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
        box = shape.box if isinstance(shape, Stroke) else shape
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
        warning = PuzzleWarning(
            "no system font has {chars}; printed as {sign}",
            chars=" ".join(sorted(lacking)[:5]),
            sign=_UNKNOWN,
        )
        warnings.warn(warning, stacklevel=2)
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


_LEAST_NUMBER = 1.4  # numbers smaller than this, in millimeters, are hard to read: four points
_INK, _FAINT_INK = "111111", "5a5a5a"


def _pdf(parts: Sequence[DocumentPart], paper: tuple[float, float], title: str) -> bytes:
    with needs("pdf", "writing PDF"):
        from reportlab.pdfgen.canvas import Canvas
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("asp-nono")
    pages = [page for part in parts for page in arrange(part, paper)]
    for number, page in enumerate(pages, 1):
        canvas.setPageSize((page.width * MM, page.height * MM))
        _draw_page(canvas, page, str(number) if len(pages) > 1 else "")
        canvas.showPage()
    canvas.save()
    _warn_of_small_numbers(pages)
    return out.getvalue()


def _warn_of_small_numbers(pages: Sequence[Page]) -> None:
    every = (placed for page in pages for placed in page.placed)
    with_clues = (placed for placed in every if placed.sheet.drawing.layer("row-clues"))
    worst = min(with_clues, key=lambda placed: placed.cell, default=None)
    if worst and worst.cell * NUMBER_SIZE < _LEAST_NUMBER:
        name = worst.sheet.caption.rstrip(".")
        numbered = Message("puzzle {number}", number=name) if name.isdigit() else name
        warning = PuzzleWarning(
            "{puzzle}: cells of {side} mm are hard to read; take larger paper or fewer puzzles per "
            "page",
            puzzle=numbered or Message("the puzzle"),
            side=f"{worst.cell:.1f}",
        )
        warnings.warn(warning, stacklevel=3)


def _draw_page(canvas: "Canvas", page: Page, number: str) -> None:
    paper, room = _PdfPen(canvas, 0, page.height, 1), page.width - 2 * MARGIN
    if page.heading:
        top = MARGIN + HEADING / 3
        paper.write(Label(MARGIN, top, page.heading, 6, room, _INK, "left"), bold=True)
    for placed in page.placed:
        _draw_sheet(canvas, page, placed)
    if number:
        paper.write(Label(page.width / 2, page.height - MARGIN, number, 3.4, room, _FAINT_INK))


def _draw_sheet(canvas: "Canvas", page: Page, placed: Placed) -> None:
    """A drawing under its caption, whose words begin where the drawing does."""
    sheet, line = placed.sheet, placed.y
    paper = _PdfPen(canvas, 0, page.height, 1)
    if sheet.caption:
        place = placed.x, line + CAPTION / 2
        paper.write(Label(*place, sheet.caption, 4.2, placed.room, _INK, "left"), bold=True)
        line += CAPTION
    if sheet.remark:
        place = placed.x, line + REMARK / 3
        paper.write(Label(*place, sheet.remark, 2.9, placed.room, _FAINT_INK, "left"))
    pen = _PdfPen(canvas, placed.x, page.height - placed.y - sheet.head, placed.cell)
    for layer in sheet.drawing.layers[1:]:  # the paper is there already
        for shape in layer.shapes:
            pen.draw(shape)


_ANSWERS_PER_PAGE = 6  # the answers of a booklet are only looked at
_LONGEST = 80  # no more characters of a title are printed


def draw_pdf(
    pictures: Sequence[tuple[Puzzle, Picture | None]],
    *,
    paper: str = "a4",
    per_page: int = 1,
    clues: bool = True,
    letters: bool = False,
    booklet: bool = False,
) -> bytes:
    """Puzzles as a PDF document, each with what its cells show, or None for the given cells alone.

    A puzzle may occur with several pictures, one after the other. `letters` puts the letter of its
    color on everything colored. A booklet has the blank puzzles first, under numbers, and the
    pictures with their titles, which often give the answer away, at the end.

    UnknownNameError if the paper is none of `PAPERS`; PuzzleError if a picture is not of its
    puzzle's size or palette, or if reportlab is not installed. PuzzleWarning if numbers are too
    small to be read, or if no font here has a character.
    """
    size = paper_named(paper)
    puzzles = {id(puzzle): puzzle for puzzle, _ in pictures}
    numbered = len(puzzles) > 1 or booklet
    numbers = {key: f"{n}." if numbered else "" for n, key in enumerate(puzzles, 1)}
    drawn = _sheets(pictures, numbers, clues=clues and not booklet, letters=letters)
    parts = [DocumentPart(drawn, "", per_page)]
    if booklet:
        blank = [
            Sheet(board(puzzle, clues=clues, letters=letters), numbers[key], _size(puzzle))
            for key, puzzle in puzzles.items()
        ]
        answers = DocumentPart(drawn, "Solutions", max(per_page, _ANSWERS_PER_PAGE))
        parts = [DocumentPart(blank, "", per_page), answers]
    title = pictures[0][0].title if len(puzzles) == 1 else ""
    return _pdf(parts, size, shortened(title, _LONGEST) or "Nonograms")


def _sheets(
    pictures: Sequence[tuple[Puzzle, Picture | None]], numbers: Mapping[int, str], **looks: bool
) -> list[Sheet]:
    """A sheet for each picture, with all that is known of its puzzle."""
    total, seen = Counter(id(puzzle) for puzzle, _ in pictures), Counter[int]()
    sheets = []
    for puzzle, picture in pictures:
        key = id(puzzle)
        seen[key] += 1
        which = f"({seen[key]} of {total[key]})" if total[key] > 1 else ""
        caption = filter(None, (numbers[key], shortened(puzzle.title, _LONGEST), which))
        sheets.append(Sheet(board(puzzle, picture, **looks), " ".join(caption), _about(puzzle)))
    return sheets


def _about(puzzle: Puzzle) -> str:
    """Whom to thank, and on what terms it may be copied."""
    author = f"by {puzzle.author}" if puzzle.author else ""
    parts = dict.fromkeys((_size(puzzle), author, puzzle.copyright, puzzle.license))
    return shortened("; ".join(filter(None, parts)), 2 * _LONGEST)


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.width} \N{MULTIPLICATION SIGN} {puzzle.height} cells"
