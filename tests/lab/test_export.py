"""Results for other programs: the same rows in three formats."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.lab.report import COLUMNS, export
from asp_nono.lab.store import load
from tests.cli.run import call
from tests.lab.experiments import ONES_3, plan


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four runs of two recipes."""
    folder = tmp_path_factory.mktemp("export")
    text = "recipes = ['order', 'starts']\ntasks = ['unique', 'count']\n"
    path = plan(folder, text + f"instances = [{str(ONES_3)!r}]\n")
    call("lab", "run", path, "--into", folder / "r.db", "--jobs", "2")
    return folder / "r.db"


def test_three_formats(recorded: Path, tmp_path: Path) -> None:
    """They hold the same."""
    results = load(recorded)
    for ending in ("csv", "jsonl", "parquet"):
        assert export(results, tmp_path / f"r.{ending}") == 4
    with (tmp_path / "r.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert list(table[0]) == list(COLUMNS) == list(lines[0])
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(tmp_path / "r.parquet").to_pylist() == lines
    counted = {line["system"]: line for line in lines if line["task"] == "count"}
    assert counted["starts:line"]["models"] == "6"
    assert counted["starts:line"]["rules"] > 0
    assert counted["starts:line"]["facts"] > 0
    assert [row["status"] for row in table] == [line["status"] for line in lines]


def test_other_endings(recorded: Path, tmp_path: Path) -> None:
    """The choices are named."""
    with pytest.raises(UnknownNameError, match=r"choose from \.csv, \.jsonl, \.parquet"):
        export(load(recorded), tmp_path / "r.xlsx")
    assert not list(tmp_path.iterdir())


def test_missing_results(tmp_path: Path) -> None:
    """A file that is not there, or no file of results, is one line."""
    with pytest.raises(PuzzleError, match="no such file; expected results"):
        load(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("hello " * 1000)
    with pytest.raises(PuzzleError, match="cannot be used: file is not a database"):
        load(tmp_path / "text.db")
    (tmp_path / "empty.db").write_text("")
    with pytest.raises(PuzzleError, match="is no file of results of the lab"):
        load(tmp_path / "empty.db")
