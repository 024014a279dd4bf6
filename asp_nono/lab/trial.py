"""The program of our runs: `python -m asp_nono.lab.trial`, which decides puzzles and is timed.

It reads an order from standard input, then puzzles, each in a line of JSON, and reports each stage
and solution in a line of JSON, so that what was done is known whatever ends it. Limits hold from
outside; but when time is up while clingo searches, it ends the search itself, since only then are
there statistics.
"""

import time

_INTERPRETER = time.process_time()
_BEGAN = time.monotonic() - _INTERPRETER
"""When the process was started: until here it has had nothing to wait for."""

import json  # noqa: E402 - the clock runs from the first line
import os  # noqa: E402
import resource  # noqa: E402
import sys  # noqa: E402
import warnings  # noqa: E402
from collections.abc import Generator  # noqa: E402
from hashlib import sha256  # noqa: E402
from importlib import import_module  # noqa: E402
from math import inf  # noqa: E402
from pathlib import Path  # noqa: E402
from threading import Thread  # noqa: E402
from typing import TYPE_CHECKING, Any, cast  # noqa: E402

from asp_nono.asp.recipes import Recipe, schedule_of  # noqa: E402
from asp_nono.files import InputFile  # noqa: E402
from asp_nono.messages import AspNonoError, PuzzleError, WrongSolutionError  # noqa: E402
from asp_nono.puzzle import Puzzle  # noqa: E402
from asp_nono.run.limits import Cause, Limits, Stopped, out_of_memory  # noqa: E402
from asp_nono.run.snapshots import last  # noqa: E402
from asp_nono.solving.result import Result, Technique, Verdict  # noqa: E402
from asp_nono.solving.search import SearchTask, begun, search  # noqa: E402

if TYPE_CHECKING:
    from asp_nono.asp.engine import Control
    from asp_nono.asp.program import Program
    from asp_nono.counting.result import Count

_NO_MEMORY = Stopped.at(Cause.MEMORY)

_TICK = 0.02  # seconds between two looks at the clock while clingo searches
_REPORT = 0.25  # seconds between two reports of the number of solutions
_KEPT = 2  # the number of solutions that are reported
_KIBIBYTES = 1 if sys.platform == "darwin" else 1024


def report(**words: object) -> None:
    """Print a line of JSON."""
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


class Stages:
    """Reports the wall-clock and CPU seconds of each stage when it is over."""

    def __init__(self) -> None:
        self._wall, self._cpu = _BEGAN, 0.0

    def over(self, stage: str, **known: object) -> None:
        """A stage is over."""
        wall, cpu = time.monotonic(), time.process_time()
        if stage == "interpreter":
            wall, cpu = _BEGAN + _INTERPRETER, _INTERPRETER
        report(stage=stage, wall=wall - self._wall, cpu=cpu - self._cpu, **known)
        self._wall, self._cpu = wall, cpu

    def begin(self) -> None:
        """The next stage begins now; what was before belongs to none."""
        self._wall, self._cpu = time.monotonic(), time.process_time()


class SearchWatch:
    """Searches, and reports each stage and the first solutions."""

    def __init__(self, stages: Stages, task: SearchTask, order: dict[str, Any]) -> None:
        self._stages = stages
        self.task = task
        self._deadline = inf if order["seconds"] is None else _BEGAN + order["seconds"]
        self._cpu = inf if order["cpu"] is None else order["cpu"]
        self.control: Control | None = None
        self._reported = (0, 0.0)
        self._number = 0
        self._stage = "line logic"

    def run(self) -> Generator[Result, None, None]:
        """The results of the search."""
        report(begun=self._stage)
        for found in search(self.task, self):
            if found.latest:
                self._count(found.number)
                if self._number <= _KEPT:
                    report(solution="\n".join(found.latest.to_text(self.task.puzzle.chars)))
            elif found.technique is Technique.LINE:
                self._stage = "line logic"
            elif self._stage == "line logic":
                self._stages.over(self._stage)
                self._stage = "probing"
            elif found.number > self._number:
                self._count(found.number)
            yield found
        self._stages.over(self._stage, models=self._number, **self._statistics())

    def searching(self) -> None:
        """Line logic is over."""
        if self._stage == "line logic" or self.task.recipe.deductions == "probe":
            self._stages.over(self._stage)
        report(begun="importing clingo")
        import_module("asp_nono.asp.program")
        self._stages.over("importing clingo")
        report(begun="encodings")
        self.task.recipe.inputs()
        self._stages.over("encodings")
        report(begun="grounding")

    def grounded(self, program: "Program", control: "Control") -> None:
        """Clingo solves next."""
        self.control = control
        facts = program.facts
        digest = sha256(facts.encode()).hexdigest()
        if min(self._deadline, self._cpu) < inf:
            Thread(target=self._watch, daemon=True).start()
        self._stages.over("grounding", facts=_number(facts), facts_hash=digest)
        self._stage = "search"
        report(begun=self._stage)

    def _count(self, number: int) -> None:
        """Report the number now and then; the last report counts."""
        self._number = number
        reported, when = self._reported
        if reported < _KEPT or time.monotonic() - when > _REPORT:
            self._reported = (number, time.monotonic())
            report(models=number)

    def _watch(self) -> None:
        """End the search when its time is up."""
        while time.monotonic() < self._deadline and time.process_time() < self._cpu:
            time.sleep(_TICK)
        report(late=True)
        cast("Control", self.control).interrupt()

    def _statistics(self) -> dict[str, object]:
        """Clingo's statistics."""
        if self.control is None:
            return {}
        from asp_nono.asp.program import statistics

        known: dict[str, object] = dict(statistics(self.control))
        del known["tight"]  # is not among the columns of runs
        return known


