"""Limits that hold, and the child process that makes them hold."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import monotonic

import pytest

from asp_nono import errors
from asp_nono.asp.recipes import recipe
from asp_nono.counting.count import count
from asp_nono.errors import (
    AspNonoError,
    EncodingError,
    PuzzleError,
    UncountedError,
    UnknownNameError,
    UnwritableError,
    WrongSolutionError,
)
from asp_nono.grid import Grid, PartialGrid
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.events import Ended, Found, Task
from asp_nono.solving.result import Verdict
from asp_nono.solving.search import search
from asp_nono.solving.solve import check, solve
from asp_nono.solving.worker import Worker
from tests.cli.encodings import ENDLESS, SOUND, SYNTAX
from tests.cli.run import GUARD, offspring, vanish
from tests.solving.puzzles import CROSS, ONES, SEARCHED, known, noise, own, permutations

ORDER = recipe("order")
LONG = Limits(seconds=600)

EXAMPLES: dict[type[AspNonoError], AspNonoError] = {
    AspNonoError: AspNonoError("something"),
    PuzzleError: PuzzleError("odd", path="p.xml", where=("puzzle 2", "row 3")),
    UnwritableError: UnwritableError(".non", ["colours", "notes"]),
    EncodingError: EncodingError("mine.lp", "syntax error", place="line 12"),
    UnknownNameError: UnknownNameError("recipe", "ordr", ["order", "starts"]),
    UncountedError: UncountedError("not all solutions could be counted"),
    WrongSolutionError: WrongSolutionError("row 1 shows blank"),
}


@pytest.fixture
def worker() -> Iterator[Worker]:
    """A worker; after the test none of this process's children may be left."""
    before = offspring(os.getpid())
    with Worker() as one:
        yield one
    assert vanish(offspring(os.getpid()) - before)


def children(before: set[int]) -> set[int]:
    """The children that this process has got since."""
    return offspring(os.getpid()) - before


def test_no_limits_are_false() -> None:
    """Limits without a limit need no child."""
    assert not Limits()
    assert Limits(seconds=1)
    assert Limits(megabytes=1)
    before = offspring(os.getpid())
    check(ONES)
    assert not children(before)


def test_time_limit_on_solving() -> None:
    """When the time is up, what was found is kept."""
    handed: list[Grid] = []
    result = solve(permutations(12), most=0, limits=Limits(seconds=2), hand_out=handed.append)
    assert (result.verdict, result.exhausted) == (Verdict.MULTIPLE, False)
    assert result.reason == "time limit of 2 s"
    assert result.number == len(handed) == len(set(handed)) > 2
    assert result.seconds < GUARD


def test_time_limit_on_grounding(tmp_path: Path) -> None:
    """A time-out is undecided, never unique or none; what line logic knew stays certain."""
    endless = own(tmp_path, ENDLESS)
    start = known("?.?", "???", "???")
    result = check(ONES, recipe=endless, start=start, limits=Limits(seconds=1))
    assert (result.verdict, result.technique) == (Verdict.UNDECIDED, None)
    assert (result.solutions, result.number, result.exhausted) == ((), 0, False)
    assert result.reason == "time limit of 1 s"
    assert result.certain == start
    assert result.seconds < GUARD


def test_time_limit_on_line_logic() -> None:
    """A puzzle so large that line logic does not come to an end in time is undecided."""
    puzzle = noise(1000)
    began = monotonic()
    result = check(puzzle, limits=Limits(seconds=0.4))
    assert monotonic() - began < GUARD
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "time limit of 0.4 s")
    assert result.certain == PartialGrid.unknown(1000, 1000, 2)
    assert result.line_seconds == 0


def test_time_limit_shorter_than_anything() -> None:
    """Even a puzzle that is solved at once is undecided when there was no time at all."""
    result = check(CROSS, limits=Limits(seconds=1e-6))
    assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "time limit of 1e-06 s")


def test_time_limit_on_counting() -> None:
    """A count that ran out of time is a lower bound."""
    found = count(permutations(12), method="enumerate", limits=Limits(seconds=2))
    assert not found.exact
    assert found.number > 1
    assert str(found) == f"at least {found.number}"
    assert found.reason == "time limit of 2 s"
    assert found.most is None


def test_memory_limit_on_grounding(tmp_path: Path) -> None:
    """Grounding without end meets the memory limit, and this process does not notice."""
    endless = own(tmp_path, ENDLESS)
    for limits in (Limits(megabytes=150), Limits(seconds=60, megabytes=150)):
        result = check(ONES, recipe=endless, limits=limits)
        assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "memory limit of 150 MiB")
        found = count(ONES, recipe=endless, limits=limits)
        assert (found.exact, found.number, found.reason) == (False, 0, "memory limit of 150 MiB")


def test_memory_limit_is_lifted(tmp_path: Path, worker: Worker) -> None:
    """After a task that met its memory limit the next one has a limit of its own."""
    endless = own(tmp_path, ENDLESS)
    for _ in range(2):
        assert check(
            ONES, recipe=endless, pool=worker, limits=Limits(megabytes=150)
        ).reason.startswith("memory limit")
        assert check(SEARCHED, pool=worker, limits=Limits(megabytes=400)).verdict == "unique"
        assert check(SEARCHED, pool=worker).verdict is Verdict.UNIQUE


def test_worker_is_reused(worker: Worker) -> None:
    """One child does one task after another."""
    before = offspring(os.getpid())
    seen = set()
    for puzzle in (ONES, CROSS, SEARCHED, ONES):
        check(puzzle, pool=worker)
        seen |= children(before)
    assert len(seen) == 1


