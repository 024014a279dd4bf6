"""Small experiments for tests: plans written and carried out, and the rows that they leave."""

import sqlite3
import subprocess
import time
from contextlib import chdir, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from asp_nono.messages import AspNonoError
from tests.cli.encodings import encoding
from tests.cli.run import GUARD, PATHOLOGICAL, ROOT, Ran, call, command, launch, run

ONES_3 = PATHOLOGICAL / "ones-3.xml"

BARE = """\
% The places of blocks are guessed; rows and columns must agree.
{ start(L, B, F..E) } = 1 :- window(L, B, F, E).
:- start(L, B, S), start(L, B+1, T), block(L, B, N, _), T < S+N+1.
covered(L, C) :- start(L, B, S), block(L, B, N, _), at(L, P, C), S <= P, P < S+N.
fill(X, Y, 1) :- covered(row(_), (X, Y)).
:- covered(L, C), at(M, _, C), not covered(M, C).
#show fill/3.
"""

HUNGRY = """\
% Eats memory.
much(A, B, C) :- A = 1..3000, B = 1..3000, C = 1..3000.
{ fill(1, 1, 1) } :- at(_, _, _).
#show fill/3.
"""

ENDLESS_SEARCH = """\
% Searches long: pigeons and holes.
{ sits(A, B) : B = 1..12 } = 1 :- A = 1..13.
:- sits(A, B), sits(C, B), A < C.
{ fill(1, 1, 1) } :- at(_, _, _).
#show fill/3.
"""


def plan(folder: Path, text: str, name: str = "plan.toml") -> Path:
    """A plan in a file."""
    path = folder / name
    path.write_text(text)
    return path


def own(folder: Path, **texts: str) -> None:
    """Encodings in files of these names."""
    for name, text in texts.items():
        encoding(folder, text, f"{name}.lp")


def lab(*words: object, cwd: Path = ROOT) -> Ran:
    """Run `asp-nono lab` in this process, which starts those of the runs."""
    return run("lab", *words, cwd=cwd)


def refused(*words: object, cwd: Path = ROOT) -> str:
    """The one line in which the lab says what is wrong with its input."""
    with chdir(cwd), pytest.raises(AspNonoError) as caught:
        call("lab", *words)
    (line,) = str(caught.value).splitlines()
    return line


def query(file: Path, statement: str) -> list[dict[str, Any]]:
    """The rows that a query finds in a file of results."""
    with closing(sqlite3.connect(file)) as base:
        base.row_factory = sqlite3.Row
        return list(map(dict, base.execute(statement)))


def rows(file: Path) -> dict[str, dict[str, Any]]:
    """The recorded runs by system (the last one of each)."""
    found = query(file, "SELECT run.*, label FROM run JOIN system ON system.id = system")
    return {row["label"]: row for row in found}


def table_of(folder: Path, text: str) -> dict[str, dict[str, Any]]:
    """The recorded runs of a plan, which is carried out in a folder."""
    ran = lab("run", plan(folder, text), cwd=folder)
    assert ran.status == 0, ran.err
    return rows(folder / "plan.db")


def number(file: Path) -> int:
    """How many runs are recorded."""
    return len(query(file, "SELECT key FROM run"))


def started(folder: Path, text: str, *words: object) -> subprocess.Popen[str]:
    """A plan that is being carried out, with one run recorded."""
    process = launch(command("lab", "run", plan(folder, text), *words), folder)
    deadline = time.monotonic() + 4 * GUARD
    while time.monotonic() < deadline:
        with suppress(sqlite3.OperationalError):
            if (folder / "plan.db").exists() and number(folder / "plan.db"):
                return process
        time.sleep(0.05)
    raise AssertionError("nothing was recorded")
