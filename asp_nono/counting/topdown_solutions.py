"""The solutions that a count from the top down has counted: the i-th one, and how cells share them.

Both go over the branches again; the numbers that are needed have all been remembered.
"""

from __future__ import annotations

from math import prod

from asp_nono.counting.branch import Branch
from asp_nono.counting.component import Component
from asp_nono.counting.topdown import TopDown, shape

Shares = list[dict[int, int]]
"""For each cell of a component, in the order of `Component.cells`, how many solutions give it each
colour."""


def solution(counter: TopDown, index: int) -> dict[int, int]:
    """The colours of the cells in solution `index`, 0 to the total less 1, in a fixed order."""
    colors: dict[int, int] = {}
    waiting = [(counter.component, index)]
    while waiting:
        component, index = waiting.pop()
        for branch in counter.branches(component):
            number = _number(counter, branch)
            if index < number:
                break
            index -= number
        colors |= branch.decided
        for part in branch.components:
            index, rank = divmod(index, counter.number(part))
            waiting.append((part, rank))
    return colors


def shares(counter: TopDown) -> dict[int, dict[int, int]]:
    """For each cell how many of the solutions give it each colour.

    Components of one shape have the same shares, cell by cell; each shape is worked out once.
    """
    known: dict[bytes, Shares] = {}
    stack = [(counter.component, counter.branches(counter.component))]
    while stack:
        component, branches = stack[-1]
        missing = [
            part for branch in branches for part in branch.components if shape(part) not in known
        ]
        if missing:
            stack.append((missing[0], counter.branches(missing[0])))
            continue
        known[shape(component)] = _shares(counter, component, branches, known)
        stack.pop()
    whole = counter.component
    return dict(zip(whole.cells, known[shape(whole)], strict=True))


def _shares(
    counter: TopDown, component: Component, branches: list[Branch], known: dict[bytes, Shares]
) -> Shares:
    """The shares of a component, put together from those of what its branches leave."""
    found: dict[int, dict[int, int]] = {cell: {} for cell in component.cells}
    for branch in branches:
        number = _number(counter, branch)
        for cell, color in branch.decided.items():
            found[cell][color] = found[cell].get(color, 0) + number
        for part in branch.components:
            times = number // counter.number(part)
            for cell, counts in zip(part.cells, known[shape(part)], strict=True):
                for color, count in counts.items():
                    found[cell][color] = found[cell].get(color, 0) + times * count
    return list(found.values())


def _number(counter: TopDown, branch: Branch) -> int:
    return prod(counter.number(part) for part in branch.components)
