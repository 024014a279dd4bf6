"""Pools: every way to run a job, and every way in which it may end."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from functools import partial
from itertools import count
from threading import Timer
from time import monotonic, sleep

import pytest

from asp_nono.messages import AspNonoError
from asp_nono.run import open_pool, run_job
from asp_nono.run.limits import Cause, Limits, Stopped, StoppedError
from asp_nono.run.pool import Children, InProcess, Pool, run_stream
from asp_nono.run.snapshots import last
from tests.cli.run import GUARD, offspring, vanish
from tests.run import jobs
from tests.run.jobs import Known, busy, growing, here, numbers, process, square

LONG = Limits(seconds=600)


@pytest.fixture
def pool() -> Iterator[Children]:
    """Two children; after the test none of this process's children is left."""
    before = offspring(os.getpid())
    with Children(2) as two:
        yield two
    assert vanish(offspring(os.getpid()) - before)


@pytest.mark.parametrize("place", [InProcess, Children, partial(Children, 2)])
def test_everywhere(place: Callable[[], Pool]) -> None:
    """A job gives the same in this process and in children."""
    with place() as one:
        assert list(one.stream(partial(numbers, 40))) == list(range(40))
        assert one.call(square, 3) == one.submit(square, 3).result() == 9
        assert list(one.map(square, range(4))) == [0, 1, 4, 9]
        assert run_job(partial(growing, 4), Known(-1), pool=one) == Known(3)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError, match="its own"):
                list(one.stream(jobs.failing))

        def squared(number: int) -> int:
            return one.call(square, number)

        ordered = list(one.ordered(squared, range(9)))
        assert ordered == [(number, square(number)) for number in range(9)]
        assert sorted(one.completed(squared, range(9))) == ordered
        merged = list(one.merged(numbers, [0, 1, 3]))
        assert sorted(merged) == [(1, 0), (3, 0), (3, 1), (3, 2)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("job", "limits", "cause", "reason"),
    [
        (busy, Limits(seconds=0.5), Cause.TIME, "time limit of 0.5 s"),
        (busy, Limits(cpu_seconds=1), Cause.CPU, "CPU time limit of 1 s"),
        (jobs.hungry, Limits(megabytes=200), Cause.MEMORY, "memory limit of 200 MiB"),
        (jobs.dying, Limits(megabytes=200), Cause.MEMORY, "memory limit of 200 MiB"),
        (jobs.speechless, Limits(megabytes=200), Cause.MEMORY, "memory limit of 200 MiB"),
    ],
)
def test_endings(
    pool: Children, job: Callable[[], Iterator[int]], limits: Limits, cause: Cause, reason: str
) -> None:
    """What a job has yielded is kept, and the pool goes on."""
    for _ in range(2):
        one, stopped = pool.stream(job, limits)
        assert isinstance(stopped, Stopped)
        assert (one, stopped.cause, stopped.reason) == (1, cause, reason)
        assert pool.call(square, 2) == 4


def test_a_crash(pool: Children) -> None:
    """It is said how the process died."""
    one, stopped = pool.stream(jobs.dying)
    assert isinstance(stopped, Stopped)
    assert (one, stopped.cause) == (1, Cause.CRASHED)
    assert stopped.reason == "the search process died with exit status -9: no message"
    with pytest.raises(StoppedError, match="exit status -9"):
        pool.call(jobs.dying_at, 1)


def test_children_are_reused() -> None:
    """As long as they live; one that was killed between two jobs is replaced."""
    with Children() as pool:
        child = pool.call(process)
        assert pool.call(process) == child != os.getpid()
        with pytest.raises(ZeroDivisionError):
            list(pool.stream(jobs.failing))
        assert list(pool.stream(jobs.hungry, Limits(megabytes=200)))[-1] != child
        assert pool.call(process) == child
        os.kill(child, signal.SIGKILL)
        assert vanish({child})
        assert pool.call(process) != child


def test_initializer(pool: Children) -> None:
    """It runs once in each child, also in the next one, before any job."""
    with Children(initializer=partial(os.umask, 0o7)) as one:
        one.warm()
        assert one.call(os.umask, 0o7) == 0o7
        assert pool.call(os.umask, 0o7) != 0o7


def test_closing_from_another_thread(pool: Children) -> None:
    """The thread that waits for the job gets Stopped, and the child is gone."""
    stream = pool.stream(busy, LONG)
    assert next(stream) == 1
    Timer(0.3, stream.close).start()
    assert list(stream) == [Stopped.at(Cause.CANCELLED)]
    stream.close()
    assert list(stream) == []
    assert pool.call(square, 2) == 4


def test_closing_while_waiting_for_a_child() -> None:
    """A stream may be closed before it has begun."""
    with Children() as pool:
        first, second = pool.stream(busy), pool.stream(busy)
        assert next(first) == 1
        Timer(0.3, second.close).start()
        assert list(second) == [Stopped.at(Cause.CANCELLED)]
        first.close()
        assert pool.call(square, 2) == 4


def test_a_slow_reader(pool: Children) -> None:
    """A child that yields a lot waits for its reader, and others do not."""
    stream = pool.stream(partial(numbers, 10**9))
    assert next(stream) == 0
    assert pool.call(square, 5) == 25
    assert [next(stream) for _ in range(3)] == [1, 2, 3]
    stream.close()


