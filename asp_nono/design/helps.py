"""The smallest help that makes a puzzle unique and leaves its picture: cells given, numbers shown.

Another solution tells what is needed: one of the cells in which it differs from the picture must
be given, or one of the blotted numbers that it has otherwise must be shown. What is fewest then is
found as in `fewest`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from asp_nono.clue import Clue, Line, clue_of
from asp_nono.design.judge import rivals
from asp_nono.design.lessons import differences
from asp_nono.design.repairs import Chosen, first_solution
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.logic.hitting import Items, fewest
from asp_nono.puzzle import Puzzle


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


Item: TypeAlias = Cell | Number


class Help(NamedTuple):
    """Help that is enough.

    Attributes:
        puzzle: The puzzle with the help; its goal is its only solution.
        items: What is given or shown; empty if no help is needed.
        least: No fewer are enough.
    """

    puzzle: Puzzle
    items: tuple[Item, ...]
    least: int


class Hopeless:
    """Not even all numbers shown are enough."""


Event = Help | Hopeless | Chosen


def reveals(puzzle: Puzzle) -> Iterator[Event]:
    """Ever fewer given cells that make a puzzle unique; a job for a child process.

    Raises:
        PuzzleError: If the puzzle has no solution.
    """
    goal = puzzle.goal or first_solution(puzzle)
    if puzzle.goal is None:
        yield Chosen(goal)
    cells = _worth(puzzle, goal)
    number = {(cell.x - 1, cell.y - 1): i for i, cell in enumerate(cells)}

    def helped(things: Items) -> Puzzle:
        return _given(puzzle, goal, [cells[i] for i in things])

    def demand(other: Grid) -> list[Items]:
        parts = [part for _, part in differences(goal, other)]
        return [frozenset(number[spot] for spot in part) for part in parts]

    yield from _helps(len(cells), helped, goal, demand, cells)


def unblots(puzzle: Puzzle) -> Iterator[Event]:
    """Ever fewer blotted numbers to show that make a puzzle unique; a job for a child process.

    Raises:
        PuzzleError: If the puzzle has no solution, or no blotted number.
    """
    if not puzzle.blotted:
        raise PuzzleError("no number of the puzzle is blotted; --reveal gives cells instead")
    goal = puzzle.goal or first_solution(puzzle)
    if puzzle.goal is None:
        yield Chosen(goal)
    numbers = [
        Number(line, block, length.length or 0)
        for (line, clue, _), cells in zip(puzzle.lines(), (*goal.rows, *goal.columns), strict=True)
        for block, (told, length) in enumerate(zip(clue, clue_of(cells), strict=True), 1)
        if told.blotted
    ]

    def helped(things: Items) -> Puzzle:
        return _shown(puzzle, goal, [numbers[i] for i in things])

    def demand(other: Grid) -> list[Items]:
        clues = {"row": other.row_clues(), "column": other.column_clues()}
        return [
            frozenset(
                i
                for i, (line, block, length) in enumerate(numbers)
                if clues[line.axis][line.number - 1][block - 1].length != length
            )
        ]

    yield from _helps(len(numbers), helped, goal, demand, numbers)


def _helps(
    number: int,
    helped: Callable[[Items], Puzzle],
    goal: Grid,
    demand: Callable[[Grid], list[Items]],
    items: Sequence[Item],
) -> Iterator[Help | Hopeless]:
    """The helps that are found when other solutions make demands."""

    def refusal(things: Items) -> list[Items]:
        others = rivals(helped(things), goal)
        if isinstance(others, str):
            return []
        return list(dict.fromkeys(one for other in others for one in demand(other)))

    for things, least in fewest(number, refusal):
        if things is None:
            yield Hopeless()
        else:
            chosen = tuple(items[i] for i in sorted(things))
            yield Help(helped(things), chosen, least)


def _worth(puzzle: Puzzle, goal: Grid) -> list[Cell]:
    """The cells that it can be of use to give: those that line logic leaves open."""
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


def _shown(puzzle: Puzzle, goal: Grid, numbers: list[Number]) -> Puzzle:
    """The puzzle with some of its blotted numbers shown."""
    clues: dict[str, list[Clue]] = {"row": list(puzzle.rows), "column": list(puzzle.columns)}
    for line, block, length in numbers:
        clue = list(clues[line.axis][line.number - 1])
        clue[block - 1] = replace(clue[block - 1], length=length)
        clues[line.axis][line.number - 1] = tuple(clue)
    rows, columns = tuple(clues["row"]), tuple(clues["column"])
    return replace(puzzle, rows=rows, columns=columns, goal=goal)
