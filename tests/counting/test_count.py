"""Exact counts against brute force, against each other, and against known numbers."""

import re
from dataclasses import replace
from itertools import takewhile
from math import factorial

import pytest
from hypothesis import given, strategies as st

from asp_nono.asp.recipes import recipe
from asp_nono.counting import portfolio
from asp_nono.counting.count import METHODS, Method, count, counts
from asp_nono.counting.portfolio import PartMethod, Portfolio
from asp_nono.files import read
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError, UnknownNameError
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict
from tests.asp.boards import brute_force, families
from tests.cases import PALETTE
from tests.conftest import NIGHTLY, SHARED
from tests.counting.puzzles import blocks_of_ones, clue_sets, random_puzzle
from tests.solving.puzzles import (
    CROSS,
    NONE_BY_LINE,
    NONE_BY_SEARCH,
    ONES,
    clues,
    known,
    permutations,
)
from tests.strategies import blotted, grids, partial_grids

SIZES = [(width, height) for width in (1, 2, 3) for height in (1, 2, 3)]
EXACT: tuple[Method, ...] = ("auto", "topdown", "frontier")

every_method = pytest.mark.parametrize("method", EXACT)


@every_method
@pytest.mark.parametrize(
    ("colors", "sizes", "step"),
    [
        (2, SIZES, 7),
        (3, [(1, 3), (3, 1), (2, 2), (3, 2), (2, 3)], 29),
        pytest.param(2, SIZES, 1, marks=pytest.mark.slow),
        pytest.param(3, SIZES, 3, marks=pytest.mark.slow),
        pytest.param(3, SIZES, 1, marks=NIGHTLY),
    ],
)
def test_small_boards(method: Method, colors: int, sizes: list[tuple[int, int]], step: int) -> None:
    """On every small board, or a sample of them, the number is that of brute force."""
    for width, height in sizes:
        for posed, pictures in list(families(width, height, colors).items())[::step]:
            assert count(posed, method=method).number == len(pictures)


@pytest.mark.parametrize("step", [997, pytest.param(1, marks=NIGHTLY)])
def test_clue_sets_of_4x4(step: int) -> None:
    """All 58196 sets of clues have as many solutions as there are pictures that pose them."""
    assert len(clue_sets(4)) == 58196
    for (rows, columns), number in list(clue_sets(4).items())[::step]:
        assert count(Puzzle(rows, columns)).number == number


@st.composite
def posed(draw: st.DrawFn) -> tuple[Puzzle, PartialGrid | None]:
    """A puzzle of up to 3x4 cells, perhaps with blots, given cells, and a start."""
    number = draw(st.integers(2, 3))
    grid = draw(grids(number, max_side=3))
    cells = partial_grids(grid.width, grid.height, number)
    rows, columns = draw(blotted(grid.row_clues())), draw(blotted(grid.column_clues()))
    fixed = draw(st.none() | cells)
    return Puzzle(rows, columns, PALETTE[:number], given=fixed), draw(st.none() | cells)


@every_method
@given(posed())
def test_blots_given_cells_and_starts(
    method: Method, asked: tuple[Puzzle, PartialGrid | None]
) -> None:
    """Whatever a puzzle can hold is counted as brute force counts it."""
    puzzle, start = asked
    expected = [
        grid
        for grid in brute_force(puzzle, start)
        if puzzle.given is None or puzzle.given.admits(grid)
    ]
    found = count(puzzle, start=start, method=method)
    assert (found.number, found.exact, found.most) == (len(expected), True, len(expected))
    assert bool(found.reason) == (not expected)


@pytest.mark.parametrize(
    ("puzzle", "method", "number"),
    [
        *((permutations(side), "auto", factorial(side)) for side in (1, 2, 5, 14)),
        (permutations(13), "frontier", factorial(13)),
        *((blocks_of_ones(2, number), "auto", 2**number) for number in (1, 5, 20, 35)),
        pytest.param(permutations(20), "auto", factorial(20), marks=pytest.mark.slow),
        pytest.param(permutations(16), "frontier", factorial(16), marks=pytest.mark.slow),
        pytest.param(blocks_of_ones(2, 60), "auto", 2**60, marks=pytest.mark.slow),
    ],
)
def test_formulas(puzzle: Puzzle, method: Method, number: int) -> None:
    """A single 1 on every line has n! solutions, independent switches 2**n; also beyond 32 bits."""
    assert count(puzzle, method=method).number == number


