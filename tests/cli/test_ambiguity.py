"""`asp-nono ambiguity`: where a puzzle has several solutions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import HEART, PATHOLOGICAL, call, refused, untimed

SWITCHES = PATHOLOGICAL / "switches.xml"


def test_text() -> None:
    """The number, the picture with the cells in doubt, and the regions."""
    ran = call("ambiguity", SWITCHES)
    assert (ran.status, ran.err) == (0, "")
    head, *rest = ran.out.splitlines()
    assert untimed(head) == (
        f"{SWITCHES}: multiple: 16 cells differ, in 4 independent regions; 16 solutions (TIME)"
    )
    assert rest[-4] == "region 1: 2 ways; 4 cells: (1,1) (2,1) (1,2) (2,2)"


def test_json() -> None:
    """The same for programs."""
    (told,) = call("ambiguity", "--json", SWITCHES).objects
    assert (told["verdict"], told["count"], told["exact"]) == ("multiple", "16", True)
    assert [region["count"] for region in told["regions"]] == ["2"] * 4
    assert told["common"][0] == "??......"


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_drawing(tmp_path: Path, ending: str) -> None:
    """Every cell that differs carries the number of its region."""
    target = tmp_path / f"regions.{ending}"
    call("ambiguity", "--output", target, SWITCHES)
    if ending == "svg":
        assert target.read_text().count(">4</text>") >= 4
        assert "16 cells in 4 regions are marked" in target.read_text()
    else:
        assert target.read_bytes().startswith(b"\x89PNG")


def test_other_verdicts() -> None:
    """Unique and none are said in one line."""
    assert ": unique: no cell differs (" in call("ambiguity", HEART).out
    assert (
        ": none: line logic finds no way" in call("ambiguity", PATHOLOGICAL / "none-line.xml").out
    )


def test_refused() -> None:
    """Other kinds of files are not drawn."""
    assert refused("ambiguity", "--output", "a.pdf", HEART) == (
        "asp-nono: --output a.pdf: regions are drawn as .svg or .png"
    )
