"""From runs to the figures of reports: drawn runs, and sums that a person can check."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from asp_nono.lab import analyze
from asp_nono.lab.analyze import (
    by_task,
    compare,
    ratio,
)
from asp_nono.lab.instances import UNKNOWN, Range, agree
from asp_nono.lab.report import HEAD, comparison, growth_table, summary, tables, warnings
from asp_nono.lab.run import Status
from asp_nono.lab.store import Results, Run
from asp_nono.lab.verify import checked, contradictions, cross_checked
from asp_nono.messages import Message, PuzzleError, UnknownNameError
from tests.lab.drawn import LIMIT, contest, lines, results, run, two

P = "set/p"
A, B = ("set", "a"), ("set", "b")


def _task() -> analyze.TaskResults:
    (task,) = by_task(two(), "cpu")
    return task


def test_ranges() -> None:
    """The median with the extremes."""
    assert analyze.extremes([4.0, 1.0, 2.0, 9.0]) == analyze.Spread(3.0, 1.0, 9.0)


@given(
    slope=st.floats(-4, 4),
    factor=st.floats(1e-4, 1e4),
    sides=st.lists(st.integers(1, 1000), min_size=2, max_size=8, unique=True),
)
def test_powers_are_recognized(slope: float, factor: float, sides: list[int]) -> None:
    """The exponent of a power is found, whatever the unit of time."""
    points = [(side, factor * side**slope) for side in sides]
    assert analyze.exponent(points) == pytest.approx(slope, abs=1e-6)
    assert analyze.exponent(points[:1]) is analyze.exponent([*points, (0, 1.0)]) is None


def test_summary() -> None:
    """Solved, penalties, medians, wins and the virtual best."""
    again = [replace(one, repetition=2) for one in two()]
    (task,) = by_task([*two(), *again], "cpu")
    a, b, best = (dict(zip(HEAD, row, strict=True)) for row in summary(task).rows)
    assert (a["system"], a["solved"], a["wins"], a["time-out"]) == ("a", "8/8", "8", "0")
    assert (a["total"], a["PAR2"]) == ("10.8", "1.35")  # 1.0 + 1.1 + ... + 1.7
    assert (b["solved"], b["wins"], b["time-out"]) == ("7/8", "0", "1")
    # (2.0 + 2.2 + ... + 3.2 + twice, or ten times, 10) / 8
    assert (b["PAR2"], b["PAR10"]) == ("4.78", "14.8")
    assert b["median"] == "2.60"
    assert (best["system"], best["solved"], best["PAR2"]) == ("virtual best", "8/8", "1.35")


def test_a_reference_without_its_process() -> None:
    """`order` names `order (shared process)`, unless there is an `order` beside it."""
    shared, own = (run(label, "s/p", 1) for label in ("order (shared process)", "order"))
    (task,) = by_task([shared, run("starts", "s/p", 2)], "cpu")
    assert task.reference("order").label == "order (shared process)"
    (task,) = by_task([shared, own], "cpu")
    assert task.reference("order").label == "order"
    with pytest.raises(UnknownNameError):
        task.reference("orde")


def test_the_median_of_repetitions_counts() -> None:
    """And a puzzle counts as solved only if it was each time."""
    runs = [run("a", "s/p", cpu, repetition=n) for n, cpu in enumerate((1, 9, 2), 1)]
    (task,) = by_task(runs, "cpu")
    assert task.system("a").results["s", "p"].time == 2
    (task,) = by_task([*runs, run("a", "s/p", 10, "time-out", repetition=4)], "cpu")
    assert not task.system("a").solved


@pytest.mark.parametrize(
    ("clock", "time", "penalized"), [("cpu", 4.0, 8.0), ("work", 3.0, 8.0), ("wall", 8.0, 20.0)]
)
def test_clocks(clock: analyze.Clock, time: float, penalized: float) -> None:
    """What is unsolved counts as two limits on the clock that counts, if there are limits."""
    late = replace(run("a", "s/p", 4.0, "time-out"), cpu_limit=4.0)
    (row,) = by_task([late], clock)[0].systems
    assert (row.results["s", "p"].time, row.par(2)) == (time, penalized)
    (row,) = by_task([replace(late, limit=None, cpu_limit=None)], clock)[0].systems
    assert row.par(2) is None


def test_ratio() -> None:
    """Twice as slow on every puzzle is surely slower; what only one solved is counted apart."""
    (task,) = by_task(two(many=25), "cpu")
    found = ratio(task.system("b"), task.system("a"))
    assert (found.pairs, found.only_first, found.only_second, found.neither) == (24, 0, 1, 0)
    assert found.mean == pytest.approx(2.0, rel=0.01)  # times are shifted
    assert (found.conclusion, found.better) == ("worse", 0.0)
    assert ratio(task.system("a"), task.system("b")).conclusion == "better"
    assert ratio(task.system("a"), task.system("a")).conclusion == "no difference shown"
    (task,) = by_task(two(many=19), "cpu")
    found = ratio(task.system("a"), task.system("b"))
    assert (found.conclusion, found.between) == ("too few puzzles: no test", None)


def test_failures_are_weighed() -> None:
    """A system that fails where another does not is worse, whatever its times; errors cost time."""
    runs = [run("a", f"s/p{n}", 2.0) for n in range(24)]
    runs += [run("b", f"s/p{n}", 0.1, "error" if n % 4 else "unique") for n in range(24)]
    (task,) = by_task(runs, "cpu")
    found = ratio(task.system("b"), task.system("a"))
    assert (found.pairs, found.only_second, found.conclusion) == (6, 18, "worse")
    assert task.system("a").total == 48
    assert task.system("b").total == pytest.approx(6 * 0.1 + 18 * LIMIT)


def test_one_clock() -> None:
    """The work of another program is not known: it has no part there, and a note says so."""
    runs = [*two(), run("other", "easy/p0", ground_cpu=None, solve_cpu=None)]
    assert len(by_task(runs, "cpu")[0].systems) == 3
    (task,) = by_task(runs, "work")
    assert task.omitted == ["other"]
    assert "left out" in summary(task).notes[0]


def _contest() -> dict[str, analyze.SystemResults]:
    (task,) = by_task(contest(), "cpu")
    return {row.label: row for row in task.systems}


def test_totals() -> None:
    """Repetition by repetition, with the start of a shared process, which is no puzzle's."""
    rows = _contest()
    assert rows["shared"].totals("cpu") == [15, 16, 17]
    assert rows["own"].totals("wall") == [44, 48, 52]
    assert {puzzle: cell.time for puzzle, cell in rows["shared"].results.items()} == {A: 2, B: 10}
    incomplete = [run("a", "set/a", 3), run("a", "set/b"), run("a", "set/b", repetition=2)]
    assert by_task(incomplete, "cpu")[0].system("a").totals("cpu") == [4]


