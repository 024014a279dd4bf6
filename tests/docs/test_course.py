"""The lessons of the course are true: what they run, what is wrong in them, and what is right."""

import json
import re
import shutil
import subprocess
import sys
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from asp_nono.grading.grade import PARSE_SECONDS, against_rubric
from asp_nono.grading.nonograms import Nonograms, heuristic_remark
from asp_nono.grading.report import GradeResult, as_text
from asp_nono.grading.rubric import DEFAULT, read_rubric
from asp_nono.grading.sandbox import Sandbox
from asp_nono.grading.submission import submission_of
from asp_nono.grading.vocabulary import SubmittedProgram, dialect
from tests.conftest import NIGHTLY, ROOT
from tests.docs.pages import COURSE, blocks, page, shell, timeless
from tests.grading.programs import graded_file
from tools.course import LESSONS, build, lesson_program, notebook, slides

FOLDER = ROOT / "docs" / "course"
EXERCISES = FOLDER / "exercises"
KINDS = ("repair", "complete", "write")
DIFFS = dict(
    re.findall(
        r"^#### (\S+)\n\n```diff\n(.*?)```",
        page("docs/course/teacher.md"),
        re.MULTILINE | re.DOTALL,
    )
)
"""The answer to each exercise, as a change of its file."""

FOLDER_OF = re.compile(r"--exercise (docs/\S+) docs/course/exercises/(\S+)\.lp")
FOLDERS = {
    exercise: folder
    for lesson in LESSONS
    for folder, exercise in FOLDER_OF.findall(lesson.read_text(encoding="utf-8"))
}
"""The exercises that are graded with `--exercise`, and their folders."""

PYTHON = {"13-single": "6\n6\n6\n6\n", "13-count": "24\n"}
"""The exercises that are not graded, and what they print when they are right."""

RUBRIC = re.compile(r"--rubric docs/course/exercises/(\S+) docs/course/exercises/(\S+)\.lp")
RUBRICS = {
    exercise: EXERCISES / file
    for lesson in LESSONS
    for file, exercise in RUBRIC.findall(lesson.read_text(encoding="utf-8"))
}
"""The rubrics of the exercises that test the idea of their lesson."""

COUNTED = {"07-complete", "07-write", "11-repair", "11-complete", "11-write"}
ORDERED = {"10-repair", "10-complete", "15-write"}
THEORY = {"15-repair", "15-complete"}
ALIKE = (COUNTED, ORDERED | {"10-write"}, {f"14-{kind}" for kind in KINDS}, THEORY)
"""Exercises whose answers may pass each other."""

GRADED = sorted(DIFFS.keys() - FOLDERS.keys() - PYTHON.keys())
START_RIGHT = ("07-repair", "07-write", "14-write", "17-complete", "17-write")
"""Exercises that are right from the start: too large, or without what the lesson adds."""
STRONG = {"17-complete": 8747, "17-write": 8306}
"""The cells that propagation finds with the answers to exercises on strength, at least."""

SLOW = pytest.mark.slow
LONG = ("03", "06", "07", "08", "09", "10", "11", "18", "19", "20", "project")
"""The pages whose commands take the longest: a quarter of a minute to two of CPU time each."""
TRIED = ("01-repair",)
"""The exercises that CI grades before and after; each takes ten seconds and more."""

ROW = re.compile(r"^\| `(.*?)` \| `(.*?)` \| `(.*?)` \|$", re.MULTILINE)


def source(name: str) -> Path:
    """The file of an exercise."""
    (found,) = (one for one in EXERCISES.glob(f"{name}.*") if one.suffix != ".toml")
    return found


def solved(name: str) -> str:
    """The text of an exercise with the answer of the teacher's file."""
    text, diff = source(name).read_text(encoding="utf-8"), DIFFS[name].splitlines()
    new = "".join(f"{line[1:]}\n" for line in diff if line.startswith("+"))
    old = [f"{line[1:]}\n" for line in diff if line.startswith("-")]
    where, *others = old or ["#show fill/3.\n"]
    for line in (where, *others):
        assert text.count(line) == 1, line
    for line in others:
        text = text.replace(line, "")
    return text.replace(where, new if old else new + where)


