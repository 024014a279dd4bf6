"""The deterministic automaton that reads a line and accepts it if it shows a clue."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from asp_nono.clue import BACKGROUND, Block, Clue

START = 0
"""The state before the first cell."""


class Automaton(NamedTuple):
    """States are numbered from 0; 0 is the state before the first cell.

    Attributes:
        arcs: For each state the next state by the colour that is read; a colour that is left out
            is not accepted there.
        accepting: The states in which a line may end.
    """

    arcs: tuple[dict[int, int], ...]
    accepting: frozenset[int]


@lru_cache(maxsize=4096)
def automaton(clue: Clue) -> Automaton:
    """The automaton of a clue; a blotted block is read by a state that repeats itself."""
    arcs: list[dict[int, int]] = [{BACKGROUND: START}]
    ready, ends = [START], [START]
    for number, block in enumerate(clue):
        first = len(arcs)
        for state in ready:
            arcs[state][block.color] = first
        last = _read_block(arcs, block)
        apart = number + 1 < len(clue) and clue[number + 1].color == block.color
        if apart or block.blotted:
            behind = len(arcs)
            arcs.append({})
        else:
            behind = last
        arcs[behind][BACKGROUND] = arcs[last][BACKGROUND] = behind
        ends = [last, behind]
        ready = [behind] if apart else ends
    return Automaton(tuple(arcs), frozenset(ends))


def _read_block(arcs: list[dict[int, int]], block: Block) -> int:
    """Add the states that read a block, of which the first one is just entered; the last one."""
    first, last = len(arcs), len(arcs) + block.least - 1
    arcs.extend({block.color: state + 1} for state in range(first, last))
    arcs.append({block.color: last} if block.blotted else {})
    return last
