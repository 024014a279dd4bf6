"""Counts: recipes enumerate, other methods compete with them, and their numbers must agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from asp_nono.lab.run import conclude
from asp_nono.run.limits import Limits
from asp_nono.run.process import Usage
from tests.cli.run import call
from tests.lab.experiments import ONES_3, lab, plan, refused, rows
from tests.lab.test_bare import BARE

COUNT = (
    f"tasks = ['count']\nmethods = ['auto', 'topdown', 'frontier']\ninstances = [{str(ONES_3)!r}]\n"
)


def test_methods_take_part(tmp_path: Path) -> None:
    """Whoever counts finds six; their stages are recorded."""
    path = plan(tmp_path, f"recipes = ['order', 'starts']\n{COUNT}")
    assert lab("run", path, cwd=tmp_path).status == 0
    found = rows(tmp_path / "plan.db")
    assert {label: row["models"] for label, row in found.items()} == {
        "order:probe": "6",
        "starts:line": "6",
        "counting:auto": "6",
        "counting:topdown": "6",
        "counting:frontier": "6",
    }
    row = found["counting:frontier"]
    assert (row["technique"], row["exhausted"], row["rules"]) == ("frontier", 1, None)
    assert min(row[f"{stage}_cpu"] for stage in ("read", "load", "line", "solve")) >= 0
    assert call("lab", "report", tmp_path / "plan.db").status == 0


def test_solutions_that_are_lost(tmp_path: Path) -> None:
    """An encoding whose pictures are right, and too few, is found out by the other count."""
    (tmp_path / "lossy.lp").write_text(BARE + ":- fill(1, 1, 1).\n")
    (tmp_path / "p.non").write_text("width 3\nheight 3\nrows\n1\n1\n1\ncolumns\n1\n1\n1\n")
    text = COUNT.replace(str(ONES_3), "p.non").replace(", 'topdown', 'frontier'", "")
    ran = lab("run", plan(tmp_path, f"recipes = ['lossy.lp']\n{text}"), cwd=tmp_path)
    assert ran.status == 1
    assert ran.out.splitlines()[1].endswith(
        "p.non: 4 solutions (lossy.lp:none); 6 solutions (counting:auto)"
    )


def test_they_only_count(tmp_path: Path) -> None:
    """In other tasks they have no turn; a plan that gives them none is a mistake."""
    both = COUNT.replace("['count']", "['count', 'unique']")
    ran = call("lab", "plan", plan(tmp_path, f"recipes = ['order']\n{both}"))
    assert ran.out.startswith("plan: 5 runs\n")
    unique = plan(tmp_path, COUNT.replace("count", "unique"))
    assert "'counting:auto' takes part in none of the tasks: unique" in refused("run", unique)
    wrong = plan(tmp_path, COUNT.replace("topdown", "ganak"))
    assert "unknown method of counting 'ganak'; choose from auto, frontier, topdown" in refused(
        "run", wrong
    )


@pytest.mark.parametrize(
    ("limit", "status", "held"),
    [
        ("time_limit = 5", "time-out", ("clock",)),
        pytest.param(
            "memory_limit = 80",
            "memory-out",
            ("control group", "rlimit", "watchdog", "itself"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_limits(tmp_path: Path, limit: str, status: str, held: tuple[str, ...]) -> None:
    """They hold, and who held them is recorded."""
    text = COUNT.replace(f"[{str(ONES_3)!r}]", "['shipped:random/30x30-50-c1-s1.xml']")
    text = text.replace("'auto', 'topdown', ", "") + limit
    assert lab("run", plan(tmp_path, text), cwd=tmp_path).status == 0
    (row,) = rows(tmp_path / "plan.db").values()
    assert row["status"] == status
    assert row["held"] in held
    assert row["message"].startswith(limit.split("_", maxsplit=1)[0])


def test_giving_up() -> None:
    """A method that sees for itself that its memory is too small has reached a limit on memory."""
    values: dict[str, object] = {
        "status": "undecided",
        "full": "itself",
        "message": "memory limit of 2048 MiB",
    }
    found = conclude(Limits(), values, Usage(0, 1.0, 1.0, 1), "", None)
    assert (found["status"], found["held"]) == ("memory-out", "itself")
