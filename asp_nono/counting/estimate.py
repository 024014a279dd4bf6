"""An estimate of the number of solutions: counting along a frontier that is thinned at random.

Like a beam, a run takes in the cells of a component one by one and never keeps more than some
states. But each state has a chance to be kept, in proportion to its expected number of solutions,
and the count of a state that is kept is divided by its chance. So the number at the end is right on
average: if all runs that are possible were done, their mean would be the number of solutions. How
much the runs differ shows how far their mean may be off.

Estimating the size of a search by random descents that are divided by their chances is due to
D. E. Knuth, Estimating the efficiency of backtrack programs (1975). Many descents at a time,
thinned without bias as soon as they are too many: P. Fearnhead and P. Clifford, On-line inference
for hidden Markov models via particle filters (2003), who show that this threshold is the best one.
The lower bound that holds with a stated probability needs no assumption on how runs are
distributed, see `lower_bound`.
"""

from collections.abc import Callable, Sequence
from math import ceil, floor, inf, log, sqrt
from statistics import NormalDist
from time import perf_counter
from typing import NamedTuple

import numpy as np

from asp_nono.counting.beam import Path, promise
from asp_nono.counting.belief import Floats
from asp_nono.counting.frontier import Indices, OutOfRoomError, States, merging
from asp_nono.counting.result import CONFIDENCE, CountEstimate

_KEEP = 100  # the states that the first runs keep
_GROWTH = 4  # the factor of the states from level to level
_RUNS = 5  # runs that a level has before the next one begins;
_TRIES = 4  # the same until one has found a solution
_MOST = 64  # runs of the last level; more would make the interval hardly smaller
_COST = 2  # how much longer a run of the next level takes, at most
_TRUST = 0.75  # the power of what belief propagation guesses; less would trust it less
_SKEW = 1.75  # an interval reaches further up: most runs are too small, a few far too large
_FINEST = 0.015  # no interval reaches less far down, in natural logarithms, unless all runs
_EQUAL = 1e-9  # agree so closely
_PRECISE = 0.05  # the width of an interval, in natural logarithms, that needs no more runs
_BETS = np.array([0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 0.99])  # see `lower_bound`
_RANGE, _FINE = 300.0, 1e-3  # how far below the largest logarithm it looks, and how closely


class Interval(NamedTuple):
    """Natural logarithms of an estimate and of what it says about the number."""

    number: float  #: the estimate
    low: float  #: the number lies between this
    high: float  #: and this, with a confidence of 95 %, as far as the runs show how they differ
    runs: int


class Estimator:
    """Independent runs, each on all components; level by level more states are kept.

    The first level takes another path in each run, the next one the path whose run found most: runs
    along the others are mostly too small, and seldom far too large.
    """

    def __init__(self, paths: Sequence[Sequence[Path]], seed: int, room: int) -> None:
        """`paths` of each component, the most promising first; `room`: bytes for one step."""
        self.keep = _KEEP  # how many states the present runs keep
        self.interval: Interval | None = None  # None without enough runs
        self._paths, self._room = paths, room
        self._random = np.random.default_rng(seed)
        self._runs: list[list[float]] = []  # of this level, each with the logarithms of the parts
        self._totals: list[float] = []  # the sum of each run's logarithms, of all levels
        self._longest = 0.0  # seconds of a run of this level
        self._widest = False  # whether more states do not fit into memory

    def estimate(self, times: int, least: int, most: int) -> CountEstimate | None:
        """The estimate of the product with a known number, within all bounds; None for none."""
        if self.interval is None:
            return None
        known = log(times)
        number = _whole(self.interval.number + known, round)
        low = _whole(self.interval.low + known, floor)
        high = _whole(self.interval.high + known, ceil)
        if high < least:  # all runs were far too small
            return None
        surely = _whole(lower_bound(np.array(self._totals)) + known, floor)
        number, low, high = (min(max(one, least, surely), most) for one in (number, low, high))
        return CountEstimate(number, low, high, surely=surely, runs=self.interval.runs)

    @property
    def runs(self) -> int:
        """How many runs this level has."""
        return len(self._runs)

    def advance(self, until: float) -> bool:
        """One more run, until `until` (as `perf_counter`); False if more are of no use."""
        began, known = perf_counter(), self.interval
        if known and known.runs >= _RUNS and known.high - known.low < _PRECISE:
            return False
        affordable = (until - began) / self._longest if self._longest else inf  # runs
        fits = affordable >= _COST * (_RUNS if known else 1)
        least = _RUNS if known else _TRIES
        if self.runs >= least and fits and not self._widest:
            self._choose()
            self.keep, self._runs = self.keep * _GROWTH, []
        if self.runs >= _MOST or (known and affordable < 1) or began >= until:
            return False
        try:
            self._runs.append([self._draw(one[self.runs % len(one)]) for one in self._paths])
        except OutOfRoomError:
            self._widest = True
            return False
        self._totals.append(sum(self._runs[-1]))
        seconds = perf_counter() - began
        self._longest = max(self._longest, seconds) if self.runs > 2 else seconds
        if self.runs >= least:
            self.interval = interval(np.array(self._runs)) or self.interval
        return True

    def _draw(self, path: Path) -> float:
        return draw(path, self.keep, self._random, self._room)

    def _choose(self) -> None:
        """From now on each component has one path, if a run has found a solution of it."""
        runs = np.array(self._runs)
        best = zip(self._paths, runs.argmax(axis=0).tolist(), runs.max(axis=0), strict=True)
        self._paths = [[one[at % len(one)]] if top > -inf else one for one, at, top in best]


