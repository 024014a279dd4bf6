"""Local search: never for the worse, and within its bounds."""

from dataclasses import replace

import pytest

from asp_nono.clue import Cell
from asp_nono.design.local_search import Bounds, Target, appraise, improve
from asp_nono.design.random_pictures import PictureModel, Rng, alike, random_picture
from asp_nono.design.recognition import keeps_parts
from asp_nono.design.symmetry import beside, orbits, reached
from asp_nono.grid import Grid

MODEL = PictureModel(9, 8, 0.5, 2, 0.6)
CELLS = orbits(9, 8, "none")
SEEDS = range(12)


def _improved(bounds: Bounds) -> list[tuple[Grid, Grid]]:
    """Pictures, and what becomes of them; some are changed."""
    found = []
    for seed in SEEDS:
        picture = random_picture(MODEL, Rng(seed))
        better = improve(picture, Target("line-solvable"), bounds, Rng(seed))
        assert better.appraisal == appraise(better.picture, MODEL.palette, Target("line-solvable"))
        assert better.changed == len(picture.differences(better.picture))
        found.append((picture, better.picture))
    assert any(before != after for before, after in found)
    return found


@pytest.mark.parametrize("most", [1, 3, None])
def test_never_for_the_worse(most: int | None) -> None:
    """The picture is as near to the target as it says, and no further away than at first."""
    for before, after in _improved(Bounds(CELLS, MODEL.palette, most=most)):
        target = Target("line-solvable")
        first, last = (appraise(one, MODEL.palette, target) for one in (before, after))
        assert not last.lack or last.distance <= first.distance
        assert most is None or len(before.differences(after)) <= most


@pytest.mark.parametrize("slack", [0, 1, 2])
def test_slack(slack: int) -> None:
    """No color gets more or fewer cells than allowed; with no slack nothing can change."""
    bounds = Bounds(CELLS, MODEL.palette, slack=slack)
    if not slack:
        with pytest.raises(AssertionError):
            _improved(bounds)
        return
    for before, after in _improved(bounds):
        for color in range(len(MODEL.palette)):
            counts = [[cell for _, _, cell in one.cells()].count(color) for one in (before, after)]
            assert abs(counts[0] - counts[1]) <= slack


def _parts(rows: list[list[int]]) -> tuple[int, int]:
    """How many connected parts the filled cells have, by corners too, and the empty ones, by sides.

    Beyond the border there is background.
    """
    wide = [[0] * (len(rows[0]) + 2), *([0, *row, 0] for row in rows), [0] * (len(rows[0]) + 2)]
    cells = {(x, y): bool(cell) for y, row in enumerate(wide) for x, cell in enumerate(row)}
    return _count(cells, True), _count(cells, False)


def _count(cells: dict[Cell, bool], filled: bool) -> int:
    """How many connected parts the cells of a kind have."""

    def near(cell: Cell) -> set[Cell]:
        x, y = cell
        corners = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        around = corners if filled else beside(x, y)
        return {one for one in around if cells.get(one) == filled}

    left, found = {cell for cell, kind in cells.items() if kind == filled}, 0
    while left:
        left -= set(reached(min(left), near))
        found += 1
    return found


def test_strokes_and_holes() -> None:
    """A change keeps their numbers exactly where it says so, for all surroundings of a cell."""
    for code in range(512):
        rows = [[code >> (3 * y + x) & 1 for x in range(3)] for y in range(3)]
        before = _parts(rows)
        kept = keeps_parts(rows, 2, 2)
        rows[1][1] = 1 - rows[1][1]
        assert kept == (_parts(rows) == before)
        assert keeps_parts(rows, 2, 2) == kept


def test_neat() -> None:
    """The border, strokes and holes stay, and a change leaves neither a speck nor its hole."""
    changed = 0
    for seed in range(60):
        before = random_picture(replace(MODEL, smoothness=0), Rng(seed))
        bounds = Bounds(CELLS, MODEL.palette, most=1, neat=True)
        after = improve(before, Target("line-solvable"), bounds, Rng(seed)).picture
        for x, y in before.differences(after):
            rows, changed = list(map(list, after.rows)), changed + 1
            assert _parts(rows) == _parts(list(map(list, before.rows)))
            assert x not in (1, after.width)
            assert y not in (1, after.height)
            assert alike(rows, x, y, rows[y - 1][x - 1]) >= 3
            for i, j in beside(x, y):
                if rows[j - 1][i - 1] == before.rows[y - 1][x - 1]:
                    assert alike(rows, i, j, rows[j - 1][i - 1]) >= 2
    assert changed > 20
