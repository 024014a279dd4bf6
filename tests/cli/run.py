"""The command under test, as a process of its own or inside this one, and files to feed it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import clingo
from click.testing import CliRunner
from clingo.ast import AST, parse_files

from asp_nono.asp.theories import PACKAGES, package_of, theory_atoms
from asp_nono.cli import cli, run as run_command_line
from asp_nono.files import write
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle, Saved

ROOT = Path(__file__).parents[2]
INSTANCES = ROOT / "instances"
PATHOLOGICAL = INSTANCES / "pathological"
HEART = INSTANCES / "pictures" / "heart.xml"
ONES_2 = PATHOLOGICAL / "ones-2.xml"
ONES_3 = PATHOLOGICAL / "ones-3.xml"

GUARD = 30.0
"""Seconds after which something that must end has certainly not ended."""


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Standard output as one JSON object per line."""
        return [json.loads(line) for line in self.out.splitlines()]


def command(*words: object) -> list[str]:
    """The command line that runs asp-nono with these words."""
    return [sys.executable, "-m", "asp_nono", *map(str, words)]


def environment() -> dict[str, str]:
    """Finds the package under test from every folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def process(*words: object, stdin: str | bytes = "", cwd: Path = ROOT) -> Ran:
    """Run the command as a process of its own, for what a process alone shows."""
    return execute(command(*words), stdin=stdin, cwd=cwd)


def run(*words: object, stdin: str | bytes = "", cwd: Path = ROOT) -> Ran:
    """Run the command in this process as `main` does: what is wrong is a line, not an exception."""
    typed = ["asp-nono", *map(str, words)]
    streams = CliRunner().isolation(stdin)
    with chdir(cwd), mock.patch.object(sys, "argv", typed), streams as (out, err, _):
        status = run_command_line()
    return Ran(status, out.getvalue().decode(), err.getvalue().decode())


def execute(
    line: Sequence[str], *, stdin: str | bytes = "", cwd: Path = ROOT, patience: float = 2 * GUARD
) -> Ran:
    """Run any command line for which the package under test is found."""
    data, env = stdin.encode() if isinstance(stdin, str) else stdin, environment()
    done = subprocess.run(
        line, input=data, capture_output=True, cwd=cwd, env=env, timeout=patience, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def call(*words: object, stdin: str | bytes = "") -> Ran:
    """Run the command in this process; its exceptions are the caller's."""
    done = CliRunner().invoke(cli, list(map(str, words)), input=stdin, standalone_mode=False)
    if done.exception:
        raise done.exception
    return Ran(done.return_value or 0, done.stdout, done.stderr)


def refused(*words: object, status: int = 2, out: str = "", cwd: Path = ROOT) -> str:
    """The one line in which a command says what is wrong with its input."""
    ran = run(*words, cwd=cwd)
    assert "Traceback" not in ran.err
    assert (ran.status, ran.out) == (status, out)
    (line,) = ran.err.splitlines()
    return line


def start(*words: object) -> subprocess.Popen[str]:
    """The command as a process that Ctrl-C reaches."""
    return launch(command(*words))


def launch(line: Sequence[str], cwd: Path = ROOT) -> subprocess.Popen[str]:
    """A command line as a process that Ctrl-C reaches, however this one was started."""
    before, pipe = signal.signal(signal.SIGINT, signal.default_int_handler), subprocess.PIPE
    try:
        env = environment()
        return subprocess.Popen(line, stdout=pipe, stderr=pipe, text=True, env=env, cwd=cwd)
    finally:
        signal.signal(signal.SIGINT, before)


def _package(file: Path) -> str:
    nodes: list[AST] = []
    parse_files([str(file)], nodes.append)
    return package_of(theory_atoms(nodes), str(file))


def bare_clingo(*files: Path) -> int:
    """How many answer sets bare clingo finds, or the program of a theory where there is one."""
    theory = next((PACKAGES[name][0] for name in map(_package, files) if name), "clingo")
    words = [sys.executable, "-m", theory, *map(str, files), "0", "--project=show", "-q"]
    home = str(Path(clingo.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": home}
    done = subprocess.run(
        words, capture_output=True, text=True, timeout=2 * GUARD, check=False, env=env
    )
    assert not done.stderr, "clingo has something to say"
    found = re.search(r"^Models +: (\d+)$", done.stdout, re.MULTILINE)
    assert found, done.stdout
    return int(found[1])


def untimed(text: str) -> str:
    """The text without the seconds, which differ from run to run."""
    return re.sub(r'\d+\.\d+ s|"seconds": [\d.e-]+', "TIME", text)


def permutation(folder: Path, size: int) -> Path:
    """A puzzle with one single cell in every line, and so `size`! solutions."""
    ones = "1\n" * size
    path = folder / f"permutation-{size}.non"
    path.write_text(f"width {size}\nheight {size}\nrows\n{ones}\ncolumns\n{ones}")
    return path


def drawn(folder: Path, *rows: str, saved: tuple[str, ...] = (), name: str = "drawn.xml") -> Path:
    """A file with the puzzle that a drawing poses, its goal, and a picture saved with it."""
    puzzle = Puzzle.of(Grid.from_text(rows), title="Drawn")
    kept: tuple[Saved, ...] = ()
    if saved:
        sets = {"?": 3, ".": 1, "#": 2}
        cells = tuple(tuple(sets[char] for char in row) for row in saved)
        kept = (Saved(PartialGrid(cells)),)
    path = folder / name
    write([Puzzle(puzzle.rows, puzzle.columns, title="Drawn", goal=puzzle.goal, saved=kept)], path)
    return path


def offspring(process: int) -> set[int]:
    """The processes that a process has started and that still live (Linux)."""
    numbers = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    return {number for number in numbers if _parent(number) == process}


def vanish(processes: set[int]) -> bool:
    """Whether all of these processes are gone before long."""
    deadline = time.monotonic() + GUARD
    while time.monotonic() < deadline:
        if all(_parent(process) is None for process in processes):
            return True
        time.sleep(0.05)
    return False


def _parent(process: int) -> int | None:
    """The parent of a process that lives; None if it has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    ended = fields[0] == "Z" and fields[17] == "1"  # its other threads have ended, too
    return None if ended else int(fields[1])
