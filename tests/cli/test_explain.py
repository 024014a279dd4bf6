"""`asp-nono explain`, `hint`, `why` and `difficulty`."""

from pathlib import Path

from PIL import Image

from tests.cli.run import HEART, PATHOLOGICAL, call

SEARCH = PATHOLOGICAL / "search-5x5.xml"


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


def test_cell() -> None:
    """The clues, whether fewer are enough, and how the color follows."""
    ran = call("why", "--cell", "1,1", HEART)
    assert (ran.status, ran.err) == (0, "")
    head, *clues = ran.out.split("\n\n")[0].splitlines()
    assert (
        head == f"The cell in column 1 and row 1 is background, because of {len(clues) - 1} clues:"
    )
    assert clues[-1] == "No set of fewer clues is enough."
    assert "With these clues alone, line by line:\n   1. " in ran.out
