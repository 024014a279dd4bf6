"""Jobs that explain a puzzle: steps, hints, errors, reasons, difficulty."""

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
    order: str = "easiest"
    depth: int = option(2, ge=0, le=2)
    search: bool = True
    compare: bool = option(False, only="cli")
    full: bool = option(False, only="cli")
    output: str | None = option(None, only="cli")
    moving: bool = option(False, only="cli")

    def options(self, start: "PartialGrid | None") -> "Options":
        """The options of the library call."""
        return {"start": start, "order": self.order, "depth": self.depth, "search": self.search}


@dataclass(frozen=True, kw_only=True)
class Difficulty(PuzzleJob):
    """Rate how difficult and how tedious a puzzle is."""


@dataclass(frozen=True, kw_only=True)
class Hint(PuzzleJob):
    """Give the easiest next step from a grid, or say that it has an error."""

    start = "grid"
    tell: Literal["where", "rule", "cells"] = "where"
    errors: bool = option(False, only="cli")


@dataclass(frozen=True, kw_only=True)
class Errors(PuzzleJob):
    """Say whether a grid has an error, and on request in which cells."""

    start = "grid"
    tell: Literal["whether", "cells"] = "whether"


@dataclass(frozen=True, kw_only=True)
class Why(PuzzleJob):
    """Name the fewest clues that force the color of a cell, or, without a cell, that clash."""

    patience = 30.0
    cell: tuple[int, int] | None = option(None, ge=1)
    clash: bool = option(False, only="cli")
