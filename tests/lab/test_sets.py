"""Whole sets: one process for all puzzles, contests of times, generated puzzles, stages."""

import json
import shlex
import sys
from pathlib import Path
from shutil import copy

import pytest
from hypothesis import given, settings, strategies as st

import asp_nono
from asp_nono.lab.analyze import by_task
from asp_nono.lab.experiment import Experiment
from asp_nono.lab.instances import blobs
from asp_nono.lab.plan import plan_of
from asp_nono.lab.run import REPORTED
from asp_nono.lab.store import load
from tests.cli.run import INSTANCES, PATHOLOGICAL, call
from tests.lab.experiments import lab, refused

pytestmark = pytest.mark.slow

PICTURES = INSTANCES / "pictures"
CAT, BOAT, BICYCLE = (PICTURES / f"{name}.xml" for name in ("cat", "boat", "bicycle"))
"""One that line logic decides, one that takes probing, and one that takes clingo."""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A set of two puzzles."""
    (tmp_path / "two").mkdir()
    for file in (CAT, BOAT):
        copy(file, tmp_path / "two")
    return tmp_path / "two"


def _run(puzzles: object, *words: object, cwd: Path, recipe: str = "order") -> str:
    """The report of an experiment that is recorded in r.db."""
    ran = lab("run", "--recipe", recipe, "--instances", puzzles, "--name", "r", *words, cwd=cwd)
    assert ran.status == 0, ran.err
    return ran.out + ran.err


def _program(code: str) -> str:
    """A command of another solver: a Python program that is given the file."""
    return f"{shlex.quote(sys.executable)} -S -c {shlex.quote(code)} {{file}}"


def test_one_process_for_a_set(two: Path, tmp_path: Path) -> None:
    """Its start is recorded once for each repetition, and belongs to no puzzle."""
    words = ("--process", "shared", "--process", "own", "--repetitions", 2)
    shown = _run(two, *words, cwd=tmp_path)
    assert "two, unique: 2 puzzles, 8 runs; CPU seconds" in shown
    (task,) = by_task(load(tmp_path / "r.db").runs, "cpu")
    own, shared = task.systems
    assert shared.label == "order (shared process)"
    assert len(own.solved) == len(shared.solved) == 2
    assert [run.outcome.start_cpu is None for run in shared.runs] == [False, False, True, True]
    assert sum(shared.totals("cpu")) < sum(own.totals("cpu"))
    assert all(run.outcome.technique for run in shared.runs)
    again = _run(two, *words, cwd=tmp_path)
    assert "0 runs recorded in r.db; 8 were recorded before" in again


def test_a_time_limit_in_a_shared_process(two: Path, tmp_path: Path) -> None:
    """A process that a limit ends is followed by another, which decides what is left."""
    hard = INSTANCES / "random" / "30x30-50-c1-s1.xml"
    copy(hard, two)
    _run(two, "--process", "shared", "--time-limit", 6, cwd=tmp_path, recipe="classic")
    runs = {run.puzzle[1]: run.outcome for run in load(tmp_path / "r.db").runs}
    assert {name: run.status for name, run in runs.items()} == {
        hard.name: "time-out",
        "boat.xml": "unique",
        "cat.xml": "unique",
    }
    late = runs[hard.name]
    assert (late.message, late.held) == ("time limit of 6 s", "clock")
    assert late.stage in ("ground", "solve")
    assert min(late.start_cpu or 0, runs["boat.xml"].start_cpu or 0) > 0


def test_memory_that_is_too_small_to_begin(two: Path, tmp_path: Path) -> None:
    """Every puzzle has its record all the same."""
    _run(two, "--process", "shared", "--memory-limit", 1, cwd=tmp_path)
    runs = load(tmp_path / "r.db").runs
    assert len(runs) == 2
    assert not any(run.outcome.solved for run in runs)


def test_a_contest(two: Path, tmp_path: Path) -> None:
    """Another solver's output is not read; its end counts, and the ratios to it are shown."""
    reads = _program("import sys; sys.exit(not open(sys.argv[1]).read())")
    fails = _program("import sys; sys.exit('not today' if 'boat' in sys.argv[1] else 0)")
    shown = _run(two, "--against", reads, "--against", fails, cwd=tmp_path)
    assert f"Compared with {reads}" in shown
    assert "unsolved: boat.xml (the process died with exit status 1: not today)" in shown


def test_faulty_commands() -> None:
    """One line, and nothing is run."""
    some = ("--recipe", "order", "--instances", CAT, "--against")
    assert "no closing quotation" in refused("run", *some, "ls '{file}")
    for words in ("blobs:", "blobs:0", "blobs:5,1001", "blobs:five", "blobs:5x0"):
        message = refused("run", "--recipe", "order", "--instances", words)
        assert message.endswith("expected sides from 1 to 1000, as blobs:25,50 or blobs:25,50x3")


@settings(max_examples=25)
@given(side=st.integers(1, 40), seed=st.integers(0, 1000))
def test_line_logic_decides_blobs(side: int, seed: int) -> None:
    """Every puzzle has its size, and line logic is enough for it."""
    puzzle = blobs(side, seed)
    assert (puzzle.width, puzzle.height) == (side, side)
    result = asp_nono.check(puzzle)
    assert (result.verdict, result.technique) == (asp_nono.Verdict.UNIQUE, "line")


def test_generated_puzzles() -> None:
    """The same seed gives the same puzzles; larger ones have more blocks to a line."""
    plan = {"recipes": ["order"], "instances": ["blobs:12,6x2"], "seed": 5}
    found, again = (Experiment.of(plan_of(plan)).instances for _ in range(2))
    assert found == again
    names = [f"{side}-s{seed}.non" for side in (6, 12) for seed in (5, 6)]
    assert [(one.set, one.name) for one in found] == [
        (f"blobs-{name.split('-')[0]}", name) for name in names
    ]
    few, many = (sum(map(len, blobs(side, 1).rows)) / side for side in (25, 150))
    assert 1 < few < many


@pytest.mark.parametrize("file", [CAT, BICYCLE])
def test_stages(file: Path) -> None:
    """Those that a puzzle needs, in their order; they add up to the whole process."""
    clingo = {"probing", "importing clingo", "encodings", "facts", "grounding", "search"}
    expected = [stage for stage in REPORTED if file == BICYCLE or stage not in clingo]
    ran = call("lab", "profile", "--repetitions", 2, file)
    shown = [line[:20].strip() for line in ran.out.splitlines()[2:-1]]
    assert shown == [*expected, "whole process"]
    lines = call("lab", "profile", "--repetitions", 2, "--json", file).out.splitlines()
    for number, line in enumerate(map(json.loads, lines), 1):
        assert (line["run"], list(line["stages"])) == (number, expected)
        assert min(line["stages"].values()) >= 0


def test_stages_within_limits() -> None:
    """What a limit ended has no stages; the next puzzle has its turn."""
    ran = call("lab", "profile", "--time-limit", "0.000001", CAT, PATHOLOGICAL / "ones-3.xml")
    assert ran.out.splitlines() == [
        "pictures/cat.xml: time limit of 1e-06 s (order)",
        "pathological/ones-3.xml: time limit of 1e-06 s (order)",
    ]
