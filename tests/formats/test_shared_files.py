"""Other people's files, as they ship them: read, or refused for a reason that is written here."""

from __future__ import annotations

import pytest

from asp_nono.errors import PuzzleError
from asp_nono.files import read, read_text, write_text
from tests.conftest import SHARED

SETS = {
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
"""The folders and the least number of files in each."""

REFUSED = {
    "picmi-xml-xpm/default.xml": "puzzle 1: its picture is in another file, which is not opened",
    "webpbn-xml/tester.xml": "in webpbn XML a blank line is an empty <line>",
}

pytestmark = [
    pytest.mark.shared,
    pytest.mark.filterwarnings("ignore::asp_nono.errors.PuzzleWarning"),  # theirs to mend
]


@pytest.mark.parametrize("name", SETS)
def test_sets(name: str) -> None:
    """Every file is read, and survives being written."""
    files = [path for path in (SHARED / name).iterdir() if path.suffix in (".non", ".xml")]
    assert len(files) >= SETS[name]
    for file in files:
        puzzles = read(file)
        assert len(puzzles) == 1
        assert read_text(write_text(puzzles, "xml")) == puzzles
        if file.suffix == ".non":
            assert read_text(write_text(puzzles, "non")) == puzzles


def test_files_of_other_programs() -> None:
    """XML and `.non` as other programs ship them; the refused ones are truly wrong."""
    files = [
        path
        for path in sorted((SHARED / "formats").rglob("*"))
        if path.suffix in (".non", ".xml", ".pbn")
    ]
    assert len(files) >= 17
    reasons = {}
    for file in files:
        try:
            assert read(file)
        except PuzzleError as error:
            reasons[file.relative_to(SHARED / "formats").as_posix()] = str(error)
    assert reasons.keys() == REFUSED.keys()
    for name, fragment in REFUSED.items():
        assert reasons[name].startswith(f"{SHARED / 'formats' / name}: ")
        assert fragment in reasons[name]


def test_several_puzzles_and_blank_characters() -> None:
    """Two files whose peculiarities are known from the specification."""
    assert len(read(SHARED / "formats/webpbn-xml/easy.pbn")) > 1
    (logo,) = read(SHARED / "formats/webpbn-xml/logo.xml")
    assert [color.name for color in logo.colors] == ["white", "black"]
    assert logo.goal is None or logo.goal.most_color == 1
