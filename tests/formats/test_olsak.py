"""Olšák's `.g`: colors by letter, groups between colons, and nothing that tells the size."""

from dataclasses import replace
from string import ascii_letters

import pytest
from hypothesis import given

from asp_nono.clue import Block
from asp_nono.files import read_text, write_text
from asp_nono.messages import PuzzleWarning, UnwritableError
from asp_nono.puzzle import WHITE, Color, Puzzle
from tests.formats.fixtures import COLOR_FLAG, WIDE, one, refusal
from tests.formats.samples import sample
from tests.strategies import puzzles


def test_written_to_the_letter() -> None:
    """The marks are exact, every color has a name of one word, and the end is told."""
    text = (
        sample("g/color flag")
        .partition("text\n")[2]
        .replace("#000 ", "#000000 ")
        .removesuffix("4\n")
    )
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
