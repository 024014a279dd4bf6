"""Jobs that explain a puzzle: steps, hints, errors, reasons, difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from asp_nono.jobs import PuzzleJob, option

if TYPE_CHECKING:
    from asp_nono.grid import PartialGrid
    from asp_nono.logic.explain import Options


@dataclass(frozen=True, kw_only=True)
class Explain(PuzzleJob):
    """Explain how a person can solve a puzzle, step by step."""

    start = "start"
    order: str = option(
        "easiest", "The order of lines: easiest, score, index, turns or queue.", metavar="NAME"
    )
    depth: int = option(
        2, "The number of cells in which to try colors at once: 0, 1 or 2.", metavar="N", ge=0, le=2
    )
    search: bool = option(
        True,
        "Search with clingo when look-ahead finds nothing more.",
        off="Stop when look-ahead finds nothing more, without a search.",
    )

    def options(self, start: PartialGrid | None) -> Options:
        """The options of the library call."""
        return {"start": start, "order": self.order, "depth": self.depth, "search": self.search}


@dataclass(frozen=True, kw_only=True)
class Difficulty(PuzzleJob):
    """Rate how difficult and how tedious a puzzle is."""


@dataclass(frozen=True, kw_only=True)
class Hint(PuzzleJob):
    """Give the easiest next step from a grid, or say that it has an error."""

    start = "grid"
    tell: Literal["where", "rule", "cells"] = option(
        "where",
        "What to show: the line, also the rule, or also the cells and the reason.",
        metavar="HOW MUCH",
    )


@dataclass(frozen=True, kw_only=True)
class Errors(PuzzleJob):
    """Say whether a grid has an error, and on request in which cells."""

    start = "grid"
    tell: Literal["whether", "cells"] = option(
        "whether", "Show whether there is an error, or also the wrong cells."
    )


@dataclass(frozen=True, kw_only=True)
class Why(PuzzleJob):
    """Name the fewest clues that force the color of a cell, or, without a cell, that clash."""

    patience = 30.0
    cell: tuple[int, int] | None = option(
        None, "Why the cell in column X and row Y has its color.", metavar="X,Y", ge=1
    )
