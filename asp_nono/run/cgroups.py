"""Control groups: the kernel's own bound on the memory of a program and all that it starts.

They are there on Linux for whoever may make folders below /sys/fs/cgroup: root, most containers,
and users to whom a part of the tree was delegated. Both versions are used, see cgroups(7). Whether
the kernel really holds the limit is tried out once, see `process.groups_available`, since in some
containers it does not.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import NamedTuple, Self

_ROOT = Path("/sys/fs/cgroup")
_PROCESSES = "cgroup.procs"
_NUMBERS = count(1)

_PATIENCE = 2.0  # seconds in which killed processes leave their group


@dataclass(frozen=True, slots=True)
class Version:
    """The names of the files of one version."""

    limits: tuple[str, ...]  # what bounds memory, in the order of writing; the first must exist
    events: str  # what counts the processes that were killed for want of memory


ONE = Version(("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"), "memory.oom_control")
TWO = Version(("memory.max",), "memory.events")


class Group:
    """A group that bounds memory; to be used in a `with` block, at whose end it is gone.

    Attributes:
        inside: The list of its processes, to be written to.
        outside: The list of those of our own group.
    """

    def __init__(self, megabytes: int) -> None:
        home, place = _home()
        self._version = place.version
        self.outside = place.own / _PROCESSES
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
        return killed((self._folder / self._version.events).read_text())


class Place(NamedTuple):
    """Where groups may be made."""

    own: Path  # the group that this process is in
    folders: Sequence[Path]  # it and those above it, nearest first
    version: Version  # of control groups


def places(text: str, root: Path) -> Iterator[Place]:
    """The places that bound memory, as /proc/self/cgroup tells them.

    With version 2 a group that holds processes holds no groups that bound memory, save the topmost
    one; so those above are asked, too. A container may not see its own path; then it is at the top.
    """
    for line in text.splitlines():
        number, controllers, path = line.split(":", 2)
        if number == "0" and not controllers:
            top, version = root, TWO
        elif "memory" in controllers.split(","):
            top, version = root / "memory", ONE
        else:
            continue
        own = top / path.lstrip("/")
        if not (own / _PROCESSES).exists():
            own = top
        below = own.relative_to(top).parts
        folders = [top.joinpath(*below[:depth]) for depth in range(len(below), -1, -1)]
        yield Place(own, folders, version)


@cache
def _home() -> tuple[Path, Place]:
    """The folder in which groups can be made.

    Raises:
        OSError: If there is none.
    """
    text = Path("/proc/self/cgroup").read_text(encoding="utf-8")
    for place in places(text, _ROOT):
        for folder in place.folders:
            if _bounds(folder, place.version):
                return folder, place
    raise OSError("no control group that bounds memory")


def killed(events: str) -> bool:
    """Whether a file of events tells of a process that the kernel has killed."""
    counts = (line.split() for line in events.splitlines())
    return any(words[0] == "oom_kill" and int(words[1]) > 0 for words in counts if len(words) > 1)


def _bounds(folder: Path, version: Version) -> bool:
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
