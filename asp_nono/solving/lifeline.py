"""The end of a parent heard while a library keeps Python from listening."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lifeline() -> Iterator[None]:
    """Have the system end this child process when its parent goes.

    A library that holds Python's lock silences the thread that watches the pipe from the parent.
    Inside the block the system itself watches: it signals SIGIO, which ends a process, when the
    pipe is closed. The parent sends nothing meanwhile, because it waits for an answer. Where the
    system has no such signals, nothing is done.
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
