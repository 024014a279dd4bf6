"""The state of a game that a program keeps in a puzzle's file."""

from __future__ import annotations

from dataclasses import replace

from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle, Saved, satisfies


def with_state(puzzle: Puzzle, state: PartialGrid) -> Puzzle:
    """The puzzle with a state as a saved picture: a solution if it is one; nothing if it is empty.

    Raises:
        PuzzleError: If the state does not have the puzzle's size and colours.
    """
    puzzle.require_size(state)
    if state.is_open(len(puzzle.colors)):
        return puzzle
    picture = state.complete()
    solved = picture is not None and satisfies(picture, puzzle)
    return replace(
        puzzle, saved=(*puzzle.saved, Saved(state, kind="solution" if solved else "saved"))
    )
