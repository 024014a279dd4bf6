"""Repairs: unique by a second recipe, smallest by trying everything, within their terms."""

from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.design.edit import Area, Terms, isolated, outline
from asp_nono.design.nogoods import Aim
from asp_nono.design.recognition import likeness, same_parts
from asp_nono.design.repair import RepairedPicture, RepairResult, repair, repairs
from asp_nono.design.symmetry import symmetries
from asp_nono.files import read
from asp_nono.grid import Grid
from asp_nono.logic.difficulty import difficulty
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.asp.boards import all_grids
from tests.cases import PALETTE, partial
from tests.conftest import ROOT
from tests.design.brute import good_pictures
from tests.solving.puzzles import ONES as THREE, clues
from tests.strategies import grids

LONG = {"confetti", "fireworks", "galaxy", "quilt", "summit"}  # take seconds each
AMBIGUOUS = [
    pytest.param(file, id=file.stem, marks=[pytest.mark.slow] * (file.stem in LONG))
    for file in sorted((ROOT / "instances" / "ambiguous").glob("*.xml"))
]


def _now(puzzle: Puzzle, aim: Aim = "unique", **terms: object) -> list[RepairedPicture]:
    """The repairs that are found in this process, the best first."""
    *_, found = repairs(puzzle, aim, terms=Terms(**terms))  # type: ignore[arg-type] # any of them
    return list(found.repairs)


@st.composite
def _small(draw: st.DrawFn) -> tuple[Grid, int]:
    """A picture of a size that all pictures can be tried of, and the number of its colors."""
    colors = draw(st.sampled_from([2, 2, 2, 3]))
    width, height = draw(st.sampled_from([(3, 3), (4, 2), (2, 4)] if colors == 2 else [(3, 2)]))
    row = st.tuples(*[st.integers(0, colors - 1)] * width)
    return Grid(draw(st.tuples(*[row] * height))), colors


def _harm(grid: Grid, other: Grid) -> tuple[int, int, int]:
    """How many changes alone make other parts or holes, symmetries lost, more isolated cells."""
    lost = {*symmetries(grid)} - {*symmetries(other)}
    filled = [list(map(bool, row)) for row in grid.rows]
    parting = 0
    for x, y in grid.differences(other):
        alone = [list(row) for row in filled]
        alone[y - 1][x - 1] = bool(other.rows[y - 1][x - 1])
        parting += not same_parts(*(Grid.from_rows(rows) for rows in (filled, alone)))
    return parting, len(lost), isolated(other) - isolated(grid)


@pytest.mark.slow
@pytest.mark.parametrize("aim", ["unique", "line"])
@given(case=_small(), data=st.data())
@settings(max_examples=15)
def test_cheapest_by_brute_force(aim: Aim, case: tuple[Grid, int], data: st.DataObject) -> None:
    """No picture that meets the aim costs less than the first repair, or looks better at its cost.

    Also with weights, and where the picture has to keep a score.
    """
    grid, colors = case
    score = data.draw(st.sampled_from([0, 0, 50, 80]))
    row = st.tuples(*[st.integers(1, 4)] * grid.width)
    weights = data.draw(st.none() | st.tuples(*[row] * grid.height))

    def cost(other: Grid) -> int:
        return sum(weights[y - 1][x - 1] if weights else 1 for x, y in grid.differences(other))

    def look(other: Grid) -> tuple[int, int, int, int]:
        return cost(other), *_harm(grid, other)

    good = good_pictures(grid.width, grid.height, colors, aim)
    good = frozenset(one for one in good if round(100 * likeness(grid, one)) >= score)
    found = _now(Puzzle.of(grid, PALETTE[:colors]), aim, weights=weights, score=score)
    assert [one.look for one in found[:1]] == sorted(map(look, good))[:1]
    for one in found:
        assert one.picture in good
        assert len(one.changes) == len(grid.differences(one.picture))
        assert look(one.picture) == one.look
        assert mismatch(one.picture, one.puzzle) is None


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("score", [80, 85])
def test_a_least_score_by_brute_force(score: int) -> None:
    """Of the pictures that are recognizable enough none is nearer; that there is none is proven."""
    good = good_pictures(3, 3, 2, "unique")
    refused = 0
    for grid in [one for one in all_grids(3, 3, 2) if one not in good][::6]:
        like = [other for other in good if round(100 * likeness(grid, other)) >= score]
        *_, found = repairs(Puzzle.of(grid), terms=Terms(score=score))
        assert all(one.score >= score for one in found.repairs)
        assert found.complete or found.smallest
        nearest = sorted(len(grid.differences(other)) for other in like)[:1]
        assert [one.cost for one in found.repairs[:1]] == nearest
        refused += nearest != [min(len(grid.differences(other)) for other in good)]
    assert refused > 0


