"""Designing by trying everything: what the searches are held against."""

from functools import cache
from itertools import combinations

from asp_nono.design.nogoods import Aim
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle
from tests.asp.boards import all_grids, families
from tests.cases import PALETTE


@cache
def good_pictures(width: int, height: int, colors: int, aim: Aim) -> frozenset[Grid]:
    """The pictures of a size that meet an aim."""
    if aim == "unique":
        kinds = families(width, height, colors).values()
        return frozenset(grid for kind in kinds if len(kind) == 1 for grid in kind)
    return frozenset(grid for grid in all_grids(width, height, colors) if _found(grid, colors))


def _found(grid: Grid, colors: int) -> bool:
    """Whether line logic finds a picture."""
    board = Board(Puzzle.of(grid, PALETTE[:colors]))
    return board.sweep() is None and board.decided


def fewest(differ: list[frozenset[object]]) -> int:
    """The size of a smallest set that has something in common with each of these sets."""
    everything = sorted(frozenset[object]().union(*differ), key=repr)
    for number in range(len(everything) + 1):
        for chosen in combinations(everything, number):
            if all(some.intersection(chosen) for some in differ):
                return number
    raise AssertionError("nothing has anything in common with the empty set")
