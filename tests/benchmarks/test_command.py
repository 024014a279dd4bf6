"""The benchmarks from the command line, on our own puzzles; no test looks at a time."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.benchmarks.run import (
    BOAT,
    CAT,
    ENDLESS,
    QUIET,
    bench,
    cells,
    chosen,
    program,
    records,
    refused,
)
from tests.cli.run import INSTANCES, PATHOLOGICAL


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A set of two puzzles."""
    return chosen(tmp_path / "two", CAT, BOAT)


def test_sets_in_one_process(folder: Path) -> None:
    """A table for each folder and one for files, a row for each recipe."""
    ran = bench("--runs", 1, "--recipe", "order", "--recipe", "states", folder, CAT)
    assert (ran.status, ran.err) == (0, "")
    first, second = ran.out.split(f"{folder}: 2 puzzles, 1 run; CPU seconds\n")[1].split("\n\n")[:2]
    assert cells(first, "order, one process")[:2] == ["2/2", "50%"]
    assert cells(first, "states, one process")[:2] == ["2/2", "50%"]
    assert cells(first, "order, one process")[-1] == "boat.xml"
    assert second.startswith("files: 1 puzzle, 1 run; CPU seconds\n")
    assert cells(second, "states, one process")[:2] == ["1/1", "100%"]


def test_each(folder: Path) -> None:
    """One process for each puzzle."""
    ran = bench("--runs", 1, "--each", folder)
    assert (ran.status, ran.err) == (0, "")
    assert cells(ran.out, "order, each")[:2] == ["2/2", "50%"]
    assert "one process" not in ran.out


def test_record(folder: Path, tmp_path: Path) -> None:
    """Every measurement has its line, the first of which says what they depend on."""
    file = tmp_path / "record.jsonl"
    assert bench("--runs", 2, "--jsonl", file, "--against", program(QUIET), folder).status == 0
    header, some, *rest = records(file)
    assert (header["kind"], some["kind"]) == ("header", "set")
    assert {"asp-nono", "commit", "changed", "clingo", "click", "lxml"} < header.keys()
    assert {"python", "cpu", "cores", "memory_bytes", "system", "load", "date"} < header.keys()
    assert header["called"].startswith("python -m benchmarks --runs 2 --jsonl ")
    assert some["puzzles"] == 2
    puzzles = records(file, "puzzle")
    name = Path(sys.executable).name
    turns = [("order, each", file) for file in ("boat.xml", "cat.xml")]
    assert [(line["run"], line["solver"], Path(line["file"]).name) for line in puzzles] == [
        (run, solver, file)
        for run in (1, 2)
        for solver, file in (
            ("order, one process", "boat.xml"),
            ("order, one process", "cat.xml"),
            *((who, file) for _, file in turns for who in ("order, each", name)),
        )
    ]
    for line in puzzles:
        assert line["decided"]
        assert line["cpu"] > 0
        assert line["wall"] > 0
        assert line["peak_bytes"] > 0
        ours = line["recipe"] == "order"
        technique = "line" if line["file"].endswith("cat.xml") else "depth-1"
        assert (line["verdict"], line["technique"]) == (
            ("unique", technique) if ours else (None, None)
        )
        assert (line["read_seconds"] is None) == (line["mode"] == "each")
    wholes = [line for line in rest if line["kind"] == "set run"]
    assert [(line["solver"], line["processes"]) for line in wholes] == [
        ("order, one process", 1),
        ("order, each", 2),
        (name, 2),
    ] * 2


def test_against(folder: Path) -> None:
    """Ours in both ways, theirs, and the ratios."""
    ran = bench("--runs", 2, "--against", program(QUIET), folder)
    name = Path(sys.executable).name
    assert (ran.status, ran.err) == (0, "")
    assert cells(ran.out, name)[:2] == ["2/2", "-"]
    below = ran.out.split(f"Ratios to {name} (below 1: asp-nono takes less CPU time)\n")[1]
    one, each = cells(below, "order, one process"), cells(below, "order, each")
    assert " ".join(one[:4]) == " ".join(each[:4]) == "decided by both: 2"
    assert one[-3:] == ["-", "-", "-"]
    assert "-" not in each


def test_two_others(folder: Path) -> None:
    """Two commands of one program are told apart by their arguments."""
    ran = bench("--runs", 1, "--against", program(QUIET), "--against", program("pass"), folder)
    assert ran.status == 0
    assert f"Ratios to {program(QUIET)} (" in ran.out
    assert f"Ratios to {program('pass')} (" in ran.out


def test_failing_solver(folder: Path) -> None:
    """Its end and last words are shown, and it is compared with nobody."""
    code = "import sys; sys.exit('not today' if 'boat' in sys.argv[1] else 0)"
    ran = bench("--runs", 1, "--against", program(code), folder)
    assert ran.status == 0
    name = Path(sys.executable).name
    assert f"{name}: undecided: boat.xml (exit status 1: not today)\n" in ran.out
    assert "decided by both: 1" in ran.out
    assert "time limit" not in ran.out


