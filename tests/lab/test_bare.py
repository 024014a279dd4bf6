"""Bare files of rules, without a header, as systems; and faulty ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import INSTANCES, call
from tests.lab.experiments import ONES_3, lab, pictures, plan, rows

BARE = """\
% The places of blocks are guessed; rows and columns must agree.
{ start(L, B, F..E) } = 1 :- window(L, B, F, E).
:- start(L, B, S), start(L, B+1, T), block(L, B, N, _), T < S+N+1.
covered(L, C) :- start(L, B, S), block(L, B, N, _), at(L, P, C), S <= P, P < S+N.
fill(X, Y, 1) :- covered(row(_), (X, Y)).
:- covered(L, C), at(M, _, C), not covered(M, C).
#show fill/3.
"""

FAULTY = {
    "silent": (BARE.replace("#show fill/3.\n", ""), "shows nothing; expected #show fill/3 alone"),
    "talking": (
        BARE + "#show start/3.\n",
        "talking.lp: shows fill/3, start/3; expected #show fill/3 alone",
    ),
    "misspelled": (
        BARE.replace("window(", "windw("),
        "misspelled.lp: Input: no facts supply windw/4",
    ),
    "unread": (BARE.replace("= 1 :-", "= 1 :"), "unread.lp: line 2: syntax error"),
    "unsafe": (BARE + ":- not start(L, 1, 1).\n", "unsafe.lp: line 8: unsafe variables"),
    "optimal": (BARE + "#minimize { 1, X, Y : fill(X, Y, 1) }.\n", "expected rules, #show"),
    "half": ("% Purpose:\n%   None.\n" + BARE, "half.lp: header: Input: at/3 is missing"),
}


def _desk(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.lp").write_text(text)
    names = ", ".join(f"'{name}.lp'" for name in texts)
    return plan(folder, f"recipes = ['order', {names}]\ninstances = [{str(ONES_3)!r}]\n")


def test_a_bare_file_takes_part(tmp_path: Path) -> None:
    """What it reads is read off its rules; its pictures are checked as everybody's."""
    ran = lab("run", _desk(tmp_path, bare=BARE), cwd=tmp_path)
    assert ran.status == 0, ran.err
    row = rows(tmp_path / "plan.db")["bare.lp:none"]
    assert (row["status"], len(pictures(row))) == ("multiple", 2)
    assert row["facts"] == 6 + 6 + 18  # block, window, at


def test_facts_that_there_are_none_of(tmp_path: Path) -> None:
    """A board without blocks is no misspelling."""
    (tmp_path / "bare.lp").write_text(BARE)
    (tmp_path / "blank.non").write_text("width 2\nheight 1\nrows\n0\ncolumns\n0\n0\n")
    text = "recipes = ['bare.lp']\ninstances = ['blank.non']\n"
    assert lab("run", plan(tmp_path, text), cwd=tmp_path).status == 0
    assert rows(tmp_path / "plan.db")["bare.lp:none"]["status"] == "unique"


@pytest.mark.parametrize("name", FAULTY)
def test_faulty_files(tmp_path: Path, name: str) -> None:
    """Each is an error of its own runs, in one line; the others are not harmed.

    What can be seen without a puzzle is said by `lab plan`.
    """
    text, said = FAULTY[name]
    path = _desk(tmp_path, **{name: text})
    assert lab("run", path, cwd=tmp_path).status == 0
    found = rows(tmp_path / "plan.db")
    assert found["order:probe"]["status"] == "multiple"
    assert found[f"{name}.lp:none"]["status"] == "error"
    assert said in found[f"{name}.lp:none"]["message"]
    assert found[f"{name}.lp:none"]["message"].startswith(f"{name}.lp: ")
    (line,) = (line for line in call("lab", "plan", path).out.splitlines() if f"{name}.lp" in line)
    assert ("every run will be an error" in line) == (name != "unsafe")


def test_grounding_of_bare_files(tmp_path: Path) -> None:
    """`ground` takes them apart, too; commands that answer questions want a header."""
    (tmp_path / "bare.lp").write_text(BARE)
    file = INSTANCES / "random" / "20x20-50-c1-s1.xml"
    ran = call("ground", "--encoding", tmp_path / "bare.lp", file)
    assert "bare.lp:2" in ran.out
