"""Jobs give what the library gives, as streams of events."""

import base64
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.design.pictures import scene
from tests.web.serving import HEART, ONES, Server, posed

CLASHING = {"rows": [[1, 1], [], [1, 1]], "columns": [[1], [2], [1]]}
"""Rows and columns agree on the number of cells, but not on their places."""

TWO = posed("#.", ".#")
CROSS = posed(".#.", "###", ".#.")
DRAWN = posed(*HEART)
EMPTY = ["?????"] * 5
ERROR = ["##???", *EMPTY[1:]]


@pytest.mark.parametrize(
    ("job", "body", "expected"),
    [
        ("check", {"puzzle": CLASHING}, {"verdict": "none", "solutions": []}),
        ("check", {"puzzle": TWO, "start": ["?#", "??"]}, {"solutions": [[".#", "#."]]}),
        ("check", {"puzzle": TWO}, {"verdict": "multiple", "other": [".#", "#."]}),
        (  # numbers are texts, however large
            "count",
            {"puzzle": {"rows": [[1]] * 22, "columns": [[1]] * 22}, "time_limit": 100},
            {"count": "1124000727777607680000", "exact": True},
        ),
        (  # two corners that do not depend on each other
            "ambiguity",
            {"puzzle": posed("#....", ".#...", ".....", "...#.", "....#")},
            {"count": "24", "exact": True, "complete": True},
        ),
        (
            "difficulty",
            {"puzzle": DRAWN},
            {"verdict": "unique", "technique": "line", "solver": "fast"},
        ),
        ("difficulty", {"puzzle": posed(*ONES)}, {"verdict": "multiple", "grade": None}),
        ("errors", {"puzzle": DRAWN, "grid": EMPTY}, {"state": "right", "wrong": None}),
        ("errors", {"puzzle": DRAWN, "grid": ERROR}, {"state": "error", "wrong": None}),
        ("errors", {"puzzle": DRAWN, "grid": ERROR, "tell": "cells"}, {"wrong": [[1, 1]]}),
        ("errors", {"puzzle": DRAWN, "grid": list(HEART)}, {"state": "solved"}),
        ("errors", {"puzzle": CLASHING, "grid": ["???"] * 3}, {"state": "no solution"}),
        ("why", {"puzzle": CROSS, "cell": [1, 1]}, {"color": ".", "smallest": True}),
        ("why", {"puzzle": TWO, "cell": [1, 1]}, {"lines": None}),
        ("why", {"puzzle": CLASHING}, {"color": None}),
        ("generate", {"size": [1, 1], "verdict": "multiple", "tries": 3}, {"puzzle": None}),
    ],
)
def test_last_event(
    server: Server, job: str, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    """The result of a job."""
    last = server.last(job, **body)
    assert {key: last.get(key) for key in expected} == expected


def test_events_of_a_check(server: Server) -> None:
    """The start comes first, the result last."""
    first, *more, last = server.events("check", puzzle=DRAWN)
    assert first == {"event": "started"}
    assert {event["event"] for event in more} <= {"progress"}
    assert (last["event"], last["verdict"], last["technique"]) == ("result", "unique", "line")
    assert last["solutions"] == [list(HEART)]


def test_characters_of_the_palette(server: Server) -> None:
    """Pictures are drawn with the puzzle's own characters, the background's too."""
    puzzle = {
        "colors": [
            {"name": "paper", "char": "p", "rgb": "ffffff"},
            {"name": "ink", "char": "i", "rgb": "000000"},
        ],
        "rows": [[{"length": 1, "color": "ink"}]],
        "columns": [[{"length": 1, "color": "ink"}], []],
    }
    assert server.last("check", puzzle=puzzle)["solutions"] == [["ip"]]
    step = server.last("hint", puzzle=puzzle, grid=["??"], tell="cells")["step"]
    assert {color for cell in step["cells"] for color in cell["left"]} <= {"p", "i"}


def test_solutions_by_number(server: Server) -> None:
    """From any on, in a fixed order; those beyond the last are not there."""
    every = server.events("solutions", puzzle=posed(*ONES), most=100)
    pictures = [event["picture"] for event in every if "picture" in event]
    assert len({tuple(picture) for picture in pictures}) == 6
    two = server.events("solutions", puzzle=posed(*ONES), first="4", most=5)
    found = [(event["index"], event["picture"]) for event in two if "picture" in event]
    assert found == [("4", pictures[4]), ("5", pictures[5])]
    assert two[-1] == {"event": "result", "count": "6", "exact": True}


def test_repair(server: Server) -> None:
    """What is accepted makes the puzzle unique."""
    last = server.last("repair", puzzle=TWO)
    assert last["smallest"]
    for one in last["repairs"]:
        after = [list("#."), list(".#")]
        for x, y, before, now in one["changes"]:
            assert after[y - 1][x - 1] == before
            after[y - 1][x - 1] = now
        again = server.last("check", puzzle=posed(*map("".join, after)))
        assert again["verdict"] == "unique"


def test_generate(server: Server) -> None:
    """What is made meets the target, and is the same for the same seed."""
    body = {"size": [8, 6], "verdict": "line-solvable", "seed": 5}
    made, same = (
        [server.last("generate", **body, number=number)["puzzle"] for number in (1, 2)]
        for _ in range(2)
    )
    assert made == same
    assert [(len(one["columns"]), len(one["rows"])) for one in made] == [(8, 6), (8, 6)]
    for one in made:
        checked = server.last("check", puzzle=one)
        assert (checked["verdict"], checked["technique"]) == ("unique", "line")


def _file(image: Image.Image, form: str) -> str:
    file = BytesIO()
    image.save(file, form)
    return base64.b64encode(file.getvalue()).decode()


@pytest.mark.slow
def test_make(server: Server) -> None:
    """A photograph is drawn in six ways, each a unique puzzle, the best first."""
    data = _file(scene(), "jpeg")
    made = server.last("make", data=data, size=[14, 0], colors=1, time_limit=100)
    sheet = [one["puzzle"] for one in made["sheet"]]
    assert (len(sheet), sheet[0]) == (6, made["puzzle"])
    assert {len(one["columns"]) for one in sheet} == {14}
    assert {len(one["colors"]) for one in sheet} == {2}
    for one in sheet:
        assert server.last("check", puzzle=one)["verdict"] == "unique"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (_file(scene().quantize(8), "png"), "expected a photograph"),
        (base64.b64encode(b"#.\n##\n").decode(), "expected a photograph"),
        ("~", "not base64"),
    ],
)
def test_make_of_no_photograph(server: Server, data: str, reason: str) -> None:
    """What is read in one way only, or is no picture at all."""
    assert reason in server.refused("make", data=data)["reason"]


