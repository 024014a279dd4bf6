"""Pictures in text, drawn as they must look."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from asp_nono.clue import Block
from asp_nono.draw.picture import Difference, Picture
from asp_nono.draw.text import draw, draw_rows
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.strategies import puzzles

RED = Color("red", "r", "ff0000")
BLUE = Color("blue", "b", "0000ff")
SEA = Color("sea", "~", "0000aa")
BLOT, ONE = Block(None), Block(1)


def _solved(rows: list[str], *colors: Color) -> tuple[Puzzle, Grid]:
    palette = colors or (WHITE, BLACK)
    chars = "." + "".join(color.char for color in palette[1:])
    goal = Grid.from_text(rows, chars)
    return Puzzle.of(goal, palette), goal


DRAWN: list[tuple[tuple[Puzzle, Picture | None], str]] = [
    # clues stand left of and above the cells, on the edge of the grid
    (
        _solved(["#.#", "...", "#..", "...", "#.."]),
        """\
          1
          1
          1 0 1
        +-------+
    1 1 | # . # |
      0 | . . . |
      1 | # . . |
      0 | . . . |
      1 | # . . |
        +-------+""",
    ),
    # without a picture the cells are empty, and no line ends in a blank
    (
        (Puzzle.of(Grid.from_text(["#.", "##", "#."])), None),
        """\
        3 1
      +-----+
    1 |     |
    2 |     |
    1 |     |
      +-----+""",
    ),
    # numbers carry their color's character, and a legend gives its name
    (
        _solved(["rb.", "rrb"], WHITE, RED, BLUE),
        """\
               1b
            2r 1r 1b
          +----------+
    1r 1b |  r  b  . |
    2r 1b |  r  r  b |
          +----------+
    . white   r red   b blue""",
    ),
    # the background is always drawn as `.`, and the legend calls it by its name
    (
        _solved(["r.", ".b"], SEA, RED, BLUE),
        """\
         1r 1b
       +-------+
    1r |  r  . |
    1b |  .  b |
       +-------+
    . sea   r red   b blue""",
    ),
    # a hidden length is `?`
    (
        (Puzzle(((ONE, BLOT), ()), ((ONE,), (), (BLOT,))), None),
        """\
          1 0 ?
        +-------+
    1 ? |       |
      0 |       |
        +-------+""",
    ),
    # and so is a cell that is not decided
    (
        (Puzzle.of(Grid.from_text(["#.", ".#"])), PartialGrid(((2, 3), (3, 1)))),
        """\
        1 1
      +-----+
    1 | # ? |
    1 | ? . |
      +-----+""",
    ),
    # cells in which two pictures differ have marks, and a legend says what they mean
    (
        (
            Puzzle.of(Grid.from_text(["#.", ".#"])),
            Difference(Grid.from_text(["#.", ".#"]), Grid.from_text([".#", "#."])),
        ),
        """\
        1 1
      +-----+
    1 | / \\ |
    1 | \\ / |
      +-----+
    / colored only in the first   \\ colored only in the second""",
    ),
]


@pytest.mark.parametrize(("shown", "expected"), DRAWN)
def test_drawn(shown: tuple[Puzzle, Picture | None], expected: str) -> None:
    """Puzzles and pictures as they must look."""
    assert draw(*shown) == expected


def test_among_colors() -> None:
    """Hidden lengths carry their color, and cells that have lost one are not decided yet."""
    red = Puzzle(((Block(None, 2),),), ((Block(None, 2),),), (WHITE, BLACK, RED))
    assert "    ?r |    |" in draw(red)
    colored, _ = _solved(["rb"], WHITE, RED, BLUE)
    assert "|  ?  b |" in draw(colored, PartialGrid(((3, 4),)))


def test_two_digits() -> None:
    """All columns are as wide as the longest number; a rule follows every fifth row."""
    puzzle = Puzzle.of(Grid.from_text(["#", "#", "#", "#", "#", "#", "#", "#", "#", "#", "#"]))
    rule, row = "      +----+\n", "    1 |  # |\n"
    expected = f"        11\n{rule}{row * 5}{rule}{row * 5}{rule}{row}{rule}"
    assert draw(puzzle, puzzle.goal) + "\n" == expected


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


def _cells(strip: str) -> list[str]:
    """What stands between the rules, row by row; clues and legend may hold any character."""
    lines = strip.splitlines()
    rules = [at for at, line in enumerate(lines) if line.lstrip().startswith("+-")]
    edge = lines[rules[0]].index("+")
    inside = range(rules[0], rules[-1])
    return [lines[at][edge + 1 :] for at in inside if at not in rules]


@given(puzzles(max_side=30), st.integers(1, 100))
def test_strips_hold_all(puzzle: Puzzle, width: int) -> None:
    """Side by side, the strips are the picture; none is wider than asked if it can be helped."""
    strips = draw(puzzle, puzzle.goal, width=width).split("\n\n")
    rows = ["".join(parts) for parts in zip(*map(_cells, strips), strict=True)]
    assert rows == _cells(draw(puzzle, puzzle.goal))
    for strip in strips:
        lines = [line for line in strip.splitlines() if line.lstrip().startswith("+-")]
        assert max(map(len, lines)) <= width or lines[0].count("+") == 2


def test_given_cells() -> None:
    """A puzzle without a picture shows them; a picture that is asked for comes first."""
    posed = Puzzle.of(Grid.from_text([".#", "##"]))
    fixed = replace(posed, given=PartialGrid(((1, 3), (3, 3))))
    assert draw(fixed) == draw(posed, fixed.given)
    assert ". ?" in draw(fixed)
    assert draw(fixed, fixed.goal) == draw(posed, posed.goal)


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
    with pytest.raises(PuzzleError, match="2 block colors; Simpson's style draws only one"):
        draw_rows(colored, Grid(((0, 0, 0),)), simpson=True)
