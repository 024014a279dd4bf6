"""Puzzles: what they refuse and with which words, and the independent checker."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given

from asp_nono.clue import Block
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import Message, PuzzleError
from asp_nono.puzzle import WHITE, Color, Puzzle, Saved, mismatch, satisfies
from tests.cases import PALETTE, PUZZLES, PuzzleCase, clue, partial, puzzle
from tests.strategies import puzzles

CROSS = Puzzle.of(Grid.from_text([".#.", "###", ".#."]), title="Cross")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Puzzle((clue("4"),), ((),) * 3), "row 1: the clue 4 needs 4 cells; the row has 3"),
        (lambda: Puzzle(((),) * 2, (clue("1 1"),)), "column 1: the clue 1 1 needs 3 cells; the"),
        (lambda: Puzzle((clue("1"),), ((), ())), "the rows ask for 1 black cells, the columns"),
        (
            lambda: Puzzle((clue("? ?"), ()), (clue("1"), (), ())),
            "the rows ask for at least 2 black cells, the columns for 1 (a blotted block has ",
        ),
        (
            lambda: Puzzle((clue("1r"), clue("1")), (clue("1r 1r"), ()), PALETTE),
            "column 1: the clue 1 (color 2) 1 (color 2) needs 3 cells; the column has 2",
        ),
        (lambda: Puzzle((clue("1r"),), (clue("1"),), PALETTE), "the rows ask for 0 black cells"),
        (lambda: Puzzle((clue("1r"),), (clue("1r"),)), "row 1: color 2, but the palette ends at 1"),
        (lambda: Puzzle((), ((),)), "size 1x0; expected at least 1x1"),
        (lambda: Puzzle(((),), ((),), ()), "colors: the palette needs at least the background"),
        (lambda: Puzzle(((),), ((),), (WHITE, WHITE)), "colors: two colors have the name 'white'"),
        (
            lambda: Puzzle(((),), ((),), (WHITE, Color("ink", ".", "000000"))),
            "colors: two colors have the character '.'",
        ),
        (lambda: Color("red", "rr", "ff0000"), "color 'red': 'rr' cannot stand for a color in a"),
        (lambda: Color("red", " ", "ff0000"), "color 'red': ' ' cannot stand for a color in a"),
        (lambda: Color("red", "?", "ff0000"), "color 'red': '?' cannot stand for a color in a"),
        (lambda: Color("red", "r", "FF0000"), "color 'red': 'FF0000' is not six hexadecimal"),
        (lambda: Color("", "r", "ff0000"), "colors: a color needs a name"),
    ],
)
def test_unsound_puzzles(make: Callable[[], object], words: str) -> None:
    """Each fault is refused with its place and its reason."""
    with pytest.raises(PuzzleError) as caught:
        make()
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("field", "picture", "words"),
    [
        ("goal", Grid.from_text(["#..", "###", ".#."]), "goal: column 1 shows 2, but its clue is"),
        ("goal", Grid.from_text([".#", "##"]), "goal: its size is 2x2, but the puzzle's is 3x3"),
        ("saved", PartialGrid.unknown(2, 3, 2), "saved picture 1: its size is 2x3, but the"),
        ("saved", PartialGrid.unknown(3, 3, 3), "saved picture 1: a color that the palette lacks"),
        ("given", PartialGrid(((1, 3),)), "given cells: its size is 2x1, but the puzzle's is 3x3"),
        ("given", PartialGrid.unknown(3, 3, 3), "given cells: a color that the palette lacks"),
        ("given", partial("??? | ?.? | ???"), "goal: the cell in column 2 and row 2 is black; gi"),
    ],
)
def test_unsound_pictures(field: str, picture: Grid | PartialGrid, words: str) -> None:
    """So is each picture that is not of the puzzle's size and colors."""
    value = (Saved(picture),) if field == "saved" and isinstance(picture, PartialGrid) else picture
    with pytest.raises(PuzzleError) as caught:
        replace(CROSS, **{field: value})  # type: ignore[arg-type] # one of three fields
    assert str(caught.value).startswith(words)


def test_errors_say_where_from_the_outside_in() -> None:
    """A reader adds the file and the puzzle in front of the place."""
    error = PuzzleError("too long", where=("row 3",)).within("puzzle 2", path="a.xml")
    assert str(error) == "a.xml: puzzle 2: row 3: too long"
    assert (error.path, error.where) == ("a.xml", ("puzzle 2", "row 3"))
    assert error.reason == Message("too long")


def test_blots_may_hide_any_length() -> None:
    """Totals with a blotted block only have to be possible."""
    posed = Puzzle((clue("?"), clue("1")), (clue("2"), clue("1"), ()))
    assert posed.blotted
    assert satisfies(Grid.from_text(["##.", "#.."]), posed)
    assert not satisfies(Grid.from_text(["#..", "#.."]), posed)


SMALL = [case for case in PUZZLES if puzzle(case).width * puzzle(case).height <= 12]


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_checker_counts_right(case: PuzzleCase) -> None:
    """The checker accepts exactly the drawn number among all pictures."""
    posed = puzzle(case)
    width, colors = posed.width, range(len(posed.colors))
    every = product(product(colors, repeat=width), repeat=posed.height)
    assert sum(satisfies(Grid(rows), posed) for rows in every) == case.number


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["#"], "1x1 cells instead of 3x3"),
        (["#2#"] * 3, "color 2, but the palette ends at 1"),
        ([".#.", "##.", ".#."], "row 2 shows 2, but its clue is 3"),
        (["...", "###", ".#."], "row 1 shows blank, but its clue is 1"),
    ],
)
def test_checker_says_what_is_wrong(rows: list[str], words: str) -> None:
    """Size, colors, and the first line that differs."""
    assert str(mismatch(Grid.from_text(rows, ".#2"), CROSS)) == words


def test_checker_knows_given_cells() -> None:
    """A picture with the right clues and another color in a given cell is no solution."""
    rooks = Puzzle((clue("1"), clue("1")), (clue("1"), clue("1")), given=partial("?? | #?"))
    assert mismatch(Grid.from_text([".#", "#."]), rooks) is None
    assert str(mismatch(Grid.from_text(["#.", ".#"]), rooks)) == (
        "the cell in column 1 and row 2 is white; given is black"
    )
    color = Puzzle((clue("1r"),), (clue("1r"),), PALETTE[:3], given=partial("{.#}", 3))
    assert str(mismatch(Grid.from_text(["r"], ".#r"), color)) == (
        "the cell in column 1 and row 1 is red; given is white or black"
    )


def test_open_given_cells_are_none() -> None:
    """They fix nothing, so that the puzzle is the same as without them."""
    assert replace(CROSS, given=PartialGrid.unknown(3, 3, 2)) == CROSS
    assert replace(CROSS, given=partial("?#? | ??? | ???")) != CROSS


def test_chars_for_printing() -> None:
    """The background prints as a dot, and a block color drawn as a dot gets another character."""
    night = (Color("black", "#", "000000"), Color("white", ".", "ffffff"))
    assert Puzzle(((Block(1),),), ((Block(1),),), night).chars == ".o"
    assert CROSS.chars == ".#"


@given(puzzles(given=True))
def test_puzzles_are_values(posed: Puzzle) -> None:
    """Equal parts make equal puzzles with equal hashes, and the goal is a solution."""
    assert replace(posed) == posed
    assert hash(replace(posed)) == hash(posed)
    assert posed.goal is None or satisfies(posed.goal, posed)
    assert len(set(posed.chars)) == len(posed.colors)
