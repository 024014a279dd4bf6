"""Other people's puzzles: known numbers, each found by two methods."""

from __future__ import annotations

import pytest

from asp_nono.counting.count import Method, count
from asp_nono.files import read
from asp_nono.puzzle import Puzzle
from tests.conftest import SHARED


def survey(name: str) -> Puzzle:
    """A puzzle of Wolter's survey."""
    (puzzle,) = read(SHARED / "survey" / f"{name}.non")
    return puzzle


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "number", "second"),
    [
        ("Flag", 1263904, "frontier"),
        ("Center", 5222571924721419, "topdown"),
        ("Karate", 6, "enumerate"),
        ("Thing", 3, "d4"),
    ],
)
def test_survey(name: str, number: int, second: Method) -> None:
    """The numbers that a study found with other programs."""
    puzzle = survey(name)
    assert count(puzzle).number == number
    found = count(puzzle, method=second)
    assert (found.number, found.exact) == (number, True)


@pytest.mark.shared
def test_colored_puzzles() -> None:
    """Two methods agree on random coloured puzzles of other people."""
    searched = 0
    for file in sorted((SHARED / "color-random").iterdir())[:20]:
        for puzzle in read(file):
            found = count(puzzle)
            assert found.exact
            if found.methods != ("line",) and found.number < 10_000:
                searched += 1
                assert count(puzzle, method="enumerate").number == found.number
    assert searched
