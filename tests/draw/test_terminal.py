"""Half blocks: what a terminal is told, read back as it would show it."""

import re
from io import BytesIO, TextIOWrapper

import pytest
from hypothesis import given, strategies as st
from rich.color import Color, ColorSystem
from rich.console import Console

from asp_nono.draw.color import contrast, ink_on, luminance
from asp_nono.draw.picture import Difference
from asp_nono.draw.terminal import colors_of, draw_blocks
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color as Ours, Puzzle
from tests.strategies import puzzles

RED = Ours("red", "r", "ff0000")
ARCH = Puzzle.of(Grid.from_text(["###", "#.#", "#.#"]))
POPPY = Puzzle.of(Grid.from_text(["rr.", "#..", "#.#"], ".#r"), (WHITE, BLACK, RED))

Look = tuple[str, str | None, str | None]
"""A character, its color, and the one behind it."""


def _shown(text: str) -> list[list[Look]]:
    """What a terminal shows, line by line."""
    lines = []
    for line in text.split("\n"):
        looks: list[Look] = []
        ink = behind = None
        for codes, chars in re.findall(r"(?:\x1b\[([0-9;]*)m)?([^\x1b]*)", line):
            if codes == "0":
                ink = behind = None
            for layer, color in re.findall(r"([34]8);(2;\d+;\d+;\d+|5;\d+)", codes):
                ink, behind = (color, behind) if layer == "38" else (ink, color)
            looks += [(char, ink, behind) for char in chars]
        lines.append(looks)
    return lines


def _indexed(rgb: str) -> int | None:
    """The number of a color that a terminal with 256 colors has."""
    return Color.parse(f"#{rgb}").downgrade(ColorSystem.EIGHT_BIT).number


def _cells(text: str) -> list[list[str | None]]:
    """The colors of the cells that half blocks show; None below the last row."""
    rows = []
    for line in _shown(text):
        assert {char for char, *_ in line} <= {" ", "▀"}
        rows.append([behind if char == " " else ink for char, ink, behind in line])
        rows.append([behind for _, _, behind in line])
    return rows


def test_without_colors() -> None:
    """One block color is seen by shape alone; several would look the same."""
    assert ARCH.goal
    with pytest.raises(PuzzleError, match="2 block colors need a terminal"):
        draw_blocks(POPPY, Grid(((0, 0, 0),) * 3), None)
    assert draw_blocks(ARCH, ARCH.goal, None) == "█▀█\n▀ ▀"


@given(puzzles(max_side=9), st.sampled_from([ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT]))
def test_cells_are_shown(puzzle: Puzzle, colors: ColorSystem) -> None:
    """Whatever the picture, its cells can be read off the screen."""
    if puzzle.goal is None:
        return
    values = [color.rgb for color in puzzle.colors]
    names = [
        f"5;{_indexed(rgb)}"
        if colors is ColorSystem.EIGHT_BIT
        else "2;{};{};{}".format(*bytes.fromhex(rgb))
        for rgb in values
    ]
    drawn = draw_blocks(puzzle, puzzle.goal, colors)
    shown = [[names[color] for color in row] for row in puzzle.goal.rows]
    nothing = [[None] * puzzle.width] * (puzzle.height % 2)
    assert _cells(drawn) == [*shown, *nothing]
    assert all(line.endswith("\x1b[0m") for line in drawn.split("\n"))


def test_marks() -> None:
    """Cells with a mark take two columns, so that the mark has room."""
    both = Difference(Grid.from_text(["##.", ".#."]), Grid.from_text(["#.#", ".#."]))
    puzzle = Puzzle.of(Grid.from_text(["##.", ".#."]))
    shown = draw_blocks(puzzle, both, None).split("\n")
    assert shown == [
        "██//\\\\",
        "  ██  ",
        "// colored only in the first   \\\\ colored only in the second",
    ]
    partial = PartialGrid(((2, 3, 1), (1, 2, 1)))
    assert draw_blocks(puzzle, partial, None) == "██??  \n  ██  "
    for depth_ in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT):
        (line, _) = _shown(draw_blocks(puzzle, partial, depth_))
        assert "".join(char for char, *_ in line) == "  ??  "
        assert len({behind for _, _, behind in line}) == 3


def test_strips() -> None:
    """A picture that is wider than the terminal is cut after five columns, or ten, and so on."""
    row = Puzzle.of(Grid.from_text(["#.#.#.#"]))
    assert row.goal
    assert draw_blocks(row, row.goal, None, width=6) == "▀ ▀ ▀\n\n ▀"
    marked = draw_blocks(row, PartialGrid.of(row.goal), None, width=13)
    assert marked == "██  ██  ██\n\n  ██"


@pytest.mark.parametrize(
    ("environment", "terminal", "expected"),
    [
        ({"TERM": "xterm-256color"}, True, ColorSystem.EIGHT_BIT),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, True, ColorSystem.TRUECOLOR),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, True, ColorSystem.TRUECOLOR),
        ({"TERM": "xterm"}, True, None),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, True, None),
        ({}, True, None),
        ({"TERM": "xterm-256color"}, False, None),
        ({"TERM": "xterm-256color", "FORCE_COLOR": "1"}, False, ColorSystem.EIGHT_BIT),
        ({"FORCE_COLOR": "1"}, False, ColorSystem.EIGHT_BIT),
        ({"COLORTERM": "truecolor", "FORCE_COLOR": "1"}, False, ColorSystem.TRUECOLOR),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, True, None),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1", "FORCE_COLOR": "1"}, True, None),
        ({"COLORTERM": "truecolor", "NO_COLOR": ""}, True, ColorSystem.TRUECOLOR),
    ],
)
def test_colors(environment: dict[str, str], terminal: bool, expected: ColorSystem | None) -> None:
    """The environment says how many colors there are; NO_COLOR has the last word."""
    out = TextIOWrapper(BytesIO())
    out.isatty = lambda: terminal  # type: ignore[method-assign]
    assert colors_of(Console(file=out, _environ=environment)) is expected


def test_contrast() -> None:
    """The measure of WCAG: 21 between black and white, 1 between a color and itself."""
    assert round(contrast("000000", "ffffff"), 2) == 21
    assert contrast("336699", "336699") == 1
    assert (luminance("000000"), luminance("ffffff")) == (0, 1)
    # worked example of the WCAG: #777 on white falls just short of the 4.5 that text needs
    assert round(contrast("777777", "ffffff"), 2) == 4.48


@given(st.integers(0, 0xFFFFFF))
def test_ink_is_legible(value: int) -> None:
    """On whatever color, the ink chosen can be read."""
    rgb = f"{value:06x}"
    assert contrast(ink_on(rgb), rgb) >= 4.5
