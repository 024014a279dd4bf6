"""`asp-nono grade`: students' encodings tested, explained, measured and scored."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from os.path import commonpath
from pathlib import Path
from time import sleep
from typing import Any, TypeVar, cast

import click

from asp_nono.cli import Command, options
from asp_nono.cli.output import BAD_INPUT, NOT_PASSED, UNDECIDED, Progress, emit, say
from asp_nono.files import write_whole
from asp_nono.grading import grade as grading
from asp_nono.grading.classroom import ClassFolder
from asp_nono.grading.exercise import (
    ExerciseGrade,
    exercise_html,
    exercise_text,
    grade_exercise,
    read_exercise,
)
from asp_nono.grading.report import WIDTH, as_html, as_text, class_text, template
from asp_nono.grading.rubric import DEFAULT, read_rubric
from asp_nono.grading.sandbox import Sandbox
from asp_nono.grading.submission import SubmissionFile, named, submissions
from asp_nono.grading.vocabulary import dialect, read_mapping
from asp_nono.jobs.programs import Grade, GradeLimits
from asp_nono.messages import PuzzleError
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Children

T = TypeVar("T")

_PAUSE = 0.3  # seconds between two looks at the files that are watched


def _settings(job: Grade, limits: Limits) -> grading.Settings:
    if job.dialect and job.mapping:
        raise PuzzleError("--dialect and --mapping exclude each other; choose one")
    named = dialect(job.dialect) if job.dialect else None
    return grading.Settings(
        vocabulary=read_mapping(job.mapping) if job.mapping else named,
        block_colors=job.colors,
        rubric=read_rubric(job.rubric or DEFAULT),
        scaling=job.scaling,
        seconds=options.within_patience(job, limits).seconds or 0,
        deductions=job.level,
        megabytes=limits.megabytes or Grade.megabytes,
    )


@click.command("grade", cls=Command)
@click.argument("sources", metavar="STUDENT.lp...", nargs=-1, type=click.Path(path_type=Path))
@options.of(Grade)
@options.bundle("limits", options.limits_of, options.parts_of(GradeLimits))
@options.jobs
@options.json
def grade(sources: Sequence[Path], job: Grade, limits: Limits, jobs: int, as_json: bool) -> int:
    """Grade an encoding, all encodings in a folder, a recipe, or several files as one program."""
    if job.watch:
        _watch([*sources, *job.files], partial(_grade, sources, job, limits, jobs, as_json))
    return _grade(sources, job, limits, jobs, as_json)


def _watch(sources: Sequence[Path], grade_once: Callable[[], int]) -> None:
    """Grade, and again whenever a program beside these changes; Ctrl-C ends it."""
    while True:
        before = _saved(sources)
        try:
            grade_once()
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


def _grade(sources: Sequence[Path], job: Grade, limits: Limits, jobs: int, as_json: bool) -> int:
    settings, html, facts = _settings(job, limits), job.html, job.facts
    found, several = _submissions(sources, job), any(map(Path.is_dir, sources)) or len(sources) > 1
    if facts and several:
        raise PuzzleError("--facts is for a single encoding", path=" ".join(map(str, sources)))
    if job.exercise:
        return _exercise(found, job, settings, jobs, several, as_json)
    _check_system(html or job.out, settings)
    kept = ClassFolder(job.out, found, settings) if job.out else None
    grades = list[grading.Grade]()
    known = [*kept.unchanged] if kept else []
    for before in known:
        say(f"{before['name']}: unchanged, {before['points']:g} of {before['most']:g}", err=True)
    try:
        work = partial(grading.grade_file, settings=settings)
        for file, one in _grades(kept.due if kept else found, work, jobs):
            grades.append(one)
            known.append(one.to_json())
            if kept:
                kept.add(file, one)
            if as_json:
                emit(known[-1])
    finally:  # what is known is written, whatever ends the command
        _write(grades, several, as_json, html)
        if kept:
            kept.finish()
    if facts:
        board = grades[0].counterexample if grades else None
        _write_facts(facts, board.facts if board else "")
    return _status(known, several)


def _write_facts(file: Path, found: str) -> None:
    if found:
        write_whole(file, found.encode())
    else:
        say(f"{file}: not written: nothing shows a mistake", err=True)


def _check_system(page: Path | None, settings: grading.Settings) -> None:
    """Fail before the work if something is missing for it, and warn of what does not hold."""
    if page:
        template()  # needs an extra
    with Sandbox(settings.megabytes) as sandbox:
        sandbox.start()  # fails on a system that cannot run submissions safely
        for hole in sandbox.holes:
            say(f"asp-nono: warning: a program that broke out of clingo could {hole}", err=True)


def _exercise(
    found: list[SubmissionFile],
    job: Grade,
    settings: grading.Settings,
    jobs: int,
    several: bool,
    as_json: bool,
) -> int:
    """Grade programs for an exercise."""
    for name in ("out", "rubric", "dialect", "mapping", "colors", "deductions", "recipe",
                 "encoding"):  # fmt: skip
        if getattr(job, name) not in (None, ()):
            raise PuzzleError(f"--{name} has no effect with --exercise; leave it out")
    if not job.scaling:
        raise PuzzleError("--no-scaling has no effect with --exercise; leave it out")
    if job.html:
        template()  # needs an extra
    exercise = read_exercise(cast("Path", job.exercise), settings.megabytes)
    seconds, megabytes = settings.seconds, settings.megabytes
    grades = list[ExerciseGrade]()
    work = partial(grade_exercise, exercise=exercise, seconds=seconds, megabytes=megabytes)
    for _, one in _grades(found, work, jobs):
        grades.append(one)
        if as_json:
            emit(one.to_json())
        else:
            say(exercise_text(one, exercise))
    if job.html and grades:
        write_whole(job.html, exercise_html(grades, exercise, settings.megabytes).encode())
    if job.facts:
        _write_facts(job.facts, "".join(f"{one.facts}\n" for one in grades if one.facts))
    return _status([one.to_json() for one in grades], several)


def _status(known: list[dict[str, Any]], folder: bool) -> int:
    """The exit status: of a class only whether all is known."""
    if not folder and known[0]["outcome"] == "refused":
        return BAD_INPUT
    if any(one["outcome"] in ("undecided", "error") for one in known):
        return UNDECIDED
    return 0 if folder or known[0]["passed"] else NOT_PASSED


def _submissions(sources: Sequence[Path], job: Grade) -> list[SubmissionFile]:
    """The submissions: the named files and folders, or the encodings of one program."""
    if bool(sources) == bool(job.files):
        raise PuzzleError("expected files or folders, or --encoding or --recipe; one of these")
    if not job.files:
        return [one for source in sources for one in submissions(source)]
    first, *more = (path.resolve() for path in job.files)
    root = Path(commonpath([first.parent, *(path.parent for path in more)]))
    name = job.recipe or ", ".join(path.name for path in job.files)
    return [SubmissionFile(name, first, root, more=tuple(more))]


def _grades(
    found: list[SubmissionFile], work: Callable[[SubmissionFile], T], jobs: int
) -> Iterator[tuple[SubmissionFile, T]]:
    """The grades in the order of the submissions; each runs in a process of its own anyway."""
    given = [one for one in found if not one.ignored]
    progress = Progress(len(given))
    with Children(jobs) as pool, closing(pool.ordered(work, given)) as outcomes:
        for one, result in outcomes:
            progress.reach(one.name)
            progress.show(one.name)
            if isinstance(result, Exception):
                raise result
            yield one, result
    for one in found:
        if one.ignored:
            say(f"{named(one.name)}: not graded: {named(str(one.fault))}", err=True)


def _write(grades: list[grading.Grade], folder: bool, as_json: bool, html: Path | None) -> None:
    if not as_json:
        _print(grades, folder)
    if html and grades:
        write_whole(html, as_html(grades).encode())


def _print(grades: list[grading.Grade], folder: bool) -> None:
    if folder and grades:
        say(class_text(grades).rstrip("\n"))
    elif not folder:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
        for one in grades:
            say(as_text(one, width=min(width, WIDTH)).rstrip("\n"))
