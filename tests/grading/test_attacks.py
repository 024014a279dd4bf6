"""Submissions try to break out, and to trick the grader with names, links, numbers and floods."""

import os
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import pytest

from asp_nono.cli.output import emit
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.grade import grade, grades
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.report import GradeResult, as_html, as_text, class_text
from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.submission import read_submission, submissions
from asp_nono.messages import PuzzleError
from asp_nono.run.limits import Cause, Stopped, StoppedError
from tests.grading.programs import STARTS, filed, graded_file

QUICK = Nonograms(scaling=False, block_colors=1)
HIDDEN = "the_neighbors_answer"
FILLED = "fill(1, 1, 1)."

SCRIPT = "line 1: #script: a submission holds rules only, no scripts"
UP = "#include '../secret.lp'"
OUTSIDE = "leads out of the submission's folder"
NO_FILE = "there is no such file"
CALLS = "external functions are refused"
RULES_ONLY = "expected rules, #show, #defined"

REFUSED = {
    "a Python script": ("#script (python)\nimport os\nos.system('touch broken')\n#end.", SCRIPT),
    "a script behind a comment": (
        "#%* x *%script (python)\n#end.",
        "line 1: syntax error: comments begin with %",
    ),
    "a script with a space": (
        "# script (lua)\n#end.",
        "line 1: syntax error: comments begin with %",
    ),
    "an outside function": ("a(@secret(1)).\n#show fill/3.", f"line 1: @secret: {CALLS}"),
    "a function in a constant": ("#const n = @f(1).", f"line 1: @f: {CALLS}"),
    "a function in a sum": (":- #sum { @f(X), X : p(X) } > 3.", f"line 1: @f: {CALLS}"),
    "a function that is shown": ("#show @f(1).", f"line 1: @f: {CALLS}"),
    "a function of an endless name": (f"p(@{'f' * 100_000}(1)).", "line 1: @ffff"),
    "a file by its full name": ('#include "/etc/passwd".', f"'/etc/passwd' {OUTSIDE}"),
    "a file one folder up": ('a.\n#include "../secret.lp".', f"line 2: {UP} {OUTSIDE}"),
    "a file of clingo's": ("#include <incmode>.", f"line 1: #include 'incmode': {NO_FILE}"),
    "a link to the outside": ('#include "link.lp".', f"line 1: #include 'link.lp' {OUTSIDE}"),
    "a link to a folder outside": ('#include "door/secret.lp".', f"'door/secret.lp' {OUTSIDE}"),
    "a pipe that never ends": ('#include "pipe".', f"line 1: #include 'pipe': {NO_FILE}"),
    "an include in disguise": ('#include\n%* no *%\n"../secret.lp" .', f"secret.lp' {OUTSIDE}"),
    "an include inside a string": ('a("\\\n#include "../secret.lp".', OUTSIDE),
    "an include that is none": ('a("#include").', 'line 1: #include: expected #include "FILE.lp".'),
    "a name for a folder": ('#include ".".', f"line 1: #include '.': {NO_FILE}"),
    "no name": ('#include "".', f"line 1: #include '': {NO_FILE}"),
    "an endless name": (f'#include "{"a" * 5000}".', "aaa…'"),
    "its own process": ('#include "/proc/self/environ".', f"'/proc/self/environ' {OUTSIDE}"),
    "somebody's home": ('#include "~/.bashrc".', f"line 1: #include '~/.bashrc': {NO_FILE}"),
    "the grader's names": ("asp_nono_clue(0, 0).", "names that begin with asp_nono_ are reserved"),
    "optimization": ("#minimize { 1,X : fill(X, Y, K) }.", "optimization would hide solutions"),
    "a weak constraint": (":~ fill(X, Y, K). [1@1, X, Y]", "optimization would hide solutions"),
    "an edge": ("#edge (a, b).", RULES_ONLY),
    "a projection": ("#project fill/3.", "the grader says what is counted"),
    "a theory": ("#theory t { }.", "theories need a program of their own"),
    "a theory atom": ("&odd { a - b } <= 3.", "&odd: a theory atom that no package defines"),
    "constants in a circle": ("#const a = b. #const b = a.", "cyclic constant definition"),
    "letters that end clingo": ("a.\nb :- größe(X).", "line 2: 'ö' outside of a string"),
    "no period": ("fill(1, 1, 1)\nb.", "line 1: syntax error: a period or a comma is missing"),
    "an arrow": ("fill(X, Y, 1) <- line(row(Y), X).", "line 1: write :- instead of <-"),
    "an open comment": ("a.\n%* b.", "line 2: a comment %* that is not closed by *%"),
    "control characters": ("a. % \x1b[2J", "line 1: the control character '\\x1b'"),
    "an atom NUL": ('a("\0").', "line 1: the control character '\\x00'"),
    "an unsafe rule": (
        "a.\nfill(X, Y, 1) :- b(Y).",
        "line 2: unsafe variables: X in fill(X, Y, 1)",
    ),
    "no rule": (
        "fill(X, 1, 1)\n:- b(X).\nc :- :- d.",
        "line 3: syntax error: this rule has a second :-",
    ),
    "nothing": ("", "is empty; expected rules"),
    "nothing but a comment": ("% later\n", "is empty; expected rules"),
    "a deep term": (f"a({'f(' * 60_000}1{')' * 60_000}).", "is nested too deeply"),
    "a large file": ("a. " * 100_000, "more than 256 KiB"),
}


