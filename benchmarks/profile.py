"""Where the time goes: one puzzle decided in fresh processes, stage by stage."""

from __future__ import annotations

import json
from dataclasses import dataclass

from asp_nono.errors import AspNonoError
from asp_nono.lab.figures import extremes
from asp_nono.lab.processes import Usage, ending
from asp_nono.lab.words import columns, counted
from asp_nono.run.limits import Limits
from benchmarks.records import Log
from benchmarks.sets import Entry
from benchmarks.trial import decider

STAGES = {
    "interpreter": "start of Python",
    "imports": "asp-nono and what it always imports",
    "importing the reader": "what reading imports at its first use",
    "reading": "the file",
    "line logic": "sweeps over the lines until nothing follows",
    "probing": "both ways tried at some cells",
    "importing clingo": "clingo, and what of asp-nono uses it",
    "encodings": "their headers read and checked",
    "facts": "what line logic left, as text",
    "grounding": "clingo parses and grounds encodings and facts",
    "search": "clingo looks for two models; pictures are checked",
    "output": "the verdict in words",
    "ending": "the process is taken down",
}
"""The stages in their order, and what they are."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A puzzle decided several times with one recipe.

    Attributes:
        verdict: What came out, in words.
        runs: CPU seconds by stage, for each run.
    """

    verdict: str
    runs: list[dict[str, float]]


def profile(entry: Entry, recipe: str, runs: int, limits: Limits, log: Log) -> Profile:
    """Decide a puzzle in fresh processes.

    Raises:
        AspNonoError: If a limit ends one of the processes, or one fails.
    """
    verdict = ""
    found = []
    for run in range(1, runs + 1):
        with decider(recipe, [entry], limits, "benchmarks.stages") as process:
            said = process.receive()
            usage = process.wait()
            if usage.status or not said:
                why = ending(usage, limits, process.last_words())
                raise AspNonoError(f"{entry.file}: {why}")
        answer = json.loads(said)
        verdict = f"{answer['verdict']} ({answer['technique']})"
        stages = _stages(answer["stages"], answer["again"], usage)
        found.append(stages)
        known = {"file": entry.file, "puzzle": entry.number, "recipe": recipe, "run": run}
        log.write("profile", {**known, "stages": stages, "peak_bytes": usage.peak})
    return Profile(verdict, found)


def _stages(stages: dict[str, float], again: dict[str, float], usage: Usage) -> dict[str, float]:
    """Seconds by stage, in order; those that the puzzle did not need are left out.

    What was done once more is taken out of the neighbour that it was part of the first time.
    """
    stages["ending"] = usage.cpu - sum(stages.values()) - sum(again.values())
    for piece, neighbour, taken in (
        ("importing the reader", "reading", stages["reading"] - again["reading"]),
        ("facts", "grounding", again.get("facts", 0.0)),
    ):
        if neighbour in stages and taken > 0:
            stages[piece] = taken
            stages[neighbour] = max(0.0, stages[neighbour] - taken)
    return {stage: stages[stage] for stage in STAGES if stage in stages}


def lines(entry: Entry, recipe: str, found: Profile) -> list[str]:
    """A table of the stages: medians, extremes and shares of the whole."""
    totals = [sum(run.values()) for run in found.runs]
    whole = extremes(totals)
    body = []
    for stage, meaning in STAGES.items():
        if times := [run[stage] for run in found.runs if stage in run]:
            middle, low, high = extremes(times)
            share = f"{middle / whole.middle:.0%}"
            body.append([stage, _ms(middle), f"{_ms(low)}-{_ms(high)}", share, meaning])
    total = ["whole process", _ms(whole.middle), f"{_ms(whole.low)}-{_ms(whole.high)}", "100%", ""]
    number = f" #{entry.number}" if entry.several else ""
    title = f"{entry.file}{number}: {found.verdict}"
    head = (f"{recipe}, {counted(len(found.runs), 'run')}", "CPU ms", "min-max", "share", "")
    return [title, *columns(head, [*body, total]), ""]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f}"
