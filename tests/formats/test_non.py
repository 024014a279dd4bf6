"""Simpson's `.non` with its extensions: what is read, refused and written, and what is lost."""

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from asp_nono.clue import Block
from asp_nono.files import read, read_text, write_text
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleWarning, UnwritableError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved
from tests.formats import fixtures
from tests.formats.fixtures import one, recognized, refusal
from tests.strategies import plain_puzzles, puzzles

FLAG = Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])
RED = Color("r", "r", "ff0000")
COLOR_FLAG = Puzzle.of(
    Grid.from_text(["####.", "#rr#.", "####.", "#....", "....."], ".#r"), (WHITE, BLACK, RED)
)

HEAD = "width 5\nheight 5\n"
ROWS = "rows\n4\n1,2\n4\n1\n0\n"
COLUMNS = "columns\n4\n1,1\n3\n3\n0\n"
GOAL = 'goal "1111010110111101000000000"\n'
PLAIN = HEAD + ROWS + COLUMNS

FULL = f"""catalogue "test #1"
title "The &quot;Flag&quot; &amp; more"
by A. Nonymous
copyright "&copy; A. Non&yacute;mous"
license CC0-1.0
collection "Flags"

width 5
height 5

{ROWS}
{COLUMNS}
{GOAL}saved "11??010??0?????1000?00000"
"""


def test_all_keywords() -> None:
    """Every keyword fills its field; quotes and references are decoded."""
    cells = (2, 2, 3, 3, 1, 2, 1, 3, 3, 1, 3, 3, 3, 3, 3, 2, 1, 1, 1, 3, 1, 1, 1, 1, 1)
    saved = PartialGrid(tuple(cells[row : row + 5] for row in range(0, 25, 5)))
    assert one(FULL) == replace(
        Puzzle.of(FLAG, title='The "Flag" & more'),
        id="test #1",
        author="A. Nonymous",
        copyright="© A. Nonýmous",
        license="CC0-1.0",
        collection="Flags",
        saved=(Saved(saved),),
    )


@pytest.mark.parametrize(
    "text",
    [
        "columns 5\nrows 5\n" + ROWS + COLUMNS,
        "maxrule 3\n" + HEAD + COLUMNS + "\n\n" + ROWS,
        HEAD + ROWS.replace("\n", "\n\n") + COLUMNS.removesuffix("\n"),
        HEAD + ROWS.replace(",", ", ") + COLUMNS.replace(",", " "),
        HEAD + ROWS.replace("\n0\n", "\n\n") + COLUMNS.replace("\n0\n", "\n\n"),
        HEAD + ROWS.replace("\n0\n", "\n\n\n\n") + COLUMNS,
        'Width "5"\nHEIGHT 5\n' + ROWS + COLUMNS,
        PLAIN + "====\n",
    ],
)
def test_same_puzzle_in_other_words(text: str) -> None:
    """`columns 5` is a size; order, spacing and the two ways to write a blank do not matter."""
    assert one(text) == replace(Puzzle.of(FLAG), goal=None)


def test_latin_1_is_remarked(tmp_path: Path) -> None:
    """What is no UTF-8 is Latin-1, and the reader says so."""
    path = tmp_path / "p.non"
    path.write_bytes(f'title "Höhe"\n{PLAIN}'.encode("latin-1"))
    with pytest.warns(PuzzleWarning, match="read as Latin-1"):
        assert read(path)[0].title == "Höhe"


def test_trailing_blank_column_needs_its_line() -> None:
    """The end of the last line is not an empty line."""
    assert one("width 2\nheight 1\nrows\n1\ncolumns\n1\n\n").columns == ((Block(1),), ())
    assert "columns: 1 clues; expected 2" in refusal("width 2\nheight 1\nrows\n1\ncolumns\n1\n")


@pytest.mark.parametrize(
    "goal",
    [
        "goal 1111010110111101000000000\n",
        "goal\n11110\n10110\n11110\n10000\n00000\n",
        'goal "11110\n10110\n11110\n10000\n00000"\n',
        'goal "11110 10110 11110 10000 00000"\n',
        "goal 11110\n10110\n11110\n10000\n00000\ntitle Flag\n",
    ],
)
def test_goals(goal: str) -> None:
    """A goal may run over lines, and ends before the next keyword."""
    assert one(PLAIN + goal).goal == FLAG
    assert one(HEAD + goal + ROWS + COLUMNS).goal == FLAG


