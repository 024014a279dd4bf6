"""Drawings as geometry: everything has its place, and no two things have the same."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from asp_nono.clue import Block
from asp_nono.draw.board import UNDECIDED_FILL, board
from asp_nono.draw.color import contrast
from asp_nono.draw.fonts import text_width
from asp_nono.draw.picture import Difference, Picture, marks_in
from asp_nono.draw.shapes import Box, Drawing, Label, Polygon, Stroke
from asp_nono.grid import RESERVED_CHARS, Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.strategies import grids, partial_grids, puzzles

RED = Color("red", "r", "ff0000")
SUN = Color("sun", "s", "ffee00")
NEAR = 1e-6
CROSSED = "\u00d7"
CROSS = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))


def _labels(drawing: Drawing, layer: str) -> list[Label]:
    return [shape for shape in drawing.layer(layer) if isinstance(shape, Label)]


def _boxes(drawing: Drawing, layer: str) -> list[Box]:
    return [shape for shape in drawing.layer(layer) if isinstance(shape, Box)]


def _extent(label: Label) -> Box:
    """What a label covers at most; digits are 0.72 of the font's size high."""
    width = min(text_width(label.text, label.size), label.room)
    left = label.x if label.align == "left" else label.x - width / 2
    height = 0.72 * label.size
    return Box(left, label.y - height / 2, width, height, label.fill)


def overlap(one: Box, other: Box) -> bool:
    """Whether two rectangles have more than an edge in common."""
    return (
        one.x + one.width > other.x + NEAR
        and other.x + other.width > one.x + NEAR
        and one.y + one.height > other.y + NEAR
        and other.y + other.height > one.y + NEAR
    )


def _fills_at(boxes: list[Box], x: float, y: float) -> list[str]:
    """The colors of the boxes at a point, the uppermost last."""
    return [
        box.fill
        for box in boxes
        if box.x < x < box.x + box.width and box.y < y < box.y + box.height
    ]


def _border(drawing: Drawing) -> Box:
    """The grid: what lies between the four rules of the border, which are drawn last."""
    top, bottom, left, right = [r for r in drawing.layer("rules") if isinstance(r, Stroke)][-4:]
    return Box(left.x, top.y, right.x - left.x, bottom.y - top.y, "")


def _cell_fills(drawing: Drawing, width: int, height: int) -> list[list[str]]:
    """The color in the middle of every cell, on which there is one box."""
    grid, boxes = _border(drawing), _boxes(drawing, "cells")
    found = [
        [_fills_at(boxes, grid.x + x + 0.5, grid.y + y + 0.5) for x in range(width)]
        for y in range(height)
    ]
    return [[fill for (fill,) in row] for row in found]


def _marked(drawing: Drawing) -> dict[tuple[float, float], Label]:
    """The marks in cells by their place in the grid."""
    grid = _border(drawing)
    return {
        (round(label.x - grid.x, 6), round(label.y - grid.y, 6)): label
        for label in _labels(drawing, "marks")
    }


def test_given_cells_are_a_start() -> None:
    """A block cell is filled, a background cell crossed out; what is to be painted is blank."""
    start = PartialGrid(((0b11, 0b10, 0b11), (0b11, 0b11, 0b11), (0b01, 0b11, 0b11)))
    drawing = board(replace(CROSS, goal=None, given=start))
    grid, (filled,) = _border(drawing), _boxes(drawing, "cells")
    assert (filled.x - grid.x, filled.y - grid.y, filled.fill) == (1, 0, BLACK.rgb)
    assert {place: label.text for place, label in _marked(drawing).items()} == {(0.5, 2.5): CROSSED}
    assert drawing.description.startswith("Puzzle with 2 given cells. Rows")
    colored = Puzzle.of(Grid(((1, 2),)), (WHITE, RED, SUN))
    lettered = board(replace(colored, given=PartialGrid(((0b010, 0b111),))), letters=True)
    assert [label.text for label in _labels(lettered, "marks")] == ["r"]


@given(puzzles(max_side=9))
def test_every_number_once(puzzle: Puzzle) -> None:
    """Each clue is there once, in order, and stands in its own line."""
    drawing = board(puzzle, puzzle.goal)
    grid = _border(drawing)
    for layer, clues in (("row-clues", puzzle.rows), ("column-clues", puzzle.columns)):
        shown: list[list[str]] = [[] for _ in clues]
        places = [(label.x, label.y - grid.y, label.text) for label in _labels(drawing, layer)]
        if layer == "column-clues":
            places = [(label.y, label.x - grid.x, label.text) for label in _labels(drawing, layer)]
        for _, line, text in sorted(places):
            assert abs(line - 0.5 - round(line - 0.5)) < NEAR
            shown[round(line - 0.5)].append(text)
        assert shown == [
            ["?" if block.length is None else str(block.length) for block in clue] or ["0"]
            for clue in clues
        ]


