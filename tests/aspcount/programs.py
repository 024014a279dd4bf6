"""Programs that no method counts in the time of a test, and a second method for the others."""

import random

from clingo import Control

ENDLESS = "number(1). number(N+1) :- number(N)."
"""Grounding it has no end."""


def tangle(size: int) -> str:
    """Atoms under random constraints on three of them: very many answer sets, and no structure."""
    chance = random.Random(size)  # noqa: S311 - no secret
    lines = [f"{{ a(1..{size}) }}."]
    for _ in range(2 * size):
        body = (
            chance.choice(["", "not "]) + f"a({atom})"
            for atom in chance.sample(range(1, size + 1), 3)
        )
        lines.append(f":- {', '.join(body)}.")
    return "\n".join(lines)


def shown_parts(text: str) -> set[frozenset[str]]:
    """What the answer sets show, each once; clingo itself does not project."""
    control = Control(["--models=0"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return {frozenset(map(str, model.symbols(shown=True))) for model in models}
