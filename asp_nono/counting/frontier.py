"""Counting along a frontier: cells are taken in one by one, equivalent partial colorings merged.

A state is all that the cells taken in mean for the others: the nodes on the edges between them, the
frontier. Colorings that lead to the same state are counted together. One half takes in cells from
the front of an order, the other one from its back, always the half with fewer states; where they
meet, the sum of the products of the counts of equal states is the number of solutions.

States are packed into words of 64 bits, and counts into limbs of 32 bits: number i is the sum of
limb[k][i] * 2**(32 * k).
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count, product
from math import inf
from time import perf_counter
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from asp_nono.counting.network import NO_EDGE, Network
from asp_nono.counting.topdown import CellCounts

Words: TypeAlias = npt.NDArray[np.uint64]
Indices: TypeAlias = npt.NDArray[np.intp]
Limbs: TypeAlias = list[Words]  # lowest limb first, each below 2**32

_BITS, _WORD = 32, 64
_LIMB = np.uint64((1 << _BITS) - 1)
_TEMPORARY = 6  # arrays of numbers that a step needs besides words and counts, at its peak


class OutOfRoomError(Exception):
    """More states than fit into the given memory."""


class Frontier:
    """The number of solutions of a component, computed in steps."""

    def __init__(
        self, network: Network, order: Sequence[int], memory: int, *, keep: bool = False
    ) -> None:
        """`memory` bounds the states, in bytes; `keep` all of them for `solution` and `shares`."""
        self.total: int | None = None  # the number, once it is known
        self.full = False  # whether memory ran out; then it goes no further
        self._network, self._memory = network, memory
        self._halves = Half(network, order, keep=keep), Half(network, order[::-1], keep=keep)

    @property
    def progress(self) -> float:
        """The share of the cells that have been taken in, 0 to 1."""
        front, back = self._halves
        return (front.taken + back.taken) / len(front.order)

    @property
    def state(self) -> str:
        """What is done, in words."""
        front, back = self._halves
        return f"{front.taken + back.taken} of them taken in"

    def advance(self, until: float) -> bool:
        """Go on until `until` (as `perf_counter`); whether the total is known."""
        front, back = self._halves
        while self.total is None and not self.full and perf_counter() < until:
            if front.taken + back.taken == len(front.order):
                mine, theirs = _common(front.states, back.states)
                ways = [limb[mine] for limb in front.states.counts]
                self.total = dot(ways, [limb[theirs] for limb in back.states.counts])
                break
            half = min(self._halves, key=lambda half: len(half.states))
            try:
                half.take(self._memory - sum(half.bytes for half in self._halves))
            except (OutOfRoomError, MemoryError):
                self.full = True
            if not len(half.states):
                self.total = 0
        return self.total is not None

    def nodes(self, first: int) -> Iterator[str]:
        """The line of a decomposition, with this number (docs/proof.md)."""
        front = self._halves[0]
        yield " ".join(map(str, ("f", first, self.total, front.taken, *front.order)))

    def solution(self, index: int) -> dict[int, int]:
        """The colors of the cells in solution `index`, from 0; all states must have been kept."""
        front, back = self._halves
        pairs, sums = self._meetings
        pair = bisect_right(sums, index) - 1
        mine, theirs = int(pairs[0][pair]), int(pairs[1][pair])
        rank, other = divmod(index - sums[pair], value(back.states.counts, theirs))
        colors = front.path(mine, rank) | back.path(theirs, other)
        return {self._network.cells[cell]: color for cell, color in colors.items()}

    @cached_property
    def _meetings(self) -> tuple[tuple[Indices, Indices], list[int]]:
        """The states common to both halves, and the partial sums of their solutions."""
        front, back = (half.states for half in self._halves)
        pairs = _common(front, back)
        ways = (value(front.counts, a) * value(back.counts, b) for a, b in zip(*pairs, strict=True))
        return pairs, list(accumulate(ways, initial=0))

    def shares(self) -> CellCounts:
        """For each cell how many solutions give it each color; all states must have been kept."""
        found: CellCounts = {}
        (front, back), (mine, theirs) = self._halves, self._meetings[0]
        for half, here, there, other in ((front, mine, theirs, back), (back, theirs, mine, front)):
            counts = other.states.counts
            found |= half.shares([_placed(limb[there], here, len(half.states)) for limb in counts])
        return {self._network.cells[cell]: counts for cell, counts in found.items()}


class Half:
    """The states of the cells taken in from one end of an order."""

    def __init__(self, network: Network, order: Sequence[int], *, keep: bool = False) -> None:
        self.order = order
        self.taken = 0  # how many cells have been taken in
        self.states = States({}, [np.zeros(1, np.uint64)], [np.ones(1, np.uint64)])
        self._past: list[States] = []
        self._network, self._keep = network, keep

    @property
    def bytes(self) -> int:
        """The memory that it takes."""
        return sum(states.bytes for states in (self.states, *self._past))

    def take(self, room: float = inf) -> None:
        """Take in the next cell."""
        step = self.states.step(self._network, self.order[self.taken], room)
        if self._keep:
            self._past.append(self.states)
        self.states = self.states.merged(step)
        self.taken += 1

    def _backwards(self) -> "Iterator[tuple[int, States]]":
        """The cells taken in, the last one first, and the states before each."""
        return zip(self.order[: self.taken][::-1], self._past[::-1], strict=True)

    def path(self, number: int, rank: int) -> dict[int, int]:
        """The colors on path `rank` to state `number`."""
        colors = {}
        nodes = {
            edge: int(self.states.words[word][number]) >> shift & (1 << bits) - 1
            for edge, (word, shift, bits) in self.states.places.items()
        }
        for cell, before in self._backwards():
            edges = self._network.edges(cell)
            for choice in self._network.choices(cell):
                around = dict(zip(edges, choice.nodes, strict=True))
                if any(nodes.get(edge, node) != node for edge, node in around.items()):
                    continue
                earlier = {edge: nodes.get(edge, around.get(edge, 0)) for edge in before.places}
                ways = before.ways(earlier)
                if rank < ways:
                    break
                rank -= ways
            else:
                raise AssertionError("no path leads to a state that was counted")
            colors[cell], nodes = choice.color, earlier
        return colors

    def shares(self, weights: Limbs) -> CellCounts:
        """For each cell the paths with each color; `weights` counts the ways on from each state."""
        found: CellCounts = {}
        for cell, before in self._backwards():
            step = before.step(self._network, cell)
            target = step.targets()
            onward = [limb[target] for limb in weights]
            colors = np.array([choice.color for choice in self._network.choices(cell)])[step.choice]
            found[cell] = {}
            for color in sorted(set(colors.tolist())):
                here = np.flatnonzero(colors == color)
                ways = [limb[step.source[here]] for limb in before.counts]
                if number := dot(ways, [limb[here] for limb in onward]):
                    found[cell][color] = number
            starts = np.flatnonzero(_changes([step.source.astype(np.uint64)]))
            sources = step.source[starts]
            weights = [_placed(limb, sources, len(before)) for limb in group_sums(onward, starts)]
        return found


class PackedPlace(NamedTuple):
    """The place of an edge's node in a packed state."""

    word: int
    shift: int
    bits: int


