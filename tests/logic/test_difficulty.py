"""Difficulty: the same for a puzzle that is turned, mirrored or recolored."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given

from asp_nono.clue import Block, Clue
from asp_nono.files import read
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line import SOLVERS
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Budget, look_ahead
from asp_nono.logic.difficulty import DifficultyMeasures, Rating, difficulty, ratings
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Technique, Verdict
from asp_nono.solving.solve import check
from tests.conftest import ROOT
from tests.counting.puzzles import random_puzzle
from tests.logic.checker import INSTANCES
from tests.solving.puzzles import CROSS, DEEP, ONES, dominoes
from tests.strategies import puzzles


def _shipped(name: str) -> Puzzle:
    (puzzle,) = read(ROOT / "instances" / f"{name}.xml")
    return puzzle


Rows = Iterable[tuple[int, ...]]


Clues = tuple[Clue, ...]


def _changed(puzzle: Puzzle, rows: Clues, columns: Clues, change: Callable[[Rows], Rows]) -> Puzzle:
    given = PartialGrid(tuple(change(puzzle.given.rows))) if puzzle.given else None
    return replace(puzzle, rows=rows, columns=columns, goal=None, given=given, saved=())


def turned(puzzle: Puzzle) -> Puzzle:
    """The puzzle with rows for columns."""
    return _changed(puzzle, puzzle.columns, puzzle.rows, lambda rows: zip(*rows, strict=True))


def mirrored(puzzle: Puzzle) -> Puzzle:
    """The puzzle with left and right exchanged."""
    rows = tuple(clue[::-1] for clue in puzzle.rows)
    return _changed(puzzle, rows, puzzle.columns[::-1], lambda rows: (row[::-1] for row in rows))


def recolored(puzzle: Puzzle) -> Puzzle:
    """The puzzle with each block color exchanged for the next."""
    most = len(puzzle.colors) - 1

    def shift(color: int) -> int:
        return color % most + 1 if color else 0

    def side(clues: Clues) -> Clues:
        return tuple(tuple(Block(b.length, shift(b.color)) for b in clue) for clue in clues)

    def cell(colors: int) -> int:
        return sum(1 << shift(color) for color in range(most + 1) if colors >> color & 1)

    def cells(rows: Rows) -> Rows:
        return (tuple(map(cell, row)) for row in rows)

    return _changed(puzzle, side(puzzle.rows), side(puzzle.columns), cells)


def _measure(puzzle: Puzzle) -> DifficultyMeasures:
    (found,) = ratings(puzzle)
    assert found.difficulty
    return found.difficulty


def _check_symmetries(puzzle: Puzzle) -> None:
    found = list(ratings(puzzle))
    for other in (turned(puzzle), mirrored(puzzle), turned(mirrored(puzzle)), recolored(puzzle)):
        assert list(ratings(other)) == found


@pytest.mark.parametrize("file", INSTANCES)
def test_instances(file: Path) -> None:
    """Every puzzle that is shipped is graded alike however it is turned."""
    (puzzle,) = read(file)
    if check(puzzle).verdict is Verdict.UNIQUE:
        _check_symmetries(puzzle)


@given(puzzles(max_side=6, given=True))
def test_symmetries(posed: Puzzle) -> None:
    """So are random ones, in colors, with blots and given cells."""
    assume(len(posed.colors) > 1)
    _check_symmetries(posed)


@pytest.mark.slow
@given(puzzles(max_side=6))
def test_technique(posed: Puzzle) -> None:
    """It is the weakest that decides the puzzle alone, and no share is lost."""
    result = check(posed)
    assume(result.verdict is Verdict.UNIQUE and len(posed.colors) > 1)
    found = difficulty(posed, result.solutions[0])
    technique, solver = _weakest(posed)
    assert found.technique is technique
    assert solver in (None, found.solver)
    assert sum(found.shares.values()) == pytest.approx(1)
    assert 1 <= found.grade <= 10
    assert 1 <= found.tedium <= 10
    assert (found.trials > 0) == (found.technique in ("depth-1", "depth-2"))


def _weakest(puzzle: Puzzle) -> tuple[Technique, str | None]:
    """The weakest technique, and of line logic the weakest solver, alone."""
    for name, solver in SOLVERS.items():
        board = Board(puzzle)
        board.sweep(solver)
        if board.decided:
            return Technique.LINE, name
    for depth in (1, 2):
        if look_ahead(board, depth, Budget()) or board.decided:
            return Technique.of_depth(depth), None
    return Technique.SEARCH, None


def test_drawn() -> None:
    """A cross is easy; what has several solutions has no grade."""
    cross = _measure(CROSS)
    assert (cross.technique, cross.solver) == (Technique.LINE, "fast")
    assert (cross.grade, cross.trials) == (1, 0)
    assert list(ratings(ONES)) == [Rating(verdict=Verdict.MULTIPLE)]


@pytest.mark.parametrize(
    ("puzzle", "stuck", "few_or_many", "grade"),
    [
        (_shipped("random/20x20-60-c1-s5"), 1, "few", 6),
        (_shipped("pictures/boat"), 2, "few", 7),
        (_shipped("pathological/blotted-search"), 1, "many", 7),  # 3 cells of 25
        (_shipped("pathological/search-5x5"), 1, "many", 7),
        (_shipped("pathological/search-10x10"), 2, "many", 8),
        (random_puzzle(15, 15, 0.5, 112), 12, "many", 9),
    ],
    ids=("once", "twice", "once-just-many", "once-many", "twice-many", "often"),
)
def test_how_often_one_is_stuck(puzzle: Puzzle, stuck: int, few_or_many: str, grade: int) -> None:
    """Among puzzles that need single trials: how many cells need them, once, more, or often."""
    found = _measure(puzzle)
    assert found.technique is Technique.DEPTH_1
    share = "many" if found.shares[Technique.DEPTH_1] >= 0.1 else "few"
    assert (found.stuck, share, found.grade) == (stuck, few_or_many, grade)


@pytest.mark.slow
def test_deep() -> None:
    """Trials within trials can be the weakest technique; the grade, `check` and steps agree."""
    found = _measure(DEEP)
    assert (found.technique, found.grade, found.untried) == (Technique.DEPTH_2, 9, 0)
    assert 0 < found.shares[Technique.DEPTH_2] < 1
    assert check(DEEP).technique == "depth-2"
    _check_symmetries(DEEP)


def test_adding_up() -> None:
    """Sums decide where trials do not, and are below a search."""
    found = difficulty(puzzle := dominoes(19), check(puzzle).solutions[0])
    assert (found.technique, found.grade, found.sweeps) == (Technique.LINEAR, 9, 1)
    assert (found.shares[Technique.LINEAR], found.steps, found.untried) == (1, 38, 361)


@pytest.mark.slow
def test_what_is_not_known() -> None:
    """Where too many cells are open for trials within trials, that is said."""
    found = _measure(_shipped("pictures/bicycle"))
    assert (found.technique, found.grade) == (Technique.SEARCH, 10)
    assert found.untried == round(found.shares[Technique.SEARCH] * 40 * 26) > 250


def test_given_cells_are_no_work() -> None:
    """Shares are those of the cells that are open at first; with none there is nothing to do."""
    assert CROSS.goal
    known = replace(CROSS, given=PartialGrid.of(CROSS.goal))
    found = difficulty(known, Grid(CROSS.goal.rows))
    assert (found.steps, found.grade, found.tedium, sum(found.shares.values())) == (0, 1, 1, 0)
