"""Published pages in Debian's Chromium, opened from the disk as a person would."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from asp_nono.publish.page import only_solution, puzzle_page
from asp_nono.puzzle import Puzzle
from tests.web.driving import PATIENCE, Fingers, browser, heard, middle
from tests.web.serving import hosting

__all__ = ["browser"]

READY = "() => globalThis.player?.stage.board.scene || document.querySelector('main form')"

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Player:
    """A page with a puzzle, and what a person does there."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.page = context.new_page()
        self.faults = heard(self.page)
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(address)
        self.page.wait_for_function(READY)
        self.touch = Fingers(self.page)

    def at(self, column: int, row: int) -> tuple[float, float]:
        """Where the middle of a cell is on the screen; columns and rows from 1."""
        return middle(self.page, "player", column, row)

    def tap(self, *cells: tuple[int, int]) -> None:
        """Tap cells with a finger; on a slow machine, too, it never rests."""
        self.settle()
        with self._restless():
            for cell in cells:
                self.page.touchscreen.tap(*self.at(*cell))

    def settle(self) -> None:
        """Wait until the board has the place that it gets when a sheet opens or closes."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    @contextmanager
    def _restless(self) -> Iterator[None]:
        """In the block no touch is taken for a long one."""
        patience = self.value("() => player.stage.pointer.patience")
        self.value("() => { player.stage.pointer.patience = 1e6; }")
        yield
        self.value("(patience) => { player.stage.pointer.patience = patience; }", patience)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag a finger from a cell to another; on a slow machine, too, it never rests."""
        with self._restless():
            self.touch("Start", self.at(*start))
            for part in (0.3, 0.6, 1):
                (x, y), (to_x, to_y) = self.at(*start), self.at(*end)
                self.touch("Move", (x + (to_x - x) * part, y + (to_y - y) * part))
            self.touch("End")

    @property
    def marks(self) -> list[str]:
        """What is marked, as rows of text: ? for what is unknown, x for crosses."""
        rows: list[str] = self.page.evaluate(
            """() => {
                const { marks, work } = player.mode.game;
                const char = (color) => ({ 0: 'x', 255: '?' })[color] ?? String(color);
                const row = (y) => marks.subarray(y * work.width, (y + 1) * work.width);
                return Array.from({ length: work.height }, (_, y) =>
                    Array.from(row(y), char).join(''));
            }"""
        )
        return rows

    def press(self, name: str) -> None:
        """Press the button with a name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def value(self, script: str, argument: object = None) -> Any:  # noqa: ANN401 - any JSON
        """What a function in the page gives."""
        return self.page.evaluate(script, argument)


@pytest.fixture
def play(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Player]]:
    """Opens the page of a puzzle, or an address, on a phone; nothing may go wrong in a console."""
    opened: list[Player] = []

    def visit(what: Puzzle | str, **options: Any) -> Player:  # noqa: ANN401 - Playwright's
        address = what if isinstance(what, str) else ""
        if isinstance(what, Puzzle):
            file = tmp_path / "page.html"
            file.write_text(puzzle_page(what, only_solution(what)), encoding="utf-8")
            address = file.as_uri()
        context = browser.new_context(**{**PHONE, **options})
        opened.append(Player(context, address))
        return opened[-1]

    yield visit
    for player in opened:
        player.context.close()
    assert not any(player.faults for player in opened)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[tuple[ThreadingHTTPServer, Path]]:
    """A static host of a folder."""
    with hosting(tmp_path) as host:
        yield host, tmp_path
