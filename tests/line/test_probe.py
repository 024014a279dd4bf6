"""Probing: what it decides, and that it loses no solution."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.clue import Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line import Board
from asp_nono.line.lookahead import Probed, probe, why_none
from asp_nono.puzzle import Puzzle
from tests.asp.boards import brute_force, families
from tests.cases import PALETTE, clue, partial
from tests.strategies import grids, partial_grids


def _swept(posed: Puzzle, start: PartialGrid | None = None) -> Board:
    board = Board(posed, start)
    assert board.sweep() is None
    return board


def _posed(rows: str, columns: str, colors: int = 2) -> Puzzle:
    sides = [tuple(clue(text) for text in side.split(" | ")) for side in (rows, columns)]
    return Puzzle(sides[0], sides[1], PALETTE[:colors])


def test_it_finishes_what_lines_leave_open() -> None:
    """Line logic stops at once here; of the two ways to color some cell, one fails."""
    posed = _posed("2 | 1 | 1 1 | 1 1", "1 | 2 | 1 1 | 1 1")
    board = _swept(posed)
    assert not board.decided
    probed = probe(board)
    assert probed.rest is None
    assert set(probed.pictures) == brute_force(posed)


def test_two_pictures() -> None:
    """Each way to color a cell of a switch ends in a picture of its own."""
    probed = probe(_swept(_posed("1 | 1", "1 | 1")))
    assert sorted(grid.to_text() for grid in probed.pictures) == [["#.", ".#"], [".#", "#."]]
    assert (probed.rest, probed.dead) == (None, None)
    assert probed.everything is not None
    assert probed.everything.partial().to_text() == ["??", "??"]


def test_no_solution() -> None:
    """A cell none of whose colors is possible proves it, and is named."""
    posed = _posed("1 | 2 | 2 | 1", "1 1 | 1 1 | 1 | 1")
    assert brute_force(posed) == frozenset()
    probed = probe(_swept(posed))
    assert (probed.pictures, probed.rest, probed.everything) == ((), None, None)
    assert probed.dead is not None
    x, y = probed.dead
    words = f"line logic finds no way to fill the lines, whatever color the cell in column {x}"
    assert why_none(probed.dead, posed, None) == f"{words} and row {y} has"
    start = PartialGrid.unknown(4, 4, 2)
    assert why_none(probed.dead, posed, start).startswith("with the start, line logic")
    fixed = replace(posed, given=partial("#??? | ???? | ???? | ????"))
    assert why_none(probed.dead, fixed, start).startswith("with the given cells and the start, l")


def test_why_none_names_the_line() -> None:
    """A line without arrangement is told by its name, and what else is known is not forgotten."""
    posed, start = _posed("1", "1"), PartialGrid.unknown(1, 1, 2)
    fixed = replace(posed, given=partial("#"))
    words = "line logic finds no way to fill row 3 that agrees with the other lines"
    assert why_none(Line("row", 3), posed, None) == words
    assert why_none(Line("row", 3), posed, start) == f"{words} and the start"
    assert why_none(Line("row", 3), fixed, None) == f"{words} and the given cells"
    assert why_none(Line("row", 3), fixed, start) == f"{words} and the given cells and the start"


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
def test_no_solution_is_lost_or_told_twice(
    colors: int, side: int, data: st.DataObject, most: int
) -> None:
    """Pictures and rest share all solutions among them; checked by brute force."""
    posed = Puzzle.of(data.draw(grids(colors=colors, max_side=side)), PALETTE[:colors])
    board = _swept(posed)
    before = board.partial()
    _holds(probe(board, most), brute_force(posed))
    assert board.partial() == before


@given(st.data())
def test_starts_that_may_lead_nowhere(data: st.DataObject) -> None:
    """The same where something is given or known beforehand, right or wrong."""
    grid = data.draw(grids(colors=2, max_side=4))
    known = partial_grids(grid.width, grid.height, 2)
    posed = replace(Puzzle.of(grid), goal=None, given=data.draw(st.none() | known))
    start = data.draw(st.none() | known)
    board = Board(posed, start)
    solutions = brute_force(posed, start)
    if board.sweep():
        assert not solutions
    else:
        _holds(probe(board), solutions)
