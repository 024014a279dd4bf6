"""One run of one solver: in one process through a set, or through one puzzle in a process."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from asp_nono.lab.launch import TIME_LIMIT
from asp_nono.lab.processes import Late, Process, Usage, ending, environment, ours
from asp_nono.run.limits import Limits
from benchmarks.records import Log, Measurement
from benchmarks.sets import Entry, PuzzleSet
from benchmarks.solvers import Solver

HERE = Path(__file__).parents[1]
"""Where the benchmarks lie."""

_KNOWN = ("verdict", "technique", "cpu", "wall", "read_seconds", "line_seconds", "ground_seconds")
"""What an answer may hold that goes into the record as it is."""


def decider(
    recipe: str, entries: Sequence[Entry], limits: Limits, module: str = "benchmarks.decide"
) -> Process:
    """The process that works through puzzles; see `decide`."""
    job = {"recipe": recipe, "puzzles": [(entry.file, entry.number) for entry in entries]}
    return Process(ours(module), limits, say=json.dumps(job), environment=environment(HERE))


def single(solver: Solver, entry: Entry, limits: Limits) -> Process:
    """The process of a solver that takes one for each puzzle."""
    mine = solver.recipe is not None
    around = environment(HERE) if mine else None
    return Process(solver.command(entry), limits, listen=mine, environment=around)


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of a solver.

    Attributes:
        some: On this set.
        solver: Who.
        run: Which run it is, from 1.
        limits: For each puzzle.
        log: Where the records go.
    """

    some: PuzzleSet
    solver: Solver
    run: int
    limits: Limits
    log: Log

    def in_one_process(self) -> list[Usage]:
        """Work through the set; a process that is ended by a limit is followed by another."""
        usages = []
        waiting = deque(self.some.entries)
        bounds = Limits(megabytes=self.limits.megabytes)
        while waiting:
            with decider(self.solver.recipe or "", tuple(waiting), bounds) as process:
                usages.append(self._follow(process, waiting))
        return usages

    def _follow(self, process: Process, waiting: deque[Entry]) -> Usage:
        """Record what the process says of each puzzle, and of the one that it does not survive."""
        spent, began, late = 0.0, perf_counter(), False
        try:
            while waiting and (begun := process.receive()):
                spent, began = json.loads(begun)["cpu"], perf_counter()
                if not (answer := process.receive(self.limits.seconds)):
                    break
                said = json.loads(answer)
                spent += said["cpu"]
                self._answered(waiting.popleft(), said)
        except Late:
            late = True
        usage = process.stop() if late else process.wait()
        if waiting:
            wall = perf_counter() - began
            how = TIME_LIMIT if late else usage.ended
            ended = Usage(usage.status, usage.cpu - spent, wall, usage.peak, how)
            self._broken_off(waiting.popleft(), ended, process)
        return usage

    def alone(self, entry: Entry) -> Usage:
        """Give the solver one puzzle in a process of its own."""
        with single(self.solver, entry, self.limits) as process:
            said = b""
            while self.solver.recipe and (line := process.receive()):
                said = line if line.startswith(b"{") else said
            usage = process.wait()
            answer = json.loads(said or b"{}")
            if usage.late or (usage.status and "verdict" not in answer):
                self._broken_off(entry, usage, process)
            else:
                self._answered(entry, {**answer, **_spent(usage)})
        return usage

    def _answered(self, entry: Entry, said: dict[str, Any]) -> None:
        self._measured(entry, said, decided=said.get("verdict") != "undecided")

    def _broken_off(self, entry: Entry, usage: Usage, process: Process) -> None:
        reason = ending(usage, self.limits, process.last_words())
        said: dict[str, Any] = {"verdict": "undecided"} if self.solver.recipe else {}
        said |= {"reason": reason, "late": usage.late}
        self._measured(entry, said | _spent(usage), decided=False)

    def _measured(self, entry: Entry, said: dict[str, Any], *, decided: bool) -> None:
        known: dict[str, Any] = {key: said.get(key) for key in _KNOWN}
        self.log.add(
            Measurement(
                set=self.some.name,
                file=entry.file,
                puzzle=entry.number,
                solver=self.solver.name,
                recipe=self.solver.recipe,
                mode=self.solver.mode,
                run=self.run,
                decided=decided,
                late=said.get("late", False),
                reason=said.get("reason", ""),
                peak_bytes=said["peak"],
                **known,
            )
        )


def _spent(usage: Usage) -> dict[str, float]:
    return {"cpu": usage.cpu, "wall": usage.wall, "peak": usage.peak}
