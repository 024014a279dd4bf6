"""Disjunctions in heads, turned into ordinary rules where that changes nothing.

`a; b :- c.` becomes `a :- c, not b.` and `b :- c, not a.`: the program is *shifted*. Its answer
sets stay the same if no two atoms of a head depend on each other through positive literals:
R. Ben-Eliyahu and R. Dechter, Propositional semantics for disjunctive logic programs (1994).
"""

from __future__ import annotations

from collections.abc import Sequence

from asp_nono.counting.programs.components import components
from asp_nono.counting.programs.ground import Ground, Rule
from asp_nono.errors import EncodingError


def without_disjunctions(program: Ground) -> list[Rule]:
    """Rules with one atom in the head, or none, besides choices, and the same answer sets.

    Atoms that are new have numbers above all others.

    Raises:
        EncodingError: If two atoms of a head depend on each other.
    """
    if not program.disjunctive:
        return list(program.rules)
    cycle = _cycles(program.rules)
    last = program.last
    found = []
    for rule in program.rules:
        if not rule.disjunctive:
            found.append(rule)
            continue
        if len({cycle[atom] for atom in rule.head}) < len(set(rule.head)):
            reason = "two atoms of a disjunction depend on each other"
            more = "clingo also makes disjunctions of some sums that depend on themselves"
            raise EncodingError(
                program.name, f"{reason}; only the method clingo can count that ({more})"
            )
        last += 1
        found.append(Rule(False, (last,), rule.body, rule.bound))
        for atom in set(rule.head):
            others = ((-other, 1) for other in set(rule.head) - {atom})
            body = ((last, 1), *others)
            found.append(Rule(False, (atom,), body, len(body)))
    return found


def _cycles(rules: Sequence[Rule]) -> dict[int, int]:
    """For each atom of a head, a number of its component among positive dependencies."""
    needs: dict[int, list[int]] = {atom: [] for rule in rules for atom in rule.head}
    for rule in rules:
        for atom in rule.head:
            needs[atom] += [literal for literal, _ in rule.body if literal in needs]
    return {atom: number for number, found in enumerate(components(needs)) for atom in found}
