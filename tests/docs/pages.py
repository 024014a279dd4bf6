"""The pages of the documentation, and the blocks of code on them."""

import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
        ROOT / "encodings" / "README.md",
    ]
)

COURSE = [path.relative_to(ROOT).as_posix() for path in PAGES if path.parent.name == "course"]

_FENCED = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language and its lines."""

    language: str
    text: str

    @property
    def commands(self) -> list[str]:
        """The commands of a shell block: after a prompt if it is a transcript, else all lines."""
        lines = self.text.splitlines()
        if self.language == "console":
            return [line[2:] for line in lines if line.startswith("$ ")]
        return [line for line in lines if line]


def page(name: str) -> str:
    """The text of a page, named from the root of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str, *languages: str) -> list[Block]:
    """The fenced blocks of a page in some languages, in order."""
    fences = _FENCED.finditer(page(name))
    found = (Block(m[2], re.sub(f"^{m[1]}", "", m[3], flags=re.MULTILINE)) for m in fences)
    return [block for block in found if block.language in languages]


def environment(place: Path) -> dict[str, str]:
    """The variables of a shell that finds asp-nono and python as after the set-up."""
    tools = place / "bin"
    tools.mkdir(exist_ok=True)
    for name, words in (("asp-nono", "-m asp_nono"), ("python", "")):
        tool = tools / name
        tool.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {words} "$@"\n')
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    path = os.pathsep.join([str(tools), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}


def shell(script: str, place: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in a shell that finds asp-nono and python."""
    command = ["sh", "-e", "-c", script]
    return subprocess.run(  # the tests look at the exit status
        command, cwd=place, env=environment(place), capture_output=True, text=True, check=False
    )


def timeless(text: str) -> str:
    """The text without times."""
    return re.sub(r"\d+\.\d{3} s\b", "T s", text)
