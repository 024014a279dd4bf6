"""Where time goes: the stages of deciding a puzzle, and the rules of an encoding in grounding."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
from asp_nono.asp.recipes import Recipe
from asp_nono.errors import AspNonoError
from asp_nono.lab.analyze import extremes
from asp_nono.lab.instances import Instance
from asp_nono.lab.plan import Task, counted
from asp_nono.lab.report import Table
from asp_nono.lab.run import Job, conclude, trial
from asp_nono.lab.systems import RecipeSystem
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Children

STAGES = {
    "interpreter": "start of Python",
    "imports": "asp-nono and what it always imports",
    "importing the reader": "what reading imports at its first use",
    "reading": "the file",
    "line logic": "sweeps over the lines until nothing follows",
    "probing": "both colors tried at some cells",
    "importing clingo": "clingo, and the modules that use it",
    "encodings": "their headers read and checked",
    "facts": "what line logic left, as text",
    "grounding": "clingo parses and grounds encodings and facts",
    "search": "clingo looks for two models, which are checked",
    "output": "the verdict in words",
    "ending": "the process is taken down",
}
"""The stages in their order, and what they are."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A puzzle decided several times: CPU seconds by stage and peak bytes of each run."""

    instance: Instance
    recipe: str
    verdict: str
    runs: Sequence[dict[str, float]]
    peaks: Sequence[int]

    def table(self) -> Table:
        """The stages: medians, extremes and shares of the whole."""
        whole = extremes([sum(run.values()) for run in self.runs])
        rows = [
            (stage, extremes([run[stage] for run in self.runs if stage in run]), meaning)
            for stage, meaning in STAGES.items()
            if any(stage in run for run in self.runs)
        ]
        body = [
            [
                name,
                f"{1000 * spent.middle:.1f}",
                f"{1000 * spent.low:.1f}-{1000 * spent.high:.1f}",
                f"{spent.middle / whole.middle:.0%}",
                meaning,
            ]
            for name, spent, meaning in [*rows, ("whole process", whole, "")]
        ]
        runs = f"{self.recipe}, {counted(len(self.runs), 'run')}"
        title = f"{self.instance.set}/{self.instance.name}: {self.verdict}"
        return Table(title, (runs, "CPU ms", "min-max", "share", ""), body)

    def to_json(self) -> list[dict[str, Any]]:
        """An object for each run."""
        about = {"set": self.instance.set, "puzzle": self.instance.name, "recipe": self.recipe}
        return [
            {**about, "run": number, "stages": run, "peak_bytes": peak}
            for number, (run, peak) in enumerate(zip(self.runs, self.peaks, strict=True), 1)
        ]


def profile(
    instance: Instance, recipe: Recipe, runs: int, limits: Limits, imports: Sequence[str] = ()
) -> Profile:
    """Decide a puzzle in fresh processes under limits, and take the time of each stage.

    The modules `imports` count as always imported. AspNonoError if a limit ends a process, or one
    fails.
    """
    job = Job(RecipeSystem.of(recipe), instance, Task.of("unique"), 1, limits, 1)
    verdicts, stages, peaks = zip(*(_once(job, imports) for _ in range(runs)), strict=True)
    return Profile(instance, recipe.name, verdicts[-1], stages, peaks)


def _once(job: Job, imports: Sequence[str]) -> tuple[str, dict[str, float], int]:
    """The verdict, the seconds by stage, and the peak memory of one process."""
    seconds: dict[str, float] = {}
    values: dict[str, Any] = {}
    with (
        TemporaryDirectory(prefix="asp-nono-") as name,
        trial([job], Path(name), job.limits, profile=True, imports=list(imports)) as program,
    ):
        for line in program:
            words = json.loads(line)
            if stage := words.pop("stage", ""):
                seconds[stage] = seconds.get(stage, 0.0) + words["cpu"]
            elif "end" in words:
                values = {"status": words["end"], "technique": words.get("technique")}
                values["message"] = words.get("error", "")
        usage = program.wait()
        values = conclude(job.limits, values, usage, program.tail(), None)
    if fault := values.get("message"):
        raise AspNonoError(f"{job.instance.set}/{job.instance.name}: {fault}")
    verdict = f"{values['status']} ({values['technique']})"
    return verdict, _stages(seconds, usage.cpu), usage.peak


def _stages(seconds: dict[str, float], whole: float) -> dict[str, float]:
    """Seconds by stage, in order; stages that the puzzle did not need are left out.

    What was done once more is taken out of the neighbor that it was part of the first time.
    """
    found = {**seconds, "ending": whole - sum(seconds.values())}
    for piece, neighbor, taken in (
        ("importing the reader", "reading", seconds["reading"] - seconds["again: reading"]),
        ("facts", "grounding", seconds.get("again: facts", 0.0)),
    ):
        if neighbor in found and taken > 0:
            found[piece] = taken
            found[neighbor] = max(0.0, found[neighbor] - taken)
    return {stage: found[stage] for stage in STAGES if stage in found}


def ground_profile(puzzle: Puzzle, recipe: Recipe, limits: Limits) -> dict[str, Any]:
    """Ground a puzzle with a recipe, as a whole and rule by rule: values of JSON.

    Only "reason" if line logic shows that there is no solution. AspNonoError if the recipe cannot
    be used, or a limit is reached.
    """
    with Children(limits=limits) as pool:
        return pool.call(_ground_profile, puzzle, recipe)


def _ground_profile(puzzle: Puzzle, recipe: Recipe) -> dict[str, Any]:
    from asp_nono.asp.ground_profile import ground_profile
    from asp_nono.asp.program import Program

    match open_puzzle(puzzle, recipe.deductions):
        case OpenPuzzle() as left:
            found = json.dumps(asdict(ground_profile(Program.of(recipe, left))), default=str)
            values: dict[str, Any] = json.loads(found)
            return values
        case reason:
            return {"reason": reason}
