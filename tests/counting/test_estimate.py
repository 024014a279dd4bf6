"""Estimates: right on average, with an interval, and never taken for a bound."""

from collections.abc import Generator
from math import exp, factorial, inf, log
from time import perf_counter

import numpy as np
import pytest

from asp_nono.asp.recipes import recipe
from asp_nono.counting.beam import Path, node_weights
from asp_nono.counting.component import components
from asp_nono.counting.count import count, counts
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.estimate import Estimator, draw, interval, lower_bound, thinned
from asp_nono.counting.network import Network, orders
from asp_nono.counting.portfolio import Portfolio
from asp_nono.counting.result import Count, Wants
from asp_nono.line.board import Board
from asp_nono.messages import UncountedError
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import last
from tests.counting.puzzles import blocks_of_ones, random_puzzle
from tests.solving.puzzles import CROSS, permutations

ROOM = 1 << 30


def paths(puzzle: Puzzle) -> list[list[Path]]:
    """Paths for each component."""
    board, diagrams = Board(puzzle), Diagrams()
    assert not board.sweep()
    found = []
    for component in components(board, diagrams):
        network = Network(component, diagrams)
        weights = node_weights(network, 20)
        found.append([Path(network, order, weights) for _, order in orders(network, puzzle.width)])
    return found


@pytest.mark.parametrize("keep", [1, 2, 5, 20])
def test_every_state_has_its_chance(keep: int) -> None:
    """In proportion to its weight or 1; the states that are kept, divided by it, add up."""
    random = np.random.default_rng(1)
    weights = random.random(30) ** 4
    sums, times = np.zeros(30), 4000
    for _ in range(times):
        kept, chances = thinned(weights, keep, random)
        assert len(kept) == keep
        sums[kept] += 1 / chances
    assert np.all(np.abs(sums / times - 1)[weights > weights.max() / 100] < 0.5)
    assert abs(float((sums / times * weights).sum() / weights.sum()) - 1) < 0.02


@pytest.mark.parametrize(
    ("puzzle", "number", "keep"),
    [
        (permutations(6), factorial(6), 3),
        (random_puzzle(10, 10, 0.2, 1), 5445, 30),
        pytest.param(random_puzzle(10, 10, 0.3, 1), 1651, 30, marks=pytest.mark.slow),
        (random_puzzle(12, 12, 0.15, 1, 3), 19872, 20),
    ],
)
def test_right_on_average(puzzle: Puzzle, number: int, keep: int) -> None:
    """The mean of many runs, each with few states, differs from the number as little as it may."""
    random, means, errors = np.random.default_rng(7), 1.0, 0.0
    for path, *_ in paths(puzzle):
        runs = np.exp([draw(path, keep, random, ROOM) for _ in range(200)])
        means *= runs.mean()
        errors += float(runs.var() / len(runs) / runs.mean() ** 2)
    assert abs(log(means / number)) < 4 * errors**0.5 + 1e-9


def test_all_states_give_the_number() -> None:
    """Without thinning a run is exact, and so is the interval."""
    estimator = Estimator(paths(blocks_of_ones(3, 2)), 0, ROOM)
    for _ in range(5):
        assert estimator.advance(inf)
    found, inside = estimator.estimate(1, 0, 1000), estimator.estimate(10, 0, 300)
    assert found
    assert inside
    assert (found.number, found.low, found.high) == (36, 36, 36)
    assert found.surely is not None
    assert found.surely <= 36
    assert (inside.number, inside.low, inside.high) == (300, 300, 300)


def test_same_seed_same_estimate() -> None:
    """Two counts with the same seed and the same runs agree, others differ."""
    found = []
    for seed in (1, 1, 2):
        estimator = Estimator(paths(random_puzzle(12, 12, 0.2, 1)), seed, ROOM)
        for _ in range(5):
            assert estimator.advance(inf)
        found.append(estimator.interval)
    assert found[0] == found[1] != found[2]


def test_levels() -> None:
    """More states are kept as long as time and memory allow it; then there are more runs."""
    puzzle = random_puzzle(12, 12, 0.2, 1)
    estimator = Estimator(paths(puzzle), 1, ROOM)
    kept = []
    for _ in range(14):
        estimator.advance(inf)
        kept.append(estimator.keep)
    assert kept == [100] * 5 + [400] * 5 + [1600] * 4
    assert not estimator.advance(perf_counter())
    narrow = Estimator(paths(puzzle), 1, 3_000_000)
    while narrow.advance(inf):
        pass
    assert narrow.interval
    assert not Estimator(paths(puzzle), 1, 1000).advance(inf)


