"""`asp-nono count`: exact numbers, and "at least" where the count was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from asp_nono.asp.recipes import HINTS, recipes
from tests.cli.encodings import ENDLESS, encoding
from tests.cli.run import HEART, ONES_3, PATHOLOGICAL, call, drawn, permutation, run, untimed

ENUMERATE = ("--json", "--method", "enumerate")


def test_exact() -> None:
    """A finished count is a plain number; none comes with its reason."""
    ones, none = PATHOLOGICAL / "ones-5.xml", PATHOLOGICAL / "none-search-4x4.xml"
    words = "no way to colour the cells that line logic leaves open agrees with all clues"
    ran = run("count", ones, HEART, none)
    assert ran.status == 0
    assert untimed(ran.out).splitlines() == [
        f"{ones}: 120 (line, topdown, TIME)",
        f"{HEART}: 1 (line, TIME)",
        f"{none}: 0 (line, topdown, TIME): {words}",
    ]


@pytest.mark.parametrize("name", list(recipes()))
@pytest.mark.parametrize("hints", HINTS)
def test_recipes_and_hints(name: str, hints: str) -> None:
    """Every recipe counts the same, with every level of hints."""
    (found,) = call("count", *ENUMERATE, "--recipe", name, "--hints", hints, ONES_3).objects
    assert (found["count"], found["exact"]) == ("6", True)


def test_json_contract() -> None:
    """The count is a decimal string, so that no reader rounds it."""
    (found,) = call("count", "--json", ONES_3).objects
    assert found.keys() >= {
        *("file", "puzzle", "width", "height", "verdict", "seconds", "reason"),
        *("count", "exact", "at_most", "tried"),
    }
    assert (found["count"], found["exact"], found["verdict"]) == ("6", True, "multiple")
    (heart,) = call("count", "--json", HEART).objects
    assert (heart["count"], heart["verdict"]) == ("1", "unique")
    assert [trial["method"] for trial in heart["tried"]] == ["line"]


def test_up_to() -> None:
    """--up-to N stops at N, says "at least", and is no failure."""
    ran = call("count", "--up-to", "4", ONES_3)
    assert untimed(ran.out).startswith(f"{ONES_3}: at least 4 (enumerate, TIME)")
    assert ran.status == 0
    (found,) = call("count", "--json", "--up-to", "4", ONES_3).objects
    assert (found["count"], found["exact"], found["verdict"]) == ("4", False, "multiple")


def test_up_to_more_than_there_are() -> None:
    """A bound that is not reached leaves the count exact."""
    assert ": 6 (enumerate, " in call("count", "--up-to", "7", ONES_3).out


def test_time_limit(tmp_path: Path) -> None:
    """A count that ran out of time is "at least N" with the limit; exit status 3."""
    ran = run("count", "--method", "enumerate", "--time-limit", "2", permutation(tmp_path, 12))
    assert ran.status == 3
    assert ": at least " in ran.out
    assert "time limit of 2 s" in ran.out


def test_time_limit_while_grounding(tmp_path: Path) -> None:
    """Nothing was counted, so nothing is claimed."""
    words = ("--encoding", encoding(tmp_path, ENDLESS), "--time-limit", "1")
    (found,) = run("count", "--json", *words, ONES_3).objects
    assert (found["count"], found["exact"], found["verdict"]) == ("0", False, "undecided")


def test_from_saved(tmp_path: Path) -> None:
    """Only the pictures that agree with the saved one are counted."""
    file = drawn(tmp_path, "#..", ".#.", "..#", saved=("#??", "???", "???"))
    assert ": 2 (line, topdown, " in call("count", "--from-saved", "1", file).out


def test_others_go_on() -> None:
    """A file that cannot be read gives an error, and the next is counted."""
    ran = run("count", "--json", "missing.xml", HEART)
    bad, heart = ran.objects
    assert bad.keys() == {"file", "error"}
    assert heart["count"] == "1"
    assert ran.status == 2
