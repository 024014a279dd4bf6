"""From lines of numbers to clues, and what a listing of clues cannot hold."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from asp_nono.clue import Block
from asp_nono.errors import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.formats.losses import BESIDE_CLUES, Options, settle_listing
from asp_nono.formats.tokens import Numbered, clues_of_lengths, clues_of_text
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved
from tests.formats.fixtures import refusal

DOT = replace(Puzzle.of(Grid.from_text(["#"])), goal=None)


@pytest.mark.parametrize(
    ("text", "lengths"),
    [("4", [4]), ("1 2", [1, 2]), ("1, 2,3", [1, 2, 3]), ("1\t12 ", [1, 12]), ("0", []), ("", [])],
)
def test_numbers(text: str, lengths: list[int]) -> None:
    """Blanks and commas part numbers; 0 alone and nothing at all are a blank line."""
    assert clues_of_text("row", [Numbered(1, text)]) == (tuple(map(Block, lengths)),)
    assert clues_of_lengths("row", [lengths]) == (tuple(map(Block, lengths)),)
    assert clues_of_lengths("row", [[0]]) == ((),)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 x", "line 9: column 2: character 3: a block of 'x'; expected a number"),
        ("1 -2", "line 9: column 2: character 3: a block of '-2'; expected a number"),
        ("²", "line 9: column 2: character 1: a block of '²'; expected a number"),
        ("1,, 2", "line 9: column 2: character 2: a comma without a number on each side"),
        ("1 2,", "line 9: column 2: character 4: a comma without a number on each side"),
        (" ,1", "line 9: column 2: character 2: a comma without a number on each side"),
        ("1 0", "line 9: column 2: block 2: 0 cells; 0 stands for a blank line, and only alone"),
        ("0 0", "line 9: column 2: block 1: 0 cells; 0 stands for a blank line, and only alone"),
        ("1 " * 1001, "line 9: column 2: too many blocks; at most 1000 are read"),
        ("12345678", "line 9: column 2: character 1: a block of '12345678'; expected at most 6"),
    ],
)
def test_wrong_lines(text: str, reason: str) -> None:
    """The error names the line of the text, the line of the puzzle, and the character."""
    with pytest.raises(PuzzleError) as caught:
        clues_of_text("column", [Numbered(8, "1"), Numbered(9, text)])
    assert str(caught.value).startswith(reason)


def test_places_on_the_line() -> None:
    """Characters are counted from the start of the line, whatever was taken from it before."""
    line = Numbered(3, "  rows: 12, x ;").split(":", 1)[1].stripped("; ")
    assert line == Numbered(3, "12, x", 8)
    assert [(word.text, word.character()) for word in line.words(9)] == [
        ("12", "character 9"),
        ("x", "character 13"),
    ]
    assert refusal("1 1\n   1 x\n\n1\n", "keen").startswith("line 2: row 2: character 6: a block")
    assert refusal("2 1\n\t1 x\n", "nin-hw").startswith("rows and columns: 1 clues")
    toml = '[clues]\nrows = "1, x"\ncolumns = "1"\n'
    assert refusal(toml, "toml").startswith("line 2: row 2: character 12: 'x'")


def test_wrong_lengths() -> None:
    """Numbers from elsewhere are held to the same rules."""
    with pytest.raises(PuzzleError, match="row 2: block 1: 0 cells"):
        clues_of_lengths("row", [[1], [0, 1]])
    with pytest.raises(PuzzleError, match="row 1: a block of -1 cells"):
        clues_of_lengths("row", [[-1]])
    with pytest.raises(PuzzleError, match="row 1: too many blocks; at most 1000 are read"):
        clues_of_lengths("row", [[1] * 1001])


@pytest.mark.parametrize("count", [0, 1001])
def test_too_many_lines(count: int) -> None:
    """The ceiling holds before a clue is made."""
    with pytest.raises(PuzzleError, match=f"{count} rows; expected 1 to 1000"):
        clues_of_text("row", [Numbered(1, "x")] * count)
    with pytest.raises(PuzzleError, match=f"{count} columns; expected 1 to 1000"):
        clues_of_lengths("column", [[0]] * count)


def test_every_field_is_clues_or_beside_them() -> None:
    """A new field of Puzzle must be said to be lost by listings; given cells are refused."""
    named = {field.name for field in fields(Puzzle)}
    assert named == {"rows", "columns", "colors", "given", *BESIDE_CLUES}


BESIDE: dict[str, Any] = {
    **dict.fromkeys(BESIDE_CLUES, "x"),
    "notes": ("x",),
    "goal": Grid.from_text(["#"]),
    "saved": (Saved(PartialGrid(((3,),))),),
}


@pytest.mark.parametrize("field", BESIDE_CLUES)
def test_what_listings_cannot_hold(field: str) -> None:
    """Each thing beside the clues is refused by name, dropped with leave, or kept."""
    puzzle = replace(DOT, **{field: BESIDE[field]})
    name = BESIDE_CLUES[field]
    with pytest.raises(UnwritableError, match=f"the form cannot hold {name}; but can drop"):
        settle_listing("the form", [puzzle], Options())
    with pytest.warns(PuzzleWarning, match=f"the form cannot hold {name}; the file is written"):
        settle_listing("the form", [puzzle], Options(lossy=True))
    settle_listing("the form", [puzzle], Options(), keeps=[field])


def test_what_would_be_another_puzzle() -> None:
    """Colors, hidden lengths and a second puzzle are never dropped."""
    red = replace(DOT, colors=(WHITE, Color("red", "r", "ff0000")))
    blotted = replace(DOT, rows=((Block(None),),))
    for puzzles, name in (([red], "colors"), ([blotted], "blotted blocks"), ([DOT] * 2, "second")):
        with pytest.raises(UnwritableError, match=name):
            settle_listing("the form", puzzles, Options(lossy=True))
    settle_listing("the form", [DOT] * 2, Options(), several=True)


def test_names_of_colors() -> None:
    """Black on white by other names is black on white, and the names are lost."""
    named = replace(DOT, colors=(WHITE, Color("schwarz", "s", BLACK.rgb)))
    with pytest.raises(UnwritableError, match="cannot hold the names of colors; but can drop"):
        settle_listing("the form", [named], Options())
