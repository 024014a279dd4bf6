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
from tests.formats.fixtures import one
from tests.formats.samples import sample
from tests.strategies import plain_puzzles, puzzles

FLAG = Grid.from_text(["####.", "#.##.", "####.", "#....", "....."])
RED = Color("r", "r", "ff0000")
COLOR_FLAG = Puzzle.of(
    Grid.from_text(["####.", "#rr#.", "####.", "#....", "....."], ".#r"), (WHITE, BLACK, RED)
)


def test_latin_1_is_remarked(tmp_path: Path) -> None:
    """What is no UTF-8 is Latin-1, and the reader says so."""
    path = tmp_path / "p.non"
    path.write_bytes(f'title "Höhe"\n{sample("non/flag")}'.encode("latin-1"))
    with pytest.warns(PuzzleWarning, match="read as Latin-1"):
        assert read(path)[0].title == "Höhe"


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
        "width 5\nheight 5\n\nrows\n4\n1,2\n4\n1\n0\n\ncolumns\n4\n1,1\n3\n3\n0\n\n"
        'goal "1111010110111101000000000"\n'
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
