"""Where a puzzle is ambiguous: the cells that differ between solutions, in independent regions.

A color that some solution gives a cell is a brave consequence of the program, one that all give it
a cautious consequence; the cells in doubt are those with a brave consequence that is not cautious.
They are found color by color (`counting.backbone`), so that what is known so far holds at any time.
The cells fall into regions that do not depend on each other, whose solutions are counted.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import prod
from time import perf_counter
from typing import Any, Unpack

from asp_nono.asp.recipes import recipe
from asp_nono.counting.backbone import Backbone
from asp_nono.counting.component import components
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.portfolio import MEMORY, CountedPart, Region
from asp_nono.draw.picture import Picture
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import open_cells, why_none
from asp_nono.line.switch import switches
from asp_nono.logic.wording import cells_listed
from asp_nono.messages import NOTHING, Message, plural, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.pool import RunOptions
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Verdict, known_at_start

_PAUSE = 0.5  # seconds between snapshots
_FIRST, _GROWTH = 0.4, 4.0  # seconds of a counting method in the first round; factor of the next
_KNOWN = 100  # this many solutions beside the goal are found by switches first
_PROVEN = Message("clingo proves that no picture has these clues")


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguityResult(Answer):
    """Where the solutions of a puzzle differ.

    Attributes:
        puzzle: The puzzle.
        shown: The colors that known solutions give each cell.
        possible: The colors that solutions may give each cell.
        regions: Independent parts of the cells, once `complete`.
        why_none: Why there is no solution, if there is none.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle
    shown: PartialGrid | None = None
    possible: PartialGrid
    regions: tuple[Region, ...] = ()
    why_none: Message = NOTHING

    @property
    def complete(self) -> bool:
        """Whether all cells but `cells` are known to be equal in all solutions."""
        return self.shown == self.possible

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The cells (column, row), 1-based, known to differ between solutions."""
        return self.shown.open_cells if self.shown else ()

    @property
    def verdict(self) -> Verdict:
        """Whether there is one solution, several, none, or it is not known yet."""
        if self.why_none:
            return Verdict.NONE
        if self.cells:
            return Verdict.MULTIPLE
        return Verdict.UNIQUE if self.complete else Verdict.UNDECIDED

    @property
    def because(self) -> Message:
        """The reason why the work stopped, or why there is no solution; else empty."""
        return self.why_none or self.stop

    @property
    def least(self) -> int:
        """A lower bound on the number of solutions; the number itself if `exact`."""
        if self.why_none or self.shown is None:
            return 0
        if not self.complete:
            return 2 if self.cells else 1
        return prod(region.least for region in self.regions)

    @property
    def exact(self) -> bool:
        """Whether `least` is the number of solutions."""
        counted = self.complete and all(region.exact for region in self.regions)
        return bool(self.why_none) or counted

    @property
    def picture(self) -> Grid | PartialGrid:
        """The goal, or the cells that all solutions share; the picture under the cells."""
        return self.puzzle.goal or self.possible

    @property
    def finished(self) -> bool:
        """Whether the number of solutions is known."""
        return self.exact

    @property
    def progress(self) -> Message:
        """How many cells are known to differ, or how many regions are counted."""
        if self.verdict is Verdict.NONE:
            return Message("there is no solution")
        if not self.regions:
            return Message(
                "at least {least}, at most {most} cells differ",
                least=len(self.cells),
                most=self.possible.undecided,
            )
        return Message(
            "{counted} of {regions} regions counted; at least {least} solutions",
            counted=sum(region.exact for region in self.regions),
            regions=len(self.regions),
            least=str(self.least),
        )

    @property
    def headline(self) -> Message:
        """The verdict, and how much differs in how many solutions."""
        stopped = Message("; {reason}", reason=self.because) if self.because else NOTHING
        if self.verdict is Verdict.NONE:
            return Message("none: {reason}", reason=self.because)
        if self.verdict is Verdict.UNIQUE:
            return Message("unique: no cell differs")
        if not self.complete:
            cells = cells_listed(self.cells)
            return Message(
                "{verdict}: at least {cells}{stopped}",
                verdict=str(self.verdict),
                cells=cells,
                stopped=stopped,
            )
        number = Message("{count} solutions", count=str(self.least))
        if not self.exact:
            number = Message("at least {count} solutions", count=str(self.least))
        regions = plural(
            len(self.regions), "{count} independent region", "{count} independent regions"
        )
        return Message(
            "multiple: {count} cells differ, in {regions}; {number}{stopped}",
            count=len(self.cells),
            regions=regions,
            number=number,
            stopped=stopped,
        )

    def text(self, name: str, draw: Callable[[Puzzle, Picture | None], str]) -> Iterator[str]:
        """The headline, a drawing, and each region with its cells."""
        yield f"{name}: {self.headline} ({self.seconds:.3f} s)"
        if self.verdict is Verdict.NONE or not self.possible.undecided:
            return
        yield draw(self.puzzle, self.possible)
        if not self.complete:
            yield "    ? may differ; all other cells are equal in all solutions"
        for number, region in enumerate(self.regions, 1):
            ways = f"{'' if region.exact else 'at least '}{region.least} ways"
            yield f"region {number}: {ways}; {cells_listed(region.cells)}"

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "verdict": str(self.verdict),
            "cells": list(map(list, self.cells)),
            "complete": self.complete,
            "regions": [
                {
                    "cells": list(map(list, region.cells)),
                    "count": str(region.least),
                    "exact": region.exact,
                }
                for region in self.regions
            ],
            "count": str(self.least),
            "exact": self.exact,
            "colors": self.puzzle.color_names,
            "common": self.possible.to_text(self.puzzle.chars),
            **with_messages(reason=self.because),
            "seconds": round(self.seconds, 6),
        }


def ambiguity(puzzle: Puzzle, **running: Unpack[RunOptions[AmbiguityResult]]) -> AmbiguityResult:
    """Find the cells in which solutions differ, in independent regions, and count these.

    >>> found = ambiguity(Puzzle.of(Grid.from_text(["#..", "..#"])))
    >>> [(region.cells, region.least) for region in found.regions], found.exact
    ([(((1, 1), (3, 1), (1, 2), (3, 2)), 2)], True)
    """
    initial = AmbiguityResult(puzzle=puzzle, possible=known_at_start(puzzle))
    return run_job(partial(ambiguities, puzzle), initial, child=True, **running)


def ambiguities(puzzle: Puzzle) -> Iterator[AmbiguityResult]:
    """Snapshots for `ambiguity`: more and more colors of cells, then better and better counts."""
    began = perf_counter()
    for found in _found(puzzle):
        yield replace(found, seconds=perf_counter() - began)


def _found(puzzle: Puzzle) -> Iterator[AmbiguityResult]:
    board = Board(puzzle)
    known = AmbiguityResult(puzzle=puzzle, possible=known_at_start(puzzle))
    if wrong := board.sweep():
        yield replace(known, why_none=why_none(wrong, puzzle, None))
        return
    known = replace(known, possible=board.partial())
    if board.decided:
        yield replace(known, shown=known.possible)
        return
    yield known
    backbone = Backbone(board, set(open_cells(board)), recipe())
    if puzzle.goal:
        backbone.note(puzzle.goal)
        for near in islice(switches(puzzle, puzzle.goal), _KNOWN):
            backbone.note(near)
    while not backbone.advance(perf_counter() + _PAUSE):
        yield replace(known, shown=backbone.seen, possible=board.partial())
    known = replace(known, shown=backbone.seen, possible=board.partial())
    if backbone.none:
        yield replace(known, why_none=_PROVEN)
        return
    yield known
    for regions in _counted(board):
        yield replace(known, regions=regions)


def _counted(board: Board) -> Iterator[tuple[Region, ...]]:
    """The regions of a board on which every color occurs in a solution."""
    diagrams, width = Diagrams(), board.puzzle.width
    parts = [CountedPart(one, diagrams, width, MEMORY) for one in components(board, diagrams)]
    seconds = _FIRST
    yield tuple(part.region for part in parts)
    while waiting := [one for one in parts if one.total is None and not one.full(one.methods)]:
        for part in waiting:
            for method in part.methods:
                if part.total is None:
                    part.advance(method, perf_counter() + seconds)
            yield tuple(part.region for part in parts)
        seconds *= _GROWTH
