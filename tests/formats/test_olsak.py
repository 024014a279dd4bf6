"""Olšák's `.g`: colors by letter, groups between colons, and nothing that tells the size."""

from dataclasses import replace
from string import ascii_letters

import pytest
from hypothesis import given

from asp_nono.clue import Block
from asp_nono.files import read_text, write_text
from asp_nono.messages import PuzzleWarning, UnwritableError
from asp_nono.puzzle import WHITE, Color, Puzzle
from tests.formats.fixtures import COLOR_FLAG, FLAG, WIDE, one, posed, recognized, refusal, sample
from tests.strategies import puzzles

"""Of the puzzles that not every format can hold, those that this one can."""

COLORED = sample("color-flag.g")


def declared(*lines: str) -> Puzzle:
    """A cell of each color declared, one below the other."""
    letters = [line.split(":")[0].strip() for line in lines]
    blocks = [f"1{letter}".replace("11", "1") for letter in letters if letter != "0"]
    text = "\n".join(["#d", *lines, ":", *blocks, ":", " ".join(blocks), ":"])
    return one(text, "g")


def test_colors() -> None:
    """Colors by letter; text before and after the puzzle is free."""
    assert one(COLORED) == COLOR_FLAG
    assert recognized(COLORED) == "g"
    assert one(COLORED.replace("\n", "\r\n")) == COLOR_FLAG
    assert one(COLORED.replace("   r:", "\nr:").replace("#d", "#Declared:")) == COLOR_FLAG


def test_written_to_the_letter() -> None:
    """The marks are exact, every color has a name of one word, and the end is told."""
    text = COLORED.partition("text\n")[2].replace("#000 ", "#000000 ").removesuffix("4\n")
    assert write_text([COLOR_FLAG], "g") == text


def test_many_colors() -> None:
    """53 have a letter or go without; more cannot be told apart."""
    for count in (53, 54):
        palette = [Color(f"c{k}", chr(0x100 + k), f"{k:06x}") for k in range(1, count + 1)]
        clue = tuple(Block(1, k) for k in range(1, count + 1))
        puzzle = Puzzle((clue,), tuple((block,) for block in clue), (WHITE, *palette))
        if count == 53:
            with pytest.warns(PuzzleWarning, match="characters of colors"):
                text = write_text([puzzle], "g", lossy=True)
            assert one(text).rows == puzzle.rows
            assert set(ascii_letters) <= set(text)
        else:
            with pytest.raises(UnwritableError, match="more than 53 colors"):
                write_text([puzzle], "g", lossy=True)


@given(puzzles())
def test_round_trip(puzzle: Puzzle) -> None:
    """What is written without a word is read again as it was."""
    try:
        text = write_text([puzzle], "g")
    except UnwritableError:
        return
    assert read_text(text, form="g") == [puzzle]


def test_without_colors() -> None:
    """Black on white, and lengths go without letters."""
    assert one(": \n1 1\n2\n:x\n2\n1\n1\n::\n") == WIDE
    reason = "line 2: row 1: character 1: color 'r'; expected one of '1'"
    assert refusal(":\n1r\n:\n1r\n:\n") == reason


def test_blank_lines() -> None:
    """An empty line is a clue wherever it stands; a 0 is none."""
    assert one(":\n\n1\n:\n1\n\n:\n", "g") == posed("..", "#.")
    assert one(":\n\n:\n\n\n:\n", "g") == posed("..")
    assert refusal(":\n0\n:\n\n:\n", "g") == (
        "line 2: row 1: character 1: a block of 0 cells; a blank line is an empty line of text"
    )


def test_the_end_may_be_missing() -> None:
    """Then an empty line before it may have been trimmed, and that is said."""
    with pytest.warns(PuzzleWarning, match="no line with ':' after the columns; blank ones at"):
        assert one(":\n4\n1 2\n4\n1\n\n:\n4\n1 1\n3\n3\n\n", "g") == FLAG


def test_words_of_colors() -> None:
    """X11 names are known; the comment names what the digits do not."""
    assert declared("1:* red  some comment").colors == (WHITE, Color("red", "*", "ff0000"))
    assert declared("m:% blue").colors == (WHITE, Color("blue", "%", "0000ff"))
    assert declared("0:- black", "w:w white").colors == (
        Color("black", "-", "000000"),
        Color("white", "w", "ffffff"),
    )
    assert declared("z:z #9CF200 pale green").colors[1] == Color("pale green", "z", "9cf200")
    own = declared("g:g DarkSlateGrey", "k:k gray", "h:h grey50").colors[1:]
    assert [color.rgb for color in own] == ["2f4f4f", "bebebe", "7f7f7f"]
    assert declared("z:z #9CF").colors[1] == Color("#9CF", "z", "99ccff")
    with pytest.warns(PuzzleWarning, match="color 'nosuch' is not known; #[0-9a-f]{6} is taken"):
        assert declared("n:n nosuch").colors[1].name == "nosuch"


def test_names_and_characters_differ() -> None:
    """What two colors share is made to differ; a blank cannot be drawn."""
    puzzle = declared("0:  white", "a:* red", "b:* red", "c:? #000000 red", "d:# #ffffff white")
    assert [color.name for color in puzzle.colors] == ["white", "red", "red b", "red c", "white d"]
    assert len({color.char for color in puzzle.colors}) == 5


def test_texts() -> None:
    """Who made it stands in front, where anything may; two lines of a text are too many."""
    puzzle = replace(WIDE, title="#d: 100 %", author=": rows", license="CC0-1.0", id="7")
    text = write_text([puzzle], "g")
    assert text.startswith(
        "% title: #d: 100 %\n% author: : rows\n% license: CC0-1.0\n% id: 7\n#d\n"
    )
    assert one(text) == puzzle
    with pytest.raises(UnwritableError, match="the title, but can drop"):
        write_text([replace(WIDE, title="one\ntwo")], "g")


def test_too_many_colors() -> None:
    """No more are read than a cell can tell apart."""
    colors = "".join(f"{chr(0x100 + k)}:x red\n" for k in range(257))
    assert refusal(f"#d\n{colors}:\n1\n:\n1\n:\n", "g").startswith("line 258: more than 256 colors")