def test_texts_after_the_clues() -> None:
    """They belong to the last puzzle when no other follows; its own texts win."""
    puzzle = one(f"title One\n{PLAIN}{GOAL}by Me\ntitle Two\n")
    assert (puzzle.title, puzzle.author) == ("One", "Me")


@pytest.mark.parametrize("between", ["", "\n", "====\n", "\n ==== \n\n"])
def test_several_puzzles(between: str) -> None:
    """One after the other as Simpson's program reads them, or in nonogram-db's bundles."""
    text = f"title One\n{PLAIN}{GOAL}{between}title Two\n{HEAD}{COLUMNS}{ROWS}"
    first, second = read_text(text)
    assert (first.title, second.title) == ("One", "Two")
    assert (first.goal, second.goal) == (FLAG, None)
    assert read_text(write_text([first, second], "non")) == [first, second]


def test_remarks() -> None:
    """What is passed over is said."""
    for extra in ("difficulty 3\n", "title One\ntitle Two\n"):
        with pytest.warns(PuzzleWarning, match="ignored"):
            assert one(extra + PLAIN).rows == FLAG.row_clues()
    with pytest.warns(PuzzleWarning, match="2 goals; the first is kept"):
        assert one(PLAIN + GOAL + GOAL).goal == FLAG
    with pytest.warns(PuzzleWarning, match=r"'\*' is ignored"):
        assert one(PLAIN.replace("1,2", "1*,2")).rows == FLAG.row_clues()


COLORED = (
    f"color r #FF0000\n{HEAD}{ROWS}{COLUMNS}".replace("1,2", "1,2r,1")
    .replace("1,1\n3\n", "1,1r,1\n1,1r,1\n")
    .replace("\n0\n", "\n0\n", 1)
)
COLORED_GOAL = 'goal "11110 1rr10 11110 10000 00000"\n'


def test_colors() -> None:
    """nonogram-db's letters, declared or not."""
    assert one(COLORED + COLORED_GOAL) == COLOR_FLAG
    with pytest.warns(PuzzleWarning, match="color 'r' is not declared; #cc1414 is taken"):
        puzzle = one(COLORED.partition("\n")[2] + COLORED_GOAL)
    assert puzzle.colors == (WHITE, BLACK, Color("r", "r", "cc1414"))


@given(st.lists(plain_puzzles(max_side=3), min_size=1, max_size=2))
def test_there_and_back(several: list[Puzzle]) -> None:
    """Whatever plain `.non` can hold survives, several puzzles too."""
    assert read_text(write_text(several, "non")) == several


def test_there_and_back_colored() -> None:
    """With leave to use letters, colors survive."""
    for puzzle in (COLOR_FLAG, Puzzle.of(FLAG, (WHITE, RED))):
        assert read_text(write_text([puzzle], "non", colored=True)) == [puzzle]


@given(puzzles())
def test_never_another_puzzle(puzzle: Puzzle) -> None:
    """Whatever is dropped, blocks and their colors are not."""
    with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
        try:
            text = write_text([puzzle], "non", lossy=True, colored=True)
        except UnwritableError:
            assert puzzle.blotted or puzzle.colors[0].rgb != "ffffff"
            return
    back = one(text)
    assert (back.rows, back.columns, back.goal) == (puzzle.rows, puzzle.columns, puzzle.goal)
    if len(puzzle.colors) > 1:
        assert [color.rgb for color in back.colors] == [color.rgb for color in puzzle.colors]


def test_written_form() -> None:
    """The form that all readers known to us take alike."""
    puzzle = replace(Puzzle.of(FLAG, title='"é"\n'), license="CC0-1.0", author="A & B")
    assert write_text([puzzle], "non") == (
        'title "&#34;&#233;&#34;&#10;"\nby "A &#38; B"\nlicense CC0-1.0\n'
        f"width 5\nheight 5\n\n{ROWS}\n{COLUMNS}\n{GOAL}"
    )


_FLAG = Puzzle.of(FLAG)
_DONE = PartialGrid.of(FLAG)

LOSSES = {
    "notes": replace(_FLAG, notes=("x",)),
    "the names of colors": Puzzle.of(FLAG, (WHITE, Color("ink", "#", "000000"))),
    "the ids of saved pictures": replace(_FLAG, saved=(Saved(_DONE, "x"),)),
    "the notes of saved pictures": replace(_FLAG, saved=(Saved(_DONE, notes=("x",)),)),
    "that a saved picture is a solution": replace(_FLAG, saved=(Saved(_DONE, kind="solution"),)),
}


