"""Frontiers and beams: arithmetic with big numbers, and bounds that are proven."""

from math import inf
from time import perf_counter

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from asp_nono.counting.beam import Beams, Path, beam, node_weights
from asp_nono.counting.component import components
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.frontier import Frontier, Limbs, dot, group_sums, value
from asp_nono.counting.network import Network, orders
from asp_nono.line.board import Board
from tests.counting.puzzles import random_puzzle

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
    weights = node_weights(network, 10)
    for direction in (order, order[::-1]):
        path = Path(network, direction, weights)
        found = [beam(path, keep, ROOM) for keep in (1, 4, 16, 64)]
        assert all(0 <= some <= number for some in found)
        assert beam(path, 1 << 20, ROOM) == number
    beams = Beams([Path(network, order, weights)], ROOM)
    assert beams.advance(perf_counter() + 60)
    assert 0 < beams.least <= number


def test_beams_become_wider() -> None:
    """Four times as wide from round to round, as long as time is not short."""
    network, order, _ = _network(1, 0)
    beams = Beams([Path(network, order, node_weights(network, 10))], ROOM)
    kept = []
    for _ in range(3):
        assert beams.advance(inf)
        kept.append(beams.keep)
    assert kept == [1000, 4000, 16_000]
    assert not beams.advance(perf_counter())


NUMBERS = st.integers(0, 2**100)


def _limbs(numbers: list[int]) -> Limbs:
    """As many limbs as the largest number needs, one at least."""
    length = max(1, -(-max(numbers).bit_length() // 32))
    return [
        np.array([number >> 32 * k & 0xFFFFFFFF for number in numbers], np.uint64)
        for k in range(length)
    ]


@given(st.lists(st.lists(NUMBERS, min_size=1, max_size=5), min_size=1, max_size=5))
def test_sums_of_groups(groups: list[list[int]]) -> None:
    """Carries go as far as they must."""
    ends = np.cumsum([len(group) for group in groups])
    starts = np.array([0, *ends[:-1]], np.intp)
    sums = group_sums(_limbs([number for group in groups for number in group]), starts)
    assert [value(sums, index) for index in range(len(groups))] == [sum(group) for group in groups]
    assert all(int(limb.max()) < 2**32 for limb in sums)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=20))
@example([(2**32 - 1, 2**32 - 1)] * 1000)
def test_sum_of_products(pairs: list[tuple[int, int]]) -> None:
    """Nothing overflows."""
    first, second = ([pair[side] for pair in pairs] for side in (0, 1))
    assert dot(_limbs(first), _limbs(second)) == sum(a * b for a, b in pairs)
