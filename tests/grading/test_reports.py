"""What teachers and students read: text, JSON, HTML, class tables, points."""

import json
import re
import signal
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from clingo import Control

from asp_nono.cli import cli
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.grade import grade, grades
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.report import as_text
from asp_nono.grading.rubric import read_rubric
from asp_nono.grading.scaling import puzzle_of_side
from asp_nono.line.board import Board
from asp_nono.messages import PuzzleError
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.cli.run import start
from tests.conftest import ROOT
from tests.docs.pages import page
from tests.grading.programs import CELLS, MISTAKES, STARTS, filed, graded_file

TOUCH, GAP = (
    next(mistake.text for mistake in MISTAKES if mistake.name == name)
    for name in ("equal colors may touch", "a gap of two")
)

SHORT = "[scaling]\nsides = [3, 6]\nseconds = 20\n[reach]\nfull = 12\n"


def run(*words: str | Path) -> Result:
    """The command line's answer."""
    return CliRunner().invoke(cli, ["grade", *map(str, words)], standalone_mode=False)


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A folder of submissions."""
    refused = {"bob.lp": "#script (python)\n#end.", "<i>dan.lp": "fill(", "notes.txt": "no program"}
    cleo = {"cleo/main.lp": '#include "rules.lp".', "cleo/rules.lp": GAP}
    return filed(tmp_path / "class", {"ada.lp": TOUCH, **cleo, **refused})


@pytest.mark.slow
def test_class_table(school: Path) -> None:
    """One line for each submission, whatever becomes of it."""
    ran = run("--no-scaling", "--jobs", "2", school)
    assert ran.return_value == 0
    assert ran.stderr == "notes.txt: not graded: no encoding (.lp)\n"
    table, _, why = ran.stdout.partition("\n\n")
    assert [line.partition(": ")[0] for line in why.splitlines()] == ["<i>dan.lp", "bob.lp"]
    assert [line.split()[:5] for line in table.splitlines()] == [
        ["submission", "outcome", "points", "fails", "at"],
        ["<i>dan.lp", "refused", "0", "of", "70"],
        ["ada.lp", "wrong", "25.7", "of", "70"],
        ["bob.lp", "refused", "0", "of", "70"],
        ["cleo", "wrong", "25.6", "of", "70"],
    ]


@pytest.mark.slow
def test_json_and_html(school: Path, tmp_path: Path) -> None:
    """One object a line with documented keys; one page that needs no other, and tames names."""
    page_file = tmp_path / "grades.html"
    ran = run("--no-scaling", "--json", "--html", page_file, school)
    objects = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [one["outcome"] for one in objects] == ["refused", "wrong", "refused", "wrong"]
    for key in {re.sub("_messages?$", "", key) for key in objects[1]}:
        assert f"`{key}`" in page("docs/grading.md")
    board = objects[1]["counterexample"]
    assert (board["width"], board["height"]) == (1, 3)
    assert board["columns"] == [[[1, 1], [1, 1]]]
    assert len(board["wrong"][0]) == 3
    text = page_file.read_text(encoding="utf-8")
    assert "<i>" not in text
    assert "&lt;i&gt;dan.lp" in text
    assert not re.search(r"<(script|link|img|iframe)|https?://(?!www\.w3\.org/)", text)
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len([ET.fromstring(picture) for picture in pictures]) >= 2  # noqa: S314 - our own


@pytest.mark.slow
def test_scaling(tmp_path: Path) -> None:
    """A right program scales like the references, and the points follow the rubric.

    It does not pass where two pictures with the same clues are both to be found first.
    """
    first = '[program]\nfirst = ["#. .#", ".# #."]\n'
    rubric = filed(tmp_path, {"rubric.toml": SHORT + first}) / "rubric.toml"
    settings = Nonograms(rubric=read_rubric(rubric), seconds=300)
    found = graded_file(ROOT / "encodings" / "starts.lp", settings)
    assert found.scaling is not None
    steps, (reference, other) = found.scaling.steps, found.references
    assert [step.side for step in steps] == [3, 6]
    assert found.scaling.failure is None
    assert (reference.name, other.name) == ("starts", "order")
    assert [step.rules for step in steps] == [step.rules for step in reference.steps]
    points = {item.name: item.points for item in found.score.items}
    assert points == {"sound": 30, "complete": 30, "once": 10, "size": 15, "reach": 7.5}
    assert (found.outcome, found.score.passed) == ("right", False)
    assert "with its heuristic, the first answer" in as_text(found)


@pytest.mark.slow
@pytest.mark.nightly
def test_scaling_stops(tmp_path: Path) -> None:
    """An encoding that explodes with the board is stopped, and the report says where."""
    rubric = "[scaling]\nsides = [5, 20]\nseconds = 60\n"
    waste = "n(1..N) :- line(row(_), N), line(column(_), N), N > 8.\nw(A, B, C, D, E, F) :- "
    waste += ", ".join(f"n({letter})" for letter in "ABCDEF") + ".\n"
    folder = filed(tmp_path, {"rubric.toml": rubric, "student.lp": STARTS + waste})
    words = ("--memory-limit", "256", "--rubric", folder / "rubric.toml")
    ran = run(*words, folder / "student.lp")
    assert "It solves up to 5x5 and stops at 20x20: " in ran.stdout
    assert "limit" in ran.stdout
    assert ran.stdout.startswith("student.lp: right.")


@pytest.mark.slow
def test_wrong_on_larger_boards_only() -> None:
    """What no small board shows is found in the scaling test."""
    text = f"{CELLS}\n:- line(row(_), N), line(column(_), N), N > 12."
    found = grade(text, Nonograms(rubric=replace(read_rubric(), sides=(5, 15))), "student")
    assert found.outcome == "wrong"
    assert str(found.reason) == "it is wrong on a board of 15x15"
    assert isinstance(found.counterexample, BoardExample)
    assert not any(map(any, found.counterexample.missing[0].rows))  # shrunk to the empty picture
    assert not found.score.passed
    assert "On all small boards it is right, but" in as_text(found)


@pytest.mark.slow
@pytest.mark.parametrize("colors", [2, 3])
@pytest.mark.parametrize(("side", "searched"), [(5, False), (10, True), (15, False), (20, True)])
def test_puzzles_of_the_scaling_test(side: int, searched: bool, colors: int) -> None:
    """They are the same each time and have one solution, which line logic finds on some."""
    puzzle = puzzle_of_side(side, colors)
    board = Board(puzzle)
    board.sweep()
    assert board.decided != searched
    assert check(puzzle).verdict is Verdict.UNIQUE
    assert (puzzle.width, puzzle.height, len(puzzle.colors)) == (side, side, colors)
    assert puzzle_of_side.__wrapped__(side, colors) == puzzle


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("points = 3", "points: expected a part [points]"),
        ("[points]\nsound = -1", "points: sound: -1; expected a number from 0 to 1000"),
        ("[points]\nsound = nan", "points: sound: nan; expected"),
        ("[points]\nsund = 1", "did you mean sound?"),
        ("[point]\nsound = 1", "did you mean points?"),
        ('[size]\nreference = "start"', "unknown recipe 'start' (did you mean starts?)"),
        ("[size]\nnone = 1", "size.none: 1; expected a number from 1.51"),
        ("[scaling]\nsides = []", "scaling.sides: []; expected a list of 1 to 20 sides"),
        ("[scaling]\nsides = [5, 100]", "scaling.sides: 100; expected a number from 2 to 60"),
        ("[scaling]\nseconds = true", "scaling.seconds: True; expected a number"),
        ("[boards]\nblots = 3", "boards.blots: 3; expected true or false"),
        ("[", "is no TOML"),
        ("[points]\nsound = 0\ncomplete = 0\nonce = 0\nsize = 0\nreach = 0", "points: all are 0"),
        ('[program]\nfirst = "#."', "program.first: '#.'; expected pictures"),
        ('[program]\nfirst = ["#x"]', "program.first: row 1: unknown color character 'x'"),
        ('[program]\nfirst = ["#", ""]', "program.first: a grid has at least one row"),
        (f'[program]\nfirst = ["{"#" * 21}"]', "first: expected pictures of . and #, at most 20"),
        ("[pass]\npoints = 101", "pass.points: 101; expected a number from 0 to 100"),
    ],
)
def test_bad_rubrics(text: str, error: str, tmp_path: Path) -> None:
    """One line with the file, the entry and what was expected."""
    file = filed(tmp_path, {"rubric.toml": text}) / "rubric.toml"
    with pytest.raises(PuzzleError) as raised:
        read_rubric(file)
    assert str(raised.value).startswith(f"{file}: ")
    assert error in str(raised.value)


@pytest.mark.slow
def test_single_reports(school: Path, tmp_path: Path) -> None:
    """The board, the pictures, the hint and the points, and no rule but the student's own."""
    ran = run("--no-scaling", school / "ada.lp")
    assert ran.return_value == 1
    for words in (
        "ada.lp: wrong.",
        "a smallest board",
        "that is wrong",
        "Kind of mistake: sep",
    ):
        assert words in ran.stdout
    assert "start(L, B+1, E+1)" not in ran.stdout
    assert run(school / "bob.lp").return_value == 2
    with pytest.raises(PuzzleError, match=r"none\.lp: no such file"):
        cli.main(["grade", str(tmp_path / "none.lp")], standalone_mode=False)


