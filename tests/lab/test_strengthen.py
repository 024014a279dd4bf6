"""Constraints found by search: they exclude no answer, and propagation finds more with them."""

import re
from pathlib import Path

import pytest

from asp_nono.asp.encodings import folder
from asp_nono.asp.recipes import recipe_of, recipes
from asp_nono.grading.grade import grade
from asp_nono.grading.nonograms import Nonograms
from asp_nono.lab.strength import LineKind, strength
from asp_nono.lab.strengthen import StrengthenResult, strengthen
from tests.cli.run import call, refused
from tests.docs.pages import blocks

pytestmark = pytest.mark.slow

STARTS = """\
{ start(L, B, 1..M-N+1) } = 1 :- block(L, B, N, _), line(L, M).
paint(L, S..S+N-1) :- start(L, B, S), block(L, B, N, _).
fill(X, Y, 1) :- paint(row(Y), X).
:- start(L, B, S), block(L, B, N, _), start(L, B+1, T), T <= S+N.
:- fill(X, Y, 1), not paint(column(X), Y).
:- paint(column(X), Y), not fill(X, Y, 1).
#show fill/3.
"""


@pytest.fixture
def starts(tmp_path: Path) -> Path:
    """The program of the course's fifth lesson, without a header."""
    file = tmp_path / "mine.lp"
    file.write_text(STARTS, encoding="utf-8")
    return file


def _found(file: Path, longest: int, checked: int) -> StrengthenResult:
    *_, found = strengthen(recipe_of([file]), longest, checked)
    return found


@pytest.mark.nightly
def test_what_is_found_is_sound_and_measured(starts: Path) -> None:
    """The first two constraints are those of redundant/flanks: no cell beside a block.

    The grader finds no board that distinguishes the longer program, and `strength` the same shares.
    """
    found = _found(starts, 4, 8)
    assert found.constraints[:2] == (
        ":- paint(L, S), start(L, _, S+1).",
        ":- block(L, B, N, _), paint(L, S), start(L, B, S-N).",
    )
    merits = [step.merit for step in found.steps]
    assert merits == sorted(set(merits))
    starts.write_text("\n".join([STARTS, *found.constraints]), encoding="utf-8")
    *_, measured = strength(recipe_of([starts]), 4)
    assert measured.whole == found.steps[-1].measured
    graded = grade(starts.read_text(), Nonograms(scaling=False, seconds=20), "mine.lp")
    assert graded.exhaustive is not None
    assert not graded.exhaustive.faulty


@pytest.mark.nightly
def test_longer_lines_decide(starts: Path) -> None:
    """A constraint that lines of up to 6 cells bear out is not taken if one of 8 violates it."""
    unsound = ":- block(L, B, N, _), paint(L, S+N+1), start(L, B+1, S), not paint(L, S-N+1)."
    assert unsound in _found(starts, 4, 6).constraints
    assert unsound not in _found(starts, 4, 8).constraints


CELLS = """\
{ start(L, B, 1..M-N+1) } = 1 :- block(L, B, N, _), line(L, M).
{ fill(X, Y, 1) } :- line(row(Y), _), line(column(X), _).
:- start(L, B, S), block(L, B, N, _), start(L, B+1, T), T <= S+N.
:- start(row(Y), B, S), block(row(Y), B, N, _), X = S..S+N-1, not fill(X, Y, 1).
:- start(column(X), B, S), block(column(X), B, N, _), Y = S..S+N-1, not fill(X, Y, 1).
total(L, T) :- line(L, _), T = #sum { N, B : block(L, B, N, _) }.
:- total(row(Y), T), #count { X : fill(X, Y, 1) } != T.
:- total(column(X), T), #count { Y : fill(X, Y, 1) } != T.
#show fill/3.
"""


