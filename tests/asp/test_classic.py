"""The classic dialect: read with clingo's parser, never executed, and written back."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from asp_nono.errors import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.files import read_text, write_text
from asp_nono.grid import Grid
from asp_nono.puzzle import WHITE, Color, Puzzle
from tests.cases import PALETTE, PUZZLES, puzzle
from tests.strategies import grids

FLAG = """\
#const rows=5. #const columns=5. #const colors=1.
br(1,1). br(2,2). br(3,1). br(4,1). br(5,0).
lr(1,1,4). lr(2,1,1). lr(2,2,2). lr(3,1,4). lr(4,1,1).
cr(1,1,1). cr(2,1,1). cr(2,2,1). cr(3,1,1). cr(4,1,1).
bc(1,1). bc(2,2). bc(3,1). bc(4,1). bc(5,0).
lc(1,1,4). lc(2,1,1). lc(2,2,1). lc(3,1,3). lc(4,1,3).
cc(1,1,1). cc(2,1,1). cc(2,2,1). cc(3,1,1). cc(4,1,1).
"""


def test_read() -> None:
    """The facts of the flag are recognised and pose the flag."""
    (flag,) = read_text(FLAG)
    expected = puzzle(next(case for case in PUZZLES if case.name == "flag"))
    assert (flag.rows, flag.columns) == (expected.rows, expected.columns)


def test_fill_facts_are_the_goal() -> None:
    """A picture in the answer's own atoms is the designer's."""
    fills = "fill(1,1,1). fill(2,1,1). fill(3,1,1). fill(4,1,1). fill(1,2,1). fill(3,2,1)."
    fills += "fill(4,2,1). fill(1,3,1). fill(2,3,1). fill(3,3,1). fill(4,3,1). fill(1,4,1)."
    (flag,) = read_text(FLAG + fills)
    assert flag.goal == Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])


def test_missing_line_is_remarked() -> None:
    """A line without a count is read as blank, and that is said."""
    with pytest.warns(PuzzleWarning, match=r"row 5: there is no br\(5,…\); read as blank"):
        (flag,) = read_text(FLAG.replace(" br(5,0).", ""))
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
        read_text(FLAG.replace(old, new), name="flag.lp")
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
    """The parser of clingo is not asked about more than any puzzle has."""
    with pytest.raises(PuzzleError, match=r"line 1: character 1[0-9]+: more than 200000 facts"):
        read_text("br(1,1)." * 200_001)


def test_nothing_is_included(tmp_path: Path) -> None:
    """A file named in the facts is not even opened."""
    secret = tmp_path / "secret.lp"
    secret.write_text("lr(1,1,4).", encoding="utf-8")
    with pytest.raises(PuzzleError, match="#include"):
        read_text(FLAG.replace("lr(1,1,4).", f'%*\n*% #include "{secret}".'))


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
        read_text(text + FLAG, name="flag.lp", form="classic")
    assert str(caught.value).startswith("flag.lp: line 4: character 13: wrong(1)")