def test_solve(server: Server) -> None:
    """The frames, laid over each other, are the picture."""
    events = server.events("solve", puzzle=DRAWN)
    board = [["?"] * 5 for _ in range(5)]
    for event in events:
        for x, y, left in event.get("cells", ()):
            board[y - 1][x - 1] = left
    assert ["".join(row) for row in board] == list(HEART) == events[-1]["solutions"][0]
    rows = ("#..#.", ".#..#", "#.#..", ".#.##", "..##.")  # here line logic is not enough
    events = server.events("solve", puzzle=posed(*rows))
    assert (events[-1]["verdict"], len(events[-1]["solutions"])) == ("multiple", 2)
    assert all(event["line"] for event in events[1:-1])


def test_explain(server: Server) -> None:
    """Each step has its line and its reason."""
    events = server.events("explain", puzzle=DRAWN)
    first = next(event["step"] for event in events if "step" in event)
    assert first["line"] == "row 2"
    assert first["reason"]
    assert (events[-1]["outcome"], events[-1]["end"]) == ("solved", list(HEART))


def test_hint(server: Server) -> None:
    """It holds as much as was wanted."""
    more = {"where": {"line"}, "rule": {"rule", "rule_message", "blocks"}, "cells": {"step"}}
    keys = {"event", "state", "text", "text_message"}
    for tell, added in more.items():
        last = server.last("hint", puzzle=DRAWN, grid=EMPTY, tell=tell)
        keys |= added
        assert set(last) == keys
        assert last["text"].startswith("Look at row 2")


def test_why(server: Server) -> None:
    """The clues that force a cell; pictures where nothing does; the clues that clash."""
    forced = server.last("why", puzzle=CROSS, cell=[1, 1])
    assert len(forced["lines"]) == 2  # row 1 with column 2, or column 1 with row 2
    assert "row 2" in server.last("why", puzzle=CLASHING)["lines"]
    for puzzle, cell, number in ((TWO, [1, 1], 2), (posed("#"), None, 1)):
        assert len(server.last("why", puzzle=puzzle, cell=cell)["pictures"]) == number


@pytest.mark.parametrize(
    ("job", "body", "where"),
    [
        ("check", {"puzzle": {"rows": [[2]], "columns": [[1]]}}, ["row 1"]),
        ("check", {"puzzle": posed("#"), "start": ["??"]}, ["start"]),
        ("explain", {"puzzle": posed("#"), "order": "sideways"}, []),
        ("generate", {"size": [3, 2], "symmetry": "diagonal"}, []),
    ],
)
def test_refused(server: Server, job: str, body: dict[str, Any], where: list[str]) -> None:
    """What is wrong is said before the job begins, with its place in what was sent."""
    wrong = server.refused(job, **body)
    assert wrong["reason"]
    assert wrong["where"] == where