@dataclass(frozen=True, slots=True)
class Transitions:
    """The transitions of a cell, before equal new states are merged."""

    source: Indices  #: for each transition the number of the old state
    choice: Indices  #: the number of the cell's choice
    words: list[Words]  #: the new states
    places: dict[int, PackedPlace]  #: the places of the edges in them

    def targets(self) -> Indices:
        """For each transition the number of the merged state that it leads to."""
        order = _sorting(self.words)
        target = np.empty(len(order), np.intp)
        target[order] = np.cumsum(_changes([word[order] for word in self.words])) - 1
        return target


class States:
    """Different states with their counts, ascending by their words, the last word first."""

    def __init__(self, places: dict[int, PackedPlace], words: list[Words], counts: Limbs) -> None:
        self.places = places  # of each edge of the frontier in the words
        self.words = words  # the packed states, one array for each word
        self.counts = counts  # how many colorings lead to each

    def __len__(self) -> int:
        return len(self.words[0])

    @property
    def bytes(self) -> int:
        """The memory that they take."""
        return 8 * len(self) * (len(self.words) + len(self.counts))

    def node(self, edge: int) -> Words:
        """The node that each state has on an edge."""
        word, shift, bits = self.places[edge]
        return (self.words[word] >> np.uint64(shift)) & np.uint64((1 << bits) - 1)

    def packed(self, edges: Sequence[int]) -> list[Words]:
        """The words of the states with the edges packed in another order."""
        places: dict[int, PackedPlace] = {}
        for edge in edges:
            places[edge] = _free_place(places, self.places[edge].bits)
        words = [np.zeros(len(self), np.uint64) for _ in range(_words(places))]
        for edge, (word, shift, _) in places.items():
            words[word] |= self.node(edge) << np.uint64(shift)
        return words

    def ways(self, nodes: dict[int, int]) -> int:
        """The count of the state with these nodes on its edges; 0 if it is not among these."""
        words = [0] * len(self.words)
        for edge, node in nodes.items():
            words[self.places[edge].word] |= node << self.places[edge].shift
        first, end = 0, len(self)
        for own, wanted in zip(self.words[::-1], words[::-1], strict=True):
            part = own[first:end]
            end = first + int(np.searchsorted(part, np.uint64(wanted), "right"))
            first += int(np.searchsorted(part, np.uint64(wanted), "left"))
        return value(self.counts, first) if first < end else 0

    def step(self, network: Network, cell: int, room: float = inf) -> Transitions:
        """All transitions of a cell."""
        edges, choices = network.edges(cell), network.nodes(cell)
        size, keys, index = 1, np.zeros(len(choices), np.intp), np.zeros(len(self), np.intp)
        for column, edge in enumerate(edges):
            if edge in self.places:
                width = network.widths[edge]
                keys = keys * width + choices[:, column].astype(np.intp)
                index = index * width + self.node(edge).astype(np.intp)
                size *= width
        order = np.argsort(keys, kind="stable")
        number = np.bincount(keys, minlength=size)
        first = np.cumsum(number) - number
        repeats = number[index]
        total = int(repeats.sum())
        if 8 * total * (3 * len(self.words) + 2 * len(self.counts) + _TEMPORARY) > room:
            raise OutOfRoomError
        source = np.repeat(np.arange(len(self)), repeats)
        within = np.arange(total) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        choice = order[first[index][source] + within]
        places = {edge: place for edge, place in self.places.items() if edge not in edges}
        for edge in edges:
            if edge != NO_EDGE and edge not in self.places:
                places[edge] = _free_place(places, max(1, (network.widths[edge] - 1).bit_length()))
        return self._moved(edges, choices, Transitions(source, choice, [], places))

    def _moved(self, edges: Sequence[int], choices: Words, step: Transitions) -> Transitions:
        """The transitions with their new states: closed edges removed, new ones set."""
        for word in range(_words(step.places)):
            added = np.zeros(len(choices), np.uint64)
            kept = (1 << _WORD) - 1
            for column, edge in enumerate(edges):
                if (place := step.places.get(edge)) and place.word == word:
                    added |= choices[:, column] << np.uint64(place.shift)
                if (place := self.places.get(edge)) and place.word == word:
                    kept &= ~(((1 << place.bits) - 1) << place.shift)
            step.words.append(added[step.choice])
            if word < len(self.words):
                step.words[word] |= (self.words[word] & np.uint64(kept))[step.source]
        return step

    def merged(self, step: Transitions) -> "States":
        """The states after a step, equal ones merged and their counts added."""
        if not len(step.source):
            return States(step.places, step.words, [np.zeros(0, np.uint64)])
        order, starts = merging(step.words)
        source, first = step.source[order], order[starts]
        counts = group_sums([limb[source] for limb in self.counts], starts)
        return States(step.places, [word[first] for word in step.words], counts)


