"""Control groups: the kernel's own limit on the memory of a program and all that it starts.

On Linux, any process that may make folders below /sys/fs/cgroup can use them: root, most
containers, and users to whom a part of the tree is delegated. Versions 1 and 2 are supported, see
cgroups(7). Some containers accept the limit but do not enforce it, so it is tried out once: see
`process.groups_available`.
"""

import os
import signal
from contextlib import AbstractContextManager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

_ROOT = Path("/sys/fs/cgroup")
_PROCESSES = "cgroup.procs"
_NUMBERS = count(1)
_PATIENCE = 2.0  # seconds in which killed processes leave their group


class _Version(NamedTuple):
    """The top folder of a version, and the names of its files."""

    top: Path
    limits: tuple[str, ...]  # of memory, in the order of writing; the first must exist
    events: str  # counts the processes that the kernel killed for lack of memory
    peak: str  # the largest memory so far
    cpu: str  # the CPU time so far


_MOST = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
_ONE = _Version(
    _ROOT / "memory", _MOST, "memory.oom_control", "memory.max_usage_in_bytes", "cpuacct.usage"
)
_TWO = _Version(_ROOT, ("memory.max",), "memory.events", "memory.peak", "cpu.stat")
_CPU = _ROOT / "cpuacct"  # of version 1, where CPU time has groups of its own


class Group(AbstractContextManager["Group"]):
    """A group that measures memory and CPU time, with a limit on memory if one is given.

    To be used in a `with` block, at whose end it is removed.
    """

    def __init__(self, megabytes: int | None = None) -> None:
        self._homes, self._version = _homes()
        name = f"asp-nono-{os.getpid()}-{next(_NUMBERS)}"
        self._folders = [home / name for home in self._homes]
        for folder in self._folders:
            folder.mkdir()
        limits = dict.fromkeys(self._version.limits, (megabytes or 0) << 20)
        limits |= {"memory.swap.max": 0, "memory.oom.group": 1}
        for file, limit in limits.items() if megabytes else ():
            if (path := self._folders[0] / file).exists():
                path.write_text(str(limit))

    def __exit__(self, *error: object) -> None:
        deadline = monotonic() + _PATIENCE
        while self._folders and monotonic() < deadline:
            self.clear()
            with suppress(OSError):
                self._folders[-1].rmdir()
                self._folders.pop()
                continue
            sleep(0.01)

    @property
    def joins(self) -> list[str]:
        """The lists of processes that a process adds itself to."""
        return [str(folder / _PROCESSES) for folder in self._folders]

    def clear(self) -> None:
        """Kill all processes of the group, also those that have left their process group."""
        for folder in self._folders:
            for process in (folder / _PROCESSES).read_text().split():
                with suppress(ProcessLookupError):
                    os.kill(int(process), signal.SIGKILL)

    @property
    def starved(self) -> bool:
        """Whether the kernel has killed a process of the group for lack of memory."""
        counts = map(str.split, (self._folders[0] / self._version.events).read_text().splitlines())
        return any(name == "oom_kill" and int(number) > 0 for name, number in counts)

    @property
    def peak(self) -> int | None:
        """The most bytes that the group has held at once; None if the kernel does not say."""
        with suppress(OSError):
            return int((self._folders[0] / self._version.peak).read_text())
        return None

    @property
    def usage(self) -> Path | None:
        """The file with the CPU time; None if the kernel does not say."""
        file = self._folders[-1] / self._version.cpu
        return file if file.exists() else None


@cache
def _homes() -> tuple[list[Path], _Version]:
    """The folders in which groups can be made; OSError if memory cannot be limited in any.

    With version 2, a group that holds processes holds no groups that limit memory, except for the
    topmost one; so the groups above ours are tried, too. A container may not see its own path; then
    it is at the top. With version 1, the second folder is for CPU time.
    """
    for line in Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines():
        number, controllers, path = line.split(":", 2)
        if number == "0" and not controllers:
            version = _TWO
        elif "memory" in controllers.split(","):
            version = _ONE
        else:
            continue
        own = version.top / path.lstrip("/")
        if not (own / _PROCESSES).exists():
            own = version.top
        for folder in (own, *own.parents):
            if folder.is_relative_to(version.top) and _holds_groups(folder, version.limits[0]):
                more = [_CPU] if version is _ONE and _holds_groups(_CPU, version.cpu) else []
                return [folder, *more], version
    raise OSError("no control group that limits memory")


def _holds_groups(folder: Path, file: str) -> bool:
    probe = folder / f"asp-nono-{os.getpid()}-probe"
    with suppress(OSError):
        probe.mkdir()
        able = (probe / file).exists()
        probe.rmdir()
        return able
    return False
