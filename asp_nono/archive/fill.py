"""Filling an archive: chunks to processes or the workers of a cluster, as they become free.

A chunk holds as many files as take some seconds, by the pace so far. What is not done in time is
given back and divided; where a process dies, too, until the puzzle is known on which it does.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from time import perf_counter
from typing import Any

from asp_nono.archive.chunk import Chunk, ChunkResult, Question, lost, work_on
from asp_nono.archive.entries import ArchiveSources, Entry
from asp_nono.archive.parts import Archive
from asp_nono.messages import AspNonoError, Message, plural, with_messages
from asp_nono.run.limits import Limits, StoppedError
from asp_nono.run.pool import Pool, value_of
from asp_nono.run.snapshots import Answer

_FIRST, _MOST = 8, 1000  # files in a chunk: of the first ones; at most
_LARGEST = 1 << 24  # bytes in a chunk
_GRACE = 60.0  # seconds beyond its time after which a chunk is stopped


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveProgress(Answer):
    """How far an archive is filled.

    Attributes:
        before: The files that were done before.
        files: Those that are done now.
        whole: How many there are; 0 if that is not known.
        puzzles: The puzzles of which something is known now.
        failed: Those of them that could not be read.
        undecided: Those that a limit stopped, or on which a process died.
        busy: The time that all of them took, in seconds.
    """

    before: int = 0
    files: int = 0
    whole: int = 0
    puzzles: int = 0
    failed: int = 0
    undecided: int = 0
    busy: float = 0.0

    @property
    def progress(self) -> Message:
        """What is done, how fast, and when the rest will be."""
        if not self.puzzles:
            return Message("puzzles")
        pace = self.puzzles / self.seconds
        left = self.whole - self.before - self.files
        known = Message(
            "{puzzles}, {pace} per second",
            puzzles=_puzzles(self.puzzles),
            pace=f"{pace:.{'0' if pace >= 10 else '1'}f}",
        )
        if left <= 0 or not self.files:
            return known
        time = _duration(left * self.seconds / self.files)
        return Message("{known}, {time} left", known=known, time=time)

    def text(self, name: str, _: object) -> Iterator[str]:
        """What was done, and what was done before."""
        yield f"{name}: {_puzzles(self.puzzles)} in {_duration(self.seconds)}"
        if self.before:
            done = plural(self.before, "{count} file was", "{count} files were")
            yield f"  {done} done before"
        if self.failed:
            yield f"  {self.failed} could not be read"
        if self.undecided:
            yield f"  {self.undecided} were stopped by a limit, or a process died"
        if self.stopped:
            yield f"  {self.stop}: the same command goes on from here"

    def to_json(self) -> dict[str, Any]:
        """The numbers, and what stopped it."""
        names = ("before", "files", "puzzles", "failed", "undecided", "busy", "seconds")
        known = {name: getattr(self, name) for name in names}
        return known | with_messages(reason=self.because)


def _puzzles(number: int) -> Message:
    return plural(number, "{count} puzzle", "{count} puzzles")


def _duration(seconds: float) -> str:
    """A time in the largest units that matter."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return f"{hours} h {minutes} min"
    if minutes > 1:
        return f"{minutes} min"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.2g} s"


def fill(
    archive: Archive,
    sources: tuple[str, ...],
    question: Question,
    limits: Limits,
    pool: Pool,
    seconds: float,
) -> Iterator[ArchiveProgress]:
    """Ask the question of all puzzles that are not in the archive, in chunks of some seconds.

    A snapshot comes after each chunk, whose results are in the archive then.
    """
    began = perf_counter()
    files = ArchiveSources(sources)
    feed = _Feed(archive, iter(files), seconds, pool.jobs)
    found = ArchiveProgress(whole=files.number)
    yield found
    deadline = None if limits.seconds is None else seconds + limits.seconds + _GRACE
    work = partial(_outcome, pool=pool, question=question, limits=limits, deadline=deadline)
    while feed.again or not feed.over:
        for chunk, outcome in pool.completed(work, feed):
            known = feed.take(chunk, outcome)
            if known.rows:
                archive.write(known.rows)
            found = replace(_more(found, known), before=feed.before)
            yield replace(found, seconds=perf_counter() - began)
    yield replace(found, before=feed.before, seconds=perf_counter() - began)


