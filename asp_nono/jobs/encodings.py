"""Jobs on encodings: what they read, what their grounding takes, and how strong they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from asp_nono.jobs import F, Job, Start, option
from asp_nono.jobs.recipes import RecipeJob, SearchJob
from asp_nono.messages import Message, PuzzleError, UnknownNameError
from asp_nono.puzzle import Puzzle
from asp_nono.run import Work, once
from asp_nono.run.snapshots import Written

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Recipe
    from asp_nono.lab.grounding import Grounded, GrowthResult
    from asp_nono.lab.sides import SideBySide
    from asp_nono.lab.strength import StrengthResult
    from asp_nono.lab.strengthen import StrengthenResult

_DIALECTS = ("ours", "classic")  # of facts that are written


@dataclass(frozen=True, slots=True, kw_only=True)
class Export(RecipeJob[Written]):
    """Write a puzzle for other solvers."""

    to: Literal["xcsp3", "minizinc", "dimacs", "aspif"] = option(
        "xcsp3", only="cli", help="The format to write."
    )

    def run(self, puzzle: Puzzle, _: Start = None) -> Work[Written]:
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

    def run(self, puzzle: Puzzle, start: Start = None) -> Work[Written]:
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

    def run(self, puzzle: Puzzle, _: Start = None) -> Work["Grounded"]:
        """See `Job`."""
        from asp_nono.lab.grounding import Grounded, grounded

        found = partial(grounded, puzzle, self.chosen)
        return Work(partial(once, found), Grounded(recipe=self.chosen.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth(Job["GrowthResult"]):
    """Measure how the ground programs of encodings grow with the puzzle."""

    def run(self, *recipes: "Recipe") -> Work["GrowthResult"]:
        """See `Job`."""
        from asp_nono.lab.grounding import GrowthResult, ground_growth

        begun = GrowthResult(names=tuple(recipe.name for recipe in recipes))
        return Work(partial(ground_growth, recipes), begun)


@dataclass(frozen=True, slots=True, kw_only=True)
class _OnLines(Job[F]):
    """A measurement on all short lines of a kind."""

    longest: int | None = option(
        None,
        ge=1,
        le=11,
        only="cli",
        metavar="N",
        help="Test lines of up to N cells (default: 10; 5 in two colors, 4 in three; with blotted "
        "blocks 8, 4 and 3; with a theory 5, 3 and 2); each additional cell takes about four times "
        "as long, and more in several colors.",
    )
    colors: int = option(
        1, ge=1, le=3, only="cli", metavar="K", help="Test lines in K block colors."
    )
    blotted: bool = option(
        False, only="cli", help="Test lines with blotted blocks instead of those without."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength(_OnLines["StrengthResult"]):
    """Measure how much of complete line solving the propagation of an encoding finds."""

    def run(self, recipe: "Recipe") -> Work["StrengthResult"]:
        """See `Job`."""
        from asp_nono.lab.strength import LineKind, StrengthResult, strength

        lines = LineKind(self.colors, self.blotted)
        begun = StrengthResult(name=recipe.name, lines=lines)
        return Work(partial(strength, recipe, self.longest, lines), begun)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySideStrength(_OnLines["SideBySide"]):
    """Measure two encodings side by side; see `Strength`."""

    def run(self, first: "Recipe", second: "Recipe") -> Work["SideBySide"]:
        """See `Job`."""
        from asp_nono.lab.sides import SideBySide, side_by_side
        from asp_nono.lab.strength import LineKind, StrengthResult

        lines = LineKind(self.colors, self.blotted)
        begun = [StrengthResult(name=recipe.name, lines=lines) for recipe in (first, second)]
        both = partial(side_by_side, first, second, self.longest, lines)
        return Work(both, SideBySide(sides=(begun[0], begun[1])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Strengthen(Job["StrengthenResult"]):
    """Find redundant constraints with which the propagation of an encoding finds more."""

    longest: int = option(
        5,
        ge=1,
        le=8,
        only="cli",
        metavar="N",
        help="Measure on lines of up to N cells; each additional cell takes about four times as"
        " long.",
    )
    checked: int = option(
        8,
        ge=1,
        le=11,
        only="cli",
        metavar="N",
        help="Take a constraint only if no answer for a line of up to N cells violates it.",
    )

    def run(self, recipe: "Recipe") -> Work["StrengthenResult"]:
        """See `Job`."""
        from asp_nono.lab.strengthen import StrengthenResult, strengthen

        begun = StrengthenResult(name=recipe.name, longest=self.longest, checked=self.checked)
        return Work(partial(strengthen, recipe, self.longest, self.checked), begun)
