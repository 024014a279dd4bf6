"""The benchmarks under test, as a process of their own, and solvers for them to measure."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.cli.run import GUARD, INSTANCES, ROOT, Ran, environment

PICTURES = INSTANCES / "pictures"
CAT, BOAT, BICYCLE = (PICTURES / f"{name}.xml" for name in ("cat", "boat", "bicycle"))
"""One that line logic decides, one that takes probing, and one that takes clingo."""

QUIET = "import sys; sys.exit(not open(sys.argv[1]).read())"
"""A solver that ends well if it is given a file with something in it."""

ENDLESS = "while True: pass"


def words(*given: object) -> list[str]:
    """The command line of the benchmarks."""
    return [sys.executable, "-m", "benchmarks", *map(str, given)]


def bench(*given: object, cwd: Path = ROOT) -> Ran:
    """Run the benchmarks."""
    done = subprocess.run(
        words(*given),
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment(),
        timeout=4 * GUARD,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def refused(*given: object) -> str:
    """The one line in which they say what is wrong, having measured nothing."""
    ran = bench(*given)
    assert (ran.status, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    return line


def program(code: str) -> str:
    """A command of another solver: a Python program that is given the file."""
    return f"{shlex.quote(sys.executable)} -S -c {shlex.quote(code)} {{file}}"


def chosen(folder: Path, *files: Path) -> Path:
    """A folder with copies of some puzzle files."""
    folder.mkdir()
    for file in files:
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def records(file: Path, kind: str = "") -> list[dict[str, Any]]:
    """The lines of a record, or those of a kind."""
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if kind in ("", line["kind"])]


def cells(out: str, row: str) -> list[str]:
    """The cells of the first row of that name in what was printed."""
    line = next(line for line in out.splitlines() if line.startswith(f"{row}  "))
    return line.removeprefix(row).split()