def test_endless_solver() -> None:
    """The time limit ends it; that counts as undecided, and twice the limit."""
    ran = bench("--runs", 1, "--time-limit", 2, "--against", program(ENDLESS), CAT)
    assert ran.status == 0
    row = cells(ran.out, Path(sys.executable).name)
    assert row[0] == "0/1"
    assert row[6] == "4.00"
    assert f"undecided: {CAT} (time limit of 2 s)\n" in ran.out


def test_time_limit_in_one_process(tmp_path: Path) -> None:
    """A process that a limit ends is followed by another, which decides what is left."""
    hard = INSTANCES / "random" / "25x25-60-c1-s27.xml"
    folder = chosen(tmp_path / "three", CAT, BOAT, hard)
    file = tmp_path / "record.jsonl"
    bench("--runs", 1, "--time-limit", "0.000001", "--jsonl", file, folder)
    puzzles = records(file, "puzzle")
    assert [line["file"].rpartition("/")[2] for line in puzzles] == [
        hard.name,
        BOAT.name,
        CAT.name,
    ]
    late = [line for line in puzzles if line["late"]]
    assert late
    assert {line["reason"] for line in late} == {"time limit of 1e-06 s"}
    (whole,) = records(file, "set run")
    assert whole["processes"] >= len(late)


def test_memory_limit(folder: Path) -> None:
    """Where memory is too short to begin, every puzzle is undecided, and all is told."""
    ran = bench("--runs", 1, "--memory-limit", 12, folder)
    assert ran.status == 0
    assert cells(ran.out, "order, one process")[0] == "0/2"
    assert "order, one process: undecided: boat.xml (" in ran.out


def test_refused_by_recipe() -> None:
    """A recipe that cannot read a puzzle has not decided it."""
    blotted = PATHOLOGICAL / "blotted-unique.xml"
    ran = bench("--runs", 1, "--recipe", "classic", blotted)
    assert ran.status == 0
    assert cells(ran.out, "classic, one process")[0] == "0/1"
    assert "cannot handle blotted blocks" in ran.out or "cannot hold blotted blocks" in ran.out


def test_several_puzzles_in_a_file(tmp_path: Path) -> None:
    """Each is measured by itself; another solver cannot be told which is meant."""
    one = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    none = "width 1\nheight 1\nrows\n0\ncolumns\n0\n"
    file, record = tmp_path / "several.non", tmp_path / "record.jsonl"
    file.write_text(f"{one}====\n{none}")
    for mode in ([], ["--each"]):
        assert bench("--runs", 1, "--jsonl", record, *mode, file).status == 0
        assert [line["puzzle"] for line in records(record, "puzzle")] == [1, 2]
    assert refused("--against", program(QUIET), file) == (
        f"benchmarks: {file}: holds several puzzles; --against needs one in each file"
    )


def test_unreadable_file(folder: Path) -> None:
    """It is reported and left out; the others are measured."""
    (folder / "empty.non").write_text("")
    ran = bench("--runs", 1, folder)
    assert ran.status == 2
    (line,) = ran.err.splitlines()
    assert line.startswith(f"benchmarks: {folder / 'empty.non'}: ")
    assert cells(ran.out, "order, one process")[0] == "2/2"


def test_named_twice(folder: Path) -> None:
    """What is named twice is measured once."""
    ran = bench("--runs", 1, folder, f"{folder}/", "--recipe", "order", "--recipe", "order")
    assert ran.out.count(": 2 puzzles, 1 run; CPU seconds\n") == 1
    assert ran.out.count("order, one process") == 1


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ([], "nothing to measure; expected a folder, a file or --scaling"),
        (["nowhere"], "nowhere: there is no such file or folder"),
        (["encodings"], "encodings: there are no puzzle files in this folder"),
        (["--scaling", CAT], "--scaling makes its own puzzles; expected no folder and no file"),
        (
            ["--profile", "--each", CAT],
            "--profile stands alone, without --scaling, --each and --against",
        ),
        (["--time-limit", "nan", CAT], "--time-limit nan; expected a number of seconds"),
        (
            ["--against", "nosuch {file}", CAT],
            "--against: there is no program 'nosuch' that can be run",
        ),
        (["--against", "ls", CAT], "--against 'ls'; expected a command with {file} in it"),
        (["--against", "ls '{file}", CAT], '--against "ls \'{file}": no closing quotation'),
        (["--jsonl", "nowhere/record", CAT], "nowhere/record: cannot be written: No such file"),
        (["--recipe", "ordre", CAT], "unknown recipe 'ordre' (did you mean order?); choose from "),
        (["--scaling", "--sides", "5,1001"], "Invalid value for '--sides': '5,1001'; expected "),
        (["--scaling", "--sides", "five"], "Invalid value for '--sides': 'five'; expected "),
        (["--runs", "0", CAT], "Invalid value for '--runs': "),
    ],
)
def test_refused(given: list[object], line: str) -> None:
    """One line, and nothing is measured."""
    assert refused(*given).startswith(f"benchmarks: {line}")


def test_unreadable_alone(tmp_path: Path) -> None:
    """Nothing is left to measure."""
    file = tmp_path / "empty.non"
    file.write_text("")
    ran = bench(file)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[1:] == ["benchmarks: no puzzle could be read"]