def _common(front: States, back: States) -> tuple[Indices, Indices]:
    """The numbers of the states that two halves have in common, in either half."""
    edges = sorted(front.places)
    both = zip(front.packed(edges), back.packed(edges), strict=True)
    words = [np.concatenate(pair) for pair in both]
    order = _sorting(words)
    same = np.flatnonzero(~_changes([word[order] for word in words]))
    pairs = np.sort(np.stack([order[same - 1], order[same]]), axis=0)
    return pairs[0], pairs[1] - len(front)


def merging(words: list[Words]) -> tuple[Indices, Indices]:
    """The order that sorts states, and where in it each different one begins."""
    order = _sorting(words)
    return order, np.flatnonzero(_changes([word[order] for word in words]))


def _placed(limb: Words, where: Indices, length: int) -> Words:
    """An array with the numbers of `limb` at some indices and zeros elsewhere."""
    whole = np.zeros(length, np.uint64)
    whole[where] = limb
    return whole


def _sorting(words: list[Words]) -> Indices:
    """The order that sorts states, the last word first."""
    return np.argsort(words[0]) if len(words) == 1 else np.lexsort(words)


def _changes(words: list[Words]) -> npt.NDArray[np.bool_]:
    """Where sorted states differ from the previous one; true at the first."""
    change = np.zeros(len(words[0]), np.bool_)
    change[:1] = True
    for word in words:
        change[1:] |= word[1:] != word[:-1]
    return change


