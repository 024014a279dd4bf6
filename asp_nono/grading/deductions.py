"""Boards with deductions: a program that is right on the clues alone can be wrong with them.

Deductions narrow windows, leave out decided cells and state what is known, as `solve --deductions`
does. Boards are tried one by one, so of the larger sizes a seeded choice.
"""

from collections.abc import Iterator, Sequence
from random import Random

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
from asp_nono.asp.facts import facts_text
from asp_nono.asp.recipes import Deductions
from asp_nono.errors import PuzzleError
from asp_nono.grading.larger_boards import solutions_of
from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.small_boards import PALETTE, Counterexample, boards, on_board
from asp_nono.grading.vocabulary import OurFacts, Program
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

_SIDES = (5, 6, 7)  # beyond the small boards: there a cell may be known and its block not
_MOST, _TRIED = 20, 100  # boards of a size, and random pictures that are tried to find them


def deduced_counterexample(
    sandbox: Sandbox, program: Program, level: Deductions, seconds: float
) -> Counterexample | str | None:
    """A smallest board on which a program is wrong with deductions; None if there is none.

    If a limit is reached before, the reason. `seconds` is time for all boards together.

    Raises:
        PuzzleError: If the program gets other facts than ours.
    """
    words = program.vocabulary
    if not isinstance(words, OurFacts):
        raise PuzzleError(f"--deductions {level} is for programs that read the facts ours")
    clock = Clock(seconds)
    for left, right in _boards(program.colors, level):
        puzzle, facts = left.puzzle, facts_text(left, words.wanted)
        found = on_board(sandbox, program, puzzle, right, clock, facts)
        if found is None:
            size = f"{puzzle.width}x{puzzle.height}"
            return f"time limit or memory limit reached on a board of {size} with deductions"
        if found.missing or found.wrong or found.odd:
            return found
    return None


def _boards(colors: int, level: Deductions) -> Iterator[tuple[OpenPuzzle, Sequence[Grid]]]:
    """Boards with something open, the small ones first, and the solutions of each."""
    random = Random(f"deductions {colors}")  # noqa: S311 - boards, not secrets
    sizes = [(board.width, board.height) for board in boards(colors)]
    for width, height in [*sizes, *((side, side) for side in _SIDES)]:
        number = 0
        seen = set[Grid]()
        for _ in range(_TRIED):
            rows = (tuple(random.choices(range(colors), k=width)) for _ in range(height))
            grid = Grid(tuple(rows))
            left = open_puzzle(Puzzle.of(grid, PALETTE[:colors]), level)
            if grid in seen or isinstance(left, str) or not any(line.open for line in left.lines):
                continue
            seen.add(grid)
            if right := solutions_of(left.puzzle):
                number += 1
                yield left, right
            if number == _MOST:
                break
