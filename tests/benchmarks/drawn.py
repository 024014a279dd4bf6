"""A record that a person can read: two puzzles, ours in both ways, and somebody else's."""

from __future__ import annotations

from benchmarks.records import Log, Measurement, Whole
from benchmarks.sets import Entry, PuzzleSet
from benchmarks.solvers import Mode, Solver

MIB = 1 << 20

SET = PuzzleSet("set", ["set/a", "set/b"], [Entry("set/a"), Entry("set/b")])

ONE = Solver("order, one process", "one process", "order")
EACH = Solver("order, each", "each", "order")
OTHER = Solver("other", "each", None, ("other", "{file}"))


def measured(
    solver: Solver, run: int, file: str, cpu: float, *, decided: bool = True, late: bool = False
) -> Measurement:
    """A puzzle of the set; it takes ten times as long on the wall."""
    ours = solver.recipe is not None
    return Measurement(
        set=SET.name,
        file=f"set/{file}",
        puzzle=1,
        solver=solver.name,
        recipe=solver.recipe,
        mode=solver.mode,
        run=run,
        decided=decided,
        late=late,
        verdict=("unique" if decided else "undecided") if ours else None,
        technique="line" if ours and file == "a" else None,
        reason="time limit of 10 s" if late else "" if decided else "exit status 1: no message",
        cpu=cpu,
        wall=10 * cpu,
        peak_bytes=round(20 * cpu) * MIB,
    )


def whole(solver: Solver, run: int, cpu: float, processes: int = 2) -> Whole:
    """A run through the set."""
    mode: Mode = solver.mode
    return Whole(
        set=SET.name,
        solver=solver.name,
        recipe=solver.recipe,
        mode=mode,
        run=run,
        puzzles=2,
        processes=1 if mode == "one process" else processes,
        cpu=cpu,
        wall=10 * cpu,
        peak_bytes=MIB,
    )


def log_of(*records: Measurement | Whole) -> Log:
    """A log that holds these."""
    log = Log()
    for record in records:
        log.add(record)
    return log


def three_runs() -> Log:
    """Ours: 1, 2, 3 s for a and 10 s for b, 4 s of start-up; theirs: 2 s and 5 s."""
    log = log_of()
    for run in (1, 2, 3):
        for record in (
            measured(ONE, run, "a", run),
            measured(ONE, run, "b", 10),
            whole(ONE, run, run + 14),
            measured(EACH, run, "a", 2 * run),
            measured(OTHER, run, "a", 2),
            measured(EACH, run, "b", 20),
            measured(OTHER, run, "b", 5),
            whole(EACH, run, 2 * run + 20),
            whole(OTHER, run, 7),
        ):
            log.add(record)
    return log
