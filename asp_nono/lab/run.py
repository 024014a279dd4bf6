"""One run carried out on this machine: a process under limits, what it took, and a verified answer.

A run needs nothing but its job: the puzzle and the encodings are written into a folder of its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Literal

from asp_nono.errors import AspNonoError, PuzzleError
from asp_nono.files import write
from asp_nono.grid import Grid
from asp_nono.lab.instances import Instance, puzzle_of
from asp_nono.lab.plan import Bounds, Task
from asp_nono.lab.systems import (
    FILE,
    CountingSystem,
    ProgramSystem,
    RecipeSystem,
    System,
    without_folder,
    write_texts,
)
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.run.cgroups import Group
from asp_nono.run.limits import Cause, Limits, Stopped, StoppedError, last_line, out_of_memory
from asp_nono.run.process import Late, Program, Usage, environment, groups_available, python_module

Status = Literal[
    "found", "unique", "multiple", "none", "done", "time-out", "memory-out", "error", "wrong"
]
"""How a run ended: "done" without a verdict, "wrong" with an answer that the checker refuses."""

SOLVED: tuple[Status, ...] = ("found", "unique", "multiple", "none", "done")
"""The statuses of runs that solved their task."""

STAGES = ("start", "read", "line", "load", "ground", "solve")
"""The stages of a run of ours: start of the process, reading the puzzle, line logic, loading clingo
and the encodings, facts and grounding, search."""

_RECORDED = {
    "interpreter": "start",
    "imports": "start",
    "job": "start",
    "reading": "read",
    "line logic": "line",
    "probing": "line",
    "importing clingo": "load",
    "encodings": "load",
    "grounding": "ground",
    "search": "solve",
}
"""The stage that is recorded for each that a trial reports; see `trial`."""

_GRACE = 0.5
"""Seconds beyond its time limit in which a run may report statistics before it is killed."""

_KEPT = 1 << 20  # the last bytes of another program's output in which a verdict is searched for
_DIGITS = 4000  # python reads no longer numbers
_SHOWN = 200  # the characters of its output that are shown if there is no verdict
_NEEDED: dict[Status, int] = {"found": 1, "unique": 1, "multiple": 2}
"""The number of different solutions that prove a status."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of a run, which docs/lab.md explains field by field; times are seconds.

    None stands where nothing is known or nothing was done.
    """

    status: Status
    message: str = ""
    technique: str | None = None
    models: int | None = None
    exhausted: bool = False
    stage: str | None = None
    guard: str = "nothing"
    held: str | None = None
    wall: float = 0.0
    cpu: float = 0.0
    start_wall: float | None = None
    start_cpu: float | None = None
    read_wall: float | None = None
    read_cpu: float | None = None
    line_wall: float | None = None
    line_cpu: float | None = None
    load_wall: float | None = None
    load_cpu: float | None = None
    ground_wall: float | None = None
    ground_cpu: float | None = None
    solve_wall: float | None = None
    solve_cpu: float | None = None
    peak_bytes: int = 0
    facts: int | None = None
    facts_hash: str | None = None
    atoms: int | None = None
    rules: int | None = None
    bodies: int | None = None
    variables: int | None = None
    constraints: int | None = None
    choices: int | None = None
    conflicts: int | None = None
    restarts: int | None = None
    solutions: tuple[str, ...] = ()
    begun: str = ""
    busy: float | None = None
    host: str = ""

    @property
    def solved(self) -> bool:
        """Whether it solved its task."""
        return self.status in SOLVED

    @property
    def work(self) -> float:
        """CPU seconds of line logic, grounding and search alone; of another program, all."""
        stages = (self.line_cpu, self.ground_cpu, self.solve_cpu)
        known = [value for value in stages if value is not None]
        return sum(known) if known else self.cpu


FIELDS = tuple(one.name for one in fields(Outcome))


@dataclass(frozen=True, slots=True)
class Job:
    """One run: a system, a puzzle and a task, the number of the repetition, limits and a seed."""

    system: System
    instance: Instance
    task: Task
    repetition: int
    bounds: Bounds
    seed: int

    @property
    def key(self) -> str:
        """A hash of everything that defines this run: contents, not only names."""
        instance = self.instance
        parts = {
            "system": self.system.identity,
            "instance": [instance.set, instance.name, instance.text.hash, instance.number],
            "task": str(self.task),
            "repetition": self.repetition,
            "bounds": asdict(self.bounds),
            "seed": self.seed,
        }
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    @property
    def limits(self) -> Limits:
        """Its limits."""
        return Limits(self.bounds.seconds, self.bounds.megabytes, self.bounds.cpu_seconds)


def carry_out(jobs: Sequence[Job]) -> list[Outcome]:
    """Carry out jobs of one process: one job, or all of a shared process."""
    return list(_shared(jobs)) if jobs[0].system.shared else [_single(jobs[0])]


def _single(job: Job) -> Outcome:
    known = _circumstances()
    with TemporaryDirectory(prefix="asp-nono-") as name, ExitStack() as stack:
        folder = Path(name)
        group = _group(job.bounds, stack)
        found = _program(job, folder, group) if isinstance(job.system, ProgramSystem) else None
        values, usage, stderr = found or _trial(job, folder, group)
        values |= {**known, "guard": _guard(job.bounds, group)}
        values |= {"wall": usage.wall, "cpu": usage.cpu, "peak_bytes": usage.peak}
        killed = group is not None and group.starved
        values |= conclude(job.bounds, values, usage, stderr, killed=killed)
        values["message"] = without_folder(values.get("message", ""), folder)
        return Outcome(**values)


def _circumstances() -> dict[str, Any]:
    begun = datetime.now(UTC).isoformat(timespec="seconds")
    return {"begun": begun, "busy": round(os.getloadavg()[0], 2), "host": platform.node()}


def _group(bounds: Bounds, stack: ExitStack) -> Group | None:
    if bounds.megabytes is None or not groups_available():
        return None
    return stack.enter_context(Group(bounds.megabytes))


def _guard(bounds: Bounds, group: Group | None) -> str:
    if bounds.megabytes is None:
        return "nothing"
    return "control group" if group else "rlimit and watchdog"


# --- our own program ------------------------------------------------------------------------------


def _trial(job: Job, folder: Path, group: Group | None) -> tuple[dict[str, Any], Usage, str]:
    """Run a recipe or a method of ours: what it reported, what it took, and its last line."""
    bounds = job.bounds
    limits = Limits(
        None if bounds.seconds is None else bounds.seconds + _GRACE,
        bounds.megabytes,
        None if bounds.cpu_seconds is None else bounds.cpu_seconds + _GRACE,
    )
    with trial([job], folder, limits, group) as program:
        report = Report()
        for line in program:
            report.take(line)
        usage = program.wait()
        return report.completed(usage), usage, program.tail()


def trial(
    jobs: Sequence[Job], folder: Path, limits: Limits, group: Group | None = None, **more: object
) -> Program:
    """The program `trial` on its way with jobs of one system; `more` goes to it as it is."""
    first = jobs[0]
    system, bounds = first.system, first.bounds
    order: dict[str, Any] = {
        "puzzles": [(_written(job.instance, folder), job.instance.number) for job in jobs],
        "kind": first.task.kind,
        "most": first.task.most,
        "seconds": None if system.shared else bounds.seconds,
        "cpu": None if system.shared else bounds.cpu_seconds,
        "megabytes": bounds.megabytes,
        **more,
    }
    if isinstance(system, CountingSystem):
        order["method"] = system.method
    elif isinstance(system, RecipeSystem):
        order["recipe"] = system.name
        order["deductions"] = system.deductions
        order["options"] = [*system.options, f"--seed={first.seed}"]
        order["encodings"] = [str(file) for file in write_texts(system.texts, folder)]
    command, text = python_module("asp_nono.lab.trial"), json.dumps(order)
    return Program(command, limits, group=group, text=text, environment=environment())


def _written(instance: Instance, folder: Path) -> str:
    """The puzzle's file, in a folder of its own by content: names may be the same."""
    path = folder / instance.text.hash[:16] / instance.text.name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(instance.text.data)
    return str(path)


