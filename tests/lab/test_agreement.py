"""Answers held against each other: what cannot be true is said, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.lab.agreement import disagreements
from asp_nono.lab.known import UNKNOWN, Range, agree
from asp_nono.lab.runs import Run
from tests.lab.drawn import results, run

P = "set/p"


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        (
            [run("a", P), run("b", P, status="multiple")],
            "no agreement on set/p: 1 solution (a); at least 2 solutions (b)",
        ),
        (
            [run("a", P, status="none"), run("b", P, status="found")],
            "no agreement on set/p: 0 solutions (a); at least 1 solution (b)",
        ),
        (
            [run("a", P, known=Range(3, 3))],
            "no agreement on set/p: 1 solution (a); 3 solutions (known beforehand)",
        ),
        (
            [
                run("a", P, status="multiple", models=6, exhausted=True),
                run("b", P, status="multiple", models=7, exhausted=True),
            ],
            "no agreement on set/p: 6 solutions (a); 7 solutions (b)",
        ),
        (
            [
                run("a", P, status="multiple", models=6, exhausted=True),
                run("b", P, status="time-out", models=9),
            ],
            "no agreement on set/p: 6 solutions (a); at least 9 solutions (b)",
        ),
        (
            [run("a", P, solutions=("#.",)), run("b", P, solutions=(".#",))],
            "no agreement on set/p: 1 solution (a, b); at least 2 solutions (the checked pictures)",
        ),
        ([run("a", P, status="wrong")], "wrong answer: a on set/p: what went wrong"),
    ],
)
def test_disagreements(runs: list[Run], said: str) -> None:
    """One line names the puzzle, and who says what."""
    assert disagreements(results(*runs)) == [said]


@pytest.mark.parametrize(
    "runs",
    [
        [run("a", P), run("b", P, status="found"), run("c", P, status="time-out")],
        [run("a", P, status="multiple"), run("b", P, status="multiple", models=9, exhausted=True)],
        [run("a", P), run("b", "set/q", status="none"), run("a", "other/p", status="multiple")],
        [run("a", P), run("b", P, status="error"), run("c", P, status="memory-out")],
    ],
)
def test_agreement(runs: list[Run]) -> None:
    """What fits together is left in peace, limits and errors too."""
    assert disagreements(results(*runs)) == []


def test_changed_runs_come_first() -> None:
    """They are told before wrong answers."""
    found = disagreements(results(run("a", P, status="wrong"), broken=(run("b", P),)))
    assert [line.partition(":")[0] for line in found] == [
        "changed after it was recorded",
        "wrong answer",
    ]


ranges = st.builds(
    lambda low, more: Range(low, None if more is None else low + more),
    st.integers(0, 5),
    st.none() | st.integers(0, 5),
)


@given(st.lists(ranges, max_size=4))
def test_agree(some: list[Range]) -> None:
    """There is a number that fits all, or there is none."""
    fits = any(
        all(one.low <= number and (one.high is None or number <= one.high) for one in some)
        for number in range(12)
    )
    assert agree(some) == fits
    assert agree([*some, UNKNOWN]) == fits
