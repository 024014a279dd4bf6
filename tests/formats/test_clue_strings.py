"""nonogrid's TOML and pynogram's INI: clues and colors in texts."""

import warnings
from dataclasses import replace

import pytest
from hypothesis import assume, given

from asp_nono.files import write_text
from asp_nono.messages import UnwritableError
from asp_nono.puzzle import WHITE, Color, Puzzle
from tests.docs.pages import blocks
from tests.formats.fixtures import (
    COLOR_FLAG,
    FLAG,
    MORE,
    WIDE,
    clues,
    clues_in,
    one,
)
from tests.strategies import puzzles


def test_example_of_the_manual() -> None:
    """The example in docs/formats.md is the color flag."""
    (block,) = blocks("docs/formats.md", "toml")
    assert clues_in(block.text) == clues(COLOR_FLAG)


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
    assert same != any("the names of colors" in text for text in lost)
    declared = 2 if bare.colors[1].name == "black" else 1
    same = [one.char for one in again.colors[declared:]] == [
        one.char for one in bare.colors[declared:]
    ]
    assert same or any("characters of some colors" in text for text in lost)


def test_losses() -> None:
    """What is lost is named; what would make another puzzle of it is refused."""
    with pytest.raises(UnwritableError, match="cannot hold a background that is not white"):
        write_text([MORE["white on black"]], "toml", lossy=True)
    with pytest.raises(UnwritableError, match="cannot hold blotted blocks"):
        write_text([MORE["blotted flag"]], "toml", lossy=True)
    with pytest.raises(UnwritableError, match="cannot hold a second puzzle"):
        write_text([FLAG, WIDE], "toml", lossy=True)
    with pytest.raises(UnwritableError, match="the goal, but can drop it"):
        write_text([MORE["a goal"]], "toml")
    *others, last = COLOR_FLAG.colors
    odd = replace(COLOR_FLAG, colors=(*others, replace(last, char="=")))
    with pytest.raises(UnwritableError, match="characters of some colors, but can drop"):
        write_text([odd], "toml")
    many = (WHITE, *(Color(f"c{k}", chr(0x4E00 + k), f"{k:06x}") for k in range(32)))
    with pytest.raises(UnwritableError, match="cannot hold more than 31 colors"):
        write_text([replace(WIDE, colors=many)], "toml", lossy=True)
