"""Clues as automata: a line is right if its automaton accepts it."""

from functools import lru_cache
from typing import NamedTuple

from asp_nono.clue import BACKGROUND, Clue

START = 0  # the state before the first cell


class Automaton(NamedTuple):
    """A deterministic automaton that reads the cells of a line."""

    arcs: tuple[dict[int, int], ...]  #: by state and color the next state; none: rejected
    accepting: frozenset[int]


@lru_cache(maxsize=4096)
def automaton(clue: Clue) -> Automaton:
    """The automaton of a clue; a blotted block is read by a state with a loop."""
    arcs: list[dict[int, int]] = [{BACKGROUND: START}]
    ready, ends = [START], [START]
    for number, block in enumerate(clue):
        first, last = len(arcs), len(arcs) + block.least - 1
        for state in ready:
            arcs[state][block.color] = first
        arcs.extend({block.color: state + 1} for state in range(first, last))
        arcs.append({block.color: last} if block.blotted else {})
        apart = number + 1 < len(clue) and clue[number + 1].color == block.color
        behind = len(arcs) if apart or block.blotted else last
        if behind > last:
            arcs.append({})
        arcs[behind][BACKGROUND] = arcs[last][BACKGROUND] = behind
        ends = [last, behind]
        ready = [behind] if apart else ends
    return Automaton(tuple(arcs), frozenset(ends))
