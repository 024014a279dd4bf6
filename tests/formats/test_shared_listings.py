"""Listings as other programs ship them: recognized, of the right size, with the right verdict."""

from __future__ import annotations

import pytest

from asp_nono import Verdict, check
from asp_nono.errors import PuzzleError
from asp_nono.files import read, read_text, write_text
from asp_nono.formats.registry import detect
from asp_nono.formats.source import Source
from tests.conftest import SHARED

UNIQUE, MULTIPLE = Verdict.UNIQUE, Verdict.MULTIPLE

FILES = {
    "mk-olsak/c++.mk": ("mk", (25, 25), UNIQUE),
    "mk-olsak/gentleman.mk": ("mk", (65, 50), UNIQUE),
    "mk-olsak/olympics.mk": ("mk", (45, 30), UNIQUE),
    "g-olsak/bicycle.g": ("g", (20, 20), UNIQUE),
    "g-olsak/bird2.g": ("g", (40, 30), UNIQUE),
    "g-olsak/rose.g": ("g", (39, 28), UNIQUE),
    "nin/005-cat.nin": ("nin", (20, 20), UNIQUE),
    "nin/005-small.nin": ("nin", (4, 3), UNIQUE),
    "nin/data145.nin": ("nin", (20, 20), UNIQUE),
    "nin/data146.nin": ("nin", (20, 20), UNIQUE),
    "nin/king.nin": ("nin", (75, 60), UNIQUE),
    "kyle-keen/example_02.txt": ("keen", (5, 5), MULTIPLE),
    "kyle-keen/example_06.txt": ("keen", (32, 32), MULTIPLE),
    "kyle-keen/sierp12548.txt": ("keen", (47, 40), MULTIPLE),
    "kyle-keen/signed.txt": ("keen", (60, 50), UNIQUE),
    "calfzhou-txt/100x70-summer.txt": ("ish", (100, 70), UNIQUE),
    "nng-stasdeep/10.nng": ("nng", (25, 35), UNIQUE),
    "nng-stasdeep/13.nng": ("nng", (30, 42), UNIQUE),
    "nng-stasdeep/2.nng": ("nng", (11, 13), UNIQUE),
    "nng-stasdeep/5.nng": ("nng", (17, 15), UNIQUE),
    "nng-stasdeep/8.nng": ("nng", (24, 28), UNIQUE),
    "picross-solver-txt/Picross-Free-09-D-Duckling.txt": ("picross", (25, 20), UNIQUE),
    "picross-solver-txt/Picross-Normal-11-G-Fish.txt": ("picross", (22, 20), UNIQUE),
    "picross-solver-txt/test_pattern_03.txt": ("picross", (9, 9), UNIQUE),
    "picross-solver-txt/test_pattern_14.txt": ("picross", (2, 2), MULTIPLE),
    "picross-solver-txt/test_pattern_15.txt": ("picross", (4, 4), MULTIPLE),
    "taai-tcga-hard/PuzzleCannotSolve.txt": ("tournament", (25, 25), MULTIPLE),
    "taai-tcga/sample_in_2.txt": ("tournament", (25, 25), UNIQUE),
    "taai-tcga/sample_in_3.txt": ("tournament", (25, 25), UNIQUE),
    "taai-tcga/sample_in_4.txt": ("tournament", (5, 5), UNIQUE),
    "php-dat-yml/duck_15x15.dat": ("matrix", (15, 15), UNIQUE),
    "php-dat-yml/monkey_15x15.dat": ("matrix", (15, 15), UNIQUE),
    "php-dat-yml/sunflower_25x25.dat": ("matrix", (25, 25), MULTIPLE),
    "non-color-mikix/example.non": ("non", (8, 8), UNIQUE),
    "non-nonny-color/data__puzzles__02_not_so_tough__puzzle00.non": ("non", (10, 10), UNIQUE),
    "non-nonny-color/data__puzzles__02_not_so_tough__puzzle01.non": ("non", (10, 10), UNIQUE),
    "non-nonny-color/data__puzzles__02_not_so_tough__puzzle07.non": ("non", (10, 15), UNIQUE),
    "non-nonny-color/data__puzzles__03_symbols__puzzle02.non": ("non", (10, 10), UNIQUE),
    "non-nonny-color/puzzle06.non": ("non", (5, 5), UNIQUE),
    "non-simpson/106.non": ("non", (30, 35), UNIQUE),
    "non-simpson/125.non": ("non", (30, 35), UNIQUE),
    "non-simpson/flower.non": ("non", (30, 35), UNIQUE),
    "non-simpson/nonograms-org-37836-elephant-seals.non": ("non", (20, 15), UNIQUE),
    "non-simpson/webpbn-06739.non": ("non", (40, 40), MULTIPLE),
}
"""Format, width and height, and what a second solver found too, where it came to an end."""

REFUSED = {
    "cwc-khan-csv/p16cC.csv": "a table of sizes or of colors, for rows or for columns",
    "cwc-khan-csv/p16sC.csv": "a table of sizes or of colors, for rows or for columns",
    "cwc-khan-csv/p16sR.csv": "a table of sizes or of colors, for rows or for columns",
    "cwc-khan-csv/p16.inc": "text in no format known here",
    "R-puzzle-string/puzzle-conversion.R": "text in no format known here",
    "R-puzzle-string/puzzle-strings.R": "text in no format known here",
    "tatham-pattern/pattern.c": "text in no format known here",
    "kyle-keen/README.md": "text in no format known here",
}
"""Programs, their documents, and a puzzle in four files."""

pytestmark = [
    pytest.mark.shared,
    pytest.mark.filterwarnings("ignore::asp_nono.errors.PuzzleWarning"),  # theirs to mend
]


@pytest.mark.parametrize("name", FILES)
def test_read(name: str) -> None:
    """And written to XML without loss."""
    path = SHARED / "formats" / name
    form, size, verdict = FILES[name]
    assert detect(Source.of_path(path)).name == form
    (puzzle,) = read(path)
    assert (puzzle.width, puzzle.height) == size
    assert check(puzzle).verdict == verdict
    assert read_text(write_text([puzzle], "xml")) == [puzzle]


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    """For a reason."""
    path = SHARED / "formats" / name
    with pytest.raises(PuzzleError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: {REFUSED[name]}")


def test_sets() -> None:
    """Several puzzles in a file, with their names."""
    puzzles = read(SHARED / "formats/az-letters-liorsinai-rosetta/rosetta_code_puzzles.txt")
    sizes = [(puzzle.width, puzzle.height) for puzzle in puzzles]
    assert sizes == [(8, 9), (25, 20), (20, 25)]
    assert [puzzle.title for puzzle in puzzles] == ["duck", "bull", "fight? soccer?"]
    assert {check(puzzle).verdict for puzzle in puzzles} == {UNIQUE}


def test_colours() -> None:
    """As declared: by the words of X11, by digits, the default not first."""
    (bird,) = read(SHARED / "formats/g-olsak/bird2.g")
    assert [color.rgb for color in bird.colors] == ["ffffff", "0000ff", "000000"]
    (rose,) = read(SHARED / "formats/g-olsak/rose.g")
    assert [color.char for color in rose.colors] == list(".zgtsrfc")
    assert rose.colors[1].name == "super svetle zelena"
