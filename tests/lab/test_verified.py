"""Answers put to the checker: an answer that is not shown, or is none, is a wrong one."""

from __future__ import annotations

import pytest

from asp_nono.lab.experiment import Experiment
from asp_nono.lab.plan import plan_of
from asp_nono.lab.run import Job, Outcome, Status, verified
from tests.cli.run import PATHOLOGICAL

ONE = "#.\n.#"
OTHER = ".#\n#."


@pytest.fixture(scope="module")
def job() -> Job:
    """Is the 2x2 puzzle with a single 1 on every line unique? It has two solutions."""
    plan = {
        "recipes": ["order"],
        "hints": ["none"],
        "instances": [str(PATHOLOGICAL / "ones-2.xml")],
    }
    ((found,),) = Experiment.of(plan_of(plan)).batches()
    return found


def _answer(status: Status, *pictures: str) -> Outcome:
    return Outcome(status=status, solutions=pictures)


@pytest.mark.parametrize(
    "answer",
    [
        _answer("multiple", ONE, OTHER),
        _answer("unique", ONE),
        _answer("found", OTHER),
        _answer("none"),
        _answer("time-out", ONE),
        _answer("error"),
    ],
    ids=lambda answer: f"{answer.status}-{len(answer.solutions)}",
)
def test_what_may_be_true(job: Job, answer: Outcome) -> None:
    """That there is no other picture cannot be seen from here: "unique" is left to comparison."""
    assert verified(job, answer) == answer


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (_answer("multiple", ONE), "says multiple and shows 1 of 2 different solutions"),
        (_answer("multiple", ONE, ONE), "says multiple and shows 1 of 2 different solutions"),
        (_answer("unique"), "says unique and shows 0 of 1 different solutions"),
        (_answer("found"), "says found and shows 0 of 1 different solutions"),
        (_answer("none", ONE), "reports no solution but shows one"),
        (_answer("multiple", ONE, "##\n.."), "solution 2 is none: "),
        (_answer("time-out", "##\n##"), "solution 1 is none: "),
        (_answer("unique", "#\n#"), "solution 1 is none: "),
        (_answer("unique", "#x\n.#"), "solution 1 is none: "),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else f"{value.status}",
)
def test_what_cannot_be_true(job: Job, answer: Outcome, said: str) -> None:
    """The record says so, and why; all else that was recorded stays."""
    found = verified(job, answer)
    assert found.status == "wrong"
    assert found.message.startswith(said)
    assert found.solutions == answer.solutions
