"""From runs to the figures of reports: drawn runs, and sums that a person can check."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.errors import PuzzleError
from asp_nono.lab.analyze import (
    Board,
    Row,
    Spread,
    boards,
    compare,
    contradictions,
    exponent,
    extremes,
    interval,
    quartiles,
    ratio,
    total_ratio,
)
from asp_nono.lab.instances import UNKNOWN, Range, agree
from asp_nono.lab.report import HEAD, comparison, growth_table, report, summary, tables
from asp_nono.lab.store import Run
from tests.lab.drawn import contest, lines, results, run, two

P = "set/p"
A, B = ("set", "a"), ("set", "b")


def _board() -> Board:
    (board,) = boards(two(), "cpu")
    return board


def test_ranges() -> None:
    """Medians with extremes or quartiles, which lie on values or between them, never outside."""
    assert extremes([4.0, 1.0, 2.0, 9.0]) == Spread(3.0, 1.0, 9.0)
    assert quartiles([5.0, 1.0, 3.0, 2.0, 4.0]) == Spread(3.0, 2.0, 4.0)
    assert quartiles([1.0, 2.0]) == Spread(1.5, 1.25, 1.75)
    assert quartiles([7.0]) == Spread(7.0, 7.0, 7.0)


def test_no_exponent() -> None:
    """One size is not enough, and nothing grows from zero."""
    for points in ([], [(5, 1.0)], [(5, 1.0), (5, 2.0)], [(5, 0.0), (6, 1.0)]):
        assert exponent(points) is None


@given(
    slope=st.floats(-4, 4),
    factor=st.floats(1e-4, 1e4),
    sides=st.lists(st.integers(1, 1000), min_size=2, max_size=8, unique=True),
)
def test_powers_are_recognized(slope: float, factor: float, sides: list[int]) -> None:
    """The exponent of a power is found, whatever the unit of time."""
    points = [(side, factor * side**slope) for side in sides]
    assert exponent(points) == pytest.approx(slope, abs=1e-6)


def test_summary() -> None:
    """Solved, penalties, medians, wins and the virtual best."""
    a, b, best = (dict(zip(HEAD, row, strict=True)) for row in summary(_board()).rows)
    assert (a["system"], a["solved"], a["wins"], a["time-out"]) == ("a", "8/8", "8", "0")
    assert (a["total"], a["PAR2"]) == ("10.8", "1.35")  # 1.0 + 1.1 + ... + 1.7
    assert (b["solved"], b["wins"], b["time-out"]) == ("7/8", "0", "1")
    # (2.0 + 2.2 + ... + 3.2 + twice, or ten times, 10) / 8
    assert (b["PAR2"], b["PAR10"]) == ("4.78", "14.8")
    assert b["median"] == "2.60"
    assert (best["system"], best["solved"], best["PAR2"]) == ("virtual best", "8/8", "1.35")


def test_the_median_of_repetitions_counts() -> None:
    """And a puzzle counts as solved only if it was each time."""
    runs = [run("a", "s/p", cpu, repetition=n) for n, cpu in enumerate((1, 9, 2), 1)]
    (board,) = boards(runs, "cpu")
    assert board.row("a").cells["s", "p"].time == 2
    (board,) = boards([*runs, run("a", "s/p", 10, "time-out", repetition=4)], "cpu")
    assert not board.row("a").solved


@pytest.mark.parametrize(("clock", "time"), [("cpu", 1.0), ("wall", 2.0), ("work", 0.75)])
def test_clocks(clock: str, time: float) -> None:
    """CPU time, wall-clock time, or line logic, grounding and search alone."""
    (board,) = boards([run("a", "s/p", 1.0)], clock)  # type: ignore[arg-type] # a literal
    assert board.row("a").cells["s", "p"].time == time


@pytest.mark.parametrize(("clock", "expected"), [("cpu", 8.0), ("work", 8.0), ("wall", 20.0)])
def test_unsolved_counts_as_two_limits(clock: str, expected: float) -> None:
    """Of the limit on the clock that counts, where there are two; without any it has no time."""
    late = replace(run("a", "s/p", 4.0, "time-out"), cpu_limit=4.0)
    (board,) = boards([late], clock)  # type: ignore[arg-type] # a literal
    assert board.row("a").par(2) == expected
    (board,) = boards([replace(late, limit=None, cpu_limit=None)], "cpu")
    assert board.row("a").par(2) is None


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
    runs = [run(who, f"s/{n}", cpu) for who, cpu in (("a", 1), ("b", 9)) for n in "wxyz"]
    (board,) = boards(runs, "cpu")
    assert ratio(board.row("a"), board.row("b")).words == "too few puzzles"


@given(st.lists(st.floats(-3, 3), min_size=5, max_size=30))
def test_the_interval_lies_within_the_data(logs: list[float]) -> None:
    """And is the same each time."""
    found = interval(logs)
    assert found
    assert exp(min(logs)) * 0.999 <= found[0] <= found[1] <= exp(max(logs)) * 1.001
    assert found == interval(logs)


@pytest.mark.parametrize("size", [40, 200])
def test_the_interval_is_that_of_95_percent(size: int) -> None:
    """As wide as theory says for a normal distribution: 1.96 standard errors to both sides."""
    logs = [NormalDist(0.5, 0.3).inv_cdf((one + 0.5) / size) for one in range(size)]
    error = 0.3 / sqrt(size)
    expected = [0.5 - 1.96 * error, 0.5 + 1.96 * error]
    assert list(map(log, interval(logs) or ())) == pytest.approx(expected, abs=0.2 * error)


# --- totals of sets -------------------------------------------------------------------------------


def _contest() -> dict[str, Row]:
    (board,) = boards(contest(), "cpu")
    return {row.label: row for row in board.rows}


def test_totals() -> None:
    """Repetition by repetition, with the start of a shared process, which is no puzzle's."""
    rows = _contest()
    assert rows["shared"].totals("cpu") == {1: 15, 2: 16, 3: 17}
    assert rows["own"].totals("wall") == {1: 44, 2: 48, 3: 52}
    assert rows["shared"].totals("cpu", [B]) == {1: 5, 2: 6, 3: 7}
    assert {puzzle: cell.time for puzzle, cell in rows["shared"].cells.items()} == {A: 2, B: 10}


