"""Verdicts on other people's puzzles, against what two independent solvers agreed on."""

from pathlib import Path

import pytest

from asp_nono.files import read
from asp_nono.solving.solve import check
from tests.conftest import SHARED

pytestmark = pytest.mark.slow

SETS = ("webpbn", "webpbn-extra", "color", "color-random", "hakank")
HARD = ("minizinc", "rand30", "survey", "taai2011")


def _expected(name: str) -> dict[Path, str]:
    table = (SHARED / "expected.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in table)
    return {
        SHARED / file: verdict for file, _, _, verdict, _ in rows if file.startswith(name + "/")
    }


@pytest.mark.shared
@pytest.mark.filterwarnings("ignore::asp_nono.messages.PuzzleWarning")  # theirs to worry about
@pytest.mark.parametrize(
    ("name", "every"),
    [
        *((name, 1) for name in SETS),
        *((name, 4) for name in HARD),
        *(pytest.param(name, 1, marks=pytest.mark.nightly) for name in HARD),
    ],
)
def test_verdicts(name: str, every: int) -> None:
    """Every puzzle of a set, or one in four, gets the verdict that is known."""
    expected = _expected(name)
    assert expected
    for file, verdict in list(expected.items())[::every]:
        (puzzle,) = read(file)
        result = check(puzzle)
        assert str(result.verdict) == verdict, file.name
