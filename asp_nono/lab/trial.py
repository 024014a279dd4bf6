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
from hashlib import sha256  # noqa: E402
from pathlib import Path  # noqa: E402
from threading import Thread  # noqa: E402
from typing import TYPE_CHECKING, Any, cast  # noqa: E402

from asp_nono.asp.recipes import Recipe  # noqa: E402
from asp_nono.errors import AspNonoError, PuzzleError, WrongSolutionError  # noqa: E402
from asp_nono.files import read_each  # noqa: E402
from asp_nono.grid import Grid  # noqa: E402
from asp_nono.lab.tasks import Task  # noqa: E402
from asp_nono.puzzle import Puzzle  # noqa: E402
from asp_nono.run.limits import Cause, Limits, Stopped, out_of_memory  # noqa: E402
from asp_nono.solving.result import Result  # noqa: E402
from asp_nono.solving.search import Task as Question  # noqa: E402
from asp_nono.solving.search import search  # noqa: E402
from asp_nono.solving.solve import answer as answer_of  # noqa: E402

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

_NO_MEMORY = Stopped.at(Cause.MEMORY).reason

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
    """Searches, and reports each stage.

    Args:
        laps: Where the stages are reported.
        question: What to search for.
        seconds, cpu: When the search is ended, so that it can still report its statistics.
    """

    def __init__(
        self, laps: Laps, question: Question, seconds: float | None, cpu: float | None
    ) -> None:
        self._laps = laps
        self._question = question
        self._deadline = None if seconds is None else _BEGAN + seconds
        self._cpu = cpu
        self._control: Control | None = None
        self._told = (0, 0.0)
        self._number = 0
        self._stage = "line"

    def run(self) -> Generator[Result | Grid, None, None]:
        """What comes of the search."""
        for found in search(self._question, self):
            if isinstance(found, Grid):
                self._count(self._number + 1)
                if self._number <= _KEPT:
                    tell(solution="\n".join(found.to_text(self._question.puzzle.chars)))
            elif found.number > self._number:
                self._count(found.number)
            yield found
        self._laps.lap(self._stage, models=self._number, **self._statistics())

    def searching(self) -> None:
        """Line logic is over."""
        self._laps.lap("line")
        tell(begun="load")
        _load(self._question.recipe)
        self._laps.lap("load")
        tell(begun="ground")

    def grounded(self, program: Program, control: Control) -> None:
        """Clingo solves next."""
        self._control = control
        facts = program.facts
        digest = sha256(facts.encode()).hexdigest()
        if self._deadline is not None or self._cpu is not None:
            Thread(target=self._watch, daemon=True).start()
        self._laps.lap("ground", facts=_number(facts), facts_hash=digest)
        self._stage = "solve"
        tell(begun="solve")

    def _count(self, number: int) -> None:
        """Tell of the number now and then; it is the last one that counts."""
        self._number = number
        told, when = self._told
        if told < _KEPT or time.monotonic() - when > _TELL:
            self._told = (number, time.monotonic())
            tell(models=number)

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
        question = task.question(puzzle, _recipe(job))
        watch = Watch(laps, question, job["seconds"], job["cpu"])
        answer = answer_of(question, watch.run(), lambda _: None)
    if answer.reason == _NO_MEMORY:
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
        if not out_of_memory(error):
            raise
        tell(error=_NO_MEMORY, status="memory-out")
    os._exit(0)  # clingo may still have something to take down


if __name__ == "__main__":
    main()
