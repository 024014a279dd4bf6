"""Rows and ratios from records that a person can check."""

from __future__ import annotations

from dataclasses import replace

import pytest

from asp_nono.lab.figures import Spread
from benchmarks.summary import Row, contradictions, ratio, rows
from tests.benchmarks.drawn import EACH, MIB, ONE, OTHER, SET, log_of, measured, three_runs, whole

A, B = ("set/a", 1), ("set/b", 1)


def _rows() -> list[Row]:
    return rows(three_runs(), SET.name)


def test_row() -> None:
    """A puzzle's time is the median of its runs; the total is that of whole runs."""
    one, each, other = _rows()
    assert [row.solver for row in (one, each, other)] == [ONE.name, EACH.name, OTHER.name]
    assert one.cpu == {A: 2, B: 10}
    assert one.decided == {A, B}
    assert one.by_line == 0.5
    assert other.by_line is None
    assert one.total == Spread(16, 15, 17)
    assert one.wall == Spread(160, 150, 170)
    assert one.median == 6
    assert one.par2(None) == 6
    assert one.slowest == (10, "b")
    assert one.peak == 200 * MIB
    assert not one.undecided


def test_undecided_once() -> None:
    """A puzzle counts as decided only if it was so in every run."""
    log = log_of(
        measured(EACH, 1, "a", 1),
        measured(EACH, 2, "a", 9, decided=False, late=True),
        measured(EACH, 1, "b", 3),
        measured(EACH, 2, "b", 3),
    )
    (row,) = rows(log, SET.name)
    assert row.decided == {B}
    assert row.timed == {A, B}
    assert [m.reason for m in row.undecided] == ["time limit of 10 s"]
    assert row.par2(10) == pytest.approx((20 + 3) / 2)


def test_unfinished_run() -> None:
    """Without a finished run, the total is the sum of what was measured."""
    (row,) = rows(log_of(measured(EACH, 1, "a", 3), measured(EACH, 2, "a", 5)), SET.name)
    assert row.total == Spread(4, 4, 4)
    assert row.wall == Spread(40, 40, 40)


def test_ratio_of_processes() -> None:
    """Puzzle by puzzle in pairs, and by totals, run by run."""
    _, each, other = _rows()
    found = ratio(each, other, {A, B})
    assert found.total == Spread(24 / 7, 22 / 7, 26 / 7)
    assert found.each == Spread(3, 2.5, 3.5)  # 4/2 and 20/5
    assert found.medians == 12 / 3.5
    assert found.puzzles == 2


def test_ratio_of_one_process() -> None:
    """Its start-up belongs to the total, and to no puzzle."""
    one, _, other = _rows()
    found = ratio(one, other, {A, B})
    assert found.total == Spread(16 / 7, 15 / 7, 17 / 7)
    assert (found.each, found.medians) == (None, None)


def test_ratio_over_some() -> None:
    """What a puzzle took that is left out is taken from the total; start-up stays."""
    one, _, other = _rows()
    assert ratio(one, other, {A}).total == Spread(6 / 2, 5 / 2, 7 / 2)
    nothing = ratio(one, other, set())
    assert (nothing.puzzles, nothing.total, nothing.wall) == (0, None, None)


def test_ratio_of_finished_runs() -> None:
    """A run that one of the two has not finished is not compared."""
    log = log_of(
        measured(EACH, 1, "a", 6),
        measured(OTHER, 1, "a", 2),
        whole(EACH, 1, 6),
        whole(OTHER, 1, 2),
        measured(EACH, 2, "a", 50),
        whole(EACH, 2, 50),
    )
    each, other = rows(log, SET.name)
    assert ratio(each, other, {A}).total == Spread(3, 3, 3)
    assert ratio(each, other, {A}).each == Spread(3, 3, 3)


def test_ratio_to_nothing() -> None:
    """What took no time that can be measured is no measure."""
    log = log_of(
        measured(EACH, 1, "a", 6), measured(OTHER, 1, "a", 0), whole(EACH, 1, 6), whole(OTHER, 1, 0)
    )
    each, other = rows(log, SET.name)
    found = ratio(each, other, {A})
    assert (found.total, found.wall, found.each, found.medians) == (None, None, None, None)


def test_contradictions() -> None:
    """Two verdicts that differ are told; undecided contradicts nothing."""
    unique = measured(ONE, 1, "a", 1)
    undecided = measured(EACH, 1, "a", 1, decided=False)
    assert contradictions(log_of(unique, undecided, measured(OTHER, 1, "a", 1))) == []
    (words,) = contradictions(log_of(unique, replace(undecided, verdict="none", decided=True)))
    assert words == "set/a #1: unique by order, one process (run 1), none by order, each (run 1)"
