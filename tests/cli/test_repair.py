"""`asp-nono repair` and `ambiguity`: what is printed and written."""

import os
import subprocess
from pathlib import Path

import pytest

from asp_nono.files import read
from tests.cli.run import INSTANCES, PATHOLOGICAL, call, command, environment, process, untimed

DICE = INSTANCES / "ambiguous" / "dice-three.xml"

TWO = INSTANCES / "ambiguous" / "dice-two.xml"


def test_json_and_files(tmp_path: Path) -> None:
    """The best repair is written with its drawing; with %d, every one."""
    target, drawing = tmp_path / "%d.xml", tmp_path / "change.svg"
    (found,) = call(
        "repair", "--json", "--alternatives", "2", "--output", target, "--drawing", drawing, TWO
    ).objects
    assert (found["smallest"], found["least"], found["aim"]) == (True, 1, "unique")
    for number, one in enumerate(found["repairs"], 1):
        (puzzle,) = read(tmp_path / f"{number}.xml")
        assert puzzle.goal
        assert puzzle.goal.to_text() == one["rows"]
        assert call("check", tmp_path / f"{number}.xml").out.split()[1] == "unique"
    assert len(found["repairs"]) == 2
    assert "lower right: second picture" in drawing.read_text()


def test_unproven() -> None:
    """What ended the search, and what is not known, is said; in JSON too."""
    snow = ["--up-to", "5", "--alternatives", "1", INSTANCES / "ambiguous" / "first-snow.xml"]
    ran = call("repair", *snow)
    assert ran.status == 0
    assert untimed(ran.out.splitlines()[0]).endswith(
        "a change of 10 cells makes it unique; whether 7 to 9 cells would do is not known"
        " (cost limit of 5) (TIME)"
    )
    (found,) = call("repair", "--json", *snow).objects
    assert (found["smallest"], found["least"], found["stopped"]) == (False, 7, "cost limit of 5")


def test_weights_and_region(tmp_path: Path) -> None:
    """Cells that must not change do not; the cost is given where it is not the number."""
    weights = tmp_path / "weights.txt"
    weights.write_text("20202\n22222\n20202\n22222\n20202\n")
    (found,) = call("repair", "--json", "--region", "1-4,1-5", "--weights", weights, DICE).objects
    for one in found["repairs"]:
        assert one["cost"] == 2 * len(one["changes"])
        for x, y, _, _ in one["changes"]:
            assert x <= 4
            assert x % 2 == 1 or y % 2 == 0


def test_reveal(tmp_path: Path) -> None:
    """The fewest given cells, written with the puzzle."""
    target = tmp_path / "given.json"
    ran = call("repair", "--reveal", "--output", target, DICE)
    assert "2 cells given from the start make it unique; fewer do not" in ran.out
    (puzzle,) = read(target)
    assert puzzle.given
    assert call("check", target).out.split()[1] == "unique"


SWITCHES = PATHOLOGICAL / "switches.xml"


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


def test_a_terminal_shows_progress() -> None:
    """The words of a snapshot stand on the line for it; a pipe gets nothing."""
    pty = pytest.importorskip("pty")  # Windows has none
    ours, theirs = pty.openpty()
    words = command("repair", INSTANCES / "pictures" / "rain.xml")
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=theirs, env=environment(), check=False)
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert "edits checked" in shown
    assert process("repair", INSTANCES / "pictures" / "rain.xml").err == ""
