"""The program of one run of ours: `python -m asp_nono.lab.trial`, under the launcher.

It is given a job in JSON on standard input and tells, in lines of JSON, of each stage when it is
over and of each solution that is kept, so that what was done is known whatever ends it. Limits are
the business of whoever runs it; but when the time is up while clingo searches, it ends the search
itself, since only so clingo's statistics can be had.
"""

from __future__ import annotations

import time

_BEGAN = time.monotonic() - time.process_time()
"""When the process was started: until here it has had nothing to wait for."""

import json  # noqa: E402 - the clock runs from the first line
import os  # noqa: E402
import sys  # noqa: E402
import warnings  # noqa: E402
from collections.abc import Callable, Generator, Iterator  # noqa: E402
from functools import partial  # noqa: E402
from hashlib import sha256  # noqa: E402
from pathlib import Path  # noqa: E402
from threading import Thread  # noqa: E402
from typing import TYPE_CHECKING, Any, cast  # noqa: E402

import asp_nono.solving.worker  # noqa: E402, F401 - else line logic would seem to take its time
from asp_nono.asp.recipes import Recipe  # noqa: E402
from asp_nono.errors import AspNonoError, PuzzleError, WrongSolutionError  # noqa: E402
from asp_nono.files import read_each  # noqa: E402
from asp_nono.lab.tasks import Task  # noqa: E402
from asp_nono.puzzle import Puzzle  # noqa: E402
from asp_nono.solving.events import Asked, Counted, Event, Found, Grounded  # noqa: E402
from asp_nono.solving.events import Task as Question  # noqa: E402
from asp_nono.solving.limits import Limits, Stopped  # noqa: E402
from asp_nono.solving.tally import NO_MEMORY  # noqa: E402
from asp_nono.solving.verdict import Result  # noqa: E402

if TYPE_CHECKING:
    from clingo import Control

    from asp_nono.asp.program import Program
    from asp_nono.counting.book import Count
    from asp_nono.counting.count import Method
    from asp_nono.counting.events import Event as Step
    from asp_nono.solving.worker import Worker

_TICK = 0.02
"""Seconds between two looks at the clock while clingo searches."""

_TELL = 0.25
"""Seconds after which the number of solutions seen so far is told again."""

_LENGTHS = ("", "_binary", "_ternary")
"""clingo counts constraints of two and three literals apart from the longer ones."""

_KEPT = 2
"""So many solutions are sent home."""


def tell(**words: object) -> None:
    """Print a line of JSON."""
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


class Laps:
    """Tells what each stage took: seconds on the wall, and of CPU time, since the last one."""

    def __init__(self) -> None:
        self._wall, self._cpu = _BEGAN, 0.0

    def lap(self, stage: str, **known: object) -> None:
        """A stage is over."""
        wall, cpu = time.monotonic(), time.process_time()
        tell(stage=stage, wall=wall - self._wall, cpu=cpu - self._cpu, **known)
        self._wall, self._cpu = wall, cpu


class Watch:
    """Stands where a `Worker` may stand: searches in this process, and tells of each stage."""

    def __init__(self, laps: Laps, seconds: float | None, cpu: float | None) -> None:
        self._laps = laps
        self._deadline = None if seconds is None else _BEGAN + seconds
        self._cpu = cpu
        self._control: Control | None = None
        self._known: dict[str, object] = {}
        self._told = (0, 0.0)
        self._number = 0

    def run(
        self, work: partial[Generator[Event, None, None]], limits: Limits
    ) -> Generator[Event | Stopped, None, None]:
        """The events of a search, which is `work`."""
        del limits
        task: Question = work.args[0]
        stage = "line"
        for event in work(grounded=self._grounded):
            match event:
                case Asked():
                    self._laps.lap("line")
                    tell(begun="load")
                    _load(task.recipe)
                    self._laps.lap("load")
                    tell(begun="ground")
                case Grounded():
                    self._laps.lap("ground", **self._known)
                    stage = "solve"
                    tell(begun=stage)
                case Found(grid):
                    self._count(self._number + 1)
                    if self._number <= _KEPT:
                        tell(solution="\n".join(grid.to_text(task.puzzle.chars)))
                case Counted(number):
                    self._count(number)
            yield event
        self._laps.lap(stage, models=self._number, **self._statistics())

    def _count(self, number: int) -> None:
        """Tell of the number now and then; it is the last one that counts."""
        self._number = number
        told, when = self._told
        if told < _KEPT or time.monotonic() - when > _TELL:
            self._told = (number, time.monotonic())
            tell(models=number)

    def _grounded(self, program: Program, control: Control) -> None:
        self._control = control
        facts = program.facts
        digest = sha256(facts.encode()).hexdigest()
        self._known = {"facts": _number(facts), "facts_hash": digest}
        if self._deadline is not None or self._cpu is not None:
            Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """End the search when its time is up."""
        while not self._late():
            time.sleep(_TICK)
        tell(late=True)
        cast("Control", self._control).interrupt()

    def _late(self) -> bool:
        if self._deadline is not None and time.monotonic() >= self._deadline:
            return True
        return self._cpu is not None and time.process_time() >= self._cpu

    def _statistics(self) -> dict[str, object]:
        """What clingo counted; asked for before the search it would stay empty for good."""
        if self._control is None:
            return {}
        found = cast("dict[str, Any]", self._control.statistics)
        program, solver = found["problem"]["lp"], found["problem"]["generator"]
        effort = found["solving"]["solvers"]
        return {
            **{name: int(program[name]) for name in ("atoms", "rules", "bodies")},
            "variables": int(solver["vars"]),
            "constraints": sum(int(solver[f"constraints{of}"]) for of in _LENGTHS),
            **{name: int(effort[name]) for name in ("choices", "conflicts", "restarts")},
        }