class _Feed:
    """The chunks to be worked on: first what was given back, then files that are not done.

    After the end of an iteration there may be more, if something was given back since.
    """

    def __init__(
        self, archive: Archive, source: Iterator[Entry], seconds: float, jobs: int
    ) -> None:
        self.again = deque[Chunk]()
        self.over = False  # whether all files were seen
        self.before = 0  # how many of them were done before
        self._archive, self._source = archive, source
        self._seconds, self._jobs = seconds, jobs
        self._pace = seconds / _FIRST  # the time of a puzzle

    def __iter__(self) -> Iterator[Chunk]:
        while self.again or not self.over:
            if chunk := self.again.popleft() if self.again else self._fresh():
                yield chunk

    def _fresh(self) -> Chunk | None:
        """A chunk of as many files as take the time, by the pace; None if none is left."""
        most = max(1, min(_MOST, int(self._seconds / self._pace)))
        taken, size = list[Entry](), 0
        while len(taken) < most and size < _LARGEST and not self.over:
            entry = next(self._source, None)
            if entry is None:
                self.over = True
            elif self._archive.has(entry):
                self.before += 1
            else:
                taken += _missing(entry, *self._archive.begun(entry))
                size += len(entry.data)
        return Chunk(tuple(taken), self._seconds) if taken else None

    def take(self, chunk: Chunk, outcome: ChunkResult | AspNonoError) -> ChunkResult:
        """What became of a chunk; its rest comes again, that of one file divided."""
        if isinstance(outcome, StoppedError):
            return self._failed(chunk, outcome)
        if isinstance(outcome, AspNonoError):
            raise outcome  # there is no process, or no cluster: no puzzle is the reason
        if outcome.rows:
            self._pace += (outcome.seconds / len(outcome.rows) - self._pace) / 4
            self._pace = max(self._pace, 1e-6)
        if outcome.rest:
            first, *others = outcome.rest
            if chunk.single:
                self.again.append(Chunk((first,), 0))
            else:
                parts = _divided(first, self._jobs)
                self.again += (Chunk((part,), self._seconds) for part in parts)
            if others:
                self.again.append(Chunk(tuple(others), self._seconds))
        if chunk.died:
            first = chunk.entries[0]
            several = outcome.rows[0]["of"] if outcome.rows else 1
            row = lost(first, first.first - 1, several, chunk.died)
            return replace(outcome, rows=(row, *outcome.rows))
        return outcome

    def _failed(self, chunk: Chunk, error: StoppedError) -> ChunkResult:
        """A process has died: halves of the chunk come again, a file alone puzzle by puzzle."""
        first, *others = chunk.entries
        if chunk.died:  # twice, and nothing is known of the file: reading may be what kills
            return ChunkResult((lost(first, 1, 1, chunk.died),), (), 0)
        if chunk.single:
            following = replace(first, first=first.first + 1)
            if not (first.last and first.several):
                self.again.append(Chunk((following,), 0, died=error.message))
                return ChunkResult((), (), 0)
            if first.first < first.last:
                self.again.append(Chunk((following,), 0))
            return ChunkResult((lost(first, first.first, first.several, error.message),), (), 0)
        half = len(chunk.entries) // 2
        if others:
            halves = chunk.entries[:half], chunk.entries[half:]
            self.again += (Chunk(some, self._seconds) for some in halves)
        else:
            self.again.append(Chunk((first,), 0))
        return ChunkResult((), (), 0)


def _missing(entry: Entry, done: set[int], several: int) -> Iterator[Entry]:
    """The parts of a file whose puzzles are not done; it has `several`, if some are."""
    if not done:
        yield entry
        return
    first = 1
    for number in (*sorted(done), several + 1):
        if first < number:
            yield replace(entry, first=first, last=number - 1, several=several)
        first = number + 1


def _divided(entry: Entry, parts: int) -> Iterator[Entry]:
    """What is left of a file, of which something is known, in parts of nearly the same size."""
    last = entry.last or entry.first
    size = max(1, ceil((last - entry.first + 1) / parts))
    for first in range(entry.first, last + 1, size):
        yield replace(entry, first=first, last=min(first + size - 1, last))


def _more(found: ArchiveProgress, outcome: ChunkResult) -> ArchiveProgress:
    """The same with the puzzles of a chunk."""
    rows = outcome.rows
    return replace(
        found,
        files=found.files + sum(row["puzzle"] == row["of"] for row in rows),
        puzzles=found.puzzles + len(rows),
        failed=found.failed + sum("verdict" not in row and "stopped" not in row for row in rows),
        undecided=found.undecided + sum(bool(row.get("stopped")) for row in rows),
        busy=found.busy + outcome.seconds,
    )


def _outcome(
    chunk: Chunk, pool: Pool, question: Question, limits: Limits, deadline: float | None
) -> ChunkResult:
    job = partial(_job, chunk, question, limits)
    return value_of(pool.stream(job, Limits(seconds=deadline)))


def _job(chunk: Chunk, question: Question, limits: Limits) -> Iterator[ChunkResult]:
    yield work_on(chunk, question, limits)
