"""`asp-nono why`: the fewest clues that force a cell, or that clash."""

from __future__ import annotations

import pytest

from tests.cli.run import HEART, ONES_2, PATHOLOGICAL, call, refused, run

NONE = PATHOLOGICAL / "none-search-4x4.xml"


def test_cell() -> None:
    """The clues, what is known of them, and how the color follows."""
    ran = call("why", "--cell", "1,1", HEART)
    assert (ran.status, ran.err) == (0, "")
    head, *clues = ran.out.split("\n\n")[0].splitlines()
    assert (
        head == f"The cell in column 1 and row 1 is background, because of {len(clues) - 1} clues:"
    )
    assert clues[-1] == "No set of fewer clues is enough."
    assert "With these clues alone, line by line:\n   1. " in ran.out


def test_clash() -> None:
    """All six clues are needed, and single lines do not show it."""
    out = call("why", "--clash", NONE).out
    assert out.startswith("6 clues clash:\n  row 1: 1 1\n")
    assert out.endswith("Single lines do not show it: colors must be tried.\n")
    (found,) = call("why", "--clash", "--json", NONE).objects
    assert (found["cell"], found["color"]) == (None, None)
    assert (found["smallest"], found["least"]) == (True, 6)
    assert len(found["lines"]) == 6


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--cell", "1,1", ONES_2), "The cell in column 1 and row 1 is not forced: there are"),
        (("--clash", ONES_2), "The clues do not clash: there is a solution."),
        (("--cell", "1,1", NONE), "The puzzle has no solution; --clash names the clues that"),
    ],
)
def test_not_forced(words: tuple[object, ...], says: str) -> None:
    """Where nothing is forced, that is said."""
    ran = call("why", *words)
    assert ran.status == 0
    assert ran.out.startswith(says)


def test_limit_holds() -> None:
    """In a hundredth of a second nothing is found out, and that is said, too."""
    ran = run("why", "--time-limit", "0.01", "--cell", "20,10", HEART.parent / "bicycle.xml")
    assert (ran.status, ran.out) == (3, "Not found out: time limit of 0.01 s.\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "expected either --cell X,Y or --clash"),
        (("--cell", "1,1", "--clash"), "expected either --cell X,Y or --clash"),
        (("--cell", "a1"), "--cell a1; expected column and row, as 3,5"),
        (("--cell", "9,1"), "no cell in column 9 and row 1; there are 5 columns and 5 rows"),
    ],
)
def test_refused(words: tuple[str, ...], says: str) -> None:
    """Mistakes are one line."""
    assert refused("why", *words, HEART) == f"asp-nono: {says}"
