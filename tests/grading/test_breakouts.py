"""Submissions try to break out, in more than ten ways; none gets anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from asp_nono.grading.grade import Grade, Settings, grade
from asp_nono.grading.sandbox import Sandbox
from asp_nono.run.limits import Cause, Stopped
from tests.grading.programs import STARTS

HIDDEN = "the_neighbours_answer"

REFUSED = {
    "a Python script": (
        "#script (python)\nimport os\nos.system('touch broken')\n#end.",
        "line 1: #script: a submission holds rules only, no scripts",
    ),
    "a Lua script": (
        '#script (lua)\nio.open("broken", "w")\n#end.',
        "line 1: #script: a submission holds rules only, no scripts",
    ),
    "an outside function": (
        "a(@secret(1)).\n#show fill/3.",
        "line 1: @secret: a submission calls no outside functions",
    ),
    "a file by its full name": (
        '#include "/etc/passwd".',
        "line 1: #include '/etc/passwd' leads out of the submission's folder",
    ),
    "a file one folder up": (
        'a.\n#include "../secret.lp".',
        "line 2: #include '../secret.lp' leads out of the submission's folder",
    ),
    "a file of clingo's": (
        "#include <incmode>.",
        "line 1: #include 'incmode': there is no such file",
    ),
    "a symbolic link to the outside": (
        '#include "link.lp".',
        "line 1: #include 'link.lp' leads out of the submission's folder",
    ),
    "a link to a folder outside": (
        '#include "door/secret.lp".',
        "line 1: #include 'door/secret.lp' leads out of the submission's folder",
    ),
    "a pipe that never ends": (
        '#include "pipe".',
        "line 1: #include 'pipe': there is no such file",
    ),
    "an include in disguise": (
        '#include\n%* not this *%\n"../secret.lp" .',
        "line 1: #include '../secret.lp' leads out of the submission's folder",
    ),
    "an include inside a string": (
        'a("\\\n#include "../secret.lp".',
        "leads out of the submission's folder",
    ),
    "an include that is none": ('a("#include").', 'line 1: #include: expected #include "FILE.lp".'),
    "the judge's own names": (
        "asp_nono_clue(0, 0).",
        "line 1: names that begin with asp_nono_ are reserved for the grader",
    ),
    "optimisation": ("#minimize { 1,X : fill(X, Y, K) }.", "optimization would hide solutions"),
    "a theory": ("#theory t { }.", "theories need a program of their own"),
    "letters on which clingo breaks off": ("a.\nb :- größe(X).", "line 2: 'ö' outside of a string"),
    "a comment without end": ("a.\n%* b.", "line 2: a comment %* that is not closed by *%"),
    "a terminal's control characters": ("a. % \x1b[2J", "line 1: the control character '\\x1b'"),
}


def judged(folder: Path, text: str, **settings: float) -> Grade:
    """The grade of a program in a folder of its own, without the ladder."""
    home = folder / "home"
    home.mkdir()
    (folder / "secret.lp").write_text(f"{HIDDEN}.", encoding="utf-8")
    (home / "link.lp").symlink_to(folder / "secret.lp")
    (home / "door").symlink_to(folder)
    os.mkfifo(home / "pipe")
    (home / "main.lp").write_text(text, encoding="utf-8")
    chosen = Settings(
        scaling=False,
        seconds=settings.get("seconds", 60),
        megabytes=int(settings.get("megabytes", 1024)),
    )
    found = grade(home / "main.lp", chosen, root=home)
    assert sorted(entry.name for entry in home.iterdir()) == ["door", "link.lp", "main.lp", "pipe"]
    return found


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    """What could reach out is refused before anything runs, in one line that names the place."""
    text, reason = REFUSED[name]
    found = judged(tmp_path, text)
    assert found.outcome == "refused"
    assert reason in found.reason
    assert HIDDEN not in found.reason
    assert "\n" not in found.reason
    assert found.score.points == 0


def test_includes_of_its_own(tmp_path: Path) -> None:
    """Files of its own folder may be included, and a mistake in one is found at its place."""
    (tmp_path / "more").mkdir()
    head, rules = STARTS.split("\n:-", maxsplit=1)
    (tmp_path / "more" / "rules.lp").write_text(f":-{rules}", encoding="utf-8")
    main = tmp_path / "main.lp"
    main.write_text(f'{head}\n#include "more/rules.lp".\n', encoding="utf-8")
    settings = Settings(scaling=False, block_colors=1)
    assert grade(main, settings, root=tmp_path).outcome == "right"
    (tmp_path / "more" / "rules.lp").write_text("a.\nb :- c d.", encoding="utf-8")
    assert grade(main, settings, root=tmp_path).reason.startswith("more/rules.lp, line 2: ")


def test_parts_are_passed_over(tmp_path: Path) -> None:
    """A part that nobody grounds has no effect, and the report says so."""
    found = judged(tmp_path, f"{STARTS}\n#program more.\n:- fill(X, Y, K).\nodd :- blok(X).")
    assert found.outcome == "right"
    assert found.remarks == ("the rules of #program more are ignored, as clingo does by default",)


def test_classmates_are_not_read(tmp_path: Path) -> None:
    """A file that stands alone includes nothing, and a link is followed out of no folder."""
    (tmp_path / "best.lp").write_text(STARTS, encoding="utf-8")
    (tmp_path / "copy.lp").write_text('#include "best.lp".', encoding="utf-8")
    found = grade(tmp_path / "copy.lp", Settings(scaling=False))
    assert "put several files into a folder of its own" in found.reason
    own = tmp_path / "own"
    own.mkdir()
    (own / "main.lp").symlink_to(tmp_path / "best.lp")
    found = grade(own / "main.lp", Settings(scaling=False), root=own)
    assert "lies outside the submission's folder" in found.reason


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("p(0). p(X+1) :- p(X).", "time limit"),
        ("p(1..9999). q(A, B, C) :- p(A), p(B), p(C).", "limit"),
        ("{ in(P, H) : H = 1..13 } = 1 :- P = 1..14. :- in(P, H), in(Q, H), P < Q.", "time limit"),
    ],
    ids=["grounding without end", "a ground program without end", "search without end"],
)
def test_limits(text: str, limit: str, tmp_path: Path) -> None:
    """A program without end is ended, and the report says by which limit and where."""
    found = judged(tmp_path, f"{STARTS}\n{text}", seconds=2.0)
    assert found.outcome == "undecided"
    assert limit in found.reason
    assert found.reason.endswith("on boards of 1x1")


def test_memory(tmp_path: Path) -> None:
    """A program that needs too much memory is ended."""
    text = f"{STARTS}\np(1..2000). q(A, B, C) :- p(A), p(B), p(C)."
    found = judged(tmp_path, text, megabytes=128)
    assert (found.outcome, found.reason) == (
        "undecided",
        "memory limit of 128 MiB on boards of 1x1",
    )


def test_deep_terms(tmp_path: Path) -> None:
    """A term deeper than any stack is one line, too."""
    found = judged(tmp_path, f"a({'f(' * 60_000}1{')' * 60_000}).")
    assert found.outcome == "refused"
    assert found.reason == "is nested too deeply; expected rules that a person can read"


def test_too_large(tmp_path: Path) -> None:
    """Neither one large file nor many small ones are read."""
    found = judged(tmp_path, "a. " * 100_000)
    assert "more than 256 KiB" in found.reason


def test_flood_of_answers(tmp_path: Path) -> None:
    """Thousands of hidden choices are neither enumerated nor printed."""
    found = judged(tmp_path, f"{STARTS}\n{{ junk(1..2000) }}.", seconds=20)
    assert found.counterexample is not None
    assert found.counterexample.repeated
    assert not found.counterexample.exhausted


def test_output_is_bounded(tmp_path: Path) -> None:
    """An atom of enormous size does not come back whole."""
    text = 'long("' + "x" * 200_000 + '").\nfill(X, 1, 1) :- long(X).\n#show fill/3.'
    found = judged(tmp_path, text)
    assert found.outcome == "wrong"
    assert found.counterexample is not None
    assert all(len(atom) <= 80 for atom in found.counterexample.odd)


INSIDE = """
import os, socket
from asp_nono.grading.child import lock_down
lock_down(128)
tries = {
    "read": lambda: open("/etc/hostname").read(),
    "write": lambda: open("broken", "w"),
    "list": lambda: os.listdir("/"),
    "socket": lambda: socket.socket(),
    "pipe": lambda: os.pipe(),
    "memory": lambda: bytearray(1 << 29),
    "limits": lambda: __import__("resource").setrlimit(7, (64, 64)),
}
if os.geteuid():
    tries["fork"] = lambda: os.fork()
