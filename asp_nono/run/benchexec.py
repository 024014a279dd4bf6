"""Programs measured by BenchExec (extra `lab`), where it can limit memory and CPU time.

D. Beyer, S. Löwe, P. Wendler, "Reliable Benchmarking: Requirements and Solutions", International
Journal on Software Tools for Technology Transfer 21, 2019. It sets signals and writes to the log,
so it runs in a process of its own, `runexec`; programs run without its container.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from asp_nono.messages import AspNonoError
from asp_nono.run.limits import Cause, Limits
from asp_nono.run.process import Program, Usage

_CAUSES = {"walltime": Cause.TIME, "cputime": Cause.CPU, "memory": Cause.MEMORY}
_TRIAL = (48, 192)  # MiB that the program which tries it out may use, and uses
_KEPT = 1 << 21  # the last bytes of its output that are read
_SHOWN = 4096  # of standard error


class Measured(Program):
    """As `Program`, with the same arguments; its output can be read when it has ended."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
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
        whole = [sys.executable, "-P", str(Path(__file__).with_name("runexec.py"))]
        super().__init__(whole, text=json.dumps(order), environment=environment)
        self.contained = True
        self._usage: Usage | None = None
        self._lines: Iterator[bytes] = iter(())

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        self._place.cleanup()

    def receive(self, seconds: float | None = None) -> bytes:
        """The next line of its output, once it has ended; EOFError if there are no more."""
        del seconds  # BenchExec keeps to the limits
        self.wait()
        if line := next(self._lines, b""):
            return line
        raise EOFError

    def wait(self) -> Usage:
        """Wait for its end; AspNonoError if it cannot be started."""
        if self._usage:
            return self._usage
        self._usage, text = super().wait(), b""
        if self._usage.ended is Cause.CANCELLED:
            return self._usage
        with suppress(EOFError):
            text = super().receive()
        found = json.loads(text or "{}")
        if "walltime" not in found:
            if said := super().tail().strip():
                raise AspNonoError("BenchExec cannot run it: {error}", error=said)
            raise AspNonoError(
                "BenchExec cannot run it: it died with exit status {status}",
                status=self._usage.status,
            )
        why = _CAUSES.get(found["reason"])
        figures = (found["cputime"], found["walltime"], found["memory"])
        self._usage = Usage(found["status"], *figures, why)
        self._lines = iter(_end(self._output).splitlines(keepends=True))
        return self._usage

    def tail(self) -> str:
        """The end of what it wrote to standard error."""
        return _end(self._errors)[-_SHOWN:].decode(errors="replace")


def _end(path: Path) -> bytes:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _KEPT))
        return file.read()


@cache
def benchexec_available() -> bool:
    """Whether BenchExec is installed and enforces a limit on memory; tried only once."""
    if not find_spec("benchexec"):
        return False
    code = f"block = bytearray({_TRIAL[1]} << 20)"
    limits = Limits(10.0, _TRIAL[0], 10.0)
    try:
        with Measured([sys.executable, "-S", "-c", code], limits) as one:
            return one.wait().ended is Cause.MEMORY
    except AspNonoError:
        return False
