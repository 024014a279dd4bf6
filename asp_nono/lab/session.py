"""A plan carried out: what is not yet recorded is run, judged and recorded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, fields
from time import monotonic

from asp_nono.lab.crews import Crew, Runs
from asp_nono.lab.jobs import Job, Programme
from asp_nono.lab.judge import judged
from asp_nono.lab.outcome import Outcome
from asp_nono.lab.plan import KEYS, Plan
from asp_nono.lab.store import Store


@dataclass(slots=True)
class Progress:
    """How far a plan is carried out.

    Attributes:
        total: Runs of the plan.
        before: Those that were recorded before this program began.
        done: Those that it has recorded.
        elsewhere: Those that another program is at, or has recorded meanwhile.
        counts: How many have ended with each status.
        wrong: What is wrong with answers that the checker refuses.
    """

    total: int
    before: int = 0
    done: int = 0
    elsewhere: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    _began: float = field(default_factory=monotonic)

    @property
    def left(self) -> int:
        """How many runs are still to be done."""
        return self.total - self.before - self.done - self.elsewhere

    @property
    def seconds_left(self) -> float | None:
        """How long it will take if it goes on like this; None before anything is known."""
        return (monotonic() - self._began) / self.done * self.left if self.done else None

    def take(self, job: Job, outcome: Outcome) -> None:
        """A run is recorded."""
        self.done += 1
        self.counts[outcome.status] = self.counts.get(outcome.status, 0) + 1
        if outcome.status == "wrong":
            where = f"{job.competitor.label} on {job.instance.some}/{job.instance.name}"
            self.wrong.append(f"{where}: {outcome.message}")


def carry_out(
    programme: Programme, store: Store, crew: Crew, told: Callable[[Progress], None]
) -> Progress:
    """Do every run that is not recorded; `told` is called after each.

    Raises:
        AspNonoError: If the file cannot be written, or a run not be carried out at all. What is
            recorded stays, and the same call goes on from there.
    """
    plan = store.begin(programme.plan.name, plan_text(programme.plan))
    progress = Progress(programme.size)
    try:
        with closing(_outcomes(programme, store, crew, progress)) as outcomes:
            told(progress)
            for job, outcome, machine in outcomes:
                checked = judged(job, outcome)
                store.add(job, checked, plan, machine)
                progress.take(job, checked)
                told(progress)
    finally:
        store.release()
    return progress


def _outcomes(programme: Programme, store: Store, crew: Crew, progress: Progress) -> Runs:
    recorded = store.recorded()
    progress.before = sum(job.key in recorded for job in programme.jobs())

    def free() -> Iterator[Job]:
        for job in programme.jobs():
            if job.key in recorded:
                continue
            if store.claim(job):
                yield job
            else:
                progress.elsewhere += 1

    return crew.run(free())


def plan_text(plan: Plan) -> str:
    """The plan as TOML."""
    lines = []
    default = Plan()
    for one in fields(plan):
        value = getattr(plan, one.name)
        if one.name in KEYS and one.name != "external" and value != getattr(default, one.name):
            lines.append(f"{one.name} = {_toml(value)}")
    for table in plan.external:
        lines += ["", "[[external]]", *(f"{key} = {_toml(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value in TOML; its strings may be written as those of JSON."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Mapping):
        raise TypeError("a table has a heading of its own")
    return json.dumps(value, ensure_ascii=False)
