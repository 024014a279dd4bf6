"""What commands print, word for word: a golden file for each command.

A golden file holds what is typed after `$ `, and below it what that prints after `> `, what it
complains of after `! `, the files that it writes after `+ `, and its exit status after `= ` where
that is not 0. Seconds read TIME. The commands run in a folder with the files of `golden/samples`
and the folders of `instances`. After a change that is meant, this writes the files again:

    ASP_NONO_GOLDEN=write .venv/bin/python -m pytest tests/cli/test_golden.py
"""

import os
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.run import INSTANCES, run, untimed

GOLDEN = Path(__file__).with_name("golden")
SAMPLES = GOLDEN / "samples"
ANSWERS = ("> ", ">\n", "! ", "!\n", "+ ", "= ")


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[pytest.mark.counters] * (file.stem == "count"))
        for file in sorted(GOLDEN.glob("*.txt"))
    ],
)
def test_transcript(file: Path, tmp_path: Path, plain_terminal: None) -> None:  # noqa: ARG001
    """Every command of a golden file answers what stands below it."""
    text = file.read_text("utf-8")
    now = "".join(_answered(text, tmp_path))
    if os.environ.get("ASP_NONO_GOLDEN") == "write":
        file.write_text(now, "utf-8")
    assert now == text


def _answered(text: str, place: Path) -> Iterator[str]:
    """The lines of a golden file, with the answers that the commands give now."""
    for number, line in enumerate(text.splitlines(keepends=True)):
        if not line.startswith(ANSWERS):
            yield line
        if line.startswith("$ asp-nono "):
            folder = place / str(number)
            _fill(folder)
            yield from _answer(line, folder)


def _fill(folder: Path) -> None:
    shutil.copytree(SAMPLES, folder)  # a program that is a link lies outside its folder
    for path in INSTANCES.iterdir():
        (folder / path.name).symlink_to(path)


def _answer(line: str, folder: Path) -> Iterator[str]:
    typed, _, source = line.partition(" < ")
    stdin = (folder / source.strip()).read_bytes() if source else b""
    there = _files(folder)
    ran = run(*shlex.split(typed)[2:], stdin=stdin, cwd=folder)
    for sign, printed in ((">", ran.out), ("!", ran.err)):
        for words in untimed(printed).splitlines():
            yield f"{sign} {words}".rstrip(" ") + "\n"
    yield from (f"+ {name}\n" for name in sorted(_files(folder) - there))
    if ran.status:
        yield f"= {ran.status}\n"


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
