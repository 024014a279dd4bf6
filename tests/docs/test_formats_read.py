"""The table of docs/formats.md says what formats that are only read hold besides the clues."""

from __future__ import annotations

import json

import pytest

from asp_nono.files import formats
from asp_nono.formats.losses import BESIDE_CLUES
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.puzzle import Puzzle
from tests.docs.test_formats_tables import table
from tests.formats.test_clue_strings import PLAIN_INI
from tests.formats.test_damage import FIXTURES
from tests.formats.test_games import DRAWN, GNO, GRIDDLER, PICMI, PYNONOGRAM, SIZED_YAML
from tests.formats.test_json_others import GRIDDLERS, KIT, PAGE, SCRIPT, WIDE_LISTS
from tests.formats.test_listings import RING, tournament
from tests.formats.test_solver_data import GLPK, PICAT, PROGRAM
from tests.formats.test_strings import CSV

HELD = table("goal", "saved pictures")

CREDIT = "".join(
    f"# {field}: x\n" for field in ("title", "author", "copyright", "license", "source", "id")
)
TOLD = {"title": "x", "author": "x", "source": "x", "id": "x", "content": [[1, 0, 0], [0, 0, 0]]}

SAMPLES: list[tuple[str, str | bytes]] = [
    *FIXTURES,
    ("gecode", PROGRAM),
    ("glpk", GLPK),
    ("gno", GNO),
    ("griddler", GRIDDLER),
    ("griddler", "MK Version 3.0\n\n3 2\n\n # . #\n # # .\n"),
    ("griddlers-js", SCRIPT),
    ("griddlers-json", json.dumps(GRIDDLERS)),
    ("ini", CREDIT + PLAIN_INI),
    ("jap", DRAWN),
    ("json-lists", json.dumps(WIDE_LISTS | TOLD)),
    ("letters", "-- x\nAA B\nB A A\n"),
    ("nonograms-org", PAGE),
    ("picmi", PICMI),
    ("picross", "GRID x\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n"),
    ("picture", b"P2\n2 1\n1\n0 1\n"),
    ("puzzlekit", json.dumps(KIT).replace('"info": ""', '"info": "x"')),
    ("pynonogram", PYNONOGRAM),
    ("rule-lists", CREDIT.replace("#", "%") + PICAT),
    ("short-rules", CSV),
    ("tournament", tournament(RING)),
    ("v4hn", "row(0,0,b,1). row_cnt(1). col(0,0,b,1). col_cnt(1). s(0,0,b)."),
    ("yaml", CREDIT + SIZED_YAML),
]
"""Files in which everything is told that the format can tell."""


def held(form: str) -> set[str]:
    """What is read besides clues of all samples of a format."""
    found = [
        puzzle
        for name, data in SAMPLES
        if name == form
        for puzzle in find(form).read(
            Source("sample", data if isinstance(data, bytes) else data.encode())
        )
        if isinstance(puzzle, Puzzle)
    ]
    assert found
    return {name for name in (*BESIDE_CLUES, "given") for p in found if getattr(p, name)}


@pytest.mark.filterwarnings("ignore::asp_nono.errors.PuzzleWarning")
@pytest.mark.parametrize("form", [form.name for form in formats() if not form.write])
def test_what_is_held(form: str) -> None:
    """Exactly what the table says; a format that is not in it holds nothing but the clues."""
    row = HELD.get(form, {})
    texts = row.get("texts", "none")
    said = set() if texts == "none" else set(texts.split(", "))
    said |= {"goal"} if row.get("goal") == "yes" else set()
    said |= {"saved"} if row.get("saved pictures") == "yes" else set()
    assert held(form) == said
