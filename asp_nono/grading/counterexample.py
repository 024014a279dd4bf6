"""Single boards: the smallest one on which a program is wrong, and those with blotted blocks.

A program that reads `blot/3` says that it handles blotted blocks. A picture has many clues then, so
such boards are tried one by one, and only the smallest ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from asp_nono.clue import Clue
from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.small_boards import (
    PALETTE,
    Numbers,
    SizeResult,
    cells,
    clue_numbers,
    clue_set,
    grid_of,
    numbers_of,
    puzzle_of,
)
from asp_nono.grading.vocabulary import Board, Program
from asp_nono.grid import Grid
from asp_nono.line.patterns import all_clues
from asp_nono.puzzle import Puzzle, satisfies

BLOT = "blot/3"

_MAX_ANSWERS = 500
"""The answer sets that are looked at on one board."""

_BLOTTED_SIZES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1))


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board on which a program is wrong.

    Attributes:
        puzzle: The board.
        facts: The facts that the program got: a file with which bare clingo answers the same.
        solutions: All solutions of the board.
        missing: Those that the program did not find.
        wrong: Its answers that are no solutions.
        odd: Atoms that are no cell of the board, or give one a second color; one an answer.
        repeated: Solutions that several answer sets show, and how many do.
        exhausted: Whether these are all its answers; else nothing is known to be missing.
    """

    puzzle: Puzzle
    facts: str
    solutions: tuple[Grid, ...]
    missing: tuple[Grid, ...]
    wrong: tuple[Grid, ...]
    odd: tuple[str, ...]
    repeated: tuple[tuple[Grid, int], ...]
    exhausted: bool

    def to_json(self) -> dict[str, Any]:
        """The object `counterexample` of `grade --json`."""
        puzzle = self.puzzle

        def drawn(grids: tuple[Grid, ...]) -> list[list[str]]:
            return [grid.to_text(puzzle.chars) for grid in grids]

        return {
            "width": puzzle.width,
            "height": puzzle.height,
            "rows": [[[block.length, block.color] for block in clue] for clue in puzzle.rows],
            "columns": [[[block.length, block.color] for block in clue] for clue in puzzle.columns],
            "solutions": drawn(self.solutions),
            "missing": drawn(self.missing),
            "wrong": drawn(self.wrong),
            "repeated": [
                {"picture": grid.to_text(puzzle.chars), "times": times}
                for grid, times in self.repeated
            ],
            "odd": list(self.odd),
            "complete": self.exhausted,
            "facts": self.facts,
        }


def counterexample(
    sandbox: Sandbox, program: Program, fault: SizeResult, seconds: float
) -> Counterexample | None:
    """The simplest of the boards of a size on which a program is wrong.

    None if `seconds` of wall-clock time, once for grounding and once for solving, were too short to
    see its answers on that board alone.
    """
    puzzle = puzzle_of(_simplest(fault), fault.board)
    return _on_board(sandbox, program, puzzle, _solutions(puzzle, fault.board), seconds)


def _simplest(fault: SizeResult) -> Numbers:
    """The clues, by number, of the board with the fewest blocks of those that are wrong."""
    board = fault.board
    faulty = {numbers for numbers, _ in fault.wrong} | {numbers for numbers, _, _ in fault.odd}
    for code in fault.missing if fault.faulty else fault.repeated:
        faulty.add(numbers_of(grid_of(code, board), board))

    def blocks(numbers: Numbers) -> tuple[int, int, Numbers]:
        found = [block for clue in clue_set(numbers, board) for block in clue]
        return max((block.color for block in found), default=0), len(found), numbers

    return min(faulty, key=blocks)


def _solutions(puzzle: Puzzle, board: Board) -> list[Grid]:
    """All solutions of a small board, by trying every combination of patterns of its rows."""
    patterns = [cells(code, board.width, board.colors) for code in range(board.colors**board.width)]
    numbers = clue_numbers(board.width, board.colors)
    known = all_clues(board.width, board.colors)
    choices = [
        [cells for cells, number in zip(patterns, numbers, strict=True) if known[number] == clue]
        for clue in puzzle.rows
    ]
    return [
        grid for rows in product(*choices) if (grid := Grid(rows)).column_clues() == puzzle.columns
    ]


def _on_board(
    sandbox: Sandbox, program: Program, puzzle: Puzzle, right: list[Grid], time: float | Clock
) -> Counterexample | None:
    """The answers of a program on a board, compared with all its solutions `right`.

    None if the time, for grounding and for solving each unless it is a clock, was too short.
    """
    job = program.ground_job(puzzle)
    answer = sandbox.ask(job, time)
    if isinstance(answer, dict):
        answer = sandbox.ask({"do": "solve", "most": _MAX_ANSWERS}, time)
    if not isinstance(answer, dict):
        return None
    times: dict[Grid, int] = {}
    odd: dict[str, None] = {}
    for rows in answer["pictures"]:
        if isinstance(rows, str):
            odd[rows] = None
        else:
            grid = Grid(tuple(map(tuple, rows)))
            times[grid] = times.get(grid, 0) + 1
    constants = [option.removeprefix("--const=").split("=") for option in job["options"]]
    lines = [f"#const {name} = {value}." for name, value in constants]
    return Counterexample(
        puzzle,
        "\n".join([*lines, job["facts"].strip(), ""]),
        tuple(right),
        tuple(grid for grid in right if grid not in times) if answer["exhausted"] else (),
        tuple(grid for grid in times if grid not in right),
        tuple(odd),
        tuple((grid, number) for grid, number in times.items() if number > 1 and grid in right),
        answer["exhausted"],
    )


def blot_counterexample(
    sandbox: Sandbox, program: Program, seconds: float
) -> Counterexample | str | None:
    """The first board with blotted blocks on which a program is wrong; None if there is none.

    If a limit is reached before, the reason. `seconds` is wall-clock time for all of them.
    """
    clock = Clock(seconds)
    for puzzle in blotted_boards():
        board = Board(puzzle.width, puzzle.height)
        right = [grid for grid in _pictures(*board[:2]) if satisfies(grid, puzzle)]
        found = _on_board(sandbox, program, puzzle, right, clock)
        if found is None:
            size = f"{board} with blotted blocks"
            return f"time limit or memory limit reached on a board of {size}"
        if found.missing or found.wrong or found.odd:
            return found
    return None


def blotted_boards() -> Iterator[Puzzle]:
    """Boards with one line or all lines blotted, for all small pictures; each once."""
    seen: set[tuple[tuple[Clue, ...], tuple[Clue, ...]]] = set()
    for width, height in _BLOTTED_SIZES:
        for grid in _pictures(width, height):
            exact = (*grid.row_clues(), *grid.column_clues())
            for chosen in [{number} for number in range(len(exact))] + [set(range(len(exact)))]:
                blotted = tuple(
                    tuple(replace(block, length=None) for block in clue)
                    if number in chosen
                    else clue
                    for number, clue in enumerate(exact)
                )
                sides = blotted[:height], blotted[height:]
                if blotted != exact and sides not in seen:
                    seen.add(sides)
                    yield Puzzle(*sides, PALETTE[:2])


def _pictures(width: int, height: int) -> Iterator[Grid]:
    """All pictures of a size in one color."""
    for flat in product((0, 1), repeat=width * height):
        yield Grid(tuple(flat[y * width : (y + 1) * width] for y in range(height)))
