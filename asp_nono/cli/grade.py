"""`asp-nono grade`: students' encodings tested, explained, measured and scored."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from os.path import commonpath
from pathlib import Path
from time import sleep
from typing import Any

import click

from asp_nono.asp.recipes import recipe_among
from asp_nono.cli import Command, Group, options
from asp_nono.cli.inputs import Batch, Given, Which, find_and_show
from asp_nono.cli.output import BAD_INPUT, INTERRUPTED, NOT_PASSED, UNDECIDED, say
from asp_nono.files import write_whole
from asp_nono.grading.classroom import ClassFolder
from asp_nono.grading.grade import Exercise
from asp_nono.grading.report import GradeResult, as_html, class_text, template
from asp_nono.grading.sandbox import Sandbox
from asp_nono.grading.submission import SubmissionFile, named, submissions
from asp_nono.jobs import option
from asp_nono.jobs.programs import (
    CheckExercise,
    CheckLimits,
    Grade,
    GradeLimits,
    program_limits,
)
from asp_nono.messages import PuzzleError
from asp_nono.run.limits import Limits

_PAUSE = 0.3  # seconds between two looks at the files that are watched


@dataclass(frozen=True, slots=True, kw_only=True)
class _GradedProgram:
    """The program that is graded where no files are named."""

    recipe: str | None = option(None, metavar="NAME", help="Grade a recipe, with its deductions.")
    recipes: Path | None = option(
        None,
        metavar="FILE",
        help="Your own recipes: a file such as recipes.toml, or a folder with that file or with "
        "encodings (default: ./recipes.toml, if there is one).",
    )
    encoding: tuple[Path, ...] = option(
        (),
        metavar="FILE.lp",
        help="Grade several files as one program; may be repeated.",
    )

    def chosen(self, job: Grade) -> tuple[tuple[Path, ...], Grade]:
        """The encodings, if any, and the job with the deductions of their recipe."""
        if self.recipe and self.encoding:
            raise PuzzleError("--recipe and --encoding exclude each other; choose one")
        if not self.recipe:
            return self.encoding, job
        found = recipe_among(self.recipe, self.recipes)
        level = job.deductions or found.deductions
        return found.files, replace(job, deductions=level)


@dataclass(frozen=True, slots=True, kw_only=True)
class _GradeOutput:
    """Where grades go, and when."""

    html: Path | None = option(
        None, metavar="FILE.html", help="Also write an HTML page with pictures."
    )
    out: Path | None = option(
        None,
        metavar="FOLDER",
        help="Also write tables, pages and an overview into FOLDER; if FOLDER has them already, "
        "only changed submissions are graded.",
    )
    facts: Path | None = option(
        None,
        metavar="FILE.lp",
        help="Write the facts of the board on which a single encoding is wrong, so that you can "
        "run it by hand.",
    )
    exercise: Path | None = option(
        None,
        metavar="DIR",
        help="Grade programs for the exercise in this folder instead of nonograms; see "
        "docs/grading.md.",
    )
    watch: bool = option(False, help="Grade again whenever a program is saved, until Ctrl-C.")


@click.command("grade", cls=Command)
@click.argument("sources", metavar="STUDENT.lp...", nargs=-1, type=click.Path(path_type=Path))
@options.of(Grade)
@options.of(_GradedProgram, "program")
@options.of(_GradeOutput, "output")
@options.bundle("limits", options.limits_of, options.parts_of(GradeLimits))
@options.jobs
@options.json
def grade(
    sources: Sequence[Path],
    job: Grade,
    program: _GradedProgram,
    output: _GradeOutput,
    limits: Limits,
    jobs: int,
    as_json: bool,
) -> int:
    """Grade an encoding, all encodings in a folder, a recipe, or several files as one program.

    grade runs the encoding on every set of clues of every small board. If the encoding is wrong, it
    prints a smallest counterexample and a hint at the kind of mistake. If the encoding is right, it
    measures it on larger and larger puzzles and compares it with the encodings of asp-nono.
    Encodings run under limits (60 s for all small boards together and 1024 MiB, unless you set
    others) and without access to files or the network.
    """
    # here the time is the program's own: the grader takes more
    limits = replace(limits, seconds=None, cpu_seconds=limits.seconds)
    files, job = program.chosen(job)

    def once() -> int:
        if job.dialect and job.mapping:
            raise PuzzleError("--dialect and --mapping exclude each other; choose one")
        found = _submissions(sources, files, program.recipe)
        several = any(map(Path.is_dir, sources)) or len(sources) > 1
        if output.facts and several:
            where = " ".join(map(str, sources))
            raise PuzzleError("--facts is for a single encoding", path=where)
        batch = Batch((), Which(), limits, as_json=as_json, jobs=jobs)
        if output.exercise:
            _require_plain(job, program)
        return _grade(found, job, output, batch, several=several)

    return _watch([*sources, *files], once) if output.watch else once()


def _watch(sources: Sequence[Path], grade_once: Callable[[], int]) -> int:
    """Grade, and again whenever a program beside these changes; Ctrl-C ends it."""
    while True:
        before = _saved(sources)
        try:
            if grade_once() == INTERRUPTED:
                return INTERRUPTED
        except PuzzleError as error:  # of a file that is half-written, or not there yet
            say(f"asp-nono: {error}", err=True)
        say("\nwaiting for a change; Ctrl-C ends", err=True)
        while _saved(sources) == before:
            sleep(_PAUSE)


def _saved(sources: Sequence[Path]) -> dict[str, int]:
    """When programs were saved: all those in the folders of files, and in folders."""
    folders = {one if one.is_dir() else one.absolute().parent for one in sources}
    found = {}
    for folder in folders:
        for file in folder.glob("**/*.lp" if folder in sources else "*.lp"):
            with suppress(OSError):  # it is being replaced
                found[str(file)] = file.stat().st_mtime_ns
    return found


def _grade(
    found: list[SubmissionFile], job: Grade, output: _GradeOutput, batch: Batch, *, several: bool
) -> int:
    """Grade submissions, for an exercise if there is one."""
    exercise = _exercise(job, output, batch)
    kept = ClassFolder(output.out, found, exercise) if output.out else None
    grades = list[GradeResult]()
    known = [*kept.unchanged] if kept else []
    for before in known:
        say(f"{before['name']}: unchanged, {before['points']:g} of {before['most']:g}", err=True)

    def after(item: Given, one: GradeResult) -> None:
        grades.append(one)
        known.append(one.to_json())
        if kept and not one.interrupted:
            kept.add(item.inputs[0], one)

    try:
        due = kept.due if kept else found
        status = _run(job, due, batch, exercise, after=after, quiet=several)
    finally:  # results are written, whatever ends the command
        if several and grades and not batch.as_json:
            say(class_text(grades).rstrip("\n"))
        if output.html and grades:
            write_whole(output.html, as_html(grades).encode())
        if kept:
            kept.finish()
    if output.facts:
        board = grades[0].counterexample if grades else None
        _write_facts(output.facts, board.facts if board else "")
    return status or _status(known, several)


def _exercise(job: Grade, output: _GradeOutput, batch: Batch) -> Exercise:
    """What submissions are graded for, and all that grades depend on."""
    _, megabytes, _ = program_limits(batch.limits)
    page = output.html or output.out
    _check_system(page, megabytes)
    if output.exercise is None:
        return job.nonograms(batch.limits)
    return job.exercise(output.exercise, batch.limits, drawing=bool(page))


def _run(
    job: Grade,
    found: list[SubmissionFile],
    batch: Batch,
    exercise: Exercise,
    *,
    after: Callable[[Given, GradeResult], None],
    quiet: bool = False,
) -> int:
    """Run a job on the submissions, and then name those that are none; INTERRUPTED, or 0."""
    given = [Given((one, exercise), one.name, one.name) for one in found if not one.ignored]
    if batch.run(job, after=after, read=given, quiet=quiet) == INTERRUPTED:
        return INTERRUPTED
    for one in found:
        if one.ignored:
            say(f"{named(one.name)}: not graded: {named(str(one.fault))}", err=True)
    return 0


def _write_facts(file: Path, found: str) -> None:
    if found:
        write_whole(file, found.encode())
    else:
        say(f"{file}: not written: nothing shows a mistake", err=True)


def _check_system(page: Path | None, megabytes: int) -> None:
    """Fail before the work if something is missing for it, and warn of what does not hold."""
    if page:
        template()  # needs an extra
    with Sandbox(megabytes) as sandbox:
        sandbox.start()  # fails on a system that cannot run submissions safely
        for hole in sandbox.holes:
            say(f"asp-nono: warning: a program that broke out of clingo could {hole}", err=True)


def _require_plain(job: Grade, program: _GradedProgram) -> None:
    """Raise an error for an option that is for nonograms only."""
    for part, names in (
        (job, ("rubric", "dialect", "mapping", "colors", "deductions")),
        (program, ("recipe", "encoding")),
    ):
        for name in names:
            if getattr(part, name) not in (None, ()):
                raise PuzzleError(
                    "--{option} has no effect with --exercise; leave it out", option=name
                )
    if not job.scaling:
        raise PuzzleError("--no-scaling has no effect with --exercise; leave it out")


def _status(known: list[dict[str, Any]], folder: bool) -> int:
    """The exit status: of a class only whether all is known."""
    if not folder and known[0]["outcome"] == "refused":
        return BAD_INPUT
    if any(one["outcome"] in ("undecided", "error") for one in known):
        return UNDECIDED
    return 0 if folder or known[0]["passed"] else NOT_PASSED


def _submissions(
    sources: Sequence[Path], files: Sequence[Path], recipe: str | None
) -> list[SubmissionFile]:
    """What is graded: the named files and folders, or the encodings of one program."""
    if bool(sources) == bool(files):
        raise PuzzleError("expected files or folders, or --encoding or --recipe; one of these")
    if not files:
        return [one for source in sources for one in submissions(source)]
    first, *more = (path.resolve() for path in files)
    root = Path(commonpath([first.parent, *(path.parent for path in more)]))
    name = recipe or ", ".join(path.name for path in files)
    return [SubmissionFile(name, first, root, more=tuple(more))]


@click.group("exercise", cls=Group)
def exercise() -> None:
    """Check exercises for `grade --exercise`."""


@exercise.command("check")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@options.bundle("limits", options.limits_of, options.parts_of(CheckLimits))
@options.json
def check(folder: Path, limits: Limits, as_json: bool) -> int:
    """Find slips in the reference of an exercise that its instances do not tell apart.

    check changes the reference of the exercise in DIR in one place at a time: it leaves out rules
    and conditions, changes bounds, comparisons, variables and costs. It lists each such mutant that
    has the right answers to all instances, and looks for another instance on which it has not.

    Exit status: 0 the exercise is sharp, 1 it is not, 2 bad input, 130 interrupted.
    """
    limits = replace(limits, seconds=None, cpu_seconds=limits.seconds)
    found = find_and_show(CheckExercise(), Given((folder,), folder.name), limits, as_json=as_json)
    return INTERRUPTED if found.interrupted else 0 if found.sharp else NOT_PASSED
