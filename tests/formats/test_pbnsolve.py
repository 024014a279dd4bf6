"""Files written here are read by pbnsolve, where it is installed, and mean the same to it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from asp_nono import Verdict, check
from asp_nono.files import write
from tests.formats.fixtures import MORE, PLAIN

PBNSOLVE = shutil.which("pbnsolve")

SAYS = {
    Verdict.UNIQUE: "trivial unique logical\n",
    Verdict.MULTIPLE: "multiple\n",
    Verdict.NONE: "contradiction\n",
}
"""What it says of puzzles as small as ours."""

CASES = [
    *((name, suffix) for name in PLAIN for suffix in ("mk", "nin", "cwd", "g", "non", "xml")),
    *((name, suffix) for name in ("color flag", "white on black") for suffix in ("g", "xml")),
    *(("a goal", suffix) for suffix in ("pbm", "non", "xml")),
]


@pytest.mark.skipif(PBNSOLVE is None, reason="pbnsolve is not installed")
@pytest.mark.parametrize(("name", "suffix"), CASES)
def test_pbnsolve_agrees(name: str, suffix: str, tmp_path: Path) -> None:
    """It has nothing to complain about, and finds as many solutions."""
    puzzle = {**PLAIN, **MORE}[name]
    path = tmp_path / f"p.{suffix}"
    write([puzzle], path)
    ran = subprocess.run(
        [str(PBNSOLVE), "-u", "-b", path], capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr, ran.returncode) == (SAYS[check(puzzle).verdict], "", 0)
