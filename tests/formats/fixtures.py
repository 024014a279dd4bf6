"""Puzzles that every format is tried on, and the ways to have a text read."""

from dataclasses import replace

import pytest

from asp_nono.clue import Block, Clue
from asp_nono.files import read_text
from asp_nono.formats.registry import Content
from asp_nono.formats.source import Source
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved

RED = Color("red", "r", "ff0000")


def posed(*rows: str) -> Puzzle:
    """The clues of a black and white picture, and nothing else."""
    return replace(Puzzle.of(Grid.from_text(rows)), goal=None)


FLAG = posed("####.", "#.##.", "####.", "#....", ".....")
WIDE = posed("#.#", "##.")
TALL = posed("#", ".", "#", "#")

COLOR_FLAG = replace(
    Puzzle.of(
        Grid.from_text(["####.", "#rr#.", "####.", "#....", "....."], ".#r"), (WHITE, BLACK, RED)
    ),
    goal=None,
)
_HIDDEN = (FLAG.rows[0], (Block(1), Block(None)), *FLAG.rows[2:])

GIVEN = replace(posed("#.", ".#"), given=PartialGrid(((2, 3), (3, 3))))
"""Of its two solutions one has the given cell; only some formats can hold that."""

PLAIN = {
    "flag": FLAG,
    "3x2": WIDE,
    "1x4": TALL,
    "1x1 blank": posed("."),
    "all blank": posed("..", ".."),
    "all full": posed("##", "##"),
    "two solutions": posed("#.", ".#"),
    "blank last column": posed("##.", ".#."),
    "blank last row": posed("##", "#.", ".."),
    "12 wide": posed("############", "#.##########", "............"),
    "contradiction": Puzzle(
        ((Block(3),), (), (Block(3),)), ((Block(2),), (Block(2),), (Block(2),))
    ),
}
"""Puzzles that each listing can hold."""

MORE = {
    "color flag": COLOR_FLAG,
    "blotted flag": replace(FLAG, rows=_HIDDEN),
    "white on black": replace(
        Puzzle.of(
            Grid.from_text(["#.", "##"]),
            (Color("black", "X", "000000"), Color("white", ".", "ffffff")),
        ),
        goal=None,
    ),
    "a color of another tongue": replace(WIDE, colors=(WHITE, Color("červená", "č", "d00000"))),
    "two blues": replace(
        COLOR_FLAG, colors=(WHITE, Color("dark blue", "d", "00007f"), Color("sky", "D", "7f7fff"))
    ),
    "a title": replace(WIDE, title='"Tom & Jerry" <3 🐭'),
    "an author": replace(WIDE, author="A. Nonymous"),
    "a goal": Puzzle.of(Grid.from_text(["#.#", "##."])),
    "a saved picture": replace(WIDE, saved=(Saved(PartialGrid(((1, 2, 3), (3, 3, 3))), "me-1"),)),
    "a saved choice": replace(
        COLOR_FLAG, saved=(Saved(PartialGrid(((6, 7, 7, 7, 1), *(((7,) * 5,) * 4)))),)
    ),
}
"""Puzzles that only some formats can hold."""


def one(text: str, form: str | None = None) -> Puzzle:
    """The only puzzle of a text."""
    (puzzle,) = read_text(text, form=form)
    return puzzle


def clues(puzzle: Puzzle) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
    """All that a format which holds only clues must give back."""
    return puzzle.rows, puzzle.columns


def clues_in(text: str, form: str | None = None) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
    """The clues of the only puzzle of a text."""
    return clues(one(text, form))


def recognized(text: str, name: str = "p.txt") -> str:
    """The name of the format that a text is in."""
    return Content(Source.of_text(text, name)).recognized.form.name


def refusal(text: str, form: str | None = None) -> str:
    """Why a text is refused: one line that begins with the file."""
    with pytest.raises(PuzzleError) as caught:
        read_text(text, form=form, name="p.txt")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("p.txt: ")
    return str(caught.value).removeprefix("p.txt: ")