def _number(text: str) -> int:
    """The number of facts in a text; several may stand on a line."""
    other = ("%", "#", ":-")
    return sum(line.count(").") for line in text.splitlines() if not line.startswith(other))


def _recipe(order: dict[str, Any]) -> Recipe:
    """The recipe of an order of `run.py`."""
    return Recipe(
        order["recipe"],
        "",
        tuple(map(Path, order["encodings"])),
        order["deductions"],
        tuple(order["options"]),
        own=order["own"],
        parts=order["parts"],
        heuristic=Path(order["heuristic"]) if "heuristic" in order else None,
        schedule=schedule_of(order.get("schedule", [{}])),
    )


def _count(order: dict[str, Any], puzzle: Puzzle, stages: Stages) -> "Count":
    report(begun="importing clingo")
    import_module("asp_nono.counting.frontier")  # it imports numpy
    from asp_nono.counting.count import counts
    from asp_nono.counting.result import Count

    stages.over("importing clingo")
    answer, stage = Count(puzzle=puzzle), "line logic"
    report(begun=stage)
    limits = Limits(megabytes=order["megabytes"])
    for answer in counts(puzzle, method=order["method"], limits=limits):
        if stage == "line logic":
            stages.over(stage)
            stage = "search"
            report(begun=stage)
        report(models=answer.number)
    stages.over(stage)
    return answer


def _decide(order: dict[str, Any], stages: Stages, file: str, number: int) -> None:
    """Read a puzzle, do what is ordered, and report the result."""
    report(begun="reading")
    puzzle = InputFile(file).puzzles()[number - 1]
    if isinstance(puzzle, PuzzleError):
        raise puzzle
    stages.over("reading")
    method = order.get("method", "")
    watch: SearchWatch | None = None
    if method:
        answer: Result | Count = _count(order, puzzle, stages)
    else:
        task = SearchTask(
            puzzle, _recipe(order), most=order["most"], pictures=order["kind"] != "count"
        )
        watch = SearchWatch(stages, task, order)
        answer = last(watch.run(), begun(task))
    if answer.stopped == _NO_MEMORY:
        raise MemoryError
    full = answer.stopped is not None and answer.stopped.cause is Cause.MEMORY
    technique: str | None
    if isinstance(answer, Result):
        technique, exhausted = answer.technique, answer.exhausted
    else:  # of several methods, the name that they have together
        first = "search" if answer.methods[0] == "enumerate" else answer.methods[0]
        technique, exhausted = method if len(answer.methods) > 1 else first, answer.exact
    enough = answer.verdict is Verdict.UNDECIDED and 0 < order["most"] <= answer.number
    report(
        status="found" if enough else str(answer.verdict),
        technique=technique,
        models=answer.number,
        exhausted=exhausted,
        message=answer.reason,
        full="itself" if method and full else "",
    )
    stages.over("output")
    if order.get("profile") and watch:
        _again(stages, watch, file)


def _again(stages: Stages, watch: SearchWatch, file: str) -> None:
    """Repeat reading, which imported modules at its first use, and facts, a part of grounding."""
    InputFile(file).puzzles()
    stages.over("again: reading")
    if watch.control is None:
        return
    from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
    from asp_nono.asp.program import Program

    task = watch.task
    left = open_puzzle(task.puzzle, task.recipe.deductions, task.start)
    stages.over("again: deductions")
    if isinstance(left, OpenPuzzle):
        Program.of(task.recipe, left)
    stages.over("again: facts")


def main() -> None:
    """Carry out the order."""
    stages = Stages()
    stages.over("interpreter")
    stages.over("imports")
    order = json.loads(sys.stdin.readline())
    warnings.simplefilter("ignore")
    stages.over("job")
    for module in order.get("imports", ()):
        import_module(module)
    stages.over("imports")
    for line in sys.stdin:
        file, number = json.loads(line)
        wall, cpu = time.monotonic(), time.process_time()
        if order["shared"]:
            report(next=cpu)
            stages.begin()
        try:
            _decide(order, stages, file, number)
        except AspNonoError as error:
            wrong = isinstance(error, WrongSolutionError)
            report(message=str(error), status="wrong" if wrong else "error")
        except Exception as error:
            if not out_of_memory(error):
                raise
            report(message=_NO_MEMORY.reason, status="memory-out")
        if order["shared"]:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIBIBYTES
            spent = {"wall": time.monotonic() - wall, "cpu": time.process_time() - cpu}
            report(**spent, peak_bytes=peak)
    os._exit(0)  # clingo may still have something to take down


if __name__ == "__main__":
    main()
