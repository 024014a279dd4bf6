"""docs/lab.md says everything that there is: keys, statuses, columns, tables."""

from __future__ import annotations

import re
import tomllib

from asp_nono.lab import schema
from asp_nono.lab.export import COLUMNS
from asp_nono.lab.jobs import programme
from asp_nono.lab.outcome import FIELDS, SOLVED
from asp_nono.lab.plan import KEYS, plan_of, read_plan
from asp_nono.lab.words import HEAD
from tests.conftest import ROOT
from tests.docs.pages import blocks, page

TEXT = page("docs/lab.md")


def test_everything_is_named() -> None:
    """In a table, or at least in the text."""
    for key in KEYS:
        assert f"| `{key}` |" in TEXT, key
    for status in (*SOLVED, "time-out", "memory-out", "error", "wrong"):
        assert f"| `{status}` |" in TEXT, status
    for column in (*FIELDS, *HEAD[1:], *COLUMNS):
        assert f"`{column}`" in TEXT, column


def test_tables_of_the_file() -> None:
    """Every table and column of the schema; its marks, too."""
    for table, columns in re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", schema.TABLES, re.DOTALL):
        assert f"| `{table}` |" in TEXT
        for column in re.findall(r"^ +([a-z_]+) ", columns, re.MULTILINE):
            assert f"`{column}`" in TEXT or column in ("id", "data", "text", "owner"), column
    assert f"`PRAGMA application_id` is {schema.APPLICATION}" in TEXT
    assert f"version of the tables: {schema.VERSION}" in TEXT


def test_the_example_is_a_plan() -> None:
    """Its keys and values are as they should be."""
    plan, external = (block.text for block in blocks("docs/lab.md", "toml"))
    assert plan_of(tomllib.loads(plan)).name == "mine-against-order"
    assert set(tomllib.loads(external)["external"][0]) >= {"name", "command", "format", "unique"}


def test_the_study_can_be_repeated() -> None:
    """Its plan is sound and of the size that the page tells."""
    found = programme(read_plan(ROOT / "docs" / "studies" / "hints.toml"))
    assert found.size == 11760
    assert "11760 runs" in page("docs/studies/hints.md")
