"""The work of counting a program's answer sets, as a child process does it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Literal, NamedTuple, get_args

from clingo import Control, Model, Symbol

from asp_nono.counting.programs import counters
from asp_nono.counting.programs.clasp import determined, without_backbone
from asp_nono.counting.programs.cnf import Cnf
from asp_nono.counting.programs.completion import formula_of
from asp_nono.counting.programs.ground import Ground, ground
from asp_nono.counting.programs.sources import Encoded, Source
from asp_nono.errors import EncodingError
from asp_nono.solving.events import Counted

Method = Literal["auto", "clingo", "ganak", "d4"]
"""How to count exactly: by finding answer sets, by a counter, or first a little of the former."""

METHODS: tuple[Method, ...] = get_args(Method)

_FIRST = 1.0
"""Seconds for which `auto` has clingo look for answer sets before a counter is asked."""

_POLL = 0.1
"""Seconds between two reports of how many answer sets clingo has found."""


class Translated(NamedTuple):
    """The program is a formula now, of such a size."""

    variables: int
    clauses: int


class Exactly(NamedTuple):
    """The number of answer sets, and what found it."""

    number: int
    method: str


class Roughly(NamedTuple):
    """An estimate of the number of answer sets."""

    number: int


CountEvent = Translated | Counted | Exactly


class Counting(NamedTuple):
    """An exact count.

    Attributes:
        source: The program.
        method: How to count.
    """

    source: Source
    method: Method

    def events(self) -> Iterator[CountEvent]:
        """Count; the last event is Exactly."""
        if self.method in counters.PACKAGES:
            counters.require(self.method)
        program, control = _grounded(self.source)
        if self.method in ("auto", "clingo"):
            patience = _FIRST if self.method == "auto" else None
            number = yield from _enumerate(control, program.ambiguous, patience)
            if number is not None:
                yield Exactly(number, "clingo")
                return
        cnf = formula_of(program)
        yield _size(cnf)
        yield _counted(without_backbone(cnf), self.method, program.name)


class Estimating(NamedTuple):
    """An approximate count.

    Attributes:
        source: The program.
        epsilon, delta, seed: As in `estimate.approximate_program`.
    """

    source: Source
    epsilon: float
    delta: float
    seed: int

    def events(self) -> Iterator[Translated | Roughly]:
        """Estimate; the last event is Roughly."""
        counters.require("approxmc")
        program, _ = _grounded(self.source)
        cnf = formula_of(program)
        yield _size(cnf)
        yield Roughly(counters.approxmc(cnf, self.epsilon, self.delta, self.seed))


def _grounded(source: Source) -> tuple[Ground, Control]:
    return ground(source.rules() if isinstance(source, Encoded) else source)


def _size(cnf: Cnf) -> Translated:
    return Translated(cnf.variables, len(cnf.clauses))


def _counted(cnf: Cnf, method: Method, name: str) -> Exactly:
    """Have a counter count: D4 is mostly faster, but counts hidden atoms, too, and needs room."""
    if cnf.plain is not None:
        return Exactly(cnf.plain, "formula")
    if method == "d4":
        if not determined(cnf):
            reason = "cannot count what is shown: hidden atoms may differ where nothing shown does"
            raise EncodingError(name, f"d4 {reason}; expected the method ganak")
        return Exactly(counters.d4(cnf), "d4")
    if method == "auto" and counters.installed("d4") and determined(cnf):
        with suppress(MemoryError):
            return Exactly(counters.d4(cnf), "d4")
    return Exactly(counters.ganak(cnf), "ganak")


def _enumerate(
    control: Control, ambiguous: bool, patience: float | None
) -> Generator[Counted, None, int | None]:
    """Have clingo find answer sets, told apart by what is projected on.

    Args:
        control: The program.
        ambiguous: Whether its projection may tell too many apart; then what they show is remembered
            instead.
        patience: Seconds after which to give up, or None.

    Returns:
        Their number; None if patience ended before they were all found.
    """
    number = 0
    seen: set[frozenset[Symbol]] = set()

    def tally(_: Model) -> None:
        nonlocal number
        number += 1

    def remember(model: Model) -> None:
        nonlocal number
        seen.add(frozenset(model.symbols(shown=True)))
        number = len(seen)

    control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
    if ambiguous:
        control.configuration.solve.project = "no"  # type: ignore[union-attr] # clingo's own
    with control.solve(on_model=remember if ambiguous else tally, async_=True) as handle:
        waited = 0.0
        while not handle.wait(_POLL):
            yield Counted(number)
            waited += _POLL
            if patience is not None and waited >= patience:
                handle.cancel()
                break
        exhausted = bool(handle.get().exhausted)
    yield Counted(number)
    return number if exhausted else None
