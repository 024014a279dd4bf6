"""Data of solvers and models: MiniZinc, Picat and Python lists, GLPK, Gecode, pycsp3."""

from dataclasses import replace
from zipfile import ZipFile

import pytest
from hypothesis import given

from asp_nono.files import read, read_text, write_text
from asp_nono.grid import Grid
from asp_nono.messages import UnwritableError
from asp_nono.puzzle import Puzzle
from tests.conftest import SHARED
from tests.formats.fixtures import COLOR_FLAG, FLAG, WIDE, clues, clues_in, one, refusal, sample
from tests.strategies import grids, texts

RULES = """\
% title: Flag
rows = 5; row_rule_len = 2;
row_rules = [|0,4|1,2|0,4|0,1|0,0|];
cols = 5;
col_rule_len = 2;
col_rules = array2d(1..cols, 1..2, [0,4, 1,1, 0,3, 0,3, 0,0]);
"""

PATTERNS = """\
X = 5; Y = 5; maxlen = 4;
rows = array2d(1..5,1..4,[1,1,1,1, 1,0,1,1, 1,1,1,1, 1,-1,-1,-1, 0,-1,-1,-1]);
cols = [| 1,1,1,1 | 1,0,1,-1 | 1,1,1,-1 | 1,1,1,-1 | 0,-1,-1,-1 |];
"""

PICAT = """\
% author: A. Nonymous
problem_name(Name) => Name = flag.
instance(flag,RowRules,ColRules) =>
RowRules =
[[4],
[1,2], % two blocks
[4], [1], []
],
ColRules = [[4],[1,1],[3],[3],[0]].
"""

PYTHON = """\
# license: CC0-1.0
rows = 5
row_rule_len = 2
row_rules = [[0, 4], [1, 2], [0, 4], [0, 1], [0, 0],]
cols = 5
col_rules = [
    [0, 4], [1, 1], [0, 3],  # three
    [0, 3], [0, 0]]
"""

GLPK = sample("flag.dat")

ARRAY = "5,5, 1,4, 2,1,1, 1,3, 1,3, 0, 1,4, 2,1,2, 1,4, 1,1, 0"

PROGRAM = f"""\
// two puzzles
extern const int* specs[];
namespace {{
const int flag[] = // rows after columns
  {{ {ARRAY} }};
  const int wide[] = {{ 3, 2, /* columns */ 1,2, 1,1, 1,1, /* rows */ 2,1,1, 1,2, }};
  const int *specs[] = {{ flag, wide }};
}}
"""

MODEL = "param m, integer;\nprintf 'm';\n" + GLPK

COUNTED = "5 5\n1\t4\n2\t1 2\n1\t4\n1\t1\n0\n1\t4\n2\t1 1\n1\t3\n1\t3\n0\n"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (RULES, "dzn"),
        (PATTERNS, "dzn"),
        (PICAT, "rule-lists"),
        (PYTHON, "rule-lists"),
        (GLPK, "glpk"),
        (MODEL, "glpk"),
        (ARRAY, "gecode-list"),
        (COUNTED, "pycsp3"),
    ],
)
def test_flag(text: str, form: str) -> None:
    """Each is recognized and poses the flag, whatever its line ends are."""
    assert clues_in(text) == clues(FLAG)
    assert clues_in(text, form) == clues(FLAG)
    assert clues_in("\ufeff" + text.replace("\n", "\r\n").rstrip()) == clues(FLAG)


def test_sizes_are_not_swapped() -> None:
    """A picture that is not square tells whether rows and columns are."""
    flag, wide = read_text(PROGRAM)
    assert (flag.title, flag.rows, flag.columns) == ("flag", *clues(FLAG))
    assert (wide.title, wide.rows, wide.columns) == ("wide", *clues(WIDE))
    assert clues_in("3,2,1,2,1,1,1,1,2,1,1,1,2") == clues(WIDE)
    assert clues_in("2 3\n2 1 1\n1 2\n1 2\n1 1\n1 1\n", "pycsp3") == clues(WIDE)
    glpk = "param m:=2; param n:=3; param row: 1 2 := 1 1 1 2 2 .; "
    assert clues_in(glpk + "param col : 1 := 1 2 2 1 3 1;") == clues(WIDE)
    pattern = "X=3; Y=2; maxlen=3; rows=[|1,0,1|1,1,-1|]; "
    assert clues_in(pattern + "cols=[|1,1,-1|1,-1,-1|1,-1,-1|];") == clues(WIDE)
    assert clues_in("RowRules = [[1,1],[2]], ColRules = [[2],[1],[1]].") == clues(WIDE)


@given(grids(max_side=12), texts())
def test_minizinc_read_back(grid: Grid, title: str) -> None:
    """The clues survive whatever the texts are."""
    title = "".join(char for char in " ".join(title.split()) if char.isprintable()).strip()
    posed = replace(Puzzle.of(grid, title=title), goal=None)
    assert one(write_text([posed], "dzn")) == posed


def test_minizinc_losses() -> None:
    """What a data file cannot hold is named."""
    with pytest.raises(UnwritableError, match="MiniZinc data cannot hold colors"):
        write_text([COLOR_FLAG], "dzn", lossy=True)
    with pytest.raises(UnwritableError, match="the title, the goal, but can drop it"):
        write_text([Puzzle.of(Grid.from_text(["#"]), title="two\nlines")], "dzn")
    with pytest.raises(UnwritableError, match="a second puzzle"):
        write_text([FLAG, FLAG], "dzn")


@pytest.mark.parametrize("cells", ["1,0,0,1", "0,1,-1,-1", "1,0,-1,-1", "1,-1,1,-1", "1,2,-1,-1"])
def test_bad_pattern(cells: str) -> None:
    """Patterns are not lengths, though many would pass for them."""
    text = PATTERNS.replace("| 1,0,1,-1 |", f"| {cells} |")
    assert refusal(text).startswith("column 2: expected a pattern: 1 for each filled cell")


@pytest.mark.shared
def test_data_of_the_challenges() -> None:
    """Patterns pose the puzzles that others have already turned into lists of clues."""
    with ZipFile(SHARED / "formats/csplib/non_MiniZinc_Benchmarks.zip") as archive:
        texts_by_name = {
            name.split("/")[1].removesuffix(".dzn"): archive.read(name).decode()
            for name in archive.namelist()
            if name.endswith(".dzn")
        }
    assert len(texts_by_name) == 21
    posed = {name: one(text) for name, text in texts_by_name.items()}
    known = [path for path in (SHARED / "minizinc").glob("*.non") if path.stem in posed]
    assert len(known) >= 5
    for path in known:
        (other,) = read(path)
        assert (posed[path.stem].rows, posed[path.stem].columns) == (other.rows, other.columns)
