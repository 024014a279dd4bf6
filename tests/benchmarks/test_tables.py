"""What is printed of a record that a person can check."""

from __future__ import annotations

import pytest

from asp_nono.lab.words import columns
from asp_nono.run.limits import Limits
from benchmarks.records import Log
from benchmarks.tables import mebibytes, seconds, set_lines
from tests.benchmarks.drawn import EACH, ONE, OTHER, SET, log_of, measured, three_runs, whole

SOLVERS = [ONE, EACH, OTHER]

TABLE = """\
set: 2 puzzles, 3 runs, limit 10 s; CPU seconds
                    decided  by line  total    min-max  wall  median  PAR2  MiB  slowest
order, one process      2/2      50%   16.0  15.0-17.0   160    6.00  6.00  200  10.0 b
order, each             2/2      50%   24.0  22.0-26.0   240    12.0  12.0  400  20.0 b
other                   2/2        -   7.00  7.00-7.00  70.0    3.50  3.50  100  5.00 b

Ratios to other (below 1: asp-nono takes less CPU time)
                               puzzles  total    min-max  wall    min-max  by puzzle  quartiles  \
of medians
order, one process  decided by both: 2   2.29  2.14-2.43  2.29  2.14-2.43          -          -  \
         -
order, each         decided by both: 2   3.43  3.14-3.71  3.43  3.14-3.71       3.00  2.50-3.50  \
      3.43
"""


def _shown(log: Log, limits: Limits) -> str:
    return "\n".join(set_lines(log, SET, SOLVERS, limits))


def test_table() -> None:
    """Every figure stands where its head says."""
    assert _shown(three_runs(), Limits(10)) == TABLE


def test_notes() -> None:
    """What must be known to read the table stands below it."""
    late = measured(OTHER, 1, "b", 9, decided=False, late=True)
    log = log_of(measured(EACH, 1, "a", 2), measured(EACH, 1, "b", 4), measured(OTHER, 1, "a", 1))
    for record in (late, whole(EACH, 1, 6), whole(OTHER, 1, 10)):
        log.add(record)
    text = _shown(log, Limits(10, 500))
    assert text.startswith("set: 2 puzzles, 1 run, limit 10 s, limit 500 MiB; CPU seconds\n")
    assert "other: undecided: b (time limit of 10 s)\n" in text
    assert "\norder, each  decided by both: 1   2.00" in text
    assert "\n               or time limit: 2  0.600" in text


def test_failures_are_not_compared() -> None:
    """Who fails at once is not fast."""
    log = log_of(
        measured(EACH, 1, "a", 2),
        measured(OTHER, 1, "a", 1),
        measured(EACH, 1, "b", 4),
        measured(OTHER, 1, "b", 0.1, decided=False),
    )
    text = _shown(log, Limits())
    assert "other: undecided: b (exit status 1: no message)\n" in text
    assert "decided by both: 1" in text
    assert "time limit" not in text
    assert "order, each: no run was finished; total and wall are sums over puzzles\n" in text


def test_partial() -> None:
    """A table of less than all says so; a set without anything says that."""
    text = _shown(log_of(measured(ONE, 1, "a", 2)), Limits())
    assert "order, one process: only 1 of 2 puzzles were measured\n" in text
    assert "order, one process      1/2     100%" in text
    assert _shown(log_of(), Limits()) == "set: nothing was measured\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (0.0, "0.0000"),
        (0.01234, "0.0123"),
        (0.1234, "0.123"),
        (1.234, "1.23"),
        (12.34, "12.3"),
        (123.4, "123"),
        (4321.0, "4321"),
    ],
)
def test_seconds(value: float | None, text: str) -> None:
    """About three digits."""
    assert seconds(value) == text


def test_mebibytes() -> None:
    """A peak that is the launcher's own is an upper bound."""
    assert mebibytes(50 << 20, 9 << 20) == "50"
    assert mebibytes(9 << 20, 9 << 20) == "<10"


def test_columns() -> None:
    """Numbers are flush right, names and what ends in words flush left."""
    assert columns(("", "n"), [("a", "10"), ("long", "9")]) == ["       n", "a     10", "long   9"]
    assert columns(("n", "why"), [("1", "so it is")]) == ["n  why", "1  so it is"]
