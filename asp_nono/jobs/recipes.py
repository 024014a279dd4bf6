"""Jobs with a recipe: the options that choose it, what it reads, and what its grounding takes."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from warnings import warn

from asp_nono.jobs import F, Job, PuzzleJob, Start, option
from asp_nono.messages import Message, PuzzleError, PuzzleWarning, UnknownNameError
from asp_nono.puzzle import Puzzle
from asp_nono.run import Work, once
from asp_nono.run.snapshots import Written

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Recipe
    from asp_nono.lab.grounding import Grounded, GrowthResult
    from asp_nono.lab.strength import StrengthResult

_DIALECTS = ("ours", "classic")  # of facts that are written


@dataclass(frozen=True, kw_only=True)
class RecipeJob(PuzzleJob[F]):
    """A job for which clingo gets a puzzle by a recipe."""

    recipe: str | None = option(
        None,
        metavar="NAME",
        help="Encodings, deductions and options by name (default: order); see `encodings list`.",
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
        help="How much line logic passes to the encoding as facts: none, bounds, line or probe.",
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
            warn(PuzzleWarning(remark), stacklevel=2)
        return self._adjusted(found.with_deductions(self.deductions))

    def _adjusted(self, found: "Recipe") -> "Recipe":
        """The recipe with more options of the job."""
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchJob(RecipeJob[F]):
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
            warn(PuzzleWarning(remark), stacklevel=2)
        return made


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise PuzzleError(
            "options of clingo, {text}: {reason}", text=repr(text), reason=str(error).lower()
        ) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Export(RecipeJob[Written]):
    """Write a puzzle for other solvers."""

    to: Literal["xcsp3", "minizinc", "dimacs", "aspif"] = option(
        "xcsp3", only="cli", help="The format to write."
    )

    def work(self, puzzle: Puzzle, _: Start = None) -> Work[Written]:
        """See `Job`."""
        return Work(partial(self._written, puzzle), Written())

    def _written(self, puzzle: Puzzle) -> Iterator[Written]:
        from asp_nono.aspcount.export import export

        yield Written(content=export(puzzle, self.to, self.chosen))


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(RecipeJob[Written]):
    """Write a puzzle as facts for clingo."""

    start = "start"
    dialect: str | None = option(
        None,
        only="cli",
        metavar="NAME",
        help="ours: the facts that the recipe reads; classic: those of the 2008 program.",
    )

    def work(self, puzzle: Puzzle, start: Start = None) -> Work[Written]:
        """See `Job`; PuzzleError if line logic shows that there is no solution."""
        self.require()
        return Work(partial(self._written, puzzle, start), Written())

    def require(self) -> None:
        """Raise what is wrong with the options: an AspNonoError."""
        if self.dialect not in (None, *_DIALECTS):
            raise UnknownNameError("dialect", self.dialect, _DIALECTS)
        self.chosen  # noqa: B018 - raises what is wrong with it

    def _written(self, puzzle: Puzzle, start: Start) -> Iterator[Written]:
        from asp_nono.asp.deductions import open_puzzle
        from asp_nono.asp.facts import CLASSIC, PUZZLE, facts_text, wanted

        classic = self.dialect == "classic"
        left = open_puzzle(puzzle, "none" if classic else self.chosen.deductions, start)
        signatures = CLASSIC if classic else wanted(self.chosen, puzzle)
        signatures |= frozenset() if signatures & CLASSIC else PUZZLE
        if isinstance(left, Message):
            raise PuzzleError(
                "no facts with deductions, because there is no solution: {reason}", reason=left
            )
        yield Written(content=facts_text(left, signatures))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground(SearchJob["Grounded"]):
    """Measure which rules of an encoding take the time of grounding."""

    child = True

    def work(self, puzzle: Puzzle, _: Start = None) -> Work["Grounded"]:
        """See `Job`."""
        from asp_nono.lab.grounding import Grounded, grounded

        found = partial(grounded, puzzle, self.chosen)
        return Work(partial(once, found), Grounded(recipe=self.chosen.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth(Job["GrowthResult"]):
    """Measure how the ground programs of encodings grow with the puzzle."""

    def work(self, *recipes: "Recipe") -> Work["GrowthResult"]:
        """See `Job`."""
        from asp_nono.lab.grounding import GrowthResult, ground_growth

        begun = GrowthResult(names=tuple(recipe.name for recipe in recipes))
        return Work(partial(ground_growth, recipes), begun)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength(Job["StrengthResult"]):
    """Measure how much of complete line solving the propagation of an encoding finds."""

    longest: int = option(
        10,
        ge=1,
        le=11,
        only="cli",
        metavar="N",
        help="Test lines of up to N cells; each additional cell takes about four times as long.",
    )

    def work(self, recipe: "Recipe") -> Work["StrengthResult"]:
        """See `Job`."""
        from asp_nono.lab.strength import StrengthResult, strength

        return Work(partial(strength, recipe, self.longest), StrengthResult(name=recipe.name))
