"""`asp-nono check`: one line per puzzle, whatever the order of work."""

from pathlib import Path

import pytest

from tests.cli.encodings import ENDLESS, encoding
from tests.cli.run import HEART, INSTANCES, ONES_2, ONES_3, PATHOLOGICAL, call, run, untimed


def test_folder() -> None:
    """A folder stands for the puzzle files in it, sorted, and its subfolders."""
    folder = INSTANCES / "color"
    ran = call("check", folder)
    files = [line.partition(": ")[0] for line in ran.out.splitlines()]
    assert files == sorted(map(str, folder.glob("*.xml")))
    assert len(call("check", "--json", INSTANCES / "pathological").objects) > 30


@pytest.mark.parametrize("words", [[], ["--json"], ["--goal"], ["--time-limit", "60"]])
def test_jobs_change_nothing_but_the_time(words: list[str]) -> None:
    """With two jobs the same lines come in the same order."""
    files = (HEART, "missing.xml", PATHOLOGICAL, ONES_2)
    one, two = (run("check", *words, "--jobs", jobs, *files) for jobs in (1, 2))
    assert untimed(one.out) == untimed(two.out)
    assert (one.status, one.err) == (two.status, two.err)
    assert one.status == 2
    assert one.out.count("\n") > 40


@pytest.mark.slow
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
