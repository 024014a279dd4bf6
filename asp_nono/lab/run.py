"""One run carried out on this machine: a process under limits, what it took, and a verified answer.

It needs nothing but the planned run: puzzle and encodings are written into a folder of its own.
"""

import json
import os
import platform
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, gettempdir
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeAlias, cast
from uuid import uuid4

from asp_nono.asp.recipes import DEFAULT, recipe
from asp_nono.files import write
from asp_nono.grid import Grid
from asp_nono.lab import systems
from asp_nono.lab.instances import Instance, puzzle_of, written
from asp_nono.lab.plan import PlannedTask
from asp_nono.lab.systems import CountingSystem, ProgramSystem, RecipeSystem, System, Text
from asp_nono.messages import NOTHING, AspNonoError, Message, PuzzleError, verbatim
from asp_nono.puzzle import mismatch
from asp_nono.run.limits import Cause, Limits, Stopped, StoppedError, out_of_memory
from asp_nono.run.meter import MeteredProgram, Usage, WatchedProgram, meter
from asp_nono.run.process import Late, environment, python_module

Status = Literal[
    "found", "unique", "multiple", "none", "done", "time-out", "memory-out", "error", "wrong"
]  # how a run ended: "done" without a verdict, "wrong" with an answer that the checker refuses

SOLVED: tuple[Status, ...] = ("found", "unique", "multiple", "none", "done")

_STAGES: dict[str, tuple[str, str]] = {
    "interpreter": ("start of Python", "start"),
    "imports": ("asp-nono and what it always imports", "start"),
    "job": ("", "start"),
    "importing the reader": ("what reading imports at its first use", ""),
    "reading": ("the file", "read"),
    "line logic": ("sweeps over the lines until nothing follows", "line"),
    "probing": ("both colors tried at some cells", "line"),
    "importing clingo": ("clingo, and the modules that use it", "load"),
    "encodings": ("their headers read and checked", "load"),
    "facts": ("what line logic left, as text", ""),
    "grounding": ("clingo parses and grounds encodings and facts", "ground"),
    "search": ("clingo looks for two models, which are checked", "solve"),
    "output": ("the verdict in words", ""),
    "ending": ("the process is taken down", ""),
}
"""The stages of deciding a puzzle, in their order: what each is, and as what a run records it."""

REPORTED = {name: text for name, (text, _) in _STAGES.items() if text}
"""The stages of a run that `asp-nono lab profile` shows, in their order, and what they are."""

STAGES = tuple(dict.fromkeys(recorded for _, recorded in _STAGES.values() if recorded))
"""The stages of a run that are recorded, in their order."""

CELL = Instance(
    "", "cell", Text("cell.non", b"width 1\nheight 1\nrows\n1\ncolumns\n1\n"), 1, False, (1, 1, 1)
)
"""The puzzle on which the start of programs is measured."""

_START, _STARTED = 2.0, 3  # seconds in which a program starts; how often that is measured
_GRACE = 0.5  # seconds beyond its limit in which a run may report statistics before it is killed
_KEPT = 1 << 20  # the last bytes of another program's output in which a verdict is searched for
_DIGITS = 4000  # python reads no longer numbers
_PATIENCE = 0.5  # seconds in which output is read that a program has left behind
_SHOWN = 200  # the characters of its output that are shown if there is no verdict
_NEEDED: dict[Status, int] = {"found": 1, "unique": 1, "multiple": 2}  # solutions that prove it


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
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
    meter: str | None = None
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
    window: str = ""
    process_id: str = ""
    calibrated_wall: float | None = None
    calibrated_cpu: float | None = None

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


_KINDS = {"bool": bool, "int": int, "float": float}  # of fields; others are texts

