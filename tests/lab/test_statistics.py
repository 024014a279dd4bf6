"""Statistics: known values, coverage on simulated data, and three identical systems (A/A tests)."""

from dataclasses import replace
from math import inf, log
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given, strategies as st

from asp_nono.lab.analyze import (
    LEAST_WINDOWS,
    Ratio,
    TaskResults,
    adjusted,
    by_task,
    holm,
    interval,
    log_ratio,
    ratio,
    signed_rank,
    superiority,
)
from asp_nono.lab.report import calibration, ratio_table, summary, tables
from asp_nono.lab.store import Results, Run
from tests.lab.drawn import LIMIT, SHARED, lines, run, two

NAMES = ("a", "b", "c")


def test_known_values() -> None:
    """Computed by hand or taken from textbooks."""
    logs = [float(n) for n in range(-9, 11)]  # mean .5, standard deviation 5.916, t(19) 2.093
    low, high = interval(logs) or (0, 0)
    assert (log(low), log(high)) == pytest.approx((0.5 - 2.769, 0.5 + 2.769), abs=0.001)
    assert (interval(logs[1:]), signed_rank(logs[1:])) == (None, None)
    assert signed_rank([1.0] * 10 + [-1.0] * 10) == pytest.approx(1)
    assert (signed_rank([float(n) for n in range(1, 21)]) or 1) == pytest.approx(2 / 2**20)
    assert superiority([-1.0, 0.0, 2.0, -inf]) == 0.625
    assert [log_ratio(1, None, 0), log_ratio(None, 1, 0), log_ratio(None, None, 0)] == [
        -inf,
        inf,
        0,
    ]
    assert log_ratio(0.0, 0.01, 0.01) == pytest.approx(log(0.5))


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm(values: list[float]) -> None:
    """Never smaller than before, in the same order, and no larger than by Bonferroni."""
    found = [one or 0.0 for one in holm(values)]
    assert all(
        p <= new <= min(1, len(values) * p) + 1e-12 for p, new in zip(values, found, strict=True)
    )
    pairs = sorted(zip(values, found, strict=True))
    assert [new for _, new in pairs] == sorted(found)


def _coverage(draw: str, size: int, repetitions: int = 300) -> float:
    """How often the interval of simulated ratios contains the true one."""
    random, hits = Random(draw), 0  # noqa: S311 - simulated times
    for _ in range(repetitions):
        if draw == "normal":
            logs = [random.gauss(0.5, 0.3) for _ in range(size)]
        else:  # most puzzles differ little, some much
            logs = [random.expovariate(2) for _ in range(size)]
        low, high = interval(logs) or (0, 0)
        hits += low <= 2.718281828**0.5 <= high
    return hits / repetitions


@pytest.mark.parametrize(("draw", "size"), [("normal", 20), ("normal", 60), ("skewed", 40)])
def test_intervals_cover_the_truth(draw: str, size: int) -> None:
    """Nineteen times out of twenty, and hardly less often for skewed ratios."""
    assert 0.92 <= _coverage(draw, size) <= 0.98


def _identical(seed: int, *, repetitions: int = 3, puzzles: int = 24) -> TaskResults:
    """Three identical systems on puzzles of many sizes, with noise and now and then a failure."""
    random, runs = Random(seed), []  # noqa: S311 - simulated times
    for number in range(puzzles):
        true = 10 ** random.uniform(-2, 1)
        for name in NAMES:
            for repetition in range(1, repetitions + 1):
                time = true * random.lognormvariate(0, 0.3)
                status = "time-out" if time > 10 else "unique"
                runs.append(
                    run(name, f"s/p{number}", min(time, 10), status, repetition=repetition)  # type: ignore[arg-type] # one of two
                )
    return by_task(runs, "cpu")[0]


def _drawn(random: Random, kind: str) -> list[Run]:
    """An experiment with three copies of a system, as the lab carries it out and records it.

    Puzzles differ in difficulty, machines in speed, windows in load, and processes by chance; of
    parts, each machine has every second job.
    """
    puzzles, own = random.randint(5, 100), random.random() < 0.5
    shared = kind == "shared" or (kind == "parts" and not own)
    repetitions = random.randint(1, 8 if shared else 3)
    true = [10 ** random.uniform(-2, 1) for _ in range(puzzles)]
    process = dict[tuple[str, str], float]()
    runs = []
    for repetition in range(1, repetitions + 1):
        for number in range(puzzles):
            window = f"{repetition}" if shared else f"{repetition}-{number}"
            part = repetition % 2 if shared else (repetition * puzzles + number) % 2
            host = ("fast", "slow")[part if kind == "parts" else 0]
            load = random.lognormvariate(0, 0.3) * (2 if host == "slow" else 1)
            for name in NAMES:
                mine = process.setdefault((window, name), random.lognormvariate(0, 0.1))
                time = true[number] * load * mine * random.lognormvariate(0, 0.1)
                drawn = run(
                    name,
                    f"s/p{number}",
                    min(time, LIMIT),
                    "time-out" if time > LIMIT else "unique",
                    repetition=repetition,
                    about=SHARED if shared else {},
                    window=window,
                    host=host,
                )
                runs.append(drawn)
    return runs


