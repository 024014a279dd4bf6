"""`asp-nono grade`: students' encodings judged, explained, measured and scored."""

from __future__ import annotations

import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from asp_nono.cli import options
from asp_nono.cli.output import BAD_INPUT, UNDECIDED, emit, say
from asp_nono.errors import PuzzleError
from asp_nono.files import write_whole
from asp_nono.grading.grade import Grade, Settings, grade
from asp_nono.grading.report import WIDTH, as_html, as_text, class_text, html_template
from asp_nono.grading.rubric import DEFAULT, read_rubric
from asp_nono.grading.submission import SubmissionFile, submissions
from asp_nono.grading.vocabulary import Vocabulary, dialect, read_mapping


def _settings(
    words: str | None,
    mapping: Path | None,
    colors: int | None,
    rubric: Path,
    no_ladder: bool,
    seconds: float,
    megabytes: int,
) -> Settings:
    return Settings(
        _vocabulary(words, mapping), colors, read_rubric(rubric), not no_ladder, seconds, megabytes
    )


_SETTINGS: dict[str, options.Decorator] = {
    "words": click.option(
        "--dialect",
        "words",
        metavar="NAME",
        help="The facts that the encoding reads: ours, classic, gramcracker or v4hn; recognised "
        "by their names if it is left out.",
    ),
    "mapping": click.option(
        "--mapping",
        metavar="FILE.toml",
        type=click.Path(path_type=Path),
        help="Facts and answers in names of the student's own; see docs/grading.md.",
    ),
    "colors": click.option(
        "--colors",
        type=click.IntRange(1, 2),
        metavar="N",
        help="Boards with up to N block colours, 1 or 2 (default: 2 if the encoding reads "
        "colours).",
    ),
    "rubric": click.option(
        "--rubric",
        metavar="FILE.toml",
        type=click.Path(path_type=Path),
        default=DEFAULT,
        help="How points are given; see docs/grading.md.",
    ),
    "no_ladder": click.option(
        "--no-ladder",
        is_flag=True,
        help="Do not measure right encodings on larger puzzles.",
    ),
    "seconds": click.option(
        "--time-limit",
        "seconds",
        type=click.FloatRange(0, 86400, min_open=True),
        default=60.0,
        metavar="SECONDS",
        help="Time for all small boards of an encoding together (default: 60).",
    ),
    "megabytes": click.option(
        "--memory-limit",
        "megabytes",
        type=click.IntRange(64, 1 << 20),
        default=1024,
        metavar="MIB",
        help="Memory that an encoding may use (default: 1024).",
    ),
}


@click.command("grade")
@click.argument("source", metavar="STUDENT.lp", type=click.Path(path_type=Path))
@options.bundle("settings", _settings, _SETTINGS)
@click.option("--json", "as_objects", is_flag=True, help="Print one JSON object per encoding.")
@click.option(
    "--html",
    metavar="FILE.html",
    type=click.Path(path_type=Path),
    help="Write a page with pictures, besides what is printed.",
)
@click.option(
    "--facts",
    metavar="FILE.lp",
    type=click.Path(path_type=Path),
    help="Write the facts of the board on which a single encoding is wrong, to try it by hand.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    metavar="N",
    help="Judge N encodings of a folder at once.",
)
def command(
    source: Path,
    settings: Settings,
    as_objects: bool,
    html: Path | None,
    facts: Path | None,
    jobs: int,
) -> int:
    """Judge an encoding: a student's, or all those in a folder.

    It is tried on every set of clues of every small board. If it is wrong, a smallest board shows
    how, with a hint of the kind of mistake; if it is right, it is measured on larger and larger
    puzzles beside the encodings of asp-nono. Encodings run with limits and without access to
    files or the network.

    \b
      asp-nono grade encodings/_template.lp
      asp-nono grade --html grades.html submissions/
    """
    if facts and source.is_dir():
        raise PuzzleError("--facts is for a single encoding; this is a folder", path=str(source))
    if html:
        html_template()  # what is missing for it is said before the work
    grades = _grades(submissions(source), settings, jobs)
    _print(grades, source.is_dir(), as_objects)
    if html:
        write_whole(html, as_html(grades).encode())
    if facts and (board := grades[0].counterexample):
        write_whole(facts, board.facts.encode())
    elif facts:
        say(f"{facts}: not written: there is no board on which it is wrong", err=True)
    return _status(grades)


def _vocabulary(words: str | None, mapping: Path | None) -> Vocabulary | None:
    if words and mapping:
        raise PuzzleError("--dialect and --mapping exclude each other; choose one")
    if mapping:
        return read_mapping(mapping)
    return dialect(words) if words else None


def _print(grades: list[Grade], folder: bool, as_objects: bool) -> None:
    if as_objects:
        for one in grades:
            emit(one.to_json())
    elif folder:
        say(class_text(grades).rstrip("\n"))
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
        width = min(width, WIDTH)
        for one in grades:
            say(as_text(one, width=width).rstrip("\n"))


def _grades(found: list[SubmissionFile], settings: Settings, jobs: int) -> list[Grade]:
    """The grades in the order of the submissions; each runs in a process of its own anyway."""

    def judge(one: SubmissionFile) -> Grade:
        return grade(one.path, settings, root=one.root, name=one.name, mapping=one.mapping)

    pool = ThreadPoolExecutor(jobs)
    try:
        grades = []
        for number, (one, result) in enumerate(zip(found, pool.map(judge, found), strict=True), 1):
            _progress(number, len(found), one.name)
            grades.append(result)
        return grades
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _progress(number: int, most: int, name: str) -> None:
    if most > 1 and sys.stderr.isatty():
        say(f"{number} of {most}: {name}", err=True)


def _status(grades: list[Grade]) -> int:
    if len(grades) == 1 and grades[0].outcome == "refused":
        return BAD_INPUT
    return UNDECIDED if any(one.outcome == "undecided" for one in grades) else 0
