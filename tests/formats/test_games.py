"""Files of games and pages of sites that hold any picture: Griddler, QNonograms, nonograms.org."""

import json
from itertools import groupby

from hypothesis import given

from asp_nono.clue import Clue
from asp_nono.files import read_data
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.formats.fixtures import clues, clues_in, one
from tests.strategies import grids


@given(grids(max_side=12))
def test_griddler_blank_lines(grid: Grid) -> None:
    """Blank lines at the end may be missing, and are counted nevertheless."""
    rows, columns = (
        "".join(f" {' '.join(str(block.length) for block in clue[::-1])}\n" for clue in side)
        for side in (grid.row_clues(), grid.column_clues())
    )
    head = f"MK Version 3.0\n\n{grid.width} {grid.height}\n\n" + "\n" * grid.height
    text = f"{head}\n{columns}\n{rows}"
    if any(grid.row_clues()):
        assert clues_in(text.rstrip(), "griddler") == (grid.row_clues(), grid.column_clues())


HEAD = b"TLS\x01\x02\x03\x04"


def jap(puzzle: Puzzle) -> bytes:
    """A puzzle as the program writes it: the columns before the rows."""

    def lengths(clue: Clue) -> bytes:
        return bytes([len(clue), *(block.length or 0 for block in clue)])

    lines = b"".join(map(lengths, (*puzzle.columns, *puzzle.rows)))
    return HEAD + bytes([0, puzzle.width, puzzle.height]) + lines


def jap_puzzle(data: bytes) -> Puzzle:
    """The only puzzle of a file without an ending."""
    (puzzle,) = read_data(data, "p")
    assert isinstance(puzzle, Puzzle)
    return puzzle


@given(grids(max_side=20))
def test_jap(grid: Grid) -> None:
    """Whatever its clues."""
    assert clues(jap_puzzle(jap(Puzzle.of(grid)))) == (grid.row_clues(), grid.column_clues())


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


@given(grids(colors=3, max_side=12))
def test_nonograms_org_colored(grid: Grid) -> None:
    """Any picture in any colors."""
    found = one(disguised(grid, [(10, 0, 255), (0, 0, 0)]))
    assert found.goal == grid
    assert [color.rgb for color in found.colors] == ["ffffff", "0a00ff", "000000"]
