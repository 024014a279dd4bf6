"""Profiles: the stages of deciding a puzzle."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from asp_nono.asp.recipes import Recipe
from asp_nono.lab.analyze import extremes
from asp_nono.lab.instances import Instance
from asp_nono.lab.plan import PlannedTask
from asp_nono.lab.report import Table
from asp_nono.lab.run import REPORTED, SOLVED, PlannedRun, TrialReport, conclude, trial
from asp_nono.lab.systems import RecipeSystem
from asp_nono.messages import AspNonoError, counted
from asp_nono.run.limits import Limits


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
        times = {stage: [run[stage] for run in self.runs if stage in run] for stage in REPORTED}
        rows = [(stage, extremes(some), REPORTED[stage]) for stage, some in times.items() if some]
        body = [
            [
                *(name, f"{1000 * spent.middle:.1f}"),
                f"{1000 * spent.low:.1f}-{1000 * spent.high:.1f}",
                *(f"{spent.middle / whole.middle:.0%}", meaning),
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
    planned = PlannedRun(RecipeSystem.of(recipe), instance, PlannedTask.of("unique"), 1, limits, 1)
    verdicts, stages, peaks = zip(*(_once(planned, imports) for _ in range(runs)), strict=True)
    return Profile(instance, recipe.name, verdicts[-1], stages, peaks)


def _once(planned: PlannedRun, imports: Sequence[str]) -> tuple[str, dict[str, float], int]:
    """The verdict, the seconds by stage, and the peak memory of one process."""
    report = TrialReport()
    with (
        TemporaryDirectory(prefix="asp-nono-") as name,
        trial(planned, Path(name), profile=True, imports=list(imports)) as program,
    ):
        for line in program:
            report.take(line)
        usage = program.wait()
        values = conclude(planned.limits, report.values, usage)
    if values["status"] not in SOLVED:
        name = f"{planned.instance.set}/{planned.instance.name}"
        raise AspNonoError("{puzzle}: {reason}", puzzle=name, reason=values["message"])
    verdict = f"{values['status']} ({values['technique']})"
    return verdict, _stages(report.seconds, usage.cpu), usage.peak


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
    return {stage: found[stage] for stage in REPORTED if stage in found}
