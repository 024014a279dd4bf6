"""What was changed between runs is kept apart, and found again under another name."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.run import HEART, call
from tests.lab.experiments import ONES_3, lab, plan
from tests.lab.test_bare import BARE


def test_a_changed_encoding(tmp_path: Path) -> None:
    """It is run again, and stands beside what it was before."""
    text = f"recipes = ['mine.lp']\ninstances = [{str(ONES_3)!r}]\n"
    (tmp_path / "mine.lp").write_text(BARE)
    lab("run", plan(tmp_path, text), cwd=tmp_path)
    (tmp_path / "mine.lp").write_text(BARE + ":- start(_, _, 9).\n")
    ran = lab("run", tmp_path / "plan.toml", cwd=tmp_path)
    assert "1 runs recorded in plan.db" in ran.err
    report = call("lab", "report", tmp_path / "plan.db").out
    assert re.search(r"\nmine\.lp:none +1/1 ", report)
    assert re.search(r"\nmine\.lp:none \(version 2\) +1/1 ", report)


def test_a_changed_puzzle(tmp_path: Path) -> None:
    """Another puzzle in the same file is no disagreement."""
    text = "recipes = ['order']\ninstances = ['p.xml']\n"
    (tmp_path / "p.xml").write_bytes(ONES_3.read_bytes())
    lab("run", plan(tmp_path, text), cwd=tmp_path)
    (tmp_path / "p.xml").write_bytes(HEART.read_bytes())
    ran = lab("run", tmp_path / "plan.toml", cwd=tmp_path)
    assert ran.status == 0
    assert "unique: 2 puzzles, 2 runs" in ran.out


def test_other_limits(tmp_path: Path) -> None:
    """Times under different limits are not counted together."""
    text = f"recipes = ['order']\ninstances = [{str(ONES_3)!r}]\n"
    for limit in (5, 7):
        lab("run", plan(tmp_path, f"{text}time_limit = {limit}\n"), cwd=tmp_path)
    report = call("lab", "report", tmp_path / "plan.db").out
    assert "unique within 5 s: 1 puzzle, 1 run;" in report
    assert "unique within 7 s: 1 puzzle, 1 run;" in report