@pytest.mark.parametrize(("loss", "puzzle"), LOSSES.items(), ids=LOSSES)
def test_losses(loss: str, puzzle: Puzzle) -> None:
    """Refused by name, or dropped with leave and a warning."""
    with pytest.raises(UnwritableError) as caught:
        write_text([puzzle], "non")
    assert caught.value.losses == ()
    assert list(map(str, caught.value.droppable)) == [loss]
    with pytest.warns(PuzzleWarning, match=f"cannot hold {loss}"):
        text = write_text([puzzle], "non", lossy=True)
    assert replace(one(text), saved=()) == _FLAG


MANY = tuple(Color(f"c{k}", chr(0x4E00 + k), "ffffff") for k in range(28))

REFUSED = {
    "colors": (COLOR_FLAG, False),
    "blotted blocks": (Puzzle(((Block(None),),), ((Block(1),),)), True),
    "a background that is not white": (Puzzle.of(FLAG, (BLACK, WHITE)), True),
    "more than 26 colors": (Puzzle.of(Grid((tuple(range(28)),)), MANY), True),
    "control characters": (replace(_FLAG, title="a\x01"), True),
}


@pytest.mark.parametrize(("loss", "case"), REFUSED.items(), ids=REFUSED)
def test_what_is_never_dropped(loss: str, case: tuple[Puzzle, bool]) -> None:
    """It would be another puzzle, or a damaged text."""
    puzzle, colored = case
    with pytest.raises(UnwritableError, match=loss):
        write_text([puzzle], "non", lossy=True, colored=colored)


# Nonny's named colors

NONNY = 'title "Color flag"\nwidth 5\nheight 5\n\n'
NAMED = """rows
black 4
black 1 red 2 black 1
black 4
black 1
0

columns
black: 4
black: 1, red: 1, black: 1
black 1, red 1, black 1
black 3
0
"""
NAMED_COLORS = "color black 000000 X\ncolor red FF0000 r\n"


def test_named_colors() -> None:
    """A name holds for the lengths behind it; commas, colons and blanks part them."""
    puzzle = one(NONNY + NAMED_COLORS + NAMED)
    assert recognized(NONNY + NAMED_COLORS + NAMED) == "non"
    assert puzzle.colors == (WHITE, Color("black", "X", "000000"), Color("red", "r", "ff0000"))
    assert replace(puzzle, title="", colors=fixtures.COLOR_FLAG.colors) == fixtures.COLOR_FLAG
    assert puzzle.title == "Color flag"


def test_black_need_not_be_declared() -> None:
    """Nor named: it is what a line begins with."""
    short = NAMED.replace("black ", "").replace("red 2 1", "red 2 black 1")
    for clues in (NAMED, short.replace("red 1, 1", "red 1, black 1")):
        puzzle = one(NONNY + "color red #FF0000\n" + clues)
        assert puzzle.colors == (WHITE, BLACK, Color("red", "o", "ff0000"))
        assert (puzzle.rows, puzzle.columns) == (
            fixtures.COLOR_FLAG.rows,
            fixtures.COLOR_FLAG.columns,
        )


def test_a_name_holds_on() -> None:
    """Two lengths of one color need it once."""
    text = "width 3\nheight 1\ncolor red FF0000\nrows\nred 1 1\ncolumns\nred 1\n0\nred 1\n"
    assert [block.color for block in one(text).rows[0]] == [1, 1]
    assert len(one(text).colors) == 2


def test_named_background() -> None:
    """It may be declared, and it may be white that is a color of blocks."""
    text = "width 1\nheight 1\ncolor background 000000 -\ncolor white FFFFFF w\nrows\nwhite 1\n"
    puzzle = one(text + "columns\nwhite 1\n")
    assert puzzle.colors == (Color("background", "-", "000000"), Color("white", "w", "ffffff"))
    text = "width 1\nheight 1\ncolor white FFFFFE w\nrows\nwhite 1\ncolumns\nwhite 1\n"
    assert [color.name for color in one(text).colors] == ["background", "white"]


SMALL = "width 2\nheight 1\ncolor red FF0000\nrows\nred 1\ncolumns\nred 1\n0\n"
