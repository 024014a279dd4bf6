"""`asp-nono hint`: as little as was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import HEART, PATHOLOGICAL, call, drawn, refused, run


@pytest.fixture
def cross(tmp_path: Path) -> Path:
    """A cross, of which a row is done."""
    return drawn(tmp_path, ".#.", "###", ".#.", saved=("???", "###", "???"))


@pytest.mark.parametrize(
    ("tell", "out"),
    [
        ("where", "Look at column 2.\n"),
        ("rule", "Look at column 2: exact fit, the only block (3 cells).\n"),
        (
            "cells",
            (
                "Look at column 2: exact fit, the only block (3 cells).\n"
                "   1. column 2: cells 1, 3 filled  [exact fit]\n"
                "      The only block fills all 3 cells, so there is only one way.\n"
            ),
        ),
    ],
)
def test_strengths(cross: Path, tell: str, out: str) -> None:
    """Where to look; which rule; the cells."""
    ran = call("hint", "--saved", 1, "--tell", tell, cross)
    assert (ran.status, ran.out) == (0, out)


def test_json_tells_no_more(cross: Path) -> None:
    """The keys are those of the strength."""
    keys = {
        tell: set(call("hint", "--saved", 1, "--tell", tell, "--json", cross).objects[0])
        for tell in ("where", "rule", "cells")
    }
    base = {"file", "puzzle", "width", "height", "state", "text", "line"}
    assert keys["where"] == base
    assert keys["rule"] == base | {"rule", "blocks"}
    assert keys["cells"] == base | {"rule", "blocks", "step"}


def test_errors(tmp_path: Path) -> None:
    """An error is told, the cells on request, and never what they should be."""
    file = drawn(tmp_path, ".#.", "###", ".#.", saved=("#??", "###", "?.?"))
    says = "The grid has an error: no solution agrees with it.\n"
    assert call("hint", "--saved", 1, "--tell", "cells", file).out == says
    with_cells = call("hint", "--saved", 1, "--errors", file)
    assert with_cells.out == says + "wrong: 2 cells: (1,1) (2,3)\n"
    (found,) = call("hint", "--saved", 1, "--errors", "--json", file).objects
    assert (found["state"], found["wrong"]) == ("error", [[1, 1], [2, 3]])
    assert "step" not in found


def test_no_step() -> None:
    """A puzzle without solution, and one whose cells have a choice."""
    assert call("hint", PATHOLOGICAL / "none-search-4x4.xml").out == "The puzzle has no solution.\n"
    assert call("hint", PATHOLOGICAL / "ones-3.xml").out == (
        "The grid has no error, but trials in two cells at once find nothing.\n"
    )


def test_limits_and_mistakes() -> None:
    """A limit is told with exit status 3; unknown strengths and pictures in one line."""
    ran = run("hint", "--time-limit", "0.001", HEART.parent / "bicycle.xml")
    assert (ran.status, ran.out) == (3, "no hint was found: time limit of 0.001 s\n")
    words = refused("hint", "--tell", "all", HEART)
    assert "'--tell': 'all' is not one of 'where', 'rule', 'cells'" in words
    assert refused("hint", "--saved", 1, HEART).endswith("the puzzle has 0")
