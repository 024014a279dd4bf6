"""Fingers on the board of the studio's Play and of a published page: both are one board."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from asp_nono.files import write_whole
from asp_nono.formats.json import write_own
from asp_nono.formats.writing import WriteSettings
from asp_nono.grid import Grid
from asp_nono.publish.page import puzzle_page
from asp_nono.puzzle import Puzzle
from tests.web.driving import Desk
from tests.web.serving import Server

SIDE = 30
CELLS = [[int((x * x + 3 * y * y + x * y) % 5 > 1) for x in range(SIDE)] for y in range(SIDE)]
BOARD = Puzzle.of(Grid(tuple(map(tuple, CELLS))))
"""Larger than what a phone can show."""

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Hands:
    """A page with a board, and fingers on it; a finger rests only where a test lets it."""

    def __init__(self, page: Page, owner: str, marks: str) -> None:
        self.page, self.owner, self.marks = page, owner, marks
        self.touches = page.context.new_cdp_session(page)
        self.value("({ pointer }) => { pointer.patience = 1e6; }")

    def value(self, script: str) -> Any:  # noqa: ANN401 - any JSON
        """What a function of the owner of the board gives."""
        return self.page.evaluate(f"() => ({script})({self.owner})")

    def at(self, column: int, row: int) -> tuple[float, float]:
        """Where the middle of a cell is on the screen; columns and rows from 1."""
        x, y = self.value(
            f"""({{ board: {{ view, pane }} }}) => {{
                const box = pane.getBoundingClientRect();
                const middle = (at) => (at + view.cell / 2) / view.ratio;
                const [x, y] = [view.left({column - 1}), view.top({row - 1})];
                return [box.left + middle(x), box.top + middle(y)];
            }}"""
        )
        return x, y

    def touch(self, kind: Literal["Start", "Move", "End"], *points: tuple[float, float]) -> None:
        """Fingers come down, move to some points, or are lifted."""
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.touches.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": told})

    def drag(self, start: tuple[float, float], *ends: tuple[float, float]) -> None:
        """Drag a finger from a point to others, in small steps, and lift it."""
        self.touch("Start", start)
        for end in ends:
            for part in (0.3, 0.6, 1):
                step = [start[side] + (end[side] - start[side]) * part for side in (0, 1)]
                self.touch("Move", (step[0], step[1]))
            start = end
        self.touch("End")

    def row(self, number: int, cells: int = 6) -> str:
        """The first marks of a row: ? for what is unknown, x for crosses."""
        start = (number - 1) * SIDE
        found: list[int] = self.page.evaluate(
            f"() => [...{self.marks}.subarray({start}, {start + cells})]"
        )
        return "".join({0: "x", 255: "?"}.get(color, str(color)) for color in found)

    def place(self) -> list[float]:
        """Where the first cell is, and how large it is."""
        found: list[float] = self.value("({ board: { view } }) => [view.x, view.y, view.cell]")
        return found


@contextmanager
def _published(browser: Browser, folder: Path) -> Iterator[Hands]:
    file = folder / "page.html"
    write_whole(file, puzzle_page(BOARD).encode())
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(file.as_uri())
    page.wait_for_function("() => globalThis.player?.board.scene")
    page.evaluate("() => { player.settings.autoCross = false; }")
    yield Hands(page, "player", "player.game.marks")
    context.close()


@contextmanager
def _studio(visit: Callable[..., Desk], folder: Path) -> Iterator[Hands]:
    file = folder / "board.json"
    write_whole(file, write_own([BOARD], WriteSettings()).encode())
    with Server(file) as server:
        desk = visit(server, **PHONE)
        desk.mode("Play")
        desk.page.evaluate("() => studio.settings.set('cycle', false)")
        yield Hands(desk.page, "studio.stage", "studio.store.work.marks")
        desk.context.close()


@pytest.fixture(params=["studio", "page"])
def hands(
    request: pytest.FixtureRequest,
    browser: Browser,
    visit: Callable[..., Desk],
    tmp_path: Path,
) -> Iterator[Hands]:
    """Fingers on a phone, on either board."""
    place = _studio(visit, tmp_path) if request.param == "studio" else _published(browser, tmp_path)
    with place as opened:
        yield opened


def test_strokes(hands: Hands) -> None:
    """A tap fills and clears; a drag stays on its line, goes back, and keeps what is known."""
    hands.drag(hands.at(2, 2))
    assert hands.row(2) == "?1????"
    hands.drag(hands.at(2, 2))
    assert hands.row(2) == "??????"
    hands.drag(hands.at(4, 2))
    hands.drag(hands.at(1, 2), hands.at(6, 3))
    assert (hands.row(2), hands.row(3)) == ("111111", "??????")
    hands.drag(hands.at(3, 2))
    hands.drag(hands.at(2, 3), hands.at(5, 3), hands.at(3, 3))
    assert hands.row(3) == "?11???"
    hands.drag(hands.at(1, 3), hands.at(1, 6))
    assert [hands.row(number, 1) for number in (3, 4, 5, 6, 7)] == ["1", "1", "1", "1", "?"]


def test_a_finger_that_rests_crosses_out(hands: Hands) -> None:
    """It goes on with crosses, over unknown cells alone."""
    hands.drag(hands.at(3, 2))
    hands.value("({ pointer }) => { pointer.patience = 50; }")
    hands.touch("Start", hands.at(1, 2))
    hands.page.wait_for_function(f"() => {hands.marks}[{SIDE}] === 0")
    hands.touch("Move", hands.at(2, 2))
    hands.touch("Move", hands.at(5, 2))
    hands.touch("End")
    assert hands.row(2) == "xx1xx?"


def test_two_fingers_zoom(hands: Hands) -> None:
    """They take back what the first one did."""
    (x, y), (to_x, to_y) = hands.at(2, 2), hands.at(4, 4)
    *_, before = hands.place()
    hands.touch("Start", (x, y))
    hands.touch("Start", (x, y), (to_x, to_y))
    for far in (10, 30, 60):
        hands.touch("Move", (x - far / 4, y - far / 4), (to_x + far, to_y + far))
    hands.touch("End")
    assert hands.place()[2] > before
    assert hands.row(2) == "??????"


def test_clues_carry_the_board(hands: Hands) -> None:
    """A finger on the clues of the rows moves it along them, and marks nothing."""
    x, y, _ = hands.place()
    clue = hands.at(1, 9)
    hands.value("({ board }) => { board.view.pan(-40, -40); board.redraw(); }")
    before = hands.place()
    left = (clue[0] - 24, clue[1])
    hands.drag(left, (left[0], left[1] - 50))
    assert hands.place()[1] < before[1]
    assert hands.place()[0] == before[0] != x != y
    assert all(hands.row(number) == "??????" for number in range(1, SIDE + 1))


def test_a_stroke_at_the_edge_moves_the_board_on(hands: Hands) -> None:
    """It goes on along its line, as long as the finger is there."""
    start = hands.at(2, 5)
    edge: float = hands.value("({ board: { pane } }) => pane.getBoundingClientRect().right")
    before = hands.place()
    hands.touch("Start", start)
    hands.touch("Move", (start[0] + 60, start[1]))
    hands.touch("Move", (edge - 8, start[1]))
    hands.page.wait_for_function(f"() => {hands.marks}[{4 * SIDE + SIDE - 1}] === 1")
    hands.touch("End")
    assert hands.place()[0] < before[0]
    assert hands.place()[1] == before[1]
    assert hands.row(5, SIDE) == "?" + "1" * (SIDE - 1)
