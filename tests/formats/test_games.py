"""Files of games (Gnonograms, Griddler, Picmi, QNonograms, pyNonogram), and lists in YAML."""

import pytest
from hypothesis import given

from asp_nono.clue import Clue
from asp_nono.files import read_data
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from tests.formats.fixtures import FLAG, WIDE, clues, clues_in, one, recognized, sample
from tests.strategies import grids

PICTURE = Grid.from_text(["#.#", "##."])

GNO = sample("wide.gno")
GRIDDLER = sample("flag.griddler")

PICMI = """\
<?xml version="1.0"?>
<picmi name="Ours">
  <board name="Wide" author="me" difficulty="6">
    <row>1-1</row>
    <row>11-</row>
  </board>
  <board name="Elsewhere"><xpm>/etc/passwd</xpm></board>
</picmi>
"""

YAML = sample("flag.yaml")

SIZED_YAML = """\
rows: 2
columns: 3
row_runs:
- [1,1]
- [2]
column_runs:
- [2]
- [1]
- [1]
"""


def test_gnonograms() -> None:
    """Rows come before columns, cells are 1 for empty and 2 for filled."""
    assert recognized(GNO) == "gno"
    wide = one(GNO)
    assert clues(wide) == clues(WIDE)
    assert (wide.title, wide.author, wide.license) == ("Wide", "A. Nonymous", "CC BY-SA")
    assert wide.notes == ("date: 2012-02-01", "difficulty: 17")
    assert wide.goal == PICTURE
    assert [saved.kind for saved in wide.saved] == ["saved"]
    assert wide.saved[0].grid == PartialGrid(((3, 1, 3), (2, 3, 3)))


def test_gnonograms_sections() -> None:
    """Headings count by three letters; a date is no author; what is not known is not kept."""
    wide = one(GNO.replace("[Row clues]", "[ROWS]").replace("[Solution]", "[Solution grid]"))
    assert clues(wide) == clues(WIDE)
    assert wide.goal == PICTURE
    dated = one(GNO.replace("A. Nonymous\n", ""))
    assert (dated.author, dated.notes) == ("", ("date: 2012-02-01", "difficulty: 17"))
    blank = one(GNO.replace("2 1 2", "0 0 0").replace("2 2 1", "0 0 0"))
    assert (blank.goal, len(blank.saved)) == (None, 1)
    assert one(GNO.replace("0 1 0", "0 0 0").replace("2 0 0", "0 0 0")).saved == ()
    least = "[Dimensions]\n2\n3\n[Row]\n1,1\n2\n[Col]\n2\n1\n1\n"
    assert clues_in(least) == clues(WIDE)


def test_griddler() -> None:
    """The last number of a clue stands first, and a crossed out one is negative."""
    assert recognized(GRIDDLER) == "griddler"
    flag = one(GRIDDLER)
    assert clues(flag) == clues(FLAG)
    assert [saved.kind for saved in flag.saved] == ["saved"]
    assert flag.saved[0].grid.rows == (
        (2, 2, 2, 2, 1),
        (2, 3, 2, 2, 1),
        (2, 2, 2, 2, 1),
        (2, 3, 3, 3, 3),
        (1, 3, 3, 3, 3),
    )


def test_griddler_pictures() -> None:
    """A picture without clues is the goal, and one that fits the clues a solution."""
    head, picture = "MK Version 3.0\n\n3 2\n\n", " # . #\n # # .\n"
    assert one(head + picture).goal == PICTURE
    assert one(head + picture + "\n").columns == WIDE.columns
    solved = one(head + picture + "\n 2\n 1\n 1\n\n 1 1\n 2\n")
    assert clues(solved) == clues(WIDE)
    assert [saved.kind for saved in solved.saved] == ["solution"]
    bare = one(head + "\n\n\n 2\n 1\n 1\n\n 1 1\n 2\n")
    assert clues(bare) == clues(WIDE)
    assert bare.saved == ()


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


def test_picmi() -> None:
    """A board is a goal; one whose picture is in another file leaves its error in its place."""
    assert recognized(PICMI) == "picmi"
    wide, elsewhere = find("picmi").read(Source.of_text(PICMI, "p"))
    assert isinstance(wide, Puzzle)
    assert clues(wide) == clues(WIDE)
    assert wide.goal == PICTURE
    assert (wide.title, wide.author, wide.collection) == ("Wide", "me", "Ours")
    assert wide.notes == ("difficulty: 6",)
    assert str(elsewhere) == "puzzle 2: its picture is in another file, which is not opened"


def test_yaml() -> None:
    """Lists of lists, or of numbers with blanks between them, under either pair of keys."""
    assert recognized(YAML) == "yaml"
    assert clues_in(YAML) == clues(FLAG)
    assert one(YAML).title == "Flag"
    assert recognized(SIZED_YAML) == "yaml"
    assert clues_in(SIZED_YAML) == clues(WIDE)
    assert clues_in("rows:\n- 1 1\n- 2\ncols:\n- 2\n- 1\n- 1\n") == clues(WIDE)


HEAD = b"TLS\x01\x02\x03\x04"

DRAWN = HEAD + bytes([0x80, 3, 2, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 0, 1, 1, 1, 0])
"""The 3x2 picture: flags, width, height, three columns, two rows, six cells."""


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
    """Whatever its clues; a flag says that a picture follows, row by row, which is the goal."""
    assert clues(jap_puzzle(jap(Puzzle.of(grid)))) == (grid.row_clues(), grid.column_clues())
    assert jap_puzzle(DRAWN) == Puzzle.of(PICTURE)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"TLs" + DRAWN[3:], "p: expected 'TLS' at the start"),
        (DRAWN[:9], "p: the file ends after byte 9, inside the flags and the sizes"),
        (DRAWN[:-1], "p: the file ends after byte 26, inside row 2 of the picture"),
        (DRAWN + b"\0", "p: 1 bytes more than the puzzle has"),
        (HEAD + b"\x40" + DRAWN[8:], "p: flag 0x40 is set; the layout of such files is not known"),
        (DRAWN[:-1] + b"\2", "p: a cell 2 in the picture; expected 0 or 1"),
        (DRAWN[:11] + b"\3" + DRAWN[12:], "p: column 1: the clue 3 needs 3 cells; the column has"),
    ],
)
def test_bad_jap(data: bytes, reason: str) -> None:
    """What is wrong is named with its place."""
    with pytest.raises(PuzzleError) as caught:
        read_data(data, "p", form="jap")
    assert str(caught.value).startswith(reason)


PYNONOGRAM = """\
author:A. Nonymous
date:01.02.24
picture:3
difficulty:2
width:5
height:5
rows:4 1,2 4 1 0
columns:4 1,1 3 3 0
solution:1111010110111101000000000
"""


def test_pynonogram() -> None:
    """Blanks part the lines and commas the blocks; the solution is the goal."""
    assert recognized(PYNONOGRAM, "p.non") == "pynonogram"
    flag = one(PYNONOGRAM)
    assert clues(flag) == clues(FLAG)
    assert flag.author == "A. Nonymous"
    assert flag.notes == ("date: 01.02.24", "picture: 3", "difficulty: 2")
    assert flag.goal == Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])

    # the clues give the sizes; a puzzle that nobody has solved has an empty solution
    least = "rows:4 1,2 4 1 0\ncolumns:4 1,1 3 3 0\n"
    assert one(least) == FLAG
    assert one(least + "solution:\n") == FLAG
