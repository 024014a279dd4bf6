"""What came of a run: one value with everything that is recorded of it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

Status = Literal["found", "unique", "multiple", "none", "time-out", "memory-out", "error", "wrong"]
"""How a run ended. "wrong" is an answer that the independent checker refuses."""

SOLVED: tuple[Status, ...] = ("found", "unique", "multiple", "none")
"""The statuses of runs that did what was asked."""

STAGES = ("start", "read", "line", "load", "ground", "solve")
"""The stages of a run of ours: start of the process, reading the puzzle, line logic, loading clingo
and the encodings, facts and grounding, search.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a run. Times are seconds, None where nothing is known or nothing was done.

    Attributes:
        status: How it ended.
        message: What there is to say of an error, a wrong answer or a limit.
        technique: What decided: "line", "depth-1", "depth-2" or "search", or the method of
            counting; None for other programs.
        models: So many solutions were seen, or counted.
        exhausted: Whether there are no others.
        stage: The stage that a limit or an error ended; None if the run came to its end.
        guard: What bounds memory: "control group", "rlimit and watchdog" or "nothing".
        held: What ended the run: "clock", "CPU watchdog", "control group", "rlimit", "watchdog"
            or "itself", if a method of counting gave up for want of memory.
        wall, cpu: Of the whole process, from its start to its end.
        start_wall, start_cpu, read_wall, read_cpu, line_wall, line_cpu, load_wall, load_cpu,
        ground_wall, ground_cpu, solve_wall, solve_cpu: Of each stage.
        peak_bytes: The most memory that was resident.
        facts: How many facts clingo was given.
        facts_hash: The SHA-256 of their text.
        atoms, rules, bodies: The size of the ground program, as clingo counts it.
        variables, constraints: What its solver made of it.
        choices, conflicts, restarts: What the search took.
        solutions: The first two pictures, each as rows of characters with newlines between.
        begun: When it began (ISO 8601, UTC).
        busy: The load of the machine at that time: processes that want to run.
        host: Where it ran.
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
        """Whether it did what was asked."""
        return self.status in SOLVED

    @property
    def work(self) -> float:
        """CPU seconds of line logic, grounding and search alone; of another program, all."""
        stages = (self.line_cpu, self.ground_cpu, self.solve_cpu)
        known = [value for value in stages if value is not None]
        return sum(known) if known else self.cpu


FIELDS = tuple(one.name for one in fields(Outcome))
"""The names of all fields, in order."""
