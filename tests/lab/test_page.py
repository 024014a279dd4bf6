"""The HTML page and the plots: whole, self-contained, and safe against what names hold."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from asp_nono.lab.analyze import boards
from asp_nono.lab.plots import growth, heat, heat_cells, pair, survival
from asp_nono.lab.report import page, write_plots
from tests.lab.drawn import results, run, two

SVG = "{http://www.w3.org/2000/svg}"


def test_one_whole_page() -> None:
    """Tables, plots, filters, single runs and the plan; no address but those of namespaces."""
    text = page(results(*two()), [], "cpu")
    for words in ("PAR10", "virtual best", "95 % interval", "ground rules", "Plan drawn"):
        assert words in text
    assert text.count('class="who"') == 2
    assert "all answers agree" in text
    data = json.loads(re.findall(r'type="application/json">(.*?)</script>', text)[0])
    assert len(data["runs"]) == 16
    assert data["boards"][0]["times"][1][7][1] == "time-out after 10.0 s"
    spaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == spaces
    assert not re.search(r"<(?:link|img|iframe)\b|\bsrc=|@import|\burl\((?!#)", text)


def test_wrong_answers() -> None:
    """In a box of its own at the top, even without runs; whatever names hold is only text."""
    bad = "</script><script>alert(1)</script>"
    text = page(results(run(f"a{bad}", f"set/{bad}")), [bad, "y"], "cpu")
    assert 'class="wrong-answers">2 ANSWERS CANNOT BE TRUE' in text
    assert "<script>alert" not in text
    assert "<section" not in page(results(), ["x"], "cpu")


@pytest.mark.parametrize("number", [1, 2, pytest.param(30, marks=pytest.mark.slow)])
def test_any_number_of_systems(number: int) -> None:
    """One has nobody to stand against; thirty have a legend that all fit in."""
    runs = [run(f"c{n:02}", f"s/p{m}", 1 + n + m) for n in range(number) for m in range(3)]
    text = page(results(*runs), [], "work")
    assert text.count("<section") == 1


def test_plots_are_svg() -> None:
    """Each is well-formed, and shows what it should: steps, points, cells."""
    (board,) = boards(two(), "cpu")
    order = board.ranked()
    for svg in (survival(board, order), growth(board, order), heat(board, order)):
        assert ET.fromstring(svg).tag == f"{SVG}svg"  # noqa: S314 - our own
    steps = re.findall(r'<g data-who="(.)">\s*<path d="([^"]*)"', survival(board, order))
    assert sorted(len(set(re.findall(r"L (\S+)", path))) for _, path in steps) >= [1, 1, 7, 8]
    points = pair(board, order[1], order[0])
    assert points.count("<use") - pair(board).count("<use") == 8
    assert list(map(len, heat_cells(board, order))) == [2] * 8


def test_plots_as_files(tmp_path: Path) -> None:
    """Four kinds for each task."""
    files = write_plots(results(*two()), "cpu", tmp_path / "plots")
    assert sorted(path.name for path in files) == [
        "unique-b-against-a.svg",
        "unique-ground-size.svg",
        "unique-heat.svg",
        "unique-survival.svg",
    ]
