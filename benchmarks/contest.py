"""The contest: every solver on every puzzle, in turns, so that all see the same weather."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asp_nono.asp.recipes import DEFAULT
from asp_nono.errors import AspNonoError
from asp_nono.lab.processes import Usage
from asp_nono.run.limits import Limits
from benchmarks.records import Log, Whole
from benchmarks.sets import PuzzleSet
from benchmarks.solvers import Solver
from benchmarks.trial import Trial, decider, single

_WARM_UP = 1.0
"""Seconds after which a first run, which is not counted, is ended."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be measured.

    Attributes:
        sets: On which puzzles; none of the sets is empty.
        solvers: Who; those of one process have their turn first, then the others take turns on
            each puzzle.
        runs: How often.
        limits: For each puzzle.
        log: Where the records go.
        tick: Told before each piece of work what it is.
    """

    sets: Sequence[PuzzleSet]
    solvers: Sequence[Solver]
    runs: int
    limits: Limits
    log: Log
    tick: Callable[[str], None]

    def hold(self) -> None:
        """Measure everything.

        Raises:
            AspNonoError: If a program cannot be started.
        """
        self._warm_up()
        for run in range(1, self.runs + 1):
            for some in self.sets:
                self._round(some, run)

    def _warm_up(self) -> None:
        """Run everybody once, uncounted: bytecode is compiled, and files are in the cache.

        Whether somebody fails is for the contest to say; asp-nono must not.
        """
        self.tick("warming up")
        with decider(DEFAULT, [], Limits()) as process:
            if process.wait().status:
                raise AspNonoError(f"asp-nono does not start: {process.last_words()}")
        for solver in self.solvers:
            if solver.mode == "each":
                with single(solver, self.sets[0].entries[0], Limits(_WARM_UP)) as process:
                    process.wait()

    def _round(self, some: PuzzleSet, run: int) -> None:
        """One run of all solvers through one set."""
        in_turns: list[tuple[Trial, list[Usage]]] = []
        for solver in self.solvers:
            trial = Trial(some, solver, run, self.limits, self.log)
            if solver.mode == "each":
                in_turns.append((trial, []))
            else:
                self.tick(f"{some.name}: run {run} of {self.runs}, {solver.name}")
                self._add_up(trial, trial.in_one_process())
        if in_turns:
            for number, entry in enumerate(some.entries, 1):
                of = f"puzzle {number} of {len(some.entries)}"
                self.tick(f"{some.name}: run {run} of {self.runs}, {of}")
                for trial, usages in in_turns:
                    usages.append(trial.alone(entry))
        for trial, usages in in_turns:
            self._add_up(trial, usages)

    def _add_up(self, trial: Trial, usages: Sequence[Usage]) -> None:
        self.log.add(
            Whole(
                set=trial.some.name,
                solver=trial.solver.name,
                recipe=trial.solver.recipe,
                mode=trial.solver.mode,
                run=trial.run,
                puzzles=len(trial.some.entries),
                processes=len(usages),
                cpu=sum(usage.cpu for usage in usages),
                wall=sum(usage.wall for usage in usages),
                peak_bytes=max(usage.peak for usage in usages),
            )
        )
