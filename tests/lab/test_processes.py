"""Programs under the launcher: how they end, what they take, and that nothing of them is left."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from asp_nono.errors import AspNonoError
from asp_nono.lab.launch import TIME_LIMIT
from asp_nono.lab.processes import Late, Process, Usage, ending, smallest_peak
from asp_nono.run.limits import Limits
from tests.benchmarks.run import ENDLESS
from tests.cli.run import vanish

MIB = 1 << 20


def _run(code: str, limits: Limits | None = None) -> tuple[Usage, str]:
    """Run a Python program; how it ended, and its last words."""
    with Process([sys.executable, "-S", "-c", code], limits or Limits()) as process:
        return process.wait(), process.last_words()


@pytest.mark.parametrize(
    ("code", "status"),
    [("", 0), ("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 11)", -11)],
)
def test_status(code: str, status: int) -> None:
    """An exit status, or the signal that killed it."""
    usage, _ = _run(code)
    assert (usage.status, usage.late) == (status, False)
    assert usage.peak > 0


def test_output() -> None:
    """Lines come one by one; after the last one comes nothing."""
    words = [sys.executable, "-c", "import sys; print(sys.stdin.read()); print('b')"]
    with Process(words, Limits(), say="a") as process:
        assert [process.receive() for _ in range(3)] == [b"a\n", b"b\n", b""]
        assert process.wait().status == 0


def test_last_words() -> None:
    """The last line of standard error that says anything, however much came before."""
    _, words = _run("import sys; sys.stderr.write('x' * 10**6 + '\\n ends so \\n\\n')")
    assert words == "ends so"
    assert _run("")[1] == "no message"


def test_time_limit_ends_the_group(tmp_path: Path) -> None:
    """The program is killed with the processes that it has started."""
    file = tmp_path / "child"
    code = (
        "import os, time; child = os.fork()\n"
        f"if child: open({str(file)!r}, 'w').write(str(child))\n"
        "while True: time.sleep(1)"
    )
    usage, _ = _run(code, Limits(seconds=1.0))
    assert (usage.late, usage.status) == (True, -signal.SIGKILL)
    assert vanish({int(file.read_text())})


def test_what_is_left_is_killed(tmp_path: Path) -> None:
    """Also when the program itself has come to an end."""
    file = tmp_path / "child"
    code = (
        "import os, time; child = os.fork()\n"
        f"if child: open({str(file)!r}, 'w').write(str(child)); raise SystemExit\n"
        "time.sleep(1000)"
    )
    usage, _ = _run(code)
    assert usage.status == 0
    assert vanish({int(file.read_text())})


def test_stop() -> None:
    """A program can be stopped at any time, and is when nobody wants it any more."""
    with Process([sys.executable, "-S", "-c", ENDLESS], Limits()) as process:
        with pytest.raises(Late):
            process.receive(0.1)
        usage = process.stop()
    assert (usage.status, usage.late) == (-signal.SIGKILL, False)
    code = f"import os; print(os.getpid(), flush=True)\n{ENDLESS}"
    with Process([sys.executable, "-S", "-c", code], Limits()) as process:
        number = int(process.receive())
    assert vanish({number})


def test_no_children_of_the_dead() -> None:
    """If whoever started the launcher dies, so does the program."""
    code = (
        "import sys; from asp_nono.run.limits import Limits\n"
        "from asp_nono.lab.processes import Process\n"
        f"inner = 'import os; print(os.getpid(), flush=True)\\n{ENDLESS}'\n"
        "process = Process([sys.executable, '-S', '-c', inner], Limits())\n"
        "sys.stdout.buffer.write(process.receive()); sys.stdout.flush()\n"
        "import os; os.kill(os.getpid(), 9)"
    )
    around = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with Process([sys.executable, "-c", code], Limits(), environment=around) as process:
        number = int(process.receive())
        assert process.wait().status == -signal.SIGKILL
    assert vanish({number})


def test_memory_limit() -> None:
    """A program that asks for more than it may have does not get it."""
    code = "block = bytearray(500 << 20)"
    assert _run(code)[0].status == 0
    limits = Limits(megabytes=200)
    usage, words = _run(code, limits)
    assert usage.status == 1
    assert ending(usage, limits, words) == "memory limit of 200 MiB"


def test_peak_is_its_own() -> None:
    """Neither what we hold in memory nor what the launcher needs counts, and children do."""
    block = bytearray(b"x") * (300 * MIB)
    assert smallest_peak() < 100 * MIB
    assert len(block) == 300 * MIB
    usage, _ = _run(
        "import os\nif os.fork(): os.wait()\nelse: block = bytearray(b'x') * (200 << 20)"
    )
    assert 200 * MIB < usage.peak < 300 * MIB


def test_no_such_program() -> None:
    """It is told by name and reason."""
    with (
        pytest.raises(AspNonoError, match=r"^nosuch cannot be started: No such file or directory$"),
        Process(["nosuch"], Limits()) as process,
    ):
        process.wait()


def test_ending() -> None:
    """How a process ended, in words."""
    usage = Usage(3, 1.0, 1.0, 1)
    assert ending(usage, Limits(), "oops") == "exit status 3: oops"
    assert ending(Usage(-9, 1.0, 1.0, 1), Limits(), "no message") == "signal 9: no message"
    assert ending(Usage(-9, 1.0, 1.0, 1, TIME_LIMIT), Limits(2.5), "") == "time limit of 2.5 s"
    assert ending(usage, Limits(None, 5), "x: std::bad_alloc") == "memory limit of 5 MiB"
