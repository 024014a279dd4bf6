"""Nogoods are sound: whatever picture agrees with an edit on one of them fails as the edit does.

Local search, which nogoods guide, makes no change that is not needed.
"""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.design.candidates import Candidates, descend
from asp_nono.design.edit import Terms
from asp_nono.design.nogoods import Aim, Nogood, differences, judge
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.solving.solve import solutions
from tests.cases import PALETTE


def _random(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - pictures, not secrets


def _picture(random: Random, colors: int) -> Grid:
    """A picture by chance, thin enough to be ambiguous more often than not."""
    width, height = random.randint(2, 8), random.randint(2, 8)
    cells = [0, 0, 0, *range(1, colors)]
    return Grid(tuple(tuple(random.choices(cells, k=width)) for _ in range(height)))


def _mixed(random: Random, grid: Grid, nogood: Nogood, colors: int) -> Grid:
    """A picture that agrees with another one on a nogood, and is anything elsewhere."""
    rows = (
        tuple(c if (x, y) in nogood else random.randrange(colors) for x, c in enumerate(row, 1))
        for y, row in enumerate(grid.rows, 1)
    )
    return Grid(tuple(rows))


@pytest.mark.parametrize("aim", ["unique", "line"])
@given(seed=st.integers(0, 2**32), colors=st.sampled_from([2, 2, 3]))
@settings(max_examples=150)
def test_sound(aim: Aim, seed: int, colors: int) -> None:
    """Every picture that agrees on a nogood is judged to fail, too."""
    random = _random(seed)
    grid = _picture(random, colors)
    nogoods = judge(Puzzle.of(grid, PALETTE[:colors]), aim)
    for nogood in [] if isinstance(nogoods, str) else nogoods[:10]:
        other = _mixed(random, grid, nogood, colors)
        assert not isinstance(judge(Puzzle.of(other, PALETTE[:colors]), aim), str)


def test_local_search_reverts_what_is_not_needed() -> None:
    """Without any one of its changes, an edit that it ends with is no repair."""
    several = 0
    for seed in range(6):
        random = _random(seed)
        grid = Grid(tuple(tuple(random.choices((0, 0, 1), k=12)) for _ in range(12)))
        candidates = Candidates(Puzzle.of(grid), grid, "unique", Terms())
        edit = descend(candidates, frozenset())
        assert edit is not None
        assert isinstance(candidates.judge(edit), str)
        several += len(edit) > 1
        for change in edit:
            assert not isinstance(candidates.judge(edit - {change}), str)
    assert several


@given(seed=st.integers(0, 2**32), colors=st.sampled_from([2, 3]))
@settings(max_examples=100)
def test_parts_are_independent(seed: int, colors: int) -> None:
    """Each part of a difference alone leads to another solution."""
    grid = _picture(_random(seed), colors)
    puzzle = Puzzle.of(grid, PALETTE[:colors])
    for other in islice(solutions(puzzle), 20):
        parts = [part for _, part in differences(grid, other)]
        assert sum(map(len, parts)) == len(grid.differences(other))
        for part in parts:
            rows = [list(row) for row in grid.rows]
            for x, y in part:
                rows[y - 1][x - 1] = other.rows[y - 1][x - 1]
            assert satisfies(Grid.from_rows(rows), puzzle)


def test_drawn() -> None:
    """A block that can lie higher or lower: one piece of each of its lines, and not more."""
    edit = Grid.from_text(["#......", ".#.....", ".......", "....###", "....###"])
    other = Grid.from_text([".#.....", "#......", ".......", "....###", "....###"])
    ((nogood, part),) = differences(edit, other)
    assert part == {(1, 1), (2, 1), (1, 2), (2, 2)}
    assert nogood == part | {(3, 1), (3, 2), (1, 3), (2, 3)}


@pytest.mark.parametrize(
    "rows", [["...", ".#.", "..."], [".##", "#.#", "##."], ["#.#", "#.#", "###"]]
)
def test_the_best_look_is_proposed_first(rows: list[str]) -> None:
    """Edits come by cost, parts, symmetries that are lost and isolated cells, in this order."""
    grid = Grid.from_text(rows)
    candidates = Candidates(Puzzle.of(grid), grid, "unique", Terms())
    candidates.order_by_look()
    looks: list[tuple[int, int, int, int]] = []
    while len(looks) < 30 and isinstance(edit := candidates.cheapest(), frozenset):
        looks.append(candidates.look(edit))
        candidates.pass_over(edit)
    assert len(looks) == 30
    assert looks == sorted(looks)
