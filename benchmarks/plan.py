"""What the options of the command line ask for, checked."""

from __future__ import annotations

import resource
from dataclasses import dataclass
from math import isnan
from pathlib import Path

from asp_nono.asp.recipes import recipe
from asp_nono.errors import PuzzleError
from asp_nono.run.limits import Limits
from benchmarks.solvers import Mode, Solver, asp_nono_with, others


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is asked for.

    Attributes:
        named: Folders and files.
        recipes: Recipes of asp-nono, by name.
        each: Whether asp-nono takes a process for each puzzle.
        against: Commands of other solvers.
        runs: How often everything is measured.
        time_limit: Seconds for each puzzle.
        memory_limit: MiB for each process.
        jsonl: Where measurements are written.
        scaling: Whether puzzles are generated.
        sides, puzzles, seed: Their sizes, how many of each, and the seed of the first.
        profile: Whether stages are measured.

    Raises:
        PuzzleError: If these do not go together.
        UnknownNameError: If there is no such recipe.
    """

    named: tuple[str, ...]
    recipes: tuple[str, ...]
    each: bool
    against: tuple[str, ...]
    runs: int
    time_limit: float | None
    memory_limit: int | None
    jsonl: Path | None
    scaling: bool
    sides: tuple[int, ...]
    puzzles: int
    seed: int
    profile: bool

    def __post_init__(self) -> None:
        if self.time_limit is not None and isnan(self.time_limit):
            raise PuzzleError("--time-limit nan; expected a number of seconds")
        if self.memory_limit is not None and not hasattr(resource, "prlimit"):
            raise PuzzleError("--memory-limit; expected a system that can bound memory, as Linux")
        if self.profile and (self.scaling or self.each or self.against):
            raise PuzzleError("--profile stands alone, without --scaling, --each and --against")
        if self.scaling and self.named:
            raise PuzzleError("--scaling makes its own puzzles; expected no folder and no file")
        if not self.scaling and not self.named:
            raise PuzzleError("nothing to measure; expected a folder, a file or --scaling")
        for name in self.recipes:
            recipe(name)

    @property
    def limits(self) -> Limits:
        """The limits for each puzzle."""
        return Limits(self.time_limit, self.memory_limit)

    def solvers(self) -> list[Solver]:
        """Who takes part; beside other solvers, asp-nono does in both modes.

        Raises:
            PuzzleError: If the command of another solver cannot be run.
        """
        theirs = others(list(dict.fromkeys(self.against)))
        mine = dict.fromkeys(self.recipes)
        modes: list[Mode] = ["one process"] if theirs or not self.each else []
        modes += ["each"] if theirs or self.each else []
        return [asp_nono_with(name, mode) for mode in modes for name in mine] + theirs
