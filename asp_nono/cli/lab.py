"""`asp-nono lab`: experiments planned, run, reported, compared, exported; stages profiled."""

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields as dataclass_fields, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Literal

import click

from asp_nono.asp.recipes import DEFAULT, recipe
from asp_nono.cli import Group, options
from asp_nono.cli.inputs import SELDOM, Given, find, show_found
from asp_nono.cli.options import Decorator, PlotFiles, PoolOptions, bundle
from asp_nono.cli.output import BAD_INPUT, ProgressLine, say, status_of, table
from asp_nono.files import write_whole
from asp_nono.jobs import option
from asp_nono.jobs.programs import RunExperiment
from asp_nono.lab import profile as profiles, report as reports
from asp_nono.lab.analyze import compare
from asp_nono.lab.experiment import Experiment, preview
from asp_nono.lab.export import export, extract
from asp_nono.lab.instances import choose
from asp_nono.lab.plan import KEYS, SHARED, Plan, plan_of, plan_text, read_plan
from asp_nono.lab.store import Selection, Store, load
from asp_nono.lab.systems import ProgramSystem
from asp_nono.lab.verify import contradictions, read
from asp_nono.messages import AspNonoError, PuzzleError, counted
from asp_nono.run.limits import Limits

_PATH = click.Path(path_type=Path)

_NO_PLOTS = PlotFiles()
WRONG = 1  # the exit status if an answer cannot be true, or something has become worse


_FLAGS = {"recipes": "--recipe", "methods": "--method", "processes": "--process", "tasks": "--task"}
"""The options that are not called like the key of a plan that they set, but stand for one value."""


def _flag(key: str, text: str, metavar: str) -> Decorator:
    """The option that sets a key of a plan."""
    several = isinstance(getattr(Plan(), key), tuple)
    flag = _FLAGS.get(key, f"--{key.replace('_', '-')}")
    about = f"{text[0].upper()}{text[1:]}{'; may be repeated' if several else ''}."
    kind = {"N": int, "SECONDS": float}.get(metavar, str)
    return click.option(flag, key, multiple=several, type=kind, metavar=metavar, help=about)


def _plan(path: Path | None, **flags: Any) -> object:  # noqa: ANN401 - values of any key
    given = {key: value for key, value in flags.items() if value not in (None, ())}
    base = read_plan(path) if path else Plan()
    if path and "name" not in given and base.name == Plan().name:
        given["name"] = path.stem
    return plan_of(given, base)


_PLANNED: dict[str, Decorator] = {
    "path": click.argument("path", metavar="[PLAN.toml]", required=False, type=_PATH),
    **{key: _flag(key, one["text"], one["metavar"]) for key, one in KEYS.items() if one["metavar"]},
}
_planned = bundle("plan", _plan, _PLANNED)  # from a file, from flags, or both: flags count more
_results = click.argument("file", metavar="RESULTS.db", type=_PATH)


