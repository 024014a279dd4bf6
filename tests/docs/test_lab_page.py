"""docs/lab.md says everything that there is: keys, statuses, columns, tables."""

from __future__ import annotations

import re
import tomllib

from asp_nono.lab.experiment import Experiment
from asp_nono.lab.plan import KEYS, plan_of, read_plan
from asp_nono.lab.profile import STAGES
from asp_nono.lab.report import COLUMNS, HEAD
from asp_nono.lab.run import FIELDS, SOLVED
from asp_nono.lab.store import APPLICATION, TABLES, VERSION
from tests.conftest import ROOT
from tests.docs.pages import blocks, page

TEXT = page("docs/lab.md")


def test_everything_is_named() -> None:
    """In a table, or at least in the text."""
    for key in KEYS:
        assert f"| `{key}` |" in TEXT, key
    for status in (*SOLVED, "time-out", "memory-out", "error", "wrong"):
        assert f"| `{status}` |" in TEXT, status
    for stage in STAGES:
        assert f"| `{stage}` |" in TEXT, stage
    for column in (*FIELDS, *HEAD[1:], *COLUMNS):
        assert f"`{column}`" in TEXT, column


def test_tables_of_the_file() -> None:
    """Every table and column of the schema; its marks, too."""
    for table, columns in re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", TABLES, re.DOTALL):
        assert f"| `{table}` |" in TEXT
        for column in re.findall(r"^ +([a-z_]+) ", columns, re.MULTILINE):
            assert f"`{column}`" in TEXT or column in ("id", "data", "text"), column
    assert f"`PRAGMA application_id` is {APPLICATION}" in TEXT
    assert f"version of the tables: {VERSION}" in TEXT


def test_the_example_is_a_plan() -> None:
    """Its keys and values are as they should be."""
    plan, external = (block.text for block in blocks("docs/lab.md", "toml"))
    assert plan_of(tomllib.loads(plan)).name == "mine-against-order"
    assert set(tomllib.loads(external)["external"][0]) >= {"name", "command", "format", "unique"}


def test_the_study_can_be_repeated() -> None:
    """Its plan is sound and of the size that the page tells."""
    found = Experiment.of(read_plan(ROOT / "docs" / "studies" / "hints.toml"))
    assert found.size == 11760
    assert "11760 runs" in page("docs/studies/hints.md")
