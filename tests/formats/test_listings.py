"""Every listing of clues: recognized, read in the right order, and held to its own traps."""

import warnings
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from asp_nono.clue import Block
from asp_nono.files import formats, read, read_text, write_text
from asp_nono.formats.listings import write_taai
from asp_nono.formats.registry import find, is_puzzle_file
from asp_nono.formats.source import Numbered, Source
from asp_nono.formats.tokens import clue_of_text, clues_of
from asp_nono.formats.writing import BESIDE_CLUES, WriteSettings, settle
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError, PuzzleWarning, UnwritableError
from asp_nono.puzzle import WHITE, Color, Puzzle, Saved
from tests.formats.fixtures import (
    FLAG,
    MORE,
    PLAIN,
    WIDE,
    clues,
    clues_in,
    one,
    posed,
    recognized,
    refusal,
)
from tests.formats.listings import FLAGS, WIDES

pytestmark = pytest.mark.filterwarnings("ignore:.*the second empty line:")


@pytest.mark.parametrize(
    ("name", "text", "puzzle"),
    [(*item, FLAG) for item in FLAGS.items()] + [(*item, WIDE) for item in WIDES.items()],
)
def test_recognized(name: str, text: str, puzzle: Puzzle) -> None:
    """Rows are not taken for columns, nor width for height, also where lines are blank."""
    assert one(text, name) == puzzle
    assert recognized(text) == name


HELD = {
    form.name: write_text([WIDE], form.name)
    for form in formats()
    if form.write and form.name not in ("pbm", "tournament")
}
HELD |= FLAGS


@pytest.mark.parametrize("name", HELD)
def test_ends_of_lines(name: str, tmp_path: Path) -> None:
    """CRLF, CR, a mark of byte order, and no end of the last line make no difference."""
    data = HELD[name].encode()
    for changed in (
        data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b"\r"),
        b"\xef\xbb\xbf" + data,
        data.removesuffix(b"\n"),
    ):
        path = tmp_path / "p"
        path.write_bytes(changed)
        assert read(path, form=name) == read(path) == [FLAG if name in FLAGS else WIDE]


WRITTEN = [form.name for form in formats() if form.name in {*FLAGS} - {"g"} and form.write]
"""Formats that hold nothing but black and white clues."""


@pytest.mark.parametrize("name", [*WRITTEN, "g", "dzn", "toml", "non", "xml"])
@pytest.mark.parametrize("puzzle", PLAIN)
def test_written(name: str, puzzle: str) -> None:
    """What is written is read again, and ends with the end of a line."""
    text = write_text([PLAIN[puzzle]], name)
    assert clues_in(text, name) == clues(PLAIN[puzzle])
    assert text.endswith("\n")


@pytest.mark.parametrize("name", WRITTEN)
def test_written_flag(name: str) -> None:
    """To the letter."""
    assert write_text([FLAG], name) == FLAGS[name]


@pytest.mark.parametrize("name", [*WRITTEN, "g", "dzn"])
@pytest.mark.parametrize("puzzle", MORE)
def test_not_written(name: str, puzzle: str) -> None:
    """What a format cannot hold is refused, or with leave dropped with a warning."""
    whole = MORE[puzzle]
    with warnings.catch_warnings(record=True, action="always") as lost:
        try:
            text = write_text([whole], name, lossy=True)
        except UnwritableError:
            assert whole.blotted or not whole.black_on_white
            return
    assert clues_in(text, name) == clues(whole)
    if lost:
        with pytest.raises(UnwritableError):
            write_text([whole], name)


TEN = "10 0\n#\n" + "1 0\n" * 10


