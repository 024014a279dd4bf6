"""`asp-nono solve` and `count`: solutions, and how many there are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count as numbers
from typing import TYPE_CHECKING

import click

from asp_nono.cli import Command, options
from asp_nono.cli.check import effort_text, goal_text, statistics_text, verdict_text
from asp_nono.cli.drawing import DRAWN, Gallery, ending, gallery
from asp_nono.cli.inputs import Batch, Item, batch
from asp_nono.cli.output import answer, emit, say, watched
from asp_nono.draw.picture import Difference
from asp_nono.grid import Grid
from asp_nono.jobs.solving import Count, Solve
from asp_nono.messages import PuzzleError
from asp_nono.solving.result import Result, Verdict
from asp_nono.solving.solve import solve as solve_puzzle

if TYPE_CHECKING:
    from asp_nono.aspcount.count import Estimate
    from asp_nono.counting.result import Count as CountResult
    from asp_nono.run.pool import Pool


@dataclass(slots=True)
class _Solving:
    """How `solve` shows solutions."""

    gallery: Gallery  #: where pictures go
    job: Solve
    as_json: bool  #: print JSON objects; pictures go to files only

    @property
    def drawn(self) -> bool:
        """Whether pictures go to standard output, with words about them."""
        return not self.as_json and self.gallery.printed and not self.gallery.bare

    def put(self, item: Item, number: int, grid: Grid) -> None:
        if self.job.difference:
            return
        if self.drawn and number == 1:
            say(_title(item))
        self.gallery.put(item.sound, grid, f"Solution {number}")

    def show(self, item: Item, result: Result) -> bool:
        """Print what came of a puzzle; whether something kept the search from its end."""
        gallery, wanted = self.gallery, self.job.wanted
        if self.as_json and not gallery.printed:
            for number, grid in enumerate(result.solutions, 1):
                self.put(item, number, grid)
        if self.drawn and (self.job.difference or not result.number):
            say(_title(item))
        if self.drawn and result.stopped:
            gallery.put(result.puzzle, result.certain, "Certain")
        several = result.verdict is Verdict.MULTIPLE
        if self.job.difference and several and not (self.as_json and gallery.printed):
            one, other = result.solutions[:2]
            gallery.put(result.puzzle, Difference(one, other), "Solutions 1 and 2")
        if self.as_json:
            emit(item.head | result.to_json(solutions=True, stats=self.job.stats))
        else:
            self._conclude(item, result)
        return not result.exhausted and (not wanted or result.number < wanted)

    def _conclude(self, item: Item, result: Result) -> None:
        name, aside = item.label, self.gallery.bare
        if result.verdict is Verdict.MULTIPLE:
            known = f"all {result.number}" if result.exhausted else f"{result.number}"
            say(f"{name}: {known} solutions found", err=aside)
        say(f"{name}: {verdict_text(result)}", err=aside)
        if result.other_than_goal and result.puzzle.goal in result.solutions:
            number = result.solutions.index(result.puzzle.goal) + 1
            say(f"{name}: the goal is solution {number}", err=aside)
        elif result.other_than_goal:
            say(f"{name}: {goal_text(result)}", err=aside)
        for line in statistics_text(result) if self.job.stats else ():
            say(line, err=aside)


@click.command("solve", cls=Command)
@options.of(Solve)
@gallery
@batch(options.from_saved)
def solve(job: Solve, gallery: Gallery, batch: Batch) -> int:
    """Print or draw the solutions of puzzles, and print the verdict.

    If a limit or Ctrl-C stops the search, solve draws the cells that are already certain.
    """
    recipe = job.chosen
    solving = _Solving(gallery, job, batch.as_json)

    def work(item: Item, pool: Pool | None) -> Result:
        number = numbers(1)
        return watched(
            solve_puzzle,
            item.sound,
            most=job.wanted,
            recipe=recipe,
            start=item.start,
            pool=pool,
            hand_out=None if batch.as_json else lambda grid: solving.put(item, next(number), grid),
            words=effort_text,
        )

    status = batch.each(work, solving.show)
    gallery.finish()
    return status


@click.command("count", cls=Command)
@options.of(Count)
@gallery
@batch(options.from_saved)
def count(job: Count, gallery: Gallery, batch: Batch) -> int:
    """Count the solutions of puzzles, however many there are.

    A count that is stopped early is printed as "at least N", with the methods tried. With --up-to,
    --recipe or --encoding, count enumerates the solutions.

    --method ganak or d4, and --approximate, need: pip install 'asp-nono[count]'
    """
    _require_agreement(job)
    heat = None if job.heatmap is None else Gallery(job.heatmap)
    if job.approximate:
        return _estimate(job, batch)
    job = replace(job, shares=heat is not None)
    job.chosen  # noqa: B018 - reports what is wrong with it before any puzzle is read
    from asp_nono.counting.count import count as count_puzzle

    def work(item: Item, pool: Pool | None) -> CountResult:
        how = job.options()
        return count_puzzle(item.sound, **how, start=item.start, limits=batch.limits, pool=pool)

    def show(item: Item, found: CountResult) -> bool:
        if batch.as_json:
            emit(item.head | found.to_json(item.sound.chars if job.wants else "", stats=job.stats))
        else:
            for line in (f"{item.label}: {_count_text(found)}", *_count_statistics(job, found)):
                say(line, err=gallery.bare)
        if not (batch.as_json and gallery.printed):
            for name, grid in found.picked:
                gallery.put(item.sound, grid, name)
        if heat and found.shares:
            heat.put(item.sound, found.shares)
        return not found.exact and (not job.up_to or found.number < job.up_to)

    status = batch.each(work, show)
    gallery.finish()
    if heat:
        heat.finish()
    return status


def _require_agreement(job: Count) -> None:
    if job.heatmap is not None and ending(job.heatmap) not in DRAWN:
        raise PuzzleError(f"--heatmap {job.heatmap}: a heat map is drawn as .svg, .png or .pdf")
    chosen = job.recipe or job.encoding or job.clingo or job.const or job.up_to
    enumerates = job.method == "enumerate" or (job.method == "auto" and chosen)
    if job.seed is not None and not job.sample and not enumerates:
        raise PuzzleError("--seed is for --sample N, or for a count that enumerates")
    if job.method in ("ganak", "d4") and (job.clingo or job.seed is not None):
        raise PuzzleError(f"--method {job.method} does not search with clingo")
    if job.approximate and (job.up_to or job.method != "auto"):
        raise PuzzleError("--approximate excludes all other ways to count")
    if job.approximate and (job.wants or job.heatmap):
        raise PuzzleError("--approximate gives a number and no solutions")


def _estimate(job: Count, batch: Batch) -> int:
    """Print an estimate for every puzzle, which is never taken for a count."""
    from asp_nono.aspcount.count import approximate_program
    from asp_nono.aspcount.ground import puzzle_program

    recipe = job.chosen

    def work(item: Item, pool: Pool | None) -> Estimate:
        source = puzzle_program(item.sound, recipe=recipe, start=item.start)
        return approximate_program(source, limits=batch.limits, pool=pool)

    def show(item: Item, found: Estimate) -> bool:
        text = f"{item.label}: {found} ({found.method}, {found.seconds:.3f} s)"
        answer(text, item.head | found.to_json(), as_json=batch.as_json)
        return found.number is None

    return batch.each(work, show)


def _count_statistics(job: Count, found: CountResult) -> list[str]:
    """The lines that --stats adds: those of clingo's search, or what each method took."""
    if not job.stats:
        return []
    if found.search:
        return list(statistics_text(found.search))
    return [f"  {one.method} {one.seconds:.3f} s: {one.outcome}" for one in found.tried]


def _title(item: Item) -> str:
    puzzle = item.sound
    title = [f'"{puzzle.title}"'] if puzzle.title else []
    about = " ".join(title + ([f"by {puzzle.author}"] if puzzle.author else []))
    return f"{item.name}: {about}{', ' * bool(about)}{puzzle.width}x{puzzle.height}\n"


def _count_text(count: CountResult) -> str:
    """A count and what it took, on one line; below it what was tried if it is not exact."""
    above = ""
    if not count.exact and (most := count.most) is not None:
        above = f", at most {most}" if most < 10**15 else f", at most 10^{len(str(most))}"
    why = f": {count.reason}" if count.reason else ""
    took = ", ".join([*count.methods, f"{count.seconds:.3f} s"])
    tried = [f"\n  {trial.method} {trial.seconds:.3f} s: {trial.outcome}" for trial in count.tried]
    return f"{count}{above} ({took}){why}{'' if count.exact else ''.join(tried)}"
