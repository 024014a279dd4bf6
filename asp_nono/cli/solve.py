"""`asp-nono solve` and `count`: solutions, and how many there are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import count as numbers
from typing import TYPE_CHECKING

import click

from asp_nono.cli import options
from asp_nono.cli.check import goal_text, named, verdict_text
from asp_nono.cli.drawing import DRAWN, Gallery, Look, look
from asp_nono.cli.inputs import Item, start_of
from asp_nono.cli.output import emit, say, show_each
from asp_nono.draw.picture import Difference
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.jobs.solving import Count, Solve
from asp_nono.solving.result import Result, Verdict
from asp_nono.solving.solve import solve as solve_puzzle

if TYPE_CHECKING:
    from asp_nono.aspcount.count import Estimate
    from asp_nono.counting.result import Count as CountResult
    from asp_nono.run.pool import Pool

_LONG = 10**15  # upper bounds from here on are printed as powers of ten


@dataclass(slots=True)
class _Solving:
    """How `solve` shows solutions."""

    gallery: Gallery  # where pictures go
    difference: bool  # draw where the first two solutions differ, instead of the solutions
    as_json: bool  # print JSON objects; pictures go to files only
    saved: int | None  # the picture that the search starts from
    wanted: int  # the number of solutions after which to stop; 0 for all

    @property
    def drawn(self) -> bool:
        """Whether pictures go to standard output, with words about them."""
        return not self.as_json and self.gallery.printed and not self.gallery.bare

    def put(self, item: Item, number: int, grid: Grid) -> None:
        """Print or write one solution."""
        if self.difference:
            return
        if self.drawn and number == 1:
            say(_title(item))
        self.gallery.put(item.sound, grid, f"Solution {number}")

    def show(self, item: Item, result: Result) -> bool:
        """Print what came of a puzzle; whether something kept the search from its end."""
        if self.as_json:
            if not self.gallery.printed:
                for number, grid in enumerate(result.solutions, 1):
                    self.put(item, number, grid)
                self._compare(result)
            emit(result.to_json(solutions=True), item)
        else:
            self._conclude(item, result)
        return not result.exhausted and (not self.wanted or result.number < self.wanted)

    def _compare(self, result: Result) -> None:
        """Draw where two solutions differ, if that is wanted and there are two."""
        if self.difference and result.verdict is Verdict.MULTIPLE:
            first, second = result.solutions[:2]
            self.gallery.put(result.puzzle, Difference(first, second), "Solutions 1 and 2")

    def _conclude(self, item: Item, result: Result) -> None:
        """The verdict, and what is certain where the search was stopped."""
        if self.drawn and (self.difference or not result.number):
            say(_title(item))
        if result.stopped and self.drawn:
            self.gallery.put(result.puzzle, result.certain, "Certain")
        self._compare(result)
        name, aside = named(item, self.saved), self.gallery.bare
        if result.verdict is Verdict.MULTIPLE:
            known = f"all {result.number}" if result.exhausted else f"{result.number}"
            say(f"{name}: {known} solutions found", err=aside)
        say(f"{name}: {verdict_text(result)}", err=aside)
        if result.other_than_goal and result.puzzle.goal in result.solutions:
            number = result.solutions.index(result.puzzle.goal) + 1
            say(f"{name}: the goal is solution {number}", err=aside)
        elif result.other_than_goal:
            say(f"{name}: {goal_text(result)}", err=aside)


@click.command("solve")
@options.files
@options.which
@options.job_options(Solve)
@click.option(
    "--difference",
    is_flag=True,
    help="Draw where the first two solutions differ, instead of the solutions.",
)
@options.search
@look
@options.json
def solve(
    files: tuple[str, ...],
    which: options.Which,
    job: Solve,
    difference: bool,
    search: options.Search,
    look: Look,
    as_json: bool,
) -> int:
    """Print or draw the solutions of puzzles, and print the verdict.

    When the search is stopped early, by a limit or by Ctrl-C, what is certain is shown.

    \b
      asp-nono solve instances/pictures/heart.xml
      asp-nono solve --difference instances/pathological/ones-5.xml
      asp-nono solve --all --output 'solution-%d.svg' puzzle.non
    """
    recipe = job.chosen
    solving = _Solving(Gallery(look), difference, as_json, search.saved, job.wanted)

    def work(item: Item, pool: Pool | None) -> Result:
        number = numbers(1)
        return solve_puzzle(
            item.sound,
            most=job.wanted,
            recipe=recipe,
            start=start_of(item, search.saved),
            pool=pool,
            hand_out=None if as_json else lambda grid: solving.put(item, next(number), grid),
        )

    status = show_each(files, which, work, solving.show, search.limits, as_json=as_json)
    solving.gallery.finish()
    return status


@click.command("count")
@options.files
@options.which
@options.job_options(Count)
@click.option(
    "--approximate",
    is_flag=True,
    help="Estimate the number of the recipe's answers instead of counting.",
)
@click.option(
    "--heatmap",
    metavar="FILE",
    help="Draw in how many of the solutions each cell is colored; FILE.svg, .png or .pdf.",
)
@options.search
@look
@options.json
def count(
    files: tuple[str, ...],
    which: options.Which,
    job: Count,
    approximate: bool,
    heatmap: str | None,
    search: options.Search,
    look: Look,
    as_json: bool,
) -> int:
    """Count the solutions of puzzles, however many there are.

    A count that was stopped is given as "at least N", with what was tried. With --up-to, with a
    recipe of your choice or an encoding of your own the solutions are enumerated.

    \b
      asp-nono count instances/pathological/ones-5.xml
      asp-nono count --time-limit 10 --json puzzle.xml
      asp-nono count --sample 3 --heatmap heat.svg puzzle.xml

    --method ganak or d4, and --approximate, need: pip install 'asp-nono[count]'
    """
    heat = _heatmap(heatmap)
    _require_agreement(job, heat, approximate=approximate)
    if approximate:
        return _estimate(files, which, job, search, as_json=as_json)
    from asp_nono.counting.result import Count as CountResult
    from asp_nono.run.pool import run_job

    job, gallery = replace(job, shares=heat is not None), Gallery(look)
    job.chosen  # noqa: B018 - reports what is wrong with it before any puzzle is read

    def work(item: Item, pool: Pool | None) -> CountResult:
        run = partial(job.run, item.sound, start_of(item, search.saved), search.limits)
        return run_job(run, CountResult(), search.limits, pool, child=job.method in ("ganak", "d4"))

    def show(item: Item, found: CountResult) -> bool:
        if as_json:
            emit(found.to_json(item.sound.chars if job.wants else ""), item)
        else:
            say(f"{named(item, search.saved)}: {_count_text(found)}", err=gallery.bare)
        if not (as_json and gallery.printed):
            for name, grid in found.picked:
                gallery.put(item.sound, grid, name)
        if heat and found.shares:
            heat.put(item.sound, found.shares)
        return not found.exact and (not job.up_to or found.number < job.up_to)

    status = show_each(files, which, work, show, search.limits, as_json=as_json)
    for one in (gallery, heat):
        if one:
            one.finish()
    return status


def _require_agreement(job: Count, heat: Gallery | None, *, approximate: bool) -> None:
    if options.given("seed") and not job.sample:
        raise PuzzleError("--seed is for --sample N")
    if approximate and (job.up_to or job.method != "auto"):
        raise PuzzleError("--approximate goes with no other way to count")
    if approximate and (job.wants or heat):
        raise PuzzleError("--approximate gives a number and no solutions")


def _heatmap(file: str | None) -> Gallery | None:
    if file is None:
        return None
    if not file.lower().endswith(DRAWN):
        raise PuzzleError(f"--heatmap {file}: a heat map is drawn as .svg, .png or .pdf")
    return Gallery(Look(file))


def _estimate(
    files: tuple[str, ...],
    which: options.Which,
    job: Count,
    search: options.Search,
    *,
    as_json: bool,
) -> int:
    """Print an estimate for every puzzle, which is never taken for a count."""
    from asp_nono.aspcount.count import approximate_program
    from asp_nono.aspcount.ground import puzzle_program

    recipe = job.chosen

    def work(item: Item, pool: Pool | None) -> Estimate:
        source = puzzle_program(item.sound, recipe=recipe, start=start_of(item, search.saved))
        return approximate_program(source, limits=search.limits, pool=pool)

    def show(item: Item, found: Estimate) -> bool:
        if as_json:
            emit(found.to_json(), item)
        else:
            took = f"({found.method}, {found.seconds:.3f} s)"
            say(f"{named(item, search.saved)}: {found} {took}")
        return found.number is None

    return show_each(files, which, work, show, search.limits, as_json=as_json)


def _title(item: Item) -> str:
    puzzle = item.sound
    title = f'"{puzzle.title}"' if puzzle.title else ""
    author = f"by {puzzle.author}" if puzzle.author else ""
    about = " ".join(part for part in (title, author) if part)
    size = f"{puzzle.width}x{puzzle.height}"
    return f"{item.name}: {about}, {size}\n" if about else f"{item.name}: {size}\n"


def _count_text(count: CountResult) -> str:
    """A count and what it took, on one line; below it what was tried if it is not exact."""
    above = "" if count.exact or count.most is None else f", at most {_about(count.most)}"
    why = f": {count.reason}" if count.reason else ""
    took = ", ".join([*count.methods, f"{count.seconds:.3f} s"])
    tried = [f"\n  {trial.method} {trial.seconds:.3f} s: {trial.outcome}" for trial in count.tried]
    return f"{count}{above} ({took}){why}{'' if count.exact else ''.join(tried)}"


def _about(number: int) -> str:
    """An upper bound, rounded up if it is long."""
    return str(number) if number < _LONG else f"10^{len(str(number))}"
