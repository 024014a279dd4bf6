"""The job that CONTRIBUTING adds: its class alone gives it a command and a place in the studio."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from asp_nono.grid import Grid
from asp_nono.jobs import request
from asp_nono.puzzle import Puzzle
from asp_nono.web.schemas import Body
from tests.cli.run import HEART
from tests.docs.pages import blocks


@pytest.fixture(scope="module")
def added() -> dict[str, Any]:
    """The names that the blocks of the page define."""
    names: dict[str, Any] = {"__name__": "asp_nono.jobs.added"}
    for block in blocks("CONTRIBUTING.md", "python"):
        exec(block.text, names)  # noqa: S102 - it is ours
    return names


def test_the_job_finds(added: dict[str, Any]) -> None:
    """It runs by itself, its last snapshot is the answer, and its options are those declared."""
    cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    found = added["Filled"]().find(cross)
    assert (found.filled, found.cells, found.finished) == (5, 9, True)
    assert added["Filled"](color=2).find(cross).filled == 0


def test_the_command_prints(added: dict[str, Any]) -> None:
    """The driver gives it text, JSON, options with help, and errors."""
    runner, command = CliRunner(), added["filled"]
    ran = runner.invoke(command, [str(HEART)], standalone_mode=False)
    assert ran.output.endswith("heart.xml: 16 of 25 cells are filled\n")
    ran = runner.invoke(command, ["--json", str(HEART)], standalone_mode=False)
    assert json.loads(ran.output)["filled"] == 16
    assert "--color K" in runner.invoke(command, ["--help"]).output
    ran = runner.invoke(command, [str(HEART), "no.xml"], standalone_mode=False)
    assert "no.xml: no such file" in ran.output
    assert ran.return_value == 2


def test_the_studio_knows_its_options(added: dict[str, Any]) -> None:
    """A request for it has its options, and refuses others."""
    made = request(added["Filled"], Body)
    assert {"color", "time_limit", "memory_limit"} == made.model_json_schema()["properties"].keys()
