"""Orders in which to take in the cells of a network, and what they can be expected to cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, log2

from asp_nono.counting.network import Network

_LOOKS = (0.0, 0.01, 0.03, 0.1)
"""How strongly a greedy order prefers cells that have long been beside the frontier."""


def orders(network: Network, width: int, starts: int = 0) -> list[tuple[float, list[int]]]:
    """Orders of the cells with their costs, the cheapest first.

    They are sweeps across the board in several directions, and greedy orders, which take in next
    the cell that keeps the frontier smallest.

    Args:
        network: The network.
        width: The number of columns of the board.
        starts: How many cells greedy orders begin with, about; without any there are only sweeps.
    """
    found = [(cost(network, order), order) for order in _sweeps(network, width)]
    cells = len(network.cells)
    chosen = range(0, cells, max(1, cells // starts)) if starts else ()
    for start in chosen:
        for look in _LOOKS:
            order = _greedy(network, start, look)
            found.append((cost(network, order), order))
    return sorted(found)


def cost(network: Network, order: list[int]) -> float:
    """The binary logarithm of the states to expect at most, summed over the steps of an order.

    At each step the frontier can be in as many states as the widths of its bonds multiply to.
    """
    taken = bytearray(len(order))
    frontier = 0.0
    total = 1.0
    for cell in order:
        for other, bond in network.around[cell]:
            frontier += -network.weights[bond] if taken[other] else network.weights[bond]
        taken[cell] = 1
        total += 2.0 ** min(frontier, 900.0)
    return log2(total)


def _sweeps(network: Network, width: int) -> Iterator[list[int]]:
    places = [(cell % width, cell // width) for cell in network.cells]
    middle_x = sum(x for x, _ in places) / len(places)
    middle_y = sum(y for _, y in places) / len(places)
    keys: list[Callable[[int, int], tuple[float, float]]] = [
        lambda x, y: (y, x),
        lambda x, y: (x, y),
        lambda x, y: (x + y, y),
        lambda x, y: (x - y, y),
        lambda x, y: (atan2(y - middle_y, x - middle_x), 0),
        lambda x, y: ((x - middle_x) ** 2 + (y - middle_y) ** 2, 0),
    ]
    for key in keys:
        ranked = [(key(x, y), cell) for cell, (x, y) in enumerate(places)]
        yield [cell for _, cell in sorted(ranked)]


def _greedy(network: Network, start: int, look: float) -> list[int]:
    weights = network.weights
    growth = [sum([weights[bond] for _, bond in joined]) for joined in network.around]
    since = [0] * len(growth)
    taken = bytearray(len(growth))
    beside: set[int] = set()
    order = []
    cell = start
    while True:
        taken[cell] = 1
        order.append(cell)
        beside.discard(cell)
        for other, bond in network.around[cell]:
            if not taken[other]:
                growth[other] -= 2 * weights[bond]
                if other not in beside:
                    beside.add(other)
                    since[other] = len(order)
        if not beside:
            return order
        cell = min(
            beside, key=lambda other: (growth[other] + look * since[other], since[other], other)
        )
