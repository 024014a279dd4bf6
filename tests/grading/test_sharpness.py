"""Whether exercises tell slips in their reference apart: those that are shipped, and blunt ones."""

import json
from pathlib import Path

import pytest

from asp_nono.grading.sharpness import Sharpness
from asp_nono.jobs.programs import CheckExercise
from asp_nono.messages import PuzzleError
from tests.cli.run import run
from tests.conftest import ROOT
from tests.grading.programs import filed

SHIPPED = sorted(
    file.parent
    for folder in ("docs/exercises", "docs/course/exercises")
    for file in (ROOT / folder).glob("*/exercise.toml")
)

QUICKEST = ("coloring", "cover", "knapsack", "queens", "schedule")
"""Those whose mutants take ten seconds at most; the others take up to minutes."""

PICK = {
    "exercise.toml": 'show = ["pick/1"]',
    "reference.lp": "{ pick(X) : number(X) } = 1. :- pick(X), X > 3.",
    "instances.lp": "{ number(1..4) } != 0. #show number/1.",
}


def checked(folder: Path, **changed: str) -> Sharpness:
    """The sharpness of an exercise in which one of two numbers or more is picked."""
    files = PICK | {name.replace("_", "."): text for name, text in changed.items()}
    return CheckExercise().find(filed(folder, files))


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(one, marks=[pytest.mark.nightly] * (one.name not in QUICKEST), id=one.name)
        for one in SHIPPED
    ],
)
def test_shipped_exercises_are_sharp(folder: Path) -> None:
    """No mutant of a reference that survives is known to differ from it."""
    found = CheckExercise().find(folder)
    assert found.sharp, "\n".join(found.text(folder.name, None))
    assert found.tried == found.mutants > 10


def test_a_blunt_exercise(tmp_path: Path) -> None:
    """Numbers up to 3 do not tell whether 4 may be picked; an instance with 4 does."""
    found = checked(tmp_path, instances_lp="{ number(1..3) } != 0. #show number/1.")
    assert not found.sharp
    left_out = next(one for one in found.survivors if one.statement.startswith("#false"))
    assert left_out.example is not None
    assert "number(4)." in left_out.example.facts.splitlines()


def test_a_sharp_exercise(tmp_path: Path) -> None:
    """With an instance of 4 numbers no mutant survives."""
    found = checked(tmp_path)
    assert found.sharp
    assert not found.survivors


def test_a_wrong_program_like_another_reference(tmp_path: Path) -> None:
    """It differs from the first reference, but a program like it is right."""
    hint = '[mistakes.most]\ntitle = "how many"\nhint = "How many are there?"'
    table = f'show = ["pick/1"]\nreferences = ["reference.lp", "most.lp"]\n{hint}'
    most = PICK["reference.lp"].replace("= 1", "<= 1")
    filed(tmp_path, {"most.lp": most, "wrong/most.lp": most})
    found = checked(tmp_path, exercise_toml=table)
    assert (found.alike, found.sharp) == (("most",), False)


def test_mutants_of_every_reference(tmp_path: Path) -> None:
    """A second reference with a bound that no instance reaches: it is named, and the first is not.

    A mutant that is like the other reference is right, and so none that survives.
    """
    filed(tmp_path, {"most.lp": "{ pick(X) : number(X) } <= 1. :- pick(X), X > 4."})
    table = 'show = ["pick/1"]\nreferences = ["reference.lp", "most.lp"]'
    found = checked(tmp_path, exercise_toml=table)
    assert not found.sharp
    assert "mutants of 2 references are distinguished" in "\n".join(found.text("it", None))
    assert {str(one.place).partition(":")[0] for one in found.survivors} == {"most.lp"}
    assert any(one.example and "number(5)." in one.example.facts for one in found.survivors)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (
            {"exercise_toml": 'show = ["pick/1"]\nrequires = ["#sum"]'},
            "reference: is refused: the exercise asks for #sum; the program has none",
        ),
        (
            {
                "exercise_toml": 'show = ["pick/1"]\nchecker = "checker.lp"',
                "checker_lp": ":- pick(X), X > 2.",
            },
            "checker: refuses an answer of the reference, or there is none; expected answers",
        ),
    ],
)
def test_a_reference_that_does_not_pass(
    tmp_path: Path, changed: dict[str, str], reason: str
) -> None:
    """Every mutant would be distinguished from it; such an exercise is refused."""
    with pytest.raises(PuzzleError) as caught:
        checked(tmp_path, **changed)
    assert str(caught.value) == reason


@pytest.mark.slow
@pytest.mark.nightly
def test_larger_instances_are_drawn_from_all(tmp_path: Path) -> None:
    """Not from the smallest: a slip shows only on graphs with two cycles, which have many edges."""
    files = {
        "exercise.toml": 'show = ["in/2"]',
        "reference.lp": (
            "{ in(X,Y) : edge(X,Y) } = 1 :- node(X). :- node(Y), { in(_,Y) } != 1."
            " reach(1). reach(Y) :- reach(X), in(X,Y). :- node(X), not reach(X)."
        ),
        "instances.lp": (
            "node(1..3). { edge(X,Y) : node(X), node(Y), X != Y }. #show node/1. #show edge/2."
        ),
    }
    found = CheckExercise().find(filed(tmp_path, files))
    assert not found.sharp
    differing = [one for one in found.survivors if one.example]
    assert any("not reach" in one.statement for one in differing)


def test_costs_are_changed(tmp_path: Path) -> None:
    """An instance with several numbers tells costs apart, and one with a single number does not."""
    reference = "{ pick(X) : number(X) } = 1. #minimize { X : pick(X) }."
    blunt = checked(tmp_path, reference_lp=reference, instances_lp="{ number(1..4) } = 1.")
    left = {one.statement for one in blunt.survivors}
    assert any(one.startswith(":~") for one in left)
    sharp = checked(tmp_path, reference_lp=reference)
    turned = [one for one in sharp.survivors if "[-(X)" in one.changed]
    assert not turned


def test_command(tmp_path: Path) -> None:
    """The exit status says whether the exercise is sharp; survivors have place and instance."""
    blunt = filed(tmp_path, PICK | {"instances.lp": "{ number(1..3) } != 0. #show number/1."})
    found = run("exercise", "check", str(blunt))
    assert found.status == 1
    assert "not sharp" in found.out
    assert "differs on number(4)." in found.out
    shown = run("exercise", "check", "--json", str(blunt))
    values = json.loads(shown.out)
    assert (values["sharp"], values["instances"], values["whole"]) == (False, 7, 7)
    assert values["survivors"][0]["place"] == "line 1"
    dead = filed(tmp_path, {"exercise.toml": 'show = ["pick/1", "pikc/1"]'})
    refused = run("exercise", "check", str(dead))
    assert refused.status == 2
    assert "no answer of the reference shows pikc/1" in refused.err
