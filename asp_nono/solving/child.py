"""The child process of `worker.Worker`: takes pickled tasks, sends pickled events.

It ends when its parent does, and never reads anything but its parent's pipe. What libraries print
goes to standard error: standard output is the way home.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import traceback
from collections.abc import Callable, Iterator
from threading import Thread
from typing import IO, TypeAlias

from asp_nono.asp.source import out_of_memory
from asp_nono.solving.limits import Stopped
from asp_nono.solving.worker import READY

Order: TypeAlias = "tuple[Callable[[], Iterator[object]], int | None]"
"""Work whose events are wanted, and the memory it may take, in MiB."""


def main() -> None:
    """Serve tasks until the parent closes the pipe."""
    tasks: queue.SimpleQueue[Order] = queue.SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
    home = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _send(home, READY)
    while True:
        work, megabytes = tasks.get()
        try:
            _limit_memory(megabytes)
            for event in work():
                _send(home, event)
            _send(home, None)
        except Exception as error:  # noqa: BLE001 - the parent raises it
            _limit_memory(None)
            if out_of_memory(error):
                _send(home, Stopped(f"memory limit of {megabytes} MiB"))
                _send(home, None)
            else:
                _send(home, error)


def _listen(pipe: IO[bytes], tasks: queue.SimpleQueue[Order]) -> None:
    """Pass tasks on; when the parent is gone, so are we, whatever clingo is doing."""
    try:
        while True:
            tasks.put(pickle.load(pipe))  # noqa: S301 - the other end is our own parent
    except (EOFError, OSError):
        os._exit(0)
    except BaseException:  # noqa: BLE001 - told, and then without tasks there is nothing to do
        traceback.print_exc()
        os._exit(1)


def _send(home: IO[bytes], event: object) -> None:
    pickle.dump(event, home, pickle.HIGHEST_PROTOCOL)
    home.flush()


def _limit_memory(megabytes: int | None) -> None:
    """Bound this process's memory where the system can; None lifts the bound."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if megabytes is None else megabytes << 20
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


if __name__ == "__main__":
    main()
