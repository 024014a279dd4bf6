"""`asp-nono explain`, `hint`, `why` and `difficulty`."""

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.run import HEART, ONES_2, ONES_3, PATHOLOGICAL, call, drawn, run

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


RULE = "Look at column 2: exact fit, the only block (3 cells).\n"
CELLS = """\
   1. column 2: cells 1, 3 filled  [exact fit]
      The only block fills all 3 cells, so there is only one way.
"""


@pytest.mark.parametrize(
    ("tell", "out", "keys"),
    [
        ("where", "Look at column 2.\n", set()),
        ("rule", RULE, {"rule", "rule_message", "blocks"}),
        ("cells", RULE + CELLS, {"rule", "rule_message", "blocks", "step"}),
    ],
)
def test_hint(tmp_path: Path, tell: str, out: str, keys: set[str]) -> None:
    """Where to look; which rule; the cells. As JSON, it gives away no more."""
    cross = drawn(tmp_path, ".#.", "###", ".#.", saved=("???", "###", "???"))
    ran = call("hint", "--saved", 1, "--tell", tell, cross)
    assert (ran.status, ran.out) == (0, out)
    (found,) = call("hint", "--saved", 1, "--tell", tell, "--json", cross).objects
    base = {"file", "puzzle", "width", "height", "state", "text", "text_message", "line"}
    assert found.keys() == base | keys


def test_errors(tmp_path: Path) -> None:
    """An error is reported, its cells on request, and never what they should be."""
    file = drawn(tmp_path, ".#.", "###", ".#.", saved=("#??", "###", "?.?"))
    says = "The grid has an error: no solution agrees with it.\n"
    assert call("hint", "--saved", 1, "--tell", "cells", file).out == says
    with_cells = call("hint", "--saved", 1, "--errors", file)
    assert with_cells.out == says + "wrong: 2 cells: (1,1) (2,3)\n"
    (found,) = call("hint", "--saved", 1, "--errors", "--json", file).objects
    assert (found["state"], found["wrong"]) == ("error", [[1, 1], [2, 3]])
    assert "step" not in found


NONE = PATHOLOGICAL / "none-search-4x4.xml"


def test_cell() -> None:
    """The clues, what is known of them, and how the color follows."""
    ran = call("why", "--cell", "1,1", HEART)
    assert (ran.status, ran.err) == (0, "")
    head, *clues = ran.out.split("\n\n")[0].splitlines()
    assert (
        head == f"The cell in column 1 and row 1 is background, because of {len(clues) - 1} clues:"
    )
    assert clues[-1] == "No set of fewer clues is enough."
    assert "With these clues alone, line by line:\n   1. " in ran.out


def test_clash() -> None:
    """All six clues are needed, and single lines do not show it."""
    out = call("why", "--clash", NONE).out
    assert out.startswith("6 clues clash:\n  row 1: 1 1\n")
    assert out.endswith("Single lines do not show it: colors must be tried.\n")
    (found,) = call("why", "--clash", "--json", NONE).objects
    assert (found["cell"], found["color"]) == (None, None)
    assert (found["smallest"], found["least"]) == (True, 6)
    assert len(found["lines"]) == 6


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("hint", NONE), "The puzzle has no solution.\n"),
        (("hint", ONES_3), "The grid has no error, but trials in two cells at once find nothing."),
        (("why", "--cell", "1,1", ONES_2), "The cell in column 1 and row 1 is not forced: there"),
        (("why", "--clash", ONES_2), "The clues do not clash: there is a solution."),
        (("why", "--cell", "1,1", NONE), "The puzzle has no solution.\n--clash names the clues"),
    ],
)
def test_nothing_to_explain(words: tuple[object, ...], says: str) -> None:
    """No step is found, or nothing is forced: that is said."""
    ran = call(*words)
    assert (ran.status, ran.out[: len(says)]) == (0, says)


BOAT = HEART.parent / "boat.xml"


def test_lines() -> None:
    """Grades, technique, sweeps, steps and shares; and why there is no grade."""
    ran = call("difficulty", HEART, BOAT, ONES_2, PATHOLOGICAL / "none-line.xml")
    heart, boat, ones, none = ran.out.splitlines()
    assert re.fullmatch(
        r".*heart.xml: difficulty \d, tedium \d \(line; \d sweeps; \d+ steps; fast 100.0%\)", heart
    )
    assert re.fullmatch(
        r".*boat.xml: difficulty [5-8], tedium \d \(depth-1; \d+ sweeps; \d+ steps "
        r"\(\d+ of them trials\); stuck 2 times; fast 93.3%, depth-1 6.7%\)",
        boat,
    )
    assert ones.endswith("ones-2.xml: not rated; the puzzle has several solutions")
    assert none.endswith("none-line.xml: not rated; the puzzle has no solution")
    assert ran.status == 0


def test_difficulty_json() -> None:
    """All keys are there, with or without a grade."""
    boat, ones = call("difficulty", "--json", BOAT, ONES_2).objects
    assert boat.keys() == ones.keys()
    assert (boat["technique"], boat["reason"]) == ("depth-1", "")
    assert sum(boat["shares"].values()) == 1
    assert (ones["grade"], ones["reason"]) == (None, "the puzzle has several solutions")
