"""Simpson's `.non`: the way there and back, and what is lost or refused."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.clue import Block
from asp_nono.errors import PuzzleWarning, UnwritableError
from asp_nono.files import read_text, write_text
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved
from tests.formats.test_non import COLOR_FLAG, COLUMNS, FLAG, GOAL, RED, ROWS, one
from tests.strategies import plain_puzzles, puzzles


@given(plain_puzzles())
def test_there_and_back(puzzle: Puzzle) -> None:
    """Whatever plain `.non` can hold survives."""
    assert read_text(write_text([puzzle], "non")) == [puzzle]


@given(st.lists(plain_puzzles(max_side=3), min_size=2, max_size=3))
def test_there_and_back_several(several: list[Puzzle]) -> None:
    """So do several puzzles."""
    assert read_text(write_text(several, "non")) == several


def test_there_and_back_colored() -> None:
    """With leave to use letters, colors survive."""
    for puzzle in (COLOR_FLAG, Puzzle.of(FLAG, (WHITE, RED))):
        assert read_text(write_text([puzzle], "non", colored=True)) == [puzzle]


@given(puzzles())
def test_never_another_puzzle(puzzle: Puzzle) -> None:
    """Whatever is dropped, blocks and their colors are not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PuzzleWarning)
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
    "the author's id": replace(_FLAG, author_id="x"),
    "the source": replace(_FLAG, source="x"),
    "the description": replace(_FLAG, description="x"),
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
    assert (caught.value.losses, caught.value.droppable) == ((), (loss,))
    with pytest.warns(PuzzleWarning, match=f"cannot hold {loss}"):
        text = write_text([puzzle], "non", lossy=True)
    assert replace(one(text), saved=()) == _FLAG


def test_cells_with_some_of_the_colors() -> None:
    """A set of colors becomes an unknown cell."""
    saved = Saved(PartialGrid(((3,) * 5,) * 5))
    with pytest.warns(PuzzleWarning, match="cells with some of the colors"):
        text = write_text([replace(COLOR_FLAG, saved=(saved,))], "non", lossy=True, colored=True)
    assert one(text).saved == (Saved(PartialGrid(((7,) * 5,) * 5)),)


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


def test_all_losses_are_named_at_once() -> None:
    """So that nobody meets them one by one."""
    with pytest.raises(UnwritableError) as caught:
        write_text([replace(COLOR_FLAG, notes=("x",), source="y")], "non")
    assert caught.value.losses == ("colors",)
    assert caught.value.droppable == ("the source", "notes")
