"""`asp-nono repair`: what is printed and written, and what is refused."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest

from asp_nono.files import read
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.cli.run import (
    GUARD,
    HEART,
    INSTANCES,
    PATHOLOGICAL,
    call,
    offspring,
    refused,
    run,
    start,
    untimed,
    vanish,
)

DICE = INSTANCES / "ambiguous" / "dice-three.xml"
TWO = INSTANCES / "ambiguous" / "dice-two.xml"
BLOTTED = PATHOLOGICAL / "blotted-multiple.xml"


def test_text() -> None:
    """What is known, every change in words, and the picture with marks that need no colors."""
    ran = call("repair", "--alternatives", "1", DICE)
    assert (ran.status, ran.err) == (0, "")
    head, _, first, *rest = ran.out.splitlines()
    assert untimed(head) == (
        f"{DICE}: a change of 2 cells makes it unique; no smaller one does (TIME)"
    )
    assert first.startswith("Repair 1: 2 cells; solved by ")
    assert sum(" becomes " in line for line in rest) == 2
    drawing = "\n".join(rest[2:-1])
    assert drawing.count("/") + drawing.count("\\") == 2
    assert rest[-1].strip() == "/ only in the first   \\ only in the second"


def test_json_and_files(tmp_path: Path) -> None:
    """The best repair is written with its drawing; with %d, every one."""
    target, drawing = tmp_path / "%d.xml", tmp_path / "change.svg"
    (told,) = call(
        "repair", "--json", "--alternatives", "2", "--output", target, "--drawing", drawing, TWO
    ).objects
    assert (told["smallest"], told["least"], told["aim"]) == (True, 1, "unique")
    for number, one in enumerate(told["repairs"], 1):
        (puzzle,) = read(tmp_path / f"{number}.xml")
        assert puzzle.goal
        assert puzzle.goal.to_text() == one["rows"]
        assert call("check", tmp_path / f"{number}.xml").out.split()[1] == "unique"
    assert len(told["repairs"]) == 2
    assert "lower right: second picture" in drawing.read_text()


def test_line_solvable() -> None:
    """The stronger aim is met, and named."""
    (told,) = call("repair", "--json", "--line-solvable", "--alternatives", "1", DICE).objects
    assert [one["technique"] for one in told["repairs"]] == ["line"]


def test_weights_and_region(tmp_path: Path) -> None:
    """Cells that must not change do not; the cost is told where it is not the number."""
    weights = tmp_path / "weights.txt"
    weights.write_text("20202\n22222\n20202\n22222\n20202\n")
    (told,) = call("repair", "--json", "--region", "1-4,1-5", "--weights", weights, DICE).objects
    for one in told["repairs"]:
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


def test_unblot() -> None:
    """The fewest numbers to be shown."""
    (told,) = call("repair", "--unblot", "--json", BLOTTED).objects
    assert (told["means"], told["smallest"], len(told["items"])) == ("unblot", True, told["least"])


def test_interrupted() -> None:
    """Ctrl-C keeps the best repair so far, exits with 130, and leaves no process behind."""
    file = INSTANCES / "ambiguous" / "kite.xml"
    process = start("repair", "--json", "--up-to", "20", "--time-limit", "600", file)
    time.sleep(12)
    children = offspring(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=GUARD)
    assert (process.returncode, err) == (130, "")
    told = json.loads(out)
    assert told["stopped"] == "interrupted"
    for one in told["repairs"]:
        goal = Grid.from_text(one["rows"])
        assert check(Puzzle.of(goal)).verdict is Verdict.UNIQUE
    assert len(children) == 1
    assert vanish(children)


def test_limit_holds() -> None:
    """When time is up, it is said what is known."""
    file = INSTANCES / "ambiguous" / "galaxy.xml"
    ran = run("repair", "--time-limit", "0.01", file)
    assert ran.status == 3
    assert ": no repair found: time limit of 0.01 s; one costs 0 or more (" in ran.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--reveal", "--unblot"), "--reveal and --unblot exclude each other; choose one"),
        (("--reveal", "--line-solvable"), "--line-solvable is for repairs of the picture; --rev"),
        (("--reveal", "--up-to", "3"), "--up-to, --region, --weights, --protect and --keep-sy"),
        (("--region", "a"), "--region a; expected columns and rows, as 3-7,2-9"),
        (("--region", "1-9,1"), "the region (1, 1, 9, 1) is not within 5x5 cells"),
        (("--weights", "no-such-file"), "no-such-file: cannot be read"),
        (("--weights", HEART), "line 1: expected a digit for each cell: its cost, 0 for a cell"),
        (("--drawing", "a.txt"), "--drawing a.txt: the difference is drawn as .svg, .png or .pdf"),
        (("--output", "a.svg"), "--output a.svg: puzzles are drawn with --drawing a.svg"),
        (("--output", "%s.xml"), "--output %s.xml: a % that is not %d; %d is the repair's numb"),
        (("--unblot",), "no number of the puzzle is blotted; --reveal gives cells instead"),
    ],
)
def test_refused(words: tuple[object, ...], says: str) -> None:
    """Mistakes are one line."""
    assert says in refused("repair", *words, DICE)
