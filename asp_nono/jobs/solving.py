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


@dataclass(frozen=True, kw_only=True)
class RecipeJob(PuzzleJob[Any]):
    """A job for which clingo gets a puzzle by a recipe."""

    recipe: str | None = option(
        None,
        metavar="NAME",
        help=("Encodings, deductions and options by name (default: order); see `encodings list`."),
    )
    recipes: Path | None = option(
        None,
        only="cli",
        metavar="FILE",
        help=(
            "Your own recipes: a file such as recipes.toml, or a folder with that file or "
            "with encodings (default: ./recipes.toml, if there is one)."
        ),
    )
    encoding: tuple[Path, ...] = option(
        (),
        only="cli",
        metavar="FILE.lp",
        help="Your own encodings instead of a recipe; may be repeated.",
    )
    deductions: str | None = option(
        None,
        metavar="LEVEL",
        help=("How much line logic passes to the encoding as facts: none, bounds, line or probe."),
    )

    @cached_property
    def chosen(self) -> "Recipe":
        """The recipe; AspNonoError if there is none, or an option or an encoding cannot be used."""
        from asp_nono.asp.recipes import DEFAULT, recipe_among, recipe_of

        if self.recipe and self.encoding:
            raise PuzzleError("a recipe and encodings of your own exclude each other; choose one")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchJob(RecipeJob):
    """A job for which clingo searches, or grounds, with options of the user's choice."""

    const: tuple[str, ...] = option(
        (),
        only="cli",
        flag="-c",
        metavar="NAME=VALUE",
        help="Set a constant of the encoding; may be repeated.",
    )
    clingo: str = option(
        "",
        only="cli",
        metavar="OPTIONS",
        help="Options for clingo, in quotes, as on its own command line.",
    )
    parts: Literal["lines", "steps"] | None = option(
        None,
        only="cli",
        help=(
            "How to ground the #program parts of a multi-shot encoding: a part line(L) for "
            "each line L, or steps until there is an answer set."
        ),
    )
    seed: int | None = option(
        None, ge=0, lt=2**31, only="cli", metavar="NUMBER", help="The seed of clingo."
    )
    stats: bool = option(
        False,
        only="cli",
        help=(
            "Print the size of the ground program, clingo's choices, conflicts and "
            "restarts, and the time of each stage."
        ),
    )

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
        template, reason = "options of clingo, {text}: {reason}", str(error).lower()
        raise PuzzleError(template, text=repr(text), reason=reason) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(SearchJob):
    """Decide whether a puzzle has exactly one solution."""

    start = "start"
    goal: bool = option(
        False, only="cli", help="Compare the solutions with the designer's picture."
    )
    proof: Path | None = option(
        None,
        only="cli",
        metavar="FILE",
        help="Write a certificate of the verdict of one puzzle, which `verify` checks.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify(Job[Any]):
    """Verify a certificate."""

    of: str | None = option(
        None, only="cli", metavar="FILE", help="Require the clues and given cells of this puzzle."
    )
    dimacs: Path | None = option(
        None,
        only="cli",
        metavar="FILE",
        help="Write the formula that the proof refutes, with the meaning of its variables.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Solve(SearchJob):
    """Find solutions of a puzzle."""

    start = "start"
    most: int = option(
        2,
        ge=1,
        flag="-n",
        metavar="N",
        help="Stop after N solutions; two are enough to see that there is more than one.",
    )
    all: bool = option(False, help="Find all solutions.")
    difference: bool = option(
        False,
        only="cli",
        help="Draw where the first two solutions differ, instead of the solutions.",
    )

    @property
    def wanted(self) -> int:
        """The number of solutions after which to stop; 0 for all."""
        return 0 if self.all else self.most


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(SearchJob):
    """Count the solutions of a puzzle."""

    start = "start"
    up_to: int | None = option(
        None, ge=1, metavar="N", help="Enumerate solutions, and stop after N of them."
    )
    method: Literal["auto", "topdown", "frontier", "enumerate", "ganak", "d4"] = option(
        "auto", help="The method; auto chooses the fastest."
    )
    nth: tuple[int, ...] = option(
        (),
        ge=1,
        metavar="N",
        help=(
            "Draw solution N, in a fixed order, without enumerating those before it; may be"
            " repeated."
        ),
    )
    sample: int = option(
        0, ge=0, metavar="N", help="Draw N solutions at random, uniformly and independently."
    )
    seed: int | None = option(
        None, ge=0, lt=2**31, metavar="NUMBER", help="The seed of random solutions, or of clingo."
    )
    shares: bool = option(
        False, only="studio", help="For each cell, count the solutions that color it."
    )
    approximate: bool = option(
        False, only="cli", help="Estimate the number of the recipe's answers instead of counting."
    )
    heatmap: str | None = option(
        None,
        only="cli",
        metavar="FILE",
        help="Draw the share of solutions that color each cell: FILE.svg, .png or .pdf.",
    )

    @property
    def wants(self) -> "Wants":
        """The results to compute besides the number."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Export(RecipeJob):
    """Write a puzzle for other solvers."""

    to: Literal["xcsp3", "minizinc", "dimacs", "aspif"] = option(
        "xcsp3", only="cli", help="The format to write."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(RecipeJob):
    """Write a puzzle as facts for clingo."""

    dialect: str | None = option(
        None,
        only="cli",
        metavar="NAME",
        help="ours: the facts that the recipe reads; classic: those of the 2008 program.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions(PuzzleJob[Any]):
    """Give some solutions by number where all can be counted, else one by one."""

    first: str = option(
        "0", pattern=r"^[0-9]{1,1000}$", help="The number of the first solution, from 0."
    )
    most: int = option(1, ge=1, le=100, help="The number of solutions to list.")
