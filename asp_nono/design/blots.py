"""The most numbers of a puzzle that can be hidden while its picture stays the only solution.

With all numbers hidden there are other solutions as a rule. Each tells which numbers it has
otherwise, and of these at least one must be shown. The fewest that heed all such demands are
enough, or leave another solution: implicit hitting sets, see `fewest`. Demands are made as small as
can be, since a small one says more: numbers are taken out of it as long as hiding what is left
still lets another solution in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from asp_nono.clue import Clue
from asp_nono.design.helps import Number
from asp_nono.design.judge import Aim, rivals
from asp_nono.design.keeping import Ending, keep
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.logic.hitting import Items, fewest
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


@dataclass(frozen=True, slots=True)
class Blots:
    """Numbers that can be hidden.

    Attributes:
        puzzle: The puzzle with these numbers hidden; its goal is its only solution.
        hidden: The numbers, those of rows first.
        shown: How many numbers are still shown.
        most: No more than so many numbers can be hidden.
        maximal: Whether it is known that beside these no other number can be hidden.
    """

    puzzle: Puzzle
    hidden: tuple[Number, ...]
    shown: int
    most: int
    maximal: bool

    @property
    def largest(self) -> bool:
        """Whether it is proven that no more numbers can be hidden, whichever they are."""
        return len(self.hidden) == self.most


@dataclass(frozen=True, slots=True)
class BlotResult:
    """What came of hiding numbers.

    Attributes:
        blots: The most numbers found; None if the search was stopped before there were any.
        reason: What stopped it; empty if nothing did, and then no more can be hidden.
        interrupted: Whether it was Ctrl-C.
        seconds: How long it took.
    """

    blots: Blots | None
    reason: str
    interrupted: bool
    seconds: float


def blot(
    puzzle: Puzzle,
    aim: Aim = "unique",
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    tell: Callable[[Blots], None] | None = None,
) -> BlotResult:
    """Hide as many numbers of a puzzle as possible.

    The work is done in a child process; Ctrl-C ends it and keeps what was found.

    Args:
        puzzle: A puzzle with exactly one solution. Numbers that are blotted already stay so.
        aim: What it must stay: "unique", or "line" for solvable by line logic alone.
        limits: Limits on time and memory.
        pool: Where to work; without it the work gets a child process of its own.
        tell: Called with all numbers found on the way, ever more of them.

    Raises:
        PuzzleError: If the puzzle is not what it must stay.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> found = blot(cross).blots
    >>> found and (len(found.hidden), found.shown, found.largest)
    (3, 3, True)
    """
    found: list[Blots] = []

    def take(blots: Blots) -> None:
        found[:] = [blots]
        if tell:
            tell(blots)

    ending: Ending = keep(partial(all_blots, puzzle, aim), take, limits, pool)
    best = found[0] if found else None
    return BlotResult(best, ending.reason, ending.interrupted, ending.seconds)


def all_blots(puzzle: Puzzle, aim: Aim) -> Iterator[Blots]:
    """Ever more numbers that can be hidden, or a better bound; a job for a child process.

    The last ones are the most.

    Raises:
        PuzzleError: If the puzzle is not what it must stay.
    """
    hider = _Hider(puzzle, _solution(puzzle, aim), aim)
    total = len(hider.numbers)
    best = hider.all
    for fewer in hider.hidings(best):
        best = fewer
        yield hider.blots(best, total, maximal=False)
    yield hider.blots(best, total, maximal=True)
    known = 0
    for shown, least in fewest(total, hider.refusal):
        if shown is None:
            raise AssertionError("the puzzle is not what it must stay with all its numbers shown")
        if len(shown) < len(best):
            *_, best = (shown, *hider.hidings(shown))
        known = max(known, least)
        yield hider.blots(best, total - known, maximal=True)
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


class _Hider:
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
        self._puzzle = replace(puzzle, goal=goal, saved=())
        self._goal = goal
        self._aim = aim
        self.all = frozenset(range(len(self.numbers)))

    def blots(self, shown: Items, most: int, *, maximal: bool) -> Blots:
        """What is known when only these numbers are shown."""
        hidden = self.all - shown
        numbers = tuple(self.numbers[thing] for thing in sorted(hidden))
        return Blots(self._blotted(hidden), numbers, len(shown), most, maximal)

    def refusal(self, shown: Items) -> list[Items]:
        """Sets of hidden numbers, of each of which one must be shown; none if these are enough."""
        hidden = self.all - shown
        return list(dict.fromkeys(self._smallest(demand) for demand in self._demands(hidden)))

    def hidings(self, shown: Items) -> Iterator[Items]:
        """Fewer and fewer numbers to be shown, one hidden after the other, until none can be.

        Line logic is asked first: it is fast, and mostly enough.
        """
        for enough in (self._by_line, self._enough):
            for thing in sorted(shown):
                if enough(self.all - shown | {thing}):
                    shown -= {thing}
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
        for thing in sorted(demand):
            if thing in demand and (found := self._demands(demand - {thing})):
                demand = min(found, key=lambda one: (len(one), sorted(one)))
        return demand

    def _demands(self, hidden: Items) -> list[Items]:
        """For each other solution the numbers that it has otherwise, all among those hidden."""
        if self._by_line(hidden):
            return []
        if self._aim == "line":
            return [hidden]
        others = rivals(self._blotted(hidden), self._goal)
        return [] if isinstance(others, str) else [self._otherwise(other) for other in others]

    def _otherwise(self, other: Grid) -> Items:
        clues = {"row": other.row_clues(), "column": other.column_clues()}
        return frozenset(
            thing
            for thing, (line, block, length) in enumerate(self.numbers)
            if clues[line.axis][line.number - 1][block - 1].length != length
        )

    def _blotted(self, hidden: Items) -> Puzzle:
        clues: dict[str, list[Clue]] = {
            "row": list(self._puzzle.rows),
            "column": list(self._puzzle.columns),
        }
        for thing in hidden:
            line, block, _ = self.numbers[thing]
            clue = list(clues[line.axis][line.number - 1])
            clue[block - 1] = replace(clue[block - 1], length=None)
            clues[line.axis][line.number - 1] = tuple(clue)
        rows, columns = tuple(clues["row"]), tuple(clues["column"])
        return replace(self._puzzle, rows=rows, columns=columns)