def judged(path: Path, text: str | None = None) -> GradeResult:
    """The grade of a program, or of another text in its place, without the scaling test."""
    if text is not None:
        path.write_text(text, encoding="utf-8")
    rubric = read_rubric(RUBRICS.get(path.stem, DEFAULT))
    how = Nonograms(scaling=False, locating=False, rubric=rubric)
    return graded_file(path, how, root=path.parent)


def test_lessons_have_their_parts() -> None:
    """Each lesson has a picture before its rules, a short program, and all that the course says."""
    assert len(LESSONS) == 20
    parts = ["The picture", "The rules", "What clingo prints", "Common errors", "Exercises", "Why?"]
    for lesson in LESSONS:
        text = lesson.read_text(encoding="utf-8")
        heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
        assert [head for head in heads if head in parts] == parts, lesson.name
        assert "**One idea: " in text
        before = text.partition("## The rules")[0]
        assert "```text" in before or "](pictures/" in before
        program = lesson_program(text) or ""
        assert 0 < len([line for line in program.splitlines() if line[0] != "%"]) < 15
        assert f"]({lesson.name})" in page("docs/course/README.md")
        for kind in KINDS:
            file = source(f"{lesson.name[:2]}-{kind}")
            assert f"exercises/{file.name})" in text
            assert file.stem in DIFFS
    answers = page("docs/course/teacher.md").partition('## Answers to "why"')[2]
    answers = answers.partition("\n## ")[0]
    letters = [letter for _, letter in re.findall(r"^(\d+)\. \(([abc])\) ", answers, re.MULTILINE)]
    assert len(letters) == len(LESSONS)
    assert set(letters) == set("abc")
    for lesson in LESSONS:
        why = lesson.read_text(encoding="utf-8").partition("## Why?")[2]
        assert len(re.findall(r"^- \[ \] .+$", why, re.MULTILINE)) == 3, lesson.name


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=NIGHTLY if Path(name).stem.startswith(LONG) else SLOW)
        for name in COURSE
    ],
)
def test_commands_of_the_course(name: str, place: Path) -> None:
    """Typed one after the other, they work, and print what the lesson shows."""
    if "theory.py" in page(name):
        pytest.importorskip("clingodl")
    if program := lesson_program(page(name)):
        (place / "lesson.lp").write_text(program, encoding="utf-8")
    for block in blocks(name, "sh", "console"):
        if "pip install" in block.text or "tools.course" in block.text:
            continue
        if block.language == "sh":
            ran = shell(block.text, place)
            grading = "asp-nono grade" in block.text  # an exercise that is not done gives 1, or 2
            assert ran.returncode in (0, grading, 2 * grading), f"{block.text}\n{ran.stderr}"
            assert "refused: docs/" not in ran.stdout  # that is a file beside it, not the exercise
            continue
        printed = ""
        for command in block.commands:
            ran = shell(command, place)
            printed += f"$ {command}\n{ran.stdout}{ran.stderr}"
        assert timeless(printed) == timeless(block.text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in TRIED else NIGHTLY) for name in GRADED],
)
def test_exercises(name: str, tmp_path: Path) -> None:
    """An exercise is not right, and with the teacher's answer it is right."""
    if "&diff" in source(name).read_text(encoding="utf-8"):
        pytest.importorskip("clingodl")
    if name not in START_RIGHT:
        assert judged(source(name)).outcome in ("wrong", "repeats", "refused")
    done = tmp_path / f"{name}.lp"
    found = judged(done, solved(name))
    assert (found.outcome, str(found.reason), found.score.passed) == ("right", "", True)


