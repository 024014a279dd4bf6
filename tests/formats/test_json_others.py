"""The JSON of other programs, and pages with scripts: read, never run."""

import json
from collections.abc import Callable
from itertools import groupby

import pytest
from hypothesis import given

from asp_nono.files import read, read_text
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Puzzle
from tests.conftest import SHARED
from tests.formats.fixtures import (
    COLOR_FLAG,
    FLAG,
    WIDE,
    clues,
    clues_in,
    one,
    recognized,
    refusal,
    sample,
)
from tests.strategies import grids

ROWS, COLUMNS = [[4], [1, 2], [4], [1], []], [[4], [1, 1], [3], [3], [0]]

WIDE_LISTS = {"rows": [[1, 1], [2]], "columns": [[2], [1], [1]]}

BLOCKS: list[list[list[tuple[int, str]]]] = [
    [[(4, "k")], [(1, "k"), (2, "r"), (1, "k")], [(4, "k")], [(1, "k")], []],
    [[(4, "k")], [(1, "k"), (1, "r"), (1, "k")], [(1, "k"), (1, "r"), (1, "k")], [(3, "k")], []],
]
"""The color flag: the blocks of its rows and of its columns."""


def colored(keys: tuple[str, str], block: Callable[[int, str], object]) -> dict[str, object]:
    """The color flag with each block as `block` makes it."""
    return {
        key: [[block(*pair) for pair in line] for line in lines]
        for key, lines in zip(keys, BLOCKS, strict=True)
    }


COLORED = [
    colored(("rows", "cols"), lambda length, color: [color, length]),
    colored(("rows", "columns"), lambda length, color: [length, color]),
    colored(
        ("horizontal", "vertical"),
        lambda length, color: {"v": length, "c": {"k": "Black", "r": "Red"}[color]},
    ),
    {
        "styles": {"k": ["black", "bgBlack"], "r": ["red", "bgRed"], " ": ["white", "bgWhite"]},
        "rows": ["4k", "1k2r1k", "4k", "1k", ""],
        "cols": ["4k", "1k1r 1k", "1k 1r1k", "3k", ""],
    },
]

GRIDDLERS = {
    "Name": "Flag",
    "Url": "https://example.org/flag",
    "Board": {
        **colored(
            ("HintsRow", "HintsColumn"),
            lambda length, color: {"ColorId": 2 + (color == "r"), "Count": length},
        ),
        "CurrentState": [[2, 0, 0, 0, 1], [0] * 5, [0] * 5, [0] * 5, [1] * 5],
    },
    "ListColors": [
        {"HexColor": "#7F7F7F"},
        {"HexColor": "#ffffff"},
        {"HexColor": "#000000"},
        {"HexColor": "#FF0000"},
    ],
}

KIT = {
    "count": 1,
    "data": {
        "1_2x3": {
            "problem": "2 3\n2\n1\n1\n1 1\n2",
            "solution": "2 3\nx - x\nx x -",
            "source": "here",
            "info": "",
        }
    },
}

SCRIPT = sample("color-flag.js")

PAGE = """\
<!DOCTYPE HTML><html><head><title>Crossword</title></head><body>
<span style="display:none" id="nonogram_title">A flag &amp; more</span>
<script type="text/javascript">
    var d=[[0,0,0,0],[3,2,0,10],[3,2,0,10],[1,0,0,10],[1,2,3,4],[2,1,4,3],[2,0,1,10],
    [7,5,3,1],[8,9,4,2],[8,6,4,3],[10,7,4,3],[8,9,4,4],[8,6,4,5],[999,999,999,999]];
</script></body></html>
"""


