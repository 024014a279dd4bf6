"""Single boards: the smallest one on which a program is wrong, and those with blotted blocks.

A program that reads `blot/3` says that it handles blotted blocks. A picture has many clues then, so
such boards are tried one by one, and only the smallest ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from asp_nono.clue import Clue
from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.small_boards import (
    PALETTE,
    Numbers,
    SizeResult,
    clue_set,
    grid_of,
    numbers_of,
    pictures,
    puzzle_of,
)
from asp_nono.grading.vocabulary import Board, Program
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, satisfies

BLOT = "blot/3"

_MAX_ANSWERS = 500  # the answer sets that are looked at on one board
_BLOTTED_SIZES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1))


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board on which a program is wrong."""

    puzzle: Puzzle
    facts: str  # those that the program got: a file with which bare clingo answers the same
    solutions: tuple[Grid, ...]
    missing: tuple[Grid, ...]  # the solutions that the program did not find
    wrong: tuple[Grid, ...]  # its answers that are no solutions
    odd: tuple[str, ...]  # atoms that are no cell, or give one a second color; one an answer
    repeated: tuple[tuple[Grid, int], ...]  # solutions in several answer sets, and in how many
    exhausted: bool  # whether these are all its answers; else nothing is known to be missing

    def to_json(self) -> dict[str, Any]:
        """The object `counterexample` of `grade --json`."""
        puzzle = self.puzzle

        def clues(side: tuple[Clue, ...]) -> list[list[list[int | None]]]:
            return [[[block.length, block.color] for block in clue] for clue in side]

        def drawn(grids: tuple[Grid, ...]) -> list[list[str]]:
            return [grid.to_text(puzzle.chars) for grid in grids]

        return {
            "width": puzzle.width,
            "height": puzzle.height,
            "rows": clues(puzzle.rows),
            "columns": clues(puzzle.columns),
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
    numbers, board = _simplest(fault), fault.board
    solutions = _solutions(numbers, board)
    return _on_board(sandbox, program, puzzle_of(numbers, board), solutions, seconds)


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


def _solutions(numbers: Numbers, board: Board) -> list[Grid]:
    """All solutions of a small board with these clues, by trying every picture."""
    return [grid_of(code, board) for code, shown in pictures(board) if shown == numbers]


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
    shown = answer["pictures"]
    odd = dict.fromkeys(rows for rows in shown if isinstance(rows, str))
    times = Counter(Grid(tuple(map(tuple, rows))) for rows in shown if not isinstance(rows, str))
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
        grids = (grid_of(code, board) for code, _ in pictures(board))
        right = [grid for grid in grids if satisfies(grid, puzzle)]
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
        for code in range(2 ** (width * height)):
            grid = grid_of(code, Board(width, height))
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
