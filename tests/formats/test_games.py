"""Files of games and small solvers: Gnonograms, Griddler, Picmi, and lists in YAML."""

from __future__ import annotations

import pytest
from hypothesis import given

from asp_nono.errors import PuzzleError
from asp_nono.files import read
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle
from tests.conftest import SHARED
from tests.formats.damage import Cuts, cuts, refused_within_bounds, survives
from tests.formats.fixtures import FLAG, WIDE, asked, clues, one, recognized, refusal
from tests.strategies import grids

PICTURE = Grid.from_text(["#.#", "##."])

GNO = """\
[Description]
Wide
A. Nonymous
2012-02-01
17
[License]
CC BY-SA
[Dimensions]
2
3
[Row clues]
1, 1
2
[Column clues]
2
1
1
[Solution]
2 1 2 \n2 2 1 \n[Working grid]
0 1 0 \n2 0 0 \n[State]
GAME_STATE_SOLVING
[History]
0,0,2;
"""

GRIDDLER = """\
MK Version 3.0

5 5

 # # # # .
 # ? # # .
 # # # # .
 # o , x
 .

 4
 1 -1
 3
 3


 4
 2 1
 4
 -1

"""

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

YAML = """\
# title: Flag
---
rows:
    - [4]
    - [1, 2]  # two
    - [4]

    - [1]
    - []
columns:
- [4]
- [1,1]
- [3]
- [3]
- [0]
"""

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
    assert asked(least) == clues(WIDE)


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
        assert asked(text.rstrip(), "griddler") == (grid.row_clues(), grid.column_clues())


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
    assert asked(YAML) == clues(FLAG)
    assert one(YAML).title == "Flag"
    assert recognized(SIZED_YAML) == "yaml"
    assert asked(SIZED_YAML) == clues(WIDE)
    assert asked("rows:\n- 1 1\n- 2\ncols:\n- 2\n- 1\n- 1\n") == clues(WIDE)


@pytest.mark.parametrize(
    ("text", "form", "reason"),
    [
        (GNO.replace("[Dim", "[Dem"), "gno", "no section [Dimensions]"),
        (GNO.replace("[Row", "[Raw"), "gno", "no section [Row clues]"),
        (GNO.replace("2\n3\n[Row", "2\n[Row"), None, "[Dimensions]: 1 lines; expected 2"),
        (
            GNO.replace("2\n3\n[Row", "2\n0\n[Row"),
            None,
            "line 10: character 1: columns '0'; expected 1 to 1000",
        ),
        (GNO.replace("2\n3\n[Row", "3\n2\n[Row"), None, "[Row clues]: 2 lines; expected 3"),
        (GNO.replace("1, 1", "1, x"), None, "line 12: row 1: character 4: a block of 'x'; expec"),
        (GNO.replace("2 1 2", "2 2 1"), None, "goal: row 1 shows 2, but its clue is 1 1"),
        (
            GNO.replace("2 1 2", "2 1 3"),
            None,
            "line 19: character 5: a cell '3'; expected 0 (unknown), 1 (em",
        ),
        (GNO.replace("2 1 2", "2 1"), None, "line 19: 2 cells; expected 3"),
        (GNO.replace("0 1 0 \n", ""), None, "[Working grid]: 1 lines; expected 2"),
        (GRIDDLER.replace("3.0", "2.0"), "griddler", "line 1: 'MK Version 2.0'; expected"),
        (GRIDDLER.replace("5 5", "5"), None, "line 3: expected the width and the height"),
        (GRIDDLER.replace("5 5", "0 5"), None, "line 3: width '0'; expected 1 to 1000"),
        (GRIDDLER.replace(" 2 1", " 2 x"), None, "line 18: row 2: character 4: a block of 'x'"),
        (GRIDDLER.split(" 4\n", maxsplit=1)[0], None, "neither clues nor a complete picture"),
        (
            GRIDDLER.split("\n\n\n", maxsplit=1)[0],
            None,
            "no clues of the rows; expected them",
        ),
        (PICMI.replace("picmi", "pikmi"), "picmi", "the root element is <pikmi>; expected <picmi>"),
        ("<picmi/>", None, "a <picmi> without any <board>"),
        (
            PICMI.replace("1-1", "1x1"),
            None,
            "puzzle 1: line 3: row 1: unknown colour character 'x'",
        ),
        (PICMI.replace("1-1", "1"), None, "puzzle 1: line 3: row 2: 3 cells, but row 1 has 1"),
        (
            PICMI.replace("row>", "raw>"),
            None,
            "puzzle 1: line 3: a grid has at least one row and one",
        ),
        (YAML.replace("columns:", "kolumns:"), None, "no clues of the rows and columns; expected"),
        (YAML.replace("columns:", "rows:"), None, "line 10: a second 'rows'"),
        (YAML.replace("[1, 2]", "[1, [2]]"), None, "line 5: '- [1, [2]]'; expected a line as"),
        (YAML.replace("[1, 2]", "[1, x]"), None, "line 5: row 2: character 4: a block of 'x'"),
        (YAML.replace("[1, 2]", "&a [1, 2]"), None, "line 5: '- &a [1, 2]'; expected a line as"),
        (YAML.replace("rows:", "rows: 4"), "yaml", "line 4: '- [4]'; expected a line as"),
        (SIZED_YAML.replace("rows: 2", "rows: 3"), None, "rows 3, but there are clues for 2"),
        (SIZED_YAML.replace("rows: 2", "rows: x"), None, "rows 'x'; expected a number"),
    ],
)
def test_bad_files(text: str, form: str | None, reason: str) -> None:
    """What is wrong is named with its place."""
    assert refusal(text, form).startswith(reason)


