"""Statistics of paired measurements: intervals, tests, effect sizes; by scipy, of the extra `lab`.

Times differ by factors, so everything is done on logarithms of ratios, one for each puzzle. A
puzzle that only one of two systems solved has an infinite one: it counts in ranks, not in means.
"""

from collections.abc import Sequence
from math import copysign, exp, inf, isinf, log, sqrt
from statistics import fmean, stdev

from asp_nono.messages import needs

LEAST_PAIRS = 20  # with fewer pairs there is neither an interval nor a test
LEVEL = 0.05  # of significance; intervals are those of 95 %


def interval(logs: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of the geometric mean of ratios, given by their finite logarithms.

    By Student's t distribution; None with fewer than `LEAST_PAIRS` values.
    """
    if len(logs) < LEAST_PAIRS:
        return None
    with needs("lab", "an interval"):
        from scipy.stats import t
    middle, error = fmean(logs), stdev(logs) / sqrt(len(logs))
    reach = float(t.ppf(1 - LEVEL / 2, len(logs) - 1)) * error
    return exp(middle - reach), exp(middle + reach)


def signed_rank(logs: Sequence[float]) -> float | None:
    """The two-sided p value of Wilcoxon's signed rank test that the logarithms lie around zero.

    F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1, 1945. Zeros
    are left out; infinite logarithms have the highest ranks. None with fewer than `LEAST_PAIRS`.
    """
    if len(logs) < LEAST_PAIRS:
        return None
    if not any(logs):
        return 1.0
    with needs("lab", "a test"):
        from scipy.stats import wilcoxon
    most = max((abs(one) for one in logs if not isinf(one)), default=0.0) + 1
    ranked = [copysign(most, one) if isinf(one) else one for one in logs if one]
    return float(wilcoxon(ranked).pvalue)


def superiority(logs: Sequence[float]) -> float | None:
    """The share of puzzles on which the first is faster, ties counting half.

    The paired form of the measure A of A. Vargha and H. D. Delaney, "A Critique and Improvement of
    the CL Common Language Effect Size Statistics", Journal of Educational and Behavioral Statistics
    25, 2000. None without values.
    """
    return fmean(0.5 if one == 0 else float(one < 0) for one in logs) if logs else None


def holm(values: Sequence[float | None]) -> list[float | None]:
    """The p values of several tests, adjusted so that all conclusions hold together; None stays.

    S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
    Statistics 6, 1979.

    >>> holm([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    """
    known = sorted((value, place) for place, value in enumerate(values) if value is not None)
    adjusted, before = list(values), 0.0
    for number, (value, place) in enumerate(known):
        before = max(before, min(1.0, (len(known) - number) * value))
        adjusted[place] = before
    return adjusted


def log_ratio(first: float | None, second: float | None, least: float = 0.0) -> float:
    """The logarithm of the ratio of two times; None for a puzzle that was not solved in time."""
    if first is None or second is None:
        return 0.0 if first is second else inf if first is None else -inf
    return log(max(first, least) / max(second, least))
