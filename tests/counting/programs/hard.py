"""Programs that no method finishes in the time of a test."""

from __future__ import annotations

import random


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


ENDLESS = "number(1). number(N+1) :- number(N)."
"""Grounding it has no end."""
