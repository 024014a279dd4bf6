"""Programs of anybody's: run on a puzzle, and graded."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from asp_nono.asp.encodings import folder
from tests.conftest import ROOT
from tests.web.serving import ENDLESS, ONES, Server, posed

pytestmark = pytest.mark.slow

RIGHT = (folder() / "_template.lp").read_text(encoding="utf-8")
WRONG = RIGHT.replace("not full(L, P)", "not ful(L, P)")
EXERCISE = ROOT / "docs" / "exercises" / "cover"
DRAWN = posed(*ONES)
CELL = posed("#")


def _answers(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event["answer"] for event in events if event.get("stage") == "answer"]


def test_run(server: Server) -> None:
    """All answer sets as pictures, with their atoms by cell."""
    events = server.events("run", puzzle=DRAWN, program=RIGHT)
    answers = _answers(events)
    assert len({tuple(one["picture"]) for one in answers}) == 6
    assert all(one["right"] for one in answers)
    for one in answers:
        for cell, places in one["cells"].items():
            x, y = map(int, cell.split(","))
            filled = one["picture"][y - 1][x - 1] == "#"
            assert (f"fill({x},{y},1)" in [one["atoms"][place] for place in places]) == filled
    last = events[-1]
    assert (last["answers"], last["exhausted"], last["warnings"]) == (6, True, [])
    assert last["rules"] > 0


def test_run_with_sizes(server: Server) -> None:
    """Every rule with its line, and what it becomes."""
    last = server.last("run", puzzle=DRAWN, program=RIGHT, sizes=True, most=1)
    lines = RIGHT.splitlines()
    assert (last["answers"], last["exhausted"]) == (1, False)
    for one in last["sizes"]:
        begin = one["text"].split("(")[0].split()[-1].lstrip("{:- ")
        assert begin.split(":-")[0] in lines[one["line"] - 1]
        assert one["file"] is None
    assert sum(one["instances"] for one in last["sizes"]) > 20


def test_run_with_a_mistake(server: Server) -> None:
    """What clingo passes over is a warning with its line; wrong pictures are called wrong."""
    (warning,) = server.last("run", puzzle=DRAWN, program=WRONG)["warnings"]
    assert "not ful(L, P)" in WRONG.splitlines()[warning["line"] - 1]
    assert "did you mean full/2?" in warning["reason"]
    free = "{ fill(X,Y,1) } :- X = 1..3, Y = 1..3."
    answers = _answers(server.events("run", puzzle=DRAWN, program=free, most=5))
    assert len(answers) == 5
    assert all(one["wrong"] for one in answers if not one["right"])
    assert not all(one["right"] for one in answers)
    (answer,) = _answers(server.events("run", puzzle=CELL, program="fill(9,9,1)."))
    assert (answer["picture"], answer["right"]) == (None, False)
    assert "fill(9,9,1)" in answer["wrong"]


def test_run_in_other_dialects(server: Server) -> None:
    """The dialect is as wanted; one that is not known is refused."""
    program = "{ fill(Y,X) : X = 1..width } :- Y = 1..height. a(Y,B,N) :- row_hint(Y,B,N)."
    for name in ("classic", "gramcracker", "v4hn"):
        events = server.events("run", puzzle=posed("##"), program=program, dialect=name)
        assert events[-1]["event"] in ("result", "error"), events[-1]
        assert events[1]["dialect"] == name
    last = server.last("run", puzzle=posed("##"), program=program, dialect="latin")
    assert "unknown dialect 'latin'" in last["reason"]


def test_run_on_an_instance(server: Server) -> None:
    """Of another problem: nothing is said of pictures; of costs only the least; part `later`."""
    program = (
        "{ in(X) : node(X) }. :- edge(X, Y), not in(X), not in(Y). #minimize { 1, X : in(X) }. "
        "#external lucky(X) : node(X). #show in/1. :- lucky(X), not in(X). :- nod(X)."
    )
    facts = "node(1).\nnode(2).\nnode(3).\nedge(1,2).\nedge(2,3).\n"
    events = server.events("run", puzzle=CELL, program=program, facts=facts)
    (answer,) = _answers(events)
    assert (answer["picture"], answer["right"], answer["wrong"]) == (None, None, "")
    assert [atom for atom in answer["atoms"] if atom.startswith("in(")] == ["in(2)"]
    warnings = [one["reason"] for one in events[-1]["warnings"]]
    assert "did you mean node/1?" in warnings[0]
    assert not any("costs" in warning for warning in warnings)
    later = f"{facts}#program later.\nlucky(1).\nlucky(3)."
    (answer,) = _answers(server.events("run", puzzle=CELL, program=program, facts=later))
    assert {"in(1)", "in(3)"} <= set(answer["atoms"])
    refused = server.refused("run", puzzle=CELL, recipe="order", facts=facts)
    assert "a recipe reads puzzles only" in refused["reason"]
    for wrong, line in (
        ("b(", 1),
        ("a.\nb :- c.", 2),
        ('#include "x".', 1),
        ("a. b.", 1),
        ("X.", 1),
    ):
        last = server.last("run", puzzle=CELL, program="a.", facts=wrong)
        assert (last["event"], last["where"]) == ("error", ["facts"]), wrong
        assert f"line {line}: expected a fact" in last["reason"], wrong
    last = server.last("run", puzzle=CELL, program="a. #program later. b.", facts="c.")
    assert "expected rules in part base" in last["reason"]


@pytest.mark.parametrize(
    ("program", "line", "reason"),
    [
        ("a.\nb :- c d.\n", 2, "syntax error"),
        ("a.\n\n#script (python) import os #end.", 3, "no scripts"),
        ("a\x00.", 1, "control character"),
    ],
)
def test_run_refused(server: Server, program: str, line: int, reason: str) -> None:
    """It is refused with its line."""
    last = server.last("run", puzzle=CELL, program=program)
    assert (last["event"], last["line"]) == ("error", line)
    assert reason in last["reason"]


def test_run_without_end(server: Server) -> None:
    """A limit ends it, and names itself."""
    last = server.last("run", puzzle=CELL, program=ENDLESS, time_limit=1)
    found = (last["event"], last["limit"], last["reason"])
    assert found == ("stopped", "time", "time limit of 1 s")
    full = "p(1..100000000). q(X,Y) :- p(X), p(Y). fill(1,1,1)."
    last = server.last("run", puzzle=CELL, program=full, time_limit=60, memory_limit=200)
    assert (last["event"], last["limit"]) == ("stopped", "memory")


@pytest.mark.parametrize("body", [{}, {"program": "a.", "recipe": "order"}])
def test_run_nothing(server: Server, body: dict[str, str]) -> None:
    """Either a program or a recipe."""
    wrong = server.refused("run", puzzle=CELL, **body)
    assert wrong["reason"] == "expected either a program or a recipe"


def test_grade(server: Server) -> None:
    """A wrong program gets a smallest board on which it is wrong; an unsafe one is refused."""
    events = server.events("grade", program=WRONG, scaling=False, time_limit=60)
    last = events[-1]
    assert last["outcome"] == "wrong"
    tried = [one for one in events if one.get("stage") == "boards"]
    assert (tried[0]["done"], tried[0]["board"]) == (1, "1x1")
    assert [one["done"] for one in tried] == sorted({one["done"] for one in tried})
    stages = [one["stage"] for one in events if one["event"] == "progress"]
    assert set(stages[len(tried) :]) <= {"locating"}
    board = last["counterexample"]
    assert board["missing"] or board["wrong"]
    checked = server.last("check", puzzle=board["puzzle"])
    if checked["verdict"] == "unique":
        assert board["solutions"] == checked["solutions"]
    last = server.last("grade", program="a.\n#script (lua) #end.", scaling=False)
    assert last["outcome"] == "refused"
    assert "line 2" in last["reason"]


def test_grade_for_an_exercise(tmp_path: Path) -> None:
    """Of those among the pages that are served, and no other; a rubric is one, too."""
    pages = tmp_path / "pages"
    shutil.copytree(EXERCISE, pages / "exercises" / "cover")
    shutil.copytree(EXERCISE, tmp_path / "secret")
    (pages / "starts.toml").write_text('[program]\nforbids = ["start/3"]\n')
    (pages / "index.html").write_text("<title>Pages</title>")
    reference = (EXERCISE / "reference.lp").read_text(encoding="utf-8")
    with Server("--pages", pages) as server:
        right = server.last("grade", program=reference, exercise="exercises/cover")
        assert (right["outcome"], right["points"]) == ("right", 100)
        wrong = server.last("grade", program="{ in(X) } :- node(X).", exercise="exercises/cover")
        assert wrong["outcome"] == "wrong"
        assert "puzzle" not in wrong["counterexample"]
        twice = f"{reference}\n{{ extra }}."
        repeats = server.last("grade", program=twice, exercise="exercises/cover")
        assert repeats["outcome"] == "repeats"
        assert repeats["counterexample"]["repeated"][0]["times"] == 2
        endless = "p(1..2000000000). in(X) :- node(X), p(3)."
        late = server.last("grade", program=endless, exercise="exercises/cover", time_limit=10)
        assert late["outcome"] == "undecided"
        refused = server.last("grade", program=RIGHT, exercise="starts.toml", scaling=False)
        assert (refused["outcome"], "start/3" in refused["reason"]) == ("refused", True)
        for name in ("../secret", str(tmp_path / "secret"), "exercises/none", "\x00", "x" * 999):
            error = server.refused("grade", program=reference, exercise=name)
            assert "no such exercise" in error["reason"], name
        error = server.refused("grade", program=reference, exercise="exercises")
        assert "exercise.toml" in str(error)