def _finds(runs: list[Run]) -> bool:
    """Whether any conclusion says that two copies differ."""
    one, *others = by_task(runs, "cpu")[0].systems
    found = adjusted([ratio(row, one) for row in others])
    return any(each.conclusion in ("better", "worse") for each in found)


@pytest.mark.slow
def test_identical_systems_show_no_difference() -> None:
    """Of 200 experiments with copies of one system at most 7 % find a difference.

    They have own or shared processes, also in parts on two machines, and 5 to 100 puzzles.
    """
    random = Random(37)  # noqa: S311 - simulated times
    kinds = ["own", "shared", "parts", "parts"]
    found = [_finds(_drawn(random, kinds[number % 4])) for number in range(200)]
    assert sum(found) <= 14


def test_processes_are_the_sample() -> None:
    """One process each proves nothing, however many puzzles; several prove a difference of 30 %."""
    random = Random(1)  # noqa: S311 - simulated times

    def compared(processes: int) -> Ratio:
        runs = []
        for repetition in range(processes):
            for name, factor in (("a", 1.0), ("b", 1.3)):
                slow = factor * random.lognormvariate(0, 0.05)
                runs += [
                    run(
                        name,
                        f"s/p{n}",
                        slow * (1 + n),
                        about=SHARED,
                        window=str(repetition),
                        repetition=repetition,
                    )
                    for n in range(100)
                ]
        first, second = by_task(runs, "cpu")[0].systems
        return ratio(second, first)

    assert compared(1).conclusion == "one process each: no test"
    assert compared(LEAST_WINDOWS - 1).conclusion == "too few processes: no test"
    found = compared(LEAST_WINDOWS + 2)
    assert found.conclusion == "worse"
    assert found.between
    assert 1.2 < found.between[0] < found.between[1] < 1.5


def test_systems_and_machines_that_are_not_crossed() -> None:
    """Runs of one system here and of another there are no comparison, and the table says so."""
    runs = [
        run(name, f"s/p{n}", time * (1 + n), host=host, window=f"{name}{n}")
        for name, host, time in (("a", "fast", 1.0), ("b", "slow", 2.0))
        for n in range(60)
    ]
    (task,) = by_task(runs, "cpu")
    table = ratio_table(task, "a")
    assert table.rows[0][2:7] == ["-", "-", "-", "-", "other machines: no test"]
    assert "b: 60 puzzles left out" in table.notes[0]
    assert any("different machines" in note for note in summary(task).notes)
    again = [replace(one, outcome=replace(one.outcome, host="fast")) for one in runs]
    first, second = by_task(again, "cpu")[0].systems
    assert ratio(first, second).conclusion == "at other times: no test"


def test_starts_do_not_decide() -> None:
    """A program that starts slowly and works fast is better; where PAR2 says else, a note does."""
    runs = []
    for number in range(30):
        work = 0.02 * (1 + number)
        name, lazy = f"s/p{number}", number > 26
        start: dict[str, Any] = {"calibrated_cpu": 0.02, "start_cpu": 0.08, "load_cpu": 0.05}
        runs += [
            run("ours", name, work + 0.15, **start),
            run("theirs", name, 2 * work),
            run("lazy", name, LIMIT if lazy else work / 2, "time-out" if lazy else "unique"),
        ]
    (task,) = by_task(runs, "cpu")
    found = ratio(task.system("theirs"), task.system("ours"))
    assert found.conclusion == "worse"
    assert found.mean == pytest.approx(1.9, rel=0.05)
    notes = ratio_table(task, "ours").notes
    assert [note for note in notes if note.startswith("lazy: better on most puzzles, but its PAR2")]
    assert not [note for note in notes if note.startswith("theirs: worse on most")]


def test_calibration() -> None:
    """Copies of a system take no part in tables; how many pairs differ is said below each."""
    copies = [
        run(f"order (copy {copy})", f"s/p{n}", 1.0 + n + (copy == 3), host="here")
        for copy in (1, 2, 3)
        for n in range(25)
    ]
    found = Results(Path("drawn.db"), two(), copies=copies)
    (line,) = calibration(found, "cpu")
    said = "calibration: tests at 5 % find a difference in 2 of 3 pairs (67%) of copies of order, "
    assert line == f"{said}unique, CPU seconds, on here"
    shown = lines(tables(found, "cpu", reference="a"))
    assert shown[-1] == line
    assert not any("copy" in one for one in shown[:-1])


def test_the_virtual_best_of_identical_systems_is_no_better() -> None:
    """It is chosen by the other repetitions; chosen by the same runs it would gain a sixth."""
    gains, naive = [], []
    for seed in range(20):
        task = _identical(seed, puzzles=40)
        usual = fmean(log(row.results[p].time) for row in task.systems for p in task.puzzles)
        best = task.best
        assert best
        gains.append(fmean(log(best.results[p].time) for p in task.puzzles) - usual)
        naive.append(fmean(log(task.fastest(p).time) for p in task.puzzles) - usual)
    assert -0.015 < fmean(gains) < 0.03
    assert fmean(naive) < -0.1
    assert _identical(1, repetitions=1).best is None
