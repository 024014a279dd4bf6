"""The states of a frontier: packed, each once, with the number of colourings that lead to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from asp_nono.counting.limbs import Indices, Limbs, Words, group_sums, ones
from asp_nono.counting.network import NO_BOND, Network

_WORD = 64


_MORE = 6
"""So many more arrays of numbers a step takes besides words and counts, at its widest."""


class Full(Exception):  # noqa: N818 - it tells of a state, not of an error
    """More states than the memory given can hold."""


class Place(NamedTuple):
    """Where a bond lies in a packed state."""

    word: int
    shift: int
    bits: int


class Step(NamedTuple):
    """How states change when a cell is taken in.

    Attributes:
        source: For each new state, before equal ones are merged, the number of the old one.
        choice: The number of the choice by which it is reached.
        words: The new states.
        places: Where the bonds lie in them.
    """

    source: Indices
    choice: Indices
    words: list[Words]
    places: dict[int, Place]


class States:
    """Different states, ascending by their words, the last word first.

    Attributes:
        places: Where each bond of the frontier lies in the words.
        words: The packed states, one array for each word.
        counts: How many colourings lead to each.
    """

    def __init__(self, places: dict[int, Place], words: list[Words], counts: Limbs) -> None:
        self.places = places
        self.words = words
        self.counts = counts

    @classmethod
    def start(cls) -> States:
        """The one state before any cell is taken in."""
        return cls({}, [np.zeros(1, np.uint64)], ones(1))

    def __len__(self) -> int:
        return len(self.words[0])

    @property
    def bytes(self) -> int:
        """The memory that they take."""
        return 8 * len(self) * (len(self.words) + len(self.counts))

    def node(self, bond: int) -> Words:
        """The node that each state has on a bond."""
        word, shift, bits = self.places[bond]
        return (self.words[word] >> np.uint64(shift)) & np.uint64((1 << bits) - 1)

    def packed(self, bonds: Sequence[int]) -> list[Words]:
        """The words of the states with the bonds packed in another order."""
        places: dict[int, Place] = {}
        for bond in bonds:
            places[bond] = _room(places, self.places[bond].bits)
        words = [np.zeros(len(self), np.uint64) for _ in range(max(1, _words(places)))]
        for bond, (word, shift, _) in places.items():
            words[word] |= self.node(bond) << np.uint64(shift)
        return words

    def find(self, words: Sequence[int]) -> int | None:
        """The number of a state, if it is among these."""
        first, end = 0, len(self)
        for word, wanted in zip(self.words[::-1], words[::-1], strict=True):
            part = word[first:end]
            end = first + int(np.searchsorted(part, np.uint64(wanted), "right"))
            first += int(np.searchsorted(part, np.uint64(wanted), "left"))
        return first if first < end else None

    def step(self, network: Network, cell: int, room: float = inf) -> Step:
        """All ways to go on with a cell.

        Raises:
            Full: If they take more than `room` bytes.
        """
        legs = network.legs(cell)
        choices = np.array([choice.nodes for choice in network.choices(cell)], np.uint64)
        size = 1
        keys = np.zeros(len(choices), np.intp)
        index = np.zeros(len(self), np.intp)
        for leg, bond in enumerate(legs):
            if bond in self.places:
                width = network.widths[bond]
                keys = keys * width + choices[:, leg].astype(np.intp)
                index = index * width + self.node(bond).astype(np.intp)
                size *= width
        order = np.argsort(keys, kind="stable")
        number = np.bincount(keys, minlength=size)
        first = np.cumsum(number) - number
        repeats = number[index]
        total = int(repeats.sum())
        if 8 * total * (3 * len(self.words) + 2 * len(self.counts) + _MORE) > room:
            raise Full
        source = np.repeat(np.arange(len(self)), repeats)
        within = np.arange(total) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        choice = order[first[index][source] + within]
        places = self._places(network, legs)
        return Step(source, choice, self._moved(legs, choices, places, source, choice), places)

    def _places(self, network: Network, legs: Sequence[int]) -> dict[int, Place]:
        """Where bonds lie when a cell with these legs has been taken in."""
        places = {bond: place for bond, place in self.places.items() if bond not in legs}
        for bond in legs:
            if bond != NO_BOND and bond not in self.places:
                places[bond] = _room(places, max(1, (network.widths[bond] - 1).bit_length()))
        return places

    def _moved(
        self,
        legs: Sequence[int],
        choices: Words,
        places: dict[int, Place],
        source: Indices,
        choice: Indices,
    ) -> list[Words]:
        """The states after each choice: bonds on both sides of it forgotten, new ones set."""
        moved = []
        for word in range(max(1, _words(places))):
            added = np.zeros(len(choices), np.uint64)
            for leg, bond in enumerate(legs):
                if bond in places and places[bond].word == word:
                    added |= choices[:, leg] << np.uint64(places[bond].shift)
            result = added[choice]
            if word < len(self.words):
                result |= (self.words[word] & np.uint64(self._kept(legs, word)))[source]
            moved.append(result)
        return moved

    def _kept(self, legs: Sequence[int], word: int) -> int:
        """The bits of a word that stay when a cell with these legs is taken in."""
        kept = (1 << _WORD) - 1
        for bond in legs:
            if bond in self.places and self.places[bond].word == word:
                _, shift, bits = self.places[bond]
                kept &= ~(((1 << bits) - 1) << shift)
        return kept

    def merged(self, step: Step) -> States:
        """The states after a step, equal ones merged and their counts added."""
        if not len(step.source):
            return States(step.places, step.words, [np.zeros(0, np.uint64)])
        order = sorting(step.words)
        words = [word[order] for word in step.words]
        starts = np.flatnonzero(changes(words))
        source = step.source[order]
        counts = group_sums([limb[source] for limb in self.counts], starts)
        return States(step.places, [word[starts] for word in words], counts)


def sorting(words: list[Words]) -> Indices:
    """The order that sorts states, the last word first."""
    return np.argsort(words[0]) if len(words) == 1 else np.lexsort(words)


def changes(words: list[Words]) -> npt.NDArray[np.bool_]:
    """Where sorted states differ from the one before; true at the first."""
    change = np.zeros(len(words[0]), np.bool_)
    change[:1] = True
    for word in words:
        change[1:] |= word[1:] != word[:-1]
    return change


def _room(places: dict[int, Place], bits: int) -> Place:
    """The first free place for so many bits that lies in one word."""
    for word in count():
        shift = 0
        for place in sorted(place for place in places.values() if place.word == word):
            if place.shift - shift >= bits:
                return Place(word, shift, bits)
            shift = place.shift + place.bits
        if _WORD - shift >= bits:
            return Place(word, shift, bits)
    raise AssertionError("words do not end")


def _words(places: dict[int, Place]) -> int:
    return max((place.word + 1 for place in places.values()), default=0)