@pytest.mark.parametrize(
    ("width", "height", "share", "seed", "colors", "number"),
    [
        (10, 10, 0.2, 1, 1, 5445),
        (10, 10, 0.3, 1, 1, 1651),
        pytest.param(12, 12, 0.2, 1, 1, 562148380, marks=pytest.mark.slow),
        pytest.param(12, 12, 0.3, 1, 1, 1963219, marks=pytest.mark.slow),
        pytest.param(30, 8, 0.3, 1, 1, 5437738, marks=pytest.mark.slow),
        (12, 12, 0.2, 1, 2, 574746),
        pytest.param(15, 15, 0.3, 1, 2, 3767522, marks=pytest.mark.slow),
        (12, 12, 0.15, 1, 3, 19872),
        (20, 20, 0.5, 1, 3, 124416),
    ],
)
def test_known_numbers(
    width: int, height: int, share: float, seed: int, colors: int, number: int
) -> None:
    """Random pictures whose numbers other programs have found, too."""
    puzzle = random_puzzle(width, height, share, seed, colors)
    assert count(puzzle).number == number


@pytest.mark.parametrize(("share", "number"), [(0.2, 5445), (0.3, 1651)])
def test_clingo_from_the_first_round(
    monkeypatch: pytest.MonkeyPatch, share: float, number: int
) -> None:
    """The number does not depend on when clingo begins to enumerate and to remove colors."""
    monkeypatch.setattr(portfolio, "_ALONE", 0)
    assert count(random_puzzle(10, 10, share, 1, 1)).number == number


@every_method
def test_a_component_of_one_cell(method: Method) -> None:
    """A cell that depends on no other: the end of a blotted block in both its lines."""
    puzzle = Puzzle(clues("1", "1", "?"), clues("1 1", "?", ""))
    assert count(puzzle, method=method).number == len(brute_force(puzzle)) == 2


def test_none_comes_with_a_reason() -> None:
    """Line logic or the search says why there is no solution; one alone is enough if it can."""
    by_line, by_search = count(NONE_BY_LINE), count(NONE_BY_SEARCH)
    assert (by_line.number, by_search.number) == (0, 0)
    assert by_line.reason.startswith("line logic finds no way to fill")
    assert by_search.reason == (
        "no way to color the cells that line logic leaves open agrees with all clues"
    )
    assert by_search.verdict is Verdict.NONE
    found = count(CROSS)
    assert (str(found), found.methods, found.verdict) == ("1", ("line",), Verdict.UNIQUE)


def test_start() -> None:
    """Only the pictures that agree with the start are counted."""
    assert count(ONES, start=known("#??", "???", "???")).number == 2
    with pytest.raises(PuzzleError, match="cells"):
        count(ONES, start=known("##"))


def test_unknown_method() -> None:
    """The choices are named."""
    with pytest.raises(
        UnknownNameError, match="choose from auto, d4, enumerate, estimate, frontier, ganak"
    ):
        count(ONES, method="ganak2")  # type: ignore[arg-type] # wrong on purpose
    assert set(METHODS) > set(EXACT)


@pytest.mark.slow
@pytest.mark.parametrize(("side", "share", "tried"), [(20, 0.2, True), (24, 0.3, False)])
def test_limits(side: int, share: float, *, tried: bool) -> None:
    """A time limit that is not enough leaves proven bounds, and tells what was tried.

    Where far too many states are to be expected, no frontier is begun.
    """
    found = count(random_puzzle(side, side, share, 3), limits=Limits(seconds=4))
    assert not found.exact
    assert found.most is not None
    assert 0 <= found.number < found.most
    assert found.reason == "time limit of 4 s"
    assert {"line", "topdown", "backbone"} <= set(found.methods)
    assert ("frontier" in found.methods) == tried


@pytest.mark.parametrize(
    ("only", "side", "memory"),
    [
        ("topdown", 12, 1 << 18),
        ("frontier", 12, 1 << 18),
        pytest.param("topdown", 14, 1 << 20, marks=pytest.mark.slow),
        pytest.param("frontier", 14, 1 << 20, marks=pytest.mark.slow),
        pytest.param(None, 14, 1 << 20, marks=pytest.mark.slow),
    ],
)
def test_no_memory(only: PartMethod | None, side: int, memory: int) -> None:
    """Without memory there is no exact number, but no wrong one either."""
    puzzle = random_puzzle(side, side, 0.2, 3)
    *_, last = Portfolio(puzzle, recipe("order"), memory=memory, only=only).counts()
    assert not last.exact
    assert last.most is not None
    assert 0 < last.number < last.most


@pytest.mark.slow
def test_bounds_of_parts_multiply() -> None:
    """Three parts that are too large for the memory given: their bounds are those of the whole."""
    puzzle, number = blocks_of_ones(7, 3), factorial(7) ** 3
    found = []
    for memory in (3_000, 7_000, 10_000):
        portfolio = Portfolio(puzzle, recipe("order"), memory=memory, only="frontier")
        *_, last = portfolio.counts()
        assert (last.most, last.exact) == ((7**7) ** 3, False)
        found.append(last.number)
    assert found == sorted(found)
    assert (found[0], found[-1]) == (2, number)  # at first what the goal shows