def judged(folder: Path, text: str, seconds: float = 60, megabytes: int = 1024) -> GradeResult:
    """The grade of a program in a folder of its own, which it leaves as it is."""
    home = filed(folder, {"home/main.lp": text, "secret.lp": f"{HIDDEN}."}) / "home"
    (home / "link.lp").symlink_to(folder / "secret.lp")
    (home / "door").symlink_to(folder)
    os.mkfifo(home / "pipe")
    settings = replace(QUICK, seconds=seconds, megabytes=megabytes)
    found = graded_file(home / "main.lp", settings, root=home)
    assert sorted(entry.name for entry in home.iterdir()) == ["door", "link.lp", "main.lp", "pipe"]
    return found


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    """What could reach out is refused in one line that names the place, however long its words."""
    text, reason = REFUSED[name]
    found = judged(tmp_path, text)
    assert found.outcome == "refused"
    assert reason in re.sub(r", column \d+", "", str(found.reason))
    assert HIDDEN not in str(found.reason)
    assert len(str(found.reason)) <= 400
    assert str(found.reason).isprintable()
    assert found.score.points == 0


def test_includes_of_its_own(tmp_path: Path) -> None:
    """Files of its own folder may be included, and a mistake in one is found at its place."""
    head, rules = STARTS.split("\n:-", maxsplit=1)
    texts = {"main.lp": f'{head}\n#include "more/rules.lp".\n', "more/rules.lp": f":-{rules}"}
    main = filed(tmp_path, texts) / "main.lp"
    assert ":-" in read_submission(main, tmp_path).text
    filed(tmp_path, {"more/rules.lp": "a.\nb :- c d."})
    assert str(graded_file(main, QUICK, root=tmp_path).reason).startswith(
        "more/rules.lp, line 2, column 8: "
    )


def test_classmates_are_not_read(tmp_path: Path) -> None:
    """A file that stands alone includes nothing, and a link is followed out of no folder."""
    filed(tmp_path, {"best.lp": STARTS, "copy.lp": '#include "best.lp".'})
    found = graded_file(tmp_path / "copy.lp", QUICK)
    assert "put several files into a folder of its own" in str(found.reason)
    own = tmp_path / "own"
    own.mkdir()
    (own / "main.lp").symlink_to(tmp_path / "best.lp")
    found = graded_file(own / "main.lp", QUICK, root=own)
    assert "lies outside the submission's folder" in str(found.reason)