FIELDS: dict[str, type] = {
    one.name: next((kind for name, kind in _KINDS.items() if name in str(one.type)), str)
    for one in fields(RunOutcome)
} | {"models": str, "solutions": str}
"""The fields of an outcome with the types of what is stored; `models` may be too large a number."""


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One run: a system, a puzzle and a task, the number of the repetition, limits and a seed."""

    system: System
    instance: Instance
    task: PlannedTask
    repetition: int
    limits: Limits
    seed: int

    @property
    def key(self) -> str:
        """A hash of everything that defines this run: contents, not only names."""
        instance = self.instance
        parts = {
            "system": systems.identity(self.system),
            "instance": [instance.set, instance.name, instance.text.hash, instance.number],
            "task": str(self.task),
            "repetition": self.repetition,
            "bounds": asdict(self.limits),
            "seed": self.seed,
        }
        return systems.sha256(json.dumps(parts, sort_keys=True).encode())


MatchedSet: TypeAlias = Sequence[PlannedRun]
"""Runs of all systems on one puzzle, one after the other on one machine."""


def carry_out(sets: Iterable[MatchedSet]) -> Iterator[list[RunOutcome]]:
    """Carry out matched sets, one run after the other; the outcomes of each set as it ends.

    A shared process works through the puzzles of all sets, in turns with those of other systems.
    """
    window = _Window()
    try:
        for some in sets:
            yield [window.outcome(planned) for planned in some]
    finally:
        window.close()


class _Window:
    """Runs one after the other on this machine, with the shared processes that take part."""

    def __init__(self) -> None:
        self._name, self._number = uuid4().hex[:12], 0
        self._shared: dict[str, _SharedProcess] = {}

    def outcome(self, planned: PlannedRun) -> RunOutcome:
        """Carry out a run."""
        system, limits = planned.system, planned.limits
        start = meter(together=system.shared)
        guard = "nothing" if limits.megabytes is None else start.guard
        before = start_of(planned)
        process = self._process(planned)
        with nullcontext(process.folder) if process else _temporary() as folder:
            try:
                values = process.decide(planned) if process else _alone(planned, folder, start)
            except StoppedError:
                raise
            except AspNonoError as error:  # its program cannot be started, or was not measured
                values = _circumstances() | {"status": "error", "message": error.message}
        message = systems.without_folder(str(values.get("message", "")), folder)
        number = process.name if process else self._number
        known: dict[str, Any] = {
            "guard": guard,
            "meter": start.meter,
            "window": self._name,
            "process_id": f"{self._name}-{number}",
            "calibrated_wall": before.wall,
            "calibrated_cpu": before.cpu,
        }
        return RunOutcome(**{**known, **values, "message": message})

    def _process(self, planned: PlannedRun) -> "_SharedProcess | None":
        """The process that is to decide the puzzle; None for a new one of its own."""
        label = planned.system.label
        process = self._shared.get(label)
        if process is None or not process.alive:
            self._number += 1
            if not planned.system.shared:
                return None
            if process:
                process.close()
            process = self._shared[label] = _SharedProcess(planned, self._number)
        return process

    def close(self) -> None:
        """End the shared processes."""
        for process in self._shared.values():
            process.close()


class _SharedProcess:
    """A process of ours that is given one puzzle after the other, until a limit or an error."""

    def __init__(self, first: PlannedRun, name: int) -> None:
        self.name, self.alive = name, True
        self._stack = ExitStack()
        self.folder = self._stack.enter_context(_temporary())
        limits = Limits(megabytes=first.limits.megabytes)  # the reader limits the time
        command, text = python_module("asp_nono.lab.trial"), order(first, self.folder, limits)
        program = WatchedProgram(command, limits, text=None, environment=environment())
        self._program = self._stack.enter_context(program)
        self._program.tell(text)

    def decide(self, planned: PlannedRun) -> dict[str, Any]:
        """Have it decide a puzzle: the fields of an outcome."""
        self._program.tell(puzzle_line(planned, self.folder))
        try:
            values, self.alive = _followed(self._program, planned)
        except BaseException:
            self.alive = False
            raise
        return values

    def close(self) -> None:
        """End it."""
        self._stack.close()


class Start(NamedTuple):
    """What a program takes before it works, in seconds; None if that is not known."""

    wall: float | None
    cpu: float | None


_STARTS: dict[str, Start] = {}  # measured in this process


def start_of(planned: PlannedRun) -> Start:
    """What the program of a run takes on this machine before it works; nothing if it is shared.

    That is the median for a puzzle of one cell, of ours without the stages that each run measures:
    starting Python, and loading clingo, which some puzzles need and others do not. All systems of
    ours have this start in common. Measuring it also fills caches.
    """
    system = planned.system
    if system.shared:
        return Start(0.0, 0.0)
    theirs = isinstance(system, ProgramSystem)
    key = json.dumps(systems.identity(system), sort_keys=True) if theirs else ""
    if key not in _STARTS:
        if not theirs:
            system = RecipeSystem.of(recipe(DEFAULT).with_deductions("none"))
        one = replace(planned, system=system, instance=CELL, limits=Limits(seconds=_START))
        _STARTS[key] = _calibrated(one)
    return _STARTS[key]


def _calibrated(planned: PlannedRun) -> Start:
    found = []
    for _ in range(_STARTED):
        try:
            with _temporary() as folder:
                values = _alone(planned, folder, meter())
        except StoppedError:
            raise
        except AspNonoError:
            return Start(None, None)
        if values["status"] == "time-out":
            return Start(None, None)
        stages = {one: [f"start_{one}", f"load_{one}"] for one in ("wall", "cpu")}
        found.append(
            [values[one] - sum(values.get(name, 0.0) for name in stages[one]) for one in stages]
        )
    return Start(*(max(0.0, median(some)) for some in zip(*found, strict=True)))


def _alone(
    planned: PlannedRun, folder: Path, start: type[MeteredProgram] = WatchedProgram
) -> dict[str, Any]:
    """Carry out a run in a process of its own."""
    if isinstance(planned.system, ProgramSystem):
        return _program(planned, folder, start)
    with trial(planned, folder, start) as program:
        return _followed(program, planned)[0]


@contextmanager
def _temporary() -> Iterator[Path]:
    """A folder for one process; a full disk is one line, and no fault of the run."""
    try:
        with TemporaryDirectory(prefix="asp-nono-") as name:
            yield Path(name)
    except OSError as error:
        raise PuzzleError(
            "the folder for temporary files cannot be used: {error}",
            error=error.strerror or str(error),
            path=gettempdir(),
        ) from None


def _circumstances() -> dict[str, Any]:
    begun = datetime.now(UTC).isoformat(timespec="seconds")
    return {"begun": begun, "busy": round(os.getloadavg()[0], 2), "host": platform.node()}


def trial(
    planned: PlannedRun,
    folder: Path,
    start: type[MeteredProgram] = WatchedProgram,
    **more: object,
) -> MeteredProgram:
    """Start the program `trial` with a run of ours; `more` is added to its order."""
    limits = planned.limits
    text = order(planned, folder, limits, **more) + puzzle_line(planned, folder)
    seconds, cpu = (limit and limit + _GRACE for limit in (limits.seconds, limits.cpu_seconds))
    limits = replace(limits, seconds=seconds, cpu_seconds=cpu)
    command = python_module("asp_nono.lab.trial")
    return start(command, limits, text=text, environment=environment())


def order(planned: PlannedRun, folder: Path, limits: Limits, **more: object) -> str:
    """What the program `trial` is to do, as a line of JSON; encodings are written to a folder."""
    system = planned.system
    found: dict[str, Any] = {
        **asdict(planned.task),
        "seconds": limits.seconds,
        "cpu": limits.cpu_seconds,
        "megabytes": limits.megabytes,
        "shared": system.shared,
        **more,
    }
    if isinstance(system, CountingSystem):
        found["method"] = system.method
    elif isinstance(system, RecipeSystem):
        recipe = system.written(folder)
        found |= {"recipe": recipe.name, "deductions": recipe.deductions}
        found["options"] = [*recipe.options, f"--seed={planned.seed}"]
        found |= {"parts": recipe.parts, "own": recipe.own}
        found["encodings"] = list(map(str, recipe.files))
        if recipe.heuristic:
            found["heuristic"] = str(recipe.heuristic)
            found["schedule"] = list(map(asdict, recipe.schedule))
    return json.dumps(found) + "\n"


def puzzle_line(planned: PlannedRun, folder: Path) -> str:
    """The puzzle, which is written to a folder, as `trial` reads it."""
    file = written(planned.instance, folder)
    return json.dumps([str(file), planned.instance.number]) + "\n"


class TrialReport:
    """The report of a trial on one puzzle, as fields of an outcome and its status."""

    def __init__(self) -> None:
        self.values = {"stage": "start", "solutions": (), **_circumstances()}
        self.before: float | None = None  # the CPU seconds of the process when it was begun
        self.seconds: dict[str, float] = {}  # CPU time by stage, as a profile shows it

    def take(self, line: bytes) -> None:
        """Add a line of the trial's output."""
        try:
            words = json.loads(line)
        except ValueError:
            return  # the last line of a process that was killed while it wrote
        values = self.values
        if "next" in words:
            self.before = words.pop("next")
        elif "begun" in words:
            _, values["stage"] = _STAGES[words.pop("begun")]
        elif "stage" in words:
            name = words.pop("stage")
            self.seconds[name] = self.seconds.get(name, 0.0) + words["cpu"]
            _, stage = _STAGES.get(name, ("", ""))
            for clock in ("wall", "cpu"):
                spent = words.pop(clock)
                if stage:
                    values[f"{stage}_{clock}"] = values.get(f"{stage}_{clock}", 0.0) + spent
        elif "solution" in words:
            values["solutions"] = (*values["solutions"], words.pop("solution"))
        elif "models" in words and words.get("status") and not (words["full"] or "late" in values):
            values["stage"] = None
        values |= words

    def completed(self, usage: Usage) -> dict[str, Any]:
        """The fields; the unfinished stage gets the rest of the whole."""
        values = self.values
        stage = values["stage"]
        if stage is not None and f"{stage}_wall" not in values:
            for clock, whole in (("wall", usage.wall), ("cpu", usage.cpu)):
                spent = sum(values.get(f"{one}_{clock}", 0.0) for one in STAGES)
                values[f"{stage}_{clock}"] = max(0.0, whole - spent)
        return values


