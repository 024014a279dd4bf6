"""Fill in the tables of docs/studies/names.md from its data: `python -m tools.names_study`."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tools.blocks import ROOT, refill, table

PAGE = ROOT / "docs" / "studies" / "names.md"
BANDS = ((0, 20), (20, 40), (40, 60), (60, 80), (80, 100))
"""Scores, the last of each band excluded."""


SECOND = PAGE.with_name("names-2.tsv")


class Reading(NamedTuple):
    """What a reader made of a picture."""

    kind: str
    shows: str
    damaged: bool
    score: int
    reader: str
    named: bool


def readings(path: Path) -> list[Reading]:
    """All readings of a round, a picture of two readers twice."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Reading(
                row["kind"],
                row["shows"],
                bool(row["damage"]),
                int(row["score"]),
                reader,
                row[f"named_{reader}"] == "1",
            )
            for row in csv.DictReader(file, delimiter="\t")
            for reader in "ab"
            if row[f"named_{reader}"]
        ]


def halves(found: Sequence[Reading]) -> tuple[list[Reading], list[Reading]]:
    """The readings of every other thing shown, and those of the others."""
    shown = sorted({(one.kind, one.shows) for one in found})
    first = set(shown[::2])
    parts = (True, False)
    one, other = ([x for x in found if ((x.kind, x.shows) in first) == part] for part in parts)
    return one, other


def auc(found: Iterable[Reading]) -> float:
    """How often a picture that was named has a higher score than one that was not."""
    named: tuple[list[int], list[int]] = ([], [])
    for one in found:
        named[one.named].append(one.score)
    pairs = list(product(named[True], named[False]))
    return sum((yes > no) + (yes == no) / 2 for yes, no in pairs) / len(pairs)


def _share(found: Sequence[Reading]) -> str:
    return f"{sum(one.named for one in found)} of {len(found)}" if found else ""


def _row(name: str, found: list[Reading]) -> tuple[str, ...]:
    by = [_share([one for one in found if one.reader == reader]) for reader in "ab"]
    return name, *by


def blocks() -> dict[str, str]:
    """The tables by their names."""
    found, second = readings(PAGE.with_suffix(".tsv")), readings(SECOND)
    damaged = [one for one in found if one.damaged]
    rows = [
        _row(f"damaged, {low} to {high - 1}", [x for x in damaged if low <= x.score < high])
        for low, high in BANDS
    ]
    whole = [one for one in found if not one.damaged]
    rows += [
        _row(f"{kind} as generated", [one for one in whole if one.kind == kind])
        for kind in ("silhouettes", "words", "figures")
    ]
    fit, test = halves(damaged)
    ranks = [
        (name, str(sum(not one.named for one in part)), f"{auc(part):.2f}")
        for name, part in (
            ("reader a", [one for one in damaged if one.reader == "a"]),
            ("reader b", [one for one in damaged if one.reader == "b"]),
            ("one half of the things", fit),
            ("the other half", test),
        )
    ]
    bounds = [
        (
            str(bound),
            *(
                _share([one for one in part if (one.score >= bound) == above])
                for part, above in product((fit, test), (True, False))
            ),
        )
        for bound in (20, 30, 40, 60, 80)
    ]
    return {
        "named": table(("pictures", "named by a", "named by b"), rows),
        "second": table(
            ("pictures", "named by a", "named by b"),
            [
                _row(kind, [one for one in second if one.kind == kind])
                for kind in ("as drawn", "silhouettes", "figures", "words")
            ],
        ),
        "ranks": table(("damaged pictures", "not named", "AUC"), ranks),
        "bounds": table(
            ("bound", "one half, from it on", "below", "the other half, from it on", "below"),
            bounds,
        ),
    }


if __name__ == "__main__":
    refill(PAGE, blocks())
