"""Probing and look-ahead: what they decide, and that they lose no solution."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings, strategies as st

from asp_nono.clue import Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line import Board, lookahead
from asp_nono.line.lookahead import Budget, Probed, look_ahead, probe, why_none
from asp_nono.puzzle import Puzzle
from tests.asp.boards import brute_force, families
from tests.cases import PALETTE, clue, partial
from tests.solving.puzzles import NONE_BY_SEARCH, ONES, SEARCHED
from tests.strategies import grids, partial_grids, puzzles


def _swept(posed: Puzzle, start: PartialGrid | None = None) -> Board:
    board = Board(posed, start)
    assert board.sweep() is None
    return board


def _posed(rows: str, columns: str, colors: int = 2) -> Puzzle:
    sides = [tuple(clue(text) for text in side.split(" | ")) for side in (rows, columns)]
    return Puzzle(sides[0], sides[1], PALETTE[:colors])


def test_two_pictures() -> None:
    """Each way to color a cell of a switch ends in a picture of its own."""
    probed = probe(_swept(_posed("1 | 1", "1 | 1")))
    assert sorted(grid.to_text() for grid in probed.pictures) == [["#.", ".#"], [".#", "#."]]
    assert (probed.rest, probed.dead) == (None, None)
    assert probed.everything is not None
    assert probed.everything.partial().to_text() == ["??", "??"]


@pytest.mark.parametrize(
    "drawn", [[".#..", "#.#.", "...#"], ["...##", "..#..", "#....", "####.", ".###."]]
)
def test_pictures_and_a_rest(drawn: list[str]) -> None:
    """What may be the color of a cell is what the pictures and the rest together leave."""
    posed = replace(Puzzle.of(Grid.from_text(drawn)), goal=None)
    probed = probe(_swept(posed))
    assert probed.pictures
    assert probed.rest is not None
    _holds(probed, brute_force(posed))


def test_no_solution() -> None:
    """A cell none of whose colors is possible proves it, and is named."""
    posed = _posed("1 | 2 | 2 | 1", "1 1 | 1 1 | 1 | 1")
    assert brute_force(posed) == frozenset()
    probed = probe(_swept(posed))
    assert (probed.pictures, probed.rest, probed.everything) == ((), None, None)
    assert probed.dead is not None
    x, y = probed.dead
    words = f"line logic finds no way to fill the lines, whatever color the cell in column {x}"
    assert str(why_none(probed.dead, posed, None)) == f"{words} and row {y} has"
    start = PartialGrid.unknown(4, 4, 2)
    assert str(why_none(probed.dead, posed, start)).startswith("with the start, line logic")
    fixed = replace(posed, given=partial("#??? | ???? | ???? | ????"))
    assert str(why_none(probed.dead, fixed, start)).startswith(
        "with the given cells and the start, l"
    )


def test_why_none_names_the_line() -> None:
    """A line without arrangement is named, and what else is known."""
    posed, start = replace(_posed("1", "1"), given=partial("#")), PartialGrid.unknown(1, 1, 2)
    words = "line logic finds no way to fill row 3 that agrees with the other lines"
    assert str(why_none(Line("row", 3), replace(posed, given=None), None)) == words
    assert (
        str(why_none(Line("row", 3), posed, start)) == f"{words} and the given cells and the start"
    )
    words = "guessing cell by cell shows that no picture has these clues"
    assert (
        str(why_none(None, posed, start))
        == f"{words} and agrees with the given cells and the start"
    )


def _holds(probed: Probed, solutions: frozenset[Grid]) -> None:
    pictures = set(probed.pictures)
    assert len(pictures) == len(probed.pictures)
    assert pictures <= solutions
    others = solutions - pictures
    if probed.rest is None:
        assert not others
    else:
        left = probed.rest.partial()
        assert all(left.admits(grid) for grid in others)
        assert not any(left.admits(grid) for grid in pictures)
    if solutions:
        assert probed.everything is not None
        everything = probed.everything.partial()
        assert all(everything.admits(grid) for grid in solutions)


def test_all_boards_up_to_3x3() -> None:
    """The same on every board, those among them where no trial tells anything."""
    silent = 0
    for width, height in ((2, 2), (3, 2), (3, 3)):
        for posed, solutions in families(width, height, 2).items():
            probed = probe(_swept(posed))
            _holds(probed, solutions)
            silent += probed.rest is not None
    assert silent


@pytest.mark.parametrize(("colors", "side"), [(2, 4), (3, 3)])
@given(data=st.data(), most=st.integers(0, 3))
def test_no_solution_is_lost(colors: int, side: int, data: st.DataObject, most: int) -> None:
    """Pictures and rest are all solutions, each once, whatever is given or known at the start."""
    grid = data.draw(grids(colors=colors, max_side=side))
    known = st.none() | partial_grids(grid.width, grid.height, colors)
    posed = replace(Puzzle.of(grid, PALETTE[:colors]), goal=None, given=data.draw(known))
    start = data.draw(known)
    board = Board(posed, start)
    solutions = brute_force(posed, start)
    if board.sweep():
        assert not solutions
        return
    before = board.partial()
    _holds(probe(board, most), solutions)
    assert board.partial() == before


@settings(max_examples=50)
@given(puzzles(max_side=4, given=True), st.integers(0, 2))
def test_fixpoint(posed: Puzzle, depth: int) -> None:
    """No solution is lost, nothing is left that fails, and a known solution changes nothing."""
    assume(len(posed.colors) ** (posed.width * posed.height) <= 1 << 12)
    solutions = brute_force(posed)
    board = Board(posed)
    assume(board.sweep() is None)
    board, helped = board.copy(), board.copy()
    wrong = look_ahead(board, depth, Budget())
    assert not (wrong and solutions)
    if wrong:
        return
    assert all(board.partial().admits(solution) for solution in solutions)
    for y in range(1, posed.height + 1):
        for x in range(1, posed.width + 1):
            colors = board.colors_at(x, y)
            if depth and len(colors) > 1:
                assert not any(
                    lookahead.fails(board, (x, y, c), depth - 1, Budget()) for c in colors
                )
    if len(solutions) == 1:
        (solution,) = solutions
        assert not look_ahead(helped, depth, Budget(), solution)
        assert helped.partial() == board.partial()


def test_one_cell_at_a_time() -> None:
    """One cell at a time decides this one, shows that there is no solution, and makes no choice."""
    board = _swept(SEARCHED)
    assert not board.decided
    assert not look_ahead(board, 1, Budget())
    assert board.picture == SEARCHED.goal
    assert look_ahead(_swept(NONE_BY_SEARCH), 1, Budget())
    ones = _swept(ONES)
    before = ones.partial()
    assert not look_ahead(ones, 2, Budget())
    assert ones.partial() == before


def test_effort() -> None:
    """No more lines are visited than are allowed."""
    board = _swept(ONES)
    effort = Budget(5)
    with pytest.raises(lookahead.BudgetSpentError):
        look_ahead(board, 1, effort)
    assert effort.spent > 5
    free = Budget()
    look_ahead(board, 1, free)
    assert free.spent > 5
