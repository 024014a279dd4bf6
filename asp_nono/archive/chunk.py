"""A chunk of an archive: some files, worked on in one process, and what became of each puzzle."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from asp_nono.archive.entries import Entry
from asp_nono.archive.parts import Row
from asp_nono.files import read_data
from asp_nono.grid import PartialGrid
from asp_nono.messages import AspNonoError, Message
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.solving.result import Result

if TYPE_CHECKING:
    from asp_nono.run.pool import Children, Pool


class Answered(Protocol):
    """What a job has found of a puzzle."""

    @property
    def verdict(self) -> str:
        """Whether the puzzle is unique."""

    @property
    def stopped(self) -> Stopped | None:
        """What stopped it, if something did."""

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""


class Question(Protocol):
    """What is asked of each puzzle: a job."""

    def find(
        self, *inputs: Puzzle | PartialGrid | None, limits: Limits, pool: "Pool | None"
    ) -> Answered:
        """The answer."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some files, and the time after which the rest of them is given back.

    Attributes:
        entries: The files.
        seconds: The time.
        died: Why the process died on the puzzle before the first one, if nothing else is known of
            that file yet: not even how many puzzles it has.
    """

    entries: tuple[Entry, ...]
    seconds: float
    died: Message | None = None

    @property
    def single(self) -> bool:
        """Whether it ends after one puzzle."""
        return len(self.entries) == 1 and not self.seconds


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """What became of a chunk."""

    rows: tuple[Row, ...]
    rest: tuple[Entry, ...]  #: what there was no time for
    seconds: float


def work_on(chunk: Chunk, question: Question, limits: Limits) -> ChunkResult:
    """Ask the question of each puzzle of a chunk, at least of one, until its time is up."""
    began, rows = monotonic(), list[Row]()
    pool = _children() if limits else None
    for place, entry in enumerate(chunk.entries):
        for asked in _asked(entry, question, limits, pool):
            if rows and monotonic() > began + chunk.seconds:
                rest = (_from(asked.head, entry), *chunk.entries[place + 1 :])
                return ChunkResult(tuple(rows), rest, monotonic() - began)
            rows.append(asked.row())
    return ChunkResult(tuple(rows), (), monotonic() - began)


def _from(head: Row, entry: Entry) -> Entry:
    """A file from the puzzle on whose row begins like this."""
    several = head["of"]
    return replace(entry, first=head["puzzle"], last=entry.last or several, several=several)


@cache
def _children() -> "Children":
    """The process for what needs limits, for as long as this one lives."""
    from asp_nono.run.pool import Children

    return Children()


@lru_cache(maxsize=1)
def _read(data: bytes, name: str) -> Sequence[Puzzle | AspNonoError]:
    """The puzzles of a file, kept for its rest, which often comes to the same process again."""
    return read_data(data, name)


def _asked(
    entry: Entry, question: Question, limits: Limits, pool: "Pool | None"
) -> Iterator["_Asked"]:
    """The puzzles of a file, and what is asked of them."""
    found: Sequence[Puzzle | AspNonoError]
    try:
        found = [entry.fault] if entry.fault else _read(entry.data, entry.name)
    except AspNonoError as error:
        found = [error]
    for number in range(entry.first, min(entry.last or len(found), len(found)) + 1):
        head = row_of(entry, number, len(found))
        yield _Asked(head, found[number - 1], question, limits, pool)
    _read.cache_clear()  # there is no rest


def row_of(entry: Entry, number: int, several: int) -> Row:
    """The beginning of the row of a puzzle, one of several of its file."""
    return {"source": entry.name, "puzzle": number, "of": several, "key": entry.key}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A puzzle, and what is asked of it."""

    head: Row
    puzzle: Puzzle | AspNonoError
    question: Question
    limits: Limits
    pool: "Pool | None"

    def row(self) -> Row:
        """The answer, as a row."""
        if not isinstance(self.puzzle, Puzzle):
            return {**self.head, "error": str(self.puzzle)}
        head, began = {**self.head, **_about(self.puzzle)}, perf_counter()
        try:
            found = self._found(self.puzzle)
            if found.stopped and found.stopped.cause is Cause.CRASHED:
                found = self._found(self.puzzle)  # it may have been killed from outside
        except AspNonoError as error:
            return {**head, "error": str(error)}
        return {**head, **_answer(found, self.puzzle.chars), "seconds": perf_counter() - began}

    def _found(self, puzzle: Puzzle) -> Answered:
        found = self.question.find(puzzle, None, limits=self.limits, pool=self.pool)
        if found.stopped and found.stopped.cause is Cause.INTERRUPTED:
            raise KeyboardInterrupt  # the whole chunk is meant
        return found


def _about(puzzle: Puzzle) -> Row:
    size = {"width": puzzle.width, "height": puzzle.height, "colors": len(puzzle.colors)}
    return {"clues": clues_hash(puzzle), **size}


def clues_hash(puzzle: Puzzle) -> str:
    """A hash of the clues and given cells; titles, names of colors and goals do not matter."""
    lines = [[(b.length, b.color) for b in clue] for clue in (*puzzle.rows, *puzzle.columns)]
    given = puzzle.given.rows if puzzle.given else None
    known = [puzzle.height, len(puzzle.colors), lines, given]
    return sha256(json.dumps(known).encode()).hexdigest()[:32]


def _answer(found: Answered, chars: str) -> Row:
    """The columns for an answer; these characters stand for the colors."""
    value = found.to_json()
    solutions = found.solutions if isinstance(found, Result) else ()
    return {
        "verdict": str(found.verdict),
        **{name: value.get(name) for name in ("technique", "count", "at_most", "exact", "grade")},
        "solutions": "\n\n".join("\n".join(one.to_text(chars)) for one in solutions) or None,
        "stopped": str(found.stopped.cause) if found.stopped else None,
        "result": json.dumps(value, ensure_ascii=False),
    }


def lost(entry: Entry, number: int, several: int, why: Message) -> Row:
    """The row of a puzzle, one of several of its file, on which the process died."""
    return {**row_of(entry, number, several), "stopped": "crashed", "error": str(why)}
