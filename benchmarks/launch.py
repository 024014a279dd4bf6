"""Start one program, wait for it, and report what it took: a small process between two others.

    python -I -S launch.py REPORT CONTROL SECONDS MEBIBYTES PROGRAM ARGUMENT...

On Linux the peak memory of a process begins with what its parent had when it was started, so the
parent must be small: this one imports next to nothing, and does no other work. The report, one
line of words written to the file descriptor REPORT, is that of `report`. The program is the leader
of a process group; all of it is killed after SECONDS, when CONTROL is closed, which happens also
when whoever asked for the program dies, and what is left of it when the program ends.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
import time

NEVER_STARTED = "unstarted"
TIME_LIMIT = "time"
ASKED = "asked"
BY_ITSELF = "-"
"""How a program ends, the last word of a report."""

_KIBIBYTES = 1 if sys.platform == "darwin" else 1024
"""What the system counts peak memory in."""


def cpu_seconds(usage: resource.struct_rusage) -> float:
    """User and system time together."""
    return usage.ru_utime + usage.ru_stime


def peak_bytes(usage: resource.struct_rusage) -> int:
    """The most memory that was resident at any time."""
    return usage.ru_maxrss * _KIBIBYTES


def report(words: list[str], seconds: float, mebibytes: int, control: int) -> str:
    """Run a program; its status, CPU seconds, wall-clock seconds, peak bytes and how it ended.

    CPU time and memory are those of the program and of its children that it has waited for. The
    status is the exit status, or minus the number of the signal that killed the program.

    Args:
        words: The program and its arguments.
        seconds: Wall-clock time after which it is killed; 0 for no limit.
        mebibytes: Bound on the data of each of its processes; 0 for none.
        control: File descriptor whose closing at the other end stops the program.
    """
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    began = time.perf_counter()
    try:
        default = [signal.SIGPIPE, signal.SIGXFSZ]  # Python ignores them; programs expect not to
        process = os.posix_spawnp(words[0], words, os.environ, setpgroup=0, setsigdef=default)
    except OSError as error:
        return f"{error.errno} 0 0 0 {NEVER_STARTED}"
    if mebibytes:
        bytes_ = mebibytes << 20
        resource.prlimit(process, resource.RLIMIT_DATA, (bytes_, bytes_))
    why = _wait(process, ended, control, began + seconds if seconds else None)
    if why != BY_ITSELF:
        _kill(process)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - began
    _kill(process)
    code = os.waitstatus_to_exitcode(status)
    return f"{code} {cpu_seconds(usage)!r} {wall!r} {peak_bytes(usage)} {why}"


def _wait(process: int, ended: int, control: int, deadline: float | None) -> str:
    """Wait until the program has ended, or must be ended; it is not reaped."""
    while True:
        left = None if deadline is None else max(0.0, deadline - time.perf_counter())
        ready, _, _ = select.select([ended, control], [], [], left)
        if ended in ready:
            os.read(ended, 64)
            if os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT | os.WNOHANG):
                return BY_ITSELF
        elif control in ready:
            return ASKED
        elif not ready:
            return TIME_LIMIT


def _kill(group: int) -> None:
    try:  # noqa: SIM105 - contextlib is larger than all that is imported here
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass  # nobody is left of it


def main() -> None:
    """Do as the arguments say."""
    channel, control = int(sys.argv[1]), int(sys.argv[2])
    for own in (channel, control):
        os.set_inheritable(own, False)
    text = report(sys.argv[5:], float(sys.argv[3]), int(sys.argv[4]), control)
    os.write(channel, text.encode())


if __name__ == "__main__":
    main()
