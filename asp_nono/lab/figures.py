"""The arithmetic of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from statistics import fmean, median, quantiles
from typing import NamedTuple


class Spread(NamedTuple):
    """A median, and how far what it stands for reaches."""

    middle: float
    low: float
    high: float


def extremes(values: Sequence[float]) -> Spread:
    """The median, the least and the greatest of some values, of which there is one at least."""
    return Spread(median(values), min(values), max(values))


def quartiles(values: Sequence[float]) -> Spread:
    """The median and the two quartiles of some values, of which there is one at least.

    Quartiles are interpolated between the values, whose extremes are the 0 % and 100 % points.
    """
    if len(values) == 1:
        return Spread(values[0], values[0], values[0])
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return Spread(middle, low, high)


def par(times: Iterable[tuple[float, bool]], limit: float | None, factor: int) -> float | None:
    """The penalised average runtime: the mean, where what is undecided counts as many limits.

    Args:
        times: For each puzzle, of which there is one at least, seconds and whether it was decided.
        limit: The time limit in seconds.
        factor: So many limits: 2 for PAR2, 10 for PAR10.

    Returns:
        None if something is undecided and there is no limit to count.
    """
    seconds = []
    for time, decided in times:
        if not decided and limit is None:
            return None
        seconds.append(time if decided or limit is None else factor * limit)
    return fmean(seconds)


def par2(times: Iterable[tuple[float, bool]], limit: float | None) -> float | None:
    """See `par`."""
    return par(times, limit, 2)


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of the line that fits log y against log x best in the sense of least squares.

    Args:
        points: Pairs (x, y); if y is about c times x to the power of k, the slope is about k.

    Returns:
        None if there are not two points with different x, or if some x or y is not positive.
    """
    if any(x <= 0 or y <= 0 for x, y in points) or len({x for x, _ in points}) < 2:
        return None
    across, up = [log(x) for x, _ in points], [log(y) for _, y in points]
    mean_x, mean_y = fmean(across), fmean(up)
    product = sum((x - mean_x) * (y - mean_y) for x, y in zip(across, up, strict=True))
    return product / sum((x - mean_x) ** 2 for x in across)
