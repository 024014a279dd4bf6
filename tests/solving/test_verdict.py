"""Verdicts, counts and enumeration on small drawn puzzles."""

from dataclasses import replace
from itertools import islice

import pytest

from asp_nono.asp.recipes import DEDUCTIONS, recipe, recipes
from asp_nono.counting.count import count
from asp_nono.grid import Grid
from asp_nono.line import Board
from asp_nono.line.lookahead import probe
from asp_nono.line.switch import switches
from asp_nono.messages import EncodingError, UnknownNameError
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Children
from asp_nono.solving.result import Result, Verdict
from asp_nono.solving.solve import check, solutions, solve
from tests.asp.boards import brute_force
from tests.solving.puzzles import (
    CROSS,
    EXCHANGES,
    NONE_BY_LINE,
    NONE_BY_SEARCH,
    ONES,
    SEARCHED,
    clues,
    known,
    permutations,
)

every_recipe = pytest.mark.parametrize("name", list(recipes()))


def test_unique_by_line_logic() -> None:
    """Line logic alone decides, and clingo is not used."""
    result = check(CROSS)
    assert (result.verdict, result.technique) == (Verdict.UNIQUE, "line")
    assert result.solutions == (CROSS.goal,)
    assert (result.number, result.exhausted, result.reason) == (1, True, "")
    assert result.certain.complete() == CROSS.goal
    assert result.ground_seconds == 0
    assert result.differences == ()


@every_recipe
def test_unique_by_search(name: str) -> None:
    """What line logic leaves open clingo decides, with every recipe."""
    result = check(SEARCHED, recipe=recipe(name).with_deductions("line"))
    assert (result.verdict, result.technique) == (Verdict.UNIQUE, "search")
    assert result.solutions == (SEARCHED.goal,)
    assert result.exhausted
    assert result.ground_seconds > 0


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_solutions_by_probing(most: int) -> None:
    """Pictures that probing finds are given once, and no more of them than asked for."""
    result = solve(permutations(2), most=most)
    assert result.number == len(set(result.solutions)) == (min(most, 2) or 2)
    assert (result.exhausted, result.technique) == (most != 1, "depth-1")


def test_probing_and_clingo_share_the_solutions() -> None:
    """What probing finds is not found again, and the rest is."""
    posed = Puzzle.of(Grid.from_text([".##.", "...#", ".#..", "#..."]))
    board = Board(posed)
    assert board.sweep() is None
    probed = probe(board)
    assert probed.pictures
    assert probed.rest is not None
    found = solve(posed, most=0)
    assert found.technique == "search"
    assert len(found.solutions) == len(set(found.solutions)) == count(posed).number
    assert set(found.solutions) == set(solutions(posed, recipe="starts"))
    assert solve(posed, most=3).number == 3


@every_recipe
def test_multiple(name: str) -> None:
    """Two different witnesses that pass the checker, and the cells where they differ."""
    result = check(ONES, recipe=name)
    assert (result.verdict, result.technique, result.number) == (Verdict.MULTIPLE, "search", 2)
    first, second = result.solutions
    assert first != second
    assert satisfies(first, ONES)
    assert satisfies(second, ONES)
    assert result.differences == first.differences(second)
    assert len(result.differences) >= 4
    assert not result.exhausted
    assert result.reason == "stopped after 2 solutions"


@every_recipe
def test_none(name: str) -> None:
    """No solution, by line logic or by search; the reason says which."""
    by_line = check(NONE_BY_LINE, recipe=name)
    assert (by_line.verdict, by_line.solutions, by_line.exhausted) == (Verdict.NONE, (), True)
    by_search = check(NONE_BY_SEARCH, recipe=recipe(name).with_deductions("line"))
    assert (by_search.verdict, by_search.technique) == (Verdict.NONE, "search")
    assert by_search.reason == "clingo proves that no picture has these clues"


def test_undecided_when_asked_for_one() -> None:
    """One solution without proof that it is the only one decides nothing."""
    result = solve(ONES, most=1)
    assert (result.verdict, result.number, result.exhausted) == (Verdict.UNDECIDED, 1, False)
    assert result.reason == "stopped after 1 solution"
    assert solve(CROSS, most=1).verdict is Verdict.UNIQUE


def test_other_than_goal() -> None:
    """A solution that is not the designer's picture is pointed out, if there is one."""
    other = check(ONES).other_than_goal
    assert other
    assert other != ONES.goal
    assert satisfies(other, ONES)
    assert check(CROSS).other_than_goal is None
    assert check(replace(ONES, goal=None)).other_than_goal is None


@every_recipe
@pytest.mark.parametrize("hints", DEDUCTIONS)
def test_start(name: str, hints: str) -> None:
    """The verdict is on the pictures that agree with the start and the given cells."""
    used = recipe(name).with_deductions(hints)
    corner = known("#??", "???", "???")
    fixed = replace(ONES, goal=None, given=corner)
    for puzzle, start in ((ONES, corner), (fixed, None)):
        two = solve(puzzle, most=0, recipe=used, start=start)
        assert {str(grid) for grid in two.solutions} == {"#..\n.#.\n..#", "#..\n..#\n.#."}
        assert two.exhausted
        assert two.certain.within(corner) == two.certain
    one = check(fixed, recipe=used, start=known("???", "?.?", "???"))
    assert [str(grid) for grid in one.solutions] == ["#..\n..#\n.#."]
    assert count(fixed, recipe=used).number == 2
    same = count(ONES, recipe=used, start=known("???", "???", "???"))
    assert (same.number, same.exact) == (6, True)


