"""Regenerate all of `instances/`: `python -m tools.instances [FOLDER]`."""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import chain
from pathlib import Path

from asp_nono.files import write
from tools.instances.drawings import drawings
from tools.instances.index import index_text
from tools.instances.pathological import pathological
from tools.instances.random_boards import random_boards

TARGET = Path(__file__).parents[2] / "instances"


def make(target: Path) -> int:
    """Write every puzzle file and the index, and remove puzzle files that no longer belong.

    Returns:
        The number of puzzles; the same sources always give the same bytes.
    """
    instances = list(chain(drawings(), pathological(), random_boards()))
    files = [target / instance.file for instance in instances]
    for instance, file in zip(instances, files, strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        write([instance.puzzle], file, form="xml")
    for stale in set(target.glob("*/*.xml")) - set(files):
        stale.unlink()
    (target / "index.toml").write_text(index_text(instances), encoding="utf-8", newline="\n")
    return len(instances)


def main() -> None:
    """Read the command line and report how many puzzles were written."""
    parser = ArgumentParser(prog="python -m tools.instances", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=TARGET)
    folder: Path = parser.parse_args().folder
    print(f"{make(folder)} puzzles written to {folder}")  # noqa: T201 (this is its report)


if __name__ == "__main__":
    main()
