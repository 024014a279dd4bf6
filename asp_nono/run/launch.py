"""Start one program, wait for it, and report what it used: a small process between two others.

    python -I -S launch.py REPORT CONTROL SECONDS CPU MEBIBYTES INSIDE OUTSIDE PROGRAM ARGUMENT...

On Linux the peak memory of a process begins with that of its parent at the start, so the parent
must be small: this one imports next to nothing. The result of `report` is written to the file
descriptor REPORT. The program is the leader of a process group, which is killed when a limit is
reached, when CONTROL is closed (also because the process at its other end died), and when the
program ends.

INSIDE and OUTSIDE are the lists of processes of two control groups, see `cgroups`: the program is
started in the first, and the launcher stays in the second. Without groups (`-`), each process has a
limit of its own (RLIMIT_DATA), and a watchdog here adds up the memory of all of them.
"""

import os
import resource
import select
import signal
import sys
import time

NEVER_STARTED, BY_ITSELF = "unstarted", "-"  # how a program ends, the last word of a report,
TIME_LIMIT, CPU_LIMIT, MEMORY_LIMIT, CANCELLED = "time", "cpu", "memory", "cancelled"  # or a Cause
NO_GROUP = "-"

_KIBIBYTES = 1 if sys.platform == "darwin" else 1024  # what the system counts peak memory in
_TICK = 0.1  # seconds between two checks of the watchdog
_GROUP, _USER, _SYSTEM, _RESIDENT = 2, 11, 12, 21  # fields of /proc/PID/stat behind the name


class Bounds:
    """The limits of a program; 0 for none."""

    def __init__(self, seconds: str, cpu: str, mebibytes: str, inside: str, outside: str) -> None:
        self.seconds = float(seconds)
        self.cpu = float(cpu)
        self.groups = [] if inside == NO_GROUP else [inside, outside]
        self.bytes = 0 if self.groups else int(mebibytes) << 20  # a group limits memory by itself
        self.watched = bool(self.cpu or self.bytes)  # whether the watchdog is needed


def report(words: list[str], bounds: Bounds, control: int) -> str:
    """Run a program; its status, CPU seconds, wall-clock seconds, peak bytes and how it ended.

    CPU time and memory are those of the program and of its children that it has waited for. The
    status is the exit status, or minus the number of the signal that killed the program.
    """
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    began = time.perf_counter()
    try:
        process = _start(words, bounds.groups)
    except OSError as error:
        return f"{error.errno} 0 0 0 {NEVER_STARTED}"
    if bounds.bytes:
        resource.prlimit(process, resource.RLIMIT_DATA, (bounds.bytes, bounds.bytes))
    why = _wait(process, ended, control, began, bounds)
    if why != BY_ITSELF:
        _kill(process)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - began
    _kill(process)
    code, cpu = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
    return f"{code} {cpu!r} {wall!r} {usage.ru_maxrss * _KIBIBYTES} {why}"


def _start(words: list[str], groups: list[str]) -> int:
    """Start the program, which inherits the launcher's current control group."""
    default = [signal.SIGPIPE, signal.SIGXFSZ]  # Python ignores them; programs expect not to
    _enter(groups[:1])
    try:
        return os.posix_spawnp(words[0], words, os.environ, setpgroup=0, setsigdef=default)
    finally:
        _enter(groups[1:])


def _enter(groups: list[str]) -> None:
    for group in groups:
        with open(group, "w", encoding="ascii") as processes:  # noqa: PTH123 - pathlib is large
            processes.write(str(os.getpid()))


def _wait(process: int, ended: int, control: int, began: float, bounds: Bounds) -> str:
    """Wait until the program has ended, or must be killed; it is not reaped."""
    deadline = began + bounds.seconds if bounds.seconds else None
    while True:
        left = None if deadline is None else max(0.0, deadline - time.perf_counter())
        pause = min(_TICK, _TICK if left is None else left) if bounds.watched else left
        ready, _, _ = select.select([ended, control], [], [], pause)
        if ended in ready:
            os.read(ended, 64)
            if os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT | os.WNOHANG):
                return BY_ITSELF
        elif control in ready:
            return CANCELLED
        elif deadline is not None and time.perf_counter() >= deadline:
            return TIME_LIMIT
        elif bounds.watched and (over := _over(process, bounds)):
            return over


def _over(group: int, bounds: Bounds) -> str:
    """The limit that the processes of a group together exceed, or nothing."""
    ticks = pages = 0
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - pathlib is large
        try:
            with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - pathlib is large
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(fields[_GROUP]) == group:
            ticks += int(fields[_USER]) + int(fields[_SYSTEM])
            pages += int(fields[_RESIDENT])
    if bounds.cpu and ticks / os.sysconf("SC_CLK_TCK") >= bounds.cpu:
        return CPU_LIMIT
    if bounds.bytes and pages * os.sysconf("SC_PAGE_SIZE") > bounds.bytes:
        return MEMORY_LIMIT
    return ""


def _kill(group: int) -> None:
    try:  # noqa: SIM105 - contextlib is larger than all that is imported here
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass  # nobody is left of it


def main() -> None:
    """Run the program that the arguments name."""
    channel, control = int(sys.argv[1]), int(sys.argv[2])
    for own in (channel, control):
        os.set_inheritable(own, False)
    os.write(channel, report(sys.argv[8:], Bounds(*sys.argv[3:8]), control).encode())


if __name__ == "__main__":
    main()
