"""`asp-nono generate` as it is typed."""

import re
import signal
from pathlib import Path

import pytest

from asp_nono.draw.png import draw_png
from asp_nono.files import read, read_text, write
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.cli.run import GUARD, call, run, start


@pytest.mark.parametrize("name", ["many.xml", "many.json", "many.non"])
def test_one_file_with_many(name: str, tmp_path: Path) -> None:
    """Where the format holds several; their notes say how they were made where it holds notes."""
    target = tmp_path / name
    several = 1 if name.endswith(".non") else 3
    words = ("--size", "8x8", "--colors", 1, "--count", several, "--output", target)
    assert run("generate", *words).status == 0
    found = read(target)
    assert len(found) == several
    for puzzle in found:
        assert check(puzzle).verdict is Verdict.UNIQUE
        assert puzzle.title.startswith("Random 8x8, seed 0, number ")
        if not name.endswith(".non"):
            note = "asp-nono generate: density 0.5, smoothness 0.4, symmetry none, seed 0, number"
            assert puzzle.notes[0].startswith(note)


def test_a_folder(tmp_path: Path) -> None:
    """One file each; a folder that is not there is made."""
    target = f"{tmp_path}/new/"
    assert run("generate", "--count", 2, "--to", "json", "--output", target).status == 0
    files = sorted(path.name for path in Path(target).iterdir())
    assert files == ["random-15x15-s0-1.json", "random-15x15-s0-2.json"]


def test_what_is_not_found_is_told() -> None:
    """With status 3, and what was tried."""
    ran = run("generate", "--size", "2x1", "--verdict", "multiple", "--tries", 4)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == "asp-nono: puzzle 1: no puzzle found; 4 pictures tried, 4 unique\n"
    late = run("generate", "--size", "30x30", "--difficulty", "10", "--time-limit", 1)
    assert late.status == 3
    assert late.err.startswith("asp-nono: puzzle 1: time limit of 1 s; ")


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_it_keeps_what_it_has(jobs: int, tmp_path: Path) -> None:
    """Ctrl-C ends the work; the puzzles by then are in the file, and no more."""
    process = start(
        *("generate", "--count", 10**6, "--size", "12x12", "--jobs", jobs),
        *("--output", f"{tmp_path}/here/", "--to", "xml"),
    )
    folder = tmp_path / "here"
    while len(list(folder.glob("*.xml"))) < 3:
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=GUARD) == 130
    assert process.communicate()[1] == ""
    found = (check(puzzle).verdict for file in folder.iterdir() for puzzle in read(file))
    assert set(found) == {Verdict.UNIQUE}


def test_interrupted_it_writes_the_file(tmp_path: Path) -> None:
    """Also where all go to one file: here what was found before a picture was given up."""
    ones = ["#.", ".#"]
    for name, rows in (("1", [".#.", "###", ".#."]), ("2", ones), ("3", ones)):
        write([Puzzle.of(Grid.from_text(rows))], tmp_path / f"{name}.pbm")
    target = tmp_path / "many.xml"
    process = start(
        *("generate", "--from-pictures", tmp_path, "--touch-up", 0, "--tries", 10**9),
        *("--time-limit", 3, "--output", target),
    )
    assert process.stderr
    assert process.stderr.readline().startswith("asp-nono: puzzle 2: time limit of 3 s; ")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=GUARD) == 130
    process.communicate()
    assert [puzzle.title for puzzle in read(target)] == ["1"]


def test_text() -> None:
    """In our own letters, at the size that is wanted; unique by few changes."""
    ran = call("generate", "--text", "Hi", "--size", "30x20", "--to", "json")
    (found,) = read_text(ran.out)
    assert (found.title, found.width, found.height) == ("Hi", 30, 20)
    assert "not unique" not in ran.err


def _painted(folder: Path, **drawn: list[str]) -> None:
    for name, rows in drawn.items():
        puzzle = Puzzle.of(Grid.from_text(rows))
        (folder / f"{name}.png").write_bytes(draw_png(puzzle, puzzle.goal, clues=False))


def test_pictures_of_a_folder(tmp_path: Path) -> None:
    """Each gives a puzzle of its name; what is no picture is told of."""
    _painted(tmp_path, arrow=["..#..", ".###.", "#####"], cross=[".#.", "###", ".#."])
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    target = tmp_path / "puzzles.xml"
    ran = run("generate", "--from-pictures", tmp_path, "--output", target)
    assert ran.status == 0, ran.err
    assert [puzzle.title for puzzle in read(target)] == ["arrow", "cross"]
    assert "broken.png: a damaged picture" in ran.err


def test_make_repairs_pictures(tmp_path: Path) -> None:
    """Each file by itself; the difficulty holds, and a picture that needs no change gets none."""
    _painted(tmp_path, ones=["#..", ".#.", "..#"], arrow=["..#..", ".###."])
    ran = run("make", tmp_path, "--output", f"{tmp_path}/made/", "--to", "json")
    arrow, ones = [line for line in ran.err.splitlines() if " unique" in line]
    assert arrow.endswith("arrow.png: 5x2, unique, difficulty 1; 0 cells changed, no fewer will do")
    assert re.search("; [1-9] cells? changed, no fewer will do$", ones)
    (found,) = read(tmp_path / "made" / "ones.json")
    assert found.title == "ones"
    assert check(found).verdict is Verdict.UNIQUE
    hard = run("make", tmp_path / "ones.png", "--difficulty", "9-10", "--touch-up", 0)
    assert hard.status == 3
    assert "no puzzle found; 100 pictures tried" in hard.err
