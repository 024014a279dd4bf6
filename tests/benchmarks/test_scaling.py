"""Puzzles of growing size, and the table of what they take."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import asp_nono
from benchmarks.blobs import blobs
from tests.benchmarks.run import bench, records


@settings(max_examples=25)
@given(side=st.integers(1, 40), seed=st.integers(0, 1000))
def test_line_logic_decides_blobs(side: int, seed: int) -> None:
    """Every puzzle has its size, and line logic is enough for it."""
    puzzle = blobs(side, seed)
    assert (puzzle.width, puzzle.height) == (side, side)
    result = asp_nono.check(puzzle)
    assert (result.verdict, result.technique) == (asp_nono.Verdict.UNIQUE, "line")


def test_blobs_have_a_seed() -> None:
    """The same seed gives the same puzzle, another one another."""
    assert blobs(25, 1) == blobs(25, 1)
    assert blobs(25, 1) != blobs(25, 2)


def test_blobs_are_pictures() -> None:
    """They are neither blank nor full, and larger ones have more blocks to a line."""
    few, many = (
        sum(map(len, puzzle.rows)) / side for side in (25, 150) for puzzle in [blobs(side, 1)]
    )
    assert 1 < few < many


def test_scaling(tmp_path: Path) -> None:
    """A row for each side, in growing order, and one for all of them."""
    file = tmp_path / "record.jsonl"
    sides = ["--sides", "12,6,6", "--puzzles", 2, "--runs", 1]
    ran = bench("--scaling", *sides, "--jsonl", file)
    assert (ran.status, ran.err) == (0, "")
    rows = [
        line.removeprefix("order, one process").split()
        for line in ran.out.splitlines()
        if line.startswith("order, one process")
    ]
    assert [row[:3] for row in rows[:2]] == [["6", "36", "2/2"], ["12", "144", "2/2"]]
    assert rows[0][5] == "-"
    assert float(rows[1][5]) == float(rows[2][1])
    assert rows[2][0] == "6-12"
    assert [line["name"] for line in records(file, "set")] == ["6", "12"]
    assert {line["technique"] for line in records(file, "puzzle")} == {"line"}


def test_seed(tmp_path: Path) -> None:
    """Two calls with the same seed measure the same files, one with another seed others."""
    sums = []
    for number, seed in enumerate((3, 3, 4)):
        file = tmp_path / f"{number}.jsonl"
        small = ["--sides", 8, "--puzzles", 1, "--runs", 1]
        assert bench("--scaling", "--seed", seed, *small, "--jsonl", file).status == 0
        sums.append(records(file, "set")[0]["sha256"])
    assert sums[0] == sums[1] != sums[2]