@dataclass(frozen=True, slots=True, kw_only=True)
class _LabOptions:
    """The options of all commands but those of plans; each command has some of them."""

    into: Path | None = option(
        None,
        metavar="FILE",
        help="File of results (default: the plan's name with .db, in this folder).",
    )
    systems: tuple[str, ...] = option(
        (),
        flag="--system",
        metavar="NAME",
        help=(
            "Only runs of these systems, named as in a report, with or without the process; "
            "* stands for anything. May be repeated."
        ),
    )
    puzzles: tuple[str, ...] = option(
        (), flag="--puzzle", metavar="SET/NAME", help="Only runs on these puzzles; may be repeated."
    )
    statuses: tuple[str, ...] = option(
        (), flag="--status", metavar="STATUS", help="Only runs with this status; may be repeated."
    )
    tasks: tuple[str, ...] = option(
        (), flag="--task", metavar="TASK", help="Only runs of these tasks; may be repeated."
    )
    limits: tuple[float, ...] = option(
        (),
        flag="--limit",
        metavar="SECONDS",
        help="Only runs within this limit on wall-clock or CPU time; may be repeated.",
    )
    plans: tuple[str, ...] = option(
        (), flag="--plan", metavar="NAME", help="Only runs of the plans so called; may be repeated."
    )
    copies: int = option(
        8, ge=2, le=100, metavar="N", help="Number of copies; each is compared with each other one."
    )
    clock: Literal["cpu", "wall", "work"] = option(
        "cpu",
        help=(
            "The clock: CPU time, wall-clock time, or only the CPU time of line logic, "
            "grounding and search, without the start of the program."
        ),
    )
    sets: bool = option(False, help="Print a table for each set of puzzles, with totals.")
    reference: str | None = option(
        None,
        metavar="SYSTEM",
        help="Compare the others with this system: ratios, intervals and tests.",
    )
    html: Path | None = option(
        None,
        metavar="FILE",
        help="Write a self-contained HTML page with tables, plots and filters.",
    )
    markdown: Path | None = option(None, metavar="FILE", help="Write the tables in Markdown.")
    latex: Path | None = option(None, metavar="FILE", help="Write the tables for LaTeX (booktabs).")
    tolerance: float = option(
        1.05,
        ge=1,
        metavar="FACTOR",
        help="A system slower by at most this factor is no regression.",
    )
    baseline: str | None = option(
        None,
        metavar="SYSTEM",
        help="A system that has not changed: divide the other ratios by its ratio.",
    )
    recipes: tuple[str, ...] = option(
        (),
        flag="--recipe",
        metavar="NAME",
        help="Decide with this recipe (default: order); may be repeated.",
    )
    repetitions: int = option(3, ge=1, metavar="N", help="Number of processes for each puzzle.")

    @property
    def selection(self) -> Selection:
        """The runs that are meant."""
        return Selection(
            **{one.name: getattr(self, one.name) for one in dataclass_fields(Selection)}
        )


_SELECTION = "systems puzzles statuses tasks limits plans"


