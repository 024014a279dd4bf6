"""The dialects of facts of other programs: read with clingo's parser, never run, and written."""

import warnings
from dataclasses import replace

import pytest
from hypothesis import given

from asp_nono.files import read_text, write_text
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, PuzzleWarning, UnknownNameError, UnwritableError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.cases import PALETTE, PUZZLES, puzzle
from tests.formats.damage import Cuts, cuts, refused_within_bounds, survives
from tests.formats.fixtures import COLOR_FLAG, FLAG, PLAIN, clues, clues_in, one, refusal
from tests.strategies import grids, texts

PICTURE = Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])
COLORED_PICTURE = Grid.from_text(["####.", "#rr#.", "####.", "#....", "....."], ".#r")

HINTS = """\
%%% Title: Flag
% Author: A. Nonymous
#const w = 5. % columns
#const h = 5.
row_hint(1, 1, 4). row_hint(2, 1, 1). row_hint(2, 2, 2).
row_hint(3, 1, 4). row_hint(4, 1, 1). row_hint(5, 1, 0).
col_hint(1, 1, 4). col_hint(2, 1, 1). col_hint(2, 2, 1).
col_hint(3, 1, 3). col_hint(4, 1, 3).
"""

COLORED = """\
row(0,0,black,4). row(1,0,black,1). row(1,1,red,2). row(1,2,black,1).
row(2,0,black,4). row(3,0,black,1). row_cnt(5).
col(0,1,black,4). col(1,1,black,1). col(1,2,red,1). col(1,3,black,1).
col(2,1,black,1). col(2,2,red,1). col(2,3,black,1). col(3,1,black,3). col_cnt(5).
"""


def test_gramcracker() -> None:
    """Rows come first, a blank line is left out or has the hint 0, and comments may tell more."""
    flag = one(HINTS)
    assert (flag.rows, flag.columns) == clues(FLAG)
    assert (flag.title, flag.author) == ("Flag", "A. Nonymous")


def test_v4hn() -> None:
    """Lines count from 0, blocks from 0 or 1; a block of another color may touch."""
    flag = one(COLORED)
    assert (flag.rows, flag.columns) == clues(COLOR_FLAG)
    assert [(c.name, c.rgb) for c in flag.colors[1:]] == [("black", "000000"), ("red", "ff0000")]
    alone = one("row(0,0,b,1). row_cnt(1). col(0,0,b,1). col_cnt(1).")
    assert alone.colors == (WHITE, BLACK)


def test_pictures_are_goals() -> None:
    """Both call the row before the column, ours does not."""
    drawn = "".join(
        f"fill({y},{x})."
        for y, row in enumerate(PICTURE.rows, 1)
        for x, color in enumerate(row, 1)
        if color
    )
    assert one(HINTS + drawn).goal == PICTURE
    names = ("", "black", "red")
    drawn = "".join(
        f"s({y},{x},{names[color]})."
        for y, row in enumerate(COLORED_PICTURE.rows)
        for x, color in enumerate(row)
        if color
    )
    assert one(COLORED + drawn).goal == COLORED_PICTURE


@pytest.mark.parametrize("name", PLAIN)
def test_gramcracker_written(name: str) -> None:
    """One fact on a line, sizes first, as gramcracker's own window needs it."""
    text = write_text([PLAIN[name]], "gramcracker")
    assert clues_in(text) == clues(PLAIN[name])
    facts = [line for line in text.splitlines() if not line.startswith("%")]
    assert facts[0] == f"#const w = {PLAIN[name].width}."
    assert facts[1] == f"#const h = {PLAIN[name].height}."
    assert all(fact.count(".") == 1 for fact in facts)


@given(grids(), texts(), texts())
def test_gramcracker_read_back(grid: Grid, title: str, copyright_line: str) -> None:
    """The clues survive whatever the texts are; so do texts of one line."""
    posed = replace(Puzzle.of(grid, title=" ".join(title.split())), goal=None)
    posed = replace(posed, title="".join(c for c in posed.title if c.isprintable()).strip())
    again = one(write_text([posed], "gramcracker"), "gramcracker")
    assert again == posed
    posed = replace(posed, copyright=f"a\n{copyright_line}")
    with pytest.warns(PuzzleWarning, match="cannot hold the copyright line"):
        text = write_text([posed], "gramcracker", lossy=True)
    again = one(text, "gramcracker")
    assert (again.rows, again.columns) == (grid.row_clues(), grid.column_clues())


