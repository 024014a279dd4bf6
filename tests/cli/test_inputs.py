"""How often commands open the files that they read."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from asp_nono.files import write
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.cli.run import run

FLAG = Puzzle.of(Grid.from_text(["###", "##.", "#.."]))

_counters: list[Counter[str]] = []


def _count(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open":
        for counter in _counters:
            counter[str(arguments[0])] += 1


sys.addaudithook(_count)  # it stays until the process ends


@contextmanager
def opening() -> Iterator[Counter[str]]:
    """Counts how often each file is opened inside the block."""
    counter = Counter[str]()
    _counters.append(counter)
    try:
        yield counter
    finally:
        _counters.remove(counter)


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with puzzles of sure and of common suffixes, and with files of others."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    for name in ("a.xml", "b.json", "c.mk", "d.json.gz"):
        write([Puzzle(FLAG.rows, FLAG.columns)], folder / name)
    (folder / "other.json").write_text('{"name": "no puzzle"}')
    (folder / "other.mk").write_text("all: p.o\n\tcc -o p p.o\n")
    (folder / "other.txt").write_text("no puzzle")
    return folder


@pytest.mark.parametrize(
    "words",
    [
        "check",
        "check --jobs 2",
        "publish --output ../site",
        "blot",
        "make",
        "lab plan --recipe order --instances",
    ],
)
def test_folder(mixed: Path, words: str) -> None:
    """What is opened to see whether it is a puzzle is not opened again to read it."""
    with opening() as opened:
        ran = run(*words.split(), mixed, cwd=mixed)
    assert "Traceback" not in ran.err
    found = {path.name: opened[str(path)] for path in mixed.iterdir()}
    assert found == {path.name: int(path.suffix != ".txt") for path in mixed.iterdir()}


def test_drawing_that_might_be_a_photograph(tmp_path: Path) -> None:
    """A picture is opened once to see that it is none, and to read its puzzle."""
    file = tmp_path / "flag.png"
    assert FLAG.goal
    cells = [0 if cell else 255 for row in FLAG.goal.rows for cell in row]
    picture = Image.new("L", (3, 3))
    picture.putdata(cells)
    picture.save(file)
    with opening() as opened:
        ran = run("make", file)
    assert ran.status == 0
    assert opened[str(file)] == 1
