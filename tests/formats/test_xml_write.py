"""webpbn XML: the way there and back, and what cannot be written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.clue import Block
from asp_nono.errors import PuzzleWarning, UnwritableError
from asp_nono.files import read_text, write_text
from asp_nono.grid import Grid
from asp_nono.puzzle import WHITE, Color, Puzzle
from tests.formats.xml_pieces import (
    COLOR_FLAG,
    COLOR_FLAG_XML,
    FLAG,
    RED,
)
from tests.strategies import puzzles

SPECIMENS = [
    Puzzle.of(Grid.from_text(["#.#", ".##"]), title="""Quotes "'", & < > and 🦔"""),
    Puzzle.of(Grid.from_text(["#..#"]), title=" blanks at both ends\t"),
    Puzzle.of(Grid(((0, 0),) * 2)),
    Puzzle.of(Grid(((1, 1),) * 2)),
    Puzzle(((Block(1),),) * 2, ((Block(1),),) * 2),
    Puzzle.of(Grid(((1,) * 12,))),
    Puzzle.of(FLAG, (Color("black", "X", "000000"), Color("white", ".", "ffffff"))),
    Puzzle.of(COLOR_FLAG, (WHITE, Color("чёрный", "ж", "000000"), RED)),
    Puzzle.of(Grid(((0,),)), (Color("black", "&", "000000"),)),
    replace(Puzzle.of(FLAG), notes=("license: a note", "\n"), collection="Flags"),
    replace(Puzzle.of(FLAG), notes=("",), license=" x"),
]


@pytest.mark.parametrize("puzzle", SPECIMENS)
def test_there_and_back_specimens(puzzle: Puzzle) -> None:
    """Awkward puzzles survive."""
    assert read_text(write_text([puzzle], "xml")) == [puzzle]


@given(puzzles())
def test_there_and_back(puzzle: Puzzle) -> None:
    """Every valid puzzle survives."""
    assert read_text(write_text([puzzle], "xml")) == [puzzle]


@given(st.lists(puzzles(max_side=3), min_size=2, max_size=3))
def test_there_and_back_several(several: list[Puzzle]) -> None:
    """So do several of one collection."""
    several = [replace(puzzle, collection="all of one") for puzzle in several]
    assert read_text(write_text(several, "xml")) == several


def test_written_form() -> None:
    """The form that all readers known to us accept."""
    text = write_text(read_text(COLOR_FLAG_XML), "xml")
    assert text.endswith("</puzzleset>\n")
    assert '<color name="red" char="r">ff0000</color>' in text
    assert '<line><count color="black">4</count></line>' in text
    assert "<line></line>" in text
    plain = write_text([Puzzle.of(FLAG)], "xml")
    assert '<color name="white" char=".">ffffff</color>' in plain
    assert "<line><count>4</count></line>" in plain


def test_what_cannot_be_written() -> None:
    """Refused, or dropped with leave and a warning."""
    flag = Puzzle.of(FLAG)
    with pytest.raises(UnwritableError, match="control characters"):
        write_text([replace(flag, title="a\x00b")], "xml")
    with pytest.raises(UnwritableError, match="control characters"):
        write_text([replace(flag, title="\ud800")], "xml")
    two = [replace(flag, collection="a"), replace(flag, collection="b")]
    with pytest.raises(UnwritableError, match="different collections"):
        write_text(two, "xml")
    with pytest.warns(PuzzleWarning, match="different collections"):
        assert read_text(write_text(two, "xml", lossy=True)) == [flag, flag]


def test_more_colors_than_others_read() -> None:
    """Legal, but few programs follow."""
    colors = tuple(Color(f"c{k}", chr(0x4E00 + k), f"{k:06x}") for k in range(40))
    puzzle = Puzzle.of(Grid((tuple(range(40)),)), colors)
    with pytest.warns(PuzzleWarning, match="more than 31 block colors"):
        assert read_text(write_text([puzzle], "xml")) == [puzzle]
