"""The HTML page and the plots: whole, self-contained, and safe against what names hold."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from asp_nono.lab.analyze import by_task
from asp_nono.lab.plots import growth, heat, heat_cells, pair, profile, save, survival, svg
from asp_nono.lab.report import Table, latex, page, plots_of
from asp_nono.messages import Message
from tests.lab.drawn import results, run, two

pytestmark = pytest.mark.slow

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
    assert data["tasks"][0]["places"][1][7] == [1.0, "time-out after 10.0 s"]
    spaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) == spaces
    assert not re.search(r"<(?:link|img|iframe)\b|\bsrc=|@import|\burl\((?!#)", text)


def test_sets_that_can_be_chosen() -> None:
    """The largest ones; one alone is no choice."""
    sizes = {f"set{number:02}": 1 + number % 2 for number in range(24)}
    runs = [run("a", f"{name}/p{n}") for name, size in sizes.items() for n in range(size)]
    text = page(results(*runs), [], "cpu")
    chosen = re.findall(r'data-part="(.*?)"', text)
    assert (len(chosen), chosen[0]) == (21, "")
    assert {name for name, size in sizes.items() if size > 1} < set(chosen)
    assert "4 others are among all" in text
    assert re.findall(r'data-part="(.*?)"', page(results(run("a", "s/p")), [], "cpu")) == [""]


def test_wrong_answers() -> None:
    """In a box of its own at the top, even without runs; whatever names hold is only text."""
    bad = "</script><script>alert(1)</script>"
    text = page(results(run(f"a{bad}", f"set/{bad}")), [Message(bad), Message("y")], "cpu")
    assert 'class="wrong-answers">2 ANSWERS CANNOT BE TRUE' in text
    assert "<script>alert" not in text
    assert "<section" not in page(results(), [Message("x")], "cpu")


@pytest.mark.parametrize("number", [1, 2, pytest.param(30, marks=pytest.mark.slow)])
def test_any_number_of_systems(number: int) -> None:
    """One has nobody to stand against; thirty have a legend that all fit in."""
    runs = [run(f"c{n:02}", f"s/p{m}", 1 + n + m) for n in range(number) for m in range(3)]
    text = page(results(*runs), [], "work")
    assert text.count("<section") == 1


def test_plots_are_svg() -> None:
    """Each is well-formed, and shows what it should: steps, points, cells."""
    (task,) = by_task(two(), "cpu")
    order = task.ranked()
    for draw in (survival, profile, growth, heat):
        assert ET.fromstring(svg(draw(task, order))).tag == f"{SVG}svg"  # noqa: S314 - our own
    steps = re.findall(r'<g data-who="(.)">\s*<path d="([^"]*)"', svg(survival(task, order)))
    assert sorted(len(set(re.findall(r"L (\S+)", path))) for _, path in steps) >= [1, 1, 7, 8]
    points, frame = svg(pair(task, order[1], order[0])), svg(pair(task))
    assert points.count("<use") - frame.count("<use") == 8
    assert "b (CPU seconds)" in points
    assert list(map(len, heat_cells(task, order))) == [2] * 8


def test_profile() -> None:
    """Steps at the factors to the fastest, up to the share of all puzzles that is solved."""
    times = {"a": (1, 1, 2, 8), "b": (2, 4, 2, 5)}
    runs = [run(who, f"s/p{n}", time) for who, some in times.items() for n, time in enumerate(some)]
    (task,) = by_task([*runs, run("a", "s/q", 10, "time-out"), run("b", "s/q", 3)], "cpu")
    (axes,) = profile(task, [task.system("a"), task.system("b")]).axes
    lines = [np.asarray(line.get_xydata()) for line in axes.lines]
    found = [(points[:, 0].tolist(), points[-1, 1]) for points in lines]
    assert found == [([1, 1, 1, 1, 1.6, 10], 0.8), ([1, 1, 1, 1, 2, 4, 10], 1.0)]


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_plots_as_files(tmp_path: Path, kind: str) -> None:
    """Five kinds for each task, the same bytes each time."""
    files = save(plots_of(results(*two()), "cpu"), tmp_path / "plots", kind)
    assert sorted(path.name for path in files) == [
        f"unique-{name}.{kind}"
        for name in ("b-against-a", "ground-size", "heat", "profile", "survival")
    ]
    again = save(plots_of(results(*two()), "cpu"), tmp_path / "again", kind)
    assert [path.read_bytes() for path in files] == [path.read_bytes() for path in again]


def test_latex() -> None:
    """Tables of booktabs; what LaTeX would take as a command is text."""
    table = Table("50 % of {a_b}", ("system", "time"), [(r"\input{x}", "1.0"), ("c~^&#$", "<2")])
    assert table.latex().splitlines() == [
        *(r"\begin{table}", r"\centering", r"\caption{50 \% of \{a\_b\}}"),
        *(r"\begin{tabular}{lr}", r"\toprule", r"system & time \\", r"\midrule"),
        r"\textbackslash{}input\{x\} & 1.0 \\",
        r"c\textasciitilde{}\textasciicircum{}\&\#\$ & $<$2 \\",
        *(r"\bottomrule", r"\end{tabular}", r"\end{table}"),
    ]
    text = latex(results(*two()), [Message("a\nb")], "cpu")
    assert text.count(r"\begin{table}") == 1
    assert text.startswith("% !!! 1 ANSWER CANNOT BE TRUE !!!\n% !!! a\n% b\n")
