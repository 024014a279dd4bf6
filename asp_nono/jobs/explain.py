"""Jobs that explain a puzzle or a line: steps, difficulty, hints, errors, reasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from asp_nono.draw.picture import Draw
from asp_nono.formats.source import MAX_SIDE
from asp_nono.jobs import Job, PuzzleJob, Start, option
from asp_nono.puzzle import Puzzle
from asp_nono.run import Work, once

if TYPE_CHECKING:
    from asp_nono.logic.clue_sets import WhyResult
    from asp_nono.logic.difficulty import Rating
    from asp_nono.logic.hint import HintResult
    from asp_nono.logic.line import LineResult
    from asp_nono.logic.steps import Explanation


@dataclass(frozen=True, slots=True, kw_only=True)
class Explain(PuzzleJob["Explanation"]):
    """Explain how a person can solve a puzzle, step by step."""

    piecewise = True
    start = "start"
    order: str = option(
        "easiest", metavar="NAME", help="The order of lines: easiest, score, index, turns or queue."
    )
    depth: int = option(
        2,
        ge=0,
        le=2,
        metavar="N",
        help="Depth of look-ahead: how many cells may be assumed at the same time (0, 1 or 2).",
    )
    search: bool = option(
        True,
        off="Stop when look-ahead finds nothing more, without a search.",
        help="Search with clingo when look-ahead finds nothing more.",
    )

    def run(self, puzzle: Puzzle, start: Start = None) -> Work["Explanation"]:
        """See `PuzzleJob`."""
        from asp_nono.logic.explain import ExplainOptions, begun, explanations

        how = ExplainOptions(start=start, order=self.order, depth=self.depth, search=self.search)
        return Work(partial(explanations, puzzle, how), begun(puzzle, how))

    def news(self, found: "Explanation") -> dict[str, Any]:
        """The step that is new; see `PuzzleJob`."""
        return {} if found.whole else {"step": found.steps[-1].to_json(found.puzzle)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty(PuzzleJob["Rating"]):
    """Rate how difficult and how tedious a puzzle is."""

    def run(self, puzzle: Puzzle, _: Start = None) -> Work["Rating"]:
        """See `PuzzleJob`."""
        from asp_nono.logic.difficulty import Rating, ratings

        return Work(partial(ratings, puzzle), Rating())

    def values(self, found: "Rating") -> dict[str, Any]:
        """The rating behind the verdict; see `PuzzleJob`."""
        return {"verdict": str(found.verdict), **found.to_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint(PuzzleJob["HintResult"]):
    """Give the easiest next step from a grid, or say that it has an error."""

    start = "grid"
    tell: Literal["where", "rule", "cells"] = option(
        "where",
        help="How much to show: the line, also the rule, or also the cells and the reason.",
    )
    errors: bool = option(False, only="cli", help="Name the wrong cells.")

    def run(self, puzzle: Puzzle, start: Start = None) -> Work["HintResult"]:
        """See `PuzzleJob`."""
        from asp_nono.logic.hint import HintResult, hint

        return Work(partial(once, partial(hint, puzzle, start)), HintResult(puzzle=puzzle))

    def text(self, found: "HintResult", name: str, draw: Draw) -> Iterator[str]:
        """The hint, as strong as it may be; see `PuzzleJob`."""
        del name, draw
        yield from found.lines(self.tell, errors=self.errors)

    def to_json(self, found: "HintResult") -> dict[str, Any]:
        """No more than the hint may show; see `PuzzleJob`."""
        return found.to_json(self.tell, errors=self.errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors(PuzzleJob["HintResult"]):
    """Say whether a grid has an error, and on request in which cells."""

    start = "grid"
    tell: Literal["whether", "cells"] = option(
        "whether", help="Say only whether there is an error, or list the wrong cells too."
    )

    def run(self, puzzle: Puzzle, start: Start = None) -> Work["HintResult"]:
        """See `PuzzleJob`."""
        from asp_nono.logic.hint import HintResult, judge

        return Work(partial(once, partial(judge, puzzle, start)), HintResult(puzzle=puzzle))

    def to_json(self, found: "HintResult") -> dict[str, Any]:
        """The wrong cells only on request; see `PuzzleJob`."""
        return found.to_json("where", errors=self.tell == "cells")


@dataclass(frozen=True, slots=True, kw_only=True)
class Why(PuzzleJob["WhyResult"]):
    """Name the fewest clues that force the color of a cell, or, without a cell, that clash."""

    patience = 30.0
    cell: tuple[int, int] | None = option(
        None, ge=1, metavar="X,Y", help="Explain why the cell in column X and row Y has its color."
    )

    def run(self, puzzle: Puzzle, _: Start = None) -> Work["WhyResult"]:
        """See `PuzzleJob`."""
        from asp_nono.logic.clue_sets import WhyResult, whys

        return Work(partial(whys, puzzle, self.cell), WhyResult(puzzle=puzzle, cell=self.cell))

    def values(self, found: "WhyResult") -> dict[str, Any]:
        """With the steps that derive the color, once no clue can be left out; see `PuzzleJob`."""
        values = found.to_json()
        if values.get("minimal"):
            values["steps"] = [step.to_json(found.puzzle) for step in found.steps()]
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainLine(Job["LineResult"]):
    """List the patterns of one line, and explain which cells they decide."""

    width: int | None = option(
        None, ge=1, le=MAX_SIDE, metavar="N", help="The number of cells, if CELLS is not given."
    )
    all: bool = option(False, help="List all patterns, up to 100000 (default: the first 20).")
    count: bool = option(False, help="Print only the number of patterns.")

    def run(self, clue: str, cells: str | None = None) -> Work["LineResult"]:
        """The clue as it is typed, and the known cells if there are some; see `Job`.

        PuzzleError if they are not written as they should be.
        """
        from asp_nono.logic.line import LISTED, counted_line, line_results

        most = 0 if self.count else None if self.all else LISTED
        begun = counted_line(clue, cells, self.width)
        return Work(partial(line_results, clue, cells, self.width, most), begun)

    def text(self, found: "LineResult", name: str, draw: Draw) -> Iterator[str]:
        """Only the number of patterns if that is wanted; see `Job`."""
        yield from [str(found.count)] if self.count else found.text(name, draw)