@cache
def _difficulties() -> dict[Grid, int]:
    """All unique 3x3 pictures."""
    unique = good_pictures(3, 3, 2, "unique")
    return {one: difficulty(Puzzle.of(one), one).grade for one in unique}


@pytest.mark.slow
@given(st.sampled_from(all_grids(3, 3, 2)), st.sampled_from([(1, 1), (2, 3), (4, 10), (9, 10)]))
@settings(max_examples=8, deadline=None)
def test_difficulty_by_brute_force(grid: Grid, grades: tuple[int, int]) -> None:
    """No picture of the difficulty is nearer; where there is none, that is proven."""
    least, most = grades
    good = [one for one, grade in _difficulties().items() if least <= grade <= most]
    *_, found = repairs(Puzzle.of(grid), grades=grades)
    assert found.complete or found.smallest
    assert bool(found.repairs) == bool(good)
    for one in found.repairs:
        assert one.picture in good
    if good:
        assert found.repairs[0].cost == min(len(grid.differences(other)) for other in good)


@given(grids(max_side=4), st.data())
@settings(max_examples=40)
def test_terms_are_kept(grid: Grid, data: st.DataObject) -> None:
    """Only the region changes, protected cells never do, and the cost is that of the weights."""
    row = st.tuples(*[st.integers(0, 3)] * grid.width)
    weights = data.draw(st.tuples(*[row] * grid.height))
    left = data.draw(st.integers(1, grid.width))
    area = Area(left, 1, grid.width, grid.height)
    for one in _now(Puzzle.of(grid), region=(area,), weights=weights):
        costs = [weights[change.y - 1][change.x - 1] for change in one.changes]
        assert 0 not in costs
        assert sum(costs) == one.cost
        assert all(change.x >= left for change in one.changes)


@pytest.mark.parametrize("weights", [((0, 3), (3, 2)), ((1, 0), (2, 1)), ((3, 0), (2, 2))])
@pytest.mark.timeout(60)
def test_the_search_ends_where_one_edit_is_left(weights: tuple[tuple[int, int], ...]) -> None:
    """A protected cell of the smallest ambiguous picture; clingo once searched for ever."""
    found = _now(Puzzle.of(Grid(((0, 1), (1, 0)))), weights=weights)
    costs = sorted(weight for row in weights for weight in row if weight)
    assert [one.cost for one in found] == costs


def test_symmetry_is_kept() -> None:
    """Changes come in groups that leave all symmetries."""
    before = symmetries(THREE.goal) if THREE.goal else ()
    assert set(before) == {"point", "diagonal", "other-diagonal"}
    found = _now(THREE, symmetric=True)
    assert found
    assert all(one.broken == 0 for one in found)
    assert all(set(before) <= set(symmetries(one.picture)) for one in found)


@pytest.mark.parametrize("alternatives", [1, 3])
@pytest.mark.parametrize("rows", [["...", ".#.", "..#"], [".##", "#.#", "##."]])
def test_parts_count_before_symmetries_and_isolated_cells(
    rows: list[str], alternatives: int
) -> None:
    """Of all repairs of one cell; in the first picture another one leaves no isolated cell."""
    grid = Grid.from_text(rows)
    near = [one for one in good_pictures(3, 3, 2, "unique") if len(grid.differences(one)) == 1]
    *_, found = repairs(Puzzle.of(grid), alternatives=alternatives)
    harm = [_harm(grid, one.picture) for one in found.repairs]
    assert found.best
    assert harm == sorted(_harm(grid, one) for one in near)[:alternatives]
    assert [one.look[1:] for one in found.repairs] == harm


def test_given_cells_are_kept() -> None:
    """Cells that the puzzle fixes are not changed, and stay given."""
    (first, *_) = _now(replace(THREE, given=partial("#??|?#?|???")))
    assert first.changes == ()  # two given cells leave the third no choice
    looser = replace(THREE, given=partial("#??|???|???"))
    for one in _now(looser):
        assert (1, 1) not in {(change.x, change.y) for change in one.changes}
        assert one.puzzle.given == looser.given


