"""docs/benchmarks.md says all that there is; the benchmarks stand beside the package, not in it."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path

import click
import pytest

from benchmarks.command import command
from benchmarks.profile import STAGES
from benchmarks.records import Measurement, Whole
from benchmarks.tables import HEAD, RATIO_HEAD
from tests.conftest import ROOT
from tests.docs.pages import page
from tools import cli_docs
from tools.blocks import filled

MODULES = sorted((ROOT / "benchmarks").glob("*.py"))


def test_help_is_pasted() -> None:
    """The page holds what its generator makes."""
    text = page("docs/benchmarks.md")
    assert filled(text, cli_docs.benchmark_blocks()) == text


def test_everything_has_help() -> None:
    """So does every option."""
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name


def test_keys_are_documented() -> None:
    """Those of every record."""
    for field in (*fields(Measurement), *fields(Whole)):
        assert f"`{field.name}`" in page("docs/benchmarks.md"), field.name


def test_columns_and_stages_are_documented() -> None:
    """In tables of the page."""
    for name in (*HEAD[1:], *RATIO_HEAD[1:], *STAGES):
        assert f"`{name}`" in page("docs/benchmarks.md"), name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_modules_are_in_the_tree(module: Path) -> None:
    """ARCHITECTURE.md names each, below its folder."""
    text = page("ARCHITECTURE.md")
    tree = text[text.index("\nbenchmarks/ ") : text.index("\ntools/ ")]
    assert module.stem.startswith("__") or module.name in tree


def test_the_package_does_not_know_them() -> None:
    """Nothing of asp_nono imports benchmarks."""
    for module in (ROOT / "asp_nono").rglob("*.py"):
        text = module.read_text(encoding="utf-8")
        assert not re.search(r"(?m)^\s*(?:import|from) benchmarks\b", text), module


def test_the_launcher_is_small() -> None:
    """It imports nothing of ours, and nothing large."""
    tree = ast.parse((ROOT / "asp_nono" / "lab" / "launch.py").read_text(encoding="utf-8"))
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    froms = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names == {"os", "resource", "select", "signal", "sys", "time"}
    assert froms == {"__future__"}
