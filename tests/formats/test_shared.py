"""Other people's files, as they ship them: recognized, of the right size and verdict, or refused.

A verdict says more than a size: with rows and columns swapped, or a clue read backwards, there
would mostly be no solution.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono import Verdict, check
from asp_nono.errors import PuzzleError
from asp_nono.files import read, read_text, write_text
from asp_nono.formats.registry import detect, find, formats
from asp_nono.formats.source import Source
from tests.conftest import SHARED
from tests.formats.damage import Cuts, cut, cuts, is_recognized, survives
from tests.formats.test_damage import FIXTURES

FORMATS = SHARED / "formats"

UNIQUE, MULTIPLE, NONE = Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE

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
    "lp-asp/example_02.lp": ("gramcracker", (5, 5), MULTIPLE),
    "lp-asp/example_03b.lp": ("gramcracker", (10, 10), UNIQUE),
    "lp-asp/example_04.lp": ("gramcracker", (20, 20), UNIQUE),
    "lp-asp/example_huge.lp": ("v4hn", (30, 55), UNIQUE),
    "csplib/nonogram_dragonfly.dzn": ("dzn", (20, 20), UNIQUE),
    "csplib/nonogram_p200.py": ("rule-lists", (25, 25), UNIQUE),
    "csplib/nonogram_soccer_player.dzn": ("dzn", (20, 20), UNIQUE),
    "csplib/nonogram_soccer_player.py": ("rule-lists", (20, 20), UNIQUE),
    "minizinc-dzn-pattern/dom_06.dzn": ("dzn", (13, 13), UNIQUE),
    "minizinc-dzn-pattern/non_awful_1.dzn": ("dzn", (55, 55), UNIQUE),
    "minizinc-dzn-pattern/non_fast_1.dzn": ("dzn", (50, 50), UNIQUE),
    "minizinc-dzn-rules/nonogram_car.dzn": ("dzn", (15, 10), UNIQUE),
    "minizinc-dzn-rules/nonogram_hen.dzn": ("dzn", (8, 9), UNIQUE),
    "minizinc-dzn-rules/nonogram_p200.dzn": ("dzn", (25, 25), UNIQUE),
    "picat/nonogram_pbn_edge.pi": ("rule-lists", (10, 11), UNIQUE),
    "picat/nonogram_pbn_lion.pi": ("rule-lists", (47, 47), MULTIPLE),
    "lp-bosch-makhorin-glpk/9dom.dat": ("glpk", (19, 19), UNIQUE),
    "lp-bosch-makhorin-glpk/bucks.dat": ("glpk", (27, 23), UNIQUE),
    "lp-bosch-makhorin-glpk/edge.dat": ("glpk", (10, 11), UNIQUE),
    "lp-bosch-makhorin-glpk/pbn.mod": ("glpk", (10, 10), UNIQUE),
    "nonogrid-toml/UK.toml": ("toml", (31, 15), UNIQUE),
    "nonogrid-toml/hello.toml": ("toml", (22, 7), UNIQUE),
    "pynogram-txt/MLP.txt": ("ini", (59, 50), UNIQUE),
    "pynogram-txt/hello.txt": ("ini", (22, 7), UNIQUE),
    "pynogram-txt/p.txt": ("ini", (8, 11), UNIQUE),
    "pynogram-txt/smile.txt": ("ini", (5, 4), UNIQUE),
    "pynogram-txt/w.txt": ("ini", (30, 20), UNIQUE),
    "color-json/puzzle0.json": ("json-lists", (10, 10), UNIQUE),
    "color-json/puzzle2.json": ("json-lists", (10, 10), UNIQUE),
    "color-json/puzzle4.json": ("json-lists", (20, 15), UNIQUE),
    "thomasr-json/ambiguous.json": ("json-lists", (11, 3), MULTIPLE),
    "thomasr-json/ambiguousPuzzle.json": ("json-lists", (15, 3), MULTIPLE),
    "thomasr-json/octopus.json": ("json-lists", (59, 50), UNIQUE),
    "thomasr-json/unsolvablePuzzle.json": ("json-lists", (2, 2), NONE),
    "pycsp3-json-txt/dom-06.json": ("json-lists", (13, 13), UNIQUE),
    "griddlersolver-json/Griddlers puzzle 193462 - George W. Bush.json": (
        "griddlers-json",
        (88, 99),
        UNIQUE,
    ),
    "griddlersolver-json/Griddlers puzzle 268873 - Buddha.json": (
        "griddlers-json",
        (36, 35),
        UNIQUE,
    ),
    "griddlersolver-json/Griddlers puzzle 275868 - Drummer.json": (
        "griddlers-json",
        (65, 55),
        UNIQUE,
    ),
    "griddlersolver-json/Griddlers puzzle 276558 - Family portrait.json": (
        "griddlers-json",
        (40, 40),
        UNIQUE,
    ),
    "griddlersolver-json/Griddlers puzzle 276577 - Unicorn.json": (
        "griddlers-json",
        (35, 40),
        UNIQUE,
    ),
    "griddlers.net-js/185213": ("griddlers-js", (70, 75), UNIQUE),
    "griddlers.net-js/189138": ("griddlers-js", (70, 70), UNIQUE),
    "griddlers.net-js/275785": ("griddlers-js", (50, 50), UNIQUE),
    "griddlers.net-js/88712": ("griddlers-js", (45, 45), UNIQUE),
    "griddlers.net-js/90062": ("griddlers-js", (40, 30), UNIQUE),
    "nonograms.org-html/8543.html": ("nonograms-org", (20, 20), UNIQUE),
    "gno-gnonograms/10X10.gno": ("gno", (10, 10), UNIQUE),
    "gno-gnonograms/blender.gno": ("gno", (30, 25), UNIQUE),
    "gno-gnonograms/kde.gno": ("gno", (41, 41), UNIQUE),
    "gno-gnonograms/spade.gno": ("gno", (23, 23), UNIQUE),
    "gno-gnonograms/wikimedia.gno": ("gno", (39, 38), UNIQUE),
    "sgriddler-mk3-jsimlo/anime.sgriddler": ("griddler", (45, 50), UNIQUE),
    "sgriddler-mk3-jsimlo/cottage2.sgriddler": ("griddler", (50, 50), UNIQUE),
    "sgriddler-mk3-jsimlo/donkey.sgriddler": ("griddler", (50, 40), UNIQUE),
    "sgriddler-mk3-jsimlo/knitting.sgriddler": ("griddler", (25, 45), UNIQUE),
    "sgriddler-mk3-jsimlo/sail.sgriddler": ("griddler", (30, 50), UNIQUE),
    "yaml-mckoss/006.yaml": ("yaml", (15, 15), UNIQUE),
    "yaml-mckoss/024.yaml": ("yaml", (20, 20), UNIQUE),
    "yaml-mckoss/057.yaml": ("yaml", (25, 25), UNIQUE),
    "yaml-mckoss/058.yaml": ("yaml", (25, 25), UNIQUE),
    "php-dat-yml/cat_20x20.yml": ("yaml", (20, 20), UNIQUE),
    "php-dat-yml/sunflower_25x25.yml": ("yaml", (25, 25), MULTIPLE),
}
"""Files of one puzzle: format, width and height, and the verdict, which a second solver shares."""

SETS = {
    "gecode-cpp/nonogram.cpp": ("gecode", 0, {UNIQUE: 18, MULTIPLE: 1}),
    "csv-games-davidje13/alphabet.csv": ("short-rules", 0, {UNIQUE: 104}),
    "csv-games-davidje13/icons.csv": ("short-rules", 0, {UNIQUE: 21}),
    "picmi-xml-xpm/default.xml": ("picmi", 28, {UNIQUE: 26}),
}
"""Files of several: format, how many of them are not sound (drawn in another file), verdicts."""

UNKNOWN = "text in no format known here"

REFUSED = {
    "cwc-khan-csv/p16cC.csv": "a table of sizes or of colors, for rows or for columns",
    "cwc-khan-csv/p16sC.csv": "a table of sizes or of colors, for rows or for columns",
    "cwc-khan-csv/p16sR.csv": "a table of sizes or of colors, for rows or for columns",
    "cwc-khan-csv/p16.inc": UNKNOWN,
    "R-puzzle-string/puzzle-conversion.R": UNKNOWN,
    "R-puzzle-string/puzzle-strings.R": UNKNOWN,
    "tatham-pattern/pattern.c": UNKNOWN,
    "kyle-keen/README.md": UNKNOWN,
    "csv-games-davidje13/football-partial.json": "row 7: null; expected a clue; lines of which",
    "thomasr-json/bruteForce.json": "expected an object with \"format\": 'asp-nono puzzles'",
    "csplib/non_MiniZinc_Benchmarks.zip": "a ZIP archive; unpack it",
    "lp-bosch-makhorin-glpk/pbn.tex": "line 126: character 1: this statement has no ';'",
    "copris-scala-reader/Nonogram-v1-2.scala": UNKNOWN,
    "nonograms.org-html/downloadToFile.js": UNKNOWN,
    "nonograms.org-html/downloader.js": UNKNOWN,
    "puzzlekit-json/NonogramCrawler.py": UNKNOWN,
    "pycsp3-json-txt/Nonogram.py": UNKNOWN,
    "pycsp3-json-txt/Nonogram_Parser.py": UNKNOWN,
    "pycsp3-json-txt/Nonogram_z.py": UNKNOWN,
}
"""A line that nobody knows, tests of single lines, archives, a puzzle in four files, programs."""

OTHERS = {
    "char-grid/compact_fluorescent_lightbulb.png": "picture",
    "char-grid/myst_falling_man.png": "picture",
    "char-grid/number_loom.png": "picture",
    "char-grid/shirt_and_tie.png": "picture",
    "char-grid/tedious_dust_40x40.png": "picture",
    "pbm/moss-60x60-bw-1.pbm": "pbm",
    "pbm/moss-60x60-bw-3.pbm": "pbm",
    "pbm/test.pbm": "pbm",
    "picmi-xml-xpm/calculator.xpm": "picture",
    "picmi-xml-xpm/robot.xpm": "picture",
    "picmi-xml-xpm/santa_claus.xpm": "picture",
    "picmi-xml-xpm/soccer.xpm": "picture",
    "az-letters-liorsinai-rosetta/rosetta_code_puzzles.txt": "letters",
    "webpbn-xml/529_swing.xml": "xml",
    "webpbn-xml/easy.pbn": "xml",
    "webpbn-xml/logo.xml": "xml",
    "webpbn-xml/look_sharp.xml": "xml",
    "webpbn-xml/tester.xml": "xml",
}
"""Files that other tests ask about, and the format of each."""

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
    pytest.mark.filterwarnings("ignore::asp_nono.errors.PuzzleWarning"),  # theirs to mend
]


@pytest.mark.parametrize("name", FILES)
def test_read(name: str) -> None:
    """And written to our JSON and to XML without loss."""
    form, size, verdict = FILES[name]
    assert detect(Source.of_path(FORMATS / name)).name == form
    (puzzle,) = read(FORMATS / name)
    assert (puzzle.width, puzzle.height) == size
    assert check(puzzle).verdict == verdict
    for lossless in ("json", "xml"):
        assert read_text(write_text([puzzle], lossless)) == [puzzle]


@pytest.mark.parametrize("name", SETS)
def test_sets(name: str) -> None:
    """The sound ones of several."""
    form, unsound, verdicts = SETS[name]
    assert detect(Source.of_path(FORMATS / name)).name == form
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
        assert detect(Source.of_path(FORMATS / name)).name == form


def test_every_reader_is_damaged() -> None:
    """With a file of our own, or with others'."""
    assert {form.name for form in formats()} == {*FORMS.values(), *(form for form, _ in FIXTURES)}


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