def test_facts_for_bare_clingo(tmp_path: Path) -> None:
    """With the facts that are written, clingo alone gives the answers of the report."""
    text = "fill(X, Y, 1) :- line(row(Y), _), line(column(X), _).\n#show fill/3.\n"
    facts, file = tmp_path / "board.lp", filed(tmp_path, {"all.lp": text}) / "all.lp"
    assert run("--no-scaling", "--facts", facts, file).return_value == 1
    control = Control(["0"])
    control.load(str(file))
    control.load(str(facts))
    control.ground([("base", [])])
    shown: list[list[str]] = []
    control.solve(on_model=lambda model: shown.append(sorted(map(str, model.symbols(shown=True)))))
    assert shown == [["fill(1,1,1)"]]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--facts", "board.lp"], "--facts is for a single encoding"),
        (["--dialect", "ours", "--mapping", "a.toml"], "exclude each other"),
        ([], "no submission"),
    ],
)
def test_bad_options(options: list[str], error: str, tmp_path: Path) -> None:
    """What cannot be done is said before the work."""
    if "--facts" in options:
        (tmp_path / "ada.lp").touch()
    with pytest.raises(PuzzleError, match=error):
        cli.main(["grade", *options, str(tmp_path)], standalone_mode=False)


def test_remarks() -> None:
    """Misspelled names, atoms that are not shown, and clingo's own remarks have their places."""
    text = "a :- blok(_, _, _, _).\nb(1/0).\n#show a/0.\n#program more.\n:- odd.\n"
    found = grade(text, Nonograms(scaling=False), "student")
    misspelled, always, part, unshown = (str(one.placed) for one in found.remarks[:4])
    assert always.startswith("line 5, column 1: this constraint excludes every answer set")
    assert misspelled.startswith("line 1, column 6: blok/4 is used, but no rule derives it")
    assert misspelled.endswith("; did you mean block/4?")
    assert unshown == "line 3, column 1: it shows a/0; expected #show fill/3."
    assert part == "the rules of #program more are ignored, as clingo does by default"
    assert str(found.remarks[4].placed).startswith("line 2, column 3: clingo: operation undefined")


