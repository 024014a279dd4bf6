"""Exact counts of answer sets, under limits that hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from time import perf_counter

from asp_nono.asp.recipes import DEFAULT, Recipe
from asp_nono.asp.recipes import recipe as named_recipe
from asp_nono.counting.programs.ground import Source
from asp_nono.counting.programs.jobs import METHODS, Counting, Exactly, Method, Origin, Translated
from asp_nono.counting.programs.puzzles import Encoded
from asp_nono.errors import UnknownNameError
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.events import Begun, Counted
from asp_nono.solving.limits import Limits, Stopped
from asp_nono.solving.tally import INTERRUPTED
from asp_nono.solving.worker import Worker


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


def program_of(
    text: str = "",
    *,
    files: Iterable[str | PathLike[str]] = (),
    constants: Mapping[str, object] | None = None,
) -> Source:
    """A program of rules in a text, in files, or in both.

    Args:
        text: Rules.
        files: Files with more rules.
        constants: Values for constants (`#const`); each is written as it is in the program.
    """
    values = tuple((name, str(value)) for name, value in (constants or {}).items())
    return Source(text, tuple(map(Path, files)), values)


def count_program(
    text: str = "",
    *,
    files: Iterable[str | PathLike[str]] = (),
    constants: Mapping[str, object] | None = None,
    method: Method = "auto",
    limits: Limits | None = None,
    worker: Worker | None = None,
) -> ProgramCount:
    """Count the answer sets of a clingo program that differ in what they show.

    What is shown follows from its `#show` statements; where it has `#project` statements, the atoms
    named there take that place.

    Args:
        text, files, constants: The program, as in `program_of`.
        method: "auto": clingo looks for answer sets for a second, then Ganak counts, or D4 where
            only that is installed. "clingo": clingo finds them all. "ganak", "d4": that counter.
        limits: Limits on time and memory; they cover grounding and translation too.
        worker: The child process to count in; otherwise there is one for this count alone.

    Raises:
        UnknownNameError: If there is no such method.
        EncodingError: If clingo has anything to say of the program, if it has what does not go with
            counting (`#minimize`, `#edge`, theory atoms; for counters also disjunctions), if its
            formula gets too large, or if D4 would count hidden atoms.
        PuzzleError: If the extra `count` is needed and missing.
    """
    return _count(program_of(text, files=files, constants=constants), method, limits, worker)


def count_encoded(
    puzzle: Puzzle,
    *,
    recipe: str | Recipe = DEFAULT,
    hints: str | None = None,
    start: PartialGrid | None = None,
    method: Method = "auto",
    limits: Limits | None = None,
    worker: Worker | None = None,
) -> ProgramCount:
    """Count the solutions of a puzzle as the answer sets of a recipe's encodings.

    Args:
        puzzle: The puzzle.
        recipe: A recipe or its name.
        hints: What line logic may tell the encodings instead of what the recipe says.
        start: What is known of the picture beforehand.
        method, limits, worker: As in `count_program`.

    Raises:
        UnknownNameError: If there is no such recipe, level of hints or method.
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle, and as in
            `count_program`.
        PuzzleError: If the start is not of the puzzle's size, and as in `count_program`.
    """
    encoded = Encoded(puzzle, named_recipe(recipe).with_hints(hints), start)
    return _count(encoded, method, limits, worker)


@contextmanager
def child(worker: Worker | None) -> Iterator[Worker]:
    """The given worker, or one that is gone after the block."""
    if worker:
        yield worker
        return
    with Worker() as own:
        yield own


def _count(
    origin: Origin, method: Method, limits: Limits | None, worker: Worker | None
) -> ProgramCount:
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    began = perf_counter()
    number, exact, by, stopped = 0, False, "clingo", ""
    size = Translated(0, 0, 0)
    with child(worker) as hands, closing(
        hands.run(Counting(origin, method), limits or Limits())
    ) as events:
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
                    case Stopped(stopped):
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