@pytest.mark.parametrize(
    ("text", "megabytes", "limit"),
    [
        ("p(0). p(X+1) :- p(X).", 1024, "CPU time limit"),
        ("p(1..2000). q(A, B, C) :- p(A), p(B), p(C).", 128, "memory limit of 128 MiB"),
        ("{ i(P, H) : H = 1..13 } = 1 :- P = 1..14. :- i(P, H), i(Q, H), P < Q.", 1024, "CPU time"),
    ],
    ids=["grounding without end", "a ground program without end", "search without end"],
)
def test_limits(text: str, megabytes: int, limit: str, tmp_path: Path) -> None:
    """A program without end is ended, and the report says by which limit and where."""
    found = judged(tmp_path, f"{STARTS}\n{text}", 20 if megabytes < 1024 else 2, megabytes)
    assert found.outcome == "undecided"
    assert str(found.reason).startswith(limit)
    assert str(found.reason).endswith("on boards of 1x1")


@pytest.mark.slow
def test_flood_of_answers(tmp_path: Path) -> None:
    """Thousands of hidden choices are neither enumerated nor printed."""
    found = judged(tmp_path, f"{STARTS}\n{{ junk(1..2000) }}.", seconds=4)
    assert isinstance(found.counterexample, BoardExample)
    assert found.counterexample.repeated
    assert not found.counterexample.counted


@pytest.mark.parametrize("name", ["x" * 200_000, "<img src=x>"], ids=len)
def test_odd_atoms(name: str, tmp_path: Path) -> None:
    """An atom of enormous size does not come back whole, and markup is shown as text."""
    found = judged(tmp_path, f'{{ a }}. fill("{name}", 1, 1) :- a. #show fill/3.')
    assert isinstance(found.counterexample, BoardExample)
    assert found.counterexample.odd == (f'fill("{name}",1,1)'[:80],)
    assert "<img" not in as_html([found])


def test_ends_of_lines_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    """Unicode's own ends of lines split no line of a report or of JSON."""
    found = grade('fill("a\u2028b", 1, 1). #show fill/3.', QUICK, "a\u2029b")
    assert not {"\u2028", "\u2029"} & set(as_text(found) + as_html([found]))
    emit(found.to_json())
    assert len(capsys.readouterr().out.splitlines()) == 1


OUTPUT = {"signature": "a/2", "pattern": "(?P<X>)(?P<Y>)", "first": [1, 1], "colors": []}
ENDLESS: dict[str, Any] = {
    "do": "ground",
    "layer": "",
    "text": "p(0). p(X+1) :- p(X).",
    "facts": "",
    "options": [],
}
ENDLESS |= {"output": OUTPUT, "width": 1, "height": 1, "colors": 2}


def test_sandbox_goes_on_after_a_kill() -> None:
    """A limit is named whole, also on a clock that is shared; the next job gets a new process."""
    clock = Clock(0.5)
    with Sandbox(256) as box:
        for _ in range(2):
            with pytest.raises(StoppedError, match=r"time limit of (0\.5|5) s"):
                box.ask(ENDLESS, clock)
        assert box.ask({"do": "inspect", "text": "a.", "colored": {}}, 30)["used"] == []


def test_part_of_a_clock() -> None:
    """What a part uses is gone from the whole, also if it ends with an error."""
    clock = Clock(5)
    with suppress(StoppedError), clock.part(2) as own:
        own.used = own.seconds
        raise StoppedError(Stopped.at(Cause.CPU, None))
    with clock.part(10) as rest:
        assert (clock.left, rest.seconds) == (3, 3)


