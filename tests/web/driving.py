"""The studio's page in a real browser, driven as a person drives it."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, cast

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Route,
    expect,
    sync_playwright,
)

from tests.web.serving import Host, Server

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
TIMES = "\N{MULTIPLICATION SIGN}"

PATIENCE = 30_000  # milliseconds that a slow machine may take for anything

expect.set_options(timeout=PATIENCE)

PRESS = 120  # milliseconds from pressing a button to letting it go: a person is no faster
_click = Locator.click


def _pressed(self: Locator, **options: Any) -> None:  # noqa: ANN401 - Playwright's
    _click(self, **{"delay": PRESS, **options})


Locator.click = _pressed  # type: ignore[method-assign] # for every test


def heard(page: Page) -> list[str]:
    """What goes wrong on a page: a list to which errors and those in the console are added."""
    faults: list[str] = []

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            faults.append(said.text)

    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", hear)
    return faults


def middle(page: Page, app: str, column: int, row: int) -> tuple[float, float]:
    """Where the middle of a cell of an app's board is; columns and rows from 1."""
    x, y = page.evaluate(
        f"""([x, y]) => {{
            const {{ view, pane }} = {app}.stage.board;
            const box = pane.getBoundingClientRect();
            return [
                box.left + (view.left(x) + view.cell / 2) / view.ratio,
                box.top + (view.top(y) + view.cell / 2) / view.ratio,
            ];
        }}""",
        [column - 1, row - 1],
    )
    return x, y


