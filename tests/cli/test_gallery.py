"""Drawings in files: what `--output` and its companions make of show and solve."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from tests.cli.run import HEART, INSTANCES, ONES_2, call, refused, run

COLOR = INSTANCES / "color"
CHERRY = COLOR / "cherry.xml"


def _pages(path: Path) -> list[str]:
    reader = PdfReader(BytesIO(path.read_bytes()))
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_svg(tmp_path: Path) -> None:
    """A blank puzzle, its goal, and cells of the size asked for."""
    target = tmp_path / "heart.svg"
    ran = run("show", "--output", target, HEART)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    blank = target.read_text()
    assert 'class="row-clues"' in blank
    assert 'class="cells"' not in blank
    call("show", "--goal", "--no-clues", "--cell-size", "100", "--output", target, HEART)
    goal = target.read_text()
    assert 'class="row-clues"' not in goal
    assert 'class="cells"' in goal
    assert 'width="550"' in goal


def test_png_of_each_solution(tmp_path: Path) -> None:
    """%d in the name is the number of the picture."""
    call("solve", "--output", tmp_path / "ones-%d.png", ONES_2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ones-1.png", "ones-2.png"]
    for path in tmp_path.iterdir():
        with Image.open(path) as image:
            assert image.format == "PNG"


def test_several_pictures_need_names(tmp_path: Path) -> None:
    """One SVG holds one picture; what to do is said, and nothing is written."""
    target = tmp_path / "ones.svg"
    ran = run("solve", "--output", target, ONES_2)
    assert ran.status == 2
    assert ran.err == (
        f"asp-nono: --output {target}: 2 pictures, but a .svg file holds one; "
        "put %d into its name\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_pdf_of_a_folder(tmp_path: Path) -> None:
    """All puzzles of a folder, so many on a page."""
    target = tmp_path / "color.pdf"
    assert run("show", "--output", target, "--per-page", "9", COLOR).status == 0
    pages = _pages(target)
    assert len(pages) == 2
    assert "Cherry" in pages[0]
    assert "Solutions" not in " ".join(pages)


@pytest.mark.parametrize("command", ["show", "solve"])
def test_booklet(command: str, tmp_path: Path) -> None:
    """Blank puzzles without titles, then the solutions: goals, or found by solving."""
    target = tmp_path / "book.pdf"
    call(command, "--output", target, "--booklet", "--paper", "a5", HEART, CHERRY)
    first, second, answers = _pages(target)
    assert "Heart" not in first
    assert "Cherry" not in second
    assert answers.startswith("Solutions 1. Heart")
    assert "2. Cherry" in answers


def test_booklet_without_goal(tmp_path: Path) -> None:
    """A puzzle without a goal has no answer to show; solve has, and its title stays secret."""
    target = tmp_path / "book.pdf"
    ran = run("show", "--output", target, "--booklet", ONES_2, HEART)
    assert ran.status == 2
    assert ran.err == (
        f"asp-nono: {ONES_2}: the file has no goal; asp-nono solve finds solutions\n"
    )
    assert len(_pages(target)) == 2
    call("solve", "--output", target, "--booklet", ONES_2)
    assert "(2 of 2)" in _pages(target)[1]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--booklet"], "--booklet is for --output FILE.pdf"),
        (["--paper", "a4", "--output", "x.svg"], "--paper is for --output FILE.pdf"),
        (["--per-page", "2"], "--per-page is for --output FILE.pdf"),
        (["--no-clues"], "--no-clues is for --output FILE.svg or .png or .pdf"),
        (["--cell-size", "9", "--output", "x.pdf"], "--cell-size is for --output FILE.svg or .png"),
        (["--style", "rows", "--output", "x.png"], "--style is for --output FILE.txt"),
        (["--paper", "a9", "--output", "x.pdf"], "unknown paper 'a9'; choose from a3, a4,"),
        (["--output", "x-%s.svg"], "--output x-%s.svg: a % that is not %d"),
        (["--booklet", "--output", "%d.pdf"], "--output %d.pdf: a booklet is one file"),
    ],
)
def test_options_that_do_not_go_together(words: list[str], reason: str, tmp_path: Path) -> None:
    """An option without effect is a mistake, and what it is for is said."""
    line = refused("show", *words, HEART, cwd=tmp_path)
    assert line.startswith(f"asp-nono: {reason}")
    assert list(tmp_path.iterdir()) == []


def test_endless_output(tmp_path: Path) -> None:
    """A document of thousands of pictures is not begun."""
    ones = INSTANCES / "pathological" / "ones-7.xml"
    ran = run("solve", "--all", "--output", tmp_path / "all.pdf", ones)
    assert ran.status == 2
    assert "more than 1000 pictures for one PDF; put %d into its name" in ran.err
    assert list(tmp_path.iterdir()) == []