@pytest.mark.slow
def test_exercises_test_their_lesson() -> None:
    """The answer to an exercise passes those of other lessons only where that is meant."""
    passing: dict[str, set[str]] = {name: set() for name in RUBRICS}
    with Sandbox(1024) as sandbox:
        for name in GRADED:
            program = submission_of(solved(name), name)
            inspected = sandbox.inspect(program, PARSE_SECONDS)
            for exercise, rubric in RUBRICS.items():
                if not against_rubric(read_rubric(rubric), program, inspected):
                    passing[exercise].add(name)
    for exercise, names in passing.items():
        alike = next((group for group in ALIKE if exercise in group), {exercise})
        assert exercise in names <= alike, exercise
    assert passing["10-write"] == {"10-write"}
    assert RUBRICS.keys() >= {"04-write", *COUNTED, *ORDERED, *THEORY, *DEAD}


DEAD = {
    "14-repair": "#heuristic start(row(1), 1, 1) : start(row(1), 1, 1). [1, true]",
    "14-complete": "#heuristic start(L, B, 1) : block(L, B, N, _), start(L, B, 1). [N, true]",
    "14-write": "#heuristic start(row(Y), 1, S) : start(row(Y), 1, S). [1, true]",
}
"""Wishes that do nothing."""


@pytest.mark.parametrize("name", DEAD)
def test_wishes_have_an_effect(name: str) -> None:
    """The pictures of the rubric come first with the answer, and only then."""
    rubric, answer = read_rubric(RUBRICS[name]), solved(name)
    with Sandbox(1024) as sandbox:
        for wish in (None, "", DEAD[name]):
            text = answer if wish is None else re.sub("#heuristic .*", wish, answer)
            submission = submission_of(text, name)
            inspected = sandbox.inspect(submission, PARSE_SECONDS)
            program = SubmittedProgram.of(submission, inspected, dialect("ours"), 2)
            found = heuristic_remark(sandbox, program, rubric)
            assert (found is None) == (wish is None)
            assert found is None or "is another one" in str(found.placed)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["07-repair", "07-write"])
def test_answers_are_smaller(name: str, tmp_path: Path) -> None:
    """Where size is the point, the answer has fewer ground rules."""
    shutil.copy(ROOT / "instances" / "pictures" / "cat.xml", tmp_path)
    shutil.copy(source(name), tmp_path / "before.lp")
    rules = re.sub(r"^%.*\n", "", solved(name), flags=re.MULTILINE)  # no header: any names
    (tmp_path / "after.lp").write_text(rules, encoding="utf-8")
    sizes = [
        int(
            shell(
                f"asp-nono ground --encoding {file}.lp --deductions none cat.xml", tmp_path
            ).stdout.split()[0]
        )
        for file in ("before", "after")
    ]
    assert sizes[1] < sizes[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", STRONG)
def test_answers_are_stronger(name: str, tmp_path: Path) -> None:
    """Where strength is the point, propagation finds as much with the answer as the lesson says."""
    (tmp_path / "after.lp").write_text(solved(name), encoding="utf-8")
    command = "asp-nono encodings strength --longest 6 --json"
    before, after = (
        sum(
            one["colored"]
            for one in json.loads(shell(f"{command} {file}", tmp_path).stdout)["lengths"]
        )
        for file in (source(name), "after.lp")
    )
    assert before < STRONG[name] <= after


def _rows() -> list[tuple[str, str, str, str]]:
    """The wrong answers that lessons name: exercise, right text, wrong text, and feedback."""
    found = []
    for lesson in LESSONS:
        part = lesson.read_text(encoding="utf-8").partition("## Common errors")[2]
        part = part.partition("\n## ")[0]
        number = re.search(r"In exercise (\d), when", part)
        kind = KINDS[int(number[1]) - 1] if number else "repair"
        rows = ROW.findall(part)
        assert len(rows) >= 2, lesson.name
        found += [(f"{lesson.name[:2]}-{kind}", *row) for row in rows]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "right", "wrong", "feedback"),
    [
        pytest.param(
            *row, marks=pytest.mark.nightly if number % 6 or row[0].startswith("08") else ()
        )
        for number, row in enumerate(_rows())
    ],
)
def test_named_errors(name: str, right: str, wrong: str, feedback: str, place: Path) -> None:
    """A wrong answer named in a lesson gets the feedback that the lesson promises."""
    text = solved(name)
    assert text.count(right) == 1
    file = place / f"{name}.lp"
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    if name.startswith("12"):
        assert feedback in shell(f"{RIVALS} && python -m clingo {file} rivals.lp", place).stdout
    elif name.startswith("15"):
        assert _theory(file, place) == int(feedback)
    elif name in FOLDERS:
        ran = shell(f"asp-nono grade --exercise {FOLDERS[name]} {file}", place)
        assert feedback in " ".join(ran.stdout.split())
    else:
        found = judged(file)
        said = " ".join(
            (as_text(found) + " ".join(str(one.placed) for one in found.remarks)).split()
        )
        assert f": {feedback}" in said or feedback in said


