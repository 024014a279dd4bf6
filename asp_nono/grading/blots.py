"""Boards with blotted blocks, for programs that say they handle such: those that read `blot/3`.

A picture has many clues then, so these boards are tried one by one, and only the smallest ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from asp_nono.clue import Clue
from asp_nono.grading.clue_sets import PALETTE
from asp_nono.grading.counterexample import Counterexample, on_board
from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.tour import Program
from asp_nono.grading.vocabulary import Board, Vocabulary
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.run.limits import Cause, Stopped

BLOT = "blot/3"
"""A program that reads this says that it handles blotted blocks."""

_SIZES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1))


def claims(words: Vocabulary, inputs: frozenset[str]) -> bool:
    """Whether a program with these inputs is told of blotted blocks in these words."""
    return BLOT in words.signatures and BLOT in inputs


def blotted_boards() -> Iterator[Puzzle]:
    """Boards with a blotted line, and with all lines blotted, for all small pictures; once each."""
    seen: set[tuple[tuple[Clue, ...], tuple[Clue, ...]]] = set()
    for width, height in _SIZES:
        for flat in product((0, 1), repeat=width * height):
            grid = Grid(tuple(flat[y * width : (y + 1) * width] for y in range(height)))
            clues = (*grid.row_clues(), *grid.column_clues())
            for chosen in [{number} for number in range(len(clues))] + [set(range(len(clues)))]:
                told = tuple(
                    _blotted(clue) if number in chosen else clue
                    for number, clue in enumerate(clues)
                )
                sides = told[:height], told[height:]
                if told != clues and sides not in seen:
                    seen.add(sides)
                    yield Puzzle(*sides, PALETTE[:2])


def _blotted(clue: Clue) -> Clue:
    return tuple(replace(block, length=None) for block in clue)


def blot_fault(
    sandbox: Sandbox, program: Program, seconds: float
) -> Counterexample | Stopped | None:
    """The first board with blotted blocks on which a program is wrong; None if it is on none.

    Args:
        sandbox: Where it runs.
        program: The program.
        seconds: Wall-clock time for all of them.
    """
    clock = Clock(seconds)
    for puzzle in blotted_boards():
        board = Board(puzzle.width, puzzle.height)
        right = [
            grid
            for flat in product((0, 1), repeat=board.area)
            if satisfies(grid := _grid(flat, board.width), puzzle)
        ]
        found = on_board(sandbox, program, puzzle, right, clock)
        if found is None:
            size = f"{board} with blotted blocks"
            return Stopped(Cause.TIME, f"time limit or memory limit reached on a board of {size}")
        if found.missing or found.wrong or found.odd:
            return found
    return None


def _grid(flat: tuple[int, ...], width: int) -> Grid:
    return Grid(tuple(flat[start : start + width] for start in range(0, len(flat), width)))
