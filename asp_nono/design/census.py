"""A census: the clue sets of all boards of a size, counted by their solutions."""

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from math import log2
from pathlib import Path
from time import monotonic
from typing import Any, TextIO, TypeAlias

from asp_nono.design.all_boards import Boards, Key, Part, boards, lone, multiplicities
from asp_nono.design.unique_boards import UniqueBoards, Wanted
from asp_nono.messages import Message, PuzzleError, plural, with_messages
from asp_nono.run import open_pool
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.run.pool import Pool
from asp_nono.run.snapshots import Answer, last
from asp_nono.solving.result import Technique

# Clue sets by their solutions, unique boards by technique, and those listed, as text:
Counts: TypeAlias = tuple[dict[int, int], dict[Technique, int], list[str]]

_AT_ONCE = 1 << 20  # boards in memory at once in each process: about 60 MiB with everything else
_CHUNK = 1 << 22  # boards that are counted in one job: less than a second of work
_LONGEST = 16  # the most bits that the patterns of a line may take; all of them are listed
_MOST = 56  # the most bits that the boards may take; more would take too long
_LARGEST = 1 << 24  # the most boards with the same clues in all rows: such a part is not divided


@dataclass(frozen=True, slots=True, kw_only=True)
class CensusResult(Answer):
    """How many boards of a size share their clues with how many others.

    Attributes:
        rows: The height of the boards.
        columns: The width of the boards.
        colors: The number of block colors.
        total: The number of boards.
        solutions: How many clue sets have 1 solution, 2 solutions, and so on; more exist if it was
            stopped.
        techniques: How many unique boards need each technique; none without that option.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    rows: int
    columns: int
    colors: int
    total: int
    solutions: Mapping[int, int] = field(default_factory=dict)
    techniques: Mapping[Technique, int] = field(default_factory=dict)

    @property
    def boards(self) -> int:
        """How many boards were counted; all, unless it was stopped."""
        return sum(number * times for number, times in self.solutions.items())

    @property
    def clue_sets(self) -> int:
        """How many sets of clues have a solution."""
        return sum(self.solutions.values())

    @property
    def unique(self) -> int:
        """How many boards are the only ones with their clues."""
        return self.solutions.get(1, 0)

    @property
    def finished(self) -> bool:
        """Whether all boards were counted."""
        return self.boards == self.total

    @property
    def progress(self) -> Message:
        """How many boards were counted so far."""
        return Message(
            "{boards} of {total} boards ({percent}%)",
            boards=self.boards,
            total=self.total,
            percent=f"{100 * self.boards / self.total:.1f}",
        )

    def text(self, _name: str, _: object) -> Iterator[str]:
        """The boards, their clue sets, and those with one solution, by technique if counted."""
        least = "at least " if self.stopped else ""
        size = f"{self.rows}x{self.columns}"
        if self.colors > 1:
            size += f" in {self.colors} block colors"
        yield f"boards of {size}: {self.total}"
        if self.stopped:
            yield f"{self.reason}; only {self.boards} of them were counted"
        yield f"clue sets: {least}{self.clue_sets}"
        yield f"uniquely solvable: {least}{self.unique}"
        for name, times in self.techniques.items():
            yield f"  {'line-solvable' if name == 'line' else f'by {name}'}: {least}{times}"

    def histogram(self) -> Iterator[str]:
        """How many clue sets have how many solutions."""
        least = "at least " if self.stopped else ""
        for number, times in self.solutions.items():
            solutions = plural(number, "{count} solution", "{count} solutions")
            yield f"clue sets with {solutions}: {least}{times}"

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "colors": self.colors,
            "boards": self.total,
            "clue_sets": self.clue_sets,
            "unique": self.unique,
            "solutions": {str(number): times for number, times in self.solutions.items()},
            "techniques": dict(self.techniques),
            "exact": not self.stopped,
            **with_messages(stopped=self.stop),
            "seconds": round(self.seconds, 3),
        }


def census(
    rows: int,
    columns: int,
    colors: int = 1,
    *,
    techniques: Wanted = "none",
    checkpoint: Path | None = None,
    listed: Path | None = None,
    limits: Limits | None = None,
    pool: Pool | None = None,
    each: Callable[[CensusResult], None] | None = None,
) -> CensusResult:
    """Count the clue sets of all boards of a size by their number of solutions.

    It ends early at a limit (on the time of the whole, on the memory of each process of the pool)
    or at Ctrl-C; what was counted until then is kept. `each` is called with every snapshot.

    With `techniques` "line" the unique boards that line logic solves are counted, too; "all" says
    also of the others which technique they need, one by one, in milliseconds each. What is counted
    goes to the file `checkpoint`; what it has from before is not counted again. The file `listed`
    gets a line for each unique board that line logic does not solve: its technique and its rows,
    separated by slashes; `techniques` is then "all".

    Raises:
        PuzzleError: If there are too many boards, or too few lines or colors, or if the checkpoint
            cannot be written or is of another census.

    >>> small = census(3, 3)
    >>> small.boards, small.clue_sets, small.unique
    (512, 445, 384)
    """
    found = censuses(
        rows,
        columns,
        colors,
        techniques=techniques,
        checkpoint=checkpoint,
        listed=listed,
        limits=limits,
        pool=pool,
    )
    return last(found, begun(rows, columns, colors), each)


def begun(rows: int, columns: int, colors: int = 1) -> CensusResult:
    """A census of which nothing is counted yet; PuzzleError as `census`."""
    _require(rows, columns, colors)
    every = boards(*_turned(rows, columns), colors + 1)
    largest = max(map(len, every.row.patterns)) ** max(rows, columns)
    if largest > _LARGEST:
        raise PuzzleError(
            "{count} boards of {rows}x{columns} may have the same row clues; "
            "a census takes at most {most}",
            count=largest,
            rows=rows,
            columns=columns,
            most=_LARGEST,
        )
    return CensusResult(rows=rows, columns=columns, colors=colors, total=every.size(()))


def _turned(rows: int, columns: int) -> tuple[int, int]:
    """The sides of the boards that are counted: there are as many when turned by a quarter."""
    return max(rows, columns), min(rows, columns)


def censuses(
    rows: int,
    columns: int,
    colors: int = 1,
    *,
    techniques: Wanted = "none",
    checkpoint: Path | None = None,
    listed: Path | None = None,
    limits: Limits | None = None,
    pool: Pool | None = None,
) -> Generator[CensusResult, None, None]:
    """Snapshots for `census`; the pool does the work."""
    initial, limits = begun(rows, columns, colors), limits or Limits()
    techniques = "list" if listed else techniques
    size = *_turned(rows, columns), colors + 1
    kept = _Checkpoint(checkpoint, [*size, techniques], listed, turned=rows < columns)
    with nullcontext(pool) if pool else open_pool(1, limits) as place, kept:
        chunks = (parts for parts in _chunks(boards(*size)) if parts[0][0] not in kept.known)
        found = place.merged(partial(_counted, *size, techniques), chunks)
        yield from _added_up(initial, kept, found, limits)


class _Checkpoint(ExitStack):
    """The counts in a file with a line for each chunk, and a file of the boards listed."""

    def __init__(
        self, file: Path | None, about: list[int | str], listed: Path | None, *, turned: bool
    ) -> None:
        super().__init__()
        self._turned = turned
        self._file: TextIO | None = None
        self._list: TextIO | None = None
        self.known: dict[Key, Counts] = {}  # by the first part of the chunk
        try:
            if file:
                text = file.read_text("utf-8") if file.exists() else ""
                lines = _finished(text, json.dumps(about) + "\n")
                for key, solutions, techniques, boards in map(json.loads, lines[1:]):
                    numbers = {int(number): times for number, times in solutions.items()}
                    named = {Technique(name): times for name, times in techniques.items()}
                    self.known[tuple(key)] = numbers, named, boards
                self._file = self.enter_context(file.open("w", encoding="utf-8"))
                self._file.writelines(lines)
        except (OSError, ValueError, TypeError, AttributeError):
            raise PuzzleError(
                "cannot be used as the checkpoint of this census", path=str(file)
            ) from None
        try:
            if listed:
                self._list = self.enter_context(listed.open("w", encoding="utf-8"))
        except OSError as error:
            raise PuzzleError(
                "cannot be written: {error}", error=str(error.strerror), path=str(listed)
            ) from None
        for _, _, boards in self.known.values():
            self._write(boards)

    def add(self, key: Key, counts: Counts) -> None:
        """Keep what was counted."""
        self._write(counts[2])
        if self._file:
            self._file.write(json.dumps([key, *counts]) + "\n")
            self._file.flush()

    def _write(self, boards: list[str]) -> None:
        """Write boards as the rows and columns were asked for."""
        for board in boards:
            technique, rows = board.split(" ")
            columns = "/".join(map("".join, zip(*rows.split("/"), strict=True)))
            if self._list:
                self._list.write(f"{technique} {columns if self._turned else rows}\n")


def _finished(text: str, begin: str) -> list[str]:
    """The lines that were finished, of which the first must be this one."""
    lines = text.splitlines(keepends=True) or [begin]
    if lines[0] != begin:
        raise ValueError(lines[0])
    return lines if lines[-1].endswith("\n") else lines[:-1]


def _added_up(
    known: CensusResult,
    kept: _Checkpoint,
    found: Generator[tuple[list[Part], Counts | Stopped], None, None],
    limits: Limits,
) -> Iterator[CensusResult]:
    """Add up the counts of all parts, or of those counted before the time is up."""
    began, solutions, techniques = monotonic(), Counter[int](), Counter[Technique]()

    def added(counts: Counts) -> CensusResult:
        solutions.update(counts[0])
        techniques.update(counts[1])
        counted, seconds = dict(sorted(solutions.items())), monotonic() - began
        return replace(known, solutions=counted, techniques=dict(techniques), seconds=seconds)

    for before in kept.known.values():
        known = added(before)
    yield known
    with closing(found):
        for parts, counts in found:
            seconds = monotonic() - began
            if isinstance(counts, Stopped):
                yield known.stopped_by(replace(counts, seconds=seconds))
                return
            kept.add(parts[0][0], counts)
            known = added(counts)
            yield known
            late = limits.seconds is not None and seconds > limits.seconds
            if late and known.boards < known.total:
                yield known.stopped_by(Stopped.at(Cause.TIME, limits, seconds))
                return
    if known.boards != known.total:
        raise AssertionError(f"{known.boards} boards counted, but there are {known.total}")


def _require(rows: int, columns: int, colors: int) -> None:
    """Do nothing if the boards of a size can be counted."""
    if min(rows, columns, colors) < 1:
        raise PuzzleError(
            "{rows}x{columns} boards in {colors} colors; expected at least 1 of each",
            rows=rows,
            columns=columns,
            colors=colors,
        )
    states = log2(colors + 1)
    if max(rows, columns) * states > _LONGEST:
        raise PuzzleError(
            "lines of {length} cells; a census takes at most {most} for this number of colors",
            length=max(rows, columns),
            most=int(_LONGEST / states),
        )
    if rows * columns * states > _MOST:
        number = (colors + 1) ** (rows * columns)
        raise PuzzleError(
            "{count} boards; a census takes at most {most}",
            count=f"{number:.1e}",
            most=f"{2**_MOST:.1e}",
        )


def _chunks(every: Boards) -> Iterator[list[Part]]:
    """The parts, those together that are counted in one job."""
    waiting: list[Part] = []
    size = 0
    for part in every.parts(_AT_ONCE):
        waiting.append(part)
        size += every.size(part[0])
        if size >= _CHUNK:
            yield waiting
            waiting, size = [], 0
    if waiting:
        yield waiting


def _counted(
    rows: int, columns: int, states: int, wanted: Wanted, parts: list[Part]
) -> Iterator[Counts]:
    """The clue sets by their solutions, and unique boards by technique, of parts and their like."""
    every = boards(rows, columns, states)
    solutions, unique = Counter[int](), UniqueBoards(every, wanted)
    for part in parts:
        numbers = every.numbers(part[0])
        for number, times in multiplicities(numbers).items():
            solutions[number] += part[1] * times
        unique.add(part, lone(numbers))
    unique.count()
    yield dict(solutions), dict(unique.techniques), unique.listed
