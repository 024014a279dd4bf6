"""The fewest givens that make a puzzle unique and leave its picture: cells, or blotted numbers.

Another solution tells what is needed: one of the cells in which it differs from the picture must
be given, or one of the blotted numbers that it has otherwise must be shown. The fewest are found as
minimal hitting sets (`logic.hitting`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from asp_nono.clue import Clue, Line, clue_of
from asp_nono.design.nogoods import differences, rivals
from asp_nono.design.repair import first_solution
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.logic.hitting import Items, fewest
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.run.pool import run_job
from asp_nono.run.snapshots import Answer

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


class Cell(NamedTuple):
    """A cell (column x, row y), 1-based, that is given from the start."""

    x: int
    y: int
    color: int


class Number(NamedTuple):
    """The length of a block of a line, counted from 1, that is shown."""

    line: Line
    block: int
    length: int


Given: TypeAlias = Cell | Number


@dataclass(frozen=True, kw_only=True)
class GivensResult(Answer):
    """What is known of the fewest givens.

    Attributes:
        puzzle: The puzzle, with the picture that is to be the only solution.
        chosen: Whether this picture is the first solution found, because there was no goal.
        repaired: The puzzle with the givens; None until some are found that are enough.
        items: The fewest givens found.
        least: No fewer are enough.
        hopeless: Whether it is proven that not even all numbers shown are enough.
    """

    puzzle: Puzzle
    chosen: bool = False
    repaired: Puzzle | None = None
    items: tuple[Given, ...] = ()
    least: int = 0
    hopeless: bool = False

    @property
    def smallest(self) -> bool:
        """Whether it is proven that no fewer givens are enough."""
        return self.repaired is not None and len(self.items) <= self.least

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json` but for `means`."""
        return {
            "colors": self.puzzle.color_names,
            "first_solution": self.chosen,
            "items": [self._item_json(item) for item in self.items],
            "smallest": self.smallest,
            "least": self.least,
            "hopeless": self.hopeless,
            "stopped": self.reason,
            "seconds": round(self.seconds, 6),
        }

    def _item_json(self, item: Given) -> list[object]:
        if isinstance(item, Cell):
            return [item.x, item.y, self.puzzle.chars[item.color]]
        return [str(item.line), item.block, item.length]


def reveal(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    each: Callable[[GivensResult], None] | None = None,
) -> GivensResult:
    """The fewest cells to be given from the start that make a puzzle unique.

    The work is done in a child process; Ctrl-C ends it and keeps what was found.

    Args:
        puzzle: The puzzle; its goal, or its first solution, becomes its only solution.
        limits: Limits on time and memory.
        pool: Where to work; without it the work gets a child process of its own.
        each: Called with every snapshot of the result.

    Raises:
        PuzzleError: If the puzzle has no solution.

    >>> from asp_nono.grid import Grid
    >>> found = reveal(Puzzle.of(Grid.from_text(["#..", ".#.", "..#"])))
    >>> len(found.items), found.smallest
    (2, True)
    """
    initial = GivensResult(puzzle=puzzle)
    return run_job(partial(reveals, puzzle), initial, limits, pool, child=True, each=each)


def unblot(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    each: Callable[[GivensResult], None] | None = None,
) -> GivensResult:
    """The fewest blotted numbers to be shown that make a puzzle unique.

    Arguments and result are those of `reveal`.

    Raises:
        PuzzleError: If the puzzle has no solution, or no blotted number.
    """
    initial = GivensResult(puzzle=puzzle)
    return run_job(partial(unblots, puzzle), initial, limits, pool, child=True, each=each)


def reveals(puzzle: Puzzle) -> Iterator[GivensResult]:
    """Snapshots for `reveal`: ever fewer given cells."""
    known = _begin(puzzle)
    yield known
    goal = _goal(known)
    cells = _undecided(puzzle, goal)
    number = {(cell.x - 1, cell.y - 1): i for i, cell in enumerate(cells)}

    def with_givens(items: Items) -> Puzzle:
        return _given(puzzle, goal, [cells[i] for i in items])

    def needed(other: Grid) -> list[Items]:
        parts = [part for _, part in differences(goal, other)]
        return [frozenset(number[spot] for spot in part) for part in parts]

    yield from _fewer(known, cells, with_givens, needed)