@pytest.mark.parametrize("axis", ["rows", "columns"])
def test_at_most(axis: str) -> None:
    """The upper bound is the smaller one of the products over rows and over columns: 9, not 16."""
    wide, high = ("2", "2"), ("1", "1", "1", "1")
    rows, columns = (wide, high) if axis == "rows" else (high, wide)
    puzzle = Puzzle(clues(*rows), clues(*columns))
    first = next(Portfolio(puzzle, recipe("order")).counts())
    assert (first.number, first.most, first.exact) == (0, 3 * 3, False)
    assert count(puzzle).number == 2


def test_solutions_known_beforehand() -> None:
    """A stopped count is never below them: the goal in the file, and one beside it."""
    puzzle = Puzzle.of(Grid.from_text(["#..", ".#.", "..#"]))

    def least(one: Puzzle, start: PartialGrid | None = None) -> tuple[int, bool]:
        first = next(Portfolio(one, recipe("order"), start).counts())
        return first.number, first.exact

    assert least(replace(puzzle, goal=None)) == (0, False)
    assert least(puzzle) == (2, False)
    assert least(puzzle, known("..?", "???", "???")) == (0, False)
    assert least(puzzle, known("?.?", "???", "???")) == (2, False)
    *_, last = Portfolio(puzzle, recipe("order")).counts()
    assert (last.number, last.exact) == (6, True)


def test_solutions_found_at_once() -> None:
    """A puzzle without a goal has those that trials and guesses find, before clingo is asked."""
    puzzle = replace(random_puzzle(20, 20, 0.42, 27), goal=None)
    found = Portfolio(puzzle, recipe("order"), only="topdown", seconds=1.0).counts()
    least = [one.number for one in takewhile(lambda one: "beam" not in one.methods, found)]
    assert (least[0], least[-1]) == (0, 2)


@pytest.mark.slow
def test_solutions_of_clingo_count_at_once() -> None:
    """What a snapshot says clingo has found, its number is not below."""
    puzzle = replace(random_puzzle(20, 20, 0.3, 3), goal=None)
    enumerated = snapshots = 0
    for found in Portfolio(puzzle, recipe("order"), seconds=30.0).counts():
        told = [one.outcome for one in found.tried if one.method == "enumerate"]
        if match := re.match(r"(?:at least|all) (\d+) solutions", told[0] if told else ""):
            enumerated = int(match[1])
        assert found.number >= enumerated
        snapshots += bool(enumerated)
        if snapshots == 5:
            break
    assert enumerated


@pytest.mark.parametrize("side", [16, 24])
def test_a_limit_that_is_named_was_reached(side: int) -> None:
    """The time is used to its end, also where no wider beam would fit into the rest."""
    *_, found = counts(random_puzzle(side, side, 0.3, 3), limits=Limits(seconds=2))
    assert found.reason == "time limit of 2 s"
    assert found.seconds >= 1.9
    assert not any("%" in trial.outcome for trial in found.tried)


def test_at_most_of_several_parts() -> None:
    """Upper bounds multiply."""
    first = next(Portfolio(blocks_of_ones(3, 3), recipe("order")).counts())
    assert (first.most, first.exact) == (27**3, False)


@pytest.mark.slow
def test_time_is_kept_for_beams_and_estimates() -> None:
    """They have the lower bound and the estimate, whatever the other methods have done."""
    puzzle = random_puzzle(24, 24, 0.3, 3)
    *_, last = Portfolio(puzzle, recipe("order"), seconds=5).counts()
    assert not last.exact
    assert {"beam", "estimate"} <= set(last.methods)


@pytest.mark.slow
@pytest.mark.nightly
def test_memory_limit() -> None:
    """The system's limit on memory is a limit like any other."""
    found = count(random_puzzle(20, 20, 0.2, 3), method="frontier", limits=Limits(None, 130))
    assert not found.exact
    assert found.reason == "memory limit of 130 MiB"


def survey(name: str) -> Puzzle:
    """A puzzle of Wolter's survey."""
    (puzzle,) = read(SHARED / "survey" / f"{name}.non")
    return puzzle


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "number", "second"),
    [
        pytest.param("Flag", 1263904, "frontier", marks=pytest.mark.slow),
        pytest.param("Center", 5222571924721419, "topdown", marks=NIGHTLY),
        ("Karate", 6, "enumerate"),
        pytest.param("Flag", 1263904, "ganak", marks=pytest.mark.slow),
        pytest.param("Thing", 3, "d4", marks=NIGHTLY),
    ],
)
def test_survey(name: str, number: int, second: Method) -> None:
    """The numbers that a study found with other programs."""
    puzzle = survey(name)
    assert count(puzzle).number == number
    found = count(puzzle, method=second)
    assert (found.number, found.exact) == (number, True)
