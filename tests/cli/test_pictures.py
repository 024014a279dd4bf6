"""`asp-nono show` and `convert`: puzzles, pictures and other formats."""

import re
from pathlib import Path

import pytest

from asp_nono.files import formats, read
from asp_nono.grid import Grid
from tests.cli.run import HEART, INSTANCES, call, refused, run
from tests.formats.pictures import encoded, enlarged, photograph, pixels

CHERRY = INSTANCES / "color" / "cherry.xml"


def test_help_lists_the_formats() -> None:
    """By name, and whether they are written too."""
    text = call("convert", "--help").out
    for form in formats():
        (line,) = re.findall(rf"(?m)^ +{form.name} .*$", text)
        assert form.title in line
        assert ("only read" in line) == (form.write is None)


ROWS = [".....", ".##r.", ".#rr.", "....."]

GOAL = Grid.from_text(ROWS, ".#r")

ART = pixels(ROWS, {".": (255, 255, 255), "#": (0, 0, 0), "r": (220, 30, 30)})


@pytest.fixture
def art(tmp_path: Path) -> Path:
    """A picture in two colors, four by five cells."""
    path = tmp_path / "art.png"
    path.write_bytes(encoded(ART))
    return path


def test_pixel_art(art: Path, tmp_path: Path) -> None:
    """A puzzle with the picture as its goal, and what to do next."""
    target = tmp_path / "art.xml"
    ran = run("convert", art, target)
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == (
        f"asp-nono: {target}: 5x4 cells, 2 block colors; "
        f"`asp-nono check {target}` shows whether it has one solution\n"
    )
    assert read(target)[0].goal == GOAL


def test_decisions(tmp_path: Path) -> None:
    """What was made of a photograph or a screenshot is said; options decide in its place."""
    photo, shot, target = (tmp_path / name for name in ("photo.jpg", "shot.png", "puzzle.xml"))
    photo.write_bytes(encoded(photograph(), "JPEG"))
    shot.write_bytes(encoded(enlarged(ART, 12)))
    first, second, third = run("convert", photo, target).err.splitlines()
    assert f"warning: {photo}: a picture of 640x480 pixels, shrunk to 50x38 cells" in first
    assert second.endswith(" colors, made black and white")
    assert third.startswith(f"asp-nono: {target}: 50x38 cells, 1 block color; ")
    first = run("convert", shot, target).err.splitlines()[0]
    assert first == f"asp-nono: warning: {shot}: read as 5x4 cells of 12x12 pixels"
    words = ("--size", "24x", "--colors", "3", "--background", "silver")
    ran = run("convert", *words, photo, target)
    assert ran.err.startswith(f"asp-nono: {target}: 24x18 cells, 3 block colors")
    assert read(target)[0].colors[0].name == "silver"
    call("convert", "--size", "x9", "--threshold", "80", photo, target)
    assert (read(target)[0].width, read(target)[0].height) == (12, 9)


@pytest.mark.usefixtures("plain_terminal")
def test_preview(art: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown without being written: in colors where there are some, else as rows."""
    before = set(art.parent.iterdir())
    ran = run("convert", "--preview", art)
    assert (ran.status, ran.out, ran.err) == (0, "\n".join([*ROWS, ""]), "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[48;5;" in run("convert", "--preview", art).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("convert", "--preview", art).out
    assert set(art.parent.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--size", "40"], "--size 40; expected cells across and down, as 40x30, 40x or x30"),
        (["--size", "6x4"], "6x4 cells from 5x4 pixels; a cell has at least one"),
        (["--colors", "99"], "99 is not in the range 1<=x<=31"),
    ],
)
def test_options_that_do_not_suit(art: Path, words: list[str], reason: str) -> None:
    """One line, and nothing is written."""
    before = set(art.parent.iterdir())
    assert reason in refused("convert", *words, art, art.parent / "x.xml")
    assert set(art.parent.iterdir()) == before


def test_pictures_in_folders(art: Path) -> None:
    """A folder is searched for puzzles: drawings of them that lie beside are left alone."""
    (art.parent / "heart.xml").write_bytes(HEART.read_bytes())
    ran = run("check", art.parent)
    assert (ran.status, ran.out.count("\n")) == (0, 1)
    assert "art.png: unique" in run("check", art).out
