"""`asp-nono archive`: one question, asked of very many puzzles."""

from pathlib import Path

import click

from asp_nono.cli import Group, options
from asp_nono.cli.inputs import SELDOM, Given, find, show_found
from asp_nono.cli.output import TERMINAL, answer, status_of
from asp_nono.jobs.solutions import FillArchive
from asp_nono.run.limits import Limits


@click.group("archive", cls=Group)
def archive() -> None:
    """Check, count or rate very many puzzles, and keep the results in a folder."""


@archive.command("run")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option(
    "--into",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder for the results.",
)
@options.of(FillArchive)
@options.limits
@options.place
@options.json
def run(
    sources: tuple[str, ...],
    folder: Path,
    job: FillArchive,
    limits: Limits,
    place: options.PoolOptions,
    as_json: bool,
) -> int:
    """Work on all puzzles of SOURCES that are not in DIR yet.

    A SOURCE is a folder, a tar file, a Parquet table with a column `puzzle` (and perhaps `name`), a
    text of file names that ends in .list, or a puzzle file.
    """
    given = Given((sources, folder), str(folder))
    with place.open(limits) as pool:
        found = find(job, given, limits, pool, every=SELDOM)
    show_found(job, given, found, as_json=as_json)
    return status_of(found)


@archive.command("report")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@options.plot_files
@options.json
def report(folder: Path, files: options.PlotFiles, as_json: bool) -> None:
    """Show what is in an archive: verdicts, techniques, times, sizes."""
    from asp_nono.archive.report import archive_report, shown

    found = archive_report(folder)
    files.write(found.plots)
    answer(
        () if as_json else shown(found, TERMINAL),
        found.to_json() if as_json else {},
        as_json=as_json,
    )
