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


_LIMITS_ONE = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
_ONE = _Version(_ROOT / "memory", _LIMITS_ONE, "memory.oom_control")
_TWO = _Version(_ROOT, ("memory.max",), "memory.events")


class Group(AbstractContextManager["Group"]):
    """A group with a memory limit; to be used in a `with` block, at whose end it is removed.

    `inside` is the list of its processes, `outside` that of our own group; both can be written to.
    """

    def __init__(self, megabytes: int) -> None:
        home, own, version = _home()
        self.outside = own / _PROCESSES
        self._folder = home / f"asp-nono-{os.getpid()}-{next(_NUMBERS)}"
        self._events = self._folder / version.events
        self.inside = self._folder / _PROCESSES
        self._folder.mkdir()
        limits = dict.fromkeys(version.limits, megabytes << 20)
        for name, limit in {**limits, "memory.swap.max": 0}.items():
            if (file := self._folder / name).exists():
                file.write_text(str(limit))

    def __exit__(self, *error: object) -> None:
        deadline = monotonic() + _PATIENCE
        while monotonic() < deadline:
            self.clear()
            with suppress(OSError):
                self._folder.rmdir()
                return
            sleep(0.01)

    def clear(self) -> None:
        """Kill all processes of the group, also those that have left their process group."""
        for process in self.inside.read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)

    @property
    def starved(self) -> bool:
        """Whether the kernel has killed a process of the group for lack of memory."""
        counts = map(str.split, self._events.read_text().splitlines())
        return any(name == "oom_kill" and int(number) > 0 for name, number in counts)


@cache
def _home() -> tuple[Path, Path, _Version]:
    """The folder in which groups can be made, and our own group; OSError if there is none.

    With version 2, a group that holds processes holds no groups that limit memory, except for the
    topmost one; so the groups above ours are tried, too. A container may not see its own path; then
    it is at the top.
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
            if folder.is_relative_to(version.top) and _holds_groups(folder, version):
                return folder, own, version
    raise OSError("no control group that limits memory")


def _holds_groups(folder: Path, version: _Version) -> bool:
    probe = folder / f"asp-nono-{os.getpid()}-probe"
    with suppress(OSError):
        probe.mkdir()
        limited = (probe / version.limits[0]).exists()
        probe.rmdir()
        return limited
    return False
