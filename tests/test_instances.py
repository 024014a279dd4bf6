"""The shipped puzzles: all there, all free, and with as many solutions as their list says."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from asp_nono.asp.recipes import recipes
from asp_nono.counting.count import count
from asp_nono.counting.result import Count
from asp_nono.files import read
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve

FOLDER = Path(__file__).parents[1] / "instances"
MOST = 20_000  # solutions that are counted
FEW = 300  # the same where every recipe counts


@dataclass(frozen=True)
class Listed:
    """What `index.toml` says of a puzzle; README.md there explains it."""

    file: str
    title: str
    width: int
    height: int
    colors: int
    solutions: int
    blotted: bool = False
    line: bool = False

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle in the file."""
        (puzzle,) = read(FOLDER / self.file)
        return puzzle

    def within(self, side: int) -> bool:
        """Whether neither side is longer."""
        return max(self.width, self.height) <= side


LISTED = [Listed(**entry) for entry in tomllib.loads((FOLDER / "index.toml").read_text())["puzzle"]]

every = pytest.mark.parametrize("listed", LISTED, ids=lambda listed: listed.file)
up_to_30, up_to_12 = (
    pytest.mark.parametrize(
        "listed", [entry for entry in LISTED if entry.within(side)], ids=lambda listed: listed.file
    )
    for side in (30, 12)
)


def test_enough_and_all_listed() -> None:
    """At least 60 puzzles; every file is listed once, and every listed file is there."""
    files = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.xml"))
    assert sorted(listed.file for listed in LISTED) == files
    assert len(files) >= 60


def test_variety() -> None:
    """Every verdict, colors, blotted blocks and the ground between 1x1 and 60x60 occur."""
    assert {1, 0} <= {listed.solutions for listed in LISTED}
    assert any(listed.solutions == 1 and not listed.line for listed in LISTED)
    assert {1, 2, 3, 4, 5} <= {listed.colors for listed in LISTED}
    assert sum(listed.blotted for listed in LISTED) >= 5
    sides = {listed.width for listed in LISTED}
    assert (min(sides), max(sides)) == (1, 60)


@every
def test_as_listed(listed: Listed) -> None:
    """Title, size, colors, blots and license are as listed; a goal is a solution."""
    puzzle = listed.puzzle
    assert (puzzle.width, puzzle.height) == (listed.width, listed.height)
    assert len(puzzle.colors) - 1 == listed.colors
    assert puzzle.title == listed.title
    assert puzzle.blotted == listed.blotted
    assert puzzle.license == "CC0-1.0"
    if not listed.file.startswith("pathological/"):
        assert puzzle.goal
        assert satisfies(puzzle.goal, puzzle)


@up_to_30
def test_number_of_solutions(listed: Listed) -> None:
    """The list says what is counted; up to `MOST` the default recipe finds as many."""
    found = count(listed.puzzle)
    assert (found.number, found.exact) == (listed.solutions, True)
    some = count(listed.puzzle, most=MOST)
    assert some.number == min(listed.solutions, MOST)


@every
def test_verdict_and_technique(listed: Listed) -> None:
    """The verdict follows from the number, and `line` says whether line logic is enough."""
    result = solve(listed.puzzle)
    expected = {0: Verdict.NONE, 1: Verdict.UNIQUE}.get(listed.solutions, Verdict.MULTIPLE)
    assert result.verdict is expected
    assert all(satisfies(grid, listed.puzzle) for grid in result.solutions)
    if result.verdict is Verdict.UNIQUE:
        assert (result.technique == "line") == listed.line
    else:
        assert not listed.line
    if result.verdict is Verdict.MULTIPLE:
        assert result.differences


MINUTES = ("random/25x25-50-c3-s1.xml", "random/30x30-50-c1-s1.xml")
"""What classic takes too long for."""

BOARD_SIZES = {
    "textbook-table": 12,
    "classic-2008": 20,
    "textbook-runs": 25,
    "textbook-difference": 12,
}
"""The widest boards of recipes that take minutes for larger ones."""


SAMPLED = {"order", "order-support", "starts", "states", "textbook-order"}
"""Recipes of different kinds, which take ten seconds at most for all puzzles together."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [n if n in SAMPLED else pytest.param(n, marks=pytest.mark.nightly) for n in recipes()]
)
def test_verdicts_agree(name: str) -> None:
    """Every recipe gives every puzzle, however large, the verdict of the list."""
    recipe = recipes()[name]
    for listed in LISTED:
        puzzle = listed.puzzle
        slow = name.startswith("classic") and listed.file in MINUTES
        large = puzzle.width > BOARD_SIZES.get(name, puzzle.width)
        if (puzzle.blotted and not recipe.blotted) or slow or large:
            continue
        number = min(listed.solutions, 2)
        expected = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[number]
        assert solve(puzzle, recipe=recipe).verdict is expected, listed.file


@cache
def _by_default(puzzle: Puzzle) -> Count:
    return count(puzzle, most=FEW, recipe="order")


@pytest.mark.parametrize("name", [name for name in recipes() if name != "order"])
@up_to_12
def test_recipes_agree(listed: Listed, name: str) -> None:
    """Every recipe that can handle a puzzle counts the same."""
    puzzle, recipe = listed.puzzle, recipes()[name]
    if puzzle.blotted and not recipe.blotted:
        pytest.skip("this recipe takes no blotted blocks")
    default, other = _by_default(puzzle), count(puzzle, most=FEW, recipe=recipe)
    assert (other.number, other.exact) == (default.number, default.exact)
    assert other.verdict is default.verdict