SETS = """\
set, unique: 2 puzzles, 18 runs; CPU seconds
system  solved  by line  total    min-max  wall  median  PAR2  MiB  slowest
other      2/2        -   7.00  7.00-7.00  14.0    3.50  3.50   50  5.00 b
own        2/2      50%   24.0  22.0-26.0  48.0    12.0  12.0   50  20.0 b
shared     2/2      50%   16.0  15.0-17.0  24.0    6.00  6.00   50  10.0 b
Compared with other
"""


def test_tables_of_sets() -> None:
    """Every figure stands where its head says."""
    parts = tables(results(*contest()), "cpu", sets=True, reference="other")
    assert "\n".join(lines(parts)).startswith(SETS)


def test_notes_on_sets() -> None:
    """What is unsolved is named."""
    late = run("other", "set/b", 9, "time-out", message="time limit of 10 s")
    text = "\n".join(lines(tables(results(run("a", "set/a"), late), "cpu", sets=True)))
    assert "other: unsolved: b (time limit of 10 s)" in text


def test_growth() -> None:
    """A row for each side, with the exponent of the step, and one for all sides."""
    runs = [
        run("a", f"blobs-{side}/p{n}", side * side / 100 + n / 1000, about={"width": side})
        for side in (10, 20, 40)
        for n in (0, 1)
    ]
    (task,) = by_task(runs, "cpu")
    rows = growth_table(task, 0).rows
    assert [" ".join(row[1:4]) for row in rows[:3]] == ["10 100 2/2", "20 400 2/2", "40 1600 2/2"]
    assert [row[6] for row in rows] == ["-", "2.00", "2.00", "2.00"]
    assert len(list(tables(results(*runs), "cpu"))) == 2


