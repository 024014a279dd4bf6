"""The stages of the work on one puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.profile import STAGES
from tests.benchmarks.run import BICYCLE, BOAT, CAT, bench, records
from tests.cli.run import PATHOLOGICAL

ALWAYS = {"interpreter", "imports", "reading", "output", "ending"}
CLINGO = {"importing clingo", "encodings", "facts", "grounding", "search"}
LXML = {"importing the reader"}


@pytest.mark.parametrize(
    ("file", "recipe", "stages", "verdict"),
    [
        (CAT, "order", ALWAYS | LXML | {"line logic"}, "unique (line)"),
        (BOAT, "order", ALWAYS | LXML | {"line logic", "probing"}, "unique (depth-1)"),
        (BICYCLE, "order", ALWAYS | LXML | {"line logic", "probing"} | CLINGO, "unique (search)"),
        (BOAT, "classic", ALWAYS | LXML | CLINGO, "unique (search)"),
        (
            PATHOLOGICAL / "none-line.xml",
            "order",
            ALWAYS | LXML | {"line logic"},
            "none (line)",
        ),
    ],
)
def test_stages(file: Path, recipe: str, stages: set[str], verdict: str, tmp_path: Path) -> None:
    """Those that a puzzle needs, in their order, and the whole."""
    record = tmp_path / "record.jsonl"
    ran = bench("--profile", "--runs", 2, "--recipe", recipe, "--jsonl", record, file)
    assert (ran.status, ran.err) == (0, "")
    title, head, *body = ran.out.splitlines()[-len(stages) - 4 : -1]
    assert title == f"{file}: {verdict}"
    assert head.startswith(f"{recipe}, 2 runs ")
    shown = [line[:20].strip() for line in body]
    assert shown == [stage for stage in STAGES if stage in stages] + ["whole process"]
    for line in records(record, "profile"):
        assert set(line["stages"]) == stages
        assert all(seconds >= 0 for seconds in line["stages"].values())
    assert [line["run"] for line in records(record, "profile")] == [1, 2]


def test_limit() -> None:
    """What a limit ended has no stages; the next puzzle has its turn."""
    ran = bench("--profile", "--runs", 1, "--time-limit", "0.000001", CAT, BOAT)
    assert (ran.status, ran.err) == (0, "")
    assert f"{CAT}: time limit of 1e-06 s (order)\n" in ran.out
    assert f"{BOAT}: time limit of 1e-06 s (order)\n" in ran.out