def test_a_repetition_that_is_not_complete() -> None:
    """It has no total."""
    (board,) = boards(
        [run("a", "set/a", 3), *(run("a", "set/b", repetition=n) for n in (1, 2))], "cpu"
    )
    assert board.row("a").totals("cpu") == {1: 4}


def test_ratio_of_totals() -> None:
    """Puzzle by puzzle in pairs, and by totals, run by run; a shared process has no puzzles."""
    rows = _contest()
    (total, _, each), medians = total_ratio(rows["own"], rows["other"], {A, B}, "cpu")
    assert total == Spread(24 / 7, 22 / 7, 26 / 7)
    assert (each, medians) == (Spread(3, 2.5, 3.5), 12 / 3.5)  # 4/2 and 20/5
    (total, _, each), medians = total_ratio(rows["shared"], rows["other"], {A, B}, "cpu")
    assert total == Spread(16 / 7, 15 / 7, 17 / 7)
    assert (each, medians) == (None, None)
    (total, *_), _ = total_ratio(rows["shared"], rows["other"], {A}, "cpu")
    assert total == Spread(3, 2.5, 3.5)
    assert total_ratio(rows["own"], rows["other"], set(), "cpu") == ([None] * 3, None)


SETS = """\
set, unique: 2 puzzles, 18 runs; CPU seconds
system  solved  by line  total    min-max  wall  median  PAR2  MiB  slowest
other      2/2        -   7.00  7.00-7.00  14.0    3.50  3.50   50  5.00 b
own        2/2      50%   24.0  22.0-26.0  48.0    12.0  12.0   50  20.0 b
shared     2/2      50%   16.0  15.0-17.0  24.0    6.00  6.00   50  10.0 b

Ratios to other (below 1: takes less time)
system            puzzles  total    min-max  wall    min-max  by puzzle  quartiles  of medians
own     solved by both: 2   3.43  3.14-3.71  3.43  3.14-3.71       3.00  2.50-3.50        3.43
shared  solved by both: 2   2.29  2.14-2.43  1.71  1.57-1.86          -          -           -
"""


