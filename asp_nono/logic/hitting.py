"""Minimal hitting sets: the cheapest choice that satisfies all clauses learned so far.

An implicit hitting set problem (Moreno-Centeno and Karp, "The implicit hitting set approach to
solve combinatorial optimization problems", 2013): the caller decides whether a choice is enough,
and each choice that is not gives a clause. clingo chooses with `hitting.lp`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from asp_nono.asp.engine import Control, Function, Number
from asp_nono.asp.source import ClingoMessages

ENCODING = Path(__file__).parent / "hitting.lp"
_OPTIONS = ("--configuration=handy", "--opt-strategy=usc,oll")  # from below, core by core


Candidate: TypeAlias = tuple[tuple[int, ...], int]
"""The items that it touches, which no other one that is chosen may touch; and its cost, from 1."""


class OutOfConflicts:
    """No choice was found within the limit of conflicts."""


class Chooser:
    """All candidates, grounded once, and the clauses learned so far."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        """Nothing is learned yet; the numbers of candidates are their places in the list."""
        facts = [f"cost({number},{cost})." for number, (_, cost) in enumerate(candidates)]
        for number, (touched, _) in enumerate(candidates):
            facts += [f"candidate({number},{item})." for item in touched]
        self._messages = ClingoMessages(ENCODING.name)
        with self._messages:
            self._control = Control([*_OPTIONS], self._messages.logger)
            self._control.load(str(ENCODING))
            self._control.add("base", [], " ".join(facts))
            self._control.ground([("base", [])])
        items = {item for touched, _ in candidates for item in touched}
        self._taken = [self._literal("take", number) for number in range(len(candidates))]
        self._touched = {item: self._literal("touched", item) for item in items}

    def refine(self, encoding: Path, facts: str) -> None:
        """Add criteria by which the cheapest choices are ordered; the encoding reads `take/1`."""
        part = encoding.stem
        # With it, clingo 5.8.3 searches for ever where one candidate is left.
        settings: Any = self._control.configuration.asp
        settings.eq = "0"
        with self._messages:
            self._control.add(part, [], facts + encoding.read_text(encoding="utf-8"))
            self._control.ground([(part, [])])

    def _literal(self, name: str, number: int) -> int:
        atom: Any = self._control.symbolic_atoms[Function(name, [Number(number)])]
        return int(atom.literal)

    def learn(self, touched: Iterable[int], untaken: Iterable[int] = ()) -> None:
        """Require that a choice touches one of these items, or lacks one of these candidates.

        Items of no candidate cannot be touched.
        """
        # Sorted: of equally cheap choices, which one clingo finds depends on the order of a clause.
        wanted = [self._touched[item] for item in sorted(touched) if item in self._touched]
        unwanted = [self._taken[number] for number in sorted(untaken)]
        with self._control.backend() as backend:
            backend.add_rule([], [*(-literal for literal in wanted), *unwanted])

    def cheapest(self, conflicts: int = 0) -> frozenset[int] | OutOfConflicts | None:
        """The cheapest choice that satisfies all clauses; None if none does; 0 conflicts: any."""
        settings: Any = self._control.configuration.solve
        settings.solve_limit, settings.models = str(conflicts or "umax"), "0"
        best: frozenset[int] | None = None
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                best = frozenset(one.arguments[0].number for one in model.symbols(shown=True))
            return best if handle.get().exhausted else OutOfConflicts()


Items: TypeAlias = frozenset[int]
Refusal: TypeAlias = Callable[[Items], list[Items]]
"""Why some items are not enough: sets of others, of each of which one is needed; no set if they
are enough, and the empty set if all of them together would not be."""


def fewest(
    number: int, refusal: Refusal, best: Items | None = None, learned: Iterable[Items] = ()
) -> Iterator[tuple[Items | None, int]]:
    """Ever fewer of `number` items, from 0, that are enough; the last ones are the fewest.

    They are None if not even all items are enough; beside them, a number below which none are.
    `best` are items that are enough; without them, items are added to a choice until it is enough,
    so that there is an answer at any time. Of each set in `learned` one is needed.
    """
    chooser = Chooser([((item,), 1) for item in range(number)])
    wanted: Counter[int] = Counter()
    for items in learned:
        chooser.learn(items)

    def refused(chosen: Items) -> list[Items]:
        sets = refusal(chosen)
        for items in sets:
            wanted.update(items)
            chooser.learn(items)
        return sets

    growing = best is None
    while True:
        chosen = chooser.cheapest()
        if chosen is None or isinstance(chosen, OutOfConflicts):
            yield None, number + 1
            return
        if best is None or len(chosen) < len(best):
            found = _completed(chosen, refused, wanted if growing else None)
            if found is not None and (best is None or len(found) < len(best)):
                best = found
        if best is not None:
            yield best, min(len(chosen), len(best))
            if len(best) <= len(chosen):
                return


def _completed(chosen: Items, refused: Refusal, wanted: Counter[int] | None) -> Items | None:
    """A choice with items added until it is enough, the most `wanted` first, and no unneeded ones.

    None if that is impossible, or if it is not enough and nothing may be added.
    """
    added: list[int] = []
    while sets := refused(chosen):
        if wanted is None or not all(sets):
            return None
        for items in sets:
            if not items & chosen:
                item = max(items, key=lambda one: (wanted[one], -one))
                chosen |= {item}
                added.append(item)
    for item in added:
        if not refused(chosen - {item}):
            chosen -= {item}
    return chosen
