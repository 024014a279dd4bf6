"""Fill the tables on encodings from their headers: `python -m tools.encodings_docs`.

They stand in `encodings/README.md` and in `docs/encodings.md`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from asp_nono.asp import encodings
from asp_nono.asp.encodings import Encoding
from asp_nono.asp.facts import CLASSIC, FACTS, PUZZLE
from asp_nono.asp.header import HeaderEntry
from asp_nono.asp.recipes import DEFAULT, recipes
from tools.blocks import ROOT, refill, table

README = ROOT / "encodings" / "README.md"
MANUAL = ROOT / "docs" / "encodings.md"


@dataclass(slots=True)
class Predicate:
    """What the headers say of one predicate.

    Attributes:
        entry: Its arguments and its meaning, the same in every header.
        derived: The encodings that derive it, or "outside" for an external.
        read: The encodings that read it and do not derive it.
    """

    entry: HeaderEntry
    derived: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)


def shelf() -> list[Encoding]:
    """All encodings, each after its check."""
    return [encodings.encoding(name) for name in encodings.names()]


def predicates() -> dict[str, Predicate]:
    """Every predicate of the headers by its signature, in alphabetical order."""
    found: dict[str, Predicate] = {}
    for encoding in shelf():
        header = encoding.header
        for entry in (*header.inputs, *header.external, *header.outputs, *header.inner):
            predicate = found.setdefault(entry.signature, Predicate(entry))
            list_ = predicate.read if entry in header.inputs else predicate.derived
            list_.append("outside" if entry in header.external else encoding.name)
    return dict(sorted(found.items()))


def pages() -> dict[Path, dict[str, str]]:
    """For each page its tables by name."""
    left = FACTS.keys() - PUZZLE - CLASSIC
    facts = {"what the puzzle is": PUZZLE, "what is open": left, "classic facts": CLASSIC}
    return {
        README: {"files": _files(), "recipes": _recipes(), "predicates": _predicates()},
        MANUAL: {"recipes": _recipes(), **{name: _facts(some) for name, some in facts.items()}},
    }


def _files() -> str:
    rows = [
        (f"`{encoding.name}.lp`", f"{encoding.header.purpose.split('. ')[0].rstrip('.')}.")
        for encoding in shelf()
    ]
    return table(("file", "purpose"), rows)


def _recipes() -> str:
    rows = [
        (
            f"`{recipe.name}`" + (" (the default)" if recipe.name == DEFAULT else ""),
            ", ".join(f"`{encoding.name}`" for encoding in recipe.encodings())
            + (f", later `{recipe.heuristic.stem}`" if recipe.heuristic else ""),
            recipe.deductions,
            "yes" if recipe.blotted else "no",
        )
        for recipe in recipes().values()
    ]
    return table(("recipe", "files", "deductions", "blotted blocks"), rows)


def _facts(some: Collection[str]) -> str:
    rows = [
        (f"`{signature.split('/')[0]}({fact.arguments})`", fact.meaning)
        for signature, fact in FACTS.items()
        if signature in some
    ]
    return table(("predicate", "meaning"), rows)


def _predicates() -> str:
    rows = []
    for signature, predicate in predicates().items():
        entry = predicate.entry
        head = f"{signature.split('/')[0]}({', '.join(entry.arguments)})"
        sources = ["facts"] if signature in FACTS else []
        rows.append(
            (
                f"`{head}`",
                entry.meaning,
                ", ".join([*sources, *predicate.derived]),
                ", ".join(predicate.read),
            )
        )
    return table(("predicate", "meaning", "comes from", "read by"), rows)


if __name__ == "__main__":
    for page, blocks in pages().items():
        refill(page, blocks)
