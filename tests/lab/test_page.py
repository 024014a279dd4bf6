"""The HTML page and the plots: whole, self-contained, and safe against what names hold."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from asp_nono.lab.board import boards
from asp_nono.lab.heat import heat
from asp_nono.lab.page import page
from asp_nono.lab.plots import against, growth, survival
from asp_nono.lab.plots_files import write_plots
from asp_nono.lab.svg import Scale
from asp_nono.lab.words import ranked, report
from tests.lab.drawn import results, run, two

SVG = "{http://www.w3.org/2000/svg}"


def test_nothing_is_loaded() -> None:
    """The page names no address but those of namespaces."""
    text = page(results(*two()), [], "cpu")
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(?:link|img|iframe)\b|\bsrc=|@import|\burl\(", text)


def test_everything_is_there() -> None:
    """Tables, plots, filters, single runs and the plan."""
    text = page(results(*two()), [], "cpu")
    for words in ("PAR10", "virtual best", "95 % interval", "ground rules", "Plan drawn"):
        assert words in text
    assert text.count('class="who"') == 2
    data = json.loads(re.findall(r'type="application/json">(.*?)</script>', text)[0])
    assert data["sets"] == ["easy", "hard"]
    assert len(data["runs"]) == 16
    assert data["boards"][0]["times"][1][7][1] == "time-out after 10.0 s"


def test_what_cannot_be_true_is_loud() -> None:
    """In a box of its own at the top; without it the page says that all is well."""
    assert 'class="loud">2 ANSWERS CANNOT BE TRUE' in page(results(*two()), ["x", "y"], "cpu")
    assert "all answers agree" in page(results(*two()), [], "cpu")


def test_names_are_only_shown() -> None:
    """Whatever a puzzle or a program is called, it is text."""
    bad = "</script><script>alert(1)</script>"
    text = page(results(run(f"a{bad}", f"set/{bad}")), [bad], "cpu")
    assert "<script>alert" not in text


@pytest.mark.parametrize("number", [1, 2, 30])
def test_any_number_of_competitors(number: int) -> None:
    """One has nobody to stand against; thirty have a legend that all fit in."""
    runs = [run(f"c{n:02}", f"s/p{m}", 1 + n + m) for n in range(number) for m in range(3)]
    text = page(results(*runs), [], "work")
    assert text.count("<section") == 1


def test_no_runs() -> None:
    """A file without runs gives a page without boards."""
    assert "<section" not in page(results(), [], "cpu")


def test_plots_are_svg() -> None:
    """Each is well-formed, and shows what it should: steps, points, cells."""
    (board,) = boards(two(), "cpu")
    order, sets = ranked(board), ["easy", "hard"]
    tree = ET.fromstring(survival(board, order))  # noqa: S314 - our own
    steps = [path.get("d") or "" for path in tree.iter(f"{SVG}path")]
    assert [path.count("H") for path in steps if path.count("H") > 1] == [8, 7]
    tree = ET.fromstring(against(board, order[1], order[0], sets))  # noqa: S314 - our own
    assert len(list(tree.iter(f"{SVG}circle"))) == 8
    tree = ET.fromstring(growth(board, order, sets))  # noqa: S314 - our own
    assert len(list(tree.iter(f"{SVG}circle"))) == 16
    tree = ET.fromstring(heat(board, order, sets))  # noqa: S314 - our own
    assert len(list(tree.iter(f"{SVG}rect"))) == 16 + 1


def test_plots_as_files(tmp_path: Path) -> None:
    """Four kinds for each task."""
    files = write_plots(results(*two()), "cpu", tmp_path / "plots")
    assert sorted(path.name for path in files) == [
        "unique-b-against-a.svg",
        "unique-ground-size.svg",
        "unique-heat.svg",
        "unique-survival.svg",
    ]


@pytest.mark.parametrize(
    ("scale", "ticks"),
    [
        (Scale(0, 37, 0, 100), [0, 10, 20, 30]),
        (Scale(0, 1, 0, 100), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (Scale(0.01, 100, 0, 100, logarithmic=True), [0.01, 0.1, 1, 10, 100]),
    ],
)
def test_ticks(scale: Scale, ticks: list[float]) -> None:
    """Round numbers within the axis."""
    assert scale.ticks() == pytest.approx(ticks)
    assert scale(scale.low) == 0
    assert scale(scale.high * 10) == 100


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
    assert "unique: 250 puzzles, 10000 runs; CPU seconds" in report(some, [], "cpu")