def test_gramcracker_losses() -> None:
    """Colors are refused, and the dialects that are only read are not written."""
    with pytest.raises(UnwritableError, match="cannot hold colors"):
        write_text([COLOR_FLAG], "gramcracker", lossy=True)
    with pytest.raises(UnwritableError, match="a second puzzle"):
        write_text([FLAG] * 2, "gramcracker", lossy=True)
    with pytest.raises(UnwritableError, match=r"the goal, but can drop it \(lossy\)"):
        write_text([Puzzle.of(PICTURE)], "gramcracker")
    with pytest.raises(UnknownNameError, match="unknown format to write 'v4hn'"):
        write_text([FLAG], "v4hn")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("#const w = 5.", "", "no size; expected '#const w = ' and a number"),
        ("#const w = 5.", "#const w = 0.", "0 columns; expected 1 to 1000"),
        ("#const w = 5.", "#const w = 999999999.", "999999999 columns; expected 1 to 1000"),
        ("#const w = 5.", "#const w = 4294967301.", "line 3: character 12: '4294967301'; expe"),
        ("#const w = 5.", "#const w = 5. #const w = 6.", "line 3: character 15: #const w = 6. con"),
        (
            "#const w = 5.",
            "#const w = 5. #const x = 6.",
            "line 3: character 15: #const x = 6.: a f",
        ),
        ("col_hint(1, 1, 4)", "col_hint(1, 1, 4;3)", "line 7: character 1: col_hint(1,1,4;3).: "),
        ("col_hint(1, 1, 4)", "col_hint(6, 1, 4)", "col_hint(6,1,4) lies outside 1 to 5"),
        ("col_hint(1, 1, 4)", "col_hint(0, 1, 4)", "col_hint(0,1,4) lies outside 1 to 5"),
        (
            "col_hint(1, 1, 4)",
            "col_hint(1, 0, 4)",
            "column 1: block 1 has no length col_hint(1,1,…)",
        ),
        (
            "col_hint(1, 1, 4)",
            "col_hint(1, 2, 4)",
            "column 1: block 1 has no length col_hint(1,1,…)",
        ),
        ("col_hint(1, 1, 4)", "col_hint(1, 1, -4)", "line 7: character 16: -4; expected a number"),
        ("row_hint(2, 2, 2)", "row_hint(2, 2, 0)", "row 2: block 2: 0 cells; 0 stands for"),
        ("row_hint(2, 2, 2)", "row_hint(2, 1, 2)", "line 5: row_hint(2,1,2) contradicts an"),
        (
            "row_hint(2, 2, 2)",
            "row_hint(2, 2, two)",
            "line 5: character 54: two; expected a number",
        ),
        ("row_hint(2, 2, 2)", 'row_hint(2, 2, "2")', "line 5: character 54: '\"'; expected"),
        (
            "row_hint(2, 2, 2)",
            "row_hint(2, 2, ²)",
            "line 5: character 54: '²'; expected plain ASCII",
        ),
        (
            "row_hint(2, 2, 2)",
            "#external x",
            "line 5: character 39: '#external'; a fact file holds",
        ),
        ("row_hint(2, 2, 2)", "fill(1, X) :- a(X)", "line 5: character 39: fill(1,X) :- a(X).: a"),
        ("row_hint(2, 2, 2)", "not fill(1, 1)", "line 5: character 39: not fill(1,1).: expected"),
        ("row_hint(2, 2, 2)", "fill(9, 1)", "fill of column 1, row 9 lies outside 5x5 cells"),
        ("% columns", "%* columns", "line 3: a comment that is not closed"),
    ],
)
def test_bad_hints(old: str, new: str, reason: str) -> None:
    """What is wrong is named with its line or its place on the board."""
    assert refusal(HINTS.replace(old, new), "gramcracker").startswith(reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("row_cnt(5).", "", "0 facts row_cnt; expected one with the number of rows"),
        ("row_cnt(5).", "row_cnt(5). row_cnt(6).", "2 facts row_cnt; expected one"),
        ("col_cnt(5).", "col_cnt(0).", "0 columns; expected 1 to 1000"),
        ("row(3,0,", "row(5,0,", "row(5,0,black,1) lies outside 0 to 4"),
        ("row(3,0,", "row(3,2,", "row 4: block 0 has no length row(3,0,…)"),
        ("row(1,1,", "row(1,3,", "row 2: block 1 has no length row(1,1,…)"),
        ("row(3,0,black,1)", "row(3,0,black,0)", "row 4: a block of 0 cells"),
        ("row(3,0,black,1)", "row(3,0,Black,1)", "line 2: character 27: Black; expected a name"),
        ("row(3,0,black,1)", "row(3,0,f(x),1)", "line 2: character 27: f(x); expected a name"),
        ("row(3,0,black,1)", "row(3,0,red,1)", "the rows ask for 10 black cells, the columns for"),
    ],
)
def test_bad_blocks(old: str, new: str, reason: str) -> None:
    """The same of v4hn's facts."""
    assert refusal(COLORED.replace(old, new)).startswith(reason)