RIVALS = "python docs/course/rivals.py instances/pathological/ones-4.xml > rivals.lp"
ONES = (
    "asp-nono facts --encoding docs/course/exercises/05-repair.lp --deductions none "
    "instances/pathological/ones-4.xml > ones.lp"
)


def _theory(file: Path, place: Path) -> int:
    """The number of answers that clingo-dl finds on the board of lesson 15."""
    pytest.importorskip("clingodl")
    ran = shell(f"python docs/course/theory.py {file} docs/course/pairs.lp", place)
    return ran.stdout.count("zero=")


OPTIMA = {"12-repair": "3", "12-complete": "3", "12-write": "3 0"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=SLOW if name < "14" or "write" in name else NIGHTLY)
        for name in FOLDERS
    ],
)
def test_exercises_in_folders(name: str, place: Path) -> None:
    """Right with the teacher's answer, and only then; in lesson 12 with the cost that it names."""
    file = place / source(name).name
    for text, wrong in ((source(name).read_text(encoding="utf-8"), 1), (solved(name), 0)):
        file.write_text(text, encoding="utf-8")
        graded = shell(f"asp-nono grade --exercise {FOLDERS[name]} {file}", place)
        assert graded.returncode in (wrong, 2 * wrong), graded.stdout  # 2: it lacks what is asked
        if name in OPTIMA:
            ran = shell(f"{RIVALS} && python -m clingo {file} rivals.lp -q1 --verbose=0", place)
            assert (f"Optimization: {OPTIMA[name]}\n" in ran.stdout) != wrong


@pytest.mark.parametrize("name", PYTHON)
def test_exercises_in_python(name: str, place: Path) -> None:
    """They print the number that the lesson names when they are right, and only then."""
    file = place / source(name).name
    for text, wrong in ((source(name).read_text(encoding="utf-8"), True), (solved(name), False)):
        file.write_text(text, encoding="utf-8")
        ran = shell(f"{ONES} && python {file} docs/course/given.lp ones.lp", place)
        assert (ran.stdout == PYTHON[name]) != wrong


def test_headers_are_true(place: Path) -> None:
    """So `solve` gives no warning; two of them are not accepted, as their lessons say."""
    wrong = ("06-repair.lp", "13-repair.lp")  # a name that does not exist; #program
    files = [f for f in EXERCISES.glob("*.lp") if f.stem in GRADED and f.name not in wrong]
    assert len(files) == len(GRADED) - len(wrong)
    ran = shell(f"asp-nono encodings check {' '.join(map(str, files))}", place)
    assert "header: " not in ran.stderr  # some cannot be used before they are completed
    for name in wrong:
        assert shell(f"asp-nono encodings check {EXERCISES / name}", place).returncode == 1


def test_the_boat_is_current(place: Path) -> None:
    """The facts of the course are those that asp-nono writes."""
    command = "facts --deductions none --encoding docs/course/exercises/05-repair.lp"
    ran = shell(f"asp-nono {command} docs/course/boat.non", place)
    assert ran.stdout == (FOLDER / "boat.lp").read_text(encoding="utf-8")