def test_no_estimate_if_no_run_finds_a_solution() -> None:
    """Zeros say nothing of how many solutions there are."""
    dead = np.full((16, 1), -inf)
    assert interval(dead) is None
    dead[3] = 2.0
    found = interval(dead)
    assert found
    assert exp(found.number) == pytest.approx(exp(2) / 16)
    assert found.low < found.number < found.high
    assert lower_bound(dead[:, 0]) < found.number


def test_the_lower_bound_holds() -> None:
    """With runs that are mostly 0 and seldom huge, it is above the number in 5 % of cases or less.

    One run alone is above twenty times the number in at most one case of twenty.
    """
    assert log(20) < lower_bound(np.array([log(2000.0)])) < log(100)
    random, wrong = np.random.default_rng(3), 0
    for _ in range(400):
        hits = random.random(12) < 0.05
        runs = np.where(hits, log(20 * 50.0), -inf)  # the mean is 50
        wrong += bool(hits.any()) and lower_bound(runs) > log(50.0)
    assert wrong <= 20
    steady = np.full(60, log(50.0))
    assert log(50 * 0.9) < lower_bound(steady) < log(50)


def test_an_estimate_is_labelled() -> None:
    """It stands beside the bounds, in text and as JSON, and a count that is exact has none."""
    puzzle = random_puzzle(12, 12, 0.2, 3)
    *_, found = Portfolio(puzzle, recipe("order"), memory=1 << 18, only="topdown").counts()
    assert found.estimate
    estimate = found.estimate
    assert found.number <= estimate.low <= estimate.number <= estimate.high <= (found.most or 0)
    (text,) = found.text("x", None)
    assert "\n  estimate: about " in text
    assert text.startswith("x: at least ")
    values = found.to_json()
    assert values["count"] == str(found.number)
    assert values["estimate"]["number"] == str(estimate.number)
    *_, exact = Portfolio(puzzle, recipe("order")).counts()
    assert exact.exact
    assert exact.to_json()["estimate"] is None
    assert estimate.surely is not None
    assert estimate.surely <= min(estimate.low, exact.number)


def test_an_estimate_instead_of_a_count() -> None:
    """It is finished when it is precise; what line logic decides is exact; a seed repeats it."""
    puzzle = random_puzzle(10, 10, 0.2, 1)
    one, same = (count(puzzle, method="estimate", wants=Wants(seed=5)) for _ in range(2))
    assert one.finished
    assert not one.exact
    assert not one.stopped
    assert one.estimate
    assert one.estimate.low <= 5445 <= one.estimate.high
    assert one.methods == ("line", "estimate")
    assert str(one).startswith("about ")
    assert one.estimate == same.estimate
    assert count(CROSS, method="estimate").exact
    with pytest.raises(UncountedError, match="no solutions"):
        count(puzzle, method="estimate", wants=Wants(sample=1))


@pytest.mark.counters
def test_another_recipe_is_estimated_by_approxmc() -> None:
    """Its answers need not be the solutions; the interval has a confidence of its own."""
    found = count(permutations(3), method="estimate", recipe="starts").estimate
    assert found
    assert (found.number, found.confidence, found.runs) == (6, 0.8, None)


def test_interrupted() -> None:
    """Ctrl-C keeps the estimate that there is."""
    snapshots = counts(random_puzzle(14, 14, 0.2, 3), method="estimate")

    def until_one() -> Generator[Count, None, None]:
        for found in snapshots:
            yield found
            if found.estimate:
                raise KeyboardInterrupt

    found = last(until_one(), Count(puzzle=CROSS))
    assert found.interrupted
    assert found.estimate


@pytest.mark.slow
def test_an_estimate_without_a_time_limit() -> None:
    """It comes beside the other methods, so that Ctrl-C finds one."""
    found = Portfolio(random_puzzle(24, 24, 0.3, 3), recipe("order")).counts()
    known = next(one for one in found if one.estimate)
    assert not known.exact
    assert "beam" not in known.methods


@pytest.mark.slow
@pytest.mark.nightly
def test_intervals_cover_the_number() -> None:
    """On 60 boards, each stopped after a number of runs of its own, about one in twenty misses."""
    boards = missed = above = 0
    for seed in range(200):
        puzzle = random_puzzle(9 + seed % 5, 9 + seed % 4, (0.15, 0.2, 0.3, 0.4)[seed % 4], seed)
        *_, exact = Portfolio(puzzle, recipe("order"), seconds=5).counts()
        if not exact.exact or exact.number < 300:
            continue
        estimator = Estimator(paths(puzzle), seed, ROOM)
        for _ in range(5 + seed % 13):
            estimator.advance(inf)
        found = estimator.estimate(1, 0, exact.number * 10**6)
        boards += 1
        missed += found is None or not found.low <= exact.number <= found.high
        above += found is not None and (found.surely or 0) > exact.number
        if boards == 60:
            break
    assert boards == 60
    assert missed <= 8
    assert above <= 3