JUDGE = f"""
from asp_nono.grading.sandbox import Sandbox
box = Sandbox(256)
box.ask({{"do": "inspect", "text": "a.", "colored": {{}}}}, 60)
print(box._process._popen.pid, flush=True)
box.ask({ENDLESS}, 600)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to look at")
def test_nothing_outlives_the_judge() -> None:
    """When the judge is killed, the process with the endless program ends by itself."""
    judge = subprocess.Popen([sys.executable, "-c", JUDGE], stdout=subprocess.PIPE, text=True)
    assert judge.stdout is not None
    number = judge.stdout.readline().strip()
    judge.kill()
    judge.communicate()
    stat = Path(f"/proc/{number}/stat")
    with suppress(OSError):
        for _ in range(600):
            if stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] in "ZX":
                return
            sleep(0.1)
        pytest.fail("it still runs")


def test_hidden_in_an_included_file(tmp_path: Path) -> None:
    """A script is found in whatever file it is, and includes in a circle end."""
    texts = {"main.lp": f'{FILLED}\n#include "more.txt".', "more.txt": '#include "main.lp".\n'}
    filed(tmp_path, texts | {"more.txt": f"{texts['more.txt']}#script (lua)"})
    found = graded_file(tmp_path / "main.lp", QUICK, root=tmp_path)
    reason = "more.txt: line 2, column 1: #script: a submission holds rules only, no scripts"
    assert str(found.reason) == reason
    filed(tmp_path, texts)
    assert graded_file(tmp_path / "main.lp", QUICK, root=tmp_path).outcome == "wrong"


ODD_NUMBERS = """
p(2147483647 + 1). q(-2147483647 - 2). r(99999999999999999999). p(10 ** 1000000). q(2 ** -1).
r(0 ** -1). p(X) :- X = #inf..3. p(1 / 0). q(a + 1). p(f(X)) :- X = 1..2147483647, X < 0.
:- #sum { 2147483647, L : line(L, _) } < 0. #show "<b>" : line(_, _).
"""


@pytest.mark.slow
@pytest.mark.nightly
def test_odd_numbers_do_no_harm(tmp_path: Path) -> None:
    """Numbers that clingo cannot hold change nothing about a right program."""
    found = judged(tmp_path, f"{STARTS}\n{ODD_NUMBERS}")
    assert found.outcome == "right"
    assert len([remark for remark in found.remarks if "undefined" in str(remark.message)]) >= 3


def test_a_division_that_ends_clingo(tmp_path: Path) -> None:
    """One division kills clingo's process; the report says so."""
    found = judged(tmp_path, f"{STARTS}\np(X) :- X = -2147483648 / -1.")
    assert found.outcome == "undecided"
    assert str(found.reason).startswith("clingo broke down over a division")
    assert not found.score.passed


def test_a_flood_of_remarks(tmp_path: Path) -> None:
    """Of hundreds of odd names some are shown, the first ones first, and the rest is counted."""
    rules = "\n".join(f":- unknown{number}." for number in range(500))
    remarks = judged(tmp_path, f"{FILLED}\n{rules}").remarks
    assert len(remarks) == 21
    named = [re.findall(r"unknown\d+", str(remark.placed)) for remark in remarks[:20]]
    assert named == [[f"unknown{number}"] for number in range(20)]
    assert str(remarks[20].message) == "and 979 more like these"


def test_an_endless_name(tmp_path: Path) -> None:
    """It does not come back whole; and what finds only blank pictures earns hardly a point."""
    found = judged(tmp_path, f":- {'a' * 100_000}.")
    assert all(len(str(remark.placed)) < 200 for remark in found.remarks)
    assert found.outcome == "wrong"
    assert found.score.points < 1


@pytest.mark.slow
def test_a_cell_of_two_colors(tmp_path: Path) -> None:
    """One of them may be the background, which is mostly left out."""
    inner = STARTS.replace("fill(", "inner(") + "fill(X, Y, K) :- inner(X, Y, K).\n"
    both = judged(tmp_path, f"{inner}fill(X, Y, 0) :- line(row(Y), N), X = 1..N.")
    assert (both.outcome, both.score.passed) == ("wrong", False)
    assert isinstance(both.counterexample, BoardExample)
    assert both.counterexample.odd[0] == "fill(1,1,0)"


def test_stalling_does_not_pass(tmp_path: Path) -> None:
    """A program that stops answering on larger boards has no mistake shown, but does not pass."""
    slow = "p(0) :- line(L, N), N > 2. p(X+1) :- p(X)."
    found = judged(tmp_path, f"{STARTS}\n{slow}", seconds=2)
    assert (found.outcome, found.score.passed) == ("undecided", False)
    assert str(found.reason).startswith("CPU time limit of 2 s on boards of ")
    assert str(found.score.items[0].why).startswith("no wrong answer, with ")


