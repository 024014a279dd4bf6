"""The second method: all answer sets of a program found by clingo, their shown parts told apart."""

from __future__ import annotations

from clingo import Control


def shown_parts(text: str) -> set[frozenset[str]]:
    """What the answer sets show, each once; clingo itself is not asked to project."""
    control = Control(["--models=0"])
    control.add("base", [], text)
    control.ground([("base", [])])
    parts = set()
    with control.solve(yield_=True) as models:
        for model in models:
            parts.add(frozenset(map(str, model.symbols(shown=True))))
    return parts
