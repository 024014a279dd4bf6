"""The most numbers of a puzzle that can be hidden while its picture stays the only solution.

With all numbers hidden there are other solutions as a rule. Each tells which numbers it has
otherwise, and of these at least one must be shown. The fewest that meet all such demands are
enough, or leave another solution: implicit hitting sets (`logic.hitting`). Demands are made as
small as possible, since a small one says more: numbers are taken out of it as long as hiding the
others still lets another solution in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from asp_nono.design.givens import Number, unlike, with_lengths
from asp_nono.design.nogoods import Aim, rivals
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.logic.hitting import Items, fewest
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.run.pool import run_job
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


@dataclass(frozen=True, kw_only=True)
class BlotResult(Answer):
    """What is known of the most numbers that can be hidden.

    Attributes:
        puzzle: The puzzle with these numbers hidden; its goal is its only solution. None until
            some are known.
        hidden: The numbers, those of rows first.
        shown: How many numbers are still shown.
        most: No more numbers than this can be hidden.
        maximal: Whether it is known that beside these no other number can be hidden.
    """

    puzzle: Puzzle | None = None
    hidden: tuple[Number, ...] = ()
    shown: int = 0
    most: int = 0
    maximal: bool = False

    @property
    def largest(self) -> bool:
        """Whether it is proven that no more numbers can be hidden, whichever they are."""
        return self.puzzle is not None and len(self.hidden) == self.most


def blot(
    puzzle: Puzzle,
    aim: Aim = "unique",
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    each: Callable[[BlotResult], None] | None = None,
) -> BlotResult:
    """Hide as many numbers of a puzzle as possible.

    The work is done in a child process; Ctrl-C ends it and keeps what was found.

    Args:
        puzzle: A puzzle with exactly one solution. Numbers that are blotted already stay so.
        aim: What it must stay: "unique", or "line" for solvable by line logic alone.
        limits: Limits on time and memory.
        pool: Where to work; without it the work gets a child process of its own.
        each: Called with every snapshot of the result: ever more numbers.

    Raises:
        PuzzleError: If the puzzle is not what it must stay.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> found = blot(cross)
    >>> len(found.hidden), found.shown, found.largest
    (3, 3, True)
    """
    return run_job(partial(blots, puzzle, aim), BlotResult(), limits, pool, child=True, each=each)


def blots(puzzle: Puzzle, aim: Aim) -> Iterator[BlotResult]:
    """Snapshots for `blot`: ever more numbers, or a better bound."""
    search = _Search(puzzle, _solution(puzzle, aim), aim)
    total = len(search.numbers)
    best = search.all
    for fewer in search.hidings(best):
        best = fewer
        yield search.result(best, total, maximal=False)
    yield search.result(best, total, maximal=True)
    known = 0
    for shown, least in fewest(total, search.refusal):
        if shown is None:
            raise AssertionError("the puzzle is not what it must stay with all its numbers shown")
        if len(shown) < len(best):
            *_, best = (shown, *search.hidings(shown))
        known = max(known, least)
        yield search.result(best, total - known, maximal=True)
        if known == len(best):
            return


def _solution(puzzle: Puzzle, aim: Aim) -> Grid:
    result = solve(puzzle)
    if result.verdict is not Verdict.UNIQUE:
        words = {Verdict.NONE: "no solution", Verdict.MULTIPLE: "several solutions"}
        raise PuzzleError(f"{words[result.verdict]}; numbers are hidden where there is exactly one")
    if aim == "line" and result.technique != "line":
        raise PuzzleError("line logic alone does not solve it, with all its numbers shown")
    return result.solutions[0]


class _Search:
    """A puzzle whose numbers are hidden and shown.

    Attributes:
        numbers: The numbers that are shown at first.
        all: Their places in the list.
    """

    def __init__(self, puzzle: Puzzle, goal: Grid, aim: Aim) -> None:
        self.numbers = [
            Number(line, place, block.length)
            for line, clue, _ in puzzle.lines()
            for place, block in enumerate(clue, 1)
            if block.length is not None
        ]
        self.all = frozenset(range(len(self.numbers)))
        self._puzzle = replace(puzzle, goal=goal, saved=())
        self._goal = goal
        self._aim = aim
        self._began = perf_counter()

    def result(self, shown: Items, most: int, *, maximal: bool) -> BlotResult:
        """What is known when only these numbers are shown."""
        hidden = self.all - shown
        return BlotResult(
            puzzle=self._blotted(hidden),
            hidden=tuple(self.numbers[item] for item in sorted(hidden)),
            shown=len(shown),
            most=most,
            maximal=maximal,
            seconds=perf_counter() - self._began,
        )

    def refusal(self, shown: Items) -> list[Items]:
        """Sets of hidden numbers, of each of which one must be shown; none if these are enough."""
        hidden = self.all - shown
        return list(dict.fromkeys(self._smallest(demand) for demand in self._demands(hidden)))

    def hidings(self, shown: Items) -> Iterator[Items]:
        """Fewer and fewer numbers to be shown, one hidden after the other, until none can be.

        Line logic is asked first: it is fast, and mostly enough.
        """
        for enough in (self._by_line, self._enough):
            for item in sorted(shown):
                if enough(self.all - shown | {item}):
                    shown -= {item}
                    yield shown

    def _by_line(self, hidden: Items) -> bool:
        """Whether line logic solves the puzzle without these numbers."""
        board = Board(self._blotted(hidden))
        return board.sweep() is None and board.decided

    def _enough(self, hidden: Items) -> bool:
        """Whether the puzzle stays what it must stay without these numbers."""
        return not self._demands(hidden)

    def _smallest(self, demand: Items) -> Items:
        """The demand without numbers that need not be hidden for it to be made."""
        for item in sorted(demand):
            if item in demand and (found := self._demands(demand - {item})):
                demand = min(found, key=lambda one: (len(one), sorted(one)))
        return demand

    def _demands(self, hidden: Items) -> list[Items]:
        """For each other solution the numbers that it has otherwise, all among those hidden."""
        if self._by_line(hidden):
            return []
        if self._aim == "line":
            return [hidden]
        others = rivals(self._blotted(hidden), self._goal)
        return [] if isinstance(others, str) else [unlike(self.numbers, other) for other in others]

    def _blotted(self, hidden: Items) -> Puzzle:
        blocks = (self.numbers[item] for item in hidden)
        return with_lengths(self._puzzle, {(one.line, one.block): None for one in blocks})
