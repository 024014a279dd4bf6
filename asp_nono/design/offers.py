"""The cheapest choice of offers that heeds all that was learnt: clingo with `changes.lp`.

An offer changes one thing: gives a cell another colour, shows a number, reveals a cell. What was
learnt are clauses, each of which a choice must satisfy: some of these things are touched, or some
of these offers are not taken. That is an implicit hitting set problem (Moreno-Centeno and Karp,
"The implicit hitting set approach to solve combinatorial optimization problems", 2013).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from clingo import Control, Function, Number

from asp_nono.asp.source import Messages

ENCODING = Path(__file__).parent / "changes.lp"

_OPTIONS = ("--configuration=handy", "--opt-strategy=usc,oll")
"""From below, core by core: things that must be touched often have nothing in common."""


class Offer(NamedTuple):
    """What can be changed.

    Attributes:
        things: The numbers of the things that it changes.
        cost: What it costs, at least 1.
    """

    things: tuple[int, ...]
    cost: int


class Late:
    """Nothing was found so soon."""


class Offers:
    """All offers, grounded once, and what has been learnt so far."""

    def __init__(self, offers: list[Offer]) -> None:
        """Nothing is learnt yet; the numbers of offers are their places in the list."""
        facts = [f"cost({number},{offer.cost})." for number, offer in enumerate(offers)]
        for number, offer in enumerate(offers):
            facts += [f"offer({number},{thing})." for thing in offer.things]
        with Messages(ENCODING.name) as messages:
            self._control = Control([*_OPTIONS], messages.logger)
            self._control.load(str(ENCODING))
            self._control.add("base", [], " ".join(facts))
            self._control.ground([("base", [])])
        things = {thing for offer in offers for thing in offer.things}
        self._taken = [self._literal("take", number) for number in range(len(offers))]
        self._touched = {thing: self._literal("touched", thing) for thing in things}

    def _literal(self, name: str, number: int) -> int:
        atom = self._control.symbolic_atoms[Function(name, [Number(number)])]
        if atom is None:
            raise AssertionError(f"{name}({number}) was not grounded")
        return atom.literal

    def learn(self, touched: Iterable[int], untaken: Iterable[int] = ()) -> None:
        """Demand that a choice touches one of these things, or lacks one of these offers.

        Things that no offer changes cannot be touched.
        """
        wanted = [self._touched[thing] for thing in touched if thing in self._touched]
        unwanted = [self._taken[number] for number in untaken]
        with self._control.backend() as backend:
            backend.add_rule([], [*(-literal for literal in wanted), *unwanted])

    def cheapest(self, conflicts: int = 0) -> frozenset[int] | Late | None:
        """The cheapest choice that heeds everything; None if there is none.

        Args:
            conflicts: Give up after so many of clingo's conflicts; 0 for never.
        """
        limit = str(conflicts or "umax")
        settings = self._control.configuration.solve
        settings.solve_limit, settings.models = limit, "0"  # type: ignore[union-attr] # clingo's own
        best: frozenset[int] | None = None
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                atoms = model.symbols(shown=True)
                best = frozenset(atom.arguments[0].number for atom in atoms)
            return best if handle.get().exhausted else Late()