def _free_place(places: dict[int, PackedPlace], bits: int) -> PackedPlace:
    """The first free place of `bits` bits within one word."""
    for word in count():
        shift = 0
        for place in sorted(place for place in places.values() if place.word == word):
            if place.shift - shift >= bits:
                return PackedPlace(word, shift, bits)
            shift = place.shift + place.bits
        if _WORD - shift >= bits:
            return PackedPlace(word, shift, bits)
    raise AssertionError("words do not end")


def _words(places: dict[int, PackedPlace]) -> int:
    """The number of words that the places take; at least one."""
    return max((place.word + 1 for place in places.values()), default=1)


def value(limbs: Limbs, index: int) -> int:
    """The number at an index."""
    return sum(int(limb[index]) << (_BITS * k) for k, limb in enumerate(limbs))


def group_sums(limbs: Limbs, starts: Indices) -> Limbs:
    """The sum of each group of neighbors; groups of fewer than 2**32 begin at `starts`."""
    sums: Limbs = []
    carry = np.zeros(len(starts), np.uint64)
    for limb in limbs:
        whole = np.add.reduceat(limb, starts) + carry
        sums.append(whole & _LIMB)
        carry = whole >> np.uint64(_BITS)
    while carry.any():
        sums.append(carry & _LIMB)
        carry >>= np.uint64(_BITS)
    return sums


def dot(first: Limbs, second: Limbs) -> int:
    """The sum of the products of numbers at the same index, by halves of limbs: none overflows."""
    low, high = np.uint64(0xFFFF), np.uint64(16)
    one, other = (
        enumerate([half for limb in limbs for half in (limb & low, limb >> high)])
        for limbs in (first, second)
    )
    return sum(
        int((mine * theirs).sum(dtype=np.uint64)) << (_BITS // 2 * (i + j))
        for (i, mine), (j, theirs) in product(one, other)
    )


def logs(limbs: Limbs) -> npt.NDArray[np.float64]:
    """The natural logarithms, approximately."""
    size = np.zeros(len(limbs[0]))
    for k, limb in enumerate(limbs):
        size += limb.astype(np.float64) * 2.0 ** (_BITS * k)
    return np.log(size)
