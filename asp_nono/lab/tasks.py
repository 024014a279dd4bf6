"""What a run is to find out: a first solution, uniqueness, how many there are, or N of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from asp_nono.asp.recipes import Recipe
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import quoted
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Result, Verdict
from asp_nono.solving.search import Task as Question

if TYPE_CHECKING:
    from asp_nono.counting.book import Count

Kind = Literal["first", "unique", "count", "enumerate"]

KINDS = "first, unique, count or enumerate N"
"""The tasks as a plan spells them."""

_ENUMERATE = re.compile(r"enumerate ([1-9][0-9]{0,8})")
_PLAIN: dict[str, tuple[Kind, int]] = {"first": ("first", 1), "unique": ("unique", 2)}


@dataclass(frozen=True, slots=True)
class Task:
    """A task.

    Attributes:
        kind: What is to be found out.
        most: Stop after so many solutions; 0 for all of them.
    """

    kind: Kind
    most: int

    @classmethod
    def of(cls, text: str) -> Task:
        """The task that a plan names.

        Raises:
            PuzzleError: If there is no such task.
        """
        if text in _PLAIN:
            return cls(*_PLAIN[text])
        if text == "count":
            return cls("count", 0)
        if match := _ENUMERATE.fullmatch(text):
            return cls("enumerate", int(match[1]))
        raise PuzzleError(f"there is no task {quoted(text)}; expected {KINDS}")

    def __str__(self) -> str:
        return f"{self.kind} {self.most}" if self.kind == "enumerate" else self.kind

    def question(self, puzzle: Puzzle, recipe: Recipe) -> Question:
        """What to search for."""
        return Question(puzzle, recipe, most=self.most, pictures=self.kind != "count")

    def status(self, answer: Result | Count) -> str:
        """The verdict as a run reports it: "found" for as many solutions as were asked for."""
        if answer.verdict is Verdict.UNDECIDED and 0 < self.most <= answer.number:
            return "found"
        return str(answer.verdict)