def _followed(program: MeteredProgram, planned: PlannedRun) -> tuple[dict[str, Any], bool]:
    """The report of a process on a puzzle, and whether the process goes on."""
    limits, shared = planned.limits, planned.system.shared
    report, since, late = TrialReport(), perf_counter(), False
    while True:
        begun = report.before is not None
        timed = begun and limits.seconds is not None
        try:
            left = max(0.0, since + (limits.seconds or 0.0) - perf_counter())
            report.take(program.receive(left if timed else None))
        except (Late, EOFError) as error:
            late = isinstance(error, Late)
            break
        if not begun:
            since = perf_counter()
        elif "peak_bytes" in report.values:
            values = report.values
            usage = Usage(0, values["cpu"], values["wall"], values["peak_bytes"])
            return conclude(limits, values, usage), True
    if late:
        program.kill()
    usage = program.wait()
    if shared:
        wall, cpu = perf_counter() - since, usage.cpu - (report.before or 0.0)
        ended = Cause.TIME if late else usage.ended
        usage = replace(usage, cpu=max(0.0, cpu), wall=wall, ended=ended)
    return conclude(limits, report.completed(usage), usage), False


def _program(planned: PlannedRun, folder: Path, start: type[MeteredProgram]) -> dict[str, Any]:
    """Run another program: its verdict, and what it took."""
    values = _circumstances()
    system = cast("ProgramSystem", planned.system)
    try:
        file = _converted(planned.instance, system.form, folder)
    except AspNonoError as error:
        return values | {"status": "error", "message": error.message}
    words = [word.replace(systems.FILE, str(file)) for word in system.words]
    (place := folder / "run").mkdir()
    listen = not system.silent
    with start(words, planned.limits, listen=listen, folder=place) as program:
        output = _tail(program) if listen else b""
        usage = program.wait()
        values |= verdict(system, output.decode(errors="replace"), usage.status)
        return conclude(planned.limits, values, usage)


