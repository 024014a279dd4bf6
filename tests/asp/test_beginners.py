"""Beginners' mistakes: `check`, `solve`, `grade` and the studio's bench say the same about each."""

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from clingo import Control
from clingo.ast import AST, parse_files, parse_string

from asp_nono.asp.diagnosis.lint import lint
from asp_nono.asp.encodings import folder
from asp_nono.asp.facts import fact_kinds
from asp_nono.files import read
from asp_nono.grading.grade import grade
from asp_nono.grading.nonograms import Nonograms
from asp_nono.jobs.programs import Grade, RunProgram
from asp_nono.messages import AspNonoError
from asp_nono.run.limits import Limits
from tests.cli.run import HEART, ROOT, run

if TYPE_CHECKING:
    from asp_nono.grading.playground import ProgramRun

BEGINNERS = Path(__file__).with_name("beginners")
EXPECTED: dict[str, dict[str, str]] = tomllib.loads(
    (BEGINNERS / "expected.toml").read_text(encoding="utf-8")
)
ENCODINGS = sorted(folder().rglob("*.lp"))
OTHERS = [
    *sorted((ROOT / "docs").rglob("*.lp")),
    *sorted((ROOT / "examples").rglob("*.lp")),
    *sorted((ROOT / "tests" / "grading" / "right").glob("*.lp")),
    BEGINNERS / "right.lp",
    ROOT / "tests" / "asp" / "recursions.lp",
]
_UNFINISHED = ("complete", "repair", "wrong")  # exercises that are wrong as they are


def _file(name: str) -> Path:
    return BEGINNERS / f"{name}.lp"


def _expected(name: str) -> tuple[str, str, str]:
    """Line, column and words."""
    line, column, words = EXPECTED[name]["says"].split(":", 2)
    return line, column, words.strip()


def _has(text: str, name: str, form: str) -> bool:
    """Whether a line names the place in this form, and says what is expected."""
    line, column, words = _expected(name)
    place = form.format(line=line, column=column)
    return any(place in one and words in one for one in text.splitlines())


IN_WORDS, COMPACT = "line {line}, column {column}: ", ":{line}:{column}: "
UNGROUND = ("endless", "endless_back", "endless_terms", "explosive")  # what takes forever
NAMES = [name for name, one in EXPECTED.items() if one["kind"] != "none"]


def test_table_is_whole() -> None:
    """Each program has an entry, and there are many."""
    assert {path.stem for path in BEGINNERS.glob("*.lp")} == set(EXPECTED)
    assert len(NAMES) >= 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.nightly] * (n in UNGROUND[1:])) for n in NAMES],
)
def test_check_and_solve(name: str) -> None:
    """Both name the place and the remedy on standard error, and an error has exit status 2."""
    for command in ("check", "solve"):
        ran = run(command, "--time-limit", "2", "--encoding", _file(name), HEART)
        if EXPECTED[name]["kind"] == "error":
            assert _has(ran.err, name, f"{name}.lp: {IN_WORDS}"), ran.err
            assert ran.status == 2
        else:
            assert _has(ran.err, name, f"{name}.lp{COMPACT}warning: "), ran.err
        assert "#void" not in ran.err


@pytest.mark.parametrize("name", [one for one in NAMES if one not in UNGROUND])
def test_check_of_encodings(name: str) -> None:
    """`encodings check` has the form of compilers, so that editors find the place."""
    ran, kind = run("encodings", "check", _file(name)), EXPECTED[name]["kind"]
    assert _has(ran.err, name, f"{name}.lp{COMPACT}{kind}: "), ran.err
    assert ran.status or kind == "warning"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_grade(name: str) -> None:
    """A program that clingo cannot read is refused; else it is a remark."""
    exercise = Nonograms(scaling=False, locating=False, seconds=0.1)
    found = grade(_file(name).read_text(encoding="utf-8"), exercise, "program")
    remarks = "\n".join(str(one.placed) for one in found.remarks)
    refused = EXPECTED[name].get("grade", EXPECTED[name]["kind"]) == "error"
    assert refused == (found.outcome == "refused")
    assert _has(f"{found.reason}" if refused else remarks, name, IN_WORDS), (found.reason, remarks)


def test_a_misspelled_fact_excludes_nothing(tmp_path: Path) -> None:
    """Where there is no such fact, the constraint is not said to exclude every answer set."""
    (tmp_path / "it.lp").write_text("{ fill(1, 1, 1) }.\n:- blok(_, _, _, _).\n#show fill/3.\n")
    ran = run("check", "--encoding", tmp_path / "it.lp", HEART)
    assert "did you mean block/4?" in ran.err
    assert "excludes every answer set" not in ran.err


def test_suspect() -> None:
    """The rule with the remark is the suspect, and no others are."""
    found = Grade(scaling=False).find(_file("constant").read_text(encoding="utf-8"))
    assert [str(one.place) for one in found.suspects] == ["line 10"]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_bench(name: str) -> None:
    """The studio's bench has the same, before anything is ground."""
    program = _file(name).read_text(encoding="utf-8")
    job, said = RunProgram(program=program, most=1), list[str]()

    def keep(snapshot: "ProgramRun") -> None:
        said.extend(str(one.placed) for one in snapshot.remarks)

    try:
        job.find(read(HEART)[0], limits=Limits(2.0), each=keep)
    except AspNonoError as error:
        said.append(str(error))
    assert _has("\n".join(said), name, IN_WORDS), said


@pytest.mark.parametrize("name", [one for one in NAMES if one != "dash"])
def test_bare_clingo_names_no_place_that_we_do_not(name: str) -> None:
    """Where clingo finds an error, so do we, on its line or before.

    Its own message about a character beyond ASCII cannot be decoded.
    """
    lines = list[int]()

    def keep(_: object, text: str) -> None:
        if "error: " in text:
            lines.append(int(text.removeprefix(str(_file(name))).split(":")[1]))

    control = Control(logger=keep)
    try:
        control.load(str(_file(name)))
        if name not in UNGROUND:
            control.ground()
    except RuntimeError:
        assert EXPECTED[name]["kind"] == "error"
        assert int(_expected(name)[0]) <= lines[0]


@pytest.mark.parametrize(
    "paths",
    [ENCODINGS, pytest.param(OTHERS, marks=pytest.mark.slow)],
    ids=["encodings", "other programs"],
)
def test_no_false_alarm(paths: list[Path]) -> None:
    """Nothing is said about the programs of this repository that are right."""
    said = []
    for path in paths:
        if any(word in str(path.relative_to(ROOT)) for word in _UNFINISHED):
            continue
        nodes: list[AST] = []
        parse_files([str(path)], nodes.append, logger=lambda *_: None)
        said += [f"{one.file}:{one.line}: {one.reason}" for one in lint(nodes, kinds=fact_kinds())]
    assert said == []


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ("#minimize { 1 : fill(X, _, _) }.", ["X occurs only once, and equal tuples count once"]),
        ("#minimize { 1, X : fill(X, _, _) }.", []),
        (":~ fill(X, Y, 1). [1, X]", ["Y occurs only once, and equal tuples count once"]),
        ("a :- fill(X, Y, 1), Y > 2.", ["X occurs only once in this rule"]),
    ],
)
def test_variables_of_costs(cost: str, said: list[str]) -> None:
    """A variable that is missing in a tuple changes what is counted."""
    nodes: list[AST] = []
    parse_string(cost, nodes.append)
    found = [str(one.reason) for one in lint(nodes)]
    assert [part for part in said if any(part in one for one in found)] == said
    assert len(found) == len(said)
