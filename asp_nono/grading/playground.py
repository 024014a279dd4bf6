"""A program tried out on a puzzle: its answer sets as pictures, with their atoms and its rules.

Whoever wrote it, it runs in the sandbox, and what it answers is held against the clues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from asp_nono.errors import EncodingError
from asp_nono.grading.questions import Asked
from asp_nono.grading.remarks import remarks
from asp_nono.grading.sandbox import Clock, Refused, Sandbox
from asp_nono.grid import Grid
from asp_nono.puzzle import mismatch
from asp_nono.run.limits import Stopped


@dataclass(frozen=True, slots=True)
class Grounded:
    """A program is ground.

    Attributes:
        rules, atoms: How large it is.
        seconds: The CPU time that took.
        remarks: What is odd about it, each with its place.
    """

    rules: int
    atoms: int
    seconds: float
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer set.

    Attributes:
        number: Its number, from 1.
        grid: The picture; None if its atoms draw none.
        wrong: Why this is no solution of the puzzle; empty if it is one.
        atoms: Its atoms, at most 5000.
        total: How many there are.
        cells: For a cell (column, row) the places in `atoms` of those that speak of it.
    """

    number: int
    grid: Grid | None
    wrong: str
    atoms: tuple[str, ...]
    total: int
    cells: dict[tuple[int, int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RuleShare:
    """What one rule makes of the puzzle; see `asp.rule_sizes.RuleSize`.

    Attributes:
        file: Where it stands; the name of the program where that is one file.
    """

    file: str
    line: int
    text: str
    instances: int
    literals: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Tried:
    """The end.

    Attributes:
        answers: So many answer sets were looked at.
        exhausted: Whether there are no others.
        seconds: The CPU time that solving took.
        reason: Why there was nothing to run; else empty.
    """

    answers: int
    exhausted: bool
    seconds: float
    reason: str = ""


Happening: TypeAlias = Grounded | Answer | tuple[RuleShare, ...] | Tried | Stopped
"""What is told of a program that is tried out."""


def try_out(
    sandbox: Sandbox, asked: Asked, *, most: int, sizes: bool, seconds: float
) -> Iterator[Happening]:
    """Run a program on a puzzle.

    Args:
        sandbox: Where it runs.
        asked: The program with what it is told of the puzzle.
        most: So many answer sets are looked at.
        sizes: Whether each rule is measured, too, the slowest first.
        seconds: Wall-clock time for all of it.

    Yields:
        Grounded, each Answer, the sizes of rules, and Tried; Stopped at a limit, as the last.

    Raises:
        EncodingError: If the program may not be run, or clingo does not accept it.
    """
    if asked.nothing:
        yield Tried(0, True, 0.0, asked.nothing)
        return
    desk = _Desk(asked, sandbox, Clock(seconds))
    try:
        yield desk.grounded()
        answers, exhausted, solving = 0, False, 0.0
        while answers < most and not exhausted:
            found = desk.ask({"do": "next"})
            solving += found["seconds"]
            exhausted = found.get("exhausted", False)
            if "picture" in found:
                answers += 1
                yield desk.answer(answers, found)
        if sizes:
            yield desk.sizes()
        yield Tried(answers, exhausted, solving)
    except _Limit as limit:
        yield limit.stopped


class _Limit(Exception):  # noqa: N818 - no error: an end
    """A limit is reached."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.reason)
        self.stopped = stopped


class _Desk:
    """Asks the sandbox, and makes of its answers what is told."""

    def __init__(self, asked: Asked, sandbox: Sandbox, clock: Clock) -> None:
        self._asked = asked
        self._sandbox = sandbox
        self._clock = clock

    def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        """The answer to a job.

        Raises:
            EncodingError: If the program is refused.
            _Limit: If there is none in time.
        """
        found = self._sandbox.ask(job, self._clock)
        if isinstance(found, Stopped):
            raise _Limit(found)
        if isinstance(found, Refused):
            place = self._asked.submission.place(found.line)
            raise EncodingError(self._asked.submission.name, found.reason, place=place)
        return found

    def grounded(self) -> Grounded:
        """Have the program grounded."""
        asked, puzzle = self._asked, self._asked.puzzle
        found = self.ask(
            {
                "do": "show",
                "text": asked.submission.text,
                "facts": asked.facts,
                "options": list(asked.options),
                "output": asdict(asked.vocabulary.output),
                "width": puzzle.width,
                "height": puzzle.height,
                "given": sorted(asked.vocabulary.signatures),
            }
        )
        odd: tuple[str, ...] = ()
        if asked.seen:
            odd = remarks(asked.submission, asked.seen, asked.vocabulary, found["messages"])
        return Grounded(found["rules"], found["atoms"], found["seconds"], (*asked.notes, *odd))

    def answer(self, number: int, found: dict[str, Any]) -> Answer:
        """An answer set, held against the clues."""
        rows: Sequence[Sequence[int]] | str = found["picture"]
        puzzle = self._asked.puzzle
        if isinstance(rows, str):
            grid, wrong = None, f"{rows} is no cell, or gives one a second colour"
        else:
            grid = Grid(tuple(map(tuple, rows)))
            unknown = grid.most_color >= len(puzzle.colors)
            wrong = "a colour that the palette lacks" if unknown else mismatch(grid, puzzle) or ""
            grid = None if unknown else grid
        cells: dict[tuple[int, int], tuple[int, ...]] = {}
        for x, y, place in found["at"]:
            cells[x, y] = (*cells.get((x, y), ()), place)
        return Answer(number, grid, wrong, tuple(found["atoms"]), found["total"], cells)

    def sizes(self) -> tuple[RuleShare, ...]:
        """What each rule makes of the puzzle, the slowest first."""
        submission = self._asked.submission
        shares = []
        for line, *rest in self.ask({"do": "sizes"})["sizes"]:
            file, number = submission.places[line - 1]
            shares.append(RuleShare(file, number, *rest))
        return tuple(sorted(shares, key=lambda one: -one.seconds))
