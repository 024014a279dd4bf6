"""`asp-nono solve` and `count`: solutions, and how many there are."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import click

from asp_nono.cli import Command, options
from asp_nono.cli.drawing import DRAWN, Gallery, ending, gallery
from asp_nono.cli.inputs import Batch, Item, batch
from asp_nono.cli.output import say
from asp_nono.draw.picture import Difference, Draw
from asp_nono.grid import Grid
from asp_nono.jobs import option
from asp_nono.jobs.solutions import CountSolutions, ProveCount, Solve
from asp_nono.messages import NOTHING, Message, PuzzleError, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Result, Verdict

if TYPE_CHECKING:
    from asp_nono.counting.result import Count
    from asp_nono.proof.certificate import Proven


@dataclass(frozen=True, slots=True, kw_only=True)
class _SolveOptions(options.Statistics):
    """What `solve` shows beside the solutions."""

    difference: bool = option(
        False, help="Draw where the first two solutions differ, instead of the solutions."
    )


@dataclass(slots=True)
class _Solving:
    """Shows the solutions of one puzzle after the other, each as it is found."""

    gallery: Gallery  #: where pictures go
    shown: _SolveOptions
    as_json: bool  #: print JSON objects; pictures go to files only
    _title: str = ""
    _kept: list[Grid] = field(default_factory=list)

    @property
    def _drawn(self) -> bool:
        """Whether pictures go to standard output, with words about them."""
        return not self.as_json and self.gallery.printed and not self.gallery.bare

    def before(self, item: Item) -> None:
        """Begin with a puzzle."""
        self._title, self._kept = _title(item.name, item.sound), []

    def each(self, _: Item, found: Result) -> None:
        """Show a solution that is new; an object holds all of them."""
        if found.latest and self.as_json:
            self._kept.append(found.latest)
        elif found.latest:
            self._put(found.puzzle, found.latest, found.number)

    def _put(self, puzzle: Puzzle, solution: Grid, number: int) -> None:
        if self.shown.difference:
            return
        if self._drawn and number == 1:
            say(self._title)
        self.gallery.put(puzzle, solution, f"Solution {number}")

    def text(self, found: Result, name: str, _: Draw) -> Iterator[str]:
        """What is to be seen beside the solutions; then words about them."""
        if self._drawn and (self.shown.difference or not found.number):
            say(self._title)
        if self._drawn and found.stopped:
            self.gallery.put(found.puzzle, found.certain, "Certain")
        self._compare(found)
        yield from (f"{name}: {part}" for part in found.conclusion())
        if self.shown.stats:
            yield from found.statistics_text()

    def to_json(self, found: Result) -> dict[str, Any]:
        """The object; the solutions are drawn where they go to files."""
        found = replace(found, solutions=tuple(self._kept))
        if not self.gallery.printed:
            for number, solution in enumerate(found.solutions, 1):
                self._put(found.puzzle, solution, number)
            self._compare(found)
        return found.to_json(solutions=True, stats=self.shown.stats)

    def _compare(self, found: Result) -> None:
        if self.shown.difference and found.verdict is Verdict.MULTIPLE:
            one, other = found.solutions[:2]
            self.gallery.put(found.puzzle, Difference(one, other), "Solutions 1 and 2")


@click.command("solve", cls=Command)
@options.of(Solve)
@options.of(_SolveOptions, "shown")
@gallery
@batch(options.from_saved)
def solve(job: Solve, shown: _SolveOptions, gallery: Gallery, batch: Batch) -> int:
    """Print or draw the solutions of puzzles, and print the verdict.

    If a limit or Ctrl-C stops the search, solve draws the cells that are already certain.
    """
    job.chosen  # noqa: B018 - reports what is wrong with it before any puzzle is read
    solving = _Solving(gallery, shown, batch.as_json)
    status = batch.run(
        job,
        view=solving,
        before=solving.before,
        each=solving.each,
        aside=lambda _: gallery.bare,
    )
    gallery.finish()
    return status


@dataclass(frozen=True, slots=True, kw_only=True)
class _CountOptions(options.Proof):
    """What `count` gives beside the number, or instead of it."""

    heatmap: str | None = option(
        None,
        metavar="FILE",
        help="Draw the share of solutions that color each cell: FILE.svg, .png or .pdf.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counted:
    """How a count is shown."""

    job: CountSolutions
    stats: bool
    proof: bool

    def text(self, found: "Count | Proven[Count]", name: str, draw: Draw) -> Iterator[str]:
        """The number; why it is not proven, and the statistics, below."""
        result, unproven = _parts(found)
        yield from result.text(name, draw)
        if unproven:
            yield f"  no proof: {unproven}"
        if self.stats:
            yield from result.statistics_text()

    def to_json(self, found: "Count | Proven[Count]") -> dict[str, Any]:
        """The same as values."""
        result, unproven = _parts(found)
        value = result.to_json(picked=bool(self.job.wants), stats=self.stats)
        return value | (with_messages(proof=unproven) if self.proof else {})


def _parts(found: "Count | Proven[Count]") -> tuple["Count", Message]:
    """The count, and why it is not proven."""
    from asp_nono.counting.result import Count

    return (found, NOTHING) if isinstance(found, Count) else (found.result, found.unproven)


@click.command("count", cls=Command)
@options.of(CountSolutions)
@options.of(_CountOptions, "beside")
@gallery
@batch(options.from_saved)
def count(job: CountSolutions, beside: _CountOptions, gallery: Gallery, batch: Batch) -> int:
    """Count the solutions of puzzles, however many there are.

    A count that is stopped early is printed as "at least N", with the methods tried. With --up-to,
    --recipe or --encoding, count enumerates the solutions.

    --method ganak or d4, and --approximate with another recipe, need: pip install 'asp-nono[count]'
    """
    _require_agreement(job, beside)
    view = _Counted(job=job, stats=beside.stats, proof=beside.proof is not None)
    if beside.proof is not None:
        return batch.prove(ProveCount(method=job.method), beside.proof, view)
    heat = None if beside.heatmap is None else Gallery(beside.heatmap)
    job = replace(job, shares=heat is not None)
    job.chosen  # noqa: B018 - reports what is wrong with it before any puzzle is read

    def after(item: Item, found: "Count") -> None:
        if not (batch.as_json and gallery.printed):
            for name, grid in found.picked:
                gallery.put(item.sound, grid, name)
        if heat and found.shares:
            heat.put(item.sound, found.shares)

    status = batch.run(job, view=view, after=after, aside=lambda _: gallery.bare)
    gallery.finish()
    if heat:
        heat.finish()
    return status


def _require_agreement(job: CountSolutions, beside: _CountOptions) -> None:
    if beside.heatmap is not None and ending(beside.heatmap) not in DRAWN:
        raise PuzzleError(
            "--heatmap {file}: a heat map is drawn as .svg, .png or .pdf", file=beside.heatmap
        )
    chosen = job.recipe or job.encoding or job.clingo or job.const or job.up_to
    enumerates = job.method == "enumerate" or (job.method == "auto" and chosen)
    if job.seed is not None and not (job.sample or job.approximate or enumerates):
        raise PuzzleError("--seed is for --sample N, --approximate, or a count that enumerates")
    if job.method in ("ganak", "d4") and (job.clingo or job.seed is not None):
        raise PuzzleError("--method {method} does not search with clingo", method=job.method)
    if job.approximate and (job.up_to or job.method != "auto"):
        raise PuzzleError("--approximate excludes all other ways to count")
    if beside.proof is not None:
        others = (job.wants, beside.heatmap, chosen, job.approximate)
        if any(others) or job.method not in ("auto", "topdown", "frontier"):
            raise PuzzleError("--proof is for exact counts by auto, topdown or frontier, alone")
    if job.approximate and (job.wants or beside.heatmap):
        raise PuzzleError("--approximate gives a number and no solutions")


def _title(name: str, puzzle: Puzzle) -> str:
    title = [f'"{puzzle.title}"'] if puzzle.title else []
    about = " ".join(title + ([f"by {puzzle.author}"] if puzzle.author else []))
    return f"{name}: {about}{', ' * bool(about)}{puzzle.width}x{puzzle.height}\n"
