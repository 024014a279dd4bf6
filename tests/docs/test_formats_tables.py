"""What the tables of docs/formats.md claim of each format is true in writing and reading."""

import re
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from asp_nono.files import formats, read_text, write_text
from asp_nono.formats.writing import BESIDE_CLUES
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleWarning, UnwritableError
from asp_nono.puzzle import Puzzle, Saved
from tests.conftest import ROOT
from tests.formats.fixtures import FLAG, GIVEN, MORE, PLAIN, TALL, WIDE
from tests.formats.samples import samples

TEXT = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
SPECIAL = {"pbm", "tournament"}
"""PBM holds a picture and no clues (see tests/formats/test_pbm.py), a tournament's set boards of
25x25 alone (see tests/formats/test_listings.py)."""

WRITTEN = [form.name for form in formats() if form.write and form.name not in SPECIAL]

TEXTS = [field for field in BESIDE_CLUES if field not in ("goal", "saved")]

PROBES: dict[str, Sequence[Puzzle]] = {
    "several puzzles": [WIDE, TALL],
    "colors": [MORE["color flag"]],
    "blotted blocks": [MORE["blotted flag"]],
    "goal": [MORE["a goal"]],
    "given cells": [GIVEN],
    "saved pictures": [replace(WIDE, saved=(Saved(PartialGrid(((1, 2, 3), (3, 3, 3)))),))],
}


def table(*first: str) -> dict[str, dict[str, str]]:
    """The table with these columns after the first: cells by format and column."""
    begins = f"| format | {' | '.join(first)} |"
    head, _, body = TEXT.partition(begins)
    assert head.count("\n") > 0
    lines = (begins + body).split("\n\n")[0].splitlines()
    names, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0].strip("`"): dict(zip(names, row, strict=True)) for row in rows}


SORTS = table("what it is")
HOLDS = table("goal")


def claim(form: str, thing: str) -> str:
    """The tables' entry for a format and a property."""
    return (SORTS[form] | HOLDS[form])[thing]


def back(puzzles: Sequence[Puzzle], form: str, **options: bool) -> list[Puzzle]:
    """The puzzles after writing and reading."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
        return read_text(write_text(puzzles, form, **options), form=form)


def test_every_format_has_its_rows() -> None:
    """All formats in the first table, and those that are written in the second."""
    assert sorted(SORTS) == [form.name for form in formats()]
    assert sorted(HOLDS) == WRITTEN
    only_read = {name for name, row in SORTS.items() if "only read" in row["what it is"]}
    assert only_read == SORTS.keys() - SPECIAL - {*WRITTEN}
    for form in formats():
        endings = re.findall(r"`(\.\w+)`", SORTS[form.name]["endings"])
        assert endings == list(form.suffixes), form.name


@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("name", PLAIN)
def test_clues_are_always_held(form: str, name: str) -> None:
    """Black and white clues come back as they were."""
    assert back([PLAIN[name]], form) == [PLAIN[name]]


@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("thing", PROBES)
def test_claims(form: str, thing: str) -> None:
    """What is claimed comes back, "no" is refused; otherwise the clues come back."""
    said = claim(form, thing)
    if said == "no":
        with pytest.raises(UnwritableError):
            write_text(PROBES[thing], form)
    elif said.startswith("yes"):
        assert back(PROBES[thing], form) == PROBES[thing]
    else:
        left = back(PROBES[thing], form, lossy=True, colored=True)
        assert [(p.rows, p.columns) for p in left] == [(p.rows, p.columns) for p in PROBES[thing]]
        assert left != PROBES[thing]


@pytest.mark.parametrize("form", [*WRITTEN, "pbm"])
def test_given_cells_are_never_dropped(form: str) -> None:
    """Not even with lossy: without them it is another puzzle."""
    if form == "pbm" or claim(form, "given cells") == "no":
        drawn = replace(GIVEN, goal=Grid.from_text(["#.", ".#"]))
        with pytest.raises(UnwritableError, match="cannot hold given cells"):
            write_text([drawn], form, lossy=True, colored=True)


@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("field", TEXTS)
def test_texts(form: str, field: str) -> None:
    """Each comes back if the table names it, and is otherwise dropped only with lossy."""
    value: Any = ("x",) if field == "notes" else "x"
    puzzle = replace(FLAG, **{field: value})
    said = claim(form, "texts")
    if said == "all" or field in said.split(", "):
        assert back([puzzle], form) == [puzzle]
    else:
        with pytest.raises(UnwritableError, match=str(BESIDE_CLUES[field])):
            write_text([puzzle], form)
        assert back([puzzle], form, lossy=True) == [FLAG]


HELD = table("goal", "saved pictures")


def held(form: str) -> set[str]:
    """The attributes besides clues in all samples of a format."""
    found = [puzzle for one in samples().values() if one.form == form for puzzle in one.puzzles()]
    assert found
    return {name for name in (*BESIDE_CLUES, "given") for p in found if getattr(p, name)}


@pytest.mark.filterwarnings("ignore::asp_nono.messages.PuzzleWarning")
@pytest.mark.parametrize("form", [form.name for form in formats() if not form.write])
def test_what_is_held(form: str) -> None:
    """Exactly what the table claims; a format that is not in it holds only clues."""
    row = HELD.get(form, {})
    texts = row.get("texts", "none")
    said = set() if texts == "none" else set(texts.split(", "))
    said |= {"goal"} if row.get("goal") == "yes" else set()
    said |= {"saved"} if row.get("saved pictures") == "yes" else set()
    assert held(form) == said
