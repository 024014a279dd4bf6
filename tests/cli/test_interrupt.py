"""Ctrl-C: what was found is kept, exit status 130, and no process is left behind."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.cli.encodings import ENDLESS, encoding
from tests.cli.run import (
    GUARD,
    INSTANCES,
    ONES_2,
    ONES_3,
    Ran,
    offspring,
    permutation,
    start,
    vanish,
)

pytestmark = pytest.mark.slow


def _interrupted(process: subprocess.Popen[str], begun: str = "") -> Ran:
    """Press Ctrl-C and wait for the end, which is calm."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=GUARD)
    assert (process.returncode, "Traceback" in err) == (130, False)
    return Ran(process.returncode, begun + out, err)


def _children(process: subprocess.Popen[str]) -> set[int]:
    """The children of a process, as soon as it has some."""
    deadline = time.monotonic() + GUARD
    while time.monotonic() < deadline:
        if found := offspring(process.pid):
            return found
        time.sleep(0.05)
    return set()


def _after_output(process: subprocess.Popen[str], sign: str) -> str:
    """What the process prints until `sign` is among it.

    Read from the pipe itself: what a reader of lines holds back, `communicate` would not see.
    """
    assert process.stdout
    seen = ""
    while sign not in seen:
        piece = os.read(process.stdout.fileno(), 4096)
        assert piece
        seen += piece.decode("ascii")
    return seen


@pytest.mark.parametrize("words", [[], ["--time-limit", "600"]])
def test_solve(tmp_path: Path, words: list[str]) -> None:
    """The pictures found so far stand, then comes the verdict that they allow."""
    file = permutation(tmp_path, 12)
    process = start("solve", "--all", *words, file)
    begun = _after_output(process, "Solution 2")
    children = offspring(process.pid)
    assert len(children) == (1 if words else 0)
    ran = _interrupted(process, begun)
    assert ran.err == ""
    *_, number, verdict = ran.out.splitlines()
    assert number.endswith(" solutions found")
    assert ": all " not in number
    assert verdict.startswith(f"{file}: multiple (")
    drawn, found = ran.out.count("\nSolution "), int(number.split()[-3])
    assert drawn in (found, found - 1)  # the last one may be interrupted before it is drawn
    assert vanish(children)


@pytest.mark.parametrize("words", [[], ["--time-limit", "600"], ["--memory-limit", "2000"]])
def test_count(tmp_path: Path, words: list[str]) -> None:
    """A count that was interrupted is "at least N"."""
    file = permutation(tmp_path, 13)
    process = start("count", "--json", "--method", "enumerate", *words, file)
    children = _children(process) if words else set()
    time.sleep(4)
    ran = _interrupted(process)
    assert ran.err == ""
    (found,) = ran.objects
    assert found["exact"] is False
    assert int(found["count"]) > 1
    assert found["verdict"] == "multiple"
    assert "interrupted" in found["reason"]
    assert vanish(children)


def test_repair() -> None:
    """The best repair so far is kept, and it is one."""
    file = INSTANCES / "ambiguous" / "kite.xml"
    process = start("repair", "--json", "--up-to", "20", "--time-limit", "600", file)
    children = _children(process)
    time.sleep(4)
    ran = _interrupted(process)
    assert ran.err == ""
    (found,) = ran.objects
    assert found["stopped"] == "interrupted"
    for one in found["repairs"]:
        assert check(Puzzle.of(Grid.from_text(one["rows"]))).verdict is Verdict.UNIQUE
    assert len(children) == 1
    assert vanish(children)


def test_several_jobs(tmp_path: Path) -> None:
    """All jobs are stopped, and no child of theirs lives on."""
    endless = encoding(tmp_path, ENDLESS)
    process = start("check", "--jobs", "2", "--encoding", endless, ONES_2, ONES_3, ONES_2, ONES_3)
    children = _children(process)
    time.sleep(1.5)
    children |= offspring(process.pid)
    assert len(children) == 2
    ran = _interrupted(process)
    assert "unique" not in ran.out
    assert "none" not in ran.out
    assert vanish(children)


def test_killed(tmp_path: Path) -> None:
    """Even a command that is killed outright leaves no child behind."""
    endless = encoding(tmp_path, ENDLESS)
    process = start("check", "--encoding", endless, "--time-limit", "600", ONES_3)
    children = _children(process)
    assert children
    process.kill()
    process.communicate(timeout=GUARD)
    assert vanish(children)
