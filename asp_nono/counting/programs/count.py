"""Exact counts of answer sets, under limits that hold."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from time import perf_counter

from asp_nono.counting.programs.jobs import METHODS, Counting, Exactly, Method, Translated
from asp_nono.counting.programs.sources import Source, program_of
from asp_nono.errors import UnknownNameError
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.events import Begun, Counted
from asp_nono.solving.tally import INTERRUPTED
from asp_nono.solving.worker import Worker, in_child


@dataclass(frozen=True, slots=True)
class ProgramCount:
    """A number of answer sets that differ in what they show.

    Attributes:
        number: So many there are, at least.
        exact: Whether there are no more.
        method: What found the number: "clingo" found that many answer sets, "ganak" and "d4"
            counted, and for "formula" there was nothing left to count.
        reason: What stopped a count that is not exact; else empty.
        interrupted: Whether that was Ctrl-C.
        seconds: Time from the question to the answer.
        variables, clauses: The size of the formula that was counted; 0 where there was none.
    """

    number: int
    exact: bool
    method: str
    reason: str
    interrupted: bool
    seconds: float
    variables: int
    clauses: int

    def __str__(self) -> str:
        return str(self.number) if self.exact else f"at least {self.number}"


def count_program(
    program: str | Source,
    *,
    method: Method = "auto",
    limits: Limits | None = None,
    worker: Worker | None = None,
) -> ProgramCount:
    """Count the answer sets of a clingo program that differ in what they show.

    What is shown follows from its `#show` statements; where it has `#project` statements, the atoms
    named there take that place.

    Args:
        program: Rules, or what `program_of` and `puzzle_program` make.
        method: "auto": clingo looks for answer sets for a second; then D4 counts if what is shown
            determines everything else, otherwise Ganak. "clingo": clingo finds them all. "ganak",
            "d4": that counter.
        limits: Limits on time and memory; they cover grounding and translation too.
        worker: The child process to count in; otherwise there is one for this count alone.

    Raises:
        UnknownNameError: If there is no such method.
        EncodingError: If clingo has anything to say of the program, if it has what does not go with
            counting (`#minimize`, `#edge`, theory atoms; for counters also disjunctions of atoms
            that depend on each other), if its formula gets too large, or if D4 would count hidden
            atoms.
        UnwritableError: If a recipe cannot be used for a puzzle.
        PuzzleError: If the extra `count` is needed and missing, or if a start is not of the
            puzzle's size.
    """
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    source = program_of(program) if isinstance(program, str) else program
    began = perf_counter()
    number, exact, by, stopped = 0, False, "clingo", ""
    size = Translated(0, 0)
    work = Counting(source, method).events
    with closing(in_child(work, limits or Limits(), worker)) as events:
        try:
            for event in events:
                match event:
                    case Begun():
                        began = perf_counter()
                    case Counted(number):
                        pass
                    case Translated():
                        size = event
                    case Exactly(number, by):
                        exact = True
                    case Stopped(reason=stopped):
                        pass
        except KeyboardInterrupt:
            stopped = INTERRUPTED
    return ProgramCount(
        number=number,
        exact=exact,
        method=by,
        reason=stopped,
        interrupted=stopped == INTERRUPTED,
        seconds=perf_counter() - began,
        variables=size.variables,
        clauses=size.clauses,
    )
