"""Answers put to the checker: an answer that is not shown, or is none, is a wrong one."""

import pytest

from asp_nono.lab.experiment import Experiment
from asp_nono.lab.plan import plan_of
from asp_nono.lab.run import PlannedRun, RunOutcome, Status, verified
from tests.cli.run import PATHOLOGICAL

ONE = "#.\n.#"
OTHER = ".#\n#."


@pytest.fixture(scope="module")
def planned() -> PlannedRun:
    """Is the 2x2 puzzle with a single 1 on every line unique? It has two solutions."""
    puzzle = str(PATHOLOGICAL / "ones-2.xml")
    (((found,),),) = Experiment.of(plan_of({"recipes": ["order"], "instances": [puzzle]})).jobs()
    return found


@pytest.mark.parametrize(
    ("status", "pictures", "message"),
    [
        ("multiple", (ONE, OTHER), ""),
        ("unique", (ONE,), ""),  # whether there is another is left to comparison
        ("found", (OTHER,), ""),
        ("none", (), ""),
        ("time-out", (ONE,), ""),
        ("error", (), ""),
        ("multiple", (ONE,), "reports multiple but shows 1 of 2 different solutions"),
        ("multiple", (ONE, ONE), "reports multiple but shows 1 of 2 different solutions"),
        ("unique", (), "reports unique but shows 0 of 1 different solutions"),
        ("found", (), "reports found but shows 0 of 1 different solutions"),
        ("none", (ONE,), "reports no solution but shows one"),
        ("multiple", (ONE, "##\n.."), "solution 2 is none: "),
        ("time-out", ("##\n##",), "solution 1 is none: "),
        ("unique", ("#\n#",), "solution 1 is none: "),
        ("unique", ("#x\n.#",), "solution 1 is none: "),
    ],
)
def test_answers(
    planned: PlannedRun, status: Status, pictures: tuple[str, ...], message: str
) -> None:
    """The record of a wrong one says why; all else that was recorded stays."""
    answer = RunOutcome(status=status, solutions=pictures)
    found = verified(planned, answer)
    assert (found == answer) == (not message)
    assert found.status == ("wrong" if message else status)
    assert found.message.startswith(message)
    assert found.solutions == pictures
