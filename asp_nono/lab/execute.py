"""One run carried out, on this machine: a process of its own, limits, and what came of it.

It needs nothing but the job: the puzzle and the encodings are laid down in a folder of their own.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from asp_nono.lab.cgroups import Group, available
from asp_nono.lab.competitors import Counting, External, Ours, as_named, laid_down
from asp_nono.lab.endings import conclude
from asp_nono.lab.foreign import foreign
from asp_nono.lab.jobs import Job
from asp_nono.lab.outcome import STAGES, Outcome
from asp_nono.lab.processes import Process, Usage, environment, ours
from asp_nono.run.limits import Limits

GRACE = 0.5
"""Seconds beyond its time limit in which a run may hand in statistics before it is killed."""

_GROUP, _WATCHED, _NOTHING = "control group", "rlimit and watchdog", "nothing"

_ONE_CORE = {"OPENBLAS_NUM_THREADS": "1"}
"""Else numpy sets memory aside for every core."""

Cancel = Callable[[Process], None]


def execute(job: Job, running: Cancel = lambda _: None) -> Outcome:
    """Carry out a run.

    Args:
        job: The run.
        running: Told of the process, so that it can be ended from elsewhere.

    Raises:
        AspNonoError: If the process cannot be started at all.
    """
    begun, busy = datetime.now(UTC).isoformat(timespec="seconds"), os.getloadavg()[0]
    with TemporaryDirectory(prefix="asp-nono-") as name, ExitStack() as stack:
        folder = Path(name)
        group = _group(job, stack)
        where: dict[str, Any] = {
            "guard": _guard(job, group),
            "begun": begun,
            "busy": round(busy, 2),
            "host": platform.node(),
        }
        if isinstance(job.competitor, External):
            told, usage, words = foreign(job, job.competitor, folder, group, running)
        else:
            told, usage, words = _ours(job, job.competitor, folder, group, running)
        told |= where | {"wall": usage.wall, "cpu": usage.cpu, "peak_bytes": usage.peak}
        killed = group is not None and group.starved
        told |= conclude(job.bounds, told, usage, words, killed=killed)
        told["message"] = as_named(told.get("message", ""), folder)
        return Outcome(**told)


def _group(job: Job, stack: ExitStack) -> Group | None:
    if job.bounds.megabytes is None or not available():
        return None
    return stack.enter_context(Group(job.bounds.megabytes))


def _guard(job: Job, group: Group | None) -> str:
    if job.bounds.megabytes is None:
        return _NOTHING
    return _GROUP if group else _WATCHED


def limits_of(job: Job) -> Limits:
    """What the launcher is to hold of the limits of a run."""
    seconds = job.bounds.seconds
    return Limits(None if seconds is None else seconds + GRACE, job.bounds.megabytes)


def _ours(
    job: Job, competitor: Ours | Counting, folder: Path, group: Group | None, running: Cancel
) -> tuple[dict[str, Any], Usage, str]:
    """Run a recipe or a method of ours; what it told, what it took, and its last words."""
    with _process(job, competitor, folder, group) as process:
        running(process)
        told = _listen(process)
        usage = process.wait()
        return _completed(told, usage), usage, process.last_words()


@contextmanager
def _process(
    job: Job, competitor: Ours | Counting, folder: Path, group: Group | None
) -> Iterator[Process]:
    puzzle = folder / job.instance.text.name
    puzzle.write_bytes(job.instance.text.data)
    words = {
        "file": str(puzzle),
        "number": job.instance.number,
        "kind": job.task.kind,
        "most": job.task.most,
        "seconds": job.bounds.seconds,
        "cpu": job.bounds.cpu_seconds,
        "megabytes": job.bounds.megabytes,
        **_method(job, competitor, folder),
    }
    cpu = job.bounds.cpu_seconds
    with Process(
        ours("asp_nono.lab.trial"),
        limits_of(job),
        cpu_seconds=None if cpu is None else cpu + GRACE,
        group=group,
        say=json.dumps(words),
        environment={**environment(), **_ONE_CORE},
    ) as process:
        yield process


def _method(job: Job, competitor: Ours | Counting, folder: Path) -> dict[str, Any]:
    """How the process is to go about it."""
    if isinstance(competitor, Counting):
        return {"method": competitor.method}
    return {
        "method": "",
        "recipe": competitor.name,
        "hints": competitor.hints,
        "options": [*competitor.options, f"--seed={job.seed}"],
        "encodings": [str(file) for file in laid_down(competitor.texts, folder)],
    }


def _listen(process: Process) -> dict[str, Any]:
    """What a trial tells, as fields of an outcome, and the status that it gives itself."""
    told: dict[str, Any] = {"stage": "start", "solutions": ()}
    while line := process.receive():
        try:
            words = json.loads(line)
        except ValueError:
            continue  # the last line of a process that was killed while it wrote
        if "begun" in words:
            told["stage"] = words.pop("begun")
        elif "stage" in words:
            stage = words.pop("stage")
            told |= {f"{stage}_wall": words.pop("wall"), f"{stage}_cpu": words.pop("cpu")}
        elif "solution" in words:
            told["solutions"] = (*told["solutions"], words.pop("solution"))
        elif "end" in words:
            told |= {"status": words.pop("end")}
            if not told.get("late") and not words.get("full"):
                told["stage"] = None
        elif "error" in words:
            told["message"] = words.pop("error")
        told |= words
    return told


def _completed(told: dict[str, Any], usage: Usage) -> dict[str, Any]:
    """The stage that was not finished is given what is left of the whole."""
    stage = told["stage"]
    if stage is not None and f"{stage}_wall" not in told:
        for what, whole in (("wall", usage.wall), ("cpu", usage.cpu)):
            spent = sum(told.get(f"{one}_{what}", 0.0) for one in STAGES)
            told[f"{stage}_{what}"] = max(0.0, whole - spent)
    return told
