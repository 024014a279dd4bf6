"""Points, worked out by hand from what a program did."""

from math import sqrt

import pytest

from asp_nono.asp.dialects import BoardSize
from asp_nono.grading.rubric import Score, read_rubric
from asp_nono.grading.scaling import Scaling, ScalingStep
from asp_nono.grading.small_boards import ExhaustiveResult, SizeResult
from asp_nono.messages import Message

RUBRIC = read_rubric()
BOARD = BoardSize(2, 2, 2)
BOARDS = ExhaustiveResult((SizeResult(BOARD, (), (), (), (), complete=True),))
RIGHT = BOARDS.counts


def _climb(*rungs: tuple[int, int], stop: int | None = None) -> Scaling:
    """Sides with numbers of ground rules, all solved, and perhaps a side that was too much."""
    done = tuple(ScalingStep(side, rules, 0.1, 0.1) for side, rules in rungs)
    return Scaling(
        "mine", (*done, ScalingStep(stop, stopped=Message("time limit"))) if stop else done
    )


def _points(score: Score) -> dict[str, float]:
    return {item.name: item.points for item in score.items}


REFERENCE = _climb((5, 100), (10, 1000), (30, 20_000))


@pytest.mark.parametrize(
    ("times", "share"),
    [(0.5, 1.0), (1.5, 1.0), (1.5 * sqrt(10 / 1.5), 0.5), (10.0, 0.0), (50.0, 0.0)],
)
def test_size(times: float, share: float) -> None:
    """All points up to 1.5 times the reference, none from 10 times on, by logarithm between."""
    mine = _climb((5, 10**9), (10, round(1000 * times)), stop=30)
    score = RUBRIC.score(RIGHT, mine, REFERENCE)
    assert _points(score)["size"] == pytest.approx(15 * share, abs=0.1)
    assert " at 10x10" in str(score.items[3].why)


@pytest.mark.parametrize(
    ("side", "points"), [(0, 0.0), (10, 5.0), (15, 7.5), (30, 15.0), (50, 15.0)]
)
def test_reach(side: int, points: float) -> None:
    """In proportion to the side, up to 30."""
    mine = _climb(*([(side, 100)] if side else []), stop=side + 5)
    assert _points(RUBRIC.score(RIGHT, mine, REFERENCE))["reach"] == points


def test_solving_less_earns_no_size() -> None:
    """The size is compared on one puzzle; a program that does not come so far gets none."""
    mine = _climb((5, 100), stop=10)
    item = RUBRIC.score(RIGHT, mine, REFERENCE).items[3]
    assert (item.points, str(item.why)) == (0, "does not come to ground 10x10")


def test_only_boards_that_were_decided() -> None:
    """A program that hangs after one of ten sizes gets a tenth."""
    stopped = ExhaustiveResult(BOARDS.sizes, stopped=Message("CPU time limit of 60 s"), untried=9)
    score = RUBRIC.score(stopped.counts, with_scaling=False)
    assert _points(score) == {"sound": 3, "complete": 3, "once": 1}
    assert not score.passed


def test_answers() -> None:
    """Shares of pictures; whatever is wrong halves what the answers are worth."""
    wrong = (((0,), 3),) * 4  # only their number counts
    tested = ExhaustiveResult((SizeResult(BOARD, (1, 2, 5, 9), (), wrong, (), complete=True),))
    score = RUBRIC.score(tested.counts)
    half = pytest.approx(30 * 0.5 * 12 / 16, abs=0.06)
    assert _points(score) == {"sound": half, "complete": half, "once": 0, "size": 0, "reach": 0}
    assert not score.passed


def test_repeated() -> None:
    """Solutions that come twice cost the points for that alone."""
    tested = ExhaustiveResult((SizeResult(BOARD, (), (4,), (), (), complete=True),))
    score = RUBRIC.score(tested.counts, _climb((10, 1000), (30, 20_000)), REFERENCE)
    assert _points(score) == {"sound": 30, "complete": 30, "once": 0, "size": 15, "reach": 15}
    assert score.passed


def test_who_passes() -> None:
    """Right on all boards is enough; a program that was stopped on the way is not known to be."""
    assert RUBRIC.score(RIGHT).passed
    assert RUBRIC.score(RIGHT, with_scaling=False).passed
    assert not RUBRIC.score(
        ExhaustiveResult(BOARDS.sizes, stopped=Message("time limit")).counts
    ).passed
    assert not RUBRIC.score(RIGHT, elsewhere=Message("on a board with blotted blocks")).passed
    wrong = ScalingStep(5, 100, 0.1, 0.1, wrong=True)
    assert not RUBRIC.score(RIGHT, Scaling("mine", (wrong,))).passed
    assert not RUBRIC.score(None).passed