def test_tables_of_sets() -> None:
    """Every figure stands where its head says."""
    parts = report(results(*contest()), [], "cpu", sets=True, baselines=["other"])
    assert "\n".join([*lines(parts)[1:], ""]) == SETS


def test_notes_on_sets() -> None:
    """What is unsolved is named; a time-out has a part in the second row of ratios."""
    runs = [run("a", "set/a"), run("a", "set/b"), run("other", "set/a", 1, "done")]
    late = run("other", "set/b", 9, "time-out", message="time limit of 10 s")
    text = "\n".join(lines(report(results(*runs, late), [], "cpu", baselines=["other"])))
    assert "other: unsolved: b (time limit of 10 s)" in text
    assert "solved by both: 1" in text
    assert "or time limit: 2" in text


def test_growth() -> None:
    """A row for each side, with the exponent of the step, and one for all sides."""
    runs = [
        run("a", f"blobs-{side}/p{n}", side * side / 100 + n / 1000, about={"width": side})
        for side in (10, 20, 40)
        for n in (0, 1)
    ]
    (board,) = boards(runs, "cpu")
    rows = growth_table(board, 0).rows
    assert [row[1:4] for row in rows[:3]] == [
        ["10", "100", "2/2"],
        ["20", "400", "2/2"],
        ["40", "1600", "2/2"],
    ]
    assert [row[6] for row in rows] == ["-", "2.00", "2.00", "2.00"]
    assert len(list(tables(results(*runs), "cpu"))) == 2


# --- contradictions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        (
            [run("a", P), run("b", P, status="multiple")],
            "inconsistent answers on set/p: 1 solution (a); at least 2 solutions (b)",
        ),
        (
            [run("a", P, status="none"), run("b", P, status="found")],
            "inconsistent answers on set/p: 0 solutions (a); at least 1 solution (b)",
        ),
        (
            [run("a", P, known=Range(3, 3))],
            "inconsistent answers on set/p: 1 solution (a); 3 solutions (known)",
        ),
        (
            [
                run("a", P, status="multiple", models=6, exhausted=True),
                run("b", P, status="time-out", models=9),
            ],
            "inconsistent answers on set/p: 6 solutions (a); at least 9 solutions (b)",
        ),
        (
            [run("a", P, solutions=("#.",)), run("b", P, solutions=(".#",))],
            "inconsistent answers on set/p: 1 solution (a, b); at least 2 solutions (verified)",
        ),
        ([run("a", P, status="wrong")], "wrong answer: a on set/p: what went wrong"),
    ],
)
def test_contradictions(runs: list[Run], said: str) -> None:
    """One line names the puzzle, and who says what."""
    assert contradictions(runs) == [said]


@pytest.mark.parametrize(
    "runs",
    [
        [run("a", P), run("b", P, status="found"), run("c", P, status="time-out")],
        [run("a", P, status="multiple"), run("b", P, status="multiple", models=9, exhausted=True)],
        [run("a", P), run("b", "set/q", status="none"), run("a", "other/p", status="multiple")],
        [run("a", P), run("b", P, status="error"), run("c", P, status="done")],
    ],
)
def test_no_contradiction(runs: list[Run]) -> None:
    """What fits together is no contradiction, limits and errors included."""
    assert contradictions(runs) == []


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


# --- two files ------------------------------------------------------------------------------------


def _of(one: Run, digest: str, number: int = 1) -> Run:
    return replace(one, about={"puzzle_hash": digest, "number": number})


