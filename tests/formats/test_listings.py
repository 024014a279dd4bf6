"""Every listing of clues: recognized, read in the right order, and held to its own traps."""

from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from asp_nono.clue import Block
from asp_nono.files import InputFile, read_text, write_text
from asp_nono.formats.listings import write_taai
from asp_nono.formats.registry import find
from asp_nono.formats.source import Numbered, Source
from asp_nono.formats.tokens import clue_of_text, clues_of
from asp_nono.formats.writing import BESIDE_CLUES, WriteSettings, settle
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.puzzle import WHITE, Color, Puzzle, Saved
from tests.formats.fixtures import (
    FLAG,
    posed,
    recognized,
    refusal,
)
from tests.formats.samples import sample


@pytest.mark.parametrize("name", ["mk", "nin", "cwd", "r", "pattern"])
def test_written_flag(name: str) -> None:
    """To the letter."""
    assert write_text([FLAG], name) == sample(f"{name}/flag")


def test_the_ending_decides() -> None:
    """Where two formats read a sound puzzle, or a mark might be another's."""
    assert recognized(sample("nin/either order"), "p.nin") == "nin"
    assert recognized("rows = [| 1, 1 | 2, 0 |];\ncols = [| 2 | 1 |];\n", "p.nin") == "nin"


@pytest.mark.parametrize("name", ["mk", "cwd", "g"])
def test_endings_of_others(name: str, tmp_path: Path) -> None:
    """In a folder, a file with an ending that others use too is looked at first."""
    path = tmp_path / f"p.{name}"
    path.write_text(sample(f"{name}/{'color flag' if name == 'g' else 'flag'}"), encoding="utf-8")
    assert InputFile(str(path)).is_puzzle_file
    path.write_text("all: p.o\n\tcc -o p p.o\n", encoding="utf-8")
    assert not InputFile(str(path)).is_puzzle_file


RING = posed(
    *(
        "".join("#" if 9 < (x - 12) ** 2 + (y - 10) ** 2 < 90 else "." for x in range(25))
        for y in range(25)
    )
)
"""25x25 cells, with blank lines on all sides."""

TURNED = Puzzle(RING.columns, RING.rows)


def tournament(*puzzles: Puzzle) -> str:
    """A set of puzzles, columns first, an empty line for a blank clue."""
    return "".join(
        f"${number}\n"
        + "".join(
            "\t".join(str(block.length) for block in clue) + "\n"
            for clue in (*puzzle.columns, *puzzle.rows)
        )
        for number, puzzle in enumerate(puzzles, 1)
    )


def test_tournament() -> None:
    """Columns come first, and empty lines are blank clues, at the end of a puzzle too."""
    text = tournament(RING, TURNED)
    assert read_text(text) == [replace(RING, title="1"), replace(TURNED, title="2")]
    assert recognized(text) == "tournament"
    assert read_text("\n" + text + "\n\n")[1].title == "2"
    assert text.endswith("\n\n")


def test_writing_tournaments() -> None:
    """Titles that are different numbers are kept; 1, 2, 3 takes the place of others."""
    write = partial(write_taai, options=WriteSettings())
    assert write([RING, TURNED]) == tournament(RING, TURNED)
    kept = [replace(RING, title="7"), replace(TURNED, title="07")]
    assert read_text(write(kept)) == kept
    for first, second in ("Ring", ""), ("3", "3"), ("1", ""), ("1234567890", "2"):
        named = [replace(RING, title=first), replace(TURNED, title=second)]
        with pytest.raises(UnwritableError, match=r"cannot hold the title, but can drop it"):
            write(named)
        with pytest.warns(PuzzleWarning, match="cannot hold the title"):
            text = write_taai(named, WriteSettings(lossy=True))
        assert text == tournament(RING, TURNED)
    with pytest.raises(UnwritableError, match="cannot hold boards of other sizes than 25x25"):
        write([RING, posed("##", ".#")])


def test_wrong_tournaments() -> None:
    """A puzzle with a wrong number of lines has its error in its place."""
    text = tournament(RING, TURNED)
    long = text.replace("$2\n", "$2\n1\n")
    found = find("tournament").read(Source.of_text(long, "p"))
    assert found[0] == replace(RING, title="1")
    assert str(found[1]).startswith(
        "puzzle 2: the rows ask for 256 black cells, the columns for 257"
    )


DOT = replace(Puzzle.of(Grid.from_text(["#"])), goal=None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 x", "line 9: column 2: character 3: a block of 'x'; expected a number"),
        ("1,, 2", "line 9: column 2: character 2: a comma without a number on each side"),
        ("1 0", "line 9: column 2: block 2: 0 cells; 0 stands for a blank line, and only alone"),
        ("1 " * 1001, "line 9: column 2: too many blocks; at most 1000 are read"),
        ("12345678", "line 9: column 2: character 1: a block of '12345678'; expected at most 6"),
    ],
)
def test_wrong_lines(text: str, reason: str) -> None:
    """The error names the line of the text, the line of the puzzle, and the character."""
    with pytest.raises(PuzzleError) as caught:
        clues_of("column", [Numbered(8, "1"), Numbered(9, text)], clue_of_text)
    assert str(caught.value).startswith(reason)


def test_places_on_the_line() -> None:
    """Characters are counted from the start of the line, whatever was taken from it before."""
    line = Numbered(3, "  rows: 12, x ;").split(":", 1)[1].stripped("; ")
    assert line == Numbered(3, "12, x", 8)
    assert [(word.text, str(word.character())) for word in line.words(9)] == [
        ("12", "character 9"),
        ("x", "character 13"),
    ]
    assert refusal("1 1\n   1 x\n\n1\n", "keen").startswith("line 2: row 2: character 6: a block")
    assert refusal("2 1\n\t1 x\n", "nin-hw").startswith("rows and columns: 1 clues")
    toml = '[clues]\nrows = "1, x"\ncolumns = "1"\n'
    assert refusal(toml, "toml").startswith("line 2: row 2: character 12: 'x'")


@pytest.mark.parametrize("count", [0, 1001])
def test_too_many_lines(count: int) -> None:
    """The ceiling holds before a clue is made."""
    with pytest.raises(PuzzleError, match=f"{count} rows; expected 1 to 1000"):
        clues_of("row", [Numbered(1, "x")] * count, clue_of_text)


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
    with pytest.raises(UnwritableError, match=f"the form cannot hold {name}, but can drop"):
        settle("the form", [puzzle], WriteSettings())
    with pytest.warns(PuzzleWarning, match=f"the form cannot hold {name}; the file is written"):
        settle("the form", [puzzle], WriteSettings(lossy=True))
    settle("the form", [puzzle], WriteSettings(), [field])


def test_what_would_be_another_puzzle() -> None:
    """Colors, hidden lengths and a second puzzle are never dropped."""
    red = replace(DOT, colors=(WHITE, Color("red", "r", "ff0000")))
    blotted = replace(DOT, rows=((Block(None),),))
    for puzzles, name in (([red], "colors"), ([blotted], "blotted blocks"), ([DOT] * 2, "second")):
        with pytest.raises(UnwritableError, match=name):
            settle("the form", puzzles, WriteSettings(lossy=True))
    settle("the form", [DOT] * 2, WriteSettings(), ["several"])