def test_outline_costs_more() -> None:
    """A ring with a speck inside: its cells and those around it are the outline."""
    ring = Grid.from_text(["......", ".####.", ".#..#.", ".####.", "......"])
    rim = outline(ring)
    assert {(2, 2), (2, 3), (1, 2), (3, 1)} <= rim
    assert not {(3, 3), (4, 3), (1, 1)} & rim
    costs = Terms(outline=True).costs(ring)
    assert (costs[1][1], costs[2][2]) == (3, 1)


def test_looks() -> None:
    """Isolated cells are counted, specks and holes alike."""
    assert isolated(Grid.from_text(["#..", "...", "..#"])) == 2
    assert isolated(Grid.from_text(["###", "#.#", "###"])) == 1


def test_budget() -> None:
    """With too small a budget, it is said that everything was looked at, and what ended it."""
    picture = Grid.from_text(["#....", ".#...", "..#..", "...#.", "....#"])
    *_, found = repairs(Puzzle.of(picture), terms=Terms(up_to=1))
    assert found.complete
    assert all(one.cost > 1 for one in found.repairs)
    assert (found.smallest, str(found.ended_by)) == (False, "cost limit of 1")


@pytest.mark.slow
@pytest.mark.parametrize("file", AMBIGUOUS)
def test_shipped_pictures(file: Path) -> None:
    """Each is ambiguous, and has a repair after which a second recipe finds nothing else."""
    (puzzle,) = read(file)
    assert check(puzzle).verdict is Verdict.MULTIPLE
    one = next(found.repairs[0] for found in repairs(puzzle) if found.repairs)
    assert mismatch(one.picture, one.puzzle) is None
    again = check(one.puzzle, recipe="states")
    assert (again.verdict, again.solutions) == (Verdict.UNIQUE, (one.picture,))
    assert puzzle.goal
    assert {(c.x, c.y) for c in one.changes} == set(puzzle.goal.differences(one.picture))


def test_smallest_of_shipped_pictures() -> None:
    """Two that all pictures can be tried of nearby: no single change repairs the three."""
    (puzzle,) = read(ROOT / "instances" / "ambiguous" / "dice-three.xml")
    found = repair(puzzle)
    assert (found.repairs[0].cost, found.least, found.smallest) == (2, 2, True)
    assert puzzle.goal
    for y, x in product(range(5), repeat=2):
        rows = [list(row) for row in puzzle.goal.rows]
        rows[y][x] ^= 1
        changed = Puzzle.of(Grid.from_rows(rows))
        assert check(changed, recipe="states").verdict is Verdict.MULTIPLE


@pytest.mark.slow
def test_the_end_is_named() -> None:
    """The smallest size is proven, the best look is not: the result says why."""
    (puzzle,) = read(ROOT / "instances" / "ambiguous" / "dice-three.xml")
    found = repair(puzzle, grades=(3, 5))
    assert (found.smallest, found.best) == (True, False)
    assert str(found.ended_by) == "150 edits in a row failed"


def test_interrupted() -> None:
    """Ctrl-C in the moment of the first repair keeps it."""

    def press(known: RepairResult) -> None:
        if known.repairs:
            raise KeyboardInterrupt

    found = repair(THREE, each=press)
    assert (found.interrupted, found.reason, len(found.repairs)) == (True, "interrupted", 1)


@pytest.mark.parametrize(
    ("puzzle", "says"),
    [
        (Puzzle(clues("?"), clues("1")), "a puzzle with blotted numbers cannot be repaired"),
        (
            Puzzle(clues("1", "1"), clues("1", "1"), given=partial("..|??")),
            "the puzzle has no solution",
        ),
    ],
)
def test_refused(puzzle: Puzzle, says: str) -> None:
    """What cannot be repaired is an error of one line."""
    with pytest.raises(PuzzleError, match=says):
        repair(puzzle)


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        (Terms(region=(Area(1, 1, 4, 1),)), "is not within 3x3 cells"),
        (Terms(weights=((1, 1, 1),)), "not of the picture's size; expected 3x3"),
        (Terms(weights=((1, 1, -1),) * 3), "a weight below 0"),
    ],
)
def test_wrong_terms(terms: Terms, says: str) -> None:
    """So are terms that do not fit."""
    with pytest.raises(PuzzleError, match=says):
        repair(THREE, terms=terms)
