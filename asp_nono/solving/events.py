"""What is asked of a search, and the events by which it tells what it finds."""

from __future__ import annotations

from typing import Literal, NamedTuple

from asp_nono.asp.recipes import Recipe
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle

Technique = Literal["line", "depth-1", "depth-2", "search"]
"""The weakest technique that is known to be enough: single lines, look-ahead from one cell, or from
two at once, or more than that."""


class Task(NamedTuple):
    """What is asked.

    Attributes:
        puzzle: The puzzle.
        recipe: How it is told to clingo.
        start: What is known of the picture beforehand.
        most: Stop after so many solutions; 0 for all of them.
        pictures: Whether the solutions are wanted, or only their number.
    """

    puzzle: Puzzle
    recipe: Recipe
    start: PartialGrid | None = None
    most: int = 2
    pictures: bool = True


class Begun:
    """The search begins now; what went before was the start of a process."""


class Certain(NamedTuple):
    """Every solution lies within `grid`; `seconds` of line logic have shown it."""

    grid: PartialGrid
    seconds: float


class Found(NamedTuple):
    """A solution; it has passed the checker."""

    grid: Grid


class Counted(NamedTuple):
    """So many solutions, all different, have been seen so far."""

    number: int


class Asked:
    """Line logic was not enough, or is not wanted: from here on clingo is asked."""


class Grounded(NamedTuple):
    """Grounding is done; it took `seconds`."""

    seconds: float


class Ended(NamedTuple):
    """The search is over.

    Attributes:
        exhausted: Whether there are no more solutions than those reported.
        technique: What was enough.
        reason: Why there is no solution, if there is none.
    """

    exhausted: bool
    technique: Technique
    reason: str = ""


Event = Begun | Certain | Found | Counted | Asked | Grounded | Ended
