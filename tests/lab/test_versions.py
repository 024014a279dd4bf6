"""What was changed between runs is kept apart, and found again under another name."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from asp_nono.lab.compare import compare, lines
from asp_nono.lab.match import matched
from asp_nono.lab.runs import Run
from tests.cli.run import HEART, call
from tests.lab.drawn import results, run
from tests.lab.experiments import ONES_3, lab, plan
from tests.lab.test_bare import BARE


def _of(one: Run, digest: str) -> Run:
    return replace(one, about={"puzzle_hash": digest, "number": 1})


def test_a_changed_encoding(tmp_path: Path) -> None:
    """It is run anew, and stands beside what it was before."""
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


def test_renamed_puzzles_are_compared() -> None:
    """By content: nothing else is known of them that is the same."""
    old = [_of(run("a", f"old/p{n}", 1.0), f"hash {n}") for n in range(6)]
    new = [_of(run("a", f"new/q{n}", 3.0), f"hash {n}") for n in range(6)]
    found = compare(results(*old), results(*new), "cpu")
    assert (found.changes[0].common, found.changes[0].verdict(1.05)) == (6, "REGRESSION")
    assert "matched by content under other names: 6 puzzles" in list(lines(found, 1.05))


def test_puzzles_of_one_file_are_told_apart() -> None:
    """The second puzzle of a file is not the first one under another name."""
    about = [{"puzzle_hash": "one file", "number": number} for number in (1, 2)]
    old = [replace(run("a", f"old/{n}", 1.0 + n), about=about[n]) for n in (0, 1)]
    new = [replace(run("a", f"new/{n}", 1.0 + n), about=about[1 - n]) for n in (0, 1)]
    names = {
        one.about["number"]: one.puzzle for one in matched(results(*old), results(*new)).old.runs
    }
    assert names == {1: ("new", "1"), 2: ("new", "0")}


def test_changed_puzzles_are_left_out() -> None:
    """The same name, another puzzle: neither slower nor a contradiction."""
    old = [_of(run("a", "s/p"), "one"), _of(run("a", "s/q"), "two")]
    new = [_of(run("a", "s/p"), "one"), _of(run("a", "s/q", 9.0, "multiple"), "three")]
    found = compare(results(*old), results(*new), "cpu")
    assert not found.regressed(1.05)
    assert found.changes[0].common == 1
    assert "changed, and so left out: s/q" in list(lines(found, 1.05))


def test_swapped_names() -> None:
    """Two puzzles that have exchanged their names are still themselves."""
    old = [_of(run("a", "s/p", 1.0), "one"), _of(run("a", "s/q", 2.0), "two")]
    new = [_of(run("a", "s/q", 1.0), "one"), _of(run("a", "s/p", 2.0, "time-out"), "two")]
    found = compare(results(*old), results(*new), "cpu")
    assert found.changes[0].lost == [("s", "p")]
    assert found.changes[0].ratio.mean == 1.0
