"""`asp-nono explain`: steps as text, as JSON and as pictures; orders compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.run import HEART, PATHOLOGICAL, call, drawn, refused, run

SEARCH = PATHOLOGICAL / "search-5x5.xml"


def test_whole_output(tmp_path: Path) -> None:
    """Each step has a heading and a reason; the picture and a summary stand at the end."""
    ran = run("explain", drawn(tmp_path, ".#.", "###", ".#."))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "   1. row 2: cells 1-3 filled  [exact fit]\n"
        "      The only block fills all 3 cells, so there is only one way.\n"
        "   2. column 2: cells 1, 3 filled  [exact fit]\n"
        "      The only block fills all 3 cells, so there is only one way.\n"
        "   3. column 1: cells 1, 3 background  [all blocks painted]\n"
        "      The clue has 1 filled cell, and it is there.\n"
        "   4. column 3: cells 1, 3 background  [all blocks painted]\n"
        "      The clue has 1 filled cell, and it is there.\n"
        "\n"
        "        1 3 1\n"
        "      +-------+\n"
        "    1 | . # . |\n"
        "    3 | # # # |\n"
        "    1 | . # . |\n"
        "      +-------+\n"
        "\n"
        "4 steps: exact fit 2, all blocks painted 2\n"
        "order: easiest, 14 visits of lines\n"
        "outcome: solved\n"
    )


def test_trials_are_told() -> None:
    """What is supposed, what follows from it, and the line that then fails."""
    out = call("explain", SEARCH).out
    reason = "If it were filled, row 3, column 2 and column 1 would leave no way to fill row 1."
    assert f"[contradiction]\n      {reason}\n" in out
    assert "      Suppose the cell in column 2 and row 3 is filled:\n         - " in out
    assert out.endswith("outcome: solved\n")


def test_json() -> None:
    """The same as data, which leads from the start to the end."""
    ran = call("explain", "--json", SEARCH)
    (found,) = ran.objects
    assert (found["width"], found["outcome"], found["order"]) == (5, "solved", "easiest")
    grid = [list(row) for row in found["start"]]
    for step in found["steps"]:
        for change in step["cells"]:
            x, y = change["cell"]
            grid[y - 1][x - 1] = change["left"][0] if len(change["left"]) == 1 else "?"
    assert ["".join(row) for row in grid] == found["end"]
    (trial,) = next(step for step in found["steps"] if step["trials"])["trials"]
    assert trial["fails"]
    assert trial["steps"][-1]["rule"] == "no way"


def test_compare() -> None:
    """One line for each order, then what the words mean."""
    ran = call("explain", "--compare", HEART)
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0].split() == ["order", "steps", "looks", "moves", "open"]
    names = [line.split()[0] for line in lines[1:6]]
    assert names == ["easiest", "score", "index", "turns", "queue"]
    (found,) = call("explain", "--compare", "--json", HEART).objects
    assert [order["order"] for order in found["orders"]] == names
    assert all(order["open"] == 0 for order in found["orders"])


def test_pictures(tmp_path: Path) -> None:
    """A strip, a moving SVG, a GIF, and one picture for each step; nothing is printed."""
    for words in (("s.svg",), ("m.svg", "--moving"), ("a.gif",), ("one-%d.png",), ("%d.svg",)):
        ran = call("explain", HEART, "--output", tmp_path / words[0], *words[1:])
        assert (ran.status, ran.out) == (0, "")
    steps = len(call("explain", "--json", HEART).objects[0]["steps"])
    assert (tmp_path / "s.svg").read_text().count(">The beginning<") == 1
    assert "<animate " in (tmp_path / "m.svg").read_text()
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames == steps + 1  # type: ignore[attr-defined]
    numbers = [str(number) for number in range(steps + 1)]
    assert {path.stem for path in tmp_path.glob("one-*.png")} == {f"one-{n}" for n in numbers}
    assert {path.stem for path in tmp_path.glob("*.svg")} == {"s", "m", *numbers}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--order", "best"), "unknown order 'best'; choose from easiest, index, queue, score, tu"),
        (("--output", "x.pdf"), "--output x.pdf: expected FILE.svg, FILE.gif, or FILE%d.svg or"),
        (("--output", "x%d.gif"), "--output x%d.gif: expected FILE.svg, FILE.gif, or FILE%d.svg"),
        (("--output", "x%s.svg"), "--output x%s.svg: a % that is not %d; %d is the step's number"),
        (("--moving",), "--moving is for --output FILE.svg"),
        (("--moving", "--output", "x.gif"), "--moving is for --output FILE.svg"),
        (("--from-saved", "3"), "there is no saved picture 3; the puzzle has 0"),
    ],
)
def test_refused(words: tuple[str, ...], says: str) -> None:
    """Mistakes are one line."""
    assert refused("explain", *words, HEART).startswith(f"asp-nono: {says}")


def test_limit_holds() -> None:
    """What was found until the limit is told, and the exit status says that it is not all."""
    bicycle = HEART.parent / "bicycle.xml"
    ran = run("explain", "--time-limit", "0.5", "--json", bicycle)
    assert ran.status == 3
    found = json.loads(ran.out)
    assert (found["outcome"], found["note"]) == ("not finished", "time limit of 0.5 s")
