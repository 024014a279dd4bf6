"""What beginners get wrong: `check`, `solve` and `encodings check` say what is meant, and where."""

import re
from pathlib import Path

import pytest
from clingo.ast import parse_files

from asp_nono.asp.diagnosis.names import nearest
from asp_nono.asp.diagnosis.syntax import arrow, syntax
from asp_nono.asp.encodings import folder
from tests.cli.run import HEART, refused, run

RIGHT = """\
{ start(L, B, 1..M-N+1) } = 1 :- block(L, B, N, _), line(L, M).
paint(L, S..S+N-1) :- start(L, B, S), block(L, B, N, _).   % all of it.
fill(X, Y, 1) :- paint(row(Y), X).
:- start(L, B, S), block(L, B, N, _),
   start(L, B+1, T), T <= S+N.
:- fill(X, Y, 1), not paint(column(X), Y).
:- paint(column(X), Y), not fill(X, Y, 1).
#show fill/3.
"""

PERIOD = "a period is missing at the end of the line"
WRONG = {
    ("X).\n:- start", "X)\n:- start"): ("line 3, column 34", PERIOD),
    ("fill/3.", "fill/3"): ("line 8, column 13", PERIOD),
    (", Y, 1).\n#show", ", Y, 1)\n#show"): ("line 7, column 42", PERIOD),
    ("_).   %", "_)   %"): ("line 2, column 56", PERIOD),
    ("_),\n", "_)\n"): ("line 4, column 37", "a period or a comma is missing"),
    ("S), block", "S) block"): ("line 2, column 38", "expected a comma before block"),
    ("S+N-1) :-", "S+N-1 :-"): ("line 2, column 6", "( has no )"),
    ("paint(L, S", "paint(L S"): ("line 2, column 9", "expected a comma before S"),
    ("M-N+1) }", "M-N+1)"): ("line 1, column 1", "{ has no }"),
    (":- paint(row", "<- paint(row"): ("line 3, column 15", "write :- instead of <-"),
    (":- paint(row", "=> paint(row"): ("line 3, column 15", "write :- instead of =>"),
    (":- paint(row", "<= paint(row"): ("line 3, column 15", "write :- instead of <="),
    ("not paint", "not pain"): ("line 6, column 23", "did you mean paint/2?"),
    ("block(L, B, N, _),\n", "block(L, B, N),\n"): ("line 4, column 20", "did you mean block/4?"),
    (":- block", ":- blocks"): ("line 1, column 34", "did you mean block/4?"),
    ("line(L, M)", "lines(L, M)"): ("line 1, column 53", "did you mean line/2?"),
    ("T <= S+N", "T <= S+N+U"): ("line 4, column 1", "unsafe variables: U in :- start"),
}
"""Mistakes as a change of a right program, and what is said of them."""


@pytest.mark.parametrize("change", WRONG)
def test_what_is_said(change: tuple[str, str], tmp_path: Path) -> None:
    """The place and the remedy, the same in all commands."""
    where, what = WRONG[change]
    assert change[0] in RIGHT
    file = tmp_path / "mine.lp"
    file.write_text(RIGHT.replace(*change, 1), encoding="utf-8")
    said = f"{file}: {where}: "
    for words in (("solve", "--encoding", file, HEART), ("check", "--encoding", file, HEART)):
        text = refused(*words)
        assert said in text
        assert what in text
    text = run("encodings", "check", file).err
    assert f"{file}:{':'.join(re.findall('[0-9]+', where))}" in text
    assert what in text


def test_only_variables_of_the_program_are_unsafe(tmp_path: Path) -> None:
    """Not the one that clingo makes of a range."""
    file = tmp_path / "mine.lp"
    file.write_text(RIGHT.replace("S), block(L, B, N, _).", "S), block(L, B, n, _).", 1))
    assert "unsafe variables: N in paint" in run("check", "--encoding", file, HEART).err


def test_right_programs_are_fine(tmp_path: Path) -> None:
    """The program without mistakes is solved."""
    file = tmp_path / "mine.lp"
    file.write_text(RIGHT, encoding="utf-8")
    assert "unique" in run("check", "--encoding", file, HEART).out


_SAID = re.compile(r":(\d+):(\d+)[^:]*: error: syntax error")


@pytest.mark.parametrize("name", ["starts", "order", "states", "textbook/runs", "textbook/order"])
def test_periods_of_our_encodings(name: str, tmp_path: Path) -> None:
    """Each period at the end of a statement is taken away: its line is found, or nothing is said.

    A line that ends with a bracket may as well go on; then a comma is named, too.
    """
    text = (folder() / f"{name}.lp").read_text(encoding="utf-8")
    file, found = tmp_path / "mine.lp", 0
    places = [one.start() for one in re.finditer(r"\.$", text, re.MULTILINE)]
    for place in places:
        if text.rfind("%", text.rfind("\n", 0, place) + 1, place) >= 0:
            continue  # in a comment
        wrong = text[:place] + text[place + 1 :]
        file.write_text(wrong, encoding="utf-8")
        said: list[str] = []
        with pytest.raises(RuntimeError):
            parse_files([str(file)], lambda _: None, logger=lambda _, text: said.append(text))  # noqa: B023 - called at once
        (noticed,) = (one for one in map(_SAID.search, said) if one)
        line, column = int(noticed[1]), int(noticed[2])
        assert not arrow(wrong, line)
        if diagnosis := syntax(wrong, line, column):
            assert diagnosis.line == text.count("\n", 0, place) + 1
            assert str(diagnosis.reason).startswith("syntax error: a period")
            found += 1
    assert found >= 5


@pytest.mark.parametrize(
    ("meant", "name"), [("fill/3", "ful/2"), ("block/4", "block/3"), ("", "b/0"), ("", "late/3")]
)
def test_the_nearest_name(meant: str, name: str) -> None:
    """By letters, of which one is half of any name of two; the number of arguments comes after."""
    assert nearest(name, ["br/2", "fill/3", "block/4"]) == meant