def _converted(instance: Instance, form: str | None, folder: Path) -> Path:
    """The puzzle in a file of its own, in the format that is wanted."""
    if form is None and not instance.several:
        return written(instance, folder)
    path = folder / f"puzzle.{form or 'xml'}"
    # a title or a goal that is lost makes no other puzzle
    with warnings.catch_warnings(action="ignore"):
        write([puzzle_of(instance)], path, form=form, lossy=True)
    return path


def _tail(program: MeteredProgram) -> bytes:
    """The end of the output, which a process that nothing here can find may hold open."""
    output, over = bytearray(), False
    while True:
        try:
            output += program.receive(_PATIENCE)
        except Late:
            if over:
                break
            over = not program.running
            continue
        except EOFError:
            break
        if len(output) > 2 * _KEPT:
            del output[:-_KEPT]
    return bytes(output[-_KEPT:])


def verdict(system: ProgramSystem, output: str, status: int) -> dict[str, Any]:
    """The output and the exit status of a program, as fields of an outcome.

    A program that ends in another way than its declaration expects has crashed, whatever it wrote.
    """
    expected = (*system.exits, *(one for one in system.verdicts.values() if isinstance(one, int)))
    text = " ".join(output.split())[-_SHOWN:]
    shown = verbatim(text) if text else Message("no output")
    if status not in expected:
        if system.silent:
            return {}  # the last line of standard error says more
        reason = Message(
            "ended with exit status {status}; expected {expected} (key exit): {output}",
            status=status,
            expected=tuple(sorted({*expected})),
            output=shown,
        )
        return {"message": reason}
    if system.silent:
        return {"status": "done"}
    found: dict[str, Any] = {}
    if system.count and (match := re.search(system.count, output, re.MULTILINE)):
        digits = match[1] or ""
        if digits.isascii() and digits.isdecimal() and len(digits) < _DIGITS:
            number = int(digits)
            word = "none" if number == 0 else "unique" if number == 1 else "multiple"
            found = {"status": word, "models": number, "exhausted": True}
    said = [
        word
        for word, sign in system.verdicts.items()
        if sign == status or (isinstance(sign, str) and re.search(sign, output, re.MULTILINE))
    ]
    if len({*said} - {"found"}) > 1:
        clash = Message(
            "verdicts that exclude each other, {verdicts}: {output}",
            verdicts=tuple(said),
            output=shown,
        )
        return {"message": clash}
    if said:
        return {**found, "status": next((word for word in said if word != "found"), "found")}
    silent = Message(
        "no verdict in its output, exit status {status}: {output}", status=status, output=shown
    )
    return found or {"message": silent}


