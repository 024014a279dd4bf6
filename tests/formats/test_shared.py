"""Other people's files, as they ship them: recognized, of the right size and verdict, or refused.

A verdict says more than a size: with rows and columns swapped, or a clue read backwards, there
would mostly be no solution.
"""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from asp_nono import Verdict, check
from asp_nono.files import read, read_text, write_text
from asp_nono.formats.registry import Content, find, formats
from asp_nono.formats.source import Source
from asp_nono.messages import PuzzleError
from tests.conftest import SHARED
from tests.formats.damage import Cuts, cut, cuts, is_recognized, lines_of, survives

FORMATS = SHARED / "formats"

UNIQUE, MULTIPLE = Verdict.UNIQUE, Verdict.MULTIPLE

_ROWS = [line.split(maxsplit=3) for line in lines_of("shared_files.txt")]
"""Of each file its format, its size and verdict where it holds one puzzle, and its path.

A second solver shares the verdicts. Files without a size are those that other tests ask about.
What is read in no format has the reason after its path: a line that nobody knows, tests of single
lines, archives, a puzzle in four files, programs.
"""

FILES = {path: (form, size, verdict) for form, size, verdict, path in _ROWS if size != "-"}
OTHERS = {path: form for form, size, _, path in _ROWS if size == "-" and form != "none"}
REFUSED = dict(path.split(": ", 1) for form, _, _, path in _ROWS if form == "none")

SETS = {
    "gecode-cpp/nonogram.cpp": ("gecode", 0, {UNIQUE: 18, MULTIPLE: 1}),
    "csv-games-davidje13/alphabet.csv": ("short-rules", 0, {UNIQUE: 104}),
    "csv-games-davidje13/icons.csv": ("short-rules", 0, {UNIQUE: 21}),
    "picmi-xml-xpm/default.xml": ("picmi", 28, {UNIQUE: 26}),
}
"""Files of several: format, how many of them are not sound (drawn in another file), verdicts."""

FORMS = {
    **OTHERS,
    **{name: found[0] for name, found in FILES.items()},
    **{name: found[0] for name, found in SETS.items()},
}
"""The format of every file in which one is recognized."""

FOLDERS = {
    "survey": 22,
    "webpbn": 400,
    "webpbn-extra": 3,
    "taai2011": 100,
    "rand30": 100,
    "color": 30,
    "color-random": 40,
    "hakank": 40,
    "minizinc": 8,
}
"""Folders of puzzles, and the least number of files in each."""

pytestmark = [
    pytest.mark.shared,
    pytest.mark.filterwarnings("ignore::asp_nono.messages.PuzzleWarning"),  # theirs to mend
]


@pytest.mark.parametrize("name", FILES)
def test_read(name: str) -> None:
    """And written to our JSON and to XML without loss."""
    form, size, verdict = FILES[name]
    assert Content(Source.of_path(FORMATS / name)).recognized.form.name == form
    (puzzle,) = read(FORMATS / name)
    assert f"{puzzle.width}x{puzzle.height}" == size
    assert check(puzzle).verdict.name.lower() == verdict
    for lossless in ("json", "xml"):
        assert read_text(write_text([puzzle], lossless)) == [puzzle]


@pytest.mark.parametrize("name", SETS)
def test_sets(name: str) -> None:
    """The sound ones of several."""
    form, unsound, verdicts = SETS[name]
    assert Content(Source.of_path(FORMATS / name)).recognized.form.name == form
    found = find(form).read(Source.of_path(FORMATS / name))
    puzzles = [puzzle for puzzle in found if not isinstance(puzzle, PuzzleError)]
    assert len(found) - len(puzzles) == unsound
    assert Counter(check(puzzle).verdict for puzzle in puzzles) == verdicts
    assert all(puzzle.title for puzzle in puzzles)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    """For a reason."""
    with pytest.raises(PuzzleError) as caught:
        read(FORMATS / name)
    assert str(caught.value).startswith(f"{FORMATS / name}: {REFUSED[name]}")


def test_no_file_is_forgotten() -> None:
    """No file is there for which no test says what becomes of it."""
    there = {path.relative_to(FORMATS).as_posix() for path in FORMATS.rglob("*") if path.is_file()}
    assert {name for name in there if not name.endswith("/SOURCE.txt")} == {*FORMS, *REFUSED}
    for name, form in OTHERS.items():
        assert Content(Source.of_path(FORMATS / name)).recognized.form.name == form


@given(st.sampled_from(sorted(FORMS)), cuts(), st.sampled_from([form.name for form in formats()]))
def test_damaged(name: str, damage: Cuts, form: str) -> None:
    """Whatever befalls a file, every reader reads it or gives a reason, and so does detection."""
    data = cut(Source.of_path(FORMATS / name).data, damage)
    survives(data, [], FORMS[name])
    survives(data, [], form)
    is_recognized(data)


@pytest.mark.parametrize("name", FOLDERS)
def test_folders(name: str) -> None:
    """Every file is read, and survives being written."""
    files = [path for path in (SHARED / name).iterdir() if path.suffix in (".non", ".xml")]
    assert len(files) >= FOLDERS[name]
    for file in files:
        puzzles = read(file)
        assert len(puzzles) == 1
        assert read_text(write_text(puzzles, "xml")) == puzzles
        if file.suffix == ".non":
            assert read_text(write_text(puzzles, "non")) == puzzles


@pytest.mark.parametrize("name", ["icga2017.txt", "tcga2016.txt"])
def test_tournaments(name: str) -> None:
    """A thousand boards, numbered in their titles, are written as they were, byte by byte."""
    path = SHARED / "tournament" / name
    puzzles = read(path)
    assert [puzzle.title for puzzle in puzzles] == [str(n) for n in range(1, 1001)]
    assert write_text(puzzles, "tournament").encode() == path.read_bytes()


def test_details() -> None:
    """Titles, colors and characters that are known from the files and their specifications."""
    duck, bull, fight = read(FORMATS / "az-letters-liorsinai-rosetta/rosetta_code_puzzles.txt")
    assert [puzzle.title for puzzle in (duck, bull, fight)] == ["duck", "bull", "fight? soccer?"]
    assert {check(puzzle).verdict for puzzle in (duck, bull, fight)} == {UNIQUE}
    (bird,) = read(FORMATS / "g-olsak/bird2.g")
    assert [color.rgb for color in bird.colors] == ["ffffff", "0000ff", "000000"]
    (rose,) = read(FORMATS / "g-olsak/rose.g")
    assert [color.char for color in rose.colors] == list(".zgtsrfc")
    assert rose.colors[1].name == "super svetle zelena"
    assert len(read(FORMATS / "webpbn-xml/easy.pbn")) > 1
    (logo,) = read(FORMATS / "webpbn-xml/logo.xml")
    assert [color.name for color in logo.colors] == ["white", "black"]
    for name, reason in (
        ("picmi-xml-xpm/default.xml", "puzzle 1: its picture is in another file"),
        ("webpbn-xml/tester.xml", "in webpbn XML a blank line is an empty <line>"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            read(FORMATS / name)
    (spade,) = read(FORMATS / "gno-gnonograms/spade.gno")
    assert spade.goal
    (sail,) = read(FORMATS / "sgriddler-mk3-jsimlo/sail.sgriddler")
    assert [saved.kind for saved in sail.saved] == ["solution"]
