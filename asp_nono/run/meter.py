"""Programs under limits that hold from outside, and measured: by BenchExec, or by our launcher.

BenchExec (extra `lab`) uses control groups of the kernel, where it may: D. Beyer, S. Löwe,
P. Wendler, "Reliable Benchmarking: Requirements and Solutions", International Journal on Software
Tools for Technology Transfer 21, 2019. Our launcher, `launch`, works on every POSIX system.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Event, Thread
from time import monotonic
from typing import ClassVar, Protocol, Self

from asp_nono.messages import AspNonoError
from asp_nono.run.launch import descendants
from asp_nono.run.limits import Cause, Limits, StoppedError
from asp_nono.run.process import ROOT, Process, current_scope

_LAUNCHER = Path(__file__).with_name("launch.py")
_NEVER_STARTED, _BY_ITSELF = "unstarted", "-"  # words of launch.py

_CAUSES = {"walltime": Cause.TIME, "cputime": Cause.CPU, "memory": Cause.MEMORY}  # of BenchExec
_RUNNER = f"""import sys
sys.path.insert(0, {str(ROOT)!r})
from asp_nono.run.meter import run_by_benchexec
run_by_benchexec()"""
_LARGEST = 1 << 28  # bytes of a file that a program under BenchExec writes: its output is one
_KEPT = 1 << 21  # the last bytes of its output that are read
_SHOWN = 4096  # of standard error
_LATE, _DEAD = 4.0, 10.0  # seconds for what measures to end at a limit, and then before it dies
_TRIAL = (48, 192)  # MiB that a program may use, and uses, which tries out whether it can limit


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that a program used, and how it ended.

    Attributes:
        status: The exit status, or minus the number of the signal that killed it.
        cpu: User and system seconds of all its processes.
        wall: Seconds from its start to its end.
        peak: Peak memory in bytes; see `launch.report`.
        ended: What ended it; None if it ended by itself.
        said: The end of its standard error.
        contained: Whether the kernel limited the memory of all its processes together, so that a
            program that ended by itself did not run out of it.
    """

    status: int
    cpu: float
    wall: float
    peak: int
    ended: Cause | None = None
    said: str = ""
    contained: bool = False


class MeteredProgram(Protocol):
    """A program that runs under limits and is measured, to be used in a `with` block.

    Limits are on the time of the whole program, the CPU time and the memory of all its processes.
    A limit on time holds whatever becomes of the processes that measure: they have some seconds
    more. Its standard input is `text`; its standard output comes in lines if we `listen`.
    Environment and folder are ours when left out. It ends when this process does.

    Attributes:
        meter: What measures it.
        guard: What limits its memory.
    """

    meter: ClassVar[str]
    guard: ClassVar[str]

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits | None = None,
        *,
        text: str = "",
        listen: bool = True,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def __iter__(self) -> Iterator[bytes]: ...

    def receive(self, seconds: float | None = None) -> bytes:
        """The next line of its output; EOFError if there are no more, Late if none comes in time.

        A meter that gives the output after the end of the program is never late.
        """

    def kill(self) -> None:
        """Have it killed; `wait` then ends soon."""

    def wait(self) -> Usage:
        """Wait for its end; AspNonoError if it cannot be started."""

    @property
    def running(self) -> bool:
        """Whether it has not ended."""


def meter(*, together: bool = False) -> type[MeteredProgram]:
    """The best meter that there is here; `together` if its output is wanted while it runs."""
    return WatchedProgram if together or not benchexec_available() else ContainedProgram


