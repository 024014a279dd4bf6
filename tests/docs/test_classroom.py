"""What other people's repositories use: the action that grades, and the matchers of messages."""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.run import run
from tests.conftest import ROOT
from tests.docs.pages import shell

MATCHERS = json.loads((ROOT / ".github/encodings-matcher.json").read_text(encoding="utf-8"))


def places(text: str) -> Iterator[tuple[str, ...]]:
    """File, line and column, as far as they are known, of each message that a matcher finds."""
    for line in text.splitlines():
        for matcher in MATCHERS["problemMatcher"]:
            (pattern,) = matcher["pattern"]
            if found := re.search(pattern["regexp"], line):
                assert found[pattern["message"]]
                keys = [pattern[key] for key in ("file", "line", "column") if key in pattern]
                yield tuple(found[key] for key in keys if found[key])


FAULTS = {
    "places.lp": ("fill(1,1 :- line(L, N).\n#show fill/3.\n", ("1", "5")),
    "lines.lp": ("\n#script (lua)\n#end.\n#show fill/3.\n", ("2", "1")),
    "header.lp": ("% Purpose:\n%   One.\n%\n{ fill(1,1,1) }.\n#show fill/3.\n", ("1", "1")),
    "names.lp": ("{ fill(X,Y,1) } :- lin(row(Y), X).\n#show fill/3.\n", ("1", "20")),
}
"""Faulty files, with the line and the column that a message names."""


@pytest.mark.parametrize("name", FAULTS)
def test_messages_have_places(name: str, tmp_path: Path) -> None:
    """A matcher finds the file of every message of `encodings check`, and the place in it."""
    text, place = FAULTS[name]
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    ran = run("encodings", "check", str(file))
    assert ran.status == 1
    assert list(places(ran.err)) == [(str(file), *place)]


def test_right_files_have_no_message() -> None:
    """What is said of files that are right is no finding."""
    ran = run("encodings", "check", str(ROOT / "encodings/starts.lp"))
    assert ran.status == 0
    assert not list(places(ran.out + ran.err))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="grading needs a POSIX system")
def test_the_action_grades(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the example calls it: it reports, marks the wrong file, passes points and status on."""
    shutil.copyfile(ROOT / "docs/course/exercises/05-repair.lp", tmp_path / "main.lp")
    example = (ROOT / "docs/classroom/classroom.yml").read_text(encoding="utf-8")
    inputs = dict(re.findall(r"^ {10}(submission|options): (.+)$", example, re.MULTILINE))
    given = {
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": "summary.md",
        "GITHUB_OUTPUT": "outputs",
        "SUBMISSION": inputs["submission"],
        "EXERCISE": "",
        "OPTIONS": inputs["options"],
        "OUT": "results",
    }
    for name, value in given.items():
        monkeypatch.setitem(os.environ, name, value)
    ran = shell(f"bash {ROOT}/tools/grade_action.sh", tmp_path)
    assert ran.returncode == 1
    assert list(places(ran.stdout)) == [("main.lp",)]
    assert (tmp_path / "summary.md").read_text().startswith("~~~text\nmain.lp: wrong. ")
    assert (tmp_path / "outputs").read_text() == "points=23.7\nmost=70\n"
    assert (tmp_path / "results/students/main.lp.json").is_file()
