"""Pictures in text, drawn as they must look."""

from __future__ import annotations

from asp_nono.clue import Block
from asp_nono.draw.text import draw
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

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
    """All columns are as wide as the longest number; shorter clues end next to the grid."""
    puzzle = Puzzle.of(Grid.from_text(["#", "#", "#", "#", "#", "#", "#", "#", "#", "#", "#"]))
    picture = "\n".join(["    1 |  # |"] * 11)
    assert draw(puzzle, puzzle.goal) == f"        11\n      +----+\n{picture}\n      +----+"


def test_two_digits_in_a_row() -> None:
    """Long numbers in rows widen the margin, not the cells."""
    puzzle = Puzzle.of(Grid.from_text(["##########.#", "............"]))
    expected = """\
           1 1 1 1 1 1 1 1 1 1 0 1
         +-------------------------+
    10 1 | # # # # # # # # # # . # |
       0 | . . . . . . . . . . . . |
         +-------------------------+"""
    assert draw(puzzle, puzzle.goal) == expected


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
    """Numbers carry their colour's character, and a legend gives its name."""
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
    """A hidden length is `?`, beside known ones, and with its colour among several."""
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
    """A cell that is not decided is `?`, also when some of its colours are excluded."""
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