class WatchedProgram(Process):
    """A program that our launcher starts, watches and measures; see `MeteredProgram`.

    Without a `text`, `tell` writes its standard input.
    """

    meter: ClassVar[str] = "processes"
    guard: ClassVar[str] = "rlimit and watchdog"

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits | None = None,
        *,
        text: str | None = "",
        listen: bool = True,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self._name = command[0]
        self._words: list[str] = []  # of the report
        self._scope = current_scope()
        (report, channel), (control, held) = os.pipe(), os.pipe()
        self._report, self._control = os.fdopen(report), os.fdopen(held, "wb")
        limits = limits or Limits()
        bounds = [limits.seconds or 0, limits.cpu_seconds or 0, limits.megabytes or 0]
        order = [*map(str, (channel, control, *bounds)), *command]
        self._over, self._began = Event(), monotonic()
        self._forced: Cause | None = None  # why it was ended without a report
        with TemporaryFile() as stdin:
            stdin.write((text or "").encode())
            stdin.seek(0)
            super().__init__(
                [sys.executable, "-I", "-S", str(_LAUNCHER), *order],
                env=environment,
                cwd=folder,
                stdin=subprocess.PIPE if text is None else stdin,
                stdout=subprocess.PIPE if listen else subprocess.DEVNULL,
                pass_fds=(channel, control),
            )
        os.close(channel)
        os.close(control)
        try:
            self._scope.add(self, self.kill)
        except StoppedError:
            self.end()
            raise
        if limits.seconds:
            self._enforce(Cause.TIME, limits.seconds + _LATE)

    def tell(self, text: str) -> None:
        """Write to its standard input; nothing if it has ended."""
        with suppress(OSError):
            self.send(text.encode())

    def kill(self) -> None:
        """See `MeteredProgram`."""
        self._control.close()
        if not self._reaped:
            self._enforce(Cause.CANCELLED)

    def _enforce(self, cause: Cause, seconds: float = 0.0) -> None:
        """Have the launcher end after some seconds, also if the program has stopped or blocked it.

        It is continued, then it is killed with all that it has started.
        """

        def end() -> None:
            launcher = self._popen.pid
            if self._over.wait(seconds):
                return
            with suppress(OSError):
                os.kill(launcher, signal.SIGCONT)
            if self._over.wait(_DEAD):
                return
            self._forced = cause
            below = descendants(launcher) if sys.platform == "linux" else ()
            for process in (launcher, *below):
                with suppress(OSError):
                    os.kill(process, signal.SIGKILL)

        Thread(target=end, daemon=True).start()

    def wait(self) -> Usage:
        """See `MeteredProgram`."""
        if not self._reaped:
            self._words = self._report.read().split()
            self._over.set()
            self._scope.remove(self)
            self._popen.wait()
            self._reaped = True
            self._read_rest()
            self._report.close()
            self._control.close()
            if self._popen.stdin:
                with suppress(OSError):
                    self._popen.stdin.close()
        if not self._words and self._forced:
            lasted = monotonic() - self._began
            return Usage(-signal.SIGKILL, 0.0, lasted, 0, self._forced, self.tail())
        if not self._words:
            raise AspNonoError(
                "{program} could not be measured: the process that measured it was killed",
                program=Path(self._name).name,
            )
        status, cpu, wall, peak, why = self._words
        if why == _NEVER_STARTED:
            raise AspNonoError(
                "{program} cannot be started: {error}",
                program=self._name,
                error=os.strerror(int(status)),
            )
        ended = None if why == _BY_ITSELF else Cause(why)
        return Usage(int(status), float(cpu), float(wall), int(peak), ended, self.tail())

    @property
    def running(self) -> bool:
        """See `MeteredProgram`."""
        return self._popen.poll() is None


