"""`asp-nono lab`: experiments planned, run, reported, compared, exported; stages profiled."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asp_nono.asp.recipes import DEFAULT
from asp_nono.cli import Group, options
from asp_nono.cli.options import Decorator, RenamedOption, bundle
from asp_nono.cli.output import BAD_INPUT, INTERRUPTED, Progress, say, table
from asp_nono.errors import AspNonoError
from asp_nono.lab.plan import KEYS, SHARED, Plan, plan_of, plan_text, read_plan

if TYPE_CHECKING:
    from asp_nono.lab.analyze import Clock
    from asp_nono.lab.experiment import Experiment
    from asp_nono.lab.experiment import Progress as Reached
    from asp_nono.lab.report import Table
    from asp_nono.run.limits import Limits

_PATH = click.Path(path_type=Path)

WRONG = 1
"""Exit status if an answer cannot be true, or something has become worse."""


def _flags() -> dict[str, Decorator]:
    """An option for each key of a plan that has one, as it is declared there."""
    found: dict[str, Decorator] = {
        "path": click.argument("path", metavar="[PLAN.toml]", required=False, type=_PATH)
    }
    for key, known in KEYS.items():
        if "option" not in known:
            continue
        flag, metavar = known["option"]
        several = isinstance(getattr(Plan(), key), tuple)
        text, former = known["text"], ("--hints",) if key == "deductions" else ()
        found[key] = click.option(
            flag,
            *former,
            key,
            cls=RenamedOption,
            former=former,
            multiple=several,
            type={"N": int, "SECONDS": float}.get(metavar, str),
            metavar=metavar,
            help=f"{text[0].upper()}{text[1:]}{'; may be repeated' if several else ''}.",
        )
    return found


def _plan(path: Path | None, **flags: Any) -> object:  # noqa: ANN401 - values of any key
    given = {key: value for key, value in flags.items() if value not in (None, ())}
    base = read_plan(path) if path else Plan()
    if path and "name" not in given and base.name == Plan().name:
        given["name"] = path.stem
    return plan_of(given, base)


_planned = bundle("plan", _plan, _flags())
"""A plan from a file, from flags, or from both: flags count more."""

_results = click.argument("file", metavar="RESULTS.db", type=_PATH)

_clock = click.option(
    "--clock",
    type=click.Choice(["cpu", "wall", "work"]),
    default="cpu",
    show_default=True,
    help="Which seconds count: CPU time, wall-clock time, or the CPU time of line logic, "
    "grounding and search alone, without the start of the program.",
)


def _into(name: str, metavar: str, text: str) -> Decorator:
    """An option that names a file, or a folder, to write."""
    path = click.Path(path_type=Path, file_okay=metavar != "FOLDER")
    return click.option(name, metavar=metavar, help=text, type=path)


@click.group("lab", cls=Group)
def command() -> None:
    """Compare encodings and other solvers, with limits that hold and every answer checked.

    \b
      asp-nono lab plan hints.toml
      asp-nono lab run hints.toml
      asp-nono lab report hints.db --html hints.html
    """


@command.command("plan")
@_planned
@click.option("--toml", is_flag=True, help="Print the plan as TOML, flags included.")
def plan_(plan: Plan, toml: bool) -> None:
    """Show what would run, and run nothing.

    \b
      asp-nono lab plan hints.toml
      asp-nono lab plan --recipe order --recipe starts --instances shipped --toml
    """
    from asp_nono.lab.experiment import preview

    experiment = _experiment(plan, quiet=toml)
    if toml:
        click.echo(plan_text(plan), nl=False)
    for line in () if toml else preview(experiment):
        say(line)


def _experiment(plan: Plan, *, quiet: bool = False) -> Experiment:
    """The plan with everything read; puzzles that cannot be read are reported."""
    from asp_nono.lab.experiment import Experiment

    found = Experiment.of(plan)
    for fault in found.faults if not quiet else ():
        say(f"asp-nono: left out: {fault}", err=True)
    return found


@command.command("run")
@_planned
@_into("--into", "FILE", "File of results (default: the plan's name with .db, in this folder).")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    default=1,
    metavar="N",
    help="Number of runs at once; use fewer than the machine has cores.",
)
@options.cluster
def run(plan: Plan, into: Path | None, jobs: int, address: str | None) -> int:
    """Carry out a plan; what is recorded already is not run again.

    Each run is a process of its own under limits that cover grounding; with --process shared one
    process works through all puzzles of a set. After Ctrl-C, a crash or a power cut the same
    command continues where it stopped. A report follows.

    Exit status: 0 done, 1 an answer cannot be true, 2 bad input, 130 interrupted.

    \b
      asp-nono lab run hints.toml
      asp-nono lab run hints.toml --into results.db --jobs 2
      asp-nono lab run hints.toml --cluster local:4
      asp-nono lab run --recipe order --process shared --instances folder/ --repetitions 3
      asp-nono lab run --recipe order --instances folder/ --against 'pbnsolve -u -b {file}'
      asp-nono lab run --recipe order --process shared --instances blobs:25,50,100
    """
    from asp_nono.lab.experiment import run_experiment
    from asp_nono.lab.store import Store
    from asp_nono.lab.systems import ProgramSystem
    from asp_nono.run import open_pool

    experiment = _experiment(plan)
    path = into or Path(f"{plan.name}.db")
    bar = Progress()
    with open_pool(jobs, cluster=address) as pool, Store(path, write=True) as store:
        try:
            reached = run_experiment(experiment, store, pool, lambda now: bar.show(_words(now)))
        except KeyboardInterrupt:
            bar.clear()
            say(f"Interrupted; the same command continues from here. Results: {path}", err=True)
            return INTERRUPTED
        finally:
            bar.clear()
    before = f"; {reached.before} were recorded before" if reached.before else ""
    say(f"{reached.done} runs recorded in {path}{before}", err=True)
    silent = [s.label for s in experiment.systems if isinstance(s, ProgramSystem) and s.silent]
    return _report(path, "cpu", {}, sets=SHARED in plan.processes, baselines=silent)


@command.command("report")
@_results
@_clock
@click.option("--sets", is_flag=True, help="A table for each set of puzzles, with totals.")
@click.option(
    "--baseline",
    "baselines",
    multiple=True,
    metavar="SYSTEM",
    help="With --sets: compare the totals of the others with this system; may be repeated.",
)
@_into("--html", "FILE", "Write a self-contained HTML page with tables, plots and filters.")
@_into("--markdown", "FILE", "Write the tables in Markdown.")
@_into("--svg", "FOLDER", "Write the plots as files.")
def report(
    file: Path, clock: Clock, sets: bool, baselines: Sequence[str], **files: Path | None
) -> int:
    """Report what a file of results holds.

    Exit status: 0 done, 1 an answer cannot be true, 2 bad input.

    \b
      asp-nono lab report hints.db
      asp-nono lab report hints.db --html hints.html --svg plots/
      asp-nono lab report contest.db --sets --baseline pbnsolve
    """
    return _report(file, clock, files, sets=sets, baselines=baselines)


def _report(
    path: Path,
    clock: Clock,
    files: Mapping[str, Path | None],
    *,
    sets: bool,
    baselines: Sequence[str],
) -> int:
    from asp_nono.files import write_whole
    from asp_nono.lab import report
    from asp_nono.lab.analyze import contradictions
    from asp_nono.lab.store import load

    results = load(path)
    wrong = contradictions(results.runs)
    parts = list(report.report(results, wrong, clock, sets=sets, baselines=baselines))
    if html := files.get("html"):
        write_whole(html, report.page(results, wrong, clock).encode())
    if markdown := files.get("markdown"):
        write_whole(markdown, report.markdown(results, wrong, clock).encode())
    if svg := files.get("svg"):
        report.write_plots(results, clock, svg)
    show(parts)
    return WRONG if wrong else 0


def show(parts: Iterable[str | Table]) -> None:
    """Print a report."""
    for part in parts:
        if isinstance(part, str):
            say(part)
        else:
            say(part.title)
            say(table(part.head, part.rows, part.right))
            for note in part.notes:
                say(note)


@command.command("compare")
@click.argument("old", metavar="OLD.db", type=_PATH)
@click.argument("new", metavar="NEW.db", type=_PATH)
@_clock
@click.option(
    "--tolerance",
    type=click.FloatRange(1),
    default=1.05,
    show_default=True,
    metavar="FACTOR",
    help="A system slower by at most this factor is no regression.",
)
@click.option(
    "--baseline",
    metavar="SYSTEM",
    help="A system that has not changed; changes of its times are divided out.",
)
def compare_(old: Path, new: Path, clock: Clock, tolerance: float, baseline: str | None) -> int:
    """Compare two files of results, over the puzzles that are in both.

    A regression is a puzzle that is no longer solved, an answer that cannot be true, or a ratio of
    times whose whole 95 % interval lies above the tolerance.

    Exit status: 0 no regression, 1 a regression, 2 bad input.

    \b
      asp-nono lab compare before.db after.db
      asp-nono lab compare before.db after.db --baseline starts:line
    """
    from asp_nono.lab.analyze import compare
    from asp_nono.lab.report import comparison
    from asp_nono.lab.store import load

    found = compare(load(old), load(new), clock, baseline)
    show(comparison(found, tolerance))
    return WRONG if found.regressed(tolerance) else 0


@command.command("export")
@_results
@click.argument("path", metavar="FILE", type=_PATH)
def export_(file: Path, path: Path) -> None:
    """Write all runs as CSV, JSON lines or Parquet, by the suffix of FILE.

    \b
      asp-nono lab export hints.db hints.csv
      asp-nono lab export hints.db hints.jsonl
      asp-nono lab export hints.db hints.parquet
    """
    from asp_nono.lab.report import export
    from asp_nono.lab.store import load

    number = export(load(file), path)
    say(f"{number} runs written to {path}", err=True)


@command.command("profile")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--recipe",
    "recipes",
    multiple=True,
    default=(DEFAULT,),
    metavar="NAME",
    help=f"Decide with this recipe (default: {DEFAULT}); may be repeated.",
)
@click.option(
    "--repetitions",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    metavar="N",
    help="Number of processes for each puzzle.",
)
@options.limits
@options.json
def profile(
    files: Sequence[str], recipes: Sequence[str], repetitions: int, limits: Limits, as_json: bool
) -> int:
    """Show what each stage of deciding a puzzle takes, in fresh processes.

    \b
      asp-nono lab profile instances/pictures/bicycle.xml
      asp-nono lab profile --recipe order --recipe starts --repetitions 7 puzzle.xml
    """
    from asp_nono.asp.recipes import recipe
    from asp_nono.lab.instances import choose
    from asp_nono.lab.profile import profile as profiled

    instances, faults = choose(files, Path(), {})
    status, bar = 0, Progress()
    for fault in faults:
        say(f"asp-nono: left out: {fault}", err=True)
        status = BAD_INPUT
    for instance, one in product(instances, map(recipe, dict.fromkeys(recipes))):
        bar.show(f"{instance.name}: {one.name}")
        try:
            found = profiled(instance, one, repetitions, limits, ["asp_nono.cli.check"])
        except AspNonoError as error:
            parts: list[str | Table] = [f"{error} ({one.name})"]
        else:
            lines = [json.dumps(line) for line in found.to_json()]
            parts = [*lines] if as_json else [found.table(), ""]
        bar.clear()
        show(parts)
    return status


def _words(now: Reached) -> str:
    """The line of progress."""
    done, left = now.before + now.done, now.seconds_left
    share = done / now.total if now.total else 1.0
    bar = f"[{'#' * round(20 * share):-<20}] {done}/{now.total} runs"
    time = "" if left is None else f"about {_duration(left)} left"
    counts = ", ".join(f"{number} {status}" for status, number in sorted(now.counts.items()))
    wrong = f"!!! {now.counts['wrong']} WRONG !!! " if now.counts["wrong"] else ""
    return wrong + "; ".join(filter(None, (bar, time, counts)))


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