CLASS = {
    "<script>alert(1)</script>": "wrong",
    "line\nbest.lp  right  70 of 70\x1b[31m": "wrong",
    "several": "refused",
    "looped": "refused",
    "piped": "refused",
    "zero": "refused",
    "linked": "refused",
    "classmate.lp": "refused",
    "pipe.lp": "refused",
    "plain.lp": "wrong",
}


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A class that tries everything with files."""
    names = [f"{name.replace('/', '_')}/main.lp" for name in list(CLASS)[:2]]
    names += ["several/a.lp", "several/b.lp", "plain.lp"]
    folder = filed(tmp_path / "class", dict.fromkeys(names, FILLED))
    for name in ("looped", "piped", "zero"):
        (folder / name).mkdir()
    (folder / "looped" / "main.lp").symlink_to("main.lp")
    os.mkfifo(folder / "piped" / "main.lp")
    (folder / "zero" / "main.lp").symlink_to("/dev/zero")
    (folder / "linked").symlink_to(folder / "several")
    (folder / "classmate.lp").symlink_to("plain.lp")
    os.mkfifo(folder / "pipe.lp")
    return folder


@pytest.mark.slow
def test_a_class_of_attackers(school: Path) -> None:
    """Each gets its row, none stops the others, and no name changes the table or the page."""
    found = [[*grades(one, QUICK)][-1] for one in submissions(school)]
    assert sorted(one.outcome for one in found) == sorted(CLASS.values())
    table = class_text(found).splitlines()
    assert table.index("") == 1 + len(CLASS)
    assert len(table) == 2 + len(CLASS) + [*CLASS.values()].count("refused")
    assert all(line.isprintable() for line in table)
    assert not [line for line in table if line.startswith("best.lp")]
    page = as_html(found)
    assert "<script" not in page
    assert "\x1b" not in page
    assert all(as_text(one).count("Points: ") == 1 for one in found)


def test_neither_file_nor_folder(tmp_path: Path) -> None:
    """A pipe is not waited for."""
    os.mkfifo(tmp_path / "pipe.lp")
    with pytest.raises(PuzzleError, match=r"pipe\.lp: is neither a file nor a folder"):
        submissions(tmp_path / "pipe.lp")


ENTRIES = {
    "nested/sub/main.lp": "",
    "MAIN.LP": "",
    "win.lp.txt": "",
    "ada/encoding.lp": "",
    "ada/instance.lp": "several encodings (encoding.lp, instance.lp) and no main.lp; ",
    "bob/report.pdf": "no encoding (.lp), only report.pdf",
    "cleo.zip": "is an archive; unpack it into a folder",
    "._x.lp": "written by macOS",
    "__MACOSX/x.lp": "written by macOS",
    "notes.txt": "no encoding (.lp)",
}


def test_every_entry_is_listed(tmp_path: Path) -> None:
    """Whatever is in a class folder is graded, refused or named as no submission."""
    filed(tmp_path, dict.fromkeys(ENTRIES, FILLED))
    (tmp_path / "dan").mkdir()
    found = {one.name: one for one in submissions(tmp_path)}
    assert set(found) == {name.partition("/")[0] for name in ENTRIES} | {"dan"}
    for name, reason in ENTRIES.items():
        one = found[name.partition("/")[0]]
        assert str(one.fault).startswith(reason)
        assert bool(one.fault) or one.path == tmp_path / name
    assert str(found["dan"].fault) == "an empty folder"
    ignored = {name for name, one in found.items() if one.ignored}
    assert ignored == {"._x.lp", "__MACOSX", "notes.txt"}


SOMEBODY = """
import os, sys
from pathlib import Path
from asp_nono.messages import PuzzleError
from asp_nono.grading.grade import grades
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.submission import submissions
"".encode("utf-8-sig")  # loads it while Python's own files can be read
exercise = Nonograms(scaling=False)  # and what reads its rubric
if os.getuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
for path in (sys.argv[1], f"{sys.argv[1]}/ann/main.lp"):
    try:
        for one in submissions(Path(path)):
            *_, found = grades(one, exercise)
            print(one.name, found.outcome, found.reason)
    except PuzzleError as error:
        print(error)
