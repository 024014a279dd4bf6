"""Approximate counts of answer sets: only on request, and never mixed with exact ones."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from time import perf_counter

from asp_nono.counting.programs.jobs import Estimating, Roughly
from asp_nono.counting.programs.sources import Source, program_of
from asp_nono.errors import AspNonoError
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.events import Begun
from asp_nono.solving.tally import INTERRUPTED
from asp_nono.solving.worker import Worker, in_child

EPSILON = 0.8
DELTA = 0.2
SEED = 1
_SEEDS = 2**32


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a number of answer sets that differ in what they show. It is no count.

    Attributes:
        number: The estimate; None if there is none.
        epsilon: With the stated probability the estimate is no more than 1 + epsilon times too
            large or too small.
        delta: The probability that it is worse is no more than this.
        seed: The seed of the random choices.
        method: What made it: "approxmc".
        reason: What stopped it, if there is none; else empty.
        interrupted: Whether that was Ctrl-C.
        seconds: Time from the question to the answer.
    """

    number: int | None
    epsilon: float
    delta: float
    seed: int
    method: str
    reason: str
    interrupted: bool
    seconds: float

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest number that the estimate speaks for."""
        if self.number is None:
            return None
        factor = 1 + Fraction(str(self.epsilon))
        return ceil(self.number / factor), floor(self.number * factor)

    def __str__(self) -> str:
        if self.bounds is None:
            return f"no estimate: {self.reason}"
        low, high = self.bounds
        sure = f"with a probability of at least {100 * (1 - self.delta):g} %"
        return f"about {self.number} (between {low} and {high} {sure})"


def approximate_program(
    program: str | Source,
    *,
    epsilon: float = EPSILON,
    delta: float = DELTA,
    seed: int = SEED,
    limits: Limits | None = None,
    worker: Worker | None = None,
) -> Estimate:
    """Estimate how many answer sets of a clingo program differ in what they show.

    Args:
        program: As in `count_program`.
        epsilon: How far off the estimate may be, above 0.
        delta: How probable it may be that it is further off, between 0 and 1.
        seed: The seed of the random choices; the same seed gives the same estimate.
        limits: As in `count_program`.
        worker: As in `count_program`.

    Raises:
        AspNonoError: If epsilon, delta or seed is not what it should be; and as `count_program`.
    """
    source = program_of(program) if isinstance(program, str) else program
    work = _job(source, epsilon, delta, seed).events
    began = perf_counter()
    number: int | None = None
    stopped = ""
    with closing(in_child(work, limits or Limits(), worker)) as events:
        try:
            for event in events:
                match event:
                    case Begun():
                        began = perf_counter()
                    case Roughly(value):
                        number = value
                    case Stopped(reason=reason):
                        stopped = reason
        except KeyboardInterrupt:
            stopped = INTERRUPTED
    return Estimate(
        number=number,
        epsilon=epsilon,
        delta=delta,
        seed=seed,
        method="approxmc",
        reason=stopped,
        interrupted=stopped == INTERRUPTED,
        seconds=perf_counter() - began,
    )


def _job(source: Source, epsilon: float, delta: float, seed: int) -> Estimating:
    if not 0 < epsilon < float("inf"):
        raise AspNonoError(f"epsilon is {epsilon}; expected a number above 0")
    if not 0 < delta < 1:
        raise AspNonoError(f"delta is {delta}; expected a number between 0 and 1")
    if not 0 <= seed < _SEEDS:
        raise AspNonoError(f"the seed is {seed}; expected a number from 0 to {_SEEDS - 1}")
    return Estimating(source, epsilon, delta, seed)
