"""PNG, read back pixel by pixel."""

from io import BytesIO
from typing import Literal

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops

from asp_nono.draw import png
from asp_nono.draw.board import PAPER, Layout, board
from asp_nono.draw.png import MAX_PIXELS, draw_png, image
from asp_nono.draw.shapes import Box, Drawing, Label, Layer, Shape, Stroke
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.strategies import puzzles

RED = Color("red", "r", "ff0000")
POPPY = Puzzle.of(Grid.from_text(["rr.", "#..", "#.#"], ".#r"), (WHITE, BLACK, RED))


def _image(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    assert (image.format, image.mode) == ("PNG", "RGB")
    return image


def _rgb(image: Image.Image, x: float, y: float) -> str:
    pixel = image.getpixel((int(x), int(y)))
    assert isinstance(pixel, tuple)
    return bytes(map(int, pixel)).hex()


@settings(max_examples=30)
@given(puzzles(max_side=8))
def test_cells(puzzle: Puzzle) -> None:
    """The middle of each cell has its color, at the place that the layout gives it."""
    if puzzle.goal is None:
        return
    layout = Layout.of(puzzle, clues=True)
    image = _image(draw_png(puzzle, puzzle.goal, cell=10))
    colors = [color.rgb for color in puzzle.colors]
    for y, row in enumerate(puzzle.goal.rows, 1):
        for x, color in enumerate(row, 1):
            across, down = layout.cell(x, y).center
            assert _rgb(image, 10 * across, 10 * down) == colors[color]


def test_rules_are_seen() -> None:
    """A rule of one pixel at least is between any two cells, however small they are."""
    assert POPPY.goal
    for cell in (4, 10, 24):
        image = _image(draw_png(POPPY, POPPY.goal, clues=False, cell=cell))
        layout = Layout.of(POPPY, clues=False)
        for x, y in ((2, 1), (3, 1), (2, 2)):
            area = layout.cell(x, y)
            at = round(area.x * cell), round((area.y + 0.5) * cell)
            assert _rgb(image, *at) not in ("ff0000", "000000", "ffffff")


def test_numbers_are_written() -> None:
    """Where a number stands there is ink, in the color that can be read on its ground."""
    image = _image(draw_png(POPPY))
    drawing = board(POPPY)
    for layer in ("row-clues", "column-clues"):
        for label in drawing.layer(layer):
            if isinstance(label, Label):
                half = label.size * 24 / 2
                x, y = 24 * label.x, 24 * label.y
                box = tuple(map(round, (x - half, y - half, x + half, y + half)))
                colors = image.crop((box[0], box[1], box[2], box[3])).getcolors(10_000)
                assert colors
                assert tuple(bytes.fromhex(label.fill)) in {color for _, color in colors}


def test_size_follows_the_cell() -> None:
    """A cell has the pixels that were asked for, or 24."""
    drawing = board(POPPY)
    for cell in (1, 7, 40, None):
        size = round(drawing.width * (cell or 24)), round(drawing.height * (cell or 24))
        assert _image(draw_png(POPPY, cell=cell)).size == size


def _ink(*shapes: Shape, cell: int = 20) -> tuple[int, int, int, int] | None:
    """The box of pixels, its ends excluded, that shapes on a sheet of 6x4 cells take."""
    paper = Layer("paper", (Box(0, 0, 6, 4, PAPER),))
    drawn = image(Drawing(6, 4, (paper, Layer("ink", shapes)), "", ""), cell)
    return ImageChops.difference(drawn, Image.new("RGB", drawn.size, f"#{PAPER}")).getbbox()


def test_rules_lie_on_their_middle() -> None:
    """Half of the thickness on either side, and exactly as long as they are."""
    assert _ink(Stroke(1, 2, 4, True, 0.3, "ff0000")) == (20, 37, 100, 43)
    assert _ink(Stroke(2, 1, 2, False, 0.3, "ff0000")) == (37, 20, 43, 60)


@pytest.mark.parametrize("align", ["left", "middle"])
def test_text_keeps_its_room(align: Literal["left", "middle"]) -> None:
    """What is too wide is written smaller, where it would have stood."""
    box = _ink(Label(3, 2, "W" * 12, 1, 2, "000000", align))
    assert box
    left, top, right, bottom = box
    first = 60 if align == "left" else 40
    assert first - 1 <= left < right <= first + 41
    assert 30 < top < bottom < 50


def test_images_have_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells become smaller to keep it, and those of a given size are refused."""
    monkeypatch.setattr(png, "MAX_PIXELS", 5_000)
    width, height = _image(draw_png(POPPY)).size
    assert 3_000 < width * height <= 5_000
    with pytest.raises(PuzzleError, match="would be too large; use SVG or PDF"):
        draw_png(POPPY, cell=24)
    monkeypatch.setattr(png, "MAX_PIXELS", 500)
    with pytest.raises(PuzzleError, match="would be too large"):
        draw_png(POPPY)


@pytest.mark.slow
def test_large_puzzles_have_smaller_cells() -> None:
    """Without a size, the largest still give an image; one that would be too large is refused."""
    large = Puzzle.of(Grid(((0,) * 1000,) * 1000))
    width, height = _image(draw_png(large, large.goal, clues=False)).size
    assert 1000 * 5 <= width == height
    assert width * height <= MAX_PIXELS
    with pytest.raises(PuzzleError, match="a PNG image of 1000x1000 cells would be too large"):
        draw_png(large, clues=False, cell=200)


def test_names_in_other_scripts() -> None:
    """A legend with whatever names can be drawn."""
    puzzle = Puzzle.of(Grid(((1, 2),)), (WHITE, BLACK, Color("зелёный 🦔", "з", "118833")))
    assert _image(draw_png(puzzle)).width > 100