def test_cells_in_rows_and_columns(tmp_path: Path) -> None:
    """A constraint on the cells themselves stands there twice, and names the line of its block."""
    file = tmp_path / "cells.lp"
    file.write_text(CELLS, encoding="utf-8")
    found = _found(file, 3, 5)
    assert found.constraints[1].split("\n") == [
        ":- block(row(Y), B, N, K), fill(S+N, Y, K), start(row(Y), B, S).",
        ":- block(column(X), B, N, K), fill(X, S+N, K), start(column(X), B, S).",
    ]


def test_command(starts: Path) -> None:
    """A table with a row for each constraint; JSON has the same; a limit keeps what is known."""
    short = ("--longest", 3, "--checked", 5)
    text = call("encodings", "strengthen", starts, *short).out
    assert text.startswith(
        f"{starts}: measured on lines of up to 3 cells, sound on lines of up to 5"
    )
    assert "  (as it is)\n" in text
    (value,) = call("encodings", "strengthen", "--json", starts, *short).objects
    assert value["steps"][0]["constraint"] == ""
    assert f"  {value['steps'][1]['constraint']}\n" in text
    assert value["steps"][0]["found"] < value["steps"][1]["found"]
    complete = ("textbook-regular", "--longest", 3, "--checked", 3)
    assert call("encodings", "strengthen", *complete).out.endswith("no constraint is needed.\n")
    ran = call("encodings", "strengthen", starts, "--time-limit", 0.001)
    assert (ran.status, ran.out.splitlines()[-1]) == (3, "stopped: time limit of 0.001 s")


def test_refused(tmp_path: Path) -> None:
    """Programs that are no encoding, and such with theory atoms."""
    file = tmp_path / "wrong.lp"
    file.write_text(STARTS.replace("T <= S+N", "T < S+N"), encoding="utf-8")
    assert "the answers are not the arrangements" in refused("encodings", "strengthen", file)
    theory = folder() / "textbook" / "difference.lp"
    assert "has theory atoms" in refused("encodings", "strengthen", theory)


COVERED = """\
#defined window/4. #defined late/3. #defined block/4.
start(L, B, S) :- window(L, B, F, E), S = F..E, late(L, B, S), not late(L, B, S+1).
covered(L, P)  :- start(L, B, S), block(L, B, N, _), P = S..S+N-1.
"""


@pytest.mark.nightly
def test_constraints_that_help_only_together(tmp_path: Path) -> None:
    """With atoms for the cells that starts cover, `order` gets three, and then it finds all."""
    file = tmp_path / "covered.lp"
    file.write_text(COVERED, encoding="utf-8")
    files = [*recipes()["order"].files, file]
    *_, found = strengthen(recipe_of(files), 6, 8)
    (together,) = found.constraints
    assert len(together.split("\n")) == 3 * 2  # each for rows, and for columns
    assert "fill(S, Y, _), not covered(row(Y), S)" in together
    assert (found.steps[0].missed > 0, found.steps[1].missed) == (True, 0)


DEFINED = "#defined block/4. #defined window/4. #defined late/3. #defined gap/3. #defined line/2.\n"


@pytest.mark.nightly
def test_what_support_asks_for(tmp_path: Path) -> None:
    """With the atoms that docs/encodings.md defines, the search finds the constraints shown there.

    On longer lines, too, and in two colors, propagation then misses nothing.
    """
    page = [block.text for block in blocks("docs/encodings.md", "prolog", "text")]
    (atoms,) = [text for text in page if text.startswith("start(L, B, S) ")]
    (shown,) = [text for text in page if "order-with-atoms.lp" in text]
    file = tmp_path / "atoms.lp"
    file.write_text(f"{DEFINED}{atoms}", encoding="utf-8")
    files = [*recipes()["order-plain"].files, file]
    *_, found = strengthen(recipe_of(files), 8, 8)
    (together,) = found.constraints
    assert together.split("\n") == re.findall(r":- .*\.$", shown, re.MULTILINE)
    file.write_text(f"{DEFINED}{atoms}{together}", encoding="utf-8")
    for longest, colors in ((9, 1), (5, 2)):
        *_, measured = strength(recipe_of(files), longest, LineKind(colors))
        assert measured.whole.found == measured.whole.deductions
