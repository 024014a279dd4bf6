"""Pictures in text, drawn as they must look."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.clue import Block
from asp_nono.draw.picture import Difference
from asp_nono.draw.text import draw, draw_rows
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.strategies import puzzles

RED = Color("red", "r", "ff0000")
BLUE = Color("blue", "b", "0000ff")


def test_plain() -> None:
    """Clues stand left of and above the cells, which touch their numbers."""
    puzzle = Puzzle.of(Grid.from_text(["#.#", ".##"]))
    expected = """\
          1 1 2
        +-------+
    1 1 | # . # |
      2 | . # # |
        +-------+"""
    assert draw(puzzle, puzzle.goal) == expected


def test_clues_only() -> None:
    """Without a picture the cells are empty, and no line ends in a blank."""
    puzzle = Puzzle.of(Grid.from_text(["#.", "##", "#."]))
    expected = """\
        3 1
      +-----+
    1 |     |
    2 |     |
    1 |     |
      +-----+"""
    assert draw(puzzle) == expected


def test_two_digits() -> None:
    """All columns are as wide as the longest number; a rule follows every fifth row."""
    puzzle = Puzzle.of(Grid.from_text(["#", "#", "#", "#", "#", "#", "#", "#", "#", "#", "#"]))
    rule, row = "      +----+\n", "    1 |  # |\n"
    expected = f"        11\n{rule}{row * 5}{rule}{row * 5}{rule}{row}{rule}"
    assert draw(puzzle, puzzle.goal) + "\n" == expected


def test_two_digits_in_a_row() -> None:
    """Long numbers in rows widen the margin, not the cells; a rule follows every fifth column."""
    puzzle = Puzzle.of(Grid.from_text(["##########.#", "............"]))
    expected = """\
           1 1 1 1 1   1 1 1 1 1   0 1
         +-----------+-----------+-----+
    10 1 | # # # # # | # # # # # | . # |
       0 | . . . . . | . . . . . | . . |
         +-----------+-----------+-----+"""
    assert draw(puzzle, puzzle.goal) == expected


def test_strips() -> None:
    """What is wider than the page is cut after five columns, or ten, and so on."""
    puzzle = Puzzle.of(Grid.from_text(["##########.#", "............"]))
    expected = """\
columns 1 to 10
           1 1 1 1 1   1 1 1 1 1
         +-----------+-----------+
    10 1 | # # # # # | # # # # # |
       0 | . . . . . | . . . . . |
         +-----------+-----------+

columns 11 to 12
           0 1
         +-----+
    10 1 | . # |
       0 | . . |
         +-----+"""
    assert draw(puzzle, puzzle.goal, width=39) == expected
    assert draw(puzzle, puzzle.goal, width=34) == expected
    assert draw(puzzle, puzzle.goal, width=40) == draw(puzzle, puzzle.goal)


def test_narrowest_strips() -> None:
    """However narrow the page is, a strip has five columns, and what does not fit sticks out."""
    puzzle = Puzzle.of(Grid.from_text(["##########.#"]))
    text = draw(puzzle, width=1)
    assert [line for line in text.splitlines() if line.startswith("columns")] == [
        "columns 1 to 5",
        "columns 6 to 10",
        "columns 11 to 12",
    ]


@given(puzzles(max_side=30), st.integers(1, 100))
def test_strips_hold_all(puzzle: Puzzle, width: int) -> None:
    """Side by side, the strips are the picture; none is wider than asked if it can be helped."""
    whole = draw(puzzle, puzzle.goal).splitlines()
    strips = draw(puzzle, puzzle.goal, width=width).split("\n\n")
    inner = [
        [line.split("|", 1)[1] for line in strip.splitlines() if line.endswith("|")]
        for strip in strips
    ]
    rows = ["".join(parts) for parts in zip(*inner, strict=True)]
    assert rows == [line.split("|", 1)[1] for line in whole if line.endswith("|")]
    for strip in strips:
        lines = [line for line in strip.splitlines() if line.endswith("+")]
        assert max(map(len, lines)) <= width or lines[0].count("+") == 2


def test_column_clues_of_different_depth() -> None:
    """Column clues stand on the edge of the grid."""
    puzzle = Puzzle.of(Grid.from_text(["#.#", "...", "#..", "...", "#.."]))
    expected = """\
          1
          1
          1 0 1
        +-------+
    1 1 | # . # |
      0 | . . . |
      1 | # . . |
      0 | . . . |
      1 | # . . |
        +-------+"""
    assert draw(puzzle, puzzle.goal) == expected


def test_colors() -> None:
    """Numbers carry their color's character, and a legend gives its name."""
    puzzle = Puzzle.of(Grid.from_text(["rb.", "rrb"], ".rb"), (WHITE, RED, BLUE))
    expected = """\
               1b
            2r 1r 1b
          +----------+
    1r 1b |  r  b  . |
    2r 1b |  r  r  b |
          +----------+
    . white   r red   b blue"""
    assert draw(puzzle, puzzle.goal) == expected


