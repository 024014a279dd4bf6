"""`asp-nono show` and `asp-nono convert`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asp_nono.files import formats, read
from tests.cli.run import HEART, INSTANCES, ONES_2, call, drawn, refused, run

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


def test_convert_and_back(tmp_path: Path) -> None:
    """From XML to .non and back, clues, title and goal are the same."""
    non, xml = tmp_path / "heart.non", tmp_path / "heart.xml"
    assert run("convert", "--lossy", HEART, non).status == 0
    assert call("convert", non, xml).status == 0
    (before,), (after,) = read(HEART), read(xml)
    assert (before.rows, before.columns) == (after.rows, after.columns)
    assert (before.title, before.goal) == (after.title, after.goal)


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


@pytest.mark.parametrize("words", [(), ("--lossy",)])
def test_convert_never_drops_colors(tmp_path: Path, words: tuple[str, ...]) -> None:
    """What makes another puzzle of it is refused with --lossy too, and nothing is written."""
    target = tmp_path / "cherry.non"
    assert "cannot hold colors" in refused("convert", *words, CHERRY, target)
    assert list(tmp_path.iterdir()) == []


def test_help_lists_the_formats() -> None:
    """By name, and whether they are written too."""
    text = call("convert", "--help").out
    for form in formats():
        (line,) = re.findall(rf"(?m)^ +{form.name} .*$", text)
        assert form.title in line
        assert ("only read" in line) == (form.write is None)
