"""Take the screenshots of the studio: `python -m tools.screenshots`, with Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import asp_nono
from tools.blocks import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = ROOT / "docs" / "drawings"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
INSTANCES = ROOT / "instances"

_HEART = """\
..##..##..
.####.###.
##########
##########
.########.
..######..
...####...
....##....
#........#
.#......#.
"""
"""Four pictures have its clues."""

_WRONG = """\
% Nothing makes rows and columns agree.
{ start(L,B,S,E) : place(L,B,S,E) } = 1 :- place(L,B,_,_).
full(L,S..E) :- start(L,B,S,E).
fill(X,Y,1) :- full(L,P), at(L,P,(X,Y)).

:- start(L,B,_,E), start(L,B+1,S,_), S <= E+1.
:- needed(L,P), not full(L,P).

#show fill/3.
"""


def available() -> bool:
    """Whether what takes them is installed."""
    return bool(CHROMIUM) and all(map(find_spec, ("playwright", "fastapi", "uvicorn", "PIL")))


def take(folder: Path) -> None:
    """Write all of them into a folder."""
    with TemporaryDirectory() as drawn:
        heart = Path(drawn, "heart.json")
        picture = asp_nono.Grid.from_text(_HEART.splitlines())
        asp_nono.write([asp_nono.Puzzle.of(picture, title="Heart")], heart)
        _shot(folder / "studio-paint.png", 760, heart, _paint)
    _shot(folder / "studio-play.png", 900, INSTANCES / "color" / "ladybird.xml", _play)
    _shot(folder / "studio-bench.png", 900, INSTANCES / "pictures" / "duck.xml", _bench)


def _shot(file: Path, height: int, puzzle: Path, prepare: Callable[[Page], None]) -> None:
    """Open the studio with a puzzle, prepare what the screenshot shows, and take it."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with _studio(puzzle) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": height}, locale="en")
        page.set_default_timeout(120_000)
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        prepare(page)
        page.screenshot(path=file)
        browser.close()
    with Image.open(file) as taken:
        taken.quantize(256).save(file, optimize=True)


@contextmanager
def _studio(puzzle: Path) -> Iterator[str]:
    """The address of a studio, which runs meanwhile."""
    options = ["--port", "0", "--no-browser", str(puzzle)]
    command = [sys.executable, "-m", "asp_nono", "studio", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            said = server.stdout.readline() if server.stdout else ""
            found = re.search(r"http://\S+#key=\S+", said)
            if not found:
                raise RuntimeError(said)
            yield found[0]
        finally:
            server.terminate()


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def _paint(page: Page) -> None:
    page.locator(".tab", has_text="Paint").click()
    page.get_by_text("More than one solution", exact=True).wait_for()
    _press(page, "How many solutions are there?")
    page.locator("p.figure", has_text="Exactly 4 solutions.").wait_for()
    _press(page, "Suggest repairs")
    page.locator("[data-action=accept]").first.wait_for()
    page.locator("[data-action=accept]").first.hover()


def _play(page: Page) -> None:
    page.locator(".tab", has_text="Play").click()
    for _ in range(30):
        _press(page, "Fill them in")
        page.wait_for_timeout(150)


def _bench(page: Page) -> None:
    page.locator(".tab", has_text="Bench").click()
    page.locator("[data-action=run]:enabled").wait_for()  # then the editor is filled
    page.locator(".code .cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(_WRONG)
    page.locator("[data-action=grade]").click()
    page.locator(".counterexample canvas").first.wait_for()


if __name__ == "__main__":
    take(FOLDER)