def disguised(grid: Grid, colors: list[tuple[int, int, int]]) -> str:
    """A page with this picture, its numbers hidden as the site does it."""
    runs = [
        (x + 1, len(run), color, y + 1)
        for y, row in enumerate(grid.rows)
        for color, cells in groupby(enumerate(row), key=lambda cell: cell[1])
        for run in [list(cells)]
        for x in [run[0][0]]
        if color
    ]
    key = [3, 5, 7, 11]
    entries = [
        [0, 0, 0, 0],
        [grid.width, 0, 0, 1001],
        [1000, grid.height, 1000, 1001],
        [len(colors) + 4, 0, 4, 300],
        key,
        *([red + key[1], green + key[0], blue + key[3], 0] for red, green, blue in colors),
        [0, len(runs) // 2, len(runs) % 2, 1001],
        key,
        *([n + hidden for n, hidden in zip(run, key, strict=True)] for run in runs),
    ]
    return f"<html><script>var d = {json.dumps(entries)};</script></html>"


@pytest.mark.parametrize(
    "value",
    [
        {"rows": ROWS, "columns": COLUMNS},
        {"cols": COLUMNS, "rows": ROWS, "other": None},
        {"rowHints": ROWS, "colHints": COLUMNS},
        {"rowPatterns": ROWS, "colPatterns": COLUMNS},
        {
            "rows": 5,
            "cols": 5,
            "row_rules": [[0, 4], [1, 2], [0, 4], [0, 1], [0, 0]],
            "col_rules": [[0, 4], [1, 1], [0, 3], [0, 3], [0, 0]],
        },
        {
            "rows": [[1] * 4, [1, 0, 1, 1], [1] * 4, [1], [0]],
            "cols": [[1] * 4, [1, 0, 1], [1] * 3, [1] * 3, []],
        },
        [{"rows": ROWS, "columns": COLUMNS}],
        {"nonograms": [{"rowHints": ROWS, "colHints": COLUMNS, "id": "1"}]},
    ],
)
def test_plain_lists(value: object) -> None:
    """Lengths under any of the usual keys; padded where the key says so; patterns as such."""
    text = json.dumps(value)
    assert recognized(text) == "json-lists"
    assert clues_in(text) == clues(FLAG)
    assert one(text).colors == (WHITE, BLACK)


@pytest.mark.parametrize("value", COLORED)
def test_colored_lists(value: object) -> None:
    """A block may be a pair in either order, an object, or a number and a letter."""
    flag = one(json.dumps(value))
    assert clues(flag) == clues(COLOR_FLAG)
    assert len(flag.colors) == 3
    if value in COLORED[2:]:  # the others do not say what their letters mean
        assert [color.rgb for color in flag.colors[1:]] == ["000000", "ff0000"]


@pytest.mark.parametrize(
    ("content", "kinds"),
    [
        ([[0, 0, 0], [0, 0, 0]], []),
        ([[1, 0, -1], [0, 0, 0]], ["saved"]),
        ([[1, -1, 1], [1, 1, -1]], ["solution"]),
        ([[1, 1, 1], [1, 1, 1]], ["saved"]),
    ],
)
def test_content(content: list[list[int]], kinds: list[str]) -> None:
    """Texts are kept, and a state: as a solution if it is one, not at all if it says nothing."""
    texts = {"title": "Wide", "author": "me", "source": "here", "id": 5}
    wide = one(json.dumps(WIDE_LISTS | texts | {"content": content}))
    assert (wide.title, wide.author, wide.source, wide.id) == ("Wide", "me", "here", "")
    assert [saved.kind for saved in wide.saved] == kinds
    if kinds:
        cells = {-1: 1, 0: 3, 1: 2}
        drawn = PartialGrid(tuple(tuple(cells[n] for n in row) for row in content))
        assert wide.saved[0].grid == drawn


def test_puzzlekit() -> None:
    """Sizes are rows and columns, but the clues of the columns come first."""
    text = json.dumps(KIT)
    assert recognized(text) == "puzzlekit"
    wide = one(text)
    assert clues(wide) == clues(WIDE)
    assert wide.goal == Grid.from_text(["#.#", "##."])
    assert wide.source == "here"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (json.dumps(GRIDDLERS, indent=2), "griddlers-json"),
        (SCRIPT, "griddlers-js"),
        (f"<script>\n{SCRIPT}</script>", "griddlers-js"),
        (repr(f"\n\n{SCRIPT}".encode()), "griddlers-js"),  # a page that was printed as bytes
    ],
)
def test_griddlers(text: str, form: str) -> None:
    """A palette gives the number of each color; in a state 0 is not decided, 1 the background."""
    assert recognized(text) == form
    flag = one(text)
    assert clues(flag) == clues(COLOR_FLAG)
    assert [color.rgb for color in flag.colors] == ["ffffff", "000000", "ff0000"]
    if form == "griddlers-json":
        assert (flag.title, flag.source) == ("Flag", "https://example.org/flag")
        assert flag.saved[0].grid.rows[0] == (2, 7, 7, 7, 1)


def test_nonograms_org() -> None:
    """The picture comes out; what stands after the runs is there to mislead."""
    assert recognized(PAGE) == "nonograms-org"
    flag = one(PAGE)
    assert clues(flag) == clues(FLAG)
    assert flag.title == "A flag & more"
    assert flag.goal == Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])


@given(grids(colors=3, max_side=12))
def test_nonograms_org_colored(grid: Grid) -> None:
    """Any picture in any colors."""
    found = one(disguised(grid, [(10, 0, 255), (0, 0, 0)]))
    assert found.goal == grid
    assert [color.rgb for color in found.colors] == ["ffffff", "0a00ff", "000000"]


def test_places_in_a_page() -> None:
    """Lines are counted from the start of the page, not of the script."""
    page = "<html>\n<script>\n" + SCRIPT.replace("[[2,3]]", "[[2,x]]")
    assert refusal(page, "griddlers-js").startswith("line 18: character 57: 'x'")


def test_bad_puzzles_of_a_set() -> None:
    """The others are read all the same."""
    text = json.dumps([WIDE_LISTS, {"rows": [[1]], "cols": [[2]]}])
    wide, bad = find("json-lists").read(Source.of_text(text, "p"))
    assert isinstance(wide, Puzzle)
    assert isinstance(bad, PuzzleError)
    assert len(read_text(json.dumps([WIDE_LISTS] * 3))) == 3


@pytest.mark.shared
def test_patterns_under_another_name() -> None:
    """The same puzzle in two dialects that look like lengths and are none."""
    (one_puzzle,) = read(SHARED / "formats/pycsp3-json-txt/dom-06.json")
    (other,) = read(SHARED / "formats/minizinc-dzn-pattern/dom_06.dzn")
    assert clues(one_puzzle) == clues(other)
