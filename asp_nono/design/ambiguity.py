"""Where a puzzle is ambiguous: the library call and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from asp_nono.design.ambiguities import (
    Event,
    Impossible,
    Narrowed,
    Region,
    ambiguities,
    together,
)
from asp_nono.design.keeping import Ending, keep
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict, known_at_start

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Where the solutions of a puzzle differ.

    Attributes:
        puzzle: The puzzle.
        verdict: Whether it has one solution, several, none, or nobody knows yet.
        cells: The cells (column, row), 1-based, known to differ between solutions.
        complete: Whether all other cells are known to be equal in all solutions.
        shown: The colours that solutions are known to give each cell; None if none is known.
        possible: The colours that solutions may give each cell.
        regions: The cells in parts that do not depend on each other, once `complete`.
        reason: What stopped the work, or why there is no solution; else empty.
        interrupted: Whether it was Ctrl-C.
        seconds: How long it took.
    """

    puzzle: Puzzle
    verdict: Verdict
    cells: tuple[tuple[int, int], ...]
    complete: bool
    shown: PartialGrid | None
    possible: PartialGrid
    regions: tuple[Region, ...]
    reason: str
    interrupted: bool
    seconds: float

    @property
    def least(self) -> int:
        """So many solutions there are at least; exactly so many if `exact`."""
        if self.verdict is Verdict.NONE or self.shown is None:
            return 0
        if not self.complete:
            return 2 if self.cells else 1
        return together(self.regions)

    @property
    def exact(self) -> bool:
        """Whether `least` is the number of solutions."""
        counted = self.complete and all(region.exact for region in self.regions)
        return self.verdict is Verdict.NONE or counted

    @property
    def picture(self) -> Grid | PartialGrid:
        """What to draw the cells over: the goal, or what all solutions share."""
        return self.puzzle.goal or self.possible

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        chars = self.puzzle.chars
        return {
            "verdict": str(self.verdict),
            "cells": [list(cell) for cell in self.cells],
            "complete": self.complete,
            "regions": [
                {
                    "cells": [list(cell) for cell in region.cells],
                    "count": str(region.least),
                    "exact": region.exact,
                }
                for region in self.regions
            ],
            "count": str(self.least),
            "exact": self.exact,
            "colors": self.puzzle.color_names,
            "common": self.possible.to_text(chars),
            "reason": self.reason,
            "seconds": round(self.seconds, 6),
        }


@dataclass(slots=True)
class _Book:
    """The events, written down as they come."""

    puzzle: Puzzle
    tell: Callable[[Event], None] | None
    narrowed: Narrowed = field(init=False)
    regions: tuple[Region, ...] = ()
    why: str = ""

    def __post_init__(self) -> None:
        self.narrowed = Narrowed(None, known_at_start(self.puzzle, None))

    def take(self, event: Event) -> None:
        """Write an event down, and pass it on."""
        if isinstance(event, Narrowed):
            self.narrowed = event
        elif isinstance(event, Impossible):
            self.why = event.reason
        else:
            self.regions = event
        if self.tell:
            self.tell(event)

    def result(self, ending: Ending) -> Ambiguity:
        """What it comes to."""
        shown, possible = self.narrowed
        complete = self.narrowed.complete
        return Ambiguity(
            self.puzzle,
            self._verdict(),
            differing(shown) if shown else (),
            complete,
            shown,
            possible,
            self.regions if complete else (),
            self.why or ending.reason,
            ending.interrupted,
            ending.seconds,
        )

    def _verdict(self) -> Verdict:
        if self.why:
            return Verdict.NONE
        if self.narrowed.shown and self.narrowed.shown.undecided:
            return Verdict.MULTIPLE
        return Verdict.UNIQUE if self.narrowed.complete else Verdict.UNDECIDED


def ambiguity(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    tell: Callable[[Event], None] | None = None,
) -> Ambiguity:
    """Find the cells in which solutions differ, in independent regions, and count these.

    The work is done in a child process; Ctrl-C ends it and keeps what was found.

    Args:
        puzzle: The puzzle.
        limits: Limits on time and memory.
        pool: Where to work; without it the work gets a child process of its own.
        tell: Called with every event as it comes.

    >>> found = ambiguity(Puzzle.of(Grid.from_text(["#..", "..#"])))
    >>> [(region.cells, region.least) for region in found.regions], found.exact
    ([(((1, 1), (3, 1), (1, 2), (3, 2)), 2)], True)
    """
    book = _Book(puzzle, tell)
    ending = keep(partial(ambiguities, puzzle), book.take, limits, pool)
    return book.result(ending)


def differing(colors: PartialGrid) -> tuple[tuple[int, int], ...]:
    """The cells (column, row), 1-based, with several colours."""
    return tuple(
        (x, y)
        for y, row in enumerate(colors.rows, 1)
        for x, cell in enumerate(row, 1)
        if cell & (cell - 1)
    )