class CountWatch:
    """The same for counts by other methods than enumeration."""

    def __init__(self, laps: Laps) -> None:
        self._laps = laps

    def run(
        self, work: Callable[[], Iterator[Step]], limits: Limits
    ) -> Generator[Step, None, None]:
        """The events of a count, which is `work`."""
        from asp_nono.counting.events import Bounds, Total, Trial

        del limits
        stage = "line"
        for event in work():
            match event:
                case Trial(method="line"):
                    self._laps.lap(stage)
                    stage = "solve"
                    tell(begun=stage)
                case Bounds(least, _) | Total(least, _):
                    tell(models=least)
            yield event
        self._laps.lap(stage)


def _number(text: str) -> int:
    """How many facts are in a text; several may stand on a line."""
    other = ("%", "#", ":-")
    return sum(line.count(").") for line in text.splitlines() if not line.startswith(other))


def _load(recipe: Recipe) -> None:
    """Have what clingo needs at its first use loaded already, and timed."""
    import asp_nono.asp.program  # noqa: F401 - it imports clingo

    recipe.inputs()


def _read(job: dict[str, Any]) -> Puzzle:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = read_each(str(job["file"]))[int(job["number"]) - 1]
    if isinstance(found, PuzzleError):
        raise found
    return found


def _recipe(job: dict[str, Any]) -> Recipe:
    files = tuple(map(Path, job["encodings"]))
    return Recipe(job["recipe"], "", files, job["hints"], tuple(job["options"]), bare=True)


def _perform(job: dict[str, Any], laps: Laps) -> None:
    """Read the puzzle, do what is to be done, and tell of the end."""
    tell(begun="read")
    puzzle = _read(job)
    laps.lap("read")
    task = Task(job["kind"], job["most"])
    if method := job["method"]:
        answer: Result | Count = _count(method, puzzle, job["megabytes"], laps)
    else:
        tell(begun="line")
        watch = Watch(laps, job["seconds"], job["cpu"])
        answer = task.perform(puzzle, _recipe(job), cast("Worker", watch))
    if answer.reason == NO_MEMORY:
        raise MemoryError
    tell(
        end=task.status(answer),
        technique=_technique(answer, method),
        models=answer.number,
        exhausted=answer.exhausted if isinstance(answer, Result) else answer.exact,
        message=answer.reason,
        full="itself" if method and answer.reason.startswith("memory limit") else "",
    )


def _count(method: Method, puzzle: Puzzle, megabytes: int | None, laps: Laps) -> Count:
    tell(begun="load")
    import asp_nono.counting.frontier  # noqa: F401 - it imports numpy
    from asp_nono.counting.count import count

    laps.lap("load")
    tell(begun="line")
    watch = cast("Worker", CountWatch(laps))
    return count(puzzle, method=method, limits=Limits(megabytes=megabytes), worker=watch)


def _technique(answer: Result | Count, method: str) -> str | None:
    """What decided; of several methods, the name that they have together."""
    if isinstance(answer, Result):
        return answer.technique
    if len(answer.methods) > 1:
        return method
    return "search" if answer.methods[0] == "enumerate" else answer.methods[0]


def main() -> None:
    """Do the job."""
    job = json.load(sys.stdin)
    laps = Laps()
    laps.lap("start")
    try:
        _perform(job, laps)
    except WrongSolutionError as error:
        tell(error=str(error), status="wrong")
    except AspNonoError as error:
        tell(error=str(error), status="error")
    except Exception as error:
        from asp_nono.asp.source import out_of_memory

        if not out_of_memory(error):
            raise
        tell(error=NO_MEMORY, status="memory-out")
    os._exit(0)  # clingo may still have something to take down


if __name__ == "__main__":
    main()