@given(cuts())
def test_damaged(damage: Cuts) -> None:
    """Whatever befalls a file, it is read or refused."""
    survives(GNO.encode(), damage, "gno")
    survives(GRIDDLER.encode(), damage, "griddler")
    survives(PICMI.encode(), damage, "picmi")
    survives(YAML.encode(), damage, "yaml")
    survives(SIZED_YAML.encode(), damage, "yaml")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("[Dim]\n1000\n1000\n[Row]\n" + "1\n" * 200_000, "gno"),
        ("[Dim]\n1\n1\n[Row]\n1\n[Col]\n1\n[Sol]\n" + "2 " * 200_000, "gno"),
        ("[" * 200_000, "gno"),
        ("MK Version 3.0\n\n1000 1000\n\n" + " #" * 200_000, "griddler"),
        ("MK Version 3.0\n\n1 1\n\n #\n\n" + " 1" * 200_000 + "\n\n1", "griddler"),
        ("<picmi><board>" + "<row>" + "1" * 200_000 + "</row></board></picmi>", "picmi"),
        ("<picmi><board>" + "<row>1</row>" * 100_000 + "</board></picmi>", "picmi"),
        ("rows:\n" + "- [1]\n" * 100_000 + "columns:\n- [1]\n", "yaml"),
        ("rows:\n- [" + "1," * 200_000 + "1]\ncolumns:\n- [1]\n", "yaml"),
        ("a" * 200_000 + ":", "yaml"),
    ],
)
def test_monsters(text: str, form: str) -> None:
    """Neither memory nor time grows beyond the file's own size."""
    refused_within_bounds(text, form)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "form", "size", "extra"),
    [
        ("gno-gnonograms/10X10.gno", "gno", (10, 10), "goal"),
        ("gno-gnonograms/blender.gno", "gno", (30, 25), "goal"),
        ("gno-gnonograms/kde.gno", "gno", (41, 41), "goal"),
        ("gno-gnonograms/spade.gno", "gno", (23, 23), "goal"),
        ("gno-gnonograms/wikimedia.gno", "gno", (39, 38), "goal"),
        ("sgriddler-mk3-jsimlo/anime.sgriddler", "griddler", (45, 50), "solution"),
        ("sgriddler-mk3-jsimlo/cottage2.sgriddler", "griddler", (50, 50), "solution"),
        ("sgriddler-mk3-jsimlo/donkey.sgriddler", "griddler", (50, 40), "solution"),
        ("sgriddler-mk3-jsimlo/knitting.sgriddler", "griddler", (25, 45), "solution"),
        ("sgriddler-mk3-jsimlo/sail.sgriddler", "griddler", (30, 50), "solution"),
        ("yaml-mckoss/006.yaml", "yaml", (15, 15), ""),
        ("yaml-mckoss/024.yaml", "yaml", (20, 20), ""),
        ("yaml-mckoss/057.yaml", "yaml", (25, 25), ""),
        ("yaml-mckoss/058.yaml", "yaml", (25, 25), ""),
        ("php-dat-yml/cat_20x20.yml", "yaml", (20, 20), ""),
        ("php-dat-yml/sunflower_25x25.yml", "yaml", (25, 25), ""),
    ],
)
def test_files_of_others(file: str, form: str, size: tuple[int, int], extra: str) -> None:
    """Files as their programs ship them; their pictures fit the clues, read the right way round."""
    (puzzle,) = read(SHARED / "formats" / file)
    assert [puzzle] == read(SHARED / "formats" / file, form=form)
    assert (puzzle.width, puzzle.height) == size
    assert (puzzle.goal is not None) == (extra == "goal")
    assert [saved.kind for saved in puzzle.saved] == (["solution"] if extra == "solution" else [])


@pytest.mark.shared
def test_levels_of_picmi() -> None:
    """Some boards are drawn in the file, and some in others that are not opened."""
    source = Source.of_path(SHARED / "formats/picmi-xml-xpm/default.xml")
    found = find("picmi").read(source)
    refused = [str(puzzle) for puzzle in found if isinstance(puzzle, PuzzleError)]
    assert (len(found), len(refused)) == (54, 28)
    assert all(
        reason.endswith("its picture is in another file, which is not opened") for reason in refused
    )