def _claims(**statuses: Status) -> list[Run]:
    return [run(label, P, status=status) for label, status in statuses.items()]


@pytest.mark.parametrize(
    ("runs", "claims"),
    [
        (_claims(a="unique", b="multiple"), "1 solution (a); at least 2 solutions (b)"),
        (_claims(a="none", b="found"), "0 solutions (a); at least 1 solution (b)"),
        (
            [
                run("a", P, status="multiple", models=6, exhausted=True),
                run("b", P, status="time-out", models=9),
            ],
            "6 solutions (a); at least 9 solutions (b)",
        ),
        (_claims(a="unique", b="found", c="time-out", d="error", e="done"), ""),
        ([*_claims(a="multiple"), run("b", P, status="multiple", models=9, exhausted=True)], ""),
        ([*_claims(a="unique"), run("a", "other/p", status="multiple")], ""),
    ],
)
def test_contradictions(runs: list[Run], claims: str) -> None:
    """One line names the puzzle, and the claims on it; limits and errors claim nothing."""
    expected = [f"inconsistent answers on set/p: {claims}"] if claims else []
    assert list(map(str, contradictions(runs))) == expected
    said = "wrong answer: a on set/p: what went wrong"
    refuted = contradictions([*runs, *_claims(a="wrong")])
    assert list(map(str, refuted)) == [said, *expected]


def test_culprits() -> None:
    """An answer that pictures or a known number refute is wrong, and the others keep theirs."""
    shown = run("b", P, status="multiple", solutions=("#.", ".#"))
    echo, right = cross_checked([run("echo", P), shown])
    assert (echo.outcome.status, right.outcome.status) == ("wrong", "multiple")
    said = "wrong answer: echo on set/p: says 1 solution, but 2 pictures of b pass the checker"
    assert list(map(str, contradictions([run("echo", P), shown]))) == [said]
    (few,) = cross_checked([run("a", P, known=Range(3, 3))])
    assert few.outcome.message == "says 1 solution, but known are 3 solutions"
    # nobody is the culprit if the known number itself is refuted
    kept = cross_checked([run("a", P, known=Range(1, 1)), replace(shown, known=Range(1, 1))])
    assert [one.outcome.status for one in kept] == ["wrong", "multiple"]
    assert str(checked([echo, shown])).startswith("answers: 1 proven by checked pictures")


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


def _slower(runs: Sequence[Run], factor: float) -> list[Run]:
    """The same runs on another day, which took longer."""
    return [
        run(one.label, "/".join(one.puzzle), factor * one.outcome.cpu, window=f"new {one.puzzle}")
        for one in runs
    ]


