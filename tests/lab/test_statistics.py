"""Statistics: known values, coverage on simulated data, and three identical systems (A/A tests)."""

from math import inf, log
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, strategies as st

from asp_nono.lab.analyze import (
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
from tests.lab.drawn import run

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
    assert [log_ratio(1, None), log_ratio(None, 1), log_ratio(None, None)] == [-inf, inf, 0]


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


def test_identical_systems_show_no_difference() -> None:
    """After Holm's correction any of the comparisons is wrong in 5 % of experiments at most."""
    false, wide = 0, 0
    for seed in range(60):
        task = _identical(seed)
        one, *others = task.systems
        found = adjusted([ratio(row, one) for row in others])
        false += any(each.conclusion in ("better", "worse") for each in found)
        wide += sum(each.between[0] > 1 or each.between[1] < 1 for each in found if each.between)
    assert false <= 8  # 3 expected; more than 8 has a chance below 1 %
    assert wide <= 14


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
