"""`asp-nono lab`: experiments planned, run, reported, compared and exported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asp_nono.cli import Group, options
from asp_nono.cli.lab_options import clock_option, planned, results_file
from asp_nono.cli.output import INTERRUPTED, Progress, say

if TYPE_CHECKING:
    from asp_nono.lab.board import Clock
    from asp_nono.lab.crews import Crew
    from asp_nono.lab.plan import Plan
    from asp_nono.lab.session import Progress as Reached

WRONG = 1
"""Exit status if something cannot be true, or has become worse."""


@click.group("lab", cls=Group)
def command() -> None:
    """Compare encodings and other solvers, with limits that hold and nothing dropped.

    \b
      asp-nono lab plan hints.toml
      asp-nono lab run hints.toml
      asp-nono lab report hints.db --html hints.html
    """


@command.command("plan")
@planned
@click.option("--toml", is_flag=True, help="Print the plan as TOML, flags included.")
def plan_(plan: Plan, toml: bool) -> None:
    """Show what would run, and run nothing.

    \b
      asp-nono lab plan hints.toml
      asp-nono lab plan --recipe order --recipe starts --instances shipped --toml
    """
    from asp_nono.lab.jobs import programme
    from asp_nono.lab.preview import preview
    from asp_nono.lab.session import plan_text

    found = programme(plan)
    if toml:
        click.echo(plan_text(plan), nl=False)
        return
    for fault in found.chosen.faults:
        say(f"asp-nono: left out: {fault}", err=True)
    for line in preview(found):
        say(line)


@command.command("run")
@planned
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file of results (default: the plan's name with the ending .db, in this folder).",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    default=1,
    metavar="N",
    help="So many runs at once; they disturb each other unless there are more cores.",
)
@options.cluster
def run(plan: Plan, into: Path | None, jobs: int, address: str | None) -> int:
    """Carry out a plan; what is recorded already is not run again.

    Each run is a process of its own under limits that cover grounding. After Ctrl-C, a crash or a
    power cut the same command goes on where it stopped. A report follows.

    Exit status: 0 done, 1 some answer cannot be true, 2 bad input, 130 interrupted.

    \b
      asp-nono lab run hints.toml
      asp-nono lab run hints.toml --into results.db --jobs 2
      asp-nono lab run hints.toml --cluster local:4
    """
    from asp_nono.lab.jobs import programme
    from asp_nono.lab.session import carry_out
    from asp_nono.lab.store import Store

    found = programme(plan)
    for fault in found.chosen.faults:
        say(f"asp-nono: left out: {fault}", err=True)
    path = into or Path(f"{plan.name}.db")
    bar = Progress()
    with _crew(jobs, address) as crew, Store(path, write=True) as store:
        try:
            reached = carry_out(found, store, crew, lambda now: bar.show(_words(now)))
        except KeyboardInterrupt:
            bar.clear()
            say(f"Interrupted; the same command goes on from here. Results: {path}", err=True)
            return INTERRUPTED
        finally:
            bar.clear()
    say(_done(reached, path), err=True)
    return _report(path, "cpu")


@contextmanager
def _crew(jobs: int, address: str | None) -> Iterator[Crew]:
    """Those who carry out the runs."""
    if address is None:
        from asp_nono.lab.crews import LocalCrew

        yield LocalCrew(jobs)
        return
    from asp_nono.lab.cluster import Cluster, ClusterCrew

    with Cluster(address) as cluster:
        yield ClusterCrew(cluster)


@command.command("report")
@results_file
@clock_option
@click.option(
    "--html",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write one page with tables, plots and filters that needs nothing else.",
)
@click.option(
    "--svg",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write the plots as files of their own.",
)
def report(file: Path, clock: Clock, html: Path | None, svg: Path | None) -> int:
    """Report what a file of results holds.

    Exit status: 0 done, 1 some answer cannot be true, 2 bad input.

    \b
      asp-nono lab report hints.db
      asp-nono lab report hints.db --html hints.html --svg plots/
    """
    return _report(file, clock, html, svg)


@command.command("compare")
@click.argument("old", metavar="OLD.db", type=click.Path(path_type=Path))
@click.argument("new", metavar="NEW.db", type=click.Path(path_type=Path))
@clock_option
@click.option(
    "--tolerance",
    type=click.FloatRange(1),
    default=1.05,
    show_default=True,
    metavar="FACTOR",
    help="So much slower is no regression; it must be surely slower than that.",
)
@click.option(
    "--baseline",
    metavar="COMPETITOR",
    help="One that has not changed: what became of its times is taken for the machine's doing.",
)
def compare_(old: Path, new: Path, clock: Clock, tolerance: float, baseline: str | None) -> int:
    """Hold two files of results against each other, over the puzzles that are in both.

    A regression is a puzzle that is no longer solved, an answer that cannot be true, or a ratio of
    times whose whole 95 % interval lies above the tolerance.

    Exit status: 0 no regression, 1 a regression, 2 bad input.

    \b
      asp-nono lab compare before.db after.db
      asp-nono lab compare before.db after.db --baseline starts:line
    """
    from asp_nono.lab.compare import compare, lines
    from asp_nono.lab.runs import load
    from asp_nono.lab.words import loudly

    found = compare(load(old), load(new), clock, baseline)
    for line in (*loudly(found.loud), *lines(found, tolerance)):
        say(line)
    return WRONG if found.regressed(tolerance) else 0


@command.command("export")
@results_file
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
def export_(file: Path, path: Path) -> None:
    """Write all runs as CSV, JSON lines or Parquet, by the ending of FILE.

    \b
      asp-nono lab export hints.db hints.csv
      asp-nono lab export hints.db hints.jsonl
      asp-nono lab export hints.db hints.parquet
    """
    from asp_nono.lab.export import export
    from asp_nono.lab.runs import load

    number = export(load(file), path)
    say(f"{number} runs written to {path}", err=True)


def _report(path: Path, clock: Clock, html: Path | None = None, svg: Path | None = None) -> int:
    from asp_nono.files import write_whole
    from asp_nono.lab.agreement import disagreements
    from asp_nono.lab.runs import load
    from asp_nono.lab.words import report as lines

    results = load(path)
    loud = disagreements(results)
    if html:
        from asp_nono.lab.page import page

        write_whole(html, page(results, loud, clock).encode())
    if svg:
        from asp_nono.lab.plots_files import write_plots

        write_plots(results, clock, svg)
    for line in lines(results, loud, clock):
        say(line)
    return WRONG if loud else 0


def _words(now: Reached) -> str:
    """The line of progress."""
    share = (now.total - now.left) / now.total if now.total else 1.0
    bar = f"[{'#' * round(20 * share):-<20}] {now.total - now.left}/{now.total} runs"
    counts = ", ".join(f"{number} {status}" for status, number in sorted(now.counts.items()))
    left = f"; about {_duration(now.seconds_left)} left" if now.seconds_left is not None else ""
    loud = f"!!! {len(now.wrong)} WRONG !!! " if now.wrong else ""
    return f"{loud}{bar}{left}{'; ' if counts else ''}{counts}"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _done(now: Reached, path: Path) -> str:
    parts = [f"{now.done} runs recorded in {path}"]
    if now.before:
        parts.append(f"{now.before} were recorded before")
    if now.elsewhere:
        parts.append(f"{now.elsewhere} were left to another program")
    return "; ".join(parts)
