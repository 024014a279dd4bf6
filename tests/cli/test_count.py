"""`asp-nono count`: exact numbers, and "at least" where the count was stopped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.run import (
    HEART,
    INSTANCES,
    ONES_3,
    PATHOLOGICAL,
    call,
    drawn,
    refused,
    run,
    untimed,
)

HARD = "random/30x30-50-c1-s1.xml"
ENUMERATE = ("--json", "--method", "enumerate")


def test_exact() -> None:
    """A finished count is a plain number; none comes with its reason."""
    ones, none = PATHOLOGICAL / "ones-5.xml", PATHOLOGICAL / "none-search-4x4.xml"
    words = "no way to color the cells that line logic leaves open agrees with all clues"
    ran = run("count", ones, HEART, none)
    assert ran.status == 0
    assert untimed(ran.out).splitlines() == [
        f"{ones}: 120 (line, topdown, TIME)",
        f"{HEART}: 1 (line, TIME)",
        f"{none}: 0 (line, topdown, TIME): {words}",
    ]


def test_up_to() -> None:
    """--up-to N stops at N, says "at least", and is no failure."""
    ran = call("count", "--up-to", "4", ONES_3)
    assert untimed(ran.out).startswith(f"{ONES_3}: at least 4 (enumerate, TIME)")
    assert ran.status == 0
    (found,) = call("count", "--json", "--up-to", "4", ONES_3).objects
    assert (found["count"], found["exact"], found["verdict"]) == ("4", False, "multiple")


def test_from_saved(tmp_path: Path) -> None:
    """Only the pictures that agree with the saved one are counted."""
    file = drawn(tmp_path, "#..", ".#.", "..#", saved=("#??", "???", "???"))
    assert ": 2 (line, topdown, " in call("count", "--from-saved", "1", file).out


def test_numbered_and_random_solutions() -> None:
    """Solutions by their number are those of enumeration; a seed draws the same ones again."""
    words = [word for number in range(1, 7) for word in ("--nth", number)]
    (found,) = call("count", "--json", *words, ONES_3).objects
    (listed,) = call("solve", "--json", "--all", ONES_3).objects
    assert sorted(found["picked"]) == sorted(listed["solutions"])
    drawn = [call("count", "--sample", "9", "--seed", seed, ONES_3).out for seed in (1, 1, 2)]
    assert untimed(drawn[0]) == untimed(drawn[1]) != untimed(drawn[2])
    assert drawn[0].count("Random solution ") == 9


def test_bare_pictures_go_alone() -> None:
    """In a bare style, standard output is for pictures; the number goes to standard error."""
    ran = call("count", "--nth", "1", "--style", "rows", ONES_3)
    assert sorted(ran.out.split()) == ["#..", ".#.", "..#"]
    assert ": 6 (" in ran.err


def test_heatmap(tmp_path: Path) -> None:
    """Each cell that differs shows in how many percent of the solutions it is colored."""
    heat = tmp_path / "heat.svg"
    ran = call("count", "--heatmap", heat, ONES_3)
    assert ": 6 (" in ran.out
    assert heat.read_text().count(">33</text>") == 9
    (tmp_path / "b.pdf").write_text("")
    assert call("count", "--heatmap", tmp_path / "b.pdf", ONES_3).status == 0
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--nth", "7"), "there is no solution 7; there are 6"),
        (("--seed", "1"), "--seed is for --sample N"),
        (("--heatmap", "x.txt"), "a heat map is drawn as .svg, .png or .pdf"),
        (("--nth", "1", "--method", "enumerate"), "enumerated solutions cannot be picked"),
        (("--nth", "1", "--method", "d4"), "d4 gives a number and no solutions"),
        (("--approximate", "--up-to", "2"), "--approximate excludes all other ways to count"),
        (("--approximate", "--nth", "2"), "--approximate gives a number and no solutions"),
    ],
)
def test_what_cannot_be_had(words: tuple[str, ...], reason: str) -> None:
    """One line says what is wrong."""
    assert reason in refused("count", *words, ONES_3)


@pytest.mark.parametrize("method", ["ganak", "d4"])
def test_other_counters(method: str) -> None:
    """They count the recipe's answers."""
    (found,) = run("count", "--json", "--method", method, ONES_3).objects
    assert (found["count"], found["exact"], found["tried"][0]["method"]) == ("6", True, method)


def test_estimates_are_no_counts() -> None:
    """An estimate says how sure it is, and its object has no count."""
    assert (
        "about 6 (between 4 and 10 with a probability of at least 80 %)"
        in run("count", "--approximate", ONES_3).out
    )
    (found,) = run("count", "--approximate", "--json", ONES_3).objects
    assert "count" not in found
    assert (found["estimate"], found["from"], found["to"]) == ("6", "4", "10")


def test_bounds_tell_what_was_tried() -> None:
    """What stopped, with its bounds, and below it every method that was tried."""
    ran = run("count", "--method", "frontier", "--time-limit", "5", INSTANCES / HARD)
    assert ran.status == 3
    first, *tried = ran.out.splitlines()
    assert re.search(r": at least \d+, at most 10\^\d+ \(.*\): time limit of 5 s$", first)
    assert [line.split()[0] for line in tried][:2] == ["line", "frontier"]