class Report:
    """What a trial reports of one puzzle, as fields of an outcome and the status it gives."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {"stage": "start", "solutions": ()}

    def take(self, line: bytes) -> None:
        """Take a line of the trial's output."""
        try:
            words = json.loads(line)
        except ValueError:
            return  # the last line of a process that was killed while it wrote
        values = self.values
        if "begun" in words:
            values["stage"] = _RECORDED[words.pop("begun")]
        elif "stage" in words:
            if stage := _RECORDED.get(words.pop("stage")):
                for clock in ("wall", "cpu"):
                    name = f"{stage}_{clock}"
                    values[name] = values.get(name, 0.0) + words[clock]
            del words["wall"], words["cpu"]
        elif "solution" in words:
            values["solutions"] = (*values["solutions"], words.pop("solution"))
        elif "end" in words:
            values["status"] = words.pop("end")
            if "error" in words:
                values["message"] = words.pop("error")
            elif not values.get("late") and not words.get("full"):
                values["stage"] = None
        values |= words

    def completed(self, usage: Usage) -> dict[str, Any]:
        """The fields; the unfinished stage gets the rest of the whole."""
        values = self.values
        stage = values["stage"]
        if stage is not None and f"{stage}_wall" not in values:
            for what, whole in (("wall", usage.wall), ("cpu", usage.cpu)):
                spent = sum(values.get(f"{one}_{what}", 0.0) for one in STAGES)
                values[f"{stage}_{what}"] = max(0.0, whole - spent)
        return values


