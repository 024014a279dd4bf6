"""The HTML page and the plots: whole, self-contained, and safe against what names hold."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from asp_nono.lab.analyze import boards
from asp_nono.lab.plots import growth, heat, heat_cells, pair, survival
from asp_nono.lab.report import page, report, write_plots
from tests.lab.drawn import lines, results, run, two

SVG = "{http://www.w3.org/2000/svg}"


def test_nothing_is_loaded() -> None:
    """The page names no address but those of namespaces."""
    text = page(results(*two()), [], "cpu")
    spaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == spaces
    assert not re.search(r"<(?:link|img|iframe)\b|\bsrc=|@import|\burl\((?!#)", text)


def test_everything_is_there() -> None:
    """Tables, plots, filters, single runs and the plan."""
    text = page(results(*two()), [], "cpu")
    for words in ("PAR10", "virtual best", "95 % interval", "ground rules", "Plan drawn"):
        assert words in text
    assert text.count('class="who"') == 2
    data = json.loads(re.findall(r'type="application/json">(.*?)</script>', text)[0])
    assert len(data["runs"]) == 16
    assert data["boards"][0]["times"][1][7][1] == "time-out after 10.0 s"


def test_wrong_answers() -> None:
    """In a box of its own at the top; without it all is well, even without runs."""
    text = page(results(*two()), ["x", "y"], "cpu")
    assert 'class="wrong-answers">2 ANSWERS CANNOT BE TRUE' in text
    assert "all answers agree" in page(results(*two()), [], "cpu")
    assert "<section" not in page(results(), [], "cpu")


def test_names_are_only_shown() -> None:
    """Whatever a puzzle or a program is called, it is text."""
    bad = "</script><script>alert(1)</script>"
    text = page(results(run(f"a{bad}", f"set/{bad}")), [bad], "cpu")
    assert "<script>alert" not in text


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
    assert [len(cells) for _, _, cells in heat_cells(board, order)] == [2] * 8


def test_plots_as_files(tmp_path: Path) -> None:
    """Four kinds for each task."""
    files = write_plots(results(*two()), "cpu", tmp_path / "plots")
    assert sorted(path.name for path in files) == [
        "unique-b-against-a.svg",
        "unique-ground-size.svg",
        "unique-heat.svg",
        "unique-survival.svg",
    ]


@pytest.mark.slow
def test_ten_thousand_runs() -> None:
    """All of them are in the page and in the report."""
    who, puzzles = [f"c{n}" for n in range(10)], [f"s{n % 3}/p{n}" for n in range(250)]
    runs = [
        run(label, puzzle, 1 + (n * m) % 97 / 10, repetition=repetition)
        for n, label in enumerate(who, 1)
        for m, puzzle in enumerate(puzzles, 1)
        for repetition in range(1, 5)
    ]
    some = results(*runs)
    data = json.loads(re.findall(r'json">(.*?)</script>', page(some, [], "cpu"))[0])
    assert len(data["runs"]) == 10_000
    assert "unique: 250 puzzles, 10000 runs; CPU seconds" in lines(report(some, [], "cpu"))
