"""Formats that hold many puzzles in a file: tournaments, picross-solver's text, letters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from asp_nono.errors import PuzzleError, PuzzleWarning
from asp_nono.files import read_text
from asp_nono.formats.registry import find
from asp_nono.formats.source import Source
from asp_nono.puzzle import Puzzle
from tests.formats.fixtures import FLAG, WIDE, one, posed, recognized, refusal
from tests.formats.listings import FLAGS, WIDES

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
    assert read_text(text) == [replace(RING, id="$1"), replace(TURNED, id="$2")]
    assert recognized(text) == "tournament"
    assert read_text("\n" + text + "\n\n")[1].id == "$2"
    assert text.endswith("\n\n")


def test_wrong_tournaments() -> None:
    """A puzzle with a wrong number of lines has its error in its place."""
    text = tournament(RING, TURNED)
    long = text.replace("$2\n", "$2\n1\n")
    found = find("tournament").read(Source.of_text(long, "p"))
    assert found[0] == replace(RING, id="$1")
    assert str(found[1]).startswith(
        "puzzle 2: the rows ask for 256 black cells, the columns for 257"
    )
    assert refusal("$x\n1\n1\n", "tournament") == "line 1: '$x'; expected $ and a number"
    assert refusal("$1\n0\t1\n").startswith("columns and rows: 1 clues; expected 50")


def test_tournament_without_numbers() -> None:
    """A single puzzle of any size is read, and it is said what is taken for granted."""
    text = "2\n1\n1\n2\n1\n1\n"
    with pytest.warns(PuzzleWarning, match="read as a puzzle of a tournament, the columns first"):
        assert one(text.replace("2\n1", "1 1\n1", 1)) == posed("##.", "..#", "#..")
    assert refusal("1\n1\n1\n", "tournament") == "3 lines; expected as many columns as rows"


def test_picross() -> None:
    """Several grids with their names; brackets hold a clue, and nothing else does."""
    text = 'GRID "Flag" (ours)\n' + FLAGS["picross"].partition("GRID\n")[2] + WIDES["picross"]
    assert read_text(text) == [replace(FLAG, title='"Flag" (ours)'), WIDE]
    wrong = text.replace("[ 2 ]\n\n", "[ 2 ]\nGRILL\n").replace("[ 1 1 ]\n[ 2 ]", "[ 1 ]\n[ 2 ]")
    found = find("picross").read(Source.of_text(wrong + "GRID\nROWS\n[ 1 ]\n", "p"))
    assert found[0] == replace(FLAG, title='"Flag" (ours)')
    assert [str(error) for error in found[1:]] == [
        "puzzle 2: the rows ask for 3 black cells, the columns for 4",
        "puzzle 3: 0 columns; expected 1 to 1000",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("GRIDS\n", "line 1: 'GRIDS'; expected GRID and a name"),
        ("# GRID\n", "expected GRID and a name"),
        ("GRID\n[ 1 ]\n", "line 2: '[ 1 ]'; expected ROWS and COLUMNS, once each, and clues"),
        ("GRID\nROWS\n1\n", "line 3: '1'; expected ROWS and COLUMNS, once each, and clues"),
        ("GRID\nROWS\n[ 1\nCOLUMNS\n[ 1 ]", "line 3: row 1: '[ 1'; expected numbers in brackets"),
        ("GRID\nROWS\n[ 0 1 ]\nCOLUMNS\n[ 1 ]", "line 3: row 1: block 1: 0 cells"),
        ("GRID\nROWS\n[ 1 ]\nROWS\n", "line 4: 'ROWS'; expected ROWS and COLUMNS, once each"),
    ],
)
def test_wrong_grids(text: str, reason: str) -> None:
    """Errors name the line."""
    assert refusal(text, "picross").startswith(reason)


def test_letters() -> None:
    """A puzzle is two lines; a name may stand before them, and anything before the first."""
    text = "Ours\n--flag\n" + FLAGS["letters"] + "\n" + WIDES["letters"].partition("\n")[2]
    assert read_text(text) == [replace(FLAG, title="flag"), WIDE]
    assert one("Z\n" + " ".join("A" * 26) + "\n") == posed("#" * 26)
    found = find("letters").read(Source.of_text(text + "--half\nA\n--\nA\na\nA\n", "p"))
    assert [str(error) for error in found[2:]] == [
        "puzzle 3: 1 lines of clues; expected one of rows, one of columns",
        "puzzle 4: line 12: 'a'; expected clues in capital letters",
        "puzzle 5: 1 lines of clues; expected one of rows, one of columns",
    ]
    assert refusal("1\n2\n", "letters").startswith("no clues in capital letters; expected a line")
    assert refusal("A\n" + "A " * 2000, "letters") == "1001 columns; expected 1 to 1000"
    assert refusal("A\n" + "A" * 2000, "letters").startswith("line 2: column 1: too many blocks")
    assert refusal("A@\nA @\n", "letters").startswith("line 1: row 1: block 2: 0 cells")


def test_jcross() -> None:
    """Height before width, and a 0 at the end of every clue."""
    text = WIDES["jcross"].replace("1\n", "2\n", 1) + FLAGS["jcross"].partition("\n")[2]
    assert read_text(text) == [WIDE, FLAG]
    assert recognized(text) == "jcross"
    found = find("jcross").read(Source.of_text(text.replace("4 0", "4"), "p"))
    assert str(found[1]) == "puzzle 2: line 9: row 1: '4'; expected a 0 at the end of the line"
    assert found[0] == WIDE
    for old, new, reason in (
        ("2\n2 3", "3\n2 3", "2 puzzles; expected 3"),
        ("2\n2 3", "1\n2 3", "line 8: '5 5'; expected the end after 1 puzzles"),
        ("5 5", "5 6", "line 8: 10 clues; expected 11"),
        ("5 5", "5", "line 8: '5'; expected height and width, from 1 to 1000"),
        ("2 3", "0 3", "line 2: '0 3'; expected height and width, from 1 to 1000"),
        ("2\n", "x\n", "line 1: character 1: a block of 'x'; expected a number"),
    ):
        assert refusal(text.replace(old, new, 1), "jcross") == reason


def test_errors_stand_for_single_puzzles() -> None:
    """A set is read although a puzzle of it is wrong, unless all of it is asked for."""
    with pytest.raises(PuzzleError, match=r"^<text>: puzzle 1: line 1: '1x'; expected a size"):
        read_text("1x\n1:1/1\n", form="pattern")