def conclude(limits: Limits, values: dict[str, Any], usage: Usage) -> dict[str, Any]:
    """The fields of an outcome: what the program reported, what it took, and how the run ended.

    A limit counts even if an answer came a moment later; a wrong answer counts before all.
    StoppedError if the run was canceled.
    """
    values |= {"wall": usage.wall, "cpu": usage.cpu, "peak_bytes": usage.peak}
    late, full = values.pop("late", False), values.pop("full", "")
    status = values.pop("status", None)
    if usage.ended is Cause.CANCELLED:
        raise StoppedError(Stopped.at(Cause.CANCELLED))
    if status == "wrong":
        return values | {"status": status}
    if full:
        return values | {"status": "memory-out", "held": full}
    death = Stopped.by_death(usage.status, usage.said, Limits(), what=Message("the process"))
    if limit := _limit(limits, usage, status, late=late):
        cause, held = limit
        ended = "memory-out" if cause is Cause.MEMORY else "time-out"
        by = "BenchExec" if usage.contained else held
        return values | {"status": ended, "held": by, "message": Stopped.at(cause, limits).message}
    if status in (None, "undecided"):
        return values | {"status": "error", "message": values.get("message") or death.message}
    return values | {"status": status}


def _limit(
    limits: Limits, usage: Usage, status: str | None, *, late: bool
) -> tuple[Cause, str] | None:
    """The limit that a run has reached, and what has held it if BenchExec did not."""
    memory, seconds, cpu = limits.megabytes is not None, limits.seconds, limits.cpu_seconds
    denied = status == "memory-out" or (status is None and _starved(usage, limits))
    for met, cause, held in (
        (memory and usage.ended is Cause.MEMORY, Cause.MEMORY, "watchdog"),
        (memory and denied, Cause.MEMORY, "rlimit"),
        (seconds and (usage.ended is Cause.TIME or usage.wall > seconds), Cause.TIME, "clock"),
        (cpu and (late or usage.cpu > cpu), Cause.CPU, "CPU watchdog"),
    ):
        if met:
            return cause, held
    return None


def _starved(usage: Usage, limits: Limits) -> bool:
    """Whether a program that ended by itself ran out of memory; a signal alone says little."""
    if usage.contained or usage.ended or not usage.status:
        return False
    if not (out_of_memory(usage.said) or usage.peak > (limits.megabytes or 0) << 19):
        return False
    return Stopped.by_death(usage.status, usage.said, limits).cause is Cause.MEMORY


def verified(planned: PlannedRun, outcome: RunOutcome) -> RunOutcome:
    """The outcome, with the status "wrong" if a picture is no solution or one is missing.

    Other programs report no pictures; their answers can only be compared, see `contradictions`.
    """
    wrong = NOTHING if isinstance(planned.system, ProgramSystem) else _wrong(planned, outcome)
    return replace(outcome, status="wrong", message=str(wrong)) if wrong else outcome


def _wrong(planned: PlannedRun, outcome: RunOutcome) -> Message:
    puzzle = puzzle_of(planned.instance)
    for number, picture in enumerate(outcome.solutions, 1):
        try:
            grid = Grid.from_text(picture.split("\n"), "".join(puzzle.chars))
            fault = mismatch(grid, puzzle)
        except PuzzleError as error:
            fault = error.message
        if fault:
            return Message("solution {number} is none: {fault}", number=number, fault=fault)
    needed = 0 if planned.task.kind == "count" else _NEEDED.get(outcome.status, 0)
    shown = len(set(outcome.solutions))
    if shown < needed:
        return Message(
            "reports {status} but shows {shown} of {needed} different solutions",
            status=outcome.status,
            shown=shown,
            needed=needed,
        )
    if outcome.status == "none" and shown:
        return Message("reports no solution but shows one")
    return NOTHING
