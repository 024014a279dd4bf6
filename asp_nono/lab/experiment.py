"""Experiments: a plan with everything read, carried out on a pool, and what is recorded skipped."""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, TypeAlias

from asp_nono.asp.facts import wanted
from asp_nono.formats.source import quoted
from asp_nono.grid import Grid
from asp_nono.lab.code import code
from asp_nono.lab.instances import Instance, Range, choose, read_known
from asp_nono.lab.plan import Plan, PlannedTask, limits_text, plan_text
from asp_nono.lab.run import MatchedSet, PlannedRun, RunOutcome, carry_out, verified
from asp_nono.lab.store import Store, machine
from asp_nono.lab.systems import (
    RecipeSystem,
    System,
    systems,
    takes,
    without_folder,
)
from asp_nono.messages import (
    NOTHING,
    AspNonoError,
    EncodingError,
    Message,
    PuzzleError,
    counted,
    together,
    with_messages,
)
from asp_nono.puzzle import Puzzle
from asp_nono.run import open_pool
from asp_nono.run.limits import Cause, Stopped, StoppedError
from asp_nono.run.pool import Pool
from asp_nono.run.snapshots import Answer

MOST_RUNS = 10_000_000  # a plan with more runs is a mistake
_NAMED = 8  # the puzzles of a set that a preview names


