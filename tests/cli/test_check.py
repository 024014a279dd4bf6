"""`asp-nono check`: one line per puzzle, whatever the order of work."""

from pathlib import Path

import pytest

from tests.cli.encodings import ENDLESS, encoding
from tests.cli.run import HEART, INSTANCES, ONES_2, ONES_3, PATHOLOGICAL, call, drawn, run, untimed


def test_one_line_for_each_verdict() -> None:
    """unique, multiple and none, with what they took and why."""
    none_line, none = PATHOLOGICAL / "none-line.xml", PATHOLOGICAL / "none-search-4x4.xml"
    ran = run("check", HEART, ONES_2, none_line, none)
    assert ran.err == ""
    assert ran.status == 0
    heart, ones, line, probed = untimed(ran.out).splitlines()
    assert heart == f"{HEART}: unique (line, TIME)"
    words = "two solutions differ in 4 cells: (1,1) (2,1) (1,2) (2,2)"
    assert ones == f"{ONES_2}: multiple (depth-1, TIME): {words}"
    assert line.startswith(f"{none_line}: none (line, TIME): line logic finds no way to fill ")
    words = (
        "line logic finds no way to fill the lines, whatever color the cell in column 1 and row 1"
    )
    assert probed == f"{none}: none (depth-1, TIME): {words} has"
    reason = "clingo proves that no picture has these clues"
    assert untimed(call("check", "--deductions", "line", none).out) == (
        f"{none}: none (search, TIME): {reason}\n"
    )


def test_folder() -> None:
    """A folder stands for the puzzle files in it, sorted, and its subfolders."""
    folder = INSTANCES / "color"
    ran = call("check", folder)
    files = [line.partition(": ")[0] for line in ran.out.splitlines()]
    assert files == sorted(map(str, folder.glob("*.xml")))
    assert len(call("check", "--json", INSTANCES / "pathological").objects) > 30


def test_json_of_a_file_that_cannot_be_read() -> None:
    """It gives an object with file and error, and the others go on."""
    ran = run("check", "--json", ONES_2, "missing.xml", HEART)
    first, bad, last = ran.objects
    assert bad.keys() == {"file", "error"}
    assert bad["file"] == "missing.xml"
    assert bad["error"].startswith("missing.xml: ")
    assert (first["verdict"], last["verdict"]) == ("multiple", "unique")
    assert ran.status == 2


def test_undecided(tmp_path: Path) -> None:
    """A limit that stops the search is named, with what is certain; exit status 3."""
    endless = encoding(tmp_path, ENDLESS)
    words = ("--encoding", endless, "--deductions", "line", "--time-limit", "1")
    ran = run("check", *words, ONES_2, HEART)
    assert ran.status == 3
    ones, heart = untimed(ran.out).splitlines()
    assert ones == f"{ONES_2}: undecided (TIME): time limit of 1 s; 0 of 4 cells are certain"
    assert heart == f"{HEART}: unique (line, TIME)"
    (found,) = run("check", "--json", *words, ONES_2).objects
    assert (found["verdict"], found["technique"]) == ("undecided", None)
    assert found["reason"] == "time limit of 1 s"


def test_goal_is_not_the_only_solution(tmp_path: Path) -> None:
    """--goal shows a solution that differs, and where."""
    file = drawn(tmp_path, "#.", ".#")
    text = call("check", "--goal", file).out
    assert "differ in 4 cells: (1,1) (2,1) (1,2) (2,2); the goal is one of them" in text
    (found,) = call("check", "--goal", "--json", file).objects
    assert found["goal"] == "not the only solution"
    assert found["other"] == [".#", "#."]
    assert found["other_differs"] == [[1, 1], [2, 1], [1, 2], [2, 2]]


@pytest.mark.parametrize("words", [[], ["--json"], ["--goal"], ["--time-limit", "60"]])
def test_jobs_change_nothing_but_the_time(words: list[str]) -> None:
    """With two jobs the same lines come in the same order."""
    files = (HEART, "missing.xml", PATHOLOGICAL, ONES_2)
    one, two = (run("check", *words, "--jobs", jobs, *files) for jobs in (1, 2))
    assert untimed(one.out) == untimed(two.out)
    assert (one.status, one.err) == (two.status, two.err)
    assert one.status == 2
    assert one.out.count("\n") > 40


def test_jobs_with_a_limit(tmp_path: Path) -> None:
    """Each job has its own limit; a puzzle that is stopped does not stop the others.

    A file that cannot be read counts for more than an undecided puzzle.
    """
    endless = encoding(tmp_path, ENDLESS)
    words = ("--encoding", endless, "--deductions", "line", "--time-limit", "3", "--jobs", "2")
    ran = run("check", *words, ONES_2, HEART, "missing", ONES_3, HEART)
    assert ran.status == 2
    verdicts = [line.partition(": ")[2].split()[0] for line in ran.out.splitlines()]
    assert verdicts == ["undecided", "unique", "undecided", "unique"]
