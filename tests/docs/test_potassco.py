"""The examples for Potassco's tools, where these are installed."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import ROOT
from tests.docs.pages import blocks, environment
from tests.web.driving import browser

__all__ = ["browser"]

TOOLS = ROOT / ".potassco" / "bin"
PATIENCE = 120_000  # milliseconds until a tool has shown its page

pytestmark = pytest.mark.slow


def _transcript(tool: str) -> str:
    """The commands of its example; its place follows that of asp-nono."""
    if not (TOOLS / tool).exists():
        pytest.skip(f"{tool} is not installed in {TOOLS}")
    [block] = blocks(f"examples/{tool}/README.md", "text")
    return f'PATH="$PATH:{TOOLS}"\n{block.text}'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with what the transcripts read."""
    for folder in ("instances", "encodings", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    return tmp_path


def _address(said: Path) -> str:
    """The address that a tool prints when its page is ready."""
    for _ in range(PATIENCE // 500):
        if found := re.search(r"(?:at|browser): .*?(http://[\w.:?=]+)", said.read_text()):
            return found[1]
        time.sleep(0.5)
    pytest.fail(f"no page: {said.read_text()}")


@contextmanager
def _serving(tool: str, place: Path) -> Iterator[str]:
    """Run a transcript whose last command serves a page until it is interrupted: its address."""
    said = place / "said"
    with said.open("w") as printed:
        process = subprocess.Popen(
            ["env", "--default-signal=INT", "sh", "-e", "-c", _transcript(tool)],
            cwd=place,
            env=environment(place),
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            process_group=0,
        )
        try:
            yield _address(said)
        finally:
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def test_clingraph(place: Path) -> None:
    """The picture has a square for each of the heart's cells."""
    if not shutil.which("neato"):
        pytest.skip("Graphviz is not installed")
    subprocess.run(
        ["sh", "-e", "-c", _transcript("clingraph")], cwd=place, env=environment(place), check=False
    )
    [picture] = (place / "out").rglob("*.svg")
    heart = (ROOT / "instances" / "pictures" / "heart.xml").read_text()
    assert picture.read_text().count('class="node"') == heart.partition("<image>")[2].count("#")


def test_viasp(browser: Browser, place: Path) -> None:
    """The page has each rule of the program, and the atoms that it derives."""
    page = browser.new_page()
    with _serving("viasp", place) as address:
        page.goto(address)
        expect(page.get_by_text("cell(row(Y), X, X, Y)")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_text("cell(row(3),3,3,3)").first).to_be_visible(timeout=PATIENCE)
    page.close()


def _board(page: Page) -> str:
    """What is sure of each cell, row by row: # filled, . blank, ? neither."""
    kinds = {"btn-dark": "#", "btn-light": ".", "btn-warning": "?"}
    cells = page.locator("button").evaluate_all(
        """all => all
            .map(one => [one.getBoundingClientRect(), one.className])
            .sort(([one], [other]) => one.y - other.y || one.x - other.x)
            .map(([, name]) => name)"""
    )
    return "".join(kinds[word] for name in cells for word in name.split() if word in kinds)


def _expect(page: Page, board: str) -> None:
    """Wait until the page shows a board."""
    for _ in range(PATIENCE // 500):
        if _board(page) == board:
            break
        page.wait_for_timeout(500)
    assert _board(page) == board


def _press(page: Page, column: int, row: int, button: Literal["left", "right"] = "left") -> None:
    """Click a cell; the board stands below one row of clues and beside one column of them."""
    numbers = page.get_by_text("1", exact=True)
    left, top = (
        numbers.evaluate_all(f"all => all.map(one => one.getBoundingClientRect().{side})")
        for side in ("x", "y")
    )
    x, y = sorted(left)[2 + column], sorted(top)[2 + row]
    page.mouse.click(x + 5, y + 5, button=button, delay=120)


def test_clinguin(browser: Browser, place: Path) -> None:
    """What is assumed of one cell decides others; the clues stand at the board."""
    page = browser.new_page()
    with _serving("clinguin", place) as address:
        page.goto(address)
        _expect(page, "?????????")
        _press(page, 3, 1)
        _expect(page, "..#??.??.")
        _press(page, 1, 2, "right")
        _expect(page, "..#.#.#..")
        _press(page, 3, 1)
        _expect(page, "???.?????")
    page.close()
