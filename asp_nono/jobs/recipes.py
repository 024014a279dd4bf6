"""Jobs with a recipe: the options that choose it."""

import shlex
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from warnings import warn

from asp_nono.jobs import F, PuzzleJob, option
from asp_nono.messages import EncodingError, ProgramWarning, PuzzleError, PuzzleWarning
from asp_nono.run.limits import Limits, StoppedError

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Recipe

_TRIAL = Limits(5.0, 1024)  # for a small board, on which the same may go wrong


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
        if found.own:
            from asp_nono.asp.diagnosis.recipes import remarks

            for remark in remarks(found):
                warn(remark, stacklevel=2)
        return self._adjusted(found.with_deductions(self.deductions))

    def find(self, *inputs: Any, **how: Any) -> F:  # noqa: ANN401 - as the job has them
        """See `Job`; where grounding did not end, a warning names the rule that is so large."""
        found = super().find(*inputs, **how)
        stopped = getattr(found, "stop", None) and getattr(found, "ground_seconds", None) == 0
        if stopped and self.chosen.own:
            from asp_nono.asp.ground_profile import explosive
            from asp_nono.run.pool import Children

            with Children(limits=_TRIAL) as pool, suppress(EncodingError, StoppedError):
                if large := pool.call(explosive, self.chosen):
                    place = large.file, large.line, large.column
                    warn(ProgramWarning(*place, large.reason), stacklevel=2)
        return found

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
