"""From runs to the figures of reports: drawn runs, and sums that a person can check."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.errors import PuzzleError
from asp_nono.lab.board import Board, boards
from asp_nono.lab.compare import compare, lines
from asp_nono.lab.ratios import interval, ratio
from asp_nono.lab.words import HEAD, report, summary
from tests.lab.drawn import results, run, two


def _board() -> Board:
    (board,) = boards(two(), "cpu")
    return board


def test_summary() -> None:
    """Solved, penalties, medians, wins and the virtual best."""
    a, b, best = (dict(zip(HEAD, row, strict=True)) for row in summary(_board()))
    assert (a["competitor"], a["solved"], a["wins"], a["time-out"]) == ("a", "8/8", "8", "0")
    assert a["total"] == a["PAR2"].replace("1.35", "10.8")  # 1.0 + 1.1 + ... + 1.7
    assert (b["solved"], b["wins"], b["time-out"]) == ("7/8", "0", "1")
    # (2.0 + 2.2 + ... + 3.2 + twice, or ten times, 10) / 8
    assert (b["PAR2"], b["PAR10"]) == ("4.78", "14.8")
    assert b["median"] == "2.60"
    assert (best["competitor"], best["solved"], best["PAR2"]) == ("virtual best", "8/8", "1.35")


def test_the_median_of_repetitions_counts() -> None:
    """And a puzzle counts as solved only if it was each time."""
    runs = [run("a", "s/p", cpu, repetition=n) for n, cpu in enumerate((1, 9, 2), 1)]
    (board,) = boards(runs, "cpu")
    assert board.row("a").cells["s", "p"].time == 2
    (board,) = boards([*runs, run("a", "s/p", 10, "time-out", repetition=4)], "cpu")
    assert not board.row("a").solved


@pytest.mark.parametrize(("clock", "time"), [("cpu", 1.0), ("wall", 2.0), ("work", 0.75)])
def test_clocks(clock: str, time: float) -> None:
    """CPU time, the clock of the wall, or line logic, grounding and search alone."""
    (board,) = boards([run("a", "s/p", 1.0)], clock)  # type: ignore[arg-type] # a literal
    assert board.row("a").cells["s", "p"].time == time


@pytest.mark.parametrize(("clock", "par"), [("cpu", 8.0), ("work", 8.0), ("wall", 20.0)])
def test_what_is_not_solved_counts_as_two_limits(clock: str, par: float) -> None:
    """Of the limit on the clock that counts, where there are two."""
    late = replace(run("a", "s/p", 4.0, "time-out"), cpu_limit=4.0)
    (board,) = boards([late], clock)  # type: ignore[arg-type] # a literal
    assert board.row("a").par(2) == par


def test_ratio() -> None:
    """Twice as slow on every puzzle is surely slower; what only one solved is counted apart."""
    board = _board()
    found = ratio(board.row("b"), board.row("a"))
    assert (found.pairs, found.only_first, found.only_second) == (7, 0, 1)
    assert found.mean == pytest.approx(2.0)
    assert found.words == "slower"
    assert ratio(board.row("a"), board.row("b")).words == "faster"
    assert ratio(board.row("a"), board.row("a")).words == "no difference shown"


def test_too_few_pairs() -> None:
    """Four puzzles show nothing, however clear they look."""
    (board,) = boards(
        [run(who, f"s/{n}", cpu) for who, cpu in (("a", 1), ("b", 9)) for n in "wxyz"], "cpu"
    )
    assert ratio(board.row("a"), board.row("b")).words == "too few puzzles"


@given(st.lists(st.floats(-3, 3), min_size=5, max_size=30))
def test_the_interval_lies_within_the_data(logs: list[float]) -> None:
    """And is the same each time."""
    low, high = interval(logs)
    assert low is not None
    assert high is not None
    assert exp(min(logs)) * 0.999 <= low <= high <= exp(max(logs)) * 1.001
    assert (low, high) == interval(logs)


@pytest.mark.parametrize("size", [40, 200])
def test_the_interval_is_that_of_95_percent(size: int) -> None:
    """As wide as theory says for a normal distribution: 1.96 standard errors to both sides."""
    logs = [NormalDist(0.5, 0.3).inv_cdf((one + 0.5) / size) for one in range(size)]
    low, high = interval(logs)
    assert low is not None
    assert high is not None
    error = 0.3 / sqrt(size)
    assert log(low) == pytest.approx(0.5 - 1.96 * error, abs=0.2 * error)
    assert log(high) == pytest.approx(0.5 + 1.96 * error, abs=0.2 * error)


def test_noise_is_not_progress() -> None:
    """Ratios that scatter around one show no difference."""
    low, high = interval([0.3, -0.28, 0.2, -0.22, 0.1, -0.1, 0.05, -0.04])
    assert low is not None
    assert high is not None
    assert low < 1 < high


def test_compare() -> None:
    """A puzzle lost, or times that are surely longer, are regressions; noise is not."""
    old = results(*(one for one in two() if one.label == "a"))
    slower = results(*(run("a", "/".join(one.puzzle), 1.5 * one.outcome.cpu) for one in old.runs))
    found = compare(old, slower, "cpu")
    assert found.regressed(1.05)
    assert not found.regressed(1.6)
    assert "REGRESSION" in "\n".join(lines(found, 1.05))
    assert not compare(old, old, "cpu").regressed(1.0)
    lost = results(*old.runs[:-1], run("a", "hard/p7", 10, "time-out"))
    found = compare(old, lost, "cpu")
    assert found.regressed(100)
    assert "a: no longer solved: hard/p7" in list(lines(found, 100))


def test_a_baseline() -> None:
    """A day on which everything is slow is no regression; what is slower than that is."""
    old = results(*two())
    slow = [run(one.label, "/".join(one.puzzle), 1.4 * one.outcome.cpu) for one in old.runs[:-2]]
    bad_day = results(*slow)
    assert compare(old, bad_day, "cpu").regressed(1.05)
    assert not compare(old, bad_day, "cpu", "b").regressed(1.05)
    worse = [
        run("a", "/".join(one.puzzle), 1.5 * one.outcome.cpu) for one in slow if one.label == "a"
    ]
    both = results(*worse, *(one for one in slow if one.label == "b"))
    found = compare(old, both, "cpu", "b")
    assert [change.ratio.words for change in found.changes] == ["slower", "no difference shown"]
    assert found.changes[0].ratio.mean == pytest.approx(1.5)
    with pytest.raises(PuzzleError, match="the baseline 'c' is not in both files"):
        compare(old, both, "cpu", "c")


def test_compare_tells_of_contradictions() -> None:
    """An answer that cannot be true beside the old ones is a regression."""
    old, new = results(run("a", "s/p")), results(run("a", "s/p", status="multiple"))
    assert compare(old, new, "cpu").regressed(100)


def test_nothing_in_common() -> None:
    """That is a mistake, not the absence of a regression."""
    with pytest.raises(PuzzleError, match="no puzzle with the same competitor and task"):
        compare(results(run("a", "s/p")), results(run("b", "s/p")), "cpu")


def test_the_loudest_lines_come_first() -> None:
    """Before machine and tables."""
    lines = list(report(results(*two()), ["x is wrong"], "cpu"))
    assert lines[:2] == ["!!! 1 ANSWER CANNOT BE TRUE !!!", "!!! x is wrong"]
    assert "unique: 8 puzzles, 16 runs; CPU seconds" in lines


def test_who_was_not_given_all() -> None:
    """Its figures are of other puzzles, which is said."""
    some = [one for one in two() if one.label == "a" or one.puzzle == ("easy", "p0")]
    assert "b: 7 puzzles not run" in list(report(results(*some), [], "cpu"))


def test_errors_are_told() -> None:
    """Each message once, with everybody whom it befell, and where."""
    runs = [run("a", f"s/p{n}", status="error") for n in range(3)] + [
        run("b", "s/p1", status="error")
    ]
    told = [line for line in report(results(*runs), [], "cpu") if line.startswith("error")]
    assert told == ["error: what went wrong: a on 3 puzzles, b on s/p1"]
