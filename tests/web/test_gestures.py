"""One suite for the player of the studio's Play and of a published page: both are one player."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from asp_nono.files import write_whole
from asp_nono.formats.json import write_own
from asp_nono.formats.writing import WriteSettings
from asp_nono.grid import Grid
from asp_nono.publish.page import only_solution, puzzle_page
from asp_nono.puzzle import Puzzle
from tests.web.driving import PRESS, Desk, Fingers, middle
from tests.web.serving import Server

SIDE = 30
CELLS = [[int((x * x + 3 * y * y + x * y) % 5 > 1) for x in range(SIDE)] for y in range(SIDE)]
BOARD = Puzzle.of(Grid.from_rows(CELLS))
"""Larger than what a phone can show."""

DUCK = Puzzle.of(Grid.from_text([".##..", "###..", ".###.", ".####", "..##."]))

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Hands:
    """A page with a player, and fingers on it; a finger rests only where a test lets it."""

    def __init__(self, page: Page, app: Literal["studio", "player"]) -> None:
        self.page, self.app = page, app
        self.marks = f"{app}.store.work.marks"
        self.touch = Fingers(page)
        self.begin()

    def begin(self) -> None:
        """Wait until the page plays, with settings that change no more than is touched."""
        self.page.wait_for_function(f"() => globalThis.{self.app}?.stage.scene?.playing")
        self.value("({ pointer }) => { pointer.patience = 1e6; }")
        for name in ("cycle", "autoCross"):
            self.page.evaluate(f"() => {self.app}.settings.set('{name}', false)")

    def value(self, script: str) -> Any:  # noqa: ANN401 - any JSON
        """What a function of the stage of the page gives."""
        return self.page.evaluate(f"() => ({script})({self.app}.stage)")

    def work(self, script: str) -> Any:  # noqa: ANN401 - any JSON
        """What a function of the work gives."""
        return self.page.evaluate(f"() => ({script})({self.app}.store.work)")

    def press(self, name: str) -> None:
        """Press a button as a person does."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def trial(self) -> None:
        """Begin a trial; on a phone the studio has that in a sheet, which goes."""
        if self.app == "studio":
            self.press("More tools")
        self.press("Try something")

    def hint(self) -> None:
        """Open the hints, in a sheet."""
        self.page.get_by_role("button", name="Hint", exact=True).click()

    def says(self, text: str) -> None:
        """Wait until the hints say something."""
        expect(self.page.locator(".card-text").first).to_contain_text(text)

    def tap(self, column: int, row: int) -> None:
        """Tap a cell."""
        self.drag(self.at(column, row))

    def at(self, column: int, row: int) -> tuple[float, float]:
        """Where the middle of a cell is on the screen; columns and rows from 1."""
        return middle(self.page, self.app, column, row)

    def drag(self, start: tuple[float, float], *ends: tuple[float, float]) -> None:
        """Press, wait as a person does, drag in small steps to other points, and release."""
        self.touch("Start", start)
        self.page.wait_for_timeout(PRESS)
        for end in ends:
            for part in (0.3, 0.6, 1):
                step = [start[side] + (end[side] - start[side]) * part for side in (0, 1)]
                self.touch("Move", (step[0], step[1]))
            start = end
        self.touch("End")

    def row(self, number: int, cells: int = 6) -> str:
        """The first marks of a row: ? for what is unknown, x for crosses."""
        start = f"({number} - 1) * work.width"
        found = self.work(f"(work) => [...work.marks.subarray({start}, {start} + {cells})]")
        return "".join({0: "x", 255: "?"}.get(color, str(color)) for color in found)

    def place(self) -> list[float]:
        """Where the first cell is, and how large it is."""
        found: list[float] = self.value("({ board: { view } }) => [view.x, view.y, view.cell]")
        return found


@contextmanager
def _published(browser: Browser, folder: Path, puzzle: Puzzle) -> Iterator[Hands]:
    file = folder / "page.html"
    write_whole(file, puzzle_page(puzzle, only_solution(puzzle)).encode())
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(file.as_uri())
    yield Hands(page, "player")
    context.close()


@contextmanager
def _studio(visit: Callable[..., Desk], folder: Path, puzzle: Puzzle) -> Iterator[Hands]:
    file = folder / "board.json"
    write_whole(file, write_own([puzzle], WriteSettings()).encode())
    with Server(file) as server:
        desk = visit(server, **PHONE)
        desk.mode("Play")
        yield Hands(desk.page, "studio")
        desk.context.close()


@pytest.fixture(params=["studio", "page"])
def opened(
    request: pytest.FixtureRequest,
    browser: Browser,
    visit: Callable[..., Desk],
    tmp_path: Path,
) -> Iterator[Callable[[Puzzle], Hands]]:
    """Opens a puzzle on a phone, in either player."""
    with ExitStack() as stack:

        def play(puzzle: Puzzle) -> Hands:
            if request.param == "studio":
                return stack.enter_context(_studio(visit, tmp_path, puzzle))
            return stack.enter_context(_published(browser, tmp_path, puzzle))

        yield play


@pytest.fixture
def hands(opened: Callable[[Puzzle], Hands]) -> Hands:
    """Fingers on a large board."""
    return opened(BOARD)


