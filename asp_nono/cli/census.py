"""`asp-nono census`: how many boards of a size have their clues for themselves."""

from __future__ import annotations

import click

from asp_nono.cli import options, report
from asp_nono.cli.progress import Progress
from asp_nono.cli.running import Status
from asp_nono.cli.say import say
from asp_nono.design.census import Census, census
from asp_nono.errors import PuzzleError
from asp_nono.run import open_pool
from asp_nono.run.limits import Limits


@click.command("census")
@click.argument("rows", metavar="M", type=click.IntRange(1))
@click.argument("columns", metavar="N", type=click.IntRange(1))
@click.option(
    "--colors",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="K",
    help="The number of block colours.",
)
@click.option("--histogram", is_flag=True, help="Tell how many clue sets have how many solutions.")
@options.limits
@options.jobs
@options.cluster
@options.json
def command(
    rows: int,
    columns: int,
    colors: int,
    histogram: bool,
    limits: Limits,
    jobs: int,
    address: str | None,
    as_json: bool,
) -> int:
    """Count all boards of M rows and N columns, their clue sets, and those with one solution.

    The numbers are exact. A census that was stopped tells what it has counted, which is a part.

    \b
      asp-nono census 5 5 --jobs 2
      asp-nono census 3 3 --colors 2 --histogram
      asp-nono census 6 6 --cluster scheduler:8786
    """
    if address is not None and (limits.megabytes is not None or jobs > 1):
        raise PuzzleError("--memory-limit and --jobs are for this machine, --cluster for others")
    progress = Progress()

    def show(found: Census) -> None:
        done, total = found.boards, found.total
        progress.show(f"{done} of {total} boards ({100 * done / total:.1f}%)")

    with open_pool(jobs, limits, cluster=address) as pool:
        found = census(rows, columns, colors, limits=limits, pool=pool, each=show)
    progress.clear()
    if as_json:
        report.emit(_data(found))
    else:
        _say(found, histogram)
    return Status(undecided=bool(found.stopped), interrupted=found.interrupted).code()


def _say(found: Census, histogram: bool) -> None:
    least = "at least " if found.stopped else ""
    colors = "" if found.colors == 1 else f" in {found.colors} block colours"
    say(f"boards of {found.rows}x{found.columns}{colors}: {found.total}")
    if found.stopped:
        say(f"{found.stopped}; only {found.boards} of them were counted")
    say(f"clue sets: {least}{found.clue_sets}")
    say(f"uniquely solvable: {least}{found.unique}")
    if histogram:
        for number, times in found.solutions.items():
            solutions = "1 solution" if number == 1 else f"{number} solutions"
            say(f"clue sets with {solutions}: {least}{times}")


def _data(found: Census) -> dict[str, object]:
    return {
        "rows": found.rows,
        "columns": found.columns,
        "colors": found.colors,
        "boards": found.total,
        "clue_sets": found.clue_sets,
        "unique": found.unique,
        "solutions": {str(number): times for number, times in found.solutions.items()},
        "exact": not found.stopped,
        "stopped": found.stopped,
        "seconds": round(found.seconds, 3),
    }
