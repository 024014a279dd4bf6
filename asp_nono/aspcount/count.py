"""Exact and approximate counts of the answer sets of clingo programs, under limits."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import ceil, floor, inf
from time import perf_counter
from typing import Any, Literal, TypeAlias, get_args

from asp_nono.asp.engine import Control, Model, Symbol
from asp_nono.aspcount import counters
from asp_nono.aspcount.cnf import Cnf
from asp_nono.aspcount.completion import formula_of
from asp_nono.aspcount.counters import determined, without_backbone
from asp_nono.aspcount.ground import Source, ground, program_of
from asp_nono.messages import AspNonoError, EncodingError, UnknownNameError, with_messages
from asp_nono.run import run_job
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Pool
from asp_nono.run.snapshots import Answer

ProgramMethod: TypeAlias = Literal["auto", "clingo", "ganak", "d4"]
METHODS: tuple[ProgramMethod, ...] = get_args(ProgramMethod)

_SEEDS = 2**32
_FIRST = 1.0  # seconds for which `auto` has clingo enumerate answer sets before it uses a counter
_POLL = 0.1  # seconds between two snapshots of clingo's enumeration


EPSILON, DELTA = 0.8, 0.2  # how good an estimate is, unless something else is wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramCount(Answer):
    """A number of answer sets that differ in what they show.

    Attributes:
        number: The number, or a lower bound on it.
        exact: Which of the two.
        method: Or "ganak", "d4", or "formula" if nothing was left to count.
        variables: Of the formula that was counted; 0 where there was none.
        clauses: How many clauses the formula has.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    number: int = 0
    exact: bool = False
    method: str = "clingo"
    variables: int = 0
    clauses: int = 0

    def __str__(self) -> str:
        return str(self.number) if self.exact else f"at least {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(Answer):
    """An estimate of a number of answer sets that differ in what they show. It is no count.

    Attributes:
        number: None if there is none.
        epsilon: The estimate is off by a factor of at most 1 + epsilon,.
        delta: Or with at most this probability by more.
        seed: Of the random choices.
        method: The name of the method.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    number: int | None = None
    epsilon: float = EPSILON
    delta: float = DELTA
    seed: int = 1
    method: str = "approxmc"

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest number within the factor."""
        if self.number is None:
            return None
        factor = 1 + Fraction(str(self.epsilon))
        return ceil(self.number / factor), floor(self.number * factor)

    @property
    def finished(self) -> bool:
        """Whether there is an estimate."""
        return self.number is not None

    def __str__(self) -> str:
        if self.bounds is None:
            return f"no estimate: {self.reason}"
        low, high = self.bounds
        sure = f"with a probability of at least {100 * (1 - self.delta):g} %"
        return f"about {self.number} (between {low} and {high} {sure})"

    def text(self, name: str, _: object) -> Iterator[str]:
        """The estimate, the method and the time."""
        yield f"{name}: {self} ({self.method}, {self.seconds:.3f} s)"

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`: no `count`, so that it is never taken for one."""
        low, high = self.bounds or (None, None)
        return {
            "estimate": None if self.number is None else str(self.number),
            "from": None if low is None else str(low),
            "to": None if high is None else str(high),
            "confidence": 1 - self.delta,
            "method": self.method,
            "seconds": round(self.seconds, 6),
            **with_messages(reason=self.because),
        }


def count_program(
    program: str | Source,
    *,
    method: ProgramMethod = "auto",
    limits: Limits | None = None,
    pool: Pool | None = None,
) -> ProgramCount:
    """Count the answer sets of a clingo program that differ in what they show.

    What is shown follows from its `#show` statements; where it has `#project` statements, the atoms
    named there are counted instead. The program is given by its rules or as the result of
    `program_of` or `puzzle_program`. With the method "auto" clingo enumerates answer sets for a
    second; then D4 counts if what is shown determines everything else, otherwise Ganak. "clingo"
    enumerates them all. Limits cover grounding and translation too. Without a pool it counts in a
    child process of its own.

    Raises:
        UnknownNameError: If there is no such method.
        EncodingError: If clingo has any message on the program, if it has what cannot be counted
            (`#minimize`, `#edge`, theory atoms; for counters also disjunctions of atoms that depend
            on each other), if its formula gets too large, or if D4 would count hidden atoms.
        UnwritableError: If a recipe cannot be used for a puzzle.
        PuzzleError: If the extra `count` is needed and missing, or if a start is not of the
            puzzle's size.
    """
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    source = program_of(program) if isinstance(program, str) else program
    initial = ProgramCount(method="clingo" if method == "auto" else method)
    return run_job(partial(program_counts, source, method), initial, limits, pool, child=True)


def approximate_program(
    program: str | Source,
    *,
    epsilon: float = EPSILON,
    delta: float = DELTA,
    seed: int = 1,
    limits: Limits | None = None,
    pool: Pool | None = None,
) -> Estimate:
    """Estimate how many answer sets of a clingo program differ in what they show.

    It is off by a factor of at most 1 + `epsilon` (above 0), or with a probability of at most
    `delta` (between 0 and 1) by more. The same seed gives the same estimate. The other arguments
    are those of `count_program`.

    Raises:
        AspNonoError: If epsilon, delta or seed is out of range; and as `count_program`.
    """
    if not 0 < epsilon < inf:
        raise AspNonoError("epsilon is {value}; expected a number above 0", value=epsilon)
    if not 0 < delta < 1:
        raise AspNonoError("delta is {value}; expected a number between 0 and 1", value=delta)
    if not 0 <= seed < _SEEDS:
        raise AspNonoError(
            "the seed is {seed}; expected a number from 0 to {most}", seed=seed, most=_SEEDS - 1
        )
    source = program_of(program) if isinstance(program, str) else program
    initial = Estimate(epsilon=epsilon, delta=delta, seed=seed)
    return run_job(partial(estimates, source, initial), initial, limits, pool, child=True)


def models(source: Source) -> ProgramCount:
    """The answer sets of a program that shows all that tells them apart, counted by D4."""
    cnf = formula_of(ground(source)[0])
    number = counters.d4(cnf) if cnf.trivial is None else cnf.trivial
    return ProgramCount(
        number=number,
        exact=True,
        method="d4",
        variables=cnf.variables,
        clauses=len(cnf.clauses),
    )


def program_counts(source: Source, method: ProgramMethod) -> Iterator[ProgramCount]:
    """Snapshots of a count in this process; the last one is exact. As `count_program`."""
    began = perf_counter()
    if method in counters.PACKAGES:
        counters.require(method)
    program, control = ground(source)
    found = ProgramCount(method="clingo" if method == "auto" else method)
    if method in ("auto", "clingo"):
        patience = _FIRST if method == "auto" else inf
        for number, exhausted in _enumerated(control, program.ambiguous, patience):
            found = replace(found, number=number, exact=exhausted, seconds=perf_counter() - began)
            yield found
        if found.exact:
            return
    cnf = formula_of(program)
    found = replace(found, variables=cnf.variables, clauses=len(cnf.clauses))
    yield found
    number, by = _model_count(without_backbone(cnf), method, program.name)
    yield replace(found, number=number, exact=True, method=by, seconds=perf_counter() - began)


def _model_count(cnf: Cnf, method: ProgramMethod, name: str) -> tuple[int, str]:
    """The number of models, and which counter found it.

    D4 is mostly faster, but it also counts hidden atoms and needs much memory.
    """
    if cnf.trivial is not None:
        return cnf.trivial, "formula"
    if method == "d4":
        if (sure := determined(cnf)) is None:
            raise EncodingError(
                name,
                "it takes too long to find out whether models may differ only in atoms that are not"
                " shown, which d4 would count; expected the method ganak",
            )
        if not sure:
            raise EncodingError(
                name,
                "d4 cannot project: models differ only in atoms that are not shown;"
                " expected the method ganak",
            )
        return counters.d4(cnf), "d4"
    if method == "auto" and counters.installed("d4") and determined(cnf):
        with suppress(MemoryError):
            return counters.d4(cnf), "d4"
    return counters.ganak(cnf), "ganak"


def estimates(source: Source, initial: Estimate) -> Iterator[Estimate]:
    """Snapshots of an estimate in this process, with the settings of `initial`."""
    began = perf_counter()
    counters.require("approxmc")
    cnf = formula_of(ground(source)[0])
    number = counters.approxmc(cnf, initial.epsilon, initial.delta, initial.seed)
    yield replace(initial, number=number, seconds=perf_counter() - began)


def _enumerated(control: Control, ambiguous: bool, patience: float) -> Iterator[tuple[int, bool]]:
    """How many answer sets clingo has found, and whether these are all, from time to time.

    They are projected by clingo, or, where that is `ambiguous`, by remembering what they show.
    After `patience` seconds it gives up.
    """
    number = 0
    seen: set[frozenset[Symbol]] = set()

    def note(model: Model) -> None:
        nonlocal number
        number += 1
        if ambiguous:
            seen.add(frozenset(model.symbols(shown=True)))
            number = len(seen)

    control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
    if ambiguous:
        control.configuration.solve.project = "no"  # type: ignore[union-attr] # clingo's own
    with control.solve(on_model=note, async_=True) as handle:
        waited = 0.0
        while not handle.wait(_POLL):
            yield number, False
            waited += _POLL
            if waited >= patience:
                handle.cancel()
                break
        exhausted = bool(handle.get().exhausted)
    yield number, exhausted