def test_background_of_another_character() -> None:
    """The background is always drawn as `.`, and the legend calls it by its name."""
    sea = Color("sea", "~", "0000aa")
    puzzle = Puzzle.of(Grid.from_text(["r.", ".b"], ".rb"), (sea, RED, BLUE))
    expected = """\
         1r 1b
       +-------+
    1r |  r  . |
    1b |  .  b |
       +-------+
    . sea   r red   b blue"""
    assert draw(puzzle, puzzle.goal) == expected


def test_blotted() -> None:
    """A hidden length is `?`, beside known ones, and with its color among several."""
    blot, one = Block(None), Block(1)
    puzzle = Puzzle(((one, blot), ()), ((one,), (), (blot,)))
    expected = """\
          1 0 ?
        +-------+
    1 ? |       |
      0 |       |
        +-------+"""
    assert draw(puzzle) == expected
    red = Puzzle(((Block(None, 2),),), ((Block(None, 2),),), (WHITE, BLACK, RED))
    assert "    ?r |    |" in draw(red)


def test_partial() -> None:
    """A cell that is not decided is `?`, also when some of its colors are excluded."""
    puzzle = Puzzle.of(Grid.from_text(["#.", ".#"]))
    expected = """\
        1 1
      +-----+
    1 | # ? |
    1 | ? . |
      +-----+"""
    assert draw(puzzle, PartialGrid(((2, 3), (3, 1)))) == expected
    colored = Puzzle.of(Grid.from_text(["rb"], ".rb"), (WHITE, RED, BLUE))
    assert "|  ?  b |" in draw(colored, PartialGrid(((3, 4),)))


def test_given_cells() -> None:
    """A puzzle without a picture shows them; a picture that is asked for comes first."""
    posed = Puzzle.of(Grid.from_text([".#", "##"]))
    fixed = replace(posed, given=PartialGrid(((1, 3), (3, 3))))
    assert draw(fixed) == draw(posed, fixed.given)
    assert ". ?" in draw(fixed)
    assert draw(fixed, fixed.goal) == draw(posed, posed.goal)


def test_difference() -> None:
    """Cells in which two pictures differ have marks, and a legend says what they mean."""
    puzzle = Puzzle.of(Grid.from_text(["#.", ".#"]))
    expected = """\
        1 1
      +-----+
    1 | / \\ |
    1 | \\ / |
      +-----+
    / only in the first   \\ only in the second"""
    both = Difference(Grid.from_text(["#.", ".#"]), Grid.from_text([".#", "#."]))
    assert draw(puzzle, both) == expected


def test_rows() -> None:
    """Bare rows, in the palette's characters."""
    puzzle = Puzzle.of(Grid.from_text(["rb.", "rrb"], ".rb"), (WHITE, RED, BLUE))
    assert puzzle.goal
    assert draw_rows(puzzle, puzzle.goal) == "rb.\nrrb"
    assert draw_rows(puzzle, PartialGrid(((3, 4, 1), (2, 7, 4)))) == "?b.\nr?b"


def test_simpson() -> None:
    """As Simpson's solver prints: # and -; there is nothing for a second block color."""
    puzzle = Puzzle.of(Grid.from_text(["x.x", ".xx"], ".x"), (WHITE, Color("ink", "x", "000080")))
    assert puzzle.goal
    assert draw_rows(puzzle, puzzle.goal, simpson=True) == "#-#\n-##"
    colored = Puzzle.of(Grid.from_text(["rb."], ".rb"), (WHITE, RED, BLUE))
    with pytest.raises(PuzzleError, match="2 block colors; Simpson's style has one"):
        draw_rows(colored, Grid(((0, 0, 0),)), simpson=True)


def test_picture_must_fit() -> None:
    """A picture of another size is refused in every style."""
    puzzle = Puzzle.of(Grid.from_text(["#.", ".#"]))
    for drawing in (draw, draw_rows):
        with pytest.raises(PuzzleError, match="a picture of 1x1 cells for a puzzle of 2x2"):
            drawing(puzzle, Grid(((0,),)))


def test_blank() -> None:
    """A blank puzzle has zeros for clues."""
    puzzle = Puzzle.of(Grid.from_text(["..", ".."]))
    expected = """\
        0 0
      +-----+
    0 | . . |
    0 | . . |
      +-----+"""
    assert draw(puzzle, puzzle.goal) == expected


def test_one_cell() -> None:
    """The smallest puzzles there are."""
    expected = """\
        1
      +---+
    1 | # |
      +---+"""
    full = Puzzle.of(Grid.from_text(["#"]))
    assert draw(full, full.goal) == expected
    blank = Puzzle.of(Grid.from_text(["."]))
    assert draw(blank, blank.goal) == expected.replace("#", ".").replace("1", "0")