# --- a process for many puzzles -------------------------------------------------------------------


def _shared(jobs: Sequence[Job]) -> Iterator[Outcome]:
    """Work through puzzles in one process; one that a limit ended is followed by another."""
    waiting = deque(jobs)
    bounds = jobs[0].bounds
    while waiting:
        with TemporaryDirectory(prefix="asp-nono-") as name, ExitStack() as stack:
            folder = Path(name)
            group = _group(bounds, stack)
            program = stack.enter_context(
                trial(
                    tuple(waiting), folder, Limits(megabytes=bounds.megabytes), group, shared=True
                )
            )
            found = _followed(program, waiting, group)
            guard = {"guard": _guard(bounds, group)}
            for values in found:
                values["message"] = without_folder(values.get("message", ""), folder)
                yield Outcome(**{**values, **guard})


def _followed(program: Program, waiting: deque[Job], group: Group | None) -> list[dict[str, Any]]:
    """What the process reports of each puzzle, and of the one that a limit or an error ended."""
    found: list[dict[str, Any]] = []
    bounds = waiting[0].bounds
    report, known, since, late = Report(), _circumstances(), perf_counter(), False
    while waiting:
        begun = "next" in report.values
        try:
            line = program.receive(_left(since, bounds.seconds) if begun else None)
        except Late:
            late = True
            program.kill()
            break
        except EOFError:
            break
        report.take(line)
        if not begun:
            since = perf_counter()
        elif "peak_bytes" in report.values:
            waiting.popleft()
            found.append(_ended(bounds, report.values | known))
            report, known = Report(), _circumstances()
    usage = program.wait()
    if waiting:
        waiting.popleft()
        wall, cpu = perf_counter() - since, usage.cpu - report.values.get("next", 0.0)
        cause = Cause.TIME if late else usage.ended
        ended = Usage(usage.status, max(0.0, cpu), wall, usage.peak, cause)
        values = report.completed(ended) | known
        values |= {"wall": wall, "cpu": ended.cpu, "peak_bytes": usage.peak}
        killed = group is not None and group.starved
        values |= conclude(bounds, values, ended, program.tail(), killed=killed)
        found.append(values)
    for clock, whole in (("wall", usage.wall), ("cpu", usage.cpu)):
        start = whole - sum(values[clock] for values in found)
        found[0][f"start_{clock}"] = max(0.0, start)
    for values in found:
        values.pop("next", None)
    return found


def _left(since: float, seconds: float | None) -> float | None:
    return None if seconds is None else max(0.0, since + seconds - perf_counter())


def _ended(bounds: Bounds, values: dict[str, Any]) -> dict[str, Any]:
    """The fields of a puzzle that a shared process has decided."""
    usage = Usage(0, values["cpu"], values["wall"], values["peak_bytes"])
    return values | conclude(bounds, values, usage, "", killed=False)


# --- other programs -------------------------------------------------------------------------------


def _program(job: Job, folder: Path, group: Group | None) -> tuple[dict[str, Any], Usage, str]:
    """Run another program: its verdict, what it took, and its last line."""
    system = job.system
    assert isinstance(system, ProgramSystem)  # noqa: S101 - the caller has looked
    try:
        file = _converted(job.instance, system.form, folder)
    except AspNonoError as error:
        return {"status": "error", "message": str(error)}, Usage(0, 0.0, 0.0, 0), ""
    words = [word.replace(FILE, str(file)) for word in system.words]
    with Program(words, job.limits, group=group, listen=not system.silent) as program:
        output = b"" if system.silent else _tail(program)
        usage = program.wait()
        return verdict(system, output.decode(errors="replace"), usage.status), usage, program.tail()


def _converted(instance: Instance, form: str | None, folder: Path) -> Path:
    """The puzzle in a file of its own, in the format that is wanted."""
    if form is None and not instance.several:
        return Path(_written(instance, folder))
    puzzle = puzzle_of(instance, folder)
    path = folder / f"puzzle.{form or 'xml'}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a title or a goal that is lost makes no other puzzle
        write([puzzle], path, form=form, lossy=True)
    return path


def _tail(program: Program) -> bytes:
    """The end of its output."""
    parts: deque[bytes] = deque()
    size = 0
    for part in program:
        parts.append(part)
        size += len(part)
        while size > _KEPT:
            size -= len(parts.popleft())
    return b"".join(parts)


