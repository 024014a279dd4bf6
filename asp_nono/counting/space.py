"""All solutions of a puzzle: any of them by its number, random ones, what they have in common."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from asp_nono.asp.recipes import recipe
from asp_nono.counting.portfolio import MEMORY, Portfolio, Region
from asp_nono.counting.result import Decomposition
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import UncountedError
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.run.limits import Limits
from asp_nono.run.snapshots import Answer
from asp_nono.shares import Shares
from asp_nono.solving.solve import solutions

_COUNTING = 0.5  # of the time: the solutions are counted before they are enumerated


class SolutionSpace:
    """All solutions of a puzzle, counted but not listed.

    They have a fixed order: the same for the same puzzle and limits, unless time decides which
    method counts a component.
    """

    def __init__(self, portfolio: Portfolio, number: int) -> None:
        """The `number` solutions that a portfolio has counted, every part by itself."""
        self.puzzle, self.number = portfolio.puzzle, number
        self.parts = portfolio.parts  # the counted components
        self._board = portfolio.board.partial()
        self._memory = portfolio.memory

    def decomposition(self) -> Decomposition | None:
        """What the number rests on; None if there is no solution, and that was not counted."""
        lines, wanted = list[str](), list[int]()
        dead = [part for part in self.parts if part.total == 0]
        if not (self.number or dead):
            return None
        for part in sorted(self.parts, key=lambda part: part.component.cells):
            if part.method is None or (dead and part is not dead[0]):
                wanted.append(0)
                continue
            lines += part.counter(part.method).nodes(len(lines) + 1)
            wanted.append(len(lines))
        whole = " ".join(map(str, ("s", self.number, *wanted)))
        return Decomposition(self._board, (*lines, whole))

    def solution(self, index: int) -> Grid:
        """Solution `index`, from 0; IndexError if there is none, UncountedError without memory."""
        if not 0 <= index < self.number:
            raise IndexError(f"solution {index} of {self.number}, counted from 0")
        width = self.puzzle.width
        rows = [[cell.bit_length() - 1 for cell in row] for row in self._board.rows]
        for part in self.parts:
            index, rank = divmod(index, part.total or 0)
            for cell, color in part.way_back.solution(rank).items():
                rows[cell // width][cell % width] = color
        grid = Grid.from_rows(rows)
        if wrong := mismatch(grid, self.puzzle):
            raise AssertionError(f"a picture that was counted is no solution: {wrong}")
        return grid

    def sample(self, number: int, seed: int = 0) -> Iterator[Grid]:
        """Solutions drawn uniformly and independently, if there are any; a seed repeats them."""
        random = Random(seed)  # noqa: S311 - to be repeated, not to be secret
        for _ in range(number if self.number else 0):
            yield self.solution(random.randrange(self.number))

    def shares(self) -> Shares:
        """How many of the solutions give each cell each color.

        UncountedError if there is no solution, or memory is too small to find the way back.
        """
        if not self.number:
            raise UncountedError("there is no solution whose cells could be counted")
        colors, width = range(len(self.puzzle.colors)), self.puzzle.width
        rows = [
            [tuple(self.number * (cell == 1 << color) for color in colors) for cell in row]
            for row in self._board.rows
        ]
        for part in self.parts:
            times = self.number // (part.total or 1)
            for cell, counts in part.way_back.shares().items():
                shares = tuple(times * counts.get(color, 0) for color in colors)
                rows[cell // width][cell % width] = shares
        return Shares(self.number, tuple(map(tuple, rows)))

    def regions(self) -> tuple[Region, ...]:
        """The cells that differ between solutions, in independent regions.

        The numbers of the regions multiply to the number of solutions. Errors are as in `shares`.
        """
        found = explore(self.puzzle, start=self.shares().partial, memory=self._memory)
        return tuple(part.region for part in found.parts)


def explore(
    puzzle: Puzzle,
    *,
    start: PartialGrid | None = None,
    seconds: float | None = None,
    memory: int = MEMORY,
) -> SolutionSpace:
    """Count all solutions that agree with a start so that each of them can be accessed.

    Each method of counting may take about `memory` bytes. UncountedError if that or the time was
    not enough; PuzzleError if the start is not of the puzzle's size.

    >>> ones = Puzzle.of(Grid.from_text(["#..", ".#.", "..#"]))
    >>> space = explore(ones)
    >>> space.number, len({space.solution(index) for index in range(6)})
    (6, 6)
    >>> space.shares().rows[0][0]
    (4, 2)
    """
    portfolio = Portfolio(puzzle, recipe(), start, seconds=seconds, memory=memory, apart=True)
    *_, last = portfolio.counts()
    if not last.exact:
        raise UncountedError("not all solutions could be counted within the limits")
    return SolutionSpace(portfolio, last.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed(Answer):
    """How many solutions there are, and in most snapshots one more of those wanted."""

    puzzle: Puzzle
    number: int | None = None  #: of solutions; None if it is not known
    index: int | None = None  #: the number of the picture, from 0
    picture: Grid | None = None

    @property
    def finished(self) -> bool:
        """Whether the number is known."""
        return self.number is not None

    def text(self, name: str, _: object) -> Iterator[str]:
        """The number."""
        yield f"{name}: {'not counted' if self.number is None else self.number}"

    def to_json(self) -> dict[str, Any]:
        """The number as text, and the picture where there is one."""
        number = None if self.number is None else str(self.number)
        values = {"count": number, "exact": self.number is not None}
        if self.picture is None:
            return values
        picture = self.picture.to_text(self.puzzle.chars)
        return {**values, "index": str(self.index), "picture": picture}


def listed(puzzle: Puzzle, first: int, most: int, limits: Limits) -> Iterator[Listed]:
    """Up to `most` solutions from number `first` on, by number where all can be counted in time.

    Where that takes too long, the solutions are found one by one.
    """
    seconds = None if limits.seconds is None else limits.seconds * _COUNTING
    try:
        space = explore(puzzle, seconds=seconds, memory=limits.data_bytes(MEMORY))
    except UncountedError:
        yield from _enumerated(puzzle, first, first + most)
        return
    known = Listed(puzzle=puzzle, number=space.number)
    yield known
    for index in range(first, min(first + most, space.number)):
        yield replace(known, index=index, picture=space.solution(index))
    yield known


def _enumerated(puzzle: Puzzle, first: int, end: int) -> Iterator[Listed]:
    known, number = Listed(puzzle=puzzle), 0
    yield known
    for number, picture in enumerate(islice(solutions(puzzle), end), 1):
        if number > first:
            yield replace(known, index=number - 1, picture=picture)
    yield replace(known, number=number) if number < end else known
