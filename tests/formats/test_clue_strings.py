"""nonogrid's TOML and pynogram's INI: clues and colors in texts."""

import warnings
from dataclasses import replace

import pytest
from hypothesis import assume, given

from asp_nono.files import write_text
from asp_nono.messages import PuzzleWarning, UnwritableError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.docs.pages import blocks
from tests.formats.fixtures import (
    COLOR_FLAG,
    FLAG,
    MORE,
    WIDE,
    clues,
    clues_in,
    one,
    recognized,
    sample,
)
from tests.strategies import puzzles

TOML = sample("color-flag.toml")
INI = sample("color-flag.ini")

PLAIN_TOML = "[clues]\nrows = \"4,1 2,4,1,0\"\ncolumns = '4,1 1,3,3,0'\n"

PLAIN_INI = "[clues]\nrows=4,1 2,4,1,0\ncolumns=4,1 1,3,3,0\n"


@pytest.mark.parametrize(("text", "form"), [(TOML, "toml"), (INI, "ini")])
def test_colored_flag(text: str, form: str) -> None:
    """Commas part lines and blanks blocks; a number without a color is black."""
    flag = one(text)
    assert recognized(text) == form
    assert clues(flag) == clues(COLOR_FLAG)
    assert flag.colors == (WHITE, BLACK, Color("r", "%", "ff0000"))
    assert flag.title == "Flag"


@pytest.mark.parametrize(("text", "form"), [(PLAIN_TOML, "toml"), (PLAIN_INI, "ini")])
def test_plain_flag(text: str, form: str) -> None:
    """Without colors it is black on white, whatever the line ends and however short."""
    assert recognized(text) == form
    assert clues_in(text) == clues(FLAG)
    assert one(text).colors == (WHITE, BLACK)
    assert clues_in("\ufeff" + text.replace("\n", "\r\n").rstrip()) == clues(FLAG)


def test_example_of_the_manual() -> None:
    """The example in docs/formats.md is the color flag."""
    (block,) = blocks("docs/formats.md", "toml")
    assert clues_in(block.text) == clues(COLOR_FLAG)


@pytest.mark.parametrize(
    ("said", "rgb"),
    [
        ("red", "ff0000"),
        ("Light  Blue", "add8e6"),
        ("89, 11,255", "590bff"),
        ("88CC44", "88cc44"),
        ("#8c4", "88cc44"),
    ],
)
def test_values(said: str, rgb: str) -> None:
    """A color is a name, a triple of numbers, or hexadecimal digits."""
    assert one(TOML.replace("red", said)).colors[2].rgb == rgb
    said = said.removeprefix("#")  # where that begins a comment
    assert one(INI.replace("red", said)).colors[2].rgb == rgb


@pytest.mark.parametrize("said", ["", "reddish", "1, 2, 300", "12345"])
def test_unknown_values(said: str) -> None:
    """A value that nobody knows is replaced, and that is said: the puzzle is the same."""
    with pytest.warns(PuzzleWarning, match="color 'r': .* is not known; #.* is taken"):
        flag = one(TOML.replace("red", said))
    assert clues(flag) == clues(COLOR_FLAG)


@given(puzzles())
def test_there_and_back(puzzle: Puzzle) -> None:
    """What can be written is the same puzzle when it is read; the characters may differ."""
    assume(len(puzzle.colors) > 1 and not puzzle.blotted)
    assume(all(color.name != "white" and color.char != "." for color in puzzle.colors[1:]))
    bare = Puzzle(puzzle.rows, puzzle.columns, (WHITE, *puzzle.colors[1:]))
    with warnings.catch_warnings(record=True, action="always") as told:
        again = one(write_text([bare], "toml", lossy=True))
    lost = [str(warning.message) for warning in told]
    assert clues(again) == clues(bare)
    assert [color.rgb for color in again.colors] == [color.rgb for color in bare.colors]
    same = [color.name for color in again.colors] == [color.name for color in bare.colors]
    assert same != bool(lost)
    assert all("cannot hold the names of colors;" in text for text in lost)


def test_losses() -> None:
    """What is lost is named; what would make another puzzle of it is refused."""
    with pytest.raises(UnwritableError, match="cannot hold a background that is not white"):
        write_text([MORE["white on black"]], "toml", lossy=True)
    with pytest.raises(UnwritableError, match="cannot hold blotted blocks"):
        write_text([MORE["blotted flag"]], "toml", lossy=True)
    with pytest.raises(UnwritableError, match="cannot hold a second puzzle"):
        write_text([FLAG, WIDE], "toml", lossy=True)
    with pytest.raises(UnwritableError, match=r"the goal, but can drop it \(lossy\)"):
        write_text([MORE["a goal"]], "toml")
    many = (WHITE, *(Color(f"c{k}", chr(0x4E00 + k), f"{k:06x}") for k in range(32)))
    with pytest.raises(UnwritableError, match="cannot hold more than 31 colors"):
        write_text([replace(WIDE, colors=many)], "toml", lossy=True)
