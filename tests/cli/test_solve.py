"""`asp-nono solve` and `count`: what is drawn, what is written, what the JSON objects hold."""

import re
from pathlib import Path

import pytest

from tests.cli.run import (
    INSTANCES,
    ONES_3,
    call,
    permutation,
    run,
    untimed,
)


@pytest.mark.parametrize(
    ("words", "number"), [(["-n", "1"], 1), (["-n", "4"], 4), ([], 2), (["--all"], 6)]
)
def test_n(words: list[str], number: int) -> None:
    """-n says how many solutions are drawn; two when it is left out; a wish is no limit."""
    ran = call("solve", *words, ONES_3)
    pictures = ran.out.split("\nSolution ")[1:]
    assert len({picture.split("\n", 1)[1] for picture in pictures}) == len(pictures) == number
    assert (f": all {number} solutions found\n" in ran.out) == (number == 6)
    assert "Certain" not in ran.out
    assert ran.status == 0


def test_output_is_never_half_written(tmp_path: Path) -> None:
    """A program that reads the file during the search finds whole pictures only."""
    file = permutation(tmp_path, 6)
    target = tmp_path / "out" / "all.txt"
    target.parent.mkdir()
    ran = run("solve", "-n", "40", "--output", target, file)
    assert ran.status == 0
    pictures = target.read_text().rstrip("\n").split("\n\n")
    assert len(set(pictures)) == 40
    assert {len(picture) for picture in pictures} == {6 * 7 - 1}
    assert list(target.parent.iterdir()) == [target]


HARD = "random/30x30-50-c1-s1.xml"


def test_numbered_and_random_solutions() -> None:
    """Solutions by their number are those of enumeration; a seed draws the same ones again."""
    words = [word for number in range(1, 7) for word in ("--nth", number)]
    (found,) = call("count", "--json", *words, ONES_3).objects
    (listed,) = call("solve", "--json", "--all", ONES_3).objects
    assert sorted(found["picked"]) == sorted(listed["solutions"])
    drawn = [call("count", "--sample", "9", "--seed", seed, ONES_3).out for seed in (1, 1, 2)]
    assert untimed(drawn[0]) == untimed(drawn[1]) != untimed(drawn[2])
    assert drawn[0].count("Random solution ") == 9


def test_heatmap(tmp_path: Path) -> None:
    """Each cell that differs shows in how many percent of the solutions it is colored."""
    heat = tmp_path / "heat.svg"
    ran = call("count", "--heatmap", heat, ONES_3)
    assert ": 6 (" in ran.out
    assert heat.read_text().count(">33</text>") == 9
    (tmp_path / "b.pdf").write_text("")
    assert call("count", "--heatmap", tmp_path / "b.pdf", ONES_3).status == 0
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")


def test_bounds_tell_what_was_tried() -> None:
    """What stopped, with its bounds, and below it every method that was tried."""
    ran = run("count", "--method", "frontier", "--time-limit", "2", INSTANCES / HARD)
    assert ran.status == 3
    first, *tried = ran.out.splitlines()
    assert re.search(r": at least \d+, at most 10\^\d+ \(.*\): time limit of 2 s$", first)
    methods = [line.split()[0] for line in tried]
    assert [one for one in methods if one != "estimate:"][:2] == ["line", "frontier"]