@pytest.fixture
def small(opened: Callable[[Puzzle], Hands]) -> Hands:
    """Fingers on a board that a phone shows as a whole, with one solution."""
    return opened(DUCK)


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
    assert all(hands.row(number) == "??????" for number in range(1, SIDE + 1))


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


def test_a_trial_is_kept_or_dropped(small: Hands) -> None:
    """What is marked meanwhile goes together; undo brings it back, and a reload takes nothing."""
    small.tap(2, 1)
    small.trial()
    small.drag(small.at(1, 2), small.at(3, 2))
    bar = small.page.locator(".trial-bar")
    expect(bar).to_contain_text("A trial: 3 cells")
    small.page.wait_for_timeout(600)  # the studio keeps a work soon
    small.page.reload()
    small.begin()
    expect(bar).to_contain_text("A trial: 3 cells")
    small.press("Drop")
    assert (small.row(1, 5), small.row(2, 5)) == ("?1???", "?????")
    expect(bar).to_be_hidden()
    small.press("Undo")
    expect(bar).to_contain_text("A trial: 3 cells")
    assert small.row(2, 5) == "111??"
    small.press("Keep")
    expect(bar).to_be_hidden()
    assert small.row(2, 5) == "111??"
    for _ in range(3):
        small.press("Undo")
    assert (small.row(2, 5), small.work("({ trial }) => trial")) == ("?????", None)
    small.press("Undo")
    assert small.row(1, 5) == "?????"


def test_what_is_tried_looks_different(small: Hands) -> None:
    """A cell that is only tried does not fill its square."""

    def corner() -> list[int]:
        x, y = small.at(1, 2)
        found: list[int] = small.value(
            f"""({{ board: {{ base, pane, view: {{ cell, ratio }} }} }}) => {{
                const box = pane.getBoundingClientRect();
                const [x, y] = [({x} - box.left) * ratio, ({y} - box.top) * ratio];
                return [...base.getContext('2d').getImageData(x - cell * 0.36, y, 1, 1).data];
            }}"""
        )
        return found[:3]

    small.trial()
    small.tap(1, 2)
    small.page.wait_for_function(f"() => {small.marks}[5] === 1")
    assert corner() != [0, 0, 0]
    small.press("Keep")
    small.page.wait_for_timeout(100)
    assert corner() == [0, 0, 0]


def test_a_number_is_crossed_out_by_a_tap(small: Hands) -> None:
    """The one that is touched, until it is touched again; that survives a reload."""
    x, y = small.at(1, 4)
    cell: float = small.value("({ board: { view } }) => view.cell / view.ratio")
    struck = "({ struck }) => struck"
    small.drag((x - 0.9 * cell, y))
    assert small.work(struck) == ["rows 3 0"]
    x, y = small.at(4, 1)
    small.drag((x, y - 0.9 * cell))
    assert small.work(struck) == ["rows 3 0", "columns 3 0"]
    assert small.value("({ scene }) => scene.done.of('columns', 3)") == [True]
    small.page.wait_for_timeout(600)
    small.page.reload()
    small.begin()
    assert small.work(struck) == ["rows 3 0", "columns 3 0"]
    small.drag((x, y - 0.9 * cell))
    assert small.work(struck) == ["rows 3 0"]
    small.press("Undo")
    assert small.work(struck) == ["rows 3 0", "columns 3 0"]


def test_hints_name_rule_and_reason(small: Hands) -> None:
    """From where to look to which cells and why; filled in, they lead to the end."""
    small.hint()
    small.press("Where to look")
    small.says("Look at ")
    small.press("Which rule")
    small.says("exact fit")
    small.press("Which cells")
    small.says("all 5 cells")
    assert small.row(4, 5) == "?????"
    for _ in range(30):
        if small.page.evaluate(f"() => {small.app}.mode.solved"):
            break
        before = small.work("({ marks }) => marks.join()")
        small.press("Fill them in")
        small.page.wait_for_function(f"(before) => {small.marks}.join() !== before", arg=before)
    assert small.row(4, 5) == "x1111"
    assert small.work("({ spent }) => spent.hints") > 3
    expect(small.page.get_by_text("Solved!").first).to_be_visible()


def test_errors_are_found_and_undone(small: Hands) -> None:
    """Whether there is one comes first, then where, then the way back to before it."""
    small.drag(small.at(2, 4), small.at(5, 4))
    small.tap(1, 1)
    small.tap(3, 5)
    small.hint()
    small.press("Have I made an error?")
    small.press("Show me where")
    small.page.wait_for_function(
        f"() => [...{small.app}.stage.notes.cells.values()].some(({{ kind }}) => kind === 'wrong')"
    )
    small.press("Undo back to before the mistake")
    small.page.wait_for_function(f"() => {small.marks}[0] === 255")
    assert (small.row(1, 5), small.row(4, 5), small.row(5, 5)) == ("?????", "?1111", "?????")


def test_time_is_counted_and_shown_on_request(small: Hands) -> None:
    """It goes on after a reload."""
    time = small.page.locator(".time")
    expect(time).to_have_text("0:02")
    small.page.evaluate(f"() => {{ {small.app}.store.work.spent.seconds = 75; }}")
    small.tap(2, 1)
    small.page.wait_for_timeout(600)
    small.page.reload()
    small.begin()
    expect(time).to_contain_text("1:1")
    small.page.evaluate(f"() => {small.app}.settings.set('timer', false)")
    expect(time).to_have_text("")