def test_compare() -> None:
    """A puzzle lost, or times that are surely longer, are regressions; noise is not."""
    old = results(*(one for one in two() if one.label == "a"))
    slower = results(*(run("a", "/".join(one.puzzle), 1.5 * one.outcome.cpu) for one in old.runs))
    found = compare(old, slower, "cpu")
    assert found.regressed(1.05)
    assert not found.regressed(1.6)
    assert "REGRESSION" in "\n".join(lines(comparison(found, 1.05)))
    assert not compare(old, old, "cpu").regressed(1.0)
    lost = results(*old.runs[:-1], run("a", "hard/p7", 10, "time-out"))
    found = compare(old, lost, "cpu")
    assert found.regressed(100)
    assert "a: no longer solved: hard/p7" in lines(comparison(found, 100))


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


def test_compare_one_puzzle() -> None:
    """A contradiction is a regression; nothing in common is a mistake."""
    old, new = results(run("a", "s/p")), results(run("a", "s/p", status="multiple"))
    assert compare(old, new, "cpu").regressed(100)
    with pytest.raises(PuzzleError, match="no puzzle with the same system and task"):
        compare(old, results(run("b", "s/p")), "cpu")


def test_renamed_puzzles_are_compared() -> None:
    """By content: nothing else is known of them that is the same."""
    old = [_of(run("a", f"old/p{n}", 1.0), f"hash {n}") for n in range(6)]
    new = [_of(run("a", f"new/q{n}", 3.0), f"hash {n}") for n in range(6)]
    found = compare(results(*old), results(*new), "cpu")
    assert (found.changes[0].common, found.changes[0].verdict(1.05)) == (6, "REGRESSION")
    assert found.notes == ["matched by content under other names: 6 puzzles"]


def test_puzzles_of_one_file_are_told_apart() -> None:
    """The second puzzle of a file is not the first one under another name."""
    old = [_of(run("a", f"old/{n}", 1.0 + n), "one file", 1 + n) for n in (0, 1)]
    new = [_of(run("a", f"new/{n}", 1.0 + n), "one file", 2 - n) for n in (0, 1)]
    found = compare(results(*old), results(*new), "cpu")
    assert found.changes[0].ratio.mean == pytest.approx(1.0)
    assert (found.changes[0].common, len(found.notes)) == (2, 1)


def test_a_name_that_means_another_puzzle() -> None:
    """Its old runs are left out, and that is said."""
    old = [_of(run("a", "s/p"), "before"), _of(run("a", "s/q"), "same")]
    new = [_of(run("a", "s/p"), "after"), _of(run("a", "s/q"), "same")]
    found = compare(results(*old), results(*new), "cpu")
    assert (found.changes[0].common, found.notes) == (1, ["changed, and therefore excluded: s/p"])


# --- lines of reports -----------------------------------------------------------------------------


def test_warnings_come_first() -> None:
    """Before machine and tables."""
    printed = lines(report(results(*two()), ["x is wrong"], "cpu"))
    assert printed[:2] == ["!!! 1 ANSWER CANNOT BE TRUE !!!", "!!! x is wrong"]
    assert "unique: 8 puzzles, 16 runs; CPU seconds" in printed


def test_missing_puzzles() -> None:
    """The figures of a system that did not run all are of other puzzles, which is said."""
    some = [one for one in two() if one.label == "a" or one.puzzle == ("easy", "p0")]
    assert "b: 7 puzzles not run" in lines(report(results(*some), [], "cpu"))


def test_errors() -> None:
    """Each message once, with its systems and puzzles."""
    runs = [run("a", f"s/p{n}", status="error") for n in range(3)]
    runs.append(run("b", "s/p1", status="error"))
    said = [line for line in lines(report(results(*runs), [], "cpu")) if line.startswith("error")]
    assert said == ["error: what went wrong: a on 3 puzzles, b on s/p1"]
