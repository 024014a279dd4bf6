"""Local search: never for the worse, and within its bounds."""

from dataclasses import replace

import pytest

from asp_nono.design.local_search import Bounds, Target, appraise, improve
from asp_nono.design.random_pictures import PictureModel, Rng, alike, random_picture
from asp_nono.design.symmetry import beside, orbits
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


def test_neat() -> None:
    """The border stays as it is, and a change leaves neither a speck nor the hole of one."""
    changed = 0
    for seed in range(60):
        before = random_picture(replace(MODEL, smoothness=0), Rng(seed))
        bounds = Bounds(CELLS, MODEL.palette, most=1, neat=True)
        after = improve(before, Target("line-solvable"), bounds, Rng(seed)).picture
        for x, y in before.differences(after):
            rows, changed = list(map(list, after.rows)), changed + 1
            assert x not in (1, after.width)
            assert y not in (1, after.height)
            assert alike(rows, x, y, rows[y - 1][x - 1]) >= 3
            for i, j in beside(x, y):
                if rows[j - 1][i - 1] == before.rows[y - 1][x - 1]:
                    assert alike(rows, i, j, rows[j - 1][i - 1]) >= 2
    assert changed > 20
