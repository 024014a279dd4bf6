"""Data of solvers: MiniZinc's with any clues, and data sets that pose the same puzzles."""

from dataclasses import replace
from zipfile import ZipFile

import pytest
from hypothesis import given

from asp_nono.files import read, write_text
from asp_nono.grid import Grid
from asp_nono.messages import UnwritableError
from asp_nono.puzzle import Puzzle
from tests.conftest import SHARED
from tests.formats.fixtures import COLOR_FLAG, FLAG, clues, one
from tests.strategies import grids, texts


@given(grids(max_side=12), texts())
def test_minizinc_read_back(grid: Grid, title: str) -> None:
    """The clues survive whatever the texts are."""
    title = "".join(char for char in " ".join(title.split()) if char.isprintable()).strip()
    posed = replace(Puzzle.of(grid, title=title), goal=None)
    assert one(write_text([posed], "dzn")) == posed


def test_minizinc_losses() -> None:
    """What a data file cannot hold is named."""
    with pytest.raises(UnwritableError, match="MiniZinc data cannot hold colors"):
        write_text([COLOR_FLAG], "dzn", lossy=True)
    with pytest.raises(UnwritableError, match="the title, the goal, but can drop it"):
        write_text([Puzzle.of(Grid.from_text(["#"]), title="two\nlines")], "dzn")
    with pytest.raises(UnwritableError, match="a second puzzle"):
        write_text([FLAG, FLAG], "dzn")


@pytest.mark.shared
def test_data_of_the_challenges() -> None:
    """Patterns pose the puzzles that others have already turned into lists of clues."""
    with ZipFile(SHARED / "formats/csplib/non_MiniZinc_Benchmarks.zip") as archive:
        texts_by_name = {
            name.split("/")[1].removesuffix(".dzn"): archive.read(name).decode()
            for name in archive.namelist()
            if name.endswith(".dzn")
        }
    assert len(texts_by_name) == 21
    posed = {name: one(text) for name, text in texts_by_name.items()}
    known = [path for path in (SHARED / "minizinc").glob("*.non") if path.stem in posed]
    assert len(known) >= 5
    for path in known:
        (other,) = read(path)
        assert (posed[path.stem].rows, posed[path.stem].columns) == (other.rows, other.columns)


@pytest.mark.shared
def test_patterns_under_another_name() -> None:
    """The same puzzle in two dialects that look like lengths and are none."""
    (one_puzzle,) = read(SHARED / "formats/pycsp3-json-txt/dom-06.json")
    (other,) = read(SHARED / "formats/minizinc-dzn-pattern/dom_06.dzn")
    assert clues(one_puzzle) == clues(other)
