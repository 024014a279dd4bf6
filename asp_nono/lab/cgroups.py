"""Control groups: the kernel's own bound on the memory of a program and all that it starts.

They are there on Linux for whoever may make folders below /sys/fs/cgroup: root, most containers,
and users to whom a part of the tree was delegated. Both versions are used, see cgroups(7); for
version 2 the memory controller must be on in the group that we are in. Whether the kernel really
holds the limit is tried out once with a small program, since in some containers it does not.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Self

from asp_nono.solving.limits import Limits

_ROOT = Path("/sys/fs/cgroup")
_PROCESSES = "cgroup.procs"
_NUMBERS = count(1)

_TRIAL_LIMIT, _TRIAL_NEED = 48, 192
"""MiB that the program that tries the limit may have, and that it asks for."""

_PATIENCE = 2.0
"""Seconds in which killed processes leave their group."""


@dataclass(frozen=True, slots=True)
class _Version:
    """The names of the files of one version.

    Attributes:
        limits: What bounds memory, in the order of writing; the first must exist.
        events: What counts the processes that were killed for want of memory.
    """

    limits: tuple[str, ...]
    events: str


_ONE = _Version(("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"), "memory.oom_control")
_TWO = _Version(("memory.max",), "memory.events")


class Group:
    """A group that bounds memory; to be used in a `with` block, at whose end it is gone.

    Attributes:
        inside: The list of its processes, to be written to.
        outside: The list of those of our own group.
    """

    def __init__(self, megabytes: int) -> None:
        home, self._version = _home()
        self.outside = home / _PROCESSES
        self._folder = home / f"asp-nono-{os.getpid()}-{next(_NUMBERS)}"
        self.inside = self._folder / _PROCESSES
        self._folder.mkdir()
        for name in self._version.limits:
            file = self._folder / name
            if file.exists():
                file.write_text(str(megabytes << 20))
        swap = self._folder / "memory.swap.max"
        if swap.exists():
            swap.write_text("0")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the group down."""
        deadline = monotonic() + _PATIENCE
        while monotonic() < deadline:
            self.clear()
            with suppress(OSError):
                self._folder.rmdir()
                return
            sleep(0.01)

    def clear(self) -> None:
        """Kill whoever is in the group, also those who have left their process group."""
        for process in self.inside.read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)

    @property
    def starved(self) -> bool:
        """Whether the kernel has killed some process of the group for want of memory."""
        for line in (self._folder / self._version.events).read_text().splitlines():
            name, _, number = line.partition(" ")
            if name == "oom_kill":
                return int(number) > 0
        return False


@cache
def _home() -> tuple[Path, _Version]:
    """The folder of the group that this process is in.

    Raises:
        OSError: If there is none in which others can be made.
    """
    for line in Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines():
        number, controllers, path = line.split(":", 2)
        if number == "0" and not controllers:
            root, version = _ROOT, _TWO
        elif "memory" in controllers.split(","):
            root, version = _ROOT / "memory", _ONE
        else:
            continue
        for folder in (root / path.lstrip("/"), root):  # a container may not see its own path
            if (folder / _PROCESSES).exists() and _bounds(folder, version):
                return folder, version
    raise OSError("no control group that bounds memory")


def _bounds(folder: Path, version: _Version) -> bool:
    """Whether a group made in this folder could bound memory."""
    probe = folder / f"asp-nono-{os.getpid()}-probe"
    try:
        probe.mkdir()
    except OSError:
        return False
    try:
        return (probe / version.limits[0]).exists()
    finally:
        probe.rmdir()


@cache
def available() -> bool:
    """Whether groups can be made, and the kernel holds their limits: it is tried, once."""
    from asp_nono.lab.processes import Process

    code = f"block = bytearray({_TRIAL_NEED} << 20)"
    try:
        with (
            Group(_TRIAL_LIMIT) as group,
            Process([sys.executable, "-S", "-c", code], Limits(10.0), group=group) as process,
        ):
            return process.wait().status == -signal.SIGKILL and group.starved
    except OSError:
        return False
