"""Who is measured: asp-nono with a recipe, in one of two ways, and the programs of other people."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Literal

from asp_nono.errors import PuzzleError
from asp_nono.lab.processes import ours
from benchmarks.sets import Entry

Mode = Literal["one process", "each"]
"""One process for a whole set, or one for each puzzle."""

FILE = "{file}"
"""What stands for the puzzle's file in the command of somebody else's solver."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A row of the tables.

    Attributes:
        name: What it is called there.
        mode: How many processes it takes.
        recipe: The recipe, if it is asp-nono.
        words: The command of a solver that takes a process for each puzzle.
    """

    name: str
    mode: Mode
    recipe: str | None = None
    words: tuple[str, ...] = ()

    def command(self, entry: Entry) -> list[str]:
        """The command for one puzzle."""
        if self.recipe is None:
            return [word.replace(FILE, entry.file) for word in self.words]
        chosen = ["--puzzle", str(entry.number)] if entry.several else []
        return [*self.words, *chosen, "--", entry.file]


def asp_nono_with(recipe: str, mode: Mode) -> Solver:
    """asp-nono; with a process for each puzzle it is the command `asp-nono check` that runs."""
    words = ours("asp_nono", "check", "--json", "--recipe", recipe) if mode == "each" else []
    return Solver(f"{recipe}, {mode}", mode, recipe, tuple(words))


def others(commands: Sequence[str]) -> list[Solver]:
    """Other people's solvers, each named by its program, or by its command if two have the same.

    Raises:
        PuzzleError: If a command lacks its file, or cannot be found.
    """
    split = [_words(command) for command in commands]
    programs = [Path(words[0]).name for words in split]
    return [
        Solver(program if programs.count(program) == 1 else command, "each", None, tuple(words))
        for command, program, words in zip(commands, programs, split, strict=True)
    ]


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PuzzleError(f"--against {command!r}: {str(error).lower()}") from None
    if not any(FILE in word for word in words):
        raise PuzzleError(f"--against {command!r}; expected a command with {FILE} in it")
    if which(words[0]) is None:
        raise PuzzleError(f"--against: there is no program {words[0]!r} that can be run")
    return words
