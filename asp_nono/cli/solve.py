"""`asp-nono solve`: solutions as pictures with the clues beside them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

import click

from asp_nono.cli import options, report
from asp_nono.cli.inputs import Item, start_of
from asp_nono.cli.running import Crew, Status, outcomes
from asp_nono.cli.say import say
from asp_nono.draw.text import draw
from asp_nono.errors import AspNonoError, PuzzleError
from asp_nono.files import write_whole
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.verdict import Result, Verdict, solve

if TYPE_CHECKING:
    from asp_nono.solving.worker import Worker


@dataclass(slots=True)
class _Job:
    """What is to be done with each puzzle.

    Attributes:
        search: How to search.
        most: Stop after so many solutions; 0 for all.
        pattern: Write solutions to files of this name; None prints them.
        as_json: Print JSON objects instead of pictures.
    """

    search: options.Search
    most: int
    pattern: str | None
    as_json: bool
    written: int = 0
    together: list[str] = field(default_factory=list)

    def __call__(self, item: Item, worker: Worker | None) -> Result:
        """Solve a puzzle; its solutions go out as they are found, save that JSON wants all."""
        puzzle, start = item.sound, start_of(item, self.search.saved)
        numbers = count(1)
        return solve(
            puzzle,
            most=self.most,
            recipe=self.search.recipe,
            start=start,
            limits=self.search.limits,
            worker=worker,
            hand_out=None if self.as_json else lambda grid: self.put(item, next(numbers), grid),
        )

    @property
    def drawn(self) -> bool:
        """Whether pictures go to standard output."""
        return not self.as_json and self.pattern is None

    def put(self, item: Item, number: int, grid: Grid) -> None:
        """Print or write one solution."""
        puzzle = item.sound
        if self.pattern is None:
            if number == 1:
                say(_title(item, puzzle))
            say(f"Solution {number}\n{draw(puzzle, grid)}\n")
            return
        self.written += 1
        text = report.grid_text(grid, puzzle.chars)
        if "%d" in self.pattern:
            write_whole(self.pattern.replace("%d", str(self.written)), text.encode())
        else:
            self.together.append(text)

    def finish(self) -> None:
        """Write the solutions that go to one file, once they are all there."""
        if self.together and self.pattern is not None:
            write_whole(self.pattern, "\n".join(self.together).encode())

    def tell(self, item: Item, result: Result) -> None:
        """Print what came of a puzzle."""
        if self.as_json:
            if self.pattern is not None:
                for number, grid in enumerate(result.solutions, 1):
                    self.put(item, number, grid)
            report.emit({**report.verdict_json(item, result), **report.solutions_json(result)})
        else:
            _conclude(item, result, self)

    def stopped(self, result: Result) -> bool:
        """Whether something kept the search from finding what was asked for."""
        return not result.exhausted and (not self.most or result.number < self.most)


@click.command("solve")
@options.files
@options.which
@click.option(
    "-n",
    "most",
    type=click.IntRange(1),
    default=2,
    metavar="N",
    help="Stop after N solutions; 2, the default, tell whether there is only one.",
)
@click.option("--all", "every", is_flag=True, help="Do not stop before all solutions are found.")
@options.search
@click.option(
    "--output",
    "pattern",
    metavar="PATTERN",
    help="Write the solutions to files, %d being their number: 'solution-%d.txt'.",
)
@options.json
def command(
    files: tuple[str, ...],
    which: options.Which,
    most: int,
    every: bool,
    search: options.Search,
    pattern: str | None,
    as_json: bool,
) -> int:
    """Print the solutions of puzzles as pictures, and the verdict.

    When the search is stopped early, by a limit or by Ctrl-C, what is certain is shown.

    \b
      asp-nono solve instances/pictures/heart.xml
      asp-nono solve --all --output 'solution-%d.txt' puzzle.non
    """
    if pattern is not None and "%" in pattern.replace("%d", ""):
        raise PuzzleError(f"--output {pattern}: a % that is not %d; %d is the solution's number")
    job = _Job(search, 0 if every else most, pattern, as_json)
    status = Status()
    for item, result in outcomes(Crew(job, search.limits), files, which):
        if isinstance(result, AspNonoError):
            status.bad_input = True
            report.error(item, result, as_json)
            continue
        job.tell(item, result)
        status.undecided |= job.stopped(result)
        if result.interrupted:
            status.interrupted = True
            break
    job.finish()
    return status.code()


def _title(item: Item, puzzle: Puzzle) -> str:
    title = f'"{puzzle.title}"' if puzzle.title else ""
    author = f"by {puzzle.author}" if puzzle.author else ""
    named = " ".join(part for part in (title, author) if part)
    size = f"{puzzle.width}x{puzzle.height}"
    return f"{item.name}: {named}, {size}\n" if named else f"{item.name}: {size}\n"


def _conclude(item: Item, result: Result, job: _Job) -> None:
    """The verdict, and what is certain where the search was stopped."""
    pictured, name = job.drawn, report.named(item, job.search.saved)
    if pictured and not result.number:
        say(_title(item, result.puzzle))
    if result.stopped and pictured:
        say(f"Certain\n{draw(result.puzzle, result.certain)}\n")
    if result.verdict is Verdict.MULTIPLE:
        known = f"all {result.number}" if result.exhausted else f"{result.number}"
        say(f"{name}: {known} solutions found")
    say(f"{name}: {report.verdict_text(result)}")
    if result.other_than_goal and result.puzzle.goal in result.solutions:
        number = result.solutions.index(result.puzzle.goal) + 1
        say(f"{name}: the goal is solution {number}")
    elif result.other_than_goal:
        say(f"{name}: {report.goal_text(result)}")