class Fingers:
    """Fingers on a page."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def __call__(self, kind: Literal["Start", "Move", "End"], *points: tuple[float, float]) -> None:
        """Fingers come down, move to some points, or are lifted."""
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        event = {"type": f"touch{kind}", "touchPoints": touches}
        self.session.send("Input.dispatchTouchEvent", event)


class Desk:
    """A tab with the studio, and what a person does there."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.context = page.context
        self.faults = heard(page)
        page.set_default_timeout(PATIENCE)
        page.goto(server.address)
        page.wait_for_selector("body[data-ready]")

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.page.wait_for_selector("body[data-ready]")

    def at(self, column: int, row: int) -> tuple[float, float]:
        """Where the middle of a cell is on the screen; columns and rows from 1."""
        return middle(self.page, "studio", column, row)

    def click(self, column: int, row: int, button: Any = "left") -> None:  # noqa: ANN401 - a literal of Playwright's
        """Click a cell."""
        self.page.mouse.click(*self.at(column, row), button=button)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag from a cell to another."""
        self.page.mouse.move(*self.at(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(*end), steps=5)
        self.page.mouse.up()

    def paint(self, *rows: str) -> None:
        """Paint a drawing, run by run."""
        for row, text in enumerate(rows, 1):
            for run in re.finditer("#+", text):
                self.drag((run.start() + 1, row), (run.end(), row))

    def layer(self, name: str) -> list[str]:
        """The picture, or the player's marks, as rows of text."""
        rows = self.page.evaluate(
            """async (name) => {
                const { rowsOf } = await import('/page/static/codec.js');
                return rowsOf(studio.store.work, studio.store.work[name]);
            }""",
            name,
        )
        return list(rows)

    @property
    def picture(self) -> list[str]:
        """The designer's picture."""
        return self.layer("cells")

    @property
    def marks(self) -> list[str]:
        """What the player has marked."""
        return self.layer("marks")

    @property
    def shown(self) -> dict[str, Any]:
        """What the board shows: notes on cells and lines by kind, and the blocks done in rows."""
        found: dict[str, Any] = self.page.evaluate(
            """() => {
                const { scene } = studio.stage;
                const place = (cell) =>
                    [cell % scene.width + 1, Math.floor(cell / scene.width) + 1];
                return {
                    cells: [...scene.notes].map(([cell, { kind }]) => [kind, ...place(cell)]),
                    lines: [...scene.lineNotes].map(([line, { kind }]) => [kind, line]),
                    done: scene.done
                        && scene.clues.rows.map((_, row) => scene.done.of('rows', row)),
                };
            }"""
        )
        return found

    def mode(self, name: str) -> None:
        """Choose Paint, Clues, Play or Bench."""
        self.page.locator(".tab", has_text=name).click()
        expect(self.tab).to_have_text(name)

    def press(self, name: str) -> None:
        """Press the first button with a name."""
        self.button(name).click()

    @property
    def tab(self) -> Locator:
        """The tab of the mode that is chosen."""
        return self.page.locator(".tab[aria-current]")

    @property
    def title(self) -> Locator:
        """The field with the title."""
        return self.page.get_by_label("Title of the puzzle")

    def size(self, columns: int, rows: int) -> None:
        """Fill in a size in a dialog."""
        dialog = self.page.locator("dialog")
        dialog.get_by_label("Columns").fill(str(columns))
        dialog.get_by_label("Rows").fill(str(rows))

    def button(self, name: str) -> Locator:
        """The first button with a name, in a dialog if one is open."""
        dialog = self.page.locator("dialog[open]")
        place = dialog if dialog.count() else self.page
        return place.get_by_role("button", name=name, exact=True).first

    def verdict(self, words: str) -> None:
        """Wait until the check says so."""
        expect(self.page.locator(".panel .verdict-head")).to_have_text(words)

    def says(self, words: str | re.Pattern[str]) -> None:
        """Wait until the page beside the board says so."""
        expect(self.page.locator(".page")).to_contain_text(words)

    def value(self, module: str, call: str, *arguments: object) -> Any:  # noqa: ANN401 - any JSON
        """What a function of a module of the page gives."""
        return self.page.evaluate(
            f"async (given) => (await import('/{module}')).{call}(...given)", list(arguments)
        )

    @property
    def editor(self) -> Locator:
        """The editor of the bench."""
        return self.page.locator(".code .cm-content")

    def program(self, text: str) -> None:
        """Type a program in place of what is in the editor, once something is in it."""
        expect(self.page.locator("[data-action=run]")).to_be_enabled()
        self.editor.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)

    def new(self) -> None:
        """Begin a new puzzle, with an empty canvas."""
        before = self.page.evaluate("studio.store.id")
        self.press("New")
        self.press("Create")
        self.page.wait_for_function("(before) => studio.store.id !== before", arg=before)

    def give_clues(self, file: Path) -> None:
        """Open a puzzle without a picture, and go from Play, where that leads, to Clues."""
        self.give(file)
        expect(self.tab).to_have_text("Play")
        self.mode("Clues")

    def has_size(self, columns: int, rows: int) -> None:
        """Wait until the board has a size."""
        size = self.page.locator(".status-size")
        expect(size).to_have_text(f"{columns} {TIMES} {rows}")

    def has_locks(self, count: int) -> None:
        """Wait until all tabs hold this number of locks: a closed tab gives its own back."""
        query = "async () => (await navigator.locks.query()).held.length"
        while self.page.evaluate(query) != count:
            self.page.wait_for_timeout(50)

    def hold(self, address: str) -> Callable[[], Route]:
        """Hold back the calls of an address; what is returned waits for the next of them."""
        held: list[Route] = []

        def keep(route: Route) -> None:
            held.append(route)

        def taken() -> Route:
            while not held:
                self.page.wait_for_timeout(50)
            return held.pop(0)

        self.page.route(address, keep)
        return taken

    def puzzle(self) -> dict[str, Any]:
        """The puzzle as the page would send it."""
        found: dict[str, Any] = self.page.evaluate(
            """async () => {
                const { toPuzzle } = await import('/page/static/codec.js');
                return toPuzzle(studio.store.work, studio.store.clues);
            }"""
        )
        return found

    def give(self, *files: Path) -> None:
        """Open files by the dialog."""
        self.page.locator("[data-action=open]").click()
        self.page.locator("dialog input[type=file]").set_input_files([str(file) for file in files])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; `.ci/run` installs it.

    As long as it lives, an event loop runs in this thread, which other tests must not meet.
    """
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def studio() -> Iterator[Server]:
    """A studio without files."""
    with Server("--jobs", 2) as running:
        yield running


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Desk]]:
    """Opens a server's page, each time in a browser that has never seen it.

    The other arguments are those of a context of Playwright. Nothing may go wrong in a console.
    """
    desks: list[Desk] = []

    def opened(server: Server | Host, **options: Any) -> Desk:  # noqa: ANN401 - Playwright's
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        host = cast("Server", server)  # a host has its address alone
        desks.append(Desk(context.new_page(), host))
        return desks[-1]

    yield opened
    for desk in desks:
        desk.context.close()
    faults = [fault for desk in desks for fault in desk.faults]
    assert not faults, faults


@pytest.fixture
def desk(visit: Callable[..., Desk], studio: Server) -> Desk:
    """The page of a studio without files."""
    return visit(studio)
