"""A process that shuts itself in before it looks at a stranger's program.

From then on it cannot open a file or a socket, write to a file, or start a process, whoever asks
for it; what it has is its two pipes. The limits are the system's own and cannot be lifted again.
"""

from __future__ import annotations

import os
import resource
from contextlib import suppress

_NOBODY = 65534
"""The user and the group that own nothing."""

_OPEN = 3
"""Standard input, output and error are open; there is no room for another file or socket."""

_GRACE = 2
"""Seconds of CPU time beyond the limit on time, after which the system ends the process."""


def confine(megabytes: int) -> None:
    """Give up the right to files, sockets and processes, and to more memory than this (MiB)."""
    _be_nobody()
    size = megabytes << 20
    _lower(resource.RLIMIT_NOFILE, _OPEN)
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NPROC, 0)
    _lower(resource.RLIMIT_DATA, size)
    _lower(resource.RLIMIT_STACK, min(size, 64 << 20))


def allow_seconds(seconds: float) -> None:
    """End this process when the next piece of work takes more CPU time than that and a little.

    Whoever waits for it kills it sooner; this is for when there is nobody left who could.
    """
    usage = resource.getrusage(resource.RUSAGE_SELF)
    end = int(usage.ru_utime + usage.ru_stime + seconds) + _GRACE
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = end if hard == resource.RLIM_INFINITY else min(end, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _be_nobody() -> None:
    """Let go of the rights of root, whom some limits do not bind, where the system allows it."""
    if os.geteuid() == 0:
        with suppress(OSError):
            os.setgroups([])
            os.setgid(_NOBODY)
            os.setuid(_NOBODY)


def _lower(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (most, most))