@given(puzzles(max_side=9), st.booleans())
def test_nothing_overlaps(puzzle: Puzzle, letters: bool) -> None:
    """Numbers keep clear of each other, of the grid and of the edge of the paper."""
    drawing = board(puzzle, puzzle.goal, letters=letters)
    layers = ("row-clues", "column-clues", "legend")
    extents = [_extent(label) for layer in layers for label in _labels(drawing, layer)]
    grid = _border(drawing)
    for extent in extents:
        assert not overlap(extent, grid)
        assert extent.x >= 0
        assert extent.y >= 0
        assert extent.x + extent.width <= drawing.width + NEAR
        assert extent.y + extent.height <= drawing.height + NEAR
    extents.sort(key=lambda box: box.x)
    for index, one in enumerate(extents):
        for other in extents[index + 1 :]:
            if other.x >= one.x + one.width:
                break
            assert not overlap(one, other)


@pytest.mark.parametrize("length", [9, 99, 100, 999, 1000])
def test_long_numbers_fit(length: int) -> None:
    """However many digits a number has, it stays within its line, in rows and in columns."""
    rows = tuple((Block(length),) for _ in range(3))
    wide = Puzzle(rows, ((Block(3),),) * length)
    high = Puzzle(wide.columns, rows)
    (number, *_) = _labels(board(wide), "row-clues")
    assert _extent(number).width <= 1
    numbers = list(map(_extent, _labels(board(high), "column-clues")))
    for one, other in pairwise(numbers):
        assert one.x + one.width < other.x


@given(puzzles(max_side=9))
def test_numbers_can_be_read(puzzle: Puzzle) -> None:
    """Each number has the contrast of WCAG's level AA with what it stands on."""
    drawing = board(puzzle)
    for layer in ("row-clues", "column-clues"):
        ground = _boxes(drawing, "panels")
        for shape in drawing.layer(layer):
            if isinstance(shape, Box) and min(shape.width, shape.height) > 0.5:
                ground.append(shape)
            elif isinstance(shape, Label):
                below = _fills_at(ground, shape.x, shape.y)
                assert contrast(shape.fill, below[-1]) >= 4.5


@given(puzzles(max_side=9))
def test_cells_show_the_picture(puzzle: Puzzle) -> None:
    """Each cell has its color, and there is no box beside the cells."""
    if puzzle.goal is None:
        assert not board(puzzle).layer("cells")
        return
    drawing = board(puzzle, puzzle.goal)
    colors = [color.rgb for color in puzzle.colors]
    assert _cell_fills(drawing, puzzle.width, puzzle.height) == [
        [colors[color] for color in row] for row in puzzle.goal.rows
    ]
    area = sum(box.width * box.height for box in _boxes(drawing, "cells"))
    assert area == puzzle.width * puzzle.height


@given(st.data())
def test_undecided(data: st.DataObject) -> None:
    """Cells that are not decided are gray and have a question mark, and no others do."""
    puzzle = Puzzle.of(data.draw(grids(3)), (WHITE, BLACK, RED))
    partial = data.draw(partial_grids(puzzle.width, puzzle.height, 3))
    drawing = board(puzzle, partial)
    colors = {1: WHITE.rgb, 2: BLACK.rgb, 4: RED.rgb}
    assert _cell_fills(drawing, puzzle.width, puzzle.height) == [
        [colors.get(cell, UNDECIDED_FILL) for cell in row] for row in partial.rows
    ]
    assert set(_marked(drawing)) == {
        (x + 0.5, y + 0.5)
        for y, row in enumerate(partial.rows)
        for x, cell in enumerate(row)
        if cell & (cell - 1)
    }


def test_difference() -> None:
    """A cell that differs is divided: its upper left is the first picture's, the rest the other."""
    puzzle = Puzzle.of(Grid.from_text(["#.r"], ".#r"), (WHITE, BLACK, RED))
    both = Difference(Grid.from_text(["#.r"], ".#r"), Grid.from_text(["#r."], ".#r"))
    drawing = board(puzzle, both)
    grid = _border(drawing)
    places = [
        ([(round(x - grid.x, 6), round(y - grid.y, 6)) for x, y in half.points], half.fill)
        for half in drawing.layer("marks")
        if isinstance(half, Polygon)
    ]
    assert places == [
        ([(1, 0), (2, 0), (1, 1)], WHITE.rgb),
        ([(2, 0), (2, 1), (1, 1)], RED.rgb),
        ([(2, 0), (3, 0), (2, 1)], RED.rgb),
        ([(3, 0), (3, 1), (2, 1)], WHITE.rgb),
    ]
    texts = [label.text for label in _labels(drawing, "legend")]
    assert texts[-2:] == ["upper left: first picture", "lower right: second picture"]


def test_thick_rules() -> None:
    """After every five lines, and nowhere else, a rule is thick."""
    drawing = board(Puzzle.of(Grid(((0,) * 12,) * 7)))
    grid = _border(drawing)
    rules = [rule for rule in drawing.layer("rules") if isinstance(rule, Stroke)][:-4]
    thick = max(rule.thickness for rule in rules)
    across = {rule.y - grid.y: rule.thickness == thick for rule in rules if rule.across}
    down = {rule.x - grid.x: rule.thickness == thick for rule in rules if not rule.across}
    for bold, count in ((across, 7), (down, 12)):
        found = {round(place, 6): thick for place, thick in bold.items()}
        assert found == {k: k in (5, 10) for k in range(1, count)}