@given(cuts())
def test_damaged_facts(damage: Cuts) -> None:
    """Whatever befalls a file, it is read or refused."""
    survives(HINTS.encode(), damage, "gramcracker")
    survives(COLORED.encode(), damage, "v4hn")


@pytest.mark.parametrize("form", ["classic", "gramcracker", "v4hn"])
@pytest.mark.parametrize(
    "text",
    [
        "a(" * 300_000 + "1" + ")" * 300_000 + ".",
        "a(" + "-" * 300_000 + "1).",
        "a(1" + "+1" * 300_000 + ").",
        "a(1..1" + "..1" * 300_000 + ").",
        "a :- " + "not " * 300_000 + "b.",
        "a(" + "9" * 300_000 + ").",
        "\N{ARABIC-INDIC DIGIT ONE}.",
        "a(1). " * 300_000,
        "%*x" * 300_000,
    ],
    ids=["deep", "minus", "plus", "range", "not", "digits", "foreign", "many", "comments"],
)
def test_what_clingo_does_not_survive(form: str, text: str) -> None:
    """Texts that end clingo's parser, and Python with it, never reach it."""
    refused_within_bounds(text, form)


CLASSIC = """\
#const rows=5. #const columns=5. #const colors=1.
br(1,1). br(2,2). br(3,1). br(4,1). br(5,0).
lr(1,1,4). lr(2,1,1). lr(2,2,2). lr(3,1,4). lr(4,1,1).
cr(1,1,1). cr(2,1,1). cr(2,2,1). cr(3,1,1). cr(4,1,1).
bc(1,1). bc(2,2). bc(3,1). bc(4,1). bc(5,0).
lc(1,1,4). lc(2,1,1). lc(2,2,1). lc(3,1,3). lc(4,1,3).
cc(1,1,1). cc(2,1,1). cc(2,2,1). cc(3,1,1). cc(4,1,1).
"""


def test_read() -> None:
    """The facts of the flag are recognized and pose the flag."""
    (flag,) = read_text(CLASSIC)
    expected = puzzle(next(case for case in PUZZLES if case.name == "flag"))
    assert (flag.rows, flag.columns) == (expected.rows, expected.columns)


def test_fill_facts_are_the_goal() -> None:
    """A picture in the answer's own atoms is the designer's."""
    fills = "fill(1,1,1). fill(2,1,1). fill(3,1,1). fill(4,1,1). fill(1,2,1). fill(3,2,1)."
    fills += "fill(4,2,1). fill(1,3,1). fill(2,3,1). fill(3,3,1). fill(4,3,1). fill(1,4,1)."
    (flag,) = read_text(CLASSIC + fills)
    assert flag.goal == Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])


def test_missing_line_is_remarked() -> None:
    """A line without a count is read as blank, and that is said."""
    with pytest.warns(PuzzleWarning, match=r"row 5: there is no br\(5,…\); read as blank"):
        (flag,) = read_text(CLASSIC.replace(" br(5,0).", ""))
    assert flag.rows[4] == ()


