"""Jobs that solve a puzzle, count its solutions and explain it: steps, hints, errors, reasons."""

import shlex
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from warnings import warn

from asp_nono.jobs import Job, PuzzleJob, option
from asp_nono.messages import PuzzleError, PuzzleWarning

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Recipe
    from asp_nono.counting.result import Wants
    from asp_nono.grid import PartialGrid
    from asp_nono.logic.explain import Options


@dataclass(frozen=True, kw_only=True)
class RecipeJob(PuzzleJob):
    """A job for which clingo gets a puzzle by a recipe."""

    recipe: str | None = None
    recipes: Path | None = option(None, only="cli")
    encoding: tuple[Path, ...] = option((), only="cli")
    deductions: str | None = None

    @cached_property
    def chosen(self) -> "Recipe":
        """The recipe; AspNonoError if there is none, or an option or an encoding cannot be used."""
        from asp_nono.asp.recipes import DEFAULT, recipe_among, recipe_of

        if self.recipe and self.encoding:
            raise PuzzleError("--recipe and --encoding exclude each other; choose one")
        if self.encoding:
            found = recipe_of(self.encoding)
        else:
            found = recipe_among(self.recipe or DEFAULT, self.recipes)
        for remark in found.remarks() if found.own else ():
            warn(remark, PuzzleWarning, stacklevel=2)
        return self._adjusted(found.with_deductions(self.deductions))

    def _adjusted(self, found: "Recipe") -> "Recipe":
        """The recipe with more options of the job."""
        return found


@dataclass(frozen=True, kw_only=True)
class SearchJob(RecipeJob):
    """A job for which clingo searches, or grounds, with options of the user's choice."""

    const: tuple[str, ...] = option((), only="cli")
    clingo: str = option("", only="cli")
    parts: Literal["lines", "steps"] | None = option(None, only="cli")
    seed: int | None = option(None, ge=0, lt=2**31, only="cli")
    stats: bool = option(False, only="cli")

    @property
    def clingo_seed(self) -> int | None:
        """The seed of clingo."""
        return self.seed

    def _adjusted(self, found: "Recipe") -> "Recipe":
        seed = [] if self.clingo_seed is None else [f"--seed={self.clingo_seed}"]
        if not (self.const or self.clingo or self.parts or seed):
            return found
        from asp_nono.asp.program import require_options

        words = [*_words(self.clingo), *seed]
        pairs = tuple(one.partition("=")[::2] for one in self.const)
        own = {word.partition("=")[0] for word in words}
        kept = (word for word in found.options if word.partition("=")[0] not in own)
        made = replace(
            found, options=(*kept, *words), constants=pairs, parts=self.parts or found.parts
        )
        for remark in require_options(made):
            warn(remark, PuzzleWarning, stacklevel=2)
        return made


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise PuzzleError(f"--clingo {text!r}: {str(error).lower()}") from None


@dataclass(frozen=True, kw_only=True)
class Check(SearchJob):
    """Decide whether a puzzle has exactly one solution."""

    start = "start"
    goal: bool = option(False, only="cli")
    proof: Path | None = option(None, only="cli")


@dataclass(frozen=True, kw_only=True)
class Verify(Job):
    """Verify a certificate."""

    of: str | None = option(None, only="cli")
    dimacs: Path | None = option(None, only="cli")


@dataclass(frozen=True, kw_only=True)
class Solve(SearchJob):
    """Find solutions of a puzzle."""

    start = "start"
    most: int = option(2, ge=1)
    all: bool = False
    difference: bool = option(False, only="cli")

    @property
    def wanted(self) -> int:
        """The number of solutions after which to stop; 0 for all."""
        return 0 if self.all else self.most


@dataclass(frozen=True, kw_only=True)
class Count(SearchJob):
    """Count the solutions of a puzzle."""

    start = "start"
    up_to: int | None = option(None, ge=1)
    method: Literal["auto", "topdown", "frontier", "enumerate", "ganak", "d4"] = "auto"
    nth: tuple[int, ...] = option((), ge=1)
    sample: int = option(0, ge=0)
    seed: int | None = option(None, ge=0, lt=2**31)
    shares: bool = option(False, only="studio")
    approximate: bool = option(False, only="cli")
    heatmap: str | None = option(None, only="cli")

    @property
    def wants(self) -> "Wants":
        """What is wanted besides the number."""
        from asp_nono.counting.result import Wants

        return Wants(tuple(rank - 1 for rank in self.nth), self.sample, self.seed or 0, self.shares)

    @property
    def clingo_seed(self) -> int | None:
        """The seed of clingo, if it does not draw solutions."""
        return None if self.sample else self.seed

    def options(self) -> dict[str, Any]:
        """The options of the library call."""
        most, wants = self.up_to or 0, self.wants
        return {"most": most, "method": self.method, "recipe": self.chosen, "wants": wants}


@dataclass(frozen=True, kw_only=True)
class Export(RecipeJob):
    """Write a puzzle for other solvers."""

    to: Literal["xcsp3", "minizinc", "dimacs", "aspif"] = option("xcsp3", only="cli")


@dataclass(frozen=True, kw_only=True)
class Facts(RecipeJob):
    """Write a puzzle as facts for clingo."""

    dialect: str | None = option(None, only="cli")


@dataclass(frozen=True, kw_only=True)
class Solutions(PuzzleJob):
    """Give some solutions by number where all can be counted, else one by one."""

    first: str = option("0", pattern=r"^[0-9]{1,1000}$")
    most: int = option(1, ge=1, le=100)


@dataclass(frozen=True, kw_only=True)
class Explain(PuzzleJob):
    """Explain how a person can solve a puzzle, step by step."""

    start = "start"
    order: str = "easiest"
    depth: int = option(2, ge=0, le=2)
    search: bool = True
    compare: bool = option(False, only="cli")
    full: bool = option(False, only="cli")
    output: str | None = option(None, only="cli")
    moving: bool = option(False, only="cli")

    def options(self, start: "PartialGrid | None") -> "Options":
        """The options of the library call."""
        return {"start": start, "order": self.order, "depth": self.depth, "search": self.search}


@dataclass(frozen=True, kw_only=True)
class Difficulty(PuzzleJob):
    """Rate how difficult and how tedious a puzzle is."""


@dataclass(frozen=True, kw_only=True)
class Hint(PuzzleJob):
    """Give the easiest next step from a grid, or say that it has an error."""

    start = "grid"
    tell: Literal["where", "rule", "cells"] = "where"
    errors: bool = option(False, only="cli")


@dataclass(frozen=True, kw_only=True)
class Errors(PuzzleJob):
    """Say whether a grid has an error, and on request in which cells."""

    start = "grid"
    tell: Literal["whether", "cells"] = "whether"


@dataclass(frozen=True, kw_only=True)
class Why(PuzzleJob):
    """Name the fewest clues that force the color of a cell, or, without a cell, that clash."""

    patience = 30.0
    cell: tuple[int, int] | None = option(None, ge=1)
    clash: bool = option(False, only="cli")