def test_compare() -> None:
    """A puzzle lost and a contradiction are regressions; times alone prove nothing of a change."""
    old = results(*(one for one in two(many=24) if one.label == "a"))
    found = compare(old, results(*_slower(old.runs, 3)), "cpu")
    assert not found.regressed(1.05)
    assert found.changes[0].ratio.conclusion == "no baseline: no test"
    lost = results(*old.runs[:-1], run("a", "hard/p23", 10, "time-out"))
    found = compare(old, lost, "cpu")
    assert found.regressed(100)
    assert "a: no longer solved: hard/p23" in lines(comparison(found, 100))
    one, contradiction = results(run("a", "s/p")), results(run("a", "s/p", status="multiple"))
    assert compare(one, contradiction, "cpu").regressed(100)
    longer = results(*(replace(one, limit=99.0) for one in old.runs))
    assert "a: other limits: 10 s before, 99 s now" in lines(
        comparison(compare(old, longer, "cpu"), 1.05)
    )
    with pytest.raises(PuzzleError, match="no puzzle with the same system and task"):
        compare(one, results(run("b", "s/p")), "cpu")


def test_a_baseline() -> None:
    """A day on which everything is slow is no regression; what is slower than that is."""
    old = results(*two(many=24))
    slow = _slower(old.runs[:-2], 1.4)
    assert not compare(old, results(*slow), "cpu", "b").regressed(1.05)
    worse = _slower([one for one in slow if one.label == "a"], 1.5)
    both = results(*worse, *(one for one in slow if one.label == "b"))
    found = compare(old, both, "cpu", "b")
    assert found.regressed(1.05)
    assert not found.regressed(1.6)
    assert "REGRESSION" in "\n".join(lines(comparison(found, 1.05)))
    assert [change.ratio.conclusion for change in found.changes] == ["worse", "no difference shown"]
    assert found.changes[0].ratio.mean == pytest.approx(1.5, rel=0.01)
    with pytest.raises(PuzzleError, match="the baseline 'c' is not in both files"):
        compare(old, both, "cpu", "c")
    elsewhere = [replace(one, outcome=replace(one.outcome, host="other")) for one in both.runs]
    found = compare(old, results(*elsewhere), "cpu", "b")
    assert found.changes[0].ratio.conclusion == "other machines: no test"


def _of(*puzzles: str) -> Results:
    """Runs of one system on puzzles, each given by its name, its file and its number there."""
    split = [puzzle.split() for puzzle in puzzles]
    about = [{"puzzle_hash": file, "number": int(number)} for _, file, number in split]
    runs = (run("a", puzzle[0], about=one) for puzzle, one in zip(split, about, strict=True))
    return results(*runs)


RENAMED = "matched by content under other names: 2 puzzles"
CHANGED = "changed, and therefore excluded: s/p"


@pytest.mark.parametrize(
    ("old", "new", "common", "note"),
    [
        (_of("old/p f 1", "old/q g 1"), _of("new/q g 1", "new/p f 1"), 2, RENAMED),
        (_of("old/1 file 1", "old/2 file 2"), _of("new/1 file 2", "new/2 file 1"), 2, RENAMED),
        (_of("s/p f 1", "s/q g 1"), _of("s/p h 1", "s/q g 1"), 1, CHANGED),
    ],
)
def test_puzzles_are_matched_by_content(old: Results, new: Results, common: int, note: str) -> None:
    """Whatever they are called; one whose name means another puzzle now is left out."""
    found = compare(old, new, "cpu")
    assert (found.changes[0].common, list(map(str, found.notes))) == (common, [note])


def test_warnings_and_notes() -> None:
    """Warnings come first; below the tables each error once, and systems that did not run all."""
    printed = lines([*warnings([Message("x is wrong")]), *tables(results(*two()), "cpu")])
    assert printed[:2] == ["!!! 1 ANSWER CANNOT BE TRUE !!!", "!!! x is wrong"]
    assert "unique: 8 puzzles, 16 runs; CPU seconds" in printed
    runs = [run("a", f"s/p{n}", status="error") for n in range(3)]
    runs.append(run("b", "s/p1", status="error"))
    missing, noise, error = lines(tables(results(*runs), "cpu"))[-3:]
    assert noise.startswith("the virtual best needs at least two repetitions")
    assert [missing, error] == [
        "b: 2 puzzles not run",
        "error: what went wrong: a on 3 puzzles, b on s/p1",
    ]