def unblots(puzzle: Puzzle) -> Iterator[GivensResult]:
    """Snapshots for `unblot`: ever fewer numbers shown."""
    if not puzzle.blotted:
        raise PuzzleError("no number of the puzzle is blotted; --reveal gives cells instead")
    known = _begin(puzzle)
    yield known
    goal = _goal(known)
    numbers = [
        Number(line, block, length.length or 0)
        for (line, clue, _), cells in zip(puzzle.lines(), (*goal.rows, *goal.columns), strict=True)
        for block, (clued, length) in enumerate(zip(clue, clue_of(cells), strict=True), 1)
        if clued.blotted
    ]

    def with_givens(items: Items) -> Puzzle:
        shown = {(numbers[i].line, numbers[i].block): numbers[i].length for i in items}
        return with_lengths(replace(puzzle, goal=goal), shown)

    def needed(other: Grid) -> list[Items]:
        return [unlike(numbers, other)]

    yield from _fewer(known, numbers, with_givens, needed)


def with_lengths(puzzle: Puzzle, lengths: Mapping[tuple[Line, int], int | None]) -> Puzzle:
    """The puzzle with other lengths of blocks; None blots one."""
    clues: dict[str, list[Clue]] = {"row": list(puzzle.rows), "column": list(puzzle.columns)}
    for (line, block), length in lengths.items():
        clue = list(clues[line.axis][line.number - 1])
        clue[block - 1] = replace(clue[block - 1], length=length)
        clues[line.axis][line.number - 1] = tuple(clue)
    return replace(puzzle, rows=tuple(clues["row"]), columns=tuple(clues["column"]))


def unlike(numbers: Sequence[Number], other: Grid) -> Items:
    """Which of some numbers are different in the clues of another picture."""
    clues = {"row": other.row_clues(), "column": other.column_clues()}
    return frozenset(
        i
        for i, (line, block, length) in enumerate(numbers)
        if clues[line.axis][line.number - 1][block - 1].length != length
    )


def _begin(puzzle: Puzzle) -> GivensResult:
    goal = puzzle.goal or first_solution(puzzle)
    return GivensResult(puzzle=replace(puzzle, goal=goal), chosen=puzzle.goal is None)


def _goal(known: GivensResult) -> Grid:
    if known.puzzle.goal is None:
        raise AssertionError("a puzzle begins with a goal or its first solution")
    return known.puzzle.goal


def _fewer(
    known: GivensResult,
    givens: Sequence[Given],
    with_givens: Callable[[Items], Puzzle],
    needed: Callable[[Grid], list[Items]],
) -> Iterator[GivensResult]:
    """Ever fewer givens, when each other solution needs one of some of them."""
    began, goal = perf_counter(), _goal(known)

    def refusal(items: Items) -> list[Items]:
        others = rivals(with_givens(items), goal)
        if isinstance(others, str):
            return []
        return list(dict.fromkeys(one for other in others for one in needed(other)))

    for items, least in fewest(len(givens), refusal):
        seconds = perf_counter() - began
        if items is None:
            yield replace(known, hopeless=True, seconds=seconds)
        else:
            chosen = tuple(givens[i] for i in sorted(items))
            repaired = with_givens(items)
            known = replace(known, repaired=repaired, items=chosen, least=least, seconds=seconds)
            yield known


def _undecided(puzzle: Puzzle, goal: Grid) -> list[Cell]:
    """The cells that are worth giving: those that line logic leaves open."""
    board = Board(puzzle)
    if wrong := board.sweep():
        raise AssertionError(f"{wrong} has no arrangement, and yet there is a picture")
    return [
        Cell(x, y, goal.rows[y - 1][x - 1])
        for y, row in enumerate(board.partial().rows, 1)
        for x, colors in enumerate(row, 1)
        if colors & (colors - 1)
    ]


def _given(puzzle: Puzzle, goal: Grid, cells: list[Cell]) -> Puzzle:
    """The puzzle with more given cells."""
    known = puzzle.given or PartialGrid.unknown(puzzle.width, puzzle.height, len(puzzle.colors))
    rows = [list(row) for row in known.rows]
    for cell in cells:
        rows[cell.y - 1][cell.x - 1] = 1 << cell.color
    return replace(puzzle, goal=goal, given=PartialGrid(tuple(map(tuple, rows))))
