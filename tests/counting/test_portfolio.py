"""What is tried on a component, and when nothing can go on."""

from __future__ import annotations

from math import factorial, inf

from asp_nono.counting.component import components
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.portfolio import Part
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle
from tests.counting.puzzles import random_puzzle
from tests.solving.puzzles import permutations

PLENTY = 1 << 28


def _part(puzzle: Puzzle, memory: int) -> Part:
    """The largest component of a puzzle."""
    board, diagrams = Board(puzzle), Diagrams()
    assert not board.sweep()
    largest = max(components(board, diagrams), key=lambda one: len(one.cells))
    return Part(largest, diagrams, puzzle.width, memory)


def test_one_full_method_does_not_end_it() -> None:
    """Where the frontier has no memory, the other one can still count."""
    part = _part(permutations(7), 3000)
    assert not part.advance("frontier", inf)
    assert part.full(["frontier"])
    assert not part.full(["topdown", "frontier"])
    roomy = _part(permutations(7), PLENTY)
    assert roomy.advance("topdown", inf)
    assert roomy.total == factorial(7)


def test_who_has_come_further_goes_first() -> None:
    """Before anything is begun, the cheap one."""
    part = _part(permutations(9), 20_000)
    assert tuple(part.methods) == ("topdown", "frontier")
    assert not part.promising
    assert not part.advance("frontier", inf)
    assert part.frontier.progress > 0
    assert tuple(part.methods) == ("frontier", "topdown")


def test_a_hopeless_frontier_is_not_begun() -> None:
    """One look at the orders is enough to see it."""
    part = _part(random_puzzle(24, 24, 0.3, 3), PLENTY)
    assert part.hopeless
    assert tuple(part.methods) == ("topdown",)
