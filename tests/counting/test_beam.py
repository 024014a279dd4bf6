"""Lower bounds are proven ones: beams count some of the solutions, and none twice."""

from __future__ import annotations

from math import factorial
from time import perf_counter

import pytest

from asp_nono.counting.beam import Beams, beam
from asp_nono.counting.belief import belief_propagation
from asp_nono.counting.component import components
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.frontier import Frontier
from asp_nono.counting.network import Network, orders
from asp_nono.line.board import Board
from tests.counting.puzzles import random_puzzle
from tests.solving.puzzles import permutations

ROOM = 1 << 28


def _network(colors: int, seed: int) -> tuple[Network, list[int], int]:
    """The largest component of a random puzzle, an order of it, and its number."""
    puzzle = random_puzzle(9, 9, 0.25, seed, colors)
    board, diagrams = Board(puzzle), Diagrams()
    assert not board.sweep()
    largest = max(components(board, diagrams), key=lambda one: len(one.cells))
    network = Network(largest, diagrams)
    order = orders(network, puzzle.width)[0][1]
    frontier = Frontier(network, order, ROOM)
    assert frontier.advance(float("inf"))
    return network, order, frontier.total or 0


@pytest.mark.parametrize("colors", [1, 2])
@pytest.mark.parametrize("seed", [0, 1, 3, 4])
def test_at_least(colors: int, seed: int) -> None:
    """Few states find no more solutions than there are, and all states find every one."""
    network, order, number = _network(colors, seed)
    weights = belief_propagation(network, 10)
    for direction in (order, order[::-1]):
        found = [beam(network, direction, weights, keep, ROOM) for keep in (1, 4, 16, 64)]
        assert all(0 <= some <= number for some in found)
        assert beam(network, direction, weights, 1 << 20, ROOM) == number
    beams = Beams(network, [order], weights, ROOM)
    assert beams.advance(perf_counter() + 60)
    assert 0 < beams.least <= number


def test_counts_longer_than_a_limb() -> None:
    """One way along an order that keeps every state, counts of a state go beyond 32 bits."""
    board, diagrams = Board(permutations(14)), Diagrams()
    assert not board.sweep()
    (component,) = components(board, diagrams)
    network = Network(component, diagrams)
    order = orders(network, 14)[0][1]
    assert (
        beam(network, order, belief_propagation(network, 1), 1 << 20, ROOM) == factorial(14) > 2**32
    )