@pytest.mark.slow
def test_pages_are_complete(tmp_path: Path) -> None:
    """Every link of a page leads somewhere, and there are a page and a notebook for each lesson.

    The bench is there where the studio serves the pages.
    """
    build(tmp_path)
    for lesson in LESSONS:
        html = (tmp_path / f"{lesson.stem}.html").read_text(encoding="utf-8")
        assert "<iframe" in html
        assert "<table>" in html
        made = json.loads((tmp_path / f"{lesson.stem}.ipynb").read_text(encoding="utf-8"))
        assert sum(cell["cell_type"] == "code" for cell in made["cells"]) > 1
    for file in tmp_path.glob("*.html"):
        for link in re.findall(
            r'(?:href|src)="(?!/\?bench)([^"#:]+)', file.read_text(encoding="utf-8")
        ):
            assert (tmp_path / link).exists(), (file.name, link)
    assert not (tmp_path / "teacher.html").exists()


def test_the_program_of_a_lesson_is_a_cell_of_its_own() -> None:
    """It can be edited there, and running the first cell again does not overwrite it."""
    for lesson in LESSONS:
        text = lesson.read_text(encoding="utf-8")
        first, *cells = (cell["source"] for cell in notebook(text)["cells"])
        program = lesson_program(text)
        assert "lesson.lp" not in first
        assert cells.count(f"%%writefile lesson.lp\n{program}") == (program is not None)


def test_exercises_are_cells_of_their_own() -> None:
    """Each is written by a cell of its own, once, before the first cell that runs it."""
    for lesson in LESSONS:
        text = lesson.read_text(encoding="utf-8")
        first, *cells = (cell["source"] for cell in notebook(text)["cells"])
        for kind in KINDS:
            file = source(f"{lesson.name[:2]}-{kind}")
            name = file.relative_to(ROOT).as_posix()
            (at,) = (n for n, one in enumerate(cells) if one.startswith(f"%%writefile {name}\n"))
            assert cells[at].endswith(file.read_text(encoding="utf-8"))
            assert min(n for n, one in enumerate(cells) if "%%sh" in one and name in one) > at
            assert file.name not in first


def test_slides() -> None:
    """A slide for the title, and one for each section, with the whole program of the lesson."""
    for lesson in LESSONS:
        text = lesson.read_text(encoding="utf-8")
        sections = slides(text).split("<section>")[1:]
        heads = [re.search(r"<h\d.*?>(.*?)</h", section) for section in sections]
        assert [head and head[1] for head in heads][1:] == re.findall(
            r"^## (.*)$", text, re.MULTILINE
        )
        shown = unescape(re.sub(r"<.*?>", "", "".join(sections)))
        assert (lesson_program(text) or "") in shown


def test_pages_lead_on(tmp_path: Path) -> None:
    """Each lesson has links to the lessons before and after it."""
    build(tmp_path)
    for before, behind in pairwise(LESSONS):
        page_before, page_behind = (
            (tmp_path / f"{one.stem}.html").read_text(encoding="utf-8") for one in (before, behind)
        )
        assert f'<a href="{behind.stem}.html">Next: ' in page_before
        assert f'<a href="{before.stem}.html">Previous: ' in page_behind


@pytest.mark.slow
@pytest.mark.parametrize(
    "lesson",
    [
        pytest.param(lesson, marks=[pytest.mark.nightly] * (number > 0))
        for number, lesson in enumerate(LESSONS)
    ],
    ids=lambda lesson: lesson.stem,
)
def test_notebooks_run(lesson: Path, tmp_path: Path) -> None:
    """A notebook runs in an empty folder; a cell of commands may end with any status."""
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    if "theory.py" in lesson.read_text(encoding="utf-8"):
        pytest.importorskip("clingodl")
    build(tmp_path / "site")
    run = (
        "import nbformat, nbclient, sys; book = nbformat.read(sys.argv[1], 4); "
        "nbclient.NotebookClient(book, timeout=300).execute(); "
        "print(book.cells[0].outputs)"
    )
    work = tmp_path / "work"
    work.mkdir()
    ran = subprocess.run(
        [sys.executable, "-c", run, str(tmp_path / "site" / f"{lesson.stem}.ipynb")],
        cwd=work,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