class _PartOfPlan(click.ParamType[Any]):
    """The number of a part and the number of parts, as 3/8."""

    name = "text"

    def convert(self, value: Any, _param: click.Parameter | None, _: object) -> Any:  # noqa: ANN401 - as click
        """Read a value."""
        if not isinstance(value, str):
            return value
        match = re.fullmatch(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", value)
        if not match or int(match[1]) > int(match[2]):
            raise PuzzleError(
                "--part {value}; expected K/N, such as 3/8, with K at most N", value=repr(value)
            )
        return int(match[1]), int(match[2])


_DECLARED = options.parts_of(_LabOptions)


def _takes(names: str) -> Decorator:
    return bundle("chosen", _LabOptions, {name: _DECLARED[name] for name in names.split()})


@click.group("lab", cls=Group)
def command() -> None:
    """Compare encodings and other solvers under limits, and check every answer."""


@command.command("plan")
@_planned
@click.option("--toml", is_flag=True, help="Print the plan as TOML, flags included.")
def plan_(plan: Plan, toml: bool) -> None:
    """Show what a plan would run, without running it."""
    experiment = _experiment(plan, quiet=toml)
    if toml:
        click.echo(plan_text(plan), nl=False)
        return
    for line in preview(experiment):
        say(line)


def _experiment(plan: Plan, *, quiet: bool = False) -> Experiment:
    """The plan with everything read; puzzles that cannot be read are reported."""
    found = Experiment.of(plan)
    for fault in found.faults if not quiet else ():
        say(f"asp-nono: left out: {fault}", err=True)
    return found


@command.command("run")
@_planned
@options.place
@_takes("into")
@options.of(RunExperiment, part=_PartOfPlan())
def run(plan: Plan, place: PoolOptions, chosen: _LabOptions, job: RunExperiment) -> int:
    """Carry out a plan; recorded runs are not repeated.

    Each run is a process of its own under limits that cover grounding; with --process shared, one
    process works through all puzzles of a set. On each puzzle the systems take turns. After
    Ctrl-C, a crash or a power cut, the same command continues where it stopped. A report follows.

    Exit status: 0 done, 1 an answer cannot be true, 2 bad input, 130 interrupted.
    """
    experiment, (number, parts) = _experiment(plan), job.part
    several = f"-{number}-of-{parts}" if parts > 1 else ""
    path = chosen.into or Path(f"{plan.name}{several}.db")
    if status := _carry_out([experiment], path, job, place):
        return status
    silent = [s.label for s in experiment.systems if isinstance(s, ProgramSystem) and s.silent]
    sets = bool(silent) or SHARED in plan.processes
    return _report(path, _LabOptions(sets=sets, reference=silent[0] if silent else None))


def _carry_out(
    experiments: Sequence[Experiment], path: Path, job: RunExperiment, place: PoolOptions
) -> int:
    """Carry out experiments; the exit status of the first that did not end, or else 0."""
    with place.open() as pool, Store(path, write=True) as store:
        for one in experiments:
            what = Given((one, store), str(path))
            found = find(job, what, pool=pool, every=SELDOM)
            show_found(job, what, found, as_json=False, aside=True)
            if not found.finished:
                return status_of(found)
    return 0


@command.command("calibrate")
@_planned
@options.place
@_takes("copies clock into")
def calibrate(plan: Plan, place: PoolOptions, chosen: _LabOptions) -> int:
    """Run copies of a system on this machine: how often do tests find a difference?

    The system is the first recipe of the plan, whose puzzles, limits and file of results count,
    too. Every report on that file then gives the share of pairs of copies between which a test at
    5 % finds a difference.
    """
    path = chosen.into or Path(f"{plan.name}.db")
    experiment = _experiment(replace(plan, copies=chosen.copies))
    if status := _carry_out([experiment], path, RunExperiment(), place):
        return status
    show(reports.calibration(read(path), chosen.clock))
    return 0


@command.command("drop")
@_results
@_takes(_SELECTION)
def drop(file: Path, chosen: _LabOptions) -> None:
    """Delete recorded runs; the same plan then carries them out again.

    In names, * stands for any characters.
    """
    if not chosen.selection:
        raise PuzzleError("nothing is chosen; expected --status, --system, --task or another one")
    found = _drop(file, chosen.selection)
    say(f"{counted(found, 'run')} deleted from {file}", err=True)


def _drop(file: Path, chosen: Selection) -> int:
    results = load(file)
    with Store(file, write=True) as store:
        runs = (run for run in (*results.runs, *results.copies) if chosen.fits(run))
        return store.drop(run.about["key"] for run in runs)


@command.command("rerun")
@_results
@options.place
@_takes(_SELECTION)
def rerun(file: Path, place: PoolOptions, chosen: _LabOptions) -> int:
    """Repeat recorded runs, and carry out the runs that the plans in FILE still lack.

    The exit status is that of `lab run`.
    """
    with Store(file) as store:
        stored = store.rows("SELECT text, base FROM plan ORDER BY begun, id")
    plans = [replace(plan_of(tomllib.loads(row["text"])), base=Path(row["base"])) for row in stored]
    experiments = list(map(_experiment, plans))
    if chosen.selection:
        _drop(file, chosen.selection)
    status = _carry_out(experiments, file, RunExperiment(), place)
    return status or _report(file, _LabOptions())


@command.command("merge")
@click.argument("files", metavar="RESULTS.db...", nargs=-1, required=True, type=_PATH)
@click.option("--into", metavar="FILE", required=True, type=_PATH, help="File that gets all runs.")
def merge(files: Sequence[Path], into: Path) -> None:
    """Merge files of results; a run that several of them hold is taken once."""
    with Store(into, write=True) as store:
        for file in files:
            say(f"{counted(store.merge(file), 'run')} of {file} added to {into}", err=True)


@command.command("salvage")
@_results
@click.argument("into", metavar="NEW.db", type=_PATH)
def salvage(file: Path, into: Path) -> None:
    """Copy everything readable in a damaged file of results into a new file."""
    if not file.is_file():
        raise PuzzleError("no such file", path=str(file))
    with Store(into, write=True) as store:
        say(f"{counted(store.salvage(file), 'run')} of {file} in {into}", err=True)


@command.command("report")
@_results
@_takes(f"{_SELECTION} clock sets reference html markdown latex")
@options.plot_files
def report(file: Path, chosen: _LabOptions, files: PlotFiles) -> int:
    """Report on the runs in a file of results.

    Exit status: 0 done, 1 an answer cannot be true, 2 bad input.
    """
    return _report(file, chosen, files)


def _report(path: Path, chosen: _LabOptions, files: PlotFiles = _NO_PLOTS) -> int:
    whole = read(path)
    wrong, results = contradictions(whole.runs), whole.only(chosen.selection)
    parts: list[str | reports.Table] = [*reports.warnings(wrong)]
    parts += reports.circumstances(results, chosen.clock)
    for one in reports.tables(results, chosen.clock, sets=chosen.sets, reference=chosen.reference):
        parts += ["", one]
    kinds = (
        (chosen.html, reports.page),
        (chosen.markdown, reports.markdown),
        (chosen.latex, reports.latex),
    )
    for file, text_of in kinds:
        if file:
            write_whole(file, text_of(results, wrong, chosen.clock).encode())
    files.write(partial(reports.plots_of, results, chosen.clock))
    show(parts)
    return WRONG if wrong else 0


def show(parts: Iterable[str | reports.Table]) -> None:
    """Print a report."""
    for part in parts:
        if isinstance(part, str):
            say(part)
            continue
        for text in (part.title, table(part.head, part.rows, part.right), *part.notes):
            say(text)


@command.command("compare")
@click.argument("old", metavar="OLD.db", type=_PATH)
@click.argument("new", metavar="NEW.db", type=_PATH)
@_takes("clock tolerance baseline")
def compare_(old: Path, new: Path, chosen: _LabOptions) -> int:
    """Compare two files of results over the puzzles that are in both.

    A regression is a puzzle that is no longer solved, an answer that cannot be true, or a ratio of
    times whose 95 % interval lies entirely above the tolerance.

    Exit status: 0 no regression, 1 a regression, 2 bad input.
    """
    found = compare(read(old), read(new), chosen.clock, chosen.baseline)
    show(reports.comparison(found, chosen.tolerance))
    return WRONG if found.regressed(chosen.tolerance) else 0


@command.command("export")
@_results
@click.argument("path", metavar="FILE", type=_PATH)
@_takes(_SELECTION)
def export_(file: Path, path: Path, chosen: _LabOptions) -> None:
    """Write runs for other tools, by the suffix of FILE.

    A .csv, .jsonl or .parquet file has one row per run, an .xml file is for benchmark-tool, and
    .aslib is a folder for algorithm selection.
    """
    say(f"{export(read(file).only(chosen.selection), path)} runs written to {path}", err=True)


@command.command("extract")
@_results
@click.argument("folder", metavar="FOLDER", type=_PATH)
def extract_(file: Path, folder: Path) -> None:
    """Write everything needed to repeat an experiment into a new folder.

    The folder holds puzzles, encodings, the plan with its defaults, versions, the results, and
    instructions to run the experiment again.
    """
    readme = Path(__file__).with_name("artifact.md").read_text(encoding="utf-8")
    files = extract(file, folder, readme)
    say(f"{counted(len(files), 'file')} written to {folder}", err=True)


@command.command("profile")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@_takes("recipes repetitions")
@options.limits
@options.json
def profile(files: Sequence[str], chosen: _LabOptions, limits: Limits, as_json: bool) -> int:
    """Measure the time of each stage of deciding a puzzle, in fresh processes."""
    instances, faults = choose(files, Path(), {})
    status, bar = 0, ProgressLine()
    for fault in faults:
        say(f"asp-nono: left out: {fault}", err=True)
        status = BAD_INPUT
    for instance, one in product(
        instances, map(recipe, dict.fromkeys(chosen.recipes or (DEFAULT,)))
    ):
        bar.show(f"{instance.name}: {one.name}")
        try:
            found = profiles.profile(
                instance, one, chosen.repetitions, limits, ["asp_nono.cli.check"]
            )
        except AspNonoError as error:
            parts: list[str | reports.Table] = [f"{error} ({one.name})"]
        else:
            lines = [json.dumps(line) for line in found.to_json()]
            parts = [*lines] if as_json else [found.table(), ""]
        show(parts)
    return status