@pytest.mark.parametrize(
    ("name", "text", "puzzle"),
    [
        # the `#` line decides; text after the `#` is ignored, and an empty line may be a blank
        ("mk", "5 5\n4\n1 2\n4\n1\n\n# columns\n4\n1,1\n3\n3\n\n", FLAG),
        # comments are passed over, and the order of the sizes is never guessed
        (None, "# ours\n3 2\n\n# rows:\n1 1\n2\n\n# columns:\n2\n1\n1\n", WIDE),
        ("nin", "# ours\n3 2\n\n# rows:\n1 1\n2\n\n# columns:\n2\n1\n1\n", WIDE),
        ("nin", "2 2\n\n2\n1\n1\n", posed("..", "##")),
        # lines are counted: an empty one may be the end of the rows, or a blank clue
        ("cwd", "5\n5\n4\n1 2\n4\n1\n\n\n4\n1 1\n3\n3\n\n", FLAG),
        (None, "2\n2\n\n2\n\n1\n1\n", posed("..", "##")),
        ("cwd", "\n2\n\n3\n1 1\n2\n\n\n2\n1\n1\n", WIDE),
        # exactly one 0 ends a line: 10 does not
        ("syro", TEN, posed("#" * 10)),
        ("syro", TEN + "#\n", posed("#" * 10)),
        # every line without a digit in front is a heading: comments stand before the first
        (None, "ours\n\n" + FLAGS["headed"], FLAG),
        ("headed", "Zeilen\n1 1\n2\nSpalten\n2\n1\n1\n", WIDE),
        # numbers count by their position, those inside labels not at all
        (None, WIDES["bosch"].replace("tiles", "n").replace("widths", "w_2"), WIDE),
        # lists may be tuples, run over lines and end in a comma; the order does not matter
        ("keen1", "columns=((2,),(1,),(1,),)\nrows=[(1,1),[2]]", WIDE),
        ("keen1", "rows = [[]]\n\ncols = [()]", posed(".")),
    ],
)
def test_traps(name: str | None, text: str, puzzle: Puzzle) -> None:
    """What each format allows, and what of it would mislead."""
    assert one(text, name) == puzzle


def test_the_order_of_sizes_is_settled_by_cells() -> None:
    """Where both orders read a sound puzzle, only a name can tell, or the ending of the file."""
    assert recognized("3 2\n1 1\n2\n2\n1\n1\n") == "nin"
    assert recognized("2 3\n1 1\n2\n2\n1\n1\n") == "nin-hw"
    assert recognized("2 2\n2\n0\n1\n1\n") == "nin"
    either = "2 3\n1\n0\n0\n0\n1\n"
    assert refusal(either) == "this can be read as nin or nin-hw; say which format it is"
    assert one(either, "nin") == posed(".#", "..", "..")
    assert one(either, "nin-hw") == posed("..#", "...")
    assert recognized(either, "p.nin") == "nin"
    assert refusal("2 3\n1\n0\n0\n0\n0\n").startswith(
        "this can be read as nin or nin-hw or tournament; say which format it is (nin: the rows ask"
    )


def test_likenesses() -> None:
    """Files of keen and cwd look alike when single numbers come first; the cells tell."""
    assert recognized("1\n1\n2\n\n1\n2\n1\n") == "keen"
    assert one("1\n1\n2\n\n1\n3\n") == posed(".#", ".#", "##")
    assert recognized("2\n2\n2\n1\n\n2\n1\n") == "cwd"
    assert one("2\n2\n2\n1\n\n2\n1\n") == posed("##", "#.")
    assert recognized("2 2\n0\n0\n#\n0\n0\n") == "mk"  # in syro, another 0 is a block of none
    assert recognized("rows = [| 1, 1 | 2, 0 |];\ncols = [| 2 | 1 |];\n", "p.nin") == "nin"


def test_keen_and_ish() -> None:
    """A second empty line ends the one, and is an error in the other."""
    assert one("# a\n\n1,1\n# b\n2 # c\n\n\n2\n1\n1\n", "ish") == WIDE
    assert one("# row clues\n1 1\n---\n2\n\n# col clues\n2\n1\n1\n") == WIDE
    with pytest.warns(PuzzleWarning, match="line 14: after the second empty line; ignored"):
        one(FLAGS["ish"], "ish")


@pytest.mark.parametrize("name", ["mk", "cwd", "g"])
def test_endings_of_others(name: str, tmp_path: Path) -> None:
    """In a folder, a file with an ending that others use too is looked at first."""
    path = tmp_path / f"p.{name}"
    path.write_text(FLAGS[name], encoding="utf-8")
    assert is_puzzle_file(str(path))
    path.write_text("all: p.o\n\tcc -o p p.o\n", encoding="utf-8")
    assert not is_puzzle_file(str(path))


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


def test_tournament_without_numbers() -> None:
    """A single puzzle of any size is read, and it is said what is taken for granted."""
    text = "2\n1\n1\n2\n1\n1\n"
    with pytest.warns(PuzzleWarning, match="read as a puzzle of a tournament, the columns first"):
        assert one(text.replace("2\n1", "1 1\n1", 1)) == posed("##.", "..#", "#..")


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


def test_jcross() -> None:
    """Height before width, and a 0 at the end of every clue."""
    text = WIDES["jcross"].replace("1\n", "2\n", 1) + FLAGS["jcross"].partition("\n")[2]
    assert read_text(text) == [WIDE, FLAG]
    assert recognized(text) == "jcross"
    found = find("jcross").read(Source.of_text(text.replace("4 0", "4"), "p"))
    assert str(found[1]) == "puzzle 2: line 9: row 1: '4'; expected a 0 at the end of the line"
    assert found[0] == WIDE


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
