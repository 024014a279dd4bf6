"""Programs under limits that hold from outside, and measured."""

import os
import signal
import sys
from pathlib import Path
from threading import Timer

import pytest

from asp_nono.messages import AspNonoError
from asp_nono.run.limits import Cause, Limits, last_line
from asp_nono.run.meter import (
    ContainedProgram,
    MeteredProgram,
    Usage,
    WatchedProgram,
    benchexec_available,
    smallest_peak,
)
from asp_nono.run.process import Late
from tests.cli.run import vanish

MIB = 1 << 20
ENDLESS = "while True: pass"
TWO = "import os; os.fork(); "
"""A program in two processes."""


def python(code: str) -> list[str]:
    """The command for some Python."""
    return [sys.executable, "-S", "-c", code]


def ran(code: str, limits: Limits | None = None) -> tuple[Usage, str]:
    """How a program ended, and its last words."""
    with WatchedProgram(python(code), limits) as program:
        return program.wait(), str(last_line(program.wait().said))


@pytest.mark.parametrize(
    ("code", "status"),
    [("", 0), ("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 11)", -11)],
)
def test_status(code: str, status: int) -> None:
    """An exit status, or the signal that killed it."""
    usage, _ = ran(code)
    assert (usage.status, usage.ended) == (status, None)


def test_output() -> None:
    """Lines come one by one; the end of standard error is kept, however much came before."""
    code = "import sys; print(sys.stdin.read()); print('b'); sys.stderr.write('x' * 9**6 + '\\nso')"
    with WatchedProgram(python(code), text="a") as program:
        assert list(program) == [b"a\n", b"b\n"]
        with pytest.raises(EOFError):
            program.receive()
        assert (program.wait().status, str(last_line(program.wait().said))) == (0, "so")
    with (
        pytest.raises(AspNonoError, match=r"^nosuch cannot be started: No such file or directory$"),
        WatchedProgram(["nosuch"]) as program,
    ):
        program.wait()


def test_limits_are_for_all_processes() -> None:
    """Time, CPU time and memory, each of several processes together."""
    waiting = TWO + "block = bytearray(b'x') * (60 << 20); import time; time.sleep(60)"
    for code, limits, cause in (
        (ENDLESS, Limits(seconds=0.5), Cause.TIME),
        (TWO + "\n" + ENDLESS, Limits(60, cpu_seconds=1), Cause.CPU),
        (waiting, Limits(60, 100), Cause.MEMORY),
    ):
        usage, _ = ran(code, limits)
        assert (usage.ended, usage.status) == (cause, -signal.SIGKILL)
    assert ran("import time; time.sleep(1.2)", Limits(cpu_seconds=1))[0].ended is None
    usage, said = ran("bytearray(500 << 20)", Limits(megabytes=200))
    assert (usage.status, said) == (1, "MemoryError")


def test_all_is_killed(tmp_path: Path) -> None:
    """At a limit, at the end of the program, when it is not wanted any more."""
    file = tmp_path / "child"
    fork = f"import os, time\nif not os.fork(): time.sleep(99)\nopen({str(file)!r}, 'w').write"
    for end, limits in (("time.sleep(99)", Limits(seconds=1)), ("", None)):
        ran(f"{fork}(str(os.getpgrp())); {end}", limits)
        assert vanish({int(file.read_text())})
    with WatchedProgram(python(f"import os; print(os.getpid(), flush=True)\n{ENDLESS}")) as program:
        number = int(program.receive())
        with pytest.raises(Late):
            program.receive(0.1)
        Timer(0.2, program.kill).start()
        assert program.wait().ended is Cause.CANCELLED
    assert vanish({number})


def test_it_ends_with_this_process() -> None:
    """If the process that has started it dies, so does the program."""
    code = (
        "import os, sys; from asp_nono.run.meter import WatchedProgram\n"
        f"inner = 'import os; print(os.getpid(), flush=True)\\n{ENDLESS}'\n"
        "program = WatchedProgram([sys.executable, '-S', '-c', inner])\n"
        "sys.stdout.buffer.write(program.receive()); sys.stdout.flush(); os.kill(os.getpid(), 9)"
    )
    around = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with WatchedProgram([sys.executable, "-c", code], environment=around) as program:
        number = int(program.receive())
        assert program.wait().status == -signal.SIGKILL
    assert vanish({number})


@pytest.mark.slow
def test_peak_is_its_own() -> None:
    """Neither what this process holds nor what the launcher needs counts, and children do."""
    block = bytearray(b"x") * (120 * MIB)
    assert smallest_peak() < 100 * MIB
    assert len(block) == 120 * MIB
    usage, _ = ran("import os\nif os.fork(): os.wait()\nelse: bytearray(b'x') * (200 << 20)")
    assert 200 * MIB < usage.peak < 300 * MIB


SESSIONS = """\
import os, time
for _ in range(2):
    if not os.fork():
        os.setsid()
        {child}
{parent}
"""
"""A program whose two children are in sessions of their own."""

HELD = "import os, time\nif not os.fork(): os.setsid(); time.sleep(99)\n"
"""A child in a session of its own that keeps the output open."""


BUSY = SESSIONS.format(child=ENDLESS, parent="time.sleep(60)")
HOLDING = "block = bytearray(b'x') * (70 << 20); time.sleep({})"


def test_no_child_escapes() -> None:
    """Limits hold for other sessions and for orphans, and what a killed run used is known."""
    orphans = f"import os\nif os.fork(): import time; time.sleep(60)\n{BUSY}"
    for code in (BUSY, orphans):
        usage, _ = ran(code, Limits(60, cpu_seconds=1))
        assert usage.ended is Cause.CPU
        assert 1 <= usage.cpu < 3
    code = SESSIONS.format(child=HOLDING.format(2), parent="time.sleep(2)")
    usage, _ = ran(code, Limits(60, 100))
    assert usage.ended is Cause.MEMORY
    assert usage.peak > 90 * MIB


@pytest.mark.parametrize(("end", "status"), [("time.sleep(99)", -9), ("os._exit(3)", 3)])
def test_output_that_is_kept_open(end: str, status: int) -> None:
    """What keeps it open is killed before it is read to its end."""
    with WatchedProgram(python(HELD + end), Limits(seconds=0.5)) as program:
        assert list(program) == []
        assert program.wait().status == status


@pytest.mark.slow
@pytest.mark.parametrize("kind", [WatchedProgram, ContainedProgram])
def test_a_deadline_for_what_measures(kind: type[MeteredProgram]) -> None:
    """A program that stops the process above it ends soon after its limit, and so does a noisy one.

    Its output is cut, and is not searched for anything.
    """
    if kind is ContainedProgram and not benchexec_available():
        pytest.skip("BenchExec cannot limit memory here")
    for command in ("kill -STOP $PPID; sleep 60", "yes a long line that says nothing"):
        with kind(["sh", "-c", command], Limits(seconds=0.5)) as program:
            said = sum(map(len, program))
            usage = program.wait()
        assert usage.wall < 20
        assert usage.ended is Cause.TIME or said > 1 << 20
        assert usage.status