@dataclass(frozen=True, slots=True)
class Experiment:
    """A plan with its systems, tasks and puzzles, and the errors of puzzles that are left out."""

    plan: Plan
    systems: Sequence[System]
    tasks: Sequence[PlannedTask]
    instances: Sequence[Instance]
    faults: Sequence[PuzzleError]

    @classmethod
    def of(cls, plan: Plan) -> "Experiment":
        """Read everything that a plan names; an error if there is nothing to run or too much."""
        taking, tasks = systems(plan), [PlannedTask.of(text) for text in dict.fromkeys(plan.tasks)]
        for system in taking:
            if not any(takes(system, task.kind) for task in tasks):
                raise PuzzleError(
                    "{system} takes part in none of the tasks: {tasks}",
                    system=quoted(system.label),
                    tasks=tuple(map(str, tasks)),
                )
        if not plan.instances:
            raise PuzzleError("no puzzles; expected instances: files, folders or shipped")
        known: dict[str, Range] = {}
        for name in plan.known:
            known.update(read_known(plan.base / name))
        instances, faults = choose(plan.instances, plan.base, known, plan.seed)
        if not instances:
            raise PuzzleError("no puzzle could be read")
        found = cls(plan, taking, tasks, instances, faults)
        if found.size > MOST_RUNS:
            raise PuzzleError(
                "{count} runs are too many; expected at most {most}",
                count=found.size,
                most=MOST_RUNS,
            )
        return found

    @property
    def size(self) -> int:
        """The number of runs."""
        return len(self.pairs) * len(self.instances) * self.plan.repetitions

    @property
    def pairs(self) -> list[tuple[System, PlannedTask]]:
        """The systems with the tasks that they take part in."""
        return [(one, task) for task in self.tasks for one in self.systems if takes(one, task.kind)]

    def jobs(self) -> Iterator[tuple[MatchedSet, ...]]:
        """All runs in matched sets, one repetition after the other; a job is one of these.

        In each the systems take turns in an order shuffled by the plan's seed, so that all meet the
        same load of the same machine. Where systems share a process, a job is the matched sets of
        a whole set of puzzles.
        """
        plan, instances = self.plan, self.instances
        random = Random(plan.seed)  # noqa: S311 - an order, not a secret
        sets = [tuple(some) for _, some in groupby(instances, lambda instance: instance.set)]
        for repetition in range(1, plan.repetitions + 1):
            rest = (repetition, plan.limits, plan.seed + repetition - 1)
            for task in self.tasks:
                mine = [one for one in self.systems if takes(one, task.kind)]
                shared = any(one.shared for one in mine)
                for some in sets if shared else ((instance,) for instance in instances):
                    yield tuple(
                        tuple(
                            PlannedRun(system, instance, task, *rest)
                            for system in random.sample(mine, len(mine))
                        )
                        for instance in some
                    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentProgress(Answer):
    """How far an experiment is.

    Attributes:
        total: The number of runs in all; 0 until they have been compared with those recorded.
        before: The number of runs that were recorded before.
        counts: The number of runs recorded now, by status.
        stopped: What stopped the experiment, if something did.
        seconds: The time since its first run could begin.
    """

    total: int = 0
    before: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """The runs recorded now."""
        return sum(self.counts.values())

    @property
    def finished(self) -> bool:
        """Whether all runs are recorded."""
        return not self.stopped and self.before + self.done == self.total

    @property
    def seconds_left(self) -> float | None:
        """How long it will take at this pace; None before anything is known."""
        left = self.total - self.before - self.done
        return self.seconds / self.done * left if self.done else None

    @property
    def progress(self) -> Message:
        """The share of runs that are recorded, the time left, and the runs by status."""
        done, left, wrong = self.before + self.done, self.seconds_left, self.counts.get("wrong")
        share = done / self.total if self.total else 1.0
        bar = f"[{'#' * round(20 * share):-<20}]"
        runs = Message("{bar} {done}/{total} runs", bar=bar, done=done, total=self.total)
        time = NOTHING if left is None else Message("about {time} left", time=_duration(left))
        counts = tuple(f"{number} {status}" for status, number in sorted(self.counts.items()))
        known = together((runs, time, counts), "; ")
        if wrong:
            return Message("!!! {count} WRONG !!! {known}", count=wrong, known=known)
        return known

    def text(self, name: str, _: object) -> Iterator[str]:
        """The number of runs recorded in the file `name`, or what stopped the experiment."""
        if self.stopped:
            why = self.reason[:1].upper() + self.reason[1:]
            yield f"{why}; the same command continues from here. Results: {name}"
            return
        before = f"; {self.before} were recorded before" if self.before else ""
        yield f"{self.done} runs recorded in {name}{before}"

    def to_json(self) -> dict[str, Any]:
        """The numbers of runs."""
        return {
            "runs": self.total,
            "before": self.before,
            "statuses": dict(self.counts),
            **with_messages(stopped=self.stop),
            "seconds": round(self.seconds, 3),
        }


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def experiment_runs(
    experiment: Experiment, store: Store, pool: Pool | None = None, part: tuple[int, int] = (1, 1)
) -> Iterator[ExperimentProgress]:
    """Carry out every run that is not recorded; a snapshot at the beginning and after each set.

    Of `part` k of n, only every n-th job is carried out, beginning with the k-th. After an error,
    what is recorded stays, and the same call continues from there.
    """
    jobs = [[[(run, run.key) for run in some] for some in job] for job in experiment.jobs()]
    keys = [key for job in jobs for some in job for _, key in some]
    plan = store.begin(experiment.plan.name, plan_text(experiment.plan), experiment.plan.base, keys)
    first, step = part
    mine, recorded = jobs[first - 1 :: step], store.recorded()
    total = sum(len(some) for job in mine for some in job)
    left = [
        [run for some in job if (run := tuple(one for one, key in some if key not in recorded))]
        for job in mine
    ]
    waiting = sum(len(some) for job in left for some in job)
    began, counts = monotonic(), Counter[str]()
    progress = ExperimentProgress(total=total, before=total - waiting)
    yield progress
    with (
        nullcontext(pool) if pool else open_pool() as place,
        closing(_ended([job for job in left if job], place)) as ended,
    ):
        for some, outcomes, facts in ended:
            found = list(map(verified, some, outcomes))
            store.add(zip(some, found, strict=True), plan, facts)
            counts.update(outcome.status for outcome in found)
            yield replace(progress, counts=dict(counts), seconds=monotonic() - began)


_Ended: TypeAlias = tuple[list[RunOutcome], dict[str, object]]


def _ended(
    jobs: Sequence[Sequence[MatchedSet]], pool: Pool
) -> Generator[tuple[MatchedSet, list[RunOutcome], dict[str, object]], None, None]:
    """Each matched set with its outcomes and the facts of its machine, as they end."""
    waiting = list(map(list, jobs))
    with closing(pool.merged(_carried_out, enumerate(jobs))) as events:
        for (number, _), event in events:
            lost = isinstance(event, Stopped)
            for some in waiting[number] if lost else waiting[number][:1]:
                outcomes, facts = _lost(some, event) if isinstance(event, Stopped) else event
                if facts["code"] != code():
                    raise AspNonoError(
                        "the worker on {host} has another version of asp-nono or clingo; "
                        "its runs would be another's",
                        host=str(facts["host"]),
                    )
                yield some, outcomes, facts
            waiting[number] = [] if lost else waiting[number][1:]


def _carried_out(numbered: tuple[int, Sequence[MatchedSet]]) -> Iterator[_Ended]:
    for outcomes in carry_out(numbered[1]):
        yield outcomes, machine()


def _lost(some: MatchedSet, stopped: Stopped) -> _Ended:
    """The results of runs whose worker died."""
    if stopped.cause is not Cause.CRASHED:
        raise StoppedError(stopped)
    message = str(StoppedError(stopped))
    return [RunOutcome(status="error", message=message) for _ in some], machine()


def preview(experiment: Experiment) -> Iterator[str]:
    """The experiment in words, before anything is run."""
    plan, instances = experiment.plan, experiment.instances
    yield f"{plan.name}: {counted(experiment.size, 'run')}"
    yield f"  {counted(len(experiment.systems), 'system')}"
    for system in experiment.systems:
        fault = _fault(system) if isinstance(system, RecipeSystem) else ""
        yield f"    {system.label}{fault and f'  - every run will be an error: {fault}'}"
    yield f"  {counted(len(experiment.tasks), 'task')}: {', '.join(map(str, experiment.tasks))}"
    yield f"  {counted(len(instances), 'puzzle')}"
    names: dict[str, list[str]] = {}
    for one in instances:
        names.setdefault(one.set, []).append(one.name)
    for some, mine in names.items():
        more = ", ..." if len(mine) > _NAMED else ""
        yield f"    {some}: {len(mine)} ({', '.join(mine[:_NAMED])}{more})"
    yield f"    known number of solutions: {sum(one.known.high is not None for one in instances)}"
    yield f"  {counted(plan.repetitions, 'repetition')}, seed {plan.seed}"
    none = "none; a run that does not end stops everything"
    yield f"  limits: {limits_text(plan.limits) if plan.limits else none}"
    if plan.time_limit:
        hours = experiment.size * plan.time_limit / 3600
        yield f"  at most {hours:.1f} h, one run at a time"


def _fault(system: RecipeSystem) -> str:
    """The error in its encodings that no puzzle can avoid; empty if there is none."""
    with TemporaryDirectory(prefix="asp-nono-") as name:
        try:
            wanted(system.written(Path(name)), Puzzle.of(Grid.from_text(["#"])))
        except EncodingError as error:
            return without_folder(str(error), Path(name))
    return ""
