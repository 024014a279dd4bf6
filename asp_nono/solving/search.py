"""The search: line logic first, then clingo; told as a stream of events.

The stream is the same whether it runs in this process or in a child that can be killed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from asp_nono.clue import Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle, mismatch

if TYPE_CHECKING:
    from clingo import Control, Model, Symbol

    from asp_nono.asp.recipes import Recipe

Technique = Literal["line", "search"]
"""What decided: line logic alone, or clingo's search."""

_SAMPLE = 10
"""So many of the models that are only counted are checked."""

_MOST = 2**31 - 1
"""The largest number of models that clingo can be told to stop after."""

_POLL = 0.1
"""Seconds after which a wait for clingo lets Python look at signals and report a count."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked.

    Attributes:
        puzzle: The puzzle.
        recipe: How it is told to clingo.
        start: What is known of the picture beforehand.
        most: Stop after so many solutions; 0 for all of them.
        pictures: Whether the solutions are wanted, or only their number.
    """

    puzzle: Puzzle
    recipe: Recipe
    start: PartialGrid | None = None
    most: int = 2
    pictures: bool = True


@dataclass(frozen=True, slots=True)
class Begun:
    """The search begins now; what went before was the start of a process."""


@dataclass(frozen=True, slots=True)
class Certain:
    """Every solution lies within `grid`; `seconds` of line logic have shown it."""

    grid: PartialGrid
    seconds: float


@dataclass(frozen=True, slots=True)
class Found:
    """A solution; it has passed the checker."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Counted:
    """So many solutions, all different, have been seen so far."""

    number: int


@dataclass(frozen=True, slots=True)
class Grounded:
    """Grounding is done; it took `seconds`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The search is over.

    Attributes:
        exhausted: Whether there are no more solutions than those reported.
        technique: What decided.
        reason: Why there is no solution, if there is none.
    """

    exhausted: bool
    technique: Technique
    reason: str = ""


Event = Begun | Certain | Found | Counted | Grounded | Ended


def search(task: Task, *, interruptible: bool = True) -> Generator[Event, None, None]:
    """Look for solutions.

    A recipe with hints begins with line logic, and clingo is not even imported when that is
    enough; a recipe without hints is left alone with the clues.

    Args:
        task: What is asked.
        interruptible: Whether Ctrl-C must be heard while clingo works, which takes a thread.

    Raises:
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
        WrongSolutionError: If an encoding gives a picture that is no solution.
    """
    board = None
    if task.recipe.hints != "none":
        began = perf_counter()
        board = Board(task.puzzle, task.start)
        wrong = board.sweep()
        if wrong:
            yield Ended(True, "line", _no_arrangement(wrong, task))
            return
        partial = board.partial()
        yield Certain(partial, perf_counter() - began)
        grid = partial.complete()
        if grid:
            yield from _only(grid, task)
            return
    yield from _ask_clingo(task, board, interruptible)


def _no_arrangement(line: Line, task: Task) -> str:
    start = " and the start" if task.start else ""
    return f"line logic finds no way to fill {line} that agrees with the other lines{start}"


def _only(grid: Grid, task: Task) -> Iterator[Event]:
    """The end of a search that line logic alone has led to one picture."""
    if wrong := mismatch(grid, task.puzzle):
        raise AssertionError(f"line logic gave a wrong picture: {wrong}")
    yield Found(grid) if task.pictures else Counted(1)
    yield Ended(True, "line")


def _ask_clingo(task: Task, board: Board | None, interruptible: bool) -> Iterator[Event]:
    from asp_nono.asp.leftover import leftover
    from asp_nono.asp.program import Program

    began = perf_counter()
    left = leftover(task.puzzle, task.recipe.hints, task.start, board)
    if isinstance(left, Line):
        yield Ended(True, "line", _no_arrangement(left, task))
        return
    program = Program.of(task.recipe, left)
    control = program.ground(_in_thread) if interruptible else program.ground()
    yield Grounded(perf_counter() - began)
    yield from _models(task, control, interruptible)


def _in_thread(job: Callable[[], None]) -> None:
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


def _models(task: Task, control: Control, interruptible: bool) -> Iterator[Event]:
    """Have clingo solve what it has grounded, and tell of it."""
    control.configuration.solve.models = task.most if task.most <= _MOST else 0  # type: ignore[union-attr] # clingo's own
    if task.pictures:
        number, exhausted = yield from _pictures(task, control, interruptible)
    else:
        number, exhausted = yield from _number(task, control)
    yield Ended(exhausted, "search", "" if number else _no_answer_set(task))


def _pictures(
    task: Task, control: Control, interruptible: bool
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
            yield Found(picture(task.puzzle, model.symbols(shown=True), task.recipe.name))


def _number(task: Task, control: Control) -> Generator[Event, None, tuple[int, bool]]:
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
                yield Counted(number)
                pause = min(2 * pause, _POLL)
        except KeyboardInterrupt:
            yield Counted(number)
            raise
        exhausted = bool(handle.get().exhausted)
    _check(task, sample)
    yield Counted(number)
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
    start = " and agrees with the start" if task.start else ""
    return f"clingo proves that no picture has these clues{start}"