def test_cancel(pool: Children) -> None:
    """Futures that run are killed, and those that wait never begin."""
    running = [pool.submit(sleep, 1000) for _ in range(2)]
    waiting = pool.submit(square, 2)
    sleep(0.3)
    assert waiting.cancel()
    assert waiting.cancelled()
    for future in running:
        assert future.cancel()
        with pytest.raises(CancelledError):
            future.result(GUARD)
    done = pool.submit(square, 3)
    assert done.result() == 9
    assert not done.cancel()


def test_the_end_of_the_block() -> None:
    """It waits for everything that was submitted; after an error for nothing."""
    began = monotonic()
    pool = Children()

    def fail() -> None:
        with pool:
            pool.submit(sleep, 1000)
            raise KeyError

    with Children() as patient:
        futures = [patient.submit(square, number) for number in range(3)]
    assert [future.result() for future in futures] == [0, 1, 4]
    with pytest.raises(KeyError):
        fail()
    assert monotonic() - began < GUARD
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(square, 1)


def test_abandoned_items(pool: Children) -> None:
    """Items are taken when they are begun; those that run are killed, and the pool goes on."""
    taken = count()
    found = pool.merged(partial(numbers, pause=0.01), (10**6 + next(taken) for _ in count()))
    assert next(found)[1] == 0
    found.close()
    assert next(taken) <= 3
    results = pool.completed(lambda item: pool.call(sleep, item), [0, 1000, 1000])
    assert next(results) == (0, None)
    results.close()
    assert pool.call(square, 2) == 4


def test_errors_of_items(pool: Children) -> None:
    """Our own are outcomes, others are raised."""

    def work(item: int) -> int:
        if item == 1:
            raise AspNonoError("one")
        return 1 // item

    found = dict(pool.ordered(work, [3, 1]))
    assert (found[3], str(found[1])) == (0, "one")
    with pytest.raises(ZeroDivisionError):
        list(pool.completed(work, [2, 0]))


def test_the_last_snapshot() -> None:
    """Whatever stops a job, what it has yielded last is the answer, marked."""
    whole = run_job(partial(growing, 5), Known(-1), LONG)
    assert whole == run_job(partial(growing, 5), Known(-1)) == Known(4)
    late = run_job(partial(growing, 1000, 0.1), Known(-1), Limits(seconds=0.5))
    assert late.stopped == Stopped.at(Cause.TIME, Limits(0.5))
    assert late.stopped
    assert late.stopped.seconds >= 0.5

    def press(known: Known) -> None:
        if known.number == 2:
            raise KeyboardInterrupt

    before = offspring(os.getpid())
    for child in (True, False):
        stream = run_stream(partial(growing, 9), child=child)
        interrupted = last(stream, Known(-1), press)
        assert interrupted == Known(2, Stopped.at(Cause.INTERRUPTED))
    assert vanish(offspring(os.getpid()) - before)

    def starving() -> Iterator[Known]:
        yield Known(0)
        raise MemoryError

    assert run_job(starving, Known(-1)).stopped == Stopped.at(Cause.MEMORY)


def test_a_beginning_that_is_enough() -> None:
    """Then no other process is asked; it is where the time is short, or something is left."""
    this, heard = os.getpid(), list[Known]()
    enough = run_job(here, Known(-1), LONG, brief=partial(brief, None), each=heard.append)
    assert (enough, heard) == (Known(this), [Known(this)])
    left = run_job(
        partial(growing, 1), Known(-1), LONG, brief=partial(brief, here), each=heard.append
    )
    assert left.number not in {-1, this}
    assert heard[1:] == [Known(this), left]
    for limits in (Limits(0.4), Limits(cpu_seconds=0.1)):
        asked = run_job(here, Known(-1), limits, brief=partial(brief, None))
        assert asked.number not in {-1, this}
    with Children(2, LONG) as two:
        assert run_job(here, Known(-1), pool=two, brief=partial(brief, None)).number != this
    with Children(1, LONG) as one:
        assert run_job(here, Known(-1), pool=one, brief=partial(brief, None)).number == this

    def pressed() -> Generator[Known, None, None]:
        yield Known(-2)
        raise KeyboardInterrupt

    interrupted = run_job(here, Known(-1), LONG, brief=pressed)
    assert interrupted == Known(-2, Stopped.at(Cause.INTERRUPTED))


def brief(
    rest: Callable[[], Iterator[Known]] | None,
) -> Generator[Known, None, Callable[[], Iterator[Known]] | None]:
    """The beginning of a job with this rest."""
    yield Known(os.getpid())
    return rest


def test_children_end_with_their_parent() -> None:
    """Also while they work."""
    code = (
        "import os; from asp_nono.run.pool import Children; from tests.run.jobs import busy\n"
        "pool = Children(); print(pool.call(os.getpid), flush=True); next(pool.stream(busy))\n"
        "os.kill(os.getpid(), 9)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert vanish({int(ran.stdout)})


def test_open_pool() -> None:
    """The place follows from the arguments."""
    assert isinstance(open_pool(), InProcess)
    assert isinstance(open_pool(2), Children)
    assert isinstance(open_pool(1, LONG), Children)
    with pytest.raises(AspNonoError, match="0 jobs"):
        open_pool(0)
