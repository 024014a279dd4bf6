"""Jobs that solve a puzzle and count its solutions."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from warnings import warn

from asp_nono.errors import PuzzleError, PuzzleWarning
from asp_nono.jobs import PuzzleJob, option

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Recipe
    from asp_nono.counting.result import Wants


@dataclass(frozen=True, kw_only=True)
class RecipeJob(PuzzleJob):
    """A job for which clingo gets a puzzle by a recipe."""

    recipe: str | None = None
    encoding: tuple[Path, ...] = option((), only="cli")
    deductions: str | None = option(None, old=("--hints", "hints"))

    @cached_property
    def chosen(self) -> "Recipe":
        """The recipe.

        Raises:
            PuzzleError: If both a recipe and encodings are named.
            AspNonoError: If there is no such recipe, or an encoding cannot be used.
        """
        from asp_nono.asp.recipes import DEFAULT, recipe, recipe_of

        if self.recipe and self.encoding:
            raise PuzzleError("--recipe and --encoding exclude each other; choose one")
        if not self.encoding:
            return recipe(self.recipe or DEFAULT).with_deductions(self.deductions)
        found = recipe_of(self.encoding).with_deductions(self.deductions)
        for remark in found.remarks():  # also reports faults where line logic is enough
            warn(remark, PuzzleWarning, stacklevel=2)
        return found


@dataclass(frozen=True, kw_only=True)
class Check(RecipeJob):
    """Decide whether a puzzle has exactly one solution."""

    start = "start"
    goal: bool = option(False, only="cli")


@dataclass(frozen=True, kw_only=True)
class Solve(RecipeJob):
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
class Count(RecipeJob):
    """Count the solutions of a puzzle."""

    start = "start"
    up_to: int | None = option(None, ge=1)
    method: Literal["auto", "topdown", "frontier", "enumerate", "ganak", "d4"] = "auto"
    nth: tuple[int, ...] = option((), ge=1)
    sample: int = option(0, ge=0)
    seed: int = option(0, ge=0)
    shares: bool = option(False, only="studio")
    approximate: bool = option(False, only="cli")
    heatmap: str | None = option(None, only="cli")

    @property
    def wants(self) -> "Wants":
        """What is wanted besides the number."""
        from asp_nono.counting.result import Wants

        return Wants(tuple(rank - 1 for rank in self.nth), self.sample, self.seed, self.shares)

    def options(self) -> dict[str, Any]:
        """The options of the library call."""
        most, wants = self.up_to or 0, self.wants
        return {"most": most, "method": self.method, "recipe": self.chosen, "wants": wants}


@dataclass(frozen=True, kw_only=True)
class Facts(RecipeJob):
    """Write a puzzle as facts for clingo."""

    dialect: str | None = option(None, only="cli")


@dataclass(frozen=True, kw_only=True)
class Solutions(PuzzleJob):
    """Give some solutions by number where all can be counted, else one by one."""

    first: str = option("0", pattern=r"^[0-9]{1,1000}$")
    most: int = option(1, ge=1, le=100)
