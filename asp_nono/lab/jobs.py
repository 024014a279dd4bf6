"""The runs of a plan, each a value that can travel and has a key of its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import quoted
from asp_nono.lab.competitors import Competitor
from asp_nono.lab.instances import Chosen, Instance, choose
from asp_nono.lab.known import Range, read_known
from asp_nono.lab.plan import Bounds, Plan
from asp_nono.lab.tasks import Task

MOST_RUNS = 10_000_000
"""A plan with more runs is a mistake."""


@dataclass(frozen=True, slots=True)
class Job:
    """One run.

    Attributes:
        competitor: Who.
        instance: On what.
        task: What is to be found out.
        repetition: Which time it is, from 1.
        bounds: What it may take.
        seed: For clingo.
    """

    competitor: Competitor
    instance: Instance
    task: Task
    repetition: int
    bounds: Bounds
    seed: int

    @property
    def key(self) -> str:
        """A hash of all that makes this run what it is: contents, not only names."""
        instance = self.instance
        parts = {
            "competitor": self.competitor.identity,
            "instance": [instance.some, instance.name, instance.text.hash, instance.number],
            "task": str(self.task),
            "repetition": self.repetition,
            "bounds": asdict(self.bounds),
            "seed": self.seed,
        }
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Programme:
    """A plan with everything found and read.

    Attributes:
        plan: The plan.
        competitors: Who takes part.
        tasks: What they do.
        chosen: On which puzzles.
    """

    plan: Plan
    competitors: Sequence[Competitor]
    tasks: Sequence[Task]
    chosen: Chosen

    @property
    def size(self) -> int:
        """The number of runs."""
        return len(self.turns) * len(self.chosen.instances) * self.plan.repetitions

    @property
    def turns(self) -> list[tuple[Competitor, Task]]:
        """Who does what on each puzzle."""
        return [
            (competitor, task)
            for task in self.tasks
            for competitor in self.competitors
            if competitor.takes(task.kind)
        ]

    def jobs(self) -> Iterator[Job]:
        """All runs: one repetition after the other, puzzle by puzzle.

        On each puzzle the competitors have their turns in an order that the plan's seed shuffles,
        so that all see the same weather.
        """
        plan = self.plan
        random = Random(plan.seed)  # noqa: S311 - an order, not a secret
        turns = self.turns
        for repetition in range(1, plan.repetitions + 1):
            seed = plan.seed + repetition - 1
            for instance in self.chosen.instances:
                random.shuffle(turns)
                for competitor, task in turns:
                    yield Job(competitor, instance, task, repetition, plan.bounds, seed)


def programme(plan: Plan) -> Programme:
    """Find and read everything that a plan names.

    Raises:
        AspNonoError: If something is not there, or there is nothing to do or too much.
    """
    competitors, tasks = plan.competitors(), plan.wanted()
    for competitor in competitors:
        if not any(competitor.takes(task.kind) for task in tasks):
            told = ", ".join(map(str, tasks))
            raise PuzzleError(f"{quoted(competitor.label)} has no turn in the tasks: {told}")
    if not plan.instances:
        raise PuzzleError("no puzzles; expected instances: files, folders or shipped")
    known: dict[str, Range] = {}
    for name in plan.known:
        known.update(read_known(plan.base / name))
    chosen = choose(plan.instances, Path(plan.base), known)
    if not chosen.instances:
        raise PuzzleError("no puzzle could be read")
    found = Programme(plan, competitors, tasks, chosen)
    if found.size > MOST_RUNS:
        raise PuzzleError(f"{found.size} runs are too many; expected at most {MOST_RUNS}")
    return found
