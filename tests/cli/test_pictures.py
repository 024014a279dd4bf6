"""`asp-nono show` and `convert`: puzzles, pictures and other formats."""

import re
from pathlib import Path

import pytest

from asp_nono.files import formats, read
from asp_nono.grid import Grid
from tests.cli.run import HEART, INSTANCES, ONES_2, call, drawn, refused, run
from tests.formats.pictures import encoded, enlarged, photograph, pixels

CHERRY = INSTANCES / "color" / "cherry.xml"


def test_show() -> None:
    """What is known of the puzzle, and its empty grid between its clues."""
    expected = f"""\
file: {ONES_2}
title: Ones 2x2
author: asp-nono
copyright: CC0
license: CC0-1.0
size: 2x2, 1 block color
description: One single cell in every line: 2! solutions.

        1 1
      +-----+
    1 |     |
    1 |     |
      +-----+
"""
    ran = run("show", ONES_2)
    assert ran.out.rstrip("\n") == expected.rstrip("\n")
    assert (ran.status, ran.err) == (0, "")


def test_show_saved(tmp_path: Path) -> None:
    """--saved draws a picture that somebody keeps, `?` where it is not finished."""
    file = drawn(tmp_path, "#.", ".#", saved=("#?", "?."))
    text = call("show", "--saved", "1", file).out
    assert "    1 | # ? |\n    1 | ? . |\n" in text
    assert "pictures: goal, saved 1\n" in text


def test_given_cells(tmp_path: Path) -> None:
    """They are counted, drawn and part of the verdict; most formats cannot hold them."""
    file = tmp_path / "given.txt"
    file.write_text("2x2:1/1/1/1,Bc\n", encoding="utf-8")
    text = call("show", str(file)).out
    assert "size: 2x2, 1 block color\ngiven cells: 1 of 4\n" in text
    assert "    1 | ? # |\n    1 | ? ? |\n" in text
    assert call("show", "--style", "rows", str(file)).out == "?#\n??\n"
    assert "unique" in call("check", str(file)).out
    kept = tmp_path / "given.json"
    call("convert", str(file), str(kept))
    assert read(kept) == read(file)
    assert "given cells" in run("convert", "--lossy", str(file), str(tmp_path / "given.xml")).err
    assert not (tmp_path / "given.xml").exists()


def test_convert_to_standard_output() -> None:
    """- and --to write to standard output, and only the file goes there."""
    ran = run("convert", "--to", "non", "--lossy", ONES_2, "-")
    assert ran.status == 0
    assert "width 2\nheight 2\n" in ran.out
    assert all(line.startswith("asp-nono: warning: ") for line in ran.err.splitlines())


def test_convert_lossy_warns(tmp_path: Path) -> None:
    """--lossy writes, and says in one line what is lost, without the place in our code."""
    target = tmp_path / "heart.non"
    ran = run("convert", "--lossy", HEART, target)
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.startswith("asp-nono: warning: Simpson's .non cannot hold the description")
    assert ran.err.count("\n") == 1
    assert target.exists()


def test_convert_never_drops_colors(tmp_path: Path) -> None:
    """What makes another puzzle of it is refused with --lossy too, and nothing is written."""
    target = tmp_path / "cherry.non"
    assert "cannot hold colors" in refused("convert", "--lossy", CHERRY, target)
    assert list(tmp_path.iterdir()) == []


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


def test_preview(art: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown without being written: in colors where there are some, else as rows."""
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
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
