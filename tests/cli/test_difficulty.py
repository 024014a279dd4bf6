"""`asp-nono difficulty`: one line, or one object, for each puzzle."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.run import HEART, ONES_2, PATHOLOGICAL, call, run

BOAT = HEART.parent / "boat.xml"


def test_lines() -> None:
    """Grades, technique, sweeps, steps and shares; and why there is no grade."""
    ran = call("difficulty", HEART, BOAT, ONES_2, PATHOLOGICAL / "none-line.xml")
    heart, boat, ones, none = ran.out.splitlines()
    assert re.fullmatch(
        r".*heart.xml: difficulty \d, tedium \d \(fast; \d sweeps; \d+ steps; fast 100.0%\)", heart
    )
    assert re.fullmatch(
        r".*boat.xml: difficulty [5-8], tedium \d \(depth-1; \d+ sweeps; \d+ steps "
        r"\(\d+ of them trials\); stuck 2 times; fast 93.3%, depth-1 6.7%\)",
        boat,
    )
    assert ones.endswith("ones-2.xml: not rated; the puzzle has several solutions")
    assert none.endswith("none-line.xml: not rated; the puzzle has no solution")
    assert ran.status == 0


def test_json() -> None:
    """All keys are there, with or without a grade."""
    boat, ones = call("difficulty", "--json", BOAT, ONES_2).objects
    assert boat.keys() == ones.keys()
    assert (boat["technique"], boat["reason"]) == ("depth-1", "")
    assert sum(boat["shares"].values()) == 1
    assert (ones["grade"], ones["reason"]) == (None, "the puzzle has several solutions")


def test_limits_and_bad_files(tmp_path: Path) -> None:
    """A limit gives exit status 3 and no grade, a bad file one line and exit status 2."""
    ran = run("difficulty", "--time-limit", "0.001", BOAT.parent / "bicycle.xml")
    assert (ran.status, ran.err) == (3, "")
    assert ran.out.endswith("bicycle.xml: not rated; time limit of 0.001 s\n")
    bad = tmp_path / "bad.non"
    bad.write_text("width 2\n")
    ran = run("difficulty", bad, HEART)
    assert ran.status == 2
    assert ran.out.count("tedium") == 1
    assert len(ran.err.splitlines()) == 1
