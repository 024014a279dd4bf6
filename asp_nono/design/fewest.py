"""The fewest things that are enough, by implicit hitting sets.

Whoever says that some things are not enough names others of which one is needed. The fewest things
that heed all such demands are enough, or lead to another demand (Moreno-Centeno and Karp 2013).
On the way, things are added to them until they are enough, so that there is an answer at any time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from asp_nono.design.offers import Late, Offer, Offers

Things: TypeAlias = frozenset[int]

Refusal: TypeAlias = Callable[[Things], list[Things]]
"""Why some things are not enough: sets of others, of each of which one is needed; no set if they
are enough, and the empty set if all of them together would not be."""


class Enough(NamedTuple):
    """What is known.

    Attributes:
        things: Things that are enough; None if not even all of them are.
        least: No fewer are enough.
    """

    things: Things | None
    least: int


def fewest(number: int, refusal: Refusal) -> Iterator[Enough]:
    """Ever fewer things that are enough; the last ones are the fewest.

    Args:
        number: How many things there are, numbered from 0.
        refusal: Says why things are not enough.
    """
    search = _Search(number, refusal)
    while True:
        chosen = search.offers.cheapest()
        if chosen is None or isinstance(chosen, Late):
            yield Enough(None, number + 1)
            return
        if search.best is None or len(chosen) < len(search.best):
            search.complete(chosen)
        if search.best is not None:
            yield Enough(search.best, min(len(chosen), len(search.best)))
            if len(search.best) <= len(chosen):
                return


class _Search:
    """Demands, and the fewest things so far that heed all there are.

    Attributes:
        offers: The things, with all demands.
        best: The fewest things known to be enough.
    """

    def __init__(self, number: int, refusal: Refusal) -> None:
        self.offers = Offers([Offer((thing,), 1) for thing in range(number)])
        self.best: Things | None = None
        self._refusal = refusal
        self._asked: Counter[int] = Counter()

    def complete(self, chosen: Things) -> None:
        """Add to the things chosen until they are enough, and leave out what is not needed."""
        added: list[int] = []
        while demands := self._demands(chosen):
            if not all(demands):
                return
            for demand in demands:
                if not demand & chosen:
                    thing = max(demand, key=lambda one: (self._asked[one], -one))
                    chosen |= {thing}
                    added.append(thing)
        for thing in added:
            if not self._demands(chosen - {thing}):
                chosen -= {thing}
        if self.best is None or len(chosen) < len(self.best):
            self.best = chosen

    def _demands(self, chosen: Things) -> list[Things]:
        """Why these are not enough; from now on it is heeded."""
        demands = self._refusal(chosen)
        for demand in demands:
            self._asked.update(demand)
            self.offers.learn(demand)
        return demands