@pytest.mark.slow
def test_output_misspelled() -> None:
    """What #show names and no rule derives is the mistake; terms that are shown are derived."""
    text = "{ fil(X, Y, 1) : line(row(Y), _), line(column(X), _) }.\n#show fill/3.\n"
    found = grade(text, Nonograms(scaling=False), "student")
    assert not found.suspects
    shown = text.replace("#show fill/3.", "#show fill(X, Y, 1) : fil(X, Y, 1).")
    other = grade(shown, Nonograms(scaling=False), "student")
    assert other.diagnosis is not None
    assert other.diagnosis.kind.name != "name"
    # pooled arguments are read
    pooled = "cell(1,1,1; 1,2,1).\npaint(X, Y, 1) :- cell(X, Y, 1)."
    other, lacking = grade(pooled, Nonograms(scaling=False), "student"), "no rule derives fill/3"
    lacking += ", which an answer is made of"
    for wrong, remarks in (
        (found, (f"{lacking}; the program derives fil/3",)),
        (other, (lacking, "it reads none of the facts that it gets")),
    ):
        assert wrong.diagnosis is not None
        assert wrong.diagnosis.kind.name == "name"
        assert tuple(str(one.placed) for one in wrong.remarks) == remarks


@pytest.mark.slow
def test_watch(tmp_path: Path) -> None:
    """A program is graded each time it is saved, also where it cannot be read."""
    file = filed(tmp_path, {"student.lp": TOUCH}) / "student.lp"
    process = start("grade", "--watch", "--no-scaling", "--colors", 1, file)
    assert process.stderr
    for text in ("fill(", GAP, ""):
        while not process.stderr.readline().startswith("waiting for a change"):
            assert process.poll() is None
        if text:
            file.write_text(text, encoding="utf-8")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    graded = re.findall("^student.lp: ([a-z]+)", out, re.MULTILINE)
    assert graded == ["wrong", "refused", "wrong"]


@pytest.mark.slow
def test_progress() -> None:
    """It says what is done, and how many sizes of boards were tried."""
    wrong = f"{STARTS}:- not fill(1, 1, 1).\n"
    said = [str(one.progress) for one in grades(wrong, Nonograms(scaling=False), "mine.lp")]
    assert re.fullmatch(r"mine\.lp: trying small boards, 1 of \d+ sizes", said[0])
    assert said[-2:] == ["mine.lp: looking for the faulty rule", "mine.lp: done"]
