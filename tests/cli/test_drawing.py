"""Drawings in files and on standard output: `--output`, `--style` and their companions."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from tests.cli.run import HEART, INSTANCES, ONES_2, call, run

pytestmark = pytest.mark.usefixtures("plain_terminal")

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


def test_text(tmp_path: Path) -> None:
    """Of a blank puzzle the clues, of a picture its rows; of pixels what can be written."""
    target = tmp_path / "heart.txt"
    assert run("show", "--output", target, HEART).status == 0
    assert "-+" in target.read_text()
    assert run("solve", "--output", target, HEART).status == 0
    assert set(target.read_text()) == {".", "#", "\n"}
    ran = run("show", "--output", tmp_path / "heart.bmp", HEART)
    assert (ran.status, list(tmp_path.iterdir())) == (2, [target])
    assert "heart.bmp: expected .svg, .png, .pdf, or a text file" in ran.err


def test_pdf_of_a_folder(tmp_path: Path) -> None:
    """All puzzles of a folder, nine on a page."""
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


ROWS = ".#.#.\n#####\n#####\n.###.\n..#..\n"


def test_blocks_in_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many colors as the environment promises, and the words as ever."""
    words = ("show", "--goal", "--style", "blocks", CHERRY)
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = run(*words).out
    assert "title: Cherry\n" in out
    assert "\x1b[48;5;" in out
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "\x1b[48;2;255;255;255m" in run(*words).out


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR wins: black and white are shapes, and colors are refused."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    out = run("show", "--goal", "--style", "blocks", HEART).out
    assert "▄█▄█▄\n▀███▀\n  ▀" in out
    assert "\x1b" not in out
    ran = run("show", "--goal", "--style", "blocks", CHERRY)
    assert ran.status == 2
    assert "\x1b" not in ran.out
    assert ran.err.startswith(f"asp-nono: {CHERRY}: 2 block colo")


def test_text_to_a_file(tmp_path: Path) -> None:
    """Files hold bare rows, or what --style asks for, save colors."""
    target = tmp_path / "heart.txt"
    call("show", "--goal", "--output", target, HEART)
    assert target.read_text() == ROWS
    call("show", "--style", "text", "--output", target, HEART)
    assert "    1 1 |           |\n" in target.read_text()
