"""Clingo in the page, where npm has installed it: its verdicts are those of the library."""

import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from asp_nono.files import read
from asp_nono.formats.json import puzzle_data
from asp_nono.messages import PuzzleError
from asp_nono.publish.clingo import ClingoWasm, program_data
from asp_nono.publish.page import puzzle_page
from asp_nono.publish.site import Published, site, write_site
from asp_nono.solving.solve import check
from tests.conftest import ROOT
from tests.publish.conftest import Player

FOLDER = Path(os.environ.get("ASP_NONO_CLINGO_WASM", ROOT / "node_modules" / "clingo-wasm"))

installed = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="no clingo-wasm; npm install it, or set ASP_NONO_CLINGO_WASM"
)

Play = Callable[..., Player]


def test_the_folder_is_named(tmp_path: Path) -> None:
    """A folder without the package is an error that says what is missing."""
    with pytest.raises(
        PuzzleError, match=r"no dist/clingo.js; expected the folder of `npm install"
    ):
        ClingoWasm.of(tmp_path)


@pytest.mark.nightly
@installed
def test_verdicts_are_those_of_the_library(play: Play, tmp_path: Path) -> None:
    """On every shipped puzzle the page decides as the library does, with the same encodings."""
    files = [ROOT / "instances" / one["file"] for one in _index()]
    puzzles = [puzzle for file in files for puzzle in read(file)]
    assert len(puzzles) > 100
    page = tmp_path / "page.html"
    page.write_text(puzzle_page(puzzles[0], clingo=ClingoWasm.of(FOLDER)), encoding="utf-8")
    player = play(page.as_uri())
    decide = """async (given) => {
        const work = player.logic.fromPuzzle(given.puzzle);
        work.clues ??= player.logic.cluesOf(work);
        return player.logic.decide(player.solver.clingo, work, work.clues, given.clingo);
    }"""
    searched = 0
    for puzzle in puzzles:
        given = {"puzzle": puzzle_data(puzzle), "clingo": program_data(puzzle, None)}
        found = player.value(decide, json.loads(json.dumps(given)))
        assert found["verdict"] == check(puzzle).verdict.value, puzzle.title
        searched += found["by"] == "search"
    assert searched > 20


def _index() -> list[dict[str, str]]:
    text = (ROOT / "instances" / "index.toml").read_text(encoding="utf-8")
    found: list[dict[str, str]] = tomllib.loads(text)["puzzle"]
    return found


@installed
def test_the_solver_of_a_site(play: Play, tmp_path: Path) -> None:
    """From the disk, pages load the shared script when it is needed; programs are run and drawn."""
    (puzzle,) = read(ROOT / "instances" / "pathological" / "ones-5.xml")
    both = [Published(puzzle, None, name) for name in ("one", "two")]
    write_site(site(both, clingo=ClingoWasm.of(FOLDER)), tmp_path)
    player = play((tmp_path / "ones-5x5.html").as_uri())
    assert not player.value("() => 'clingoWasm' in globalThis")
    player.press("Menu")
    player.press("Solver")
    player.press("How many solutions?")
    expect(player.page.get_by_text("There are several solutions.")).to_be_visible()
    player.page.get_by_text("Run a program").click()
    player.press("Run")
    expect(player.page.get_by_text("At least 5 answer sets; all are solutions.")).to_be_visible()
    player.page.get_by_label("Run a program").fill("fill(1,1,1). #show fill/3.")
    player.press("Run")
    expect(player.page.get_by_text("1 answer set; 0 of them are solutions.")).to_be_visible()
    player.page.get_by_label("Run a program").fill("#const rows = 1. fill(rows,1,1).")
    player.press("Run")
    expect(player.page.get_by_text("1 answer set; 0 of them are solutions.")).to_be_visible()
    player.page.get_by_label("Run a program").fill(f"p. %{'x' * 900_000}")
    player.press("Run")
    expect(player.page.get_by_text("too many for clingo in a page")).to_be_visible()
    player.page.get_by_label("Run a program").fill("fill(1,1,1)")
    player.press("Run")
    expect(player.page.get_by_text("clingo stopped:")).to_contain_text("syntax error")