def test_both_solutions_agree_with_the_start() -> None:
    """Also where an exchange in the first one gives a second that does not."""
    assert EXCHANGES.goal
    near = list(switches(EXCHANGES, EXCHANGES.goal))
    corners = {(cell, other) for other in near for cell in EXCHANGES.goal.differences(other)}
    misled = 0
    for (x, y), other in corners:
        rows = [["?"] * EXCHANGES.width for _ in range(EXCHANGES.height)]
        rows[y - 1][x - 1] = ".#"[other.rows[y - 1][x - 1]]
        start = known(*map("".join, rows))
        two = check(EXCHANGES, start=start).solutions
        assert len(two) == 2
        assert all(map(start.admits, two))
        misled += not all(map(start.admits, islice(switches(EXCHANGES, two[0]), 1)))
    assert misled


@every_recipe
@pytest.mark.parametrize("rows", [("##?", "???", "???"), ("...", "???", "???"), ("#..",) * 3])
def test_contradictory_start(name: str, rows: tuple[str, ...]) -> None:
    """A start that no solution agrees with gives none, and the reason names it."""
    result = check(ONES, recipe=name, start=known(*rows))
    assert result.verdict is Verdict.NONE
    assert "the start" in result.reason


@every_recipe
@pytest.mark.parametrize("hints", DEDUCTIONS)
@pytest.mark.parametrize(
    "start", [("??.", "???", "???"), ("??#", "???", "???"), (".??", "???", "???")]
)
def test_start_against_given_cells(name: str, hints: str, start: tuple[str, ...]) -> None:
    """What no picture agrees with ends as none, even where one cell has no color left."""
    puzzle = replace(ONES, goal=None, given=known("??#", "???", "???"))
    expected = brute_force(puzzle, known(*start))
    found = solve(puzzle, most=0, recipe=recipe(name).with_deductions(hints), start=known(*start))
    assert set(found.solutions) == expected
    assert found.exhausted
    if not expected:
        assert found.verdict is Verdict.NONE
        assert "the given cells and the start" in found.reason


def test_given_cells_that_no_solution_has() -> None:
    """The verdict is none, and the reason names them; the goal would have been refused."""
    result = check(replace(CROSS, goal=None, given=known("#??", "???", "???")))
    assert result.verdict is Verdict.NONE
    assert result.reason.endswith("that agrees with the other lines and the given cells")


def test_solutions() -> None:
    """All solutions, each once; stopping early costs no more."""
    found = list(solutions(ONES))
    assert len(set(found)) == len(found) == 6
    assert all(satisfies(grid, ONES) for grid in found)
    assert len(set(islice(solutions(permutations(30)), 5))) == 5
    assert list(solutions(NONE_BY_SEARCH)) == []
    assert list(solutions(CROSS)) == [CROSS.goal]
    assert len(list(solutions(ONES, start=known("#??", "???", "???")))) == 2


def test_solutions_of_unknown_recipe() -> None:
    """An unknown recipe is refused with the nearest one."""
    with pytest.raises(UnknownNameError, match=r"did you mean starts\?"):
        list(solutions(ONES, recipe="start"))
    for ask in (check, solve, count):
        with pytest.raises(UnknownNameError):
            ask(ONES, recipe="start")


@every_recipe
def test_blotted(name: str) -> None:
    """Hidden lengths give all pictures that agree, or a refusal by name."""
    puzzle = Puzzle(clues("?", "1"), clues("?", "1"))
    if not recipes()[name].blotted:
        for ask in (check, count):
            with pytest.raises(EncodingError, match="cannot handle blotted blocks"):
                ask(puzzle, recipe=name)
        return
    assert set(solutions(puzzle, recipe=name)) == brute_force(puzzle)


def test_hand_out_keeps_two() -> None:
    """Solutions that are handed out are not kept, save the two witnesses."""
    handed: list[Grid] = []
    result = solve(ONES, most=0, hand_out=handed.append)
    assert len(set(handed)) == 6
    assert result.number == 6
    assert result.solutions == tuple(handed[:2])
    assert len(solve(ONES, most=0).solutions) == 6


def _essence(result: Result) -> tuple[object, ...]:
    return result.verdict, result.technique, result.number, result.exhausted, result.reason


@pytest.mark.parametrize(
    "puzzle", [CROSS, SEARCHED, ONES, NONE_BY_LINE, NONE_BY_SEARCH, permutations(1)]
)
def test_the_same_in_a_child(puzzle: Puzzle) -> None:
    """Limits that are not reached change nothing."""
    plain, limited = solve(puzzle, most=0), solve(puzzle, most=0, limits=Limits(60, 2000))
    assert _essence(plain) == _essence(limited)
    assert set(plain.solutions) == set(limited.solutions)
    assert plain.certain == limited.certain
    with Children() as pool:
        assert _essence(solve(puzzle, most=0, pool=pool)) == _essence(plain)
