"""The smallest board on which a program is wrong, and what it answers there."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from asp_nono.grading.clue_sets import Numbers, clue_set, grid_of, numbers_of, puzzle_of, solutions
from asp_nono.grading.sandbox import Clock, Refused, Sandbox
from asp_nono.grading.tour import Checked, Program
from asp_nono.grading.vocabulary import Board
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Stopped

_MOST = 500
"""No more answer sets of the program are looked at on one board."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board on which a program is wrong.

    Attributes:
        puzzle: The board.
        facts: What the program was told, in its own words: a file with which bare clingo answers
            the same.
        solutions: All solutions of the board.
        missing: Those that the program did not find.
        wrong: What it answered that is no solution.
        odd: Atoms that are no cell of the board, or give one a second colour; one an answer.
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


def counterexample(
    sandbox: Sandbox, program: Program, fault: Checked, seconds: float
) -> Counterexample | None:
    """The simplest of the boards on which a program is wrong.

    Args:
        sandbox: Where the program runs.
        program: The program.
        fault: What it made of the smallest size on which something is wrong.
        seconds: Wall-clock time that it may take on that board.

    Returns:
        None if the time was too short to see its answers on that board alone.
    """
    board = fault.board
    puzzle = puzzle_of(simplest(fault), board)
    return on_board(sandbox, program, puzzle, solutions(puzzle, board), seconds)


def on_board(
    sandbox: Sandbox, program: Program, puzzle: Puzzle, right: list[Grid], time: float | Clock
) -> Counterexample | None:
    """What a program answers on a board, held against the board's solutions.

    Args:
        sandbox: Where the program runs.
        program: The program.
        puzzle: The board.
        right: All its solutions.
        time: The seconds that it may take, once for grounding and once for solving, or a clock.

    Returns:
        None if that was too short.
    """
    board = Board(puzzle.width, puzzle.height, program.colors)
    job = one_board(program, puzzle, board)
    ground = sandbox.ask(job, time)
    answer = sandbox.ask({"do": "solve", "most": _MOST}, time) if _ok(ground) else ground
    if isinstance(answer, Refused | Stopped):
        return None
    times: dict[Grid, int] = {}
    odd: dict[str, None] = {}
    for rows in answer["pictures"]:
        if isinstance(rows, str):
            odd[rows] = None
        else:
            grid = Grid(tuple(map(tuple, rows)))
            times[grid] = times.get(grid, 0) + 1
    return Counterexample(
        puzzle,
        _facts(job),
        tuple(right),
        tuple(grid for grid in right if grid not in times) if answer["exhausted"] else (),
        tuple(grid for grid in times if grid not in right),
        tuple(odd),
        tuple((grid, number) for grid, number in times.items() if number > 1 and grid in right),
        answer["exhausted"],
    )


def _facts(job: dict[str, Any]) -> str:
    """What a program is told, as a file for bare clingo."""
    constants = [option.removeprefix("--const=").split("=") for option in job["constants"]]
    lines = [f"#const {name} = {value}." for name, value in constants]
    return "\n".join([*lines, job["facts"].strip(), ""])


def _ok(answer: object) -> bool:
    return isinstance(answer, dict)


def simplest(fault: Checked) -> Numbers:
    """The clues, by number, of the board with the fewest blocks of those that are wrong."""
    board = fault.board
    faulty = {numbers for numbers, _ in fault.wrong} | {numbers for numbers, _, _ in fault.odd}
    for code in fault.missing if fault.faulty else fault.repeated:
        faulty.add(numbers_of(grid_of(code, board), board))
    return min(faulty, key=lambda numbers: _blocks(numbers, board))


def _blocks(numbers: Numbers, board: Board) -> tuple[int, int, Numbers]:
    blocks = [block for clue in clue_set(numbers, board) for block in clue]
    return max((block.color for block in blocks), default=0), len(blocks), numbers


def one_board(program: Program, puzzle: Puzzle, board: Board) -> dict[str, Any]:
    """The work of grounding a program with the facts of a puzzle."""
    words = program.vocabulary
    facts = words.board_facts(board)
    for line, clue, _ in puzzle.lines():
        facts += words.line_facts(line, clue, board)
    rules = [f"#defined {signature}." for signature in sorted(words.signatures)]
    return {
        "do": "ground",
        "text": program.submission.text,
        "facts": "\n".join([*facts, *rules, program.shown]),
        "constants": words.constants(board),
        "output": asdict(words.output),
        "width": board.width,
        "height": board.height,
    }
