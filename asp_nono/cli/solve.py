"""`asp-nono solve`: solutions as pictures with the clues beside them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

import click

from asp_nono.cli import looks, options, report
from asp_nono.cli.gallery import Gallery
from asp_nono.cli.inputs import Item, start_of
from asp_nono.cli.running import Crew, Status, outcomes
from asp_nono.cli.say import say
from asp_nono.draw.picture import Difference
from asp_nono.errors import AspNonoError, PuzzleError
from asp_nono.grid import Grid
from asp_nono.solving.result import Result, Verdict
from asp_nono.solving.solve import solve

if TYPE_CHECKING:
    from asp_nono.solving.worker import Worker


@dataclass(slots=True)
class _Job:
    """What is to be done with each puzzle.

    Attributes:
        search: How to search.
        most: Stop after so many solutions; 0 for all.
        gallery: Where pictures go.
        difference: Draw where the first two solutions differ, instead of the solutions.
        as_json: Print JSON objects; pictures go to files only.
        shared: Into how many cubes each puzzle is split, and the cluster that decides them.
    """

    search: options.Search
    most: int
    gallery: Gallery
    difference: bool
    as_json: bool
    shared: tuple[int, str] | None = None

    def __call__(self, item: Item, worker: Worker | None) -> Result:
        """Solve a puzzle; its solutions go out as they are found, save that JSON wants all."""
        puzzle, start = item.sound, start_of(item, self.search.saved)
        if self.shared:
            return self._split(item, *self.shared)
        numbers = count(1)
        return solve(
            puzzle,
            most=self.most,
            recipe=self.search.recipe,
            start=start,
            limits=self.search.limits,
            pool=worker,
            hand_out=None if self.as_json else lambda grid: self.put(item, next(numbers), grid),
        )

    def _split(self, item: Item, cubes: int, address: str) -> Result:
        """Have a puzzle decided in cubes; its solutions go out at the end."""
        from asp_nono.lab.cluster import Cluster
        from asp_nono.lab.conquer import conquer

        start = start_of(item, self.search.saved)
        recipe, limits = self.search.recipe, self.search.limits
        with Cluster(address) as cluster:
            result = conquer(item.sound, cluster, cubes, recipe=recipe, limits=limits, start=start)
        if not self.as_json:
            for number, grid in enumerate(result.solutions, 1):
                self.put(item, number, grid)
        return result

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

    def tell(self, item: Item, result: Result) -> None:
        """Print what came of a puzzle."""
        if not self.as_json:
            _conclude(item, result, self)
            return
        if not self.gallery.printed:
            for number, grid in enumerate(result.solutions, 1):
                self.put(item, number, grid)
            self.compare(result)
        report.emit({**report.verdict_json(item, result), **report.solutions_json(result)})

    def compare(self, result: Result) -> None:
        """Draw where two solutions differ, if that is asked for and there are two."""
        if self.difference and result.verdict is Verdict.MULTIPLE:
            first, second = result.solutions[:2]
            self.gallery.put(result.puzzle, Difference(first, second), "Solutions 1 and 2")

    def stopped(self, result: Result) -> bool:
        """Whether something kept the search from finding what was asked for."""
        return not result.exhausted and (not self.most or result.number < self.most)


def _shared(parts: int | None, address: str | None) -> tuple[int, str] | None:
    if parts is None and address is None:
        return None
    if parts is None or address is None:
        raise PuzzleError("--cubes N and --cluster ADDRESS go together; expected both")
    return parts, address


cubes = options.bundle(
    "shared",
    _shared,
    {
        "parts": click.option(
            "--cubes",
            "parts",
            type=click.IntRange(1, 100_000),
            metavar="N",
            help="Split one very hard puzzle into N cubes, and decide it on all workers of a "
            "cluster.",
        ),
        "address": options.cluster,
    },
)
"""--cubes and --cluster, as two values or None."""


wanted = options.bundle(
    "most",
    lambda most, every: 0 if every else most,
    {
        "most": click.option(
            "-n",
            "most",
            type=click.IntRange(1),
            default=2,
            metavar="N",
            help="Stop after N solutions; 2, the default, tell whether there is only one.",
        ),
        "every": click.option(
            "--all", "every", is_flag=True, help="Do not stop before all solutions are found."
        ),
    },
)
"""-n and --all, as a number; 0 for all."""


@click.command("solve")
@options.files
@options.which
@wanted
@click.option(
    "--difference",
    is_flag=True,
    help="Draw where the first two solutions differ, instead of the solutions.",
)
@options.search
@cubes
@looks.look
@options.json
def command(
    files: tuple[str, ...],
    which: options.Which,
    most: int,
    difference: bool,
    search: options.Search,
    shared: tuple[int, str] | None,
    look: looks.Look,
    as_json: bool,
) -> int:
    """Print or draw the solutions of puzzles, and print the verdict.

    When the search is stopped early, by a limit or by Ctrl-C, what is certain is shown.

    \b
      asp-nono solve instances/pictures/heart.xml
      asp-nono solve --difference instances/pathological/ones-5.xml
      asp-nono solve --cubes 64 --cluster local:4 hard.xml
      asp-nono solve --all --output 'solution-%d.svg' puzzle.non
    """
    gallery = Gallery(look)
    if shared and most != 2:
        raise PuzzleError("--cubes decides uniqueness; expected neither -n nor --all")
    job = _Job(search, most, gallery, difference, as_json, shared)
    status = Status()
    for item, result in outcomes(Crew(job, search.limits), files, which):
        if isinstance(result, AspNonoError):
            status.bad_input = True
            report.error(item, result, as_json)
            continue
        try:
            job.tell(item, result)
        except AspNonoError as error:
            status.bad_input = True
            report.error(item, error, as_json)
        status.undecided |= job.stopped(result)
        if result.interrupted:
            status.interrupted = True
            break
    gallery.finish()
    return status.code()


def _title(item: Item) -> str:
    puzzle = item.sound
    title = f'"{puzzle.title}"' if puzzle.title else ""
    author = f"by {puzzle.author}" if puzzle.author else ""
    named = " ".join(part for part in (title, author) if part)
    size = f"{puzzle.width}x{puzzle.height}"
    return f"{item.name}: {named}, {size}\n" if named else f"{item.name}: {size}\n"


def _conclude(item: Item, result: Result, job: _Job) -> None:
    """The verdict, and what is certain where the search was stopped."""
    if job.drawn and (job.difference or not result.number):
        say(_title(item))
    if result.stopped and job.drawn:
        job.gallery.put(result.puzzle, result.certain, "Certain")
    job.compare(result)
    name, aside = report.named(item, job.search.saved), job.gallery.bare
    if result.verdict is Verdict.MULTIPLE:
        known = f"all {result.number}" if result.exhausted else f"{result.number}"
        say(f"{name}: {known} solutions found", err=aside)
    say(f"{name}: {report.verdict_text(result)}", err=aside)
    if result.other_than_goal and result.puzzle.goal in result.solutions:
        number = result.solutions.index(result.puzzle.goal) + 1
        say(f"{name}: the goal is solution {number}", err=aside)
    elif result.other_than_goal:
        say(f"{name}: {report.goal_text(result)}", err=aside)