@given(grids(colors=4))
def test_written_and_read_back(grid: Grid) -> None:
    """The clues survive."""
    posed = replace(Puzzle.of(grid, PALETTE, title="%*\n#script"), goal=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
        (again,) = read_text(write_text([posed], "classic", lossy=True))
    assert (again.rows, again.columns) == (posed.rows, posed.columns)
    assert len(again.colors) == len(posed.colors)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "br(5,0).",
            'br(5,0). #include "/etc/passwd".',
            "line 2: character 46: '#include'; a fact file holds facts",
        ),
        (
            "br(5,0).",
            "br(5,0). #script (python) 1 #end.",
            "line 2: character 46: '#script'; a fact file holds facts",
        ),
        ("br(5,0).", "br(5,0) :- not x.", "line 2: character 37: br(5,0) :- not x.: a fact"),
        ("br(5,0).", "br(5,0). x(1).", "line 2: character 46: x(1).: expected a fact of br/2"),
        ("br(5,0).", "br(5,0). br(5,1).", "line 2: br(5,1) contradicts an earlier fact"),
        ("br(5,0).", "br(5,0). br(6,0).", "br(6,0) lies outside 1 to 5"),
        ("br(5,0).", "br(5,1..2).", "line 2: character 42: (1..2); expected a number"),
        ("br(5,0).", "br(5,zero).", "line 2: character 42: zero; expected a number"),
        ("br(5,0).", "br(5,0", "line 3: character 1: syntax error"),
        ("br(5,0).", "br(5,1).", "row 5: block 1 has no length lr(5,1,…)"),
        ("lr(1,1,4).", "lr(1,1,0).", "row 1: a block of 0 cells"),
        ("lr(1,1,4).", "lr(1,1,4). lr(1,2,1).", "lr(1,2,1): there is no such block"),
        ("rows=5", "rows=1000000000", "line 1: character 13: '1000000000'; expected at most 9"),
        ("rows=5", "rows=100000000", "100000000 rows; expected 1 to 1000"),
        ("colors=1", "colors=100000000", "more than 256 colors"),
        ("lr(1,1,4).", "lr(1,1,9).", "row 1: the clue 9 needs 9 cells; the row has 5"),
        ("br(5,0).", "br(5,0). fill(9,9,1).", "fill of column 9, row 9 lies outside 5x5 cells"),
    ],
)
def test_bad_facts(old: str, new: str, words: str) -> None:
    """Anything but facts and constants is refused with its line."""
    with pytest.raises(PuzzleError) as caught:
        read_text(CLASSIC.replace(old, new), name="flag.lp")
    assert str(caught.value).startswith("flag.lp: ")
    assert words in str(caught.value)


def test_who_made_it() -> None:
    """Comments hold it; how colors are called and look is said to be lost."""
    posed = replace(Puzzle.of(Grid.from_text(["#"])), goal=None, title="A dot", license="CC0-1.0")
    assert read_text(write_text([posed], "classic")) == [posed]
    red = replace(posed, colors=(WHITE, Color("red", "r", "ff0000")))
    with pytest.raises(UnwritableError, match="the names and values of colors"):
        write_text([red], "classic")
    with pytest.warns(PuzzleWarning, match="cannot hold the names and values of colors"):
        assert read_text(write_text([red], "classic", lossy=True)) == [posed]


def test_too_many_facts() -> None:
    """More facts than any puzzle has never reach clingo."""
    with pytest.raises(PuzzleError, match=r"line 1: character 1[0-9]+: more than 200000 facts"):
        read_text("br(1,1)." * 200_001)


def test_losses_are_refused() -> None:
    """What facts cannot hold is named, and dropped only on request."""
    posed = replace(Puzzle.of(Grid.from_text(["#"])), description="a dot", source="here")
    with pytest.raises(UnwritableError, match="the description, the goal"):
        write_text([posed], "classic")
    with pytest.warns(PuzzleWarning, match="the file is written without"):
        assert "br(1,1)." in write_text([posed], "classic", lossy=True)
    with pytest.raises(UnwritableError, match="a second puzzle"):
        write_text([posed, posed], "classic", lossy=True)


def test_places_after_comments() -> None:
    """Comments of whatever kind do not move the line and the character that an error names."""
    text = "% one\n#const rows=1. %* two\nlines *% #const columns=1.\n%* three *% wrong(1).\n"
    with pytest.raises(PuzzleError) as caught:
        read_text(text + CLASSIC, name="flag.lp", form="classic")
    assert str(caught.value).startswith("flag.lp: line 4: character 13: wrong(1)")
