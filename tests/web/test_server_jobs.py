"""Jobs give what the library gives, as streams of events."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.serving import HEART, ONES, Server, posed


def _clashing() -> dict[str, Any]:
    """Rows and columns agree on the number of cells, but not on their places."""
    return {"rows": [[1, 1], [], [1, 1]], "columns": [[1], [2], [1]]}


def test_events_of_a_check(server: Server) -> None:
    """It is told that work begins, and the result comes last."""
    events = server.events("check", puzzle=posed(*HEART))
    names = [event["event"] for event in events]
    assert names[0] == "started"
    assert names[-1] == "result"
    assert set(names[1:-1]) <= {"progress"}
    last = events[-1]
    assert (last["verdict"], last["technique"]) == ("unique", "line")
    assert last["solutions"] == [list(HEART)]


def test_check_of_several(server: Server) -> None:
    """Two solutions, where they differ, and one that is not the goal."""
    last = server.last("check", puzzle=posed("#.", ".#"))
    assert last["verdict"] == "multiple"
    assert sorted(last["solutions"]) == [["#.", ".#"], [".#", "#."]]
    assert last["differences"] == [[1, 1], [2, 1], [1, 2], [2, 2]]
    assert last["other"] == [".#", "#."]


def test_check_of_none(server: Server) -> None:
    """There is a reason."""
    last = server.last("check", puzzle=_clashing())
    assert last["verdict"] == "none"
    assert last["reason"]


def test_check_from_a_start(server: Server) -> None:
    """The start decides between two solutions."""
    last = server.last("check", puzzle=posed("#.", ".#"), start=["?#", "??"])
    assert (last["verdict"], last["solutions"]) == ("unique", [[".#", "#."]])


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
    told = [color for cell in step["cells"] for color in cell["left"]]
    assert set(told) <= {"p", "i"}


def test_count(server: Server) -> None:
    """Numbers are texts, however large."""
    size = 22
    clues = [[1]] * size
    last = server.last("count", puzzle={"rows": clues, "columns": clues}, time_limit=100)
    assert (last["count"], last["exact"]) == ("1124000727777607680000", True)


def test_solutions_by_number(server: Server) -> None:
    """From any on, in a fixed order; those beyond the last are not there."""
    puzzle = posed(*ONES)
    every = server.events("solutions", puzzle=puzzle, most=100)
    pictures = [event["picture"] for event in every if "picture" in event]
    assert len({tuple(picture) for picture in pictures}) == 6
    two = server.events("solutions", puzzle=puzzle, first="4", most=5)
    assert [event["picture"] for event in two if "picture" in event] == pictures[4:]
    assert [event["index"] for event in two if "index" in event] == ["4", "5"]
    assert two[-1] == {"event": "result", "count": "6", "exact": True}


def test_ambiguity(server: Server) -> None:
    """Two corners that do not depend on each other."""
    last = server.last("ambiguity", puzzle=posed("#....", ".#...", ".....", "...#.", "....#"))
    assert (last["count"], last["exact"], last["complete"]) == ("24", True, True)
    pair = posed("#..#", ".##.", "####", "####")
    last = server.last("ambiguity", puzzle=pair)
    assert last["cells"] == sorted(last["cells"], key=lambda cell: (cell[1], cell[0]))


def test_repair(server: Server) -> None:
    """What is accepted makes the puzzle unique."""
    rows = ["#.", ".#"]
    last = server.last("repair", puzzle=posed(*rows))
    assert last["smallest"]
    for one in last["repairs"]:
        after = [list(row) for row in rows]
        for x, y, before, now in one["changes"]:
            assert after[y - 1][x - 1] == before
            after[y - 1][x - 1] = now
        again = server.last("check", puzzle=posed(*map("".join, after)))
        assert again["verdict"] == "unique"


def _made(server: Server, **body: object) -> list[Any]:
    events = server.events("generate", **body)
    found = {event["number"]: event["puzzle"] for event in events[1:] if event["puzzle"]}
    return list(found.values())


def test_generate(server: Server) -> None:
    """What is made is what was demanded, and the same again for the same seed."""
    body = {"size": [8, 6], "verdict": "line-solvable", "count": 2, "seed": 5}
    made = _made(server, **body)
    assert [(len(one["columns"]), len(one["rows"])) for one in made] == [(8, 6), (8, 6)]
    for one in made:
        checked = server.last("check", puzzle=one)
        assert (checked["verdict"], checked["technique"]) == ("unique", "line")
    assert _made(server, **body) == made


def test_generate_what_cannot_be(server: Server) -> None:
    """Nothing but one cell cannot have two solutions: it is given up with the reason."""
    last = server.last("generate", size=[1, 1], verdict="multiple", tries=3)
    assert last["puzzle"] is None
    assert "3 pictures tried" in last["reason"]
    told = server.refused("generate", size=[3, 2], symmetry="diagonal")
    assert told["message"]


def test_solve(server: Server) -> None:
    """The frames, laid over each other, are the picture."""
    events = server.events("solve", puzzle=posed(*HEART))
    board = [["?"] * 5 for _ in range(5)]
    for event in events:
        for x, y, left in event.get("cells", ()):
            board[y - 1][x - 1] = left
    assert ["".join(row) for row in board] == list(HEART) == events[-1]["solutions"][0]


def test_solve_beyond_lines(server: Server) -> None:
    """Where line logic is not enough, the result has more than the frames."""
    rows = ("#..#.", ".#..#", "#.#..", ".#.##", "..##.")
    events = server.events("solve", puzzle=posed(*rows))
    assert events[-1]["verdict"] == "multiple"
    assert len(events[-1]["solutions"]) == 2
    assert all(event["line"] for event in events[1:-1])


def test_explain(server: Server) -> None:
    """Each step has its line and its reason."""
    events = server.events("explain", puzzle=posed(*HEART))
    steps = [event["step"] for event in events if "step" in event]
    assert steps[0]["line"] == "row 2"
    assert steps[0]["reason"]
    assert events[-1]["outcome"] == "solved"
    assert events[-1]["end"] == list(HEART)


def test_explain_in_no_order(server: Server) -> None:
    """The choices are named."""
    told = server.refused("explain", puzzle=posed("#"), order="sideways")
    assert "choose from" in told["message"]


def test_difficulty(server: Server) -> None:
    """A grade where there is one solution; else the verdict."""
    easy = server.last("difficulty", puzzle=posed(*HEART))
    assert (easy["verdict"], easy["technique"]) == ("unique", "fast")
    assert 1 <= easy["grade"] <= 3
    several = server.last("difficulty", puzzle=posed(*ONES))
    assert (several["verdict"], several["grade"]) == ("multiple", None)


@pytest.mark.parametrize(
    ("tell", "keys"),
    [
        ("where", {"line"}),
        ("rule", {"line", "rule", "blocks"}),
        ("cells", {"line", "rule", "blocks", "step"}),
    ],
)
def test_hint(server: Server, tell: str, keys: set[str]) -> None:
    """No more is told than was asked for."""
    last = server.last("hint", puzzle=posed(*HEART), grid=["?????"] * 5, tell=tell)
    assert set(last) - {"event", "state", "text"} == keys
    assert last["text"].startswith("Look at row 2")


@pytest.mark.parametrize(
    ("first", "state", "wrong"),
    [
        ("?????", "right", []),
        (".#.#.", "right", []),
        ("##???", "error", [[1, 1]]),
    ],
)
def test_errors(server: Server, first: str, state: str, wrong: list[list[int]]) -> None:
    """Whether, and on request where."""
    grid = [first, *["?????"] * 4]
    body = {"puzzle": posed(*HEART), "grid": grid}
    told = server.last("errors", **body)
    assert (told["state"], "wrong" in told) == (state, False)
    assert server.last("errors", **body, tell="cells")["wrong"] == wrong


def test_errors_of_a_finished_grid(server: Server) -> None:
    """It is solved, or the puzzle cannot be."""
    assert server.last("errors", puzzle=posed(*HEART), grid=list(HEART))["state"] == "solved"
    last = server.last("errors", puzzle=_clashing(), grid=["???"] * 3)
    assert last["state"] == "no solution"


def test_why(server: Server) -> None:
    """The clues that force a cell, and that no other does."""
    last = server.last("why", puzzle=posed(".#.", "###", ".#."), cell=[1, 1])
    assert (last["color"], last["smallest"]) == (".", True)
    assert len(last["lines"]) == 2  # row 1 with column 2, or column 1 with row 2
    free = server.last("why", puzzle=posed("#.", ".#"), cell=[1, 1])
    assert ("lines" in free, len(free["pictures"])) == (False, 2)


def test_clash(server: Server) -> None:
    """The clues that clash."""
    last = server.last("why", puzzle=_clashing())
    assert last["color"] is None
    assert "row 2" in last["lines"]
    assert len(server.last("why", puzzle=posed("#"))["pictures"]) == 1


def test_a_puzzle_that_is_not_sound(server: Server) -> None:
    """The place is named."""
    assert server.refused("check", puzzle={"rows": [[2]], "columns": [[1]]})["where"] == ["row 1"]


def test_a_start_of_another_size(server: Server) -> None:
    """The same for what comes with it."""
    assert server.refused("check", puzzle=posed("#"), start=["??"])["where"] == ["start"]
