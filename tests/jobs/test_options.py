"""An option is declared once: the command line and requests cannot differ from it."""

from dataclasses import MISSING, is_dataclass
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from typing import Any

import click
import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from asp_nono import jobs
from asp_nono.cli import COMMANDS, cli
from asp_nono.design.repair import RepairResult
from asp_nono.grid import Grid
from asp_nono.jobs import Found, Job, JobLimits, declared, job_of, request
from asp_nono.jobs.design import Generate, Repair
from asp_nono.jobs.solving import Check
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle

JOBS = {
    name.lower(): one
    for path in Path(jobs.__file__).parent.glob("[a-z]*.py")
    for name, one in vars(import_module(f"asp_nono.jobs.{path.stem}")).items()
    if isinstance(one, type) and is_dataclass(one) and one.__module__.endswith(f".{path.stem}")
    if not isabstract(one)
}

DIFFERENT = {
    "--all": "solutions; patterns of a line",
    "--cell-size": "of drawings; of pictures that are read",
    "--colors": "of boards; of random pictures; of pictures that are read; of a grader's boards",
    "--count": "puzzles; patterns",
    "--deductions": "for an encoding; for one that is graded",
    "--dialect": "of facts that are written; of facts that a program reads",
    "--encoding": "instead of a recipe; graded as one program",
    "--goal": "drawn; compared",
    "--jobs": "puzzles at once; jobs of the studio",
    "--json": "of a line; of puzzles",
    "--line-solvable": "after a repair; with numbers hidden",
    "--memory-limit": "of a puzzle; of a program that is graded",
    "--output": "puzzles; drawings; steps; regions",
    "--recipe": "of a search; graded",
    "--to": "a puzzle's format; a language of other solvers",
    "--saved": "to draw; to give a hint for",
    "--seed": "of samples; of puzzles",
    "--size": "of random pictures; of pictures that are read",
    "--time-limit": "of a puzzle; of a program that is graded",
    "--touch-up": "of a text or picture; where the smallest repair misses",
    "--up-to": "solutions; changed cells",
}
"""Options of the same name that mean different things."""


class Body(BaseModel):
    """Refuses other keys and types."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _commands() -> dict[str, click.Command]:
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in COMMANDS if name != "lab"}
    return {name: command for name, command in found.items() if command}


def _about(option: click.Option) -> dict[str, Any]:
    kind = option.type.to_info_dict()
    return {"help": option.help, "default": option.to_info_dict()["default"], "type": kind}


def test_no_option_differs_between_commands() -> None:
    """Options of the same name are the same, save those that mean different things."""
    seen: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, command in _commands().items():
        for option in command.params:
            if not isinstance(option, click.Option) or option.opts[0] in DIFFERENT:
                continue
            first, about = seen.setdefault(option.opts[0], (name, _about(option)))
            assert _about(option) == about, f"{option.opts[0]} of {name} differs from {first}"


@pytest.mark.parametrize("name", JOBS)
def test_requests(name: str) -> None:
    """Every option of a job is a key of its request, with its default, bounds and description."""
    job = JOBS[name]
    schema = request(job, Body).model_json_schema()
    assert schema["additionalProperties"] is False
    groups = (job, JobLimits) if issubclass(job, Job) else (job,)
    options = {one.name: one for group in groups for one in declared(group, "studio")}
    assert schema.get("properties", {}).keys() == options.keys()
    for key, found in schema.get("properties", {}).items():
        about = options[key].about
        assert found["description"] == about["help"]
        assert options[key].default is not MISSING
        inner = [found, *found.get("anyOf", []), found.get("items", {})]
        inner += [part.get("items", {}) for part in found.get("anyOf", [])]
        for bound, word in (("ge", "minimum"), ("le", "maximum"), ("gt", "exclusiveMinimum")):
            if bound in about and key not in ("region", "weights"):
                assert about[bound] in [part.get(word) for part in inner], key


@pytest.mark.parametrize("name", JOBS)
def test_a_request_without_options(name: str) -> None:
    """It is the job with all defaults."""
    job = JOBS[name]
    made = job_of(job, request(job, Body).model_validate({}))
    assert made == job()


@pytest.mark.parametrize(
    "sent", [{"x": 1}, {"count": 0}, {"count": True}, {"count": "1"}, {"size": [1]}, {"density": 2}]
)
def test_refused(sent: dict[str, Any]) -> None:
    """Unknown keys, other types and values out of bounds."""
    with pytest.raises(ValidationError):
        request(Generate, Body).model_validate(sent)


def test_recipe_or_encoding(tmp_path: Path) -> None:
    """Only one of them."""
    with pytest.raises(PuzzleError, match="exclude each other"):
        _ = Check(recipe="order", encoding=(tmp_path,)).chosen


def test_no_incomplete_job() -> None:
    """A job says what it runs."""

    class Aimless(Job[Found]):
        pass

    with pytest.raises(TypeError, match="run"):
        Aimless()  # type: ignore[abstract] # as meant


def test_what_a_job_runs_yields_its_snapshots() -> None:
    """Each is a result of the one type of the job, and the last one is finished."""
    puzzle = Puzzle.of(Grid.from_text(["#.", ".#"]))
    found = list(Repair().run(puzzle))
    assert {type(one) for one in found} == {RepairResult}
    assert len(found) > 1
    assert found[-1].finished