def test_worker_survives_errors(tmp_path: Path, worker: Worker) -> None:
    """An error is raised here with its attributes, and the same child does the next task."""
    before = offspring(os.getpid())
    assert check(ONES, pool=worker).verdict is Verdict.MULTIPLE
    (child,) = children(before)
    broken = own(tmp_path, SYNTAX)
    with pytest.raises(EncodingError) as caught:
        check(ONES, recipe=broken, pool=worker)
    assert caught.value.file == str(tmp_path / "mine.lp")
    assert caught.value.place.startswith("line ")
    assert caught.value.reason.startswith("syntax error")
    (tmp_path / "other").mkdir()
    with pytest.raises(WrongSolutionError, match="wrong picture"):
        check(ONES, recipe=own(tmp_path / "other", SOUND), pool=worker)
    assert check(SEARCHED, pool=worker).verdict is Verdict.UNIQUE
    assert children(before) == {child}


def test_worker_survives_a_limit(tmp_path: Path, worker: Worker) -> None:
    """A child that was killed is replaced when the next task comes."""
    endless = own(tmp_path, ENDLESS)
    for _ in range(2):
        result = check(ONES, recipe=endless, pool=worker, limits=Limits(seconds=0.5))
        assert result.verdict is Verdict.UNDECIDED
        assert check(SEARCHED, pool=worker, limits=LONG).verdict is Verdict.UNIQUE


def test_worker_survives_a_kill_between_tasks(worker: Worker) -> None:
    """Somebody else may have killed the child."""
    before = offspring(os.getpid())
    check(ONES, pool=worker)
    (child,) = children(before)
    os.kill(child, signal.SIGKILL)
    assert vanish({child})
    result = check(SEARCHED, pool=worker)
    if result.verdict is Verdict.UNDECIDED:  # the system had not yet told of the death
        assert result.reason.startswith("the search process died")
        result = check(SEARCHED, pool=worker)
    assert result.verdict is Verdict.UNIQUE


def test_worker_survives_a_kill_within_a_task(worker: Worker) -> None:
    """A child that dies while it searches leaves the puzzle undecided, and says how it died."""
    before = offspring(os.getpid())

    def kill(_: Grid) -> None:
        for child in children(before):
            os.kill(child, signal.SIGKILL)

    result = solve(permutations(12), most=0, pool=worker, hand_out=kill)
    assert not result.exhausted
    assert result.verdict in (Verdict.MULTIPLE, Verdict.UNDECIDED)
    assert result.reason.startswith("the search process died with exit status -9")
    assert not result.interrupted
    assert check(SEARCHED, pool=worker).verdict is Verdict.UNIQUE


def test_abandoned_task(worker: Worker) -> None:
    """A task that nobody listens to any more does not get into the next one."""
    events = worker.run(partial(search, Task(permutations(12), ORDER, most=0)), LONG)
    assert any(isinstance(event, Found) for event in events)
    del events
    *_, ended = worker.run(partial(search, Task(SEARCHED, ORDER)), LONG)
    assert ended == Ended(exhausted=True, technique="depth-1")


def test_error_of_the_receiver(worker: Worker) -> None:
    """When handing out fails, what the child still sends is not taken for the next puzzle's."""

    def fail(_: Grid) -> None:
        raise PuzzleError("cannot be written", path="full")

    with pytest.raises(PuzzleError) as caught:
        solve(permutations(4), most=0, pool=worker, limits=LONG, hand_out=fail)
    assert caught.value.path == "full"
    result = check(SEARCHED, pool=worker, limits=Limits(seconds=GUARD))
    assert (result.verdict, result.solutions) == (Verdict.UNIQUE, (SEARCHED.goal,))


def test_no_child_is_left(tmp_path: Path) -> None:
    """After every kind of end there is no child."""
    before = offspring(os.getpid())
    endless = own(tmp_path, ENDLESS)
    check(ONES, limits=LONG)
    check(ONES, recipe=endless, limits=Limits(seconds=0.5))
    check(ONES, recipe=endless, limits=Limits(megabytes=150))
    (tmp_path / "other").mkdir()
    with pytest.raises(EncodingError):
        check(ONES, recipe=own(tmp_path / "other", SYNTAX), limits=LONG)
    with Worker():
        pass
    assert not children(before)


def test_killing_twice() -> None:
    """A worker may be killed before, after and without work."""
    worker = Worker()
    worker.kill()
    with worker:
        check(ONES, pool=worker)
        worker.kill()
        worker.kill()
        check(ONES, pool=worker)
    worker.kill()


def test_interrupt_in_this_process() -> None:
    """Ctrl-C in the parent ends the child; what was found is kept."""
    before = offspring(os.getpid())

    def press(_: Grid) -> None:
        raise KeyboardInterrupt

    result = solve(permutations(12), most=0, limits=LONG, hand_out=press)
    assert (result.interrupted, result.number) == (True, 1)
    assert result.verdict is Verdict.UNDECIDED
    assert vanish(children(before))


def test_stopped_is_the_last_event(tmp_path: Path, worker: Worker) -> None:
    """The stream ends with the limit that cut it short."""
    task = Task(ONES, own(tmp_path, ENDLESS))
    *_, last = worker.run(partial(search, task), Limits(seconds=0.5))
    assert last == Stopped("time limit of 0.5 s")


def test_every_error_has_an_example() -> None:
    """The list of examples grows with the errors."""
    known_errors = {
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, AspNonoError)
    }
    assert set(EXAMPLES) == known_errors


@pytest.mark.parametrize("error", EXAMPLES.values(), ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_errors_travel(error: AspNonoError, protocol: int) -> None:
    """An error comes out of a pickle with class, text and attributes."""
    back = pickle.loads(pickle.dumps(error, protocol))  # noqa: S301 - our own
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)