class ContainedProgram:
    """A program that BenchExec runs; its output can be read when it has ended.

    BenchExec sets signals and writes to the log, so it runs in a process of its own; programs run
    without its container.
    """

    meter: ClassVar[str] = "BenchExec"
    guard: ClassVar[str] = "BenchExec"

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits | None = None,
        *,
        text: str = "",
        listen: bool = True,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self._place = TemporaryDirectory(prefix="asp-nono-")
        output, self._errors, given = (Path(self._place.name) / n for n in ("out", "err", "in"))
        self._output = output if listen else Path(os.devnull)
        given.write_text(text, encoding="utf-8")
        limits = limits or Limits()
        order = {
            "args": list(command),
            "stdin": str(given),
            "output_filename": str(self._output),
            "error_filename": str(self._errors),
            "walltimelimit": limits.seconds,
            "hardtimelimit": limits.cpu_seconds,
            "memlimit": limits.megabytes and limits.megabytes << 20,
            "workingDir": folder and str(folder),
        }
        runner = [sys.executable, "-P", "-c", _RUNNER]
        outer = Limits(limits.seconds and limits.seconds + _LATE)
        self._runner = WatchedProgram(
            runner, outer, text=json.dumps(order), environment=environment
        )
        self._usage: Usage | None = None
        self._lines: Iterator[bytes] = iter(())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._runner.end()
        self._place.cleanup()

    def __iter__(self) -> Iterator[bytes]:
        with suppress(EOFError):
            while True:
                yield self.receive()

    def receive(self, seconds: float | None = None) -> bytes:
        """See `MeteredProgram`."""
        del seconds  # BenchExec keeps to the limits
        self.wait()
        if line := next(self._lines, b""):
            return line
        raise EOFError

    def kill(self) -> None:
        """See `MeteredProgram`."""
        self._runner.kill()

    def wait(self) -> Usage:
        """See `MeteredProgram`."""
        if not self._usage:
            ended = self._runner.wait()
            self._usage = replace(ended, contained=True) if ended.ended else self._measured(ended)
        return self._usage

    def _measured(self, runner: Usage) -> Usage:
        """BenchExec's measurements of the program, after the end of the process that runs it."""
        found = json.loads(next(iter(self._runner), b"{}"))
        if "walltime" not in found:
            if said := runner.said.strip():
                raise AspNonoError("BenchExec cannot run it: {error}", error=said)
            raise AspNonoError(
                "BenchExec cannot run it: it died with exit status {status}", status=runner.status
            )
        self._lines = iter(_end(self._output).splitlines(keepends=True))
        return Usage(
            found["status"],
            *(found["cputime"], found["walltime"], found["memory"]),
            ended=_CAUSES.get(found["reason"]),
            said=_end(self._errors)[-_SHOWN:].decode(errors="replace"),
            contained=True,
        )

    @property
    def running(self) -> bool:
        """See `MeteredProgram`."""
        return self._runner.running


def _end(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _KEPT))
        return file.read()


def run_by_benchexec() -> None:
    """Run one program in this process: the order is JSON on standard input, the result on output.

    The order holds arguments of BenchExec's `execute_run`, with the name of a file as `stdin`.
    Without a result, the log on standard error says why.
    """
    from benchexec import runexecutor

    # It would search all output of a program that was killed for the dumps of Java.
    runexecutor._get_debug_output_after_crash = lambda *_: None  # noqa: SLF001 - no other way
    order = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST, _LARGEST))
    with Path(order.pop("stdin")).open("rb") as given:
        executor = runexecutor.RunExecutor(use_namespaces=False)
        found = executor.execute_run(**order, stdin=given, write_header=False)
    if (code := found.get("exitcode")) is not None:
        figures = {name: found.get(name) for name in ("walltime", "cputime", "memory")}
        status = code.value if code.signal is None else -code.signal
        figures |= {"reason": found.get("terminationreason"), "status": status}
        sys.stdout.write(json.dumps(figures))


@cache
def benchexec_available() -> bool:
    """Whether BenchExec is installed and enforces a limit on memory; tried only once."""
    if not find_spec("benchexec"):
        return False
    code = f"block = bytearray({_TRIAL[1]} << 20)"
    limits = Limits(10.0, _TRIAL[0], 10.0)
    try:
        with ContainedProgram([sys.executable, "-S", "-c", code], limits) as one:
            return one.wait().ended is Cause.MEMORY
    except AspNonoError:
        return False


def smallest_peak() -> int:
    """The smallest peak memory in bytes that can be measured here: of a program that does nothing.

    BenchExec measures any, our launcher none below its own.
    """
    if benchexec_available():
        return 0
    with WatchedProgram(["true"], listen=False) as process:
        return process.wait().peak
