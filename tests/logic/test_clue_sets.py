"""Smallest sets of clues, held against all sets of lines and all pictures."""

from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings, strategies as st

from asp_nono.clue import Block, Cell, Line, shows
from asp_nono.files import read
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.bits import each
from asp_nono.logic.clue_sets import ClueSet, ClueSolver, NotForced, clue_sets
from asp_nono.logic.explain import line_steps
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, satisfies
from tests.conftest import ROOT
from tests.logic.checker import Known, check_step
from tests.solving.puzzles import CROSS, NONE_BY_LINE, NONE_BY_SEARCH, ONES, SEARCHED
from tests.strategies import puzzles

NONE = sorted((ROOT / "instances" / "pathological").glob("none-*.xml"))


def _last(puzzle: Puzzle, cell: Cell | None = None) -> ClueSet | NotForced:
    *_, last = clue_sets(puzzle, cell)
    return last


def _set(puzzle: Puzzle, cell: Cell | None = None) -> ClueSet:
    found = _last(puzzle, cell)
    assert isinstance(found, ClueSet)
    return found


def _check_minimal(clues: ClueSolver, found: ClueSet) -> None:
    """These lines have no picture, and with any one less they have."""
    lines = frozenset(map(clues.lines.index, found.lines))
    assert not isinstance(clues.solve(lines), Grid)
    assert all(isinstance(clues.solve(lines - {line}), Grid) for line in lines)


def _pictures(puzzle: Puzzle, lines: frozenset[Line], cell: Cell | None, color: int | None) -> bool:
    """Whether some picture has the clues of these lines, and another color in the cell."""
    given_ = puzzle.given or PartialGrid.unknown(puzzle.width, puzzle.height, len(puzzle.colors))
    rows = []
    for y, (clue, sets) in enumerate(zip(puzzle.rows, given_.rows, strict=True), 1):
        ways = product(*(each(colors) for colors in sets))
        use = Line("row", y) in lines
        rows.append([way for way in ways if not use or shows(way, clue)])
    return any(
        all(
            Line("column", x) not in lines or shows(cells, clue)
            for x, (cells, clue) in enumerate(
                zip(zip(*picture, strict=True), puzzle.columns, strict=True), 1
            )
        )
        for picture in product(*rows)
        if not cell or picture[cell[1] - 1][cell[0] - 1] != color
    )


@settings(max_examples=40)
@given(puzzles(max_side=3, given=True), st.data())
def test_brute_force(posed: Puzzle, data: st.DataObject) -> None:
    """The set is enough, and no smaller one is: all are tried on all pictures."""
    assume(len(posed.colors) ** (posed.width * posed.height) <= 1 << 16)
    cells = st.tuples(st.integers(1, posed.width), st.integers(1, posed.height))
    cell = data.draw(st.none() | cells)
    found = _last(posed, cell)
    every = frozenset(line for line, _, _ in posed.lines())
    if isinstance(found, NotForced):
        assert all(satisfies(picture, posed) for picture in found.pictures)
        if cell:
            x, y = cell
            colors = {picture.rows[y - 1][x - 1] for picture in found.pictures}
            assert len(colors) == len(found.pictures) != 1
        else:
            assert len(found.pictures) == 1
        if not found.pictures:
            assert not _pictures(posed, every, None, None)
        return
    assert (found.minimal, found.smallest) == (True, True)
    assert not _pictures(posed, frozenset(found.lines), cell, found.color)
    for lines in combinations(every, len(found.lines) - 1) if found.lines else []:
        assert _pictures(posed, frozenset(lines), cell, found.color)


@pytest.mark.parametrize("puzzle", [CROSS, pytest.param(SEARCHED, marks=pytest.mark.slow)])
def test_dropping_any_line_frees_the_cell(puzzle: Puzzle) -> None:
    """For every cell of a picture; clingo solves once more, with one line less."""
    for cell in product(range(1, puzzle.width + 1), range(1, puzzle.height + 1)):
        found = _set(puzzle, cell)
        assert found.smallest
        assert found.color is not None
        clues = ClueSolver(puzzle)
        clues.suppose_other(cell, found.color)
        _check_minimal(clues, found)


@pytest.mark.parametrize("file", NONE, ids=lambda path: path.stem)
def test_clash(file: Path) -> None:
    """The clues that are named have no picture, and each of them is needed."""
    (puzzle,) = read(file)
    found = _set(puzzle)
    assert (found.smallest, found.color) == (True, None)
    _check_minimal(ClueSolver(puzzle), found)


@pytest.mark.slow
def test_many_lines() -> None:
    """Where trials and a search are needed, lines are left out one by one, and soon some are."""
    (puzzle,) = read(ROOT / "instances" / "pictures" / "bicycle.xml")
    sets = (found for found in clue_sets(puzzle, (20, 10)) if isinstance(found, ClueSet))
    found = next(found for found in sets if len(found.lines) <= 60)
    clues = ClueSolver(puzzle)
    clues.suppose_other((20, 10), found.color or 0)
    assert not isinstance(clues.solve(frozenset(map(clues.lines.index, found.lines))), Grid)


def test_not_forced() -> None:
    """A cell with a choice, clues without a clash, a puzzle without solution."""
    choice = _last(ONES, (1, 1))
    assert isinstance(choice, NotForced)
    assert len(choice.pictures) == 2
    assert CROSS.goal
    assert _last(CROSS) == NotForced((CROSS.goal,))
    assert _last(NONE_BY_LINE, (1, 1)) == NotForced(())
    with pytest.raises(PuzzleError, match="no cell in column 4 and row 1; there are 3 columns"):
        _last(CROSS, (4, 1))


def test_steps_on_these_lines() -> None:
    """With the clues named and no others, single lines lead to the cell, where they are enough."""
    found = _set(CROSS, (1, 1))
    lines = frozenset(found.lines)
    steps = line_steps(CROSS, lines, (1, 1))
    assert {step.line for step in steps} <= lines
    known = Known(CROSS)
    for step in steps:
        check_step(known, step)
        for change in step.changes:
            known.lose(change)
    assert known.at((1, 1)) == 1 << (found.color or 0)
    clash = frozenset(_set(NONE_BY_SEARCH).lines)
    assert line_steps(NONE_BY_SEARCH, clash, None) == []


def test_blank_puzzle() -> None:
    """Where no clue has a block, the empty clue of the row forces background."""
    (puzzle,) = read(ROOT / "instances" / "pathological" / "blank-6x4.xml")
    last = _set(puzzle, (1, 1))
    assert ([str(line) for line in last.lines], last.color) == (["row 1"], 0)
    assert (last.minimal, last.smallest) == (True, True)


def test_a_color_without_blocks() -> None:
    """A cell that may have it needs its clue; in a palette of one color no cell needs any."""
    one = (Block(1, 1),)
    colors = (WHITE, BLACK, Color("red", "r", "ff0000"))
    given_ = PartialGrid(((0b101, 0b001), (0b011, 0b011)))  # (1, 1) is background or red
    posed = Puzzle(((), one), ((), one), colors, given=given_)
    assert [str(line) for line in _set(posed, (1, 1)).lines] == ["row 1"]
    assert _set(Puzzle(((),), ((),), (WHITE,)), (1, 1)).lines == ()
