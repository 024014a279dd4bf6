"""Start one program, wait for it, and report what it used: a small process between two others.

    python -I -S launch.py REPORT CONTROL SECONDS CPU MEBIBYTES PROGRAM ARGUMENT...

On Linux the peak memory of a process begins with that of its parent at the start, so the parent
must be small: this one imports next to nothing. The result of `report` is written to the file
descriptor REPORT. The program and all that it starts are killed when a limit is reached, when
CONTROL is closed (also because the process at its other end died), and when the program ends. On
Linux this process adopts their orphans (PR_SET_CHILD_SUBREAPER, see prctl(2)), so that children in
sessions of their own are found, too; elsewhere the process group of the program is killed.

Each process has a limit on memory of its own (RLIMIT_DATA), and a watchdog here adds up CPU time
and memory of all of them.
"""

import os
import resource
import select
import signal
import sys
import time

NEVER_STARTED, BY_ITSELF = "unstarted", "-"  # how a program ends, the last word of a report,
TIME_LIMIT, CPU_LIMIT, MEMORY_LIMIT, CANCELLED = "time", "cpu", "memory", "cancelled"  # or a Cause

_KIBIBYTES = 1 if sys.platform == "darwin" else 1024  # what the system counts peak memory in
_TICK = 0.05  # seconds between two checks of the watchdog
_PATIENCE = 5.0  # seconds in which killed processes end
_PARENT, _TIMES, _RESIDENT = 1, slice(11, 15), 21  # of /proc/PID/stat behind the name
_DEATH_SIGNAL, _SUBREAPER = 1, 36  # PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER


class ProgramBounds:
    """The limits of a program; 0 for none."""

    def __init__(self, seconds: str, cpu: str, mebibytes: str) -> None:
        self.seconds = float(seconds)
        self.cpu = float(cpu)
        self.bytes = int(mebibytes) << 20
        self.watched = bool(self.cpu or self.bytes)  # whether the watchdog is needed


def report(words: list[str], bounds: ProgramBounds, control: int) -> str:
    """Run a program; its status, CPU seconds, wall-clock seconds, peak bytes and how it ended.

    CPU time is that of the program and of all its descendants, except for those whose parents
    neither waited for them nor died; memory is the largest sum that the watchdog has seen, or the
    peak of the largest process if that is more. The status is the exit status, or minus the number
    of the signal that killed the program.
    """
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    _control_process(_SUBREAPER, 1)
    began = time.perf_counter()
    try:
        process = _start(words, bounds)
    except OSError as error:
        return f"{error.errno} 0 0 0 {NEVER_STARTED}"
    watch = Watch(process, bounds)
    why = _wait(process, ended, control, began, watch)
    wall = time.perf_counter() - began
    status = _end_all(process)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    code, cpu = os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
    return f"{code} {cpu!r} {wall!r} {max(usage.ru_maxrss * _KIBIBYTES, watch.peak)} {why}"


def _control_process(option: int, value: int) -> None:
    """Call prctl(2), which only Linux has; `ctypes` itself would take longer to import."""
    if sys.platform == "linux":
        import _ctypes

        library = _ctypes.dlopen(None, 0)  # type: ignore[arg-type] # None: what is loaded already
        _ctypes.call_function(_ctypes.dlsym(library, "prctl"), (option, value))


def _start(words: list[str], bounds: ProgramBounds) -> int:
    """Start the program with its limits in force before its first instruction."""
    failed, tell = os.pipe()
    if not (process := os.fork()):
        try:
            _become(words, bounds)
        except OSError as error:
            os.write(tell, str(error.errno).encode())
        os._exit(1)
    os.close(tell)
    number = os.read(failed, 8)  # empty once the program runs: the pipe is closed then
    os.close(failed)
    if number:
        os.waitpid(process, 0)
        raise OSError(int(number), "")
    return process


def _become(words: list[str], bounds: ProgramBounds) -> None:
    """Turn this fresh process into the program."""
    os.setpgid(0, 0)
    _control_process(_DEATH_SIGNAL, signal.SIGKILL)  # it goes when the launcher is killed
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python; programs expect them
        signal.signal(ignored, signal.SIG_DFL)
    if bounds.bytes:
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = bounds.bytes if hard == resource.RLIM_INFINITY else min(hard, bounds.bytes)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    os.execvp(words[0], words)  # noqa: S606 - the caller decides


def _wait(process: int, ended: int, control: int, began: float, watch: "Watch") -> str:
    """Wait until the program has ended, or must be killed; it is not reaped."""
    bounds = watch.bounds
    deadline = began + bounds.seconds if bounds.seconds else None
    while True:
        left = None if deadline is None else max(0.0, deadline - time.perf_counter())
        pause = min(_TICK, _TICK if left is None else left) if bounds.watched else left
        ready, _, _ = select.select([ended, control], [], [], pause)
        if ended in ready:
            os.read(ended, 64)
            if os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT | os.WNOHANG):
                return BY_ITSELF
        if control in ready:
            return CANCELLED
        if deadline is not None and time.perf_counter() >= deadline:
            return TIME_LIMIT
        if bounds.watched and (over := watch.over()):
            return over


class Watch:
    """Adds up what a program and all its descendants use."""

    def __init__(self, process: int, bounds: ProgramBounds) -> None:
        self.process, self.bounds = process, bounds
        self.peak = 0

    def over(self) -> str:
        """The limit that the processes together exceed, or nothing."""
        ticks = pages = 0
        for fields in descendants().values():
            ticks += sum(map(int, fields[_TIMES]))
            pages += int(fields[_RESIDENT])
        self.peak = max(self.peak, pages * os.sysconf("SC_PAGE_SIZE"))
        reaped = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = ticks / os.sysconf("SC_CLK_TCK") + reaped.ru_utime + reaped.ru_stime
        if 0 < self.bounds.cpu <= seconds:
            return CPU_LIMIT
        return MEMORY_LIMIT if 0 < self.bounds.bytes < self.peak else ""


def descendants(of: int = 0) -> dict[int, list[bytes]]:
    """All descendants of a process (0: this one), with fields of /proc/PID/stat behind its name."""
    found: dict[int, list[bytes]] = {}
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - pathlib is large
        try:
            with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - pathlib is large
                found[int(name)] = file.read().rpartition(b")")[2].split()
        except OSError:
            continue  # it has just ended
    for process, fields in found.items():
        children.setdefault(int(fields[_PARENT]), []).append(process)
    below = [of or os.getpid()]
    for process in below:
        below += children.get(process, [])
    return {process: found[process] for process in below[1:]}


def _end_all(process: int) -> int:
    """Kill the program and its descendants until none is left; the program's status."""
    status, deadline = 0, time.perf_counter() + _PATIENCE
    while time.perf_counter() < deadline:
        for one in (-process, *(descendants() if sys.platform == "linux" else ())):
            try:
                os.kill(one, signal.SIGKILL)
            except OSError:
                continue  # it has just ended
        try:
            while found := os.waitpid(-1, os.WNOHANG):
                if not found[0]:
                    time.sleep(0.002)
                    break
                status = found[1] if found[0] == process else status
        except ChildProcessError:
            break
    return status


def main() -> None:
    """Run the program that the arguments name."""
    channel, control = int(sys.argv[1]), int(sys.argv[2])
    for own in (channel, control):
        os.set_inheritable(own, False)
    os.write(channel, report(sys.argv[6:], ProgramBounds(*sys.argv[3:6]), control).encode())


if __name__ == "__main__":
    main()