def test_light_swatches_are_outlined() -> None:
    """A white number on black would otherwise look like a number without a color."""
    night = Puzzle.of(Grid.from_text(["w.s"], ".ws"), (BLACK, Color("white", "w", "ffffff"), SUN))
    boxes = _boxes(board(night), "row-clues")
    swatches = [box.fill for box in boxes if box.width > 0.5 and box.height > 0.5]
    assert swatches == ["ffffff", "ffee00"]
    assert len(boxes) == 2 + 4 + 4


def test_legend() -> None:
    """A legend is for colors, and no name can blow the paper up."""
    assert not board(Puzzle.of(Grid(((1,),)))).layer("legend")
    red = Puzzle.of(Grid(((1,),)), (WHITE, RED))
    assert [label.text for label in _labels(board(red), "legend")] == ["white (background)", "red"]
    endless = Puzzle.of(Grid(((1,),)), (WHITE, Color("x" * 10_000, "x", "ff0000")))
    assert board(endless).width < 20


def test_letters() -> None:
    """On request each colored number and cell carries the letter of its color."""
    poppy = Puzzle.of(Grid.from_text(["rr#", "..r"], ".#r"), (WHITE, BLACK, RED))
    drawing = board(poppy, poppy.goal, letters=True)
    assert [label.text for label in _labels(drawing, "row-clues")] == ["2r", "1#", "1r"]
    cells = _marked(drawing)
    texts = {place: label.text for place, label in cells.items()}
    assert texts == {(0.5, 0.5): "r", (1.5, 0.5): "r", (2.5, 0.5): "#", (2.5, 1.5): "r"}
    assert cells[2.5, 0.5].fill == WHITE.rgb
    legend = [label.text for label in _labels(drawing, "legend")]
    assert legend == ["white (background)", "#", "black", "r", "red"]


@pytest.mark.parametrize(
    ("picture", "state"),
    [
        (None, "Blank puzzle."),
        (Grid.from_text(["#.#"]), "Complete picture."),
        (PartialGrid(((2, 3, 3),)), "Picture with 2 undecided cells."),
        (
            Difference(Grid.from_text(["#.#"]), Grid.from_text(["##."])),
            "Two pictures that differ in 2 cells.",
        ),
    ],
)
def test_words(picture: Picture | None, state: str) -> None:
    """Those who cannot see the drawing are told what it shows, and all clues."""
    puzzle = Puzzle.of(Grid.from_text(["#.#"]), title="Gap")
    drawing = board(puzzle, picture)
    assert drawing.title == "Gap (Nonogram, 3 by 1 cells)"
    assert drawing.description == (
        f"{state} Rows from the top: 1, 1. Columns from the left: 1; 0; 1."
    )


def test_marks_of_differences() -> None:
    """Each way in which a cell can differ has a mark; one for two colors only where there are."""
    colored = Puzzle.of(Grid.from_text(["#r"], ".#r"), (WHITE, BLACK, RED))
    first = Grid.from_text(["#r.", "#r#"], ".#r")
    second = Grid.from_text(["#r.", ".#r"], ".#r")
    both = Difference(first, second, ("before", "after"))
    assert [mark for mark, _ in marks_in(CROSS, both)] == ["/", "\\"]
    assert [word for _, word in marks_in(colored, both)][1:] == [
        "colored only after",
        "of two colors",
    ]
    assert both.to_text(".#r") == ["#r.", "/??"]
    assert Difference(second, first).to_text(".#r") == ["#r.", "\\??"]


@given(st.data())
def test_marks_are_where_pictures_differ(data: st.DataObject) -> None:
    """Cells in which both agree show their color, and no others do."""
    first = data.draw(grids(3))
    cell = st.integers(0, 2)
    row = st.tuples(*[cell] * first.width)
    second = Grid(data.draw(st.tuples(*[row] * first.height)))
    text = Difference(first, second).to_text(".#r")
    marked = {
        (x, y)
        for y, line in enumerate(text, 1)
        for x, char in enumerate(line, 1)
        if char in RESERVED_CHARS
    }
    assert marked == set(first.differences(second))


COLOR = "the picture has a color that the palette lacks"


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (Grid(((2, 0, 0),) * 3), COLOR),
        (PartialGrid(((4, 1, 1),) * 3), COLOR),
        (Difference(Grid(((1, 0, 0),) * 3), Grid(((0, 2, 0),) * 3)), COLOR),
        (Grid(((0, 0),)), "a picture of 2x1 cells; expected 3x3"),
    ],
)
def test_pictures_must_fit(picture: Picture, reason: str) -> None:
    """A color beyond the palette is an error, in whatever picture, and so is another size."""
    with pytest.raises(PuzzleError, match=reason):
        CROSS.require_fit(picture)
    with pytest.raises(PuzzleError, match="pictures of 1x1 and 2x1 cells cannot be compared"):
        Difference(Grid(((0,),)), Grid(((0, 0),)))