def verdict(system: ProgramSystem, output: str, status: int) -> dict[str, Any]:
    """What the output and the exit status of a program say, as fields of an outcome."""
    if system.silent:
        return {"status": "done"} if status == 0 else {}
    found: dict[str, Any] = {}
    if system.count and (match := re.search(system.count, output, re.MULTILINE)):
        digits = match[1] or ""
        if digits.isascii() and digits.isdecimal() and len(digits) < _DIGITS:
            number = int(digits)
            word = "none" if number == 0 else "unique" if number == 1 else "multiple"
            found = {"status": word, "models": number, "exhausted": True}
    for word, sign in system.verdicts.items():
        if sign == status or (isinstance(sign, str) and re.search(sign, output, re.MULTILINE)):
            return {**found, "status": word}
    if found:
        return found
    shown = " ".join(output.split())[-_SHOWN:]
    return {"message": f"no verdict in its output, exit status {status}: {shown or 'no output'}"}


# --- endings --------------------------------------------------------------------------------------


def conclude(
    bounds: Bounds,
    values: dict[str, Any],
    usage: Usage,
    stderr: str,
    *,
    killed: bool,
) -> dict[str, Any]:
    """The fields of the outcome that say how a run ended.

    A limit counts even if an answer came a moment later; a wrong answer counts before all.
    `values` are what the program reported: "status", "late" and "full" are taken out. `killed` says
    that the kernel killed a process of the control group for want of memory.
    """
    late, full = values.pop("late", False), values.pop("full", "")
    status = values.pop("status", None)
    if usage.ended is Cause.CANCELLED:
        raise StoppedError(Stopped.at(Cause.CANCELLED))
    if status == "wrong":
        return {"status": status}
    if held := full or _memory(bounds, usage, stderr, status, killed=killed):
        limit = values["message"] if full else f"memory limit of {bounds.megabytes} MiB"
        return {"status": "memory-out", "held": held, "message": limit}
    if bounds.seconds is not None and (usage.ended is Cause.TIME or usage.wall > bounds.seconds):
        message = f"time limit of {bounds.seconds:g} s"
        return {"status": "time-out", "held": "clock", "message": message}
    if bounds.cpu_seconds is not None and (late or usage.cpu > bounds.cpu_seconds):
        message = f"CPU time limit of {bounds.cpu_seconds:g} s"
        return {"status": "time-out", "held": "CPU watchdog", "message": message}
    if status in (None, "undecided"):
        return {"status": "error", "message": values.get("message") or _death(usage, stderr)}
    return {"status": status}


def _death(usage: Usage, stderr: str) -> str:
    """How a process ended that should not have ended so."""
    how = f"signal {-usage.status}" if usage.status < 0 else f"exit status {usage.status}"
    return f"the process ended with {how}: {last_line(stderr)}"


def _memory(bounds: Bounds, usage: Usage, stderr: str, status: str | None, *, killed: bool) -> str:
    """What denied the process its memory, if something did."""
    if bounds.megabytes is None:
        return ""
    if killed:
        return "control group"
    if usage.ended is Cause.MEMORY:
        return "watchdog"
    denied = status == "memory-out" or (
        status is None and usage.status != 0 and out_of_memory(stderr)
    )
    return "rlimit" if denied else ""


# --- verification ---------------------------------------------------------------------------------


def verified(job: Job, outcome: Outcome) -> Outcome:
    """The outcome, with the status "wrong" if a picture is no solution or one is missing.

    Other programs report no pictures, and a count shows none; such answers can only be compared
    with others, see `analyze.contradictions`.
    """
    if isinstance(job.system, ProgramSystem):
        return outcome
    wrong = _wrong(job, outcome)
    return replace(outcome, status="wrong", message=wrong) if wrong else outcome


def _wrong(job: Job, outcome: Outcome) -> str:
    puzzle = _puzzle(job.instance)
    for number, picture in enumerate(outcome.solutions, 1):
        try:
            grid = Grid.from_text(picture.split("\n"), "".join(puzzle.chars))
            fault = mismatch(grid, puzzle)
        except PuzzleError as error:
            fault = str(error)
        if fault:
            return f"solution {number} is none: {fault}"
    needed = 0 if job.task.kind == "count" else _NEEDED.get(outcome.status, 0)
    shown = len(set(outcome.solutions))
    if shown < needed:
        return f"says {outcome.status} and shows {shown} of {needed} different solutions"
    if outcome.status == "none" and shown:
        return "says that there is no solution and shows one"
    return ""


@lru_cache(maxsize=64)
def _puzzle(instance: Instance) -> Puzzle:
    with TemporaryDirectory(prefix="asp-nono-") as folder:
        return puzzle_of(instance, Path(folder))
