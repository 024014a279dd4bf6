"""The search: line logic first, then clingo; told as a stream of events.

The stream is the same whether it runs in this process or in a child that can be killed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING

from asp_nono.line.board import Board
from asp_nono.line.probe import beside_clues
from asp_nono.solving.deduce import Deduced, deduce, neighbour
from asp_nono.solving.events import Asked, Counted, Ended, Event, Found, Grounded, Task
from asp_nono.solving.technique import weakest

if TYPE_CHECKING:
    from clingo import Control, Model, Symbol

    from asp_nono.asp.program import Program

_SAMPLE = 10
"""So many of the models that are only counted are checked."""

_MOST = 2**31 - 1
"""The largest number of models that clingo can be told to stop after."""

_POLL = 0.1
"""Seconds after which a wait for clingo lets Python look at signals and report a count."""


def search(
    task: Task,
    *,
    interruptible: bool = True,
    grounded: Callable[[Program, Control], None] | None = None,
) -> Generator[Event, None, None]:
    """Look for solutions.

    A recipe with deductions begins with line logic, and clingo is not even imported when that is
    enough; a recipe without deductions is left alone with the clues.

    Args:
        task: What is asked.
        interruptible: Whether Ctrl-C must be heard while clingo works, which takes a thread.
        grounded: Shown what clingo was given and the control that has grounded it, before it
            solves; for those who measure.

    Raises:
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
        WrongSolutionError: If an encoding gives a picture that is no solution.
    """
    if task.recipe.deductions == "none":
        yield from _ask_clingo(task, None, 0, interruptible, grounded)
        return
    found = yield from deduce(task)
    if found.ended:
        yield found.ended
        return
    events = _ask_clingo(task, found.rest, found.number, interruptible, grounded)
    judged = task.pictures and task.recipe.deductions == "probe"
    yield from _judged(found, events) if judged else events


def _judged(found: Deduced, events: Generator[Event, None, None]) -> Iterator[Event]:
    """The events of clingo's search, and at its end whether less would have been enough."""
    number, solution = found.number, found.first
    with closing(events):
        for event in events:
            match event:
                case Found(grid):
                    number, solution = number + 1, grid
                case Ended(exhausted=True) if number <= 1:
                    yield event._replace(technique=weakest(found.swept, solution))
                    return
            yield event


def _ask_clingo(
    task: Task,
    board: Board | None,
    before: int,
    interruptible: bool,
    grounded: Callable[[Program, Control], None] | None,
) -> Generator[Event, None, None]:
    """Look for the solutions on a board, after so many others."""
    yield Asked()
    program, control, seconds = _grounded(task, board, interruptible)
    if grounded:
        grounded(program, control)
    yield Grounded(seconds)
    yield from _models(task, control, before, interruptible)


def _grounded(
    task: Task, board: Board | None, interruptible: bool
) -> tuple[Program, Control, float]:
    """Ground what a board leaves open; what clingo was given, and the seconds that it took."""
    from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
    from asp_nono.asp.program import Program

    began = perf_counter()
    match open_puzzle(task.puzzle, task.recipe.deductions, task.start, board):
        case OpenPuzzle() as left:
            program = Program.of(task.recipe, left)
        case reason:
            raise AssertionError(f"not seen before: {reason}")
    control = program.ground(in_thread) if interruptible else program.ground()
    return program, control, perf_counter() - began


def in_thread(job: Callable[[], None]) -> None:
    """Run a job that holds up signals where Ctrl-C still reaches this thread."""
    failed: list[BaseException] = []

    def work() -> None:
        try:
            job()
        except BaseException as error:  # noqa: BLE001 - it is raised again below
            failed.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


def _models(task: Task, control: Control, before: int, interruptible: bool) -> Iterator[Event]:
    """Have clingo solve what it has grounded, and tell of it."""
    most = task.most - before if task.most else 0
    control.configuration.solve.models = most if most <= _MOST else 0  # type: ignore[union-attr] # clingo's own
    if task.pictures:
        number, exhausted = yield from _pictures(task, control, before, interruptible)
    else:
        number, exhausted = yield from _number(task, control, before)
    yield Ended(exhausted, "search", "" if before + number else _no_answer_set(task))


def _pictures(
    task: Task, control: Control, before: int, interruptible: bool
) -> Generator[Event, None, tuple[int, bool]]:
    from asp_nono.asp.program import picture

    number = 0
    with control.solve(yield_=True, async_=interruptible) as handle:
        while True:
            handle.resume()
            while interruptible and not handle.wait(_POLL):
                pass
            model = handle.model()
            if model is None:
                return number, bool(handle.get().exhausted)
            number += 1
            found = picture(task.puzzle, model.symbols(shown=True), task.recipe.name)
            yield Found(found)
            if near := neighbour(task, found, before + number):
                yield Found(near)
                return number + 1, False


def _number(task: Task, control: Control, before: int) -> Generator[Event, None, tuple[int, bool]]:
    """Count models without handing each over: ten times as fast, and open to signals.

    The first ones are put to the checker all the same: a wrong encoding seldom begins right.
    """
    number = 0
    sample: list[Sequence[Symbol]] = []

    def on_model(model: Model) -> None:
        nonlocal number
        number += 1
        if number <= _SAMPLE:
            sample.append(model.symbols(shown=True))

    with control.solve(on_model=on_model, async_=True) as handle:
        pause = _POLL / 32
        try:
            while not handle.wait(pause):
                _check(task, sample)
                yield Counted(before + number)
                pause = min(2 * pause, _POLL)
        except KeyboardInterrupt:
            yield Counted(before + number)
            raise
        exhausted = bool(handle.get().exhausted)
    _check(task, sample)
    yield Counted(before + number)
    return number, exhausted


def _check(task: Task, sample: list[Sequence[Symbol]]) -> None:
    """Put models to the checker, and forget them."""
    from asp_nono.asp.program import picture

    while sample:
        picture(task.puzzle, sample.pop(), task.recipe.name)


def _no_answer_set(task: Task) -> str:
    from asp_nono.asp.recipes import recipes

    if task.recipe.name not in recipes():
        return f"clingo finds no answer set of {task.recipe.name}"
    known = beside_clues(task.puzzle, task.start)
    more = f" and agrees with {known}" if known else ""
    return f"clingo proves that no picture has these clues{more}"
