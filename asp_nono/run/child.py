"""The child process of a pool: reads pickled jobs from its parent and sends what they yield.

It ends when its parent does. What libraries print goes to standard error, since standard output is
the pipe to the parent.
"""

import math
import os
import pickle
import queue
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread, current_thread, main_thread
from typing import IO, TypeAlias

from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.process import PickleWriter

Order: TypeAlias = "tuple[Callable[[], Iterator[object]], Limits]"
COMMAND = "from asp_nono.run import child; child.serve()"


@dataclass(frozen=True, slots=True)
class Done:
    """The child is idle: its first message of all, and the last one of each job."""

    error: Exception | None = None  #: what the job raised
    stopped: Stopped | None = None  #: what stopped it


_serving = False


def interruptible() -> bool:
    """Whether Ctrl-C reaches this thread; then no library may block it for long."""
    return not _serving and current_thread() is main_thread()


def in_thread(work: Callable[[], None]) -> None:
    """Do work that blocks signals; in another thread if Ctrl-C has to reach this one."""
    failed: list[BaseException] = []

    def attempt() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - it is raised again below
            failed.append(error)

    if interruptible():
        thread = Thread(target=attempt, daemon=True)
        thread.start()
        thread.join()
    else:
        attempt()
    if failed:
        raise failed[0]


def serve() -> None:
    """Do jobs until the parent closes the pipe."""
    global _serving  # noqa: PLW0603 - once for the whole process
    _serving = True
    jobs: queue.SimpleQueue[Order] = queue.SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    back = PickleWriter(os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    back.write(Done())
    while True:
        _do(back, *jobs.get())


def _do(back: PickleWriter, job: Callable[[], Iterator[object]], limits: Limits) -> None:
    """Do a job, and send what it yields."""
    done = Done()
    try:
        _limit(limits)
        for snapshot in job():
            back.write(snapshot)
    except Exception as error:  # noqa: BLE001 - the parent raises it
        _limit(Limits())
        stopped = Stopped.by_error(error, limits)
        done = Done(None if stopped else error, stopped)
    back.write(done)
    back.forget()


def _listen(pipe: IO[bytes], jobs: queue.SimpleQueue[Order]) -> None:
    """Pass jobs on; when the parent is gone, end at once, whatever clingo is doing."""
    try:
        while True:
            jobs.put(pickle.load(pipe))  # noqa: S301 - the other end is our own parent
    except (EOFError, OSError):
        os._exit(0)
    except BaseException:  # noqa: BLE001 - shown to the parent; without jobs there is nothing to do
        traceback.print_exc()
        os._exit(1)


def _limit(limits: Limits) -> None:
    """Bound memory and CPU time of this process where the system can; None lifts the bound."""
    try:
        import resource
    except ImportError:
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = usage.ru_utime + usage.ru_stime
    memory = None if limits.megabytes is None else limits.megabytes << 20
    cpu = None if limits.cpu_seconds is None else math.ceil(used + limits.cpu_seconds)
    for kind, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, cpu)):
        _, hard = resource.getrlimit(kind)
        soft = hard if most is None else most
        if hard != resource.RLIM_INFINITY:
            soft = min(soft, hard)
        resource.setrlimit(kind, (soft, hard))


@contextmanager
def ends_with_parent() -> Iterator[None]:
    """Have the system end this child process when its parent goes; only on POSIX.

    A library that holds Python's lock stops the thread that watches the pipe from the parent.
    Inside the block the system sends SIGIO, which ends the process, when the pipe is closed (or
    something arrives, but the parent waits for an answer).
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    pipe = sys.stdin.fileno()
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)
    try:
        yield
    finally:
        fcntl.fcntl(pipe, fcntl.F_SETFL, flags)
