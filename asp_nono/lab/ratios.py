"""Is one competitor faster than another, or is it noise: paired ratios with confidence intervals.

On each puzzle that both have solved the times make a ratio. The geometric mean of the ratios is
what is told; its interval comes from the bootstrap (B. Efron, "Bootstrap Methods: Another Look at
the Jackknife", Annals of Statistics 7, 1979): puzzles are drawn again and again, with replacement,
and the middle 95 % of the means are kept. Pairs stay together, so that it does not matter that
some puzzles take a thousand times as long as others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean

from asp_nono.lab.board import Row
from asp_nono.lab.runs import Puzzle

_DRAWS = 2000
"""How often puzzles are drawn."""

_AT_ONCE = 1_000_000
"""So many puzzles at most are drawn at once."""

_LEAST = 5
"""Fewer pairs tell nothing."""

_TINY = 1e-4
"""Seconds; less cannot be measured."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """One competitor's time as a part of another's.

    Attributes:
        pairs: Over how many puzzles.
        mean: The geometric mean of the ratios; None without pairs.
        low, high: The ends of its 95 % interval; None with too few pairs.
        only_first, only_second: How many puzzles only one of them has solved, of those given to
            both.
    """

    pairs: int
    mean: float | None
    low: float | None
    high: float | None
    only_first: int
    only_second: int

    @property
    def words(self) -> str:
        """What can be said of the first one."""
        if self.low is None or self.high is None:
            return "too few puzzles"
        if self.high < 1:
            return "faster"
        return "slower" if self.low > 1 else "no difference shown"


def ratio(first: Row, second: Row, base: tuple[Row, Row] | None = None) -> Ratio:
    """Compare two competitors over the puzzles given to both; the same each time it is called.

    Args:
        first: The one whose time is divided.
        second: The one by whose time it is divided.
        base: Somebody who should have taken the same time with both, as the machine was then; what
            differs there is not held against the first one.
    """
    common = first.cells.keys() & second.cells.keys()
    both = sorted(first.solved & second.solved)
    if base:
        both = [puzzle for puzzle in both if puzzle in base[0].solved & base[1].solved]
    logs = [_log(first, second, puzzle) - (_log(*base, puzzle) if base else 0.0) for puzzle in both]
    low, high = interval(logs)
    return Ratio(
        len(both),
        exp(fmean(logs)) if logs else None,
        low,
        high,
        len(first.solved & common - second.solved),
        len(second.solved & common - first.solved),
    )


def _log(first: Row, second: Row, puzzle: Puzzle) -> float:
    """The logarithm of the ratio of two times."""
    return log(max(first.cells[puzzle].time, _TINY) / max(second.cells[puzzle].time, _TINY))


def interval(logs: Sequence[float]) -> tuple[float | None, float | None]:
    """The 95 % interval of the geometric mean of ratios, given by their logarithms."""
    if len(logs) < _LEAST:
        return None, None
    import numpy as np

    random, values = np.random.default_rng(1), np.array(logs)  # the same draws each time
    means = sorted(
        float(mean)
        for part in _parts(len(logs))
        for mean in values[random.integers(0, len(logs), (part, len(logs)))].mean(axis=1)
    )
    edge = _DRAWS // 40
    return exp(means[edge]), exp(means[-1 - edge])


def _parts(length: int) -> list[int]:
    """All draws in parts that are not too large to be made at once."""
    most = max(1, _AT_ONCE // length)
    return [min(most, _DRAWS - done) for done in range(0, _DRAWS, most)]
