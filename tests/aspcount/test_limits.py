"""Limits hold whatever works: clingo, the translation, or a counter that hears nothing."""

import os
import signal
import subprocess
import sys
import time

import pytest

from asp_nono.aspcount.count import ProgramMethod, approximate_program, count_program
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Pool
from tests.aspcount.programs import ENDLESS, tangle
from tests.cli.run import GUARD, environment, offspring, vanish

pytestmark = pytest.mark.counters

SLOW: list[tuple[ProgramMethod, str]] = [
    ("auto", ENDLESS),
    ("auto", tangle(200)),
    ("clingo", tangle(200)),
    ("ganak", tangle(200)),
    ("d4", tangle(200)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "text"), SLOW)
def test_time_limit(method: ProgramMethod, text: str) -> None:
    """The child is killed in time, and what was found is a lower bound."""
    before = offspring(os.getpid())
    found = count_program(text, method=method, limits=Limits(seconds=2.5))
    assert (found.exact, found.reason) == (False, "time limit of 2.5 s")
    assert str(found) == f"at least {found.number}"
    assert found.seconds < GUARD
    if text != ENDLESS and method in ("auto", "clingo"):
        assert found.number > 1
    assert vanish(offspring(os.getpid()) - before)


@pytest.mark.parametrize(
    ("method", "text", "megabytes"),
    [("auto", ENDLESS, 150), ("ganak", tangle(200), 40), ("d4", tangle(200), 500)],
)
def test_memory_limit(method: ProgramMethod, text: str, megabytes: int, pool: Pool) -> None:
    """Whatever needs too much memory ends, and the next count has a limit of its own."""
    limits = Limits(seconds=4 * GUARD, megabytes=megabytes)
    found = count_program(text, method=method, limits=limits, pool=pool)
    assert (found.exact, found.reason) == (False, f"memory limit of {megabytes} MiB")
    assert count_program("{ a }.", method="ganak", pool=pool).number == 2


def test_little_memory_is_enough_for_ganak(pool: Pool) -> None:
    """Where D4 cannot even begin, Ganak counts."""
    text = "{ a(1..60) }. :- a(X), a(X+1)."
    found = count_program(text, limits=Limits(megabytes=500), pool=pool)
    assert (found.number, found.method) == (4052739537881, "ganak")


def test_time_limit_on_an_estimate() -> None:
    """There is no number then, rather than a wrong one."""
    found = approximate_program(tangle(200), limits=Limits(seconds=2))
    assert (found.number, found.bounds) == (None, None)
    assert str(found) == "no estimate: time limit of 2 s"


_INTERRUPTED = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from asp_nono.aspcount.count import count_program
from asp_nono.aspcount.count import approximate_program
from tests.aspcount.programs import tangle
print("begun", flush=True)
found = {}
print(found.interrupted, found.reason, flush=True)
"""

_CALLS = [
    "count_program(tangle(200))",
    "count_program(tangle(200), method='ganak')",
    "count_program(tangle(200), method='d4')",
    "approximate_program(tangle(200))",
]


def _started(call: str) -> tuple[subprocess.Popen[str], set[int]]:
    """A Python that makes a call which takes long, and the children that do the work."""
    process = subprocess.Popen(
        [sys.executable, "-c", _INTERRUPTED.format(call)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    assert process.stdout
    assert process.stdout.readline() == "begun\n"
    deadline = time.monotonic() + GUARD
    while not (children := offspring(process.pid)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(2)  # by now the counter works; were it not so, the tests would show less
    return process, children


@pytest.mark.slow
@pytest.mark.parametrize("call", _CALLS)
@pytest.mark.parametrize(
    ("sent", "end"), [(signal.SIGINT, (0, "True interrupted\n")), (signal.SIGKILL, (-9, ""))]
)
def test_no_orphans(call: str, sent: signal.Signals, end: tuple[int, str]) -> None:
    """Ctrl-C ends the count, not its program; a kill both, even if a counter lets no Python run."""
    process, children = _started(call)
    process.send_signal(sent)
    out, _ = process.communicate(timeout=GUARD)
    assert (process.returncode, out) == end
    assert vanish(children)