for name, work in tries.items():
    try:
        work()
    except (OSError, MemoryError, ValueError, ImportError) as error:
        print(name, "failed")
    else:
        print(name, "worked")
"""


def test_the_process_is_shut_in(tmp_path: Path) -> None:
    """Even code that runs in the child cannot open, write, connect or start anything."""
    ran = subprocess.run(
        [sys.executable, "-c", INSIDE], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    said = ran.stdout.splitlines()
    assert len(said) >= 7
    assert not [line for line in said if line.endswith("worked")], said


def test_the_environment_is_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child sees nothing of the teacher's environment."""
    monkeypatch.setenv("TEACHERS_TOKEN", HIDDEN)
    with Sandbox(256) as box:
        assert isinstance(box.ask({"do": "inspect", "text": "a.", "colored": {}}, 30), dict)
        process = box._process  # noqa: SLF001 - what it was given is what is tested
        assert process is not None
        given = Path(f"/proc/{process._popen.pid}/environ")  # noqa: SLF001 - the same
        if given.exists():
            assert HIDDEN.encode() not in given.read_bytes()


def test_sandbox_goes_on_after_a_kill() -> None:
    """The next piece of work gets a new process."""
    with Sandbox(256) as box:
        endless = {"do": "ground", "text": "p(0). p(X+1) :- p(X).", "facts": "", "options": []}
        output = {"signature": "a/0", "pattern": "a", "first_x": 1, "first_y": 1, "colors": []}
        job = {**endless, "output": output, "width": 1, "height": 1}
        assert box.ask(job, 0.5) == Stopped(Cause.TIME, "time limit of 0.5 s")
        assert isinstance(box.ask({"do": "inspect", "text": "a.", "colored": {}}, 30), dict)


JUDGE = """
from asp_nono.grading.sandbox import Sandbox
box = Sandbox(256)
box.ask({"do": "inspect", "text": "a.", "colored": {}}, 60)
print(box._process._popen.pid, flush=True)
output = {"signature": "a/0", "pattern": "a", "first_x": 1, "first_y": 1, "colors": []}
job = {"do": "ground", "text": "p(0). p(X+1) :- p(X).", "facts": "", "options": []}
box.ask({**job, "output": output, "width": 1, "height": 1}, 600)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to look at")
def test_nothing_outlives_the_judge() -> None:
    """When the judge is killed, the process with the endless program ends by itself."""
    judge = subprocess.Popen([sys.executable, "-c", JUDGE], stdout=subprocess.PIPE, text=True)
    assert judge.stdout is not None
    number = judge.stdout.readline().strip()
    judge.kill()
    judge.communicate()
    for _ in range(600):
        if _is_gone(Path(f"/proc/{number}/stat")):
            return
        sleep(0.1)
    pytest.fail("it still runs")


def _is_gone(stat: Path) -> bool:
    try:
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True