def draw(path: Path, keep: int, random: np.random.Generator, room: int) -> float:
    """The logarithm of an unbiased estimate of a component's number of solutions; -inf for 0."""
    sides = path.open_sides()
    states, ways = States({}, [np.zeros(1, np.uint64)], []), np.zeros(1)
    for cell in path.order:
        step = states.step(path.network, cell, room)
        if not len(step.source):
            return -inf
        into, starts = merging(step.words)
        first = into[starts]
        states = States(step.places, [word[first] for word in step.words], [])
        largest = ways.max()
        sums = np.add.reduceat(np.exp(ways - largest)[step.source[into]], starts)
        with np.errstate(divide="ignore"):
            ways = np.log(sums) + largest
        if len(states) > keep:
            expected = ways + _TRUST * promise(states, sides)
            kept, chances = thinned(
                np.exp(np.maximum(expected - expected.max(), -_RANGE)), keep, random
            )
            states = States(states.places, [word[kept] for word in states.words], [])
            ways = ways[kept] - np.log(chances)
    return float(ways[0])


def thinned(weights: Floats, keep: int, random: np.random.Generator) -> tuple[Indices, Floats]:
    """Which `keep` of more states are kept, with a chance in proportion to their weights.

    Returns:
        Their numbers, and the chance that each of them had. All whose weight is above a threshold
        are kept for certain; of the others, at equal distances on the line of summed chances, one
        each (systematic sampling).
    """
    falling = np.sort(weights)[::-1]
    rest = np.cumsum(falling[::-1])[::-1][:keep]
    thresholds = rest / np.arange(keep, 0, -1)
    threshold = thresholds[np.argmax(falling[:keep] <= thresholds)]
    sure = weights >= threshold
    chances = np.minimum(weights / threshold, 1.0)
    sums = np.cumsum(np.where(sure, 0.0, chances)) + random.random()
    hits = np.floor(sums)
    hit = np.empty_like(sure)
    hit[0] = hits[0] >= 1
    hit[1:] = hits[1:] > hits[:-1]
    kept = np.flatnonzero(sure | hit)
    return kept, chances[kept]


def interval(runs: Floats) -> Interval | None:
    """What runs (rows) say together; None if no run has found a solution of some component.

    `runs` holds logarithms, a column for each component.
    """
    tops = runs.max(axis=0)
    if not np.isfinite(tops).all():
        return None
    number = len(runs)
    shares = np.exp(runs - tops)
    means = shares.mean(axis=0)
    spread = sqrt(float((shares.var(axis=0, ddof=1) / number / means**2).sum()))
    middle = float((np.log(means) + tops).sum())
    width = spread * _student(number - 1)
    if width > _EQUAL:
        width = max(width, _FINEST)
    high = middle + _SKEW * width
    return Interval(middle, middle - width, high, number)


def _student(freedom: int) -> float:
    """The two-sided quantile of Student's distribution, by its expansion."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2


def lower_bound(runs: Floats) -> float:
    """The logarithm of a number that with a probability of 95 % or more is below the true one.

    Suppose that the number is N, and somebody bets a fixed share of a fortune on each run: the
    share becomes share * run / N. As runs are N on average, the fortune stays 1 on average, so that
    by Markov's inequality it reaches 20 with a probability of at most 1/20. The result is the
    largest N with which it would have reached that; when to stop, and how a run is done, may depend
    on the runs before. This is SampleCount of C. P. Gomes and others,
    From sampling to model counting (2007), with the product of runs in place of their minimum, and
    with the mean fortune of several shares; the latter: I. Waudby-Smith and A. Ramdas, Estimating
    means of bounded random variables by betting (2024).
    """
    kept, bet = np.log1p(-_BETS)[:, None], np.log(_BETS)[:, None]
    high = float(runs.max())
    low = high - _RANGE
    while high - low > _FINE:
        middle = (low + high) / 2
        fortunes = np.logaddexp(kept, bet + runs - middle).sum(axis=1)
        fortune = np.logaddexp.reduce(fortunes) - log(len(fortunes))
        low, high = (middle, high) if fortune >= -log(1 - CONFIDENCE) else (low, middle)
    return low


def _whole(logarithm: float, to: Callable[[float], int]) -> int:
    """The number with this natural logarithm, to three digits, rounded by a function."""
    digits = logarithm / log(10)
    shift = max(0, int(digits) - 2)
    return int(to(round(10.0 ** (digits - shift), 6)) * 10**shift)
