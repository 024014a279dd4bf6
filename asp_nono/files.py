"""Puzzle files of every format: the table of formats with the dialects of facts joined to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from asp_nono.asp.dialects import DIALECTS
from asp_nono.formats import (
    formats,
    is_puzzle_file,
    read,
    read_data,
    read_each,
    read_text,
    register,
    suffix_of,
    write,
    write_text,
)
from asp_nono.formats.files import write_whole

for form in DIALECTS:
    register(form)

__all__ = [
    "formats",
    "is_puzzle_file",
    "paths",
    "read",
    "read_data",
    "read_each",
    "read_text",
    "suffix_of",
    "write",
    "write_text",
    "write_whole",
]


def paths(files: Sequence[str]) -> list[str]:
    """The files named, with the puzzle files of each folder, sorted, in its place.

    A folder without any stays, so that reading it fails. Hidden folders are not entered.
    """
    suffixes = {suffix for form in formats() for suffix in form.suffixes}
    found: list[str] = []
    for file in files:
        if file != "-" and Path(file).is_dir():
            found.extend(_inside(Path(file), suffixes) or [file])
        else:
            found.append(file)
    return found


def _inside(folder: Path, suffixes: set[str]) -> list[str]:
    return sorted(
        str(path)
        for path in folder.rglob("*")
        if suffix_of(path.name) in suffixes
        and path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and is_puzzle_file(str(path))
    )