"""


def test_a_folder_that_cannot_be_entered(tmp_path: Path) -> None:
    """For a grader who is not root its submission is refused, and the others are read."""
    with TemporaryDirectory() as name:  # pytest's own folder is closed to others
        texts = {"ann/main.lp": FILLED, "bob.lp": "#script", "cleo.lp": "#script"}
        folder = filed(Path(name), texts)
        folder.chmod(0o755)
        (folder / "bob.lp").chmod(0o644)
        (folder / "cleo.lp").chmod(0)
        (folder / "ann").chmod(0o444)
        words = [sys.executable, "-c", SOMEBODY, name]
        ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
        (folder / "ann").chmod(0o755)
    denied = "cannot be read: Permission denied"
    assert ran.stdout.splitlines() == [
        f"ann refused {denied}",
        f"bob.lp refused {SCRIPT.replace('1:', '1, column 1:')}",
        f"cleo.lp refused {denied}",
        f"{name}/ann/main.lp: {denied}",
    ]


COLORS = "{{ fill(X, Y, {}) }} :- line(row(Y), _), line(column(X), _), Z = 1."


@pytest.mark.parametrize("color", ["1..40", "99"])
def test_colors_that_the_board_lacks(color: str) -> None:
    """They are atoms that are no picture; nothing breaks, in JSON and HTML either."""
    found = grade(COLORS.format(color), Nonograms(scaling=False), "student")
    assert found.outcome == "wrong"
    assert found.to_json()["counterexample"]
    assert as_text(found)
    assert as_html([found])


def test_old_letters(tmp_path: Path) -> None:
    """Comments in Windows-1252 and files in UTF-16 are read."""
    for number, raw in enumerate([b"% J\xf6rg\n" + FILLED.encode(), FILLED.encode("utf-16")]):
        file = tmp_path / f"{number}.lp"
        file.write_bytes(raw)
        assert read_submission(file).text.strip() == FILLED


def test_a_mapping_that_takes_long(tmp_path: Path) -> None:
    """A file of dotted keys is read under the clock, and refused."""
    texts = {"main.lp": FILLED, "mapping.toml": f"{'.'.join('a' * 30_000)} = 1"}
    mapping = filed(tmp_path, texts) / "mapping.toml"
    found = graded_file(tmp_path / "main.lp", replace(QUICK, megabytes=128), mapping=mapping)
    assert found.outcome == "refused"
    assert str(found.reason).startswith(f"{mapping}: is ")


def test_an_error_of_ours_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an outcome of its own, without points, and says where it happened."""
    monkeypatch.setattr(Sandbox, "inspect", lambda *_, **__: 1 // 0)
    found = grade(FILLED, QUICK, "student")
    assert (found.outcome, found.score.points) == ("error", 0)
    assert str(found.reason).startswith("ZeroDivisionError: ")
    assert "no fault of this program" in class_text([found])


def test_terms_with_a_flood() -> None:
    """Terms that are shown are projected on, too: hidden choices do not hide what is missing."""
    text = "#show fill(X, 1, 1) : c(X). { c(9) }. { h(1..20) }. :- c(9)."
    found = grade(text, replace(QUICK, locating=False), "student")
    assert found.outcome == "wrong"
    assert found.counterexample is not None


@pytest.mark.slow
@pytest.mark.nightly
def test_endless_on_larger_boards() -> None:
    """A program that no larger board decides is right on small ones only, and does not pass."""
    text = f"{STARTS}\nmore(0) :- line(row(1), W), line(column(1), H), W * H > 16.\n"
    text += "more(X + 1) :- more(X).\n"
    found = grade(text, QUICK, "student")
    assert (found.outcome, found.score.points, found.score.passed) == (
        "right on small instances",
        70,
        False,
    )
