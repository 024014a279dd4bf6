"""The dialects of facts of other programs: read with clingo's parser, never run, and written."""

import warnings
from dataclasses import replace

import pytest
from hypothesis import given

from asp_nono.files import read_text, write_text
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError, PuzzleWarning, UnknownNameError, UnwritableError
from asp_nono.puzzle import WHITE, Color, Puzzle
from tests.cases import PALETTE
from tests.formats.damage import refused_within_bounds
from tests.formats.fixtures import COLOR_FLAG, FLAG, MORE, PLAIN, one
from tests.strategies import grids, texts


@pytest.mark.parametrize("name", PLAIN)
def test_gramcracker_written(name: str) -> None:
    """One fact on a line, sizes first, as gramcracker's own window needs it."""
    text = write_text([PLAIN[name]], "gramcracker")
    facts = [line for line in text.splitlines() if not line.startswith("%")]
    assert facts[0] == f"#const w = {PLAIN[name].width}."
    assert facts[1] == f"#const h = {PLAIN[name].height}."
    assert all(fact.count(".") == 1 for fact in facts)


@given(grids(), texts(), texts())
def test_gramcracker_read_back(grid: Grid, title: str, copyright_line: str) -> None:
    """The clues survive whatever the texts are; so do texts of one line."""
    posed = replace(Puzzle.of(grid, title=" ".join(title.split())), goal=None)
    posed = replace(posed, title="".join(c for c in posed.title if c.isprintable()).strip())
    again = one(write_text([posed], "gramcracker"), "gramcracker")
    assert again == posed
    posed = replace(posed, copyright=f"a\n{copyright_line}")
    with pytest.warns(PuzzleWarning, match="cannot hold the copyright line"):
        text = write_text([posed], "gramcracker", lossy=True)
    again = one(text, "gramcracker")
    assert (again.rows, again.columns) == (grid.row_clues(), grid.column_clues())


def test_gramcracker_losses() -> None:
    """Colors are refused, and the dialects that are only read are not written."""
    with pytest.raises(UnwritableError, match="cannot hold colors"):
        write_text([COLOR_FLAG], "gramcracker", lossy=True)
    with pytest.raises(UnwritableError, match="a second puzzle"):
        write_text([FLAG] * 2, "gramcracker", lossy=True)
    with pytest.raises(UnwritableError, match=r"the goal, but can drop it"):
        write_text([MORE["a goal"]], "gramcracker")
    with pytest.raises(UnknownNameError, match="unknown format to write 'v4hn'"):
        write_text([FLAG], "v4hn")


@pytest.mark.parametrize("form", ["classic", "gramcracker", "v4hn"])
@pytest.mark.parametrize(
    "text",
    [
        "a(" * 300_000 + "1" + ")" * 300_000 + ".",
        "a(" + "-" * 300_000 + "1).",
        "a(1" + "+1" * 300_000 + ").",
        "a(1..1" + "..1" * 300_000 + ").",
        "a :- " + "not " * 300_000 + "b.",
        "a(" + "9" * 300_000 + ").",
        "\N{ARABIC-INDIC DIGIT ONE}.",
        "a(1). " * 300_000,
        "%*x" * 300_000,
    ],
    ids=["deep", "minus", "plus", "range", "not", "digits", "foreign", "many", "comments"],
)
def test_what_clingo_does_not_survive(form: str, text: str) -> None:
    """Texts that end clingo's parser, and Python with it, never reach it."""
    refused_within_bounds(text, form)


@given(grids(colors=4))
def test_written_and_read_back(grid: Grid) -> None:
    """The clues survive."""
    posed = replace(Puzzle.of(grid, PALETTE, title="%*\n#script"), goal=None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
        (again,) = read_text(write_text([posed], "classic", lossy=True))
    assert (again.rows, again.columns) == (posed.rows, posed.columns)
    assert len(again.colors) == len(posed.colors)


def test_who_made_it() -> None:
    """Comments hold it; how colors are called and look is said to be lost."""
    posed = replace(Puzzle.of(Grid.from_text(["#"])), goal=None, title="A dot", license="CC0-1.0")
    assert read_text(write_text([posed], "classic")) == [posed]
    red = replace(posed, colors=(WHITE, Color("red", "r", "ff0000")))
    with pytest.raises(UnwritableError, match="the names and values of colors"):
        write_text([red], "classic")
    with pytest.warns(PuzzleWarning, match="cannot hold the names and values of colors"):
        assert read_text(write_text([red], "classic", lossy=True)) == [posed]


def test_too_many_facts() -> None:
    """More facts than any puzzle has never reach clingo."""
    with pytest.raises(PuzzleError, match=r"line 1: character 1[0-9]+: more than 200000 facts"):
        read_text("br(1,1)." * 200_001)


def test_losses_are_refused() -> None:
    """What facts cannot hold is named, and dropped only on request."""
    posed = replace(Puzzle.of(Grid.from_text(["#"])), description="a dot", source="here")
    with pytest.raises(UnwritableError, match="the description, the goal"):
        write_text([posed], "classic")
    with pytest.warns(PuzzleWarning, match="the file is written without"):
        assert "br(1,1)." in write_text([posed], "classic", lossy=True)
    with pytest.raises(UnwritableError, match="a second puzzle"):
        write_text([posed, posed], "classic", lossy=True)
