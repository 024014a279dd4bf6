"""The page is for everybody: names, roles, contrast, narrow and wide screens, light and dark."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from asp_nono.files import write
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.conftest import ROOT
from tests.web.driving import Desk, Fingers
from tests.web.serving import Server

BALLOON = ROOT / "instances" / "color" / "balloon.xml"
DUCK = ROOT / "instances" / "pictures" / "duck.xml"

MODES = ["Paint", "Clues", "Play", "Bench"]

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


def _faults(desk: Desk, kind: str) -> list[str]:
    found: list[str] = desk.page.evaluate(f"({FAULTS}).{kind}()")
    return found


@pytest.fixture(scope="module")
def colored() -> Iterator[Server]:
    """A studio with a puzzle of several colors."""
    with Server(BALLOON) as running:
        yield running


@pytest.fixture(params=["light", "dark"])
def looks(request: pytest.FixtureRequest, visit: Callable[..., Desk], colored: Server) -> Desk:
    """The page as the system wants it: light or dark."""
    return visit(colored, color_scheme=request.param)


def test_everything_has_a_name_and_can_be_read(looks: Desk) -> None:
    """Names, places of roles, and a contrast of AA, in every mode, light and dark."""
    for mode in MODES:
        looks.mode(mode)
        _settled(looks, mode)
        for fault in ("nameless", "misplaced", "pale"):
            assert _faults(looks, fault) == [], mode


def _settled(desk: Desk, mode: str) -> None:
    """Wait for what a mode shows by itself."""
    if mode in {"Paint", "Clues"}:
        desk.verdict("Exactly one solution")
        desk.says("Difficulty")
    elif mode == "Play":
        desk.press("Which rule")
        desk.says("Look at")
    else:
        desk.page.locator("[data-action=run]").click()
        desk.says("Ground size of each rule")


def test_dialogs_have_names_and_can_be_read(looks: Desk) -> None:
    """The same of every dialog; its focus is inside."""
    for dialog in ("New", "Open", "Save", "Keys and gestures", "Change this color"):
        looks.press(dialog)
        looks.page.wait_for_selector("dialog[open]")
        assert looks.page.evaluate("document.activeElement.closest('dialog') !== null")
        for fault in ("nameless", "pale"):
            assert _faults(looks, fault) == [], dialog
        looks.page.keyboard.press("Escape")
        looks.page.wait_for_selector("dialog", state="detached")


@pytest.mark.parametrize("width", [320, 768, 1440, 3840])
def test_nothing_is_cut_off(visit: Callable[..., Desk], colored: Server, width: int) -> None:
    """From a phone to 4K nothing is scrolled sideways, and all is large enough to touch."""
    viewport = {"width": width, "height": max(560, width * 9 // 16)}
    desk = visit(colored, viewport=viewport, has_touch=width < 800)
    for mode in MODES:
        desk.mode(mode)
        assert _faults(desk, "wide") == [], mode
        assert _faults(desk, "small") == [], mode
        board = desk.page.locator("#board").bounding_box()
        assert board
        assert board["width"] >= 0.24 * width
        assert board["height"] >= 240


def test_a_finger_paints_and_two_fingers_do_not(
    visit: Callable[..., Desk], colored: Server
) -> None:
    """A touch paints; a second finger turns the stroke into a movement of the board."""
    desk = visit(colored, viewport={"width": 390, "height": 800}, has_touch=True)
    before = desk.picture
    desk.page.touchscreen.tap(*desk.at(1, 1))
    assert desk.picture != before
    desk.press("Undo")
    x, y = desk.at(3, 3)
    touch = Fingers(desk.page)
    cell = desk.page.evaluate("studio.stage.board.view.cell")
    touch("Start", (x, y))
    touch("Start", (x, y), (x + 40, y + 40))
    for step in range(1, 9):
        touch("Move", (x, y), (x + 40 + 12 * step, y + 40 + 12 * step))
    touch("End")
    assert desk.picture == before
    assert desk.page.evaluate("studio.stage.board.view.cell") > cell


def test_a_hint_is_seen_beside_its_sheet(
    visit: Callable[..., Desk], colored: Server, tmp_path: Path
) -> None:
    """On a phone the sheet covers half of the board, which moves until the cells are in sight."""
    rows = ["." * (y % 5) + "#" + "." * (4 - y % 5) for y in range(39)]
    puzzle = replace(Puzzle.of(Grid.from_text([*rows, "#####"])), goal=None)
    write([puzzle], tmp_path / "tall.non")
    desk = visit(colored, viewport={"width": 390, "height": 844}, has_touch=True)
    desk.page.get_by_role("button", name="Menu").click()
    desk.give(tmp_path / "tall.non")
    expect(desk.tab).to_have_text("Play")
    desk.press("Hint")
    desk.press("Which cells")
    expect(desk.page.locator(".panel .step-head")).to_contain_text("row 40")
    sheet = desk.page.locator(".panel").bounding_box()
    assert sheet
    for column in range(1, 6):
        x, y = desk.at(column, 40)
        assert 0 < x < 390
        assert 60 < y < sheet["y"]


def test_the_menu_of_a_phone_goes(visit: Callable[..., Desk], studio: Server) -> None:
    """It covers no board that was opened; the clues above that are those of the new puzzle.

    At first there are puzzles to play.
    """
    phone = visit(studio, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    clues = phone.page.locator(".status-place")
    expect(phone.page.locator(".panel .shipped .card").first).to_be_visible()
    phone.page.keyboard.press("Escape")
    phone.page.touchscreen.tap(*phone.at(1, 1))
    expect(clues).to_contain_text("Row 1: 1")
    phone.press("Menu")
    phone.give(BALLOON)
    phone.has_size(25, 36)
    assert phone.page.locator("body").get_attribute("data-sheet") is None
    expect(clues).to_contain_text("Row 1: 2 1 2")


def test_a_hint_makes_no_cell_larger(visit: Callable[..., Desk], studio: Server) -> None:
    """On a phone a board in sight keeps its cells, or has smaller ones, while a sheet is open."""
    phone = visit(studio, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.press("Menu")
    phone.give(DUCK)
    phone.has_size(16, 16)
    phone.mode("Play")
    before = phone.page.evaluate("studio.stage.board.view.cell")
    phone.press("Hint")
    phone.press("Which cells")
    expect(phone.page.locator(".panel .step-head")).to_be_visible()
    assert phone.page.evaluate("studio.stage.board.view.cell") <= before
    phone.page.keyboard.press("Escape")
    assert phone.page.evaluate("studio.stage.board.view.cell") == before


def test_a_drag_that_leaves_its_line(desk: Desk) -> None:
    """The clues that are shown are those of the line on which it is held."""
    desk.paint("###")
    desk.mode("Play")
    desk.page.mouse.move(*desk.at(1, 1))
    desk.page.mouse.down()
    desk.page.mouse.move(*desk.at(3, 2), steps=5)
    expect(desk.page.locator(".status-place")).to_contain_text("Row 1: 3")
    desk.page.mouse.up()
    assert desk.marks[0].startswith("###")


def test_colors_have_letters_or_patterns_by_choice(looks: Desk) -> None:
    """At first colors are plain; a button shows letters, then patterns, then none again."""
    shown = "studio.stage.scene.symbols"
    color = looks.page.locator(".swatch[data-color='1'] .chip").first
    assert looks.page.evaluate(shown) == "none"
    expect(color).to_have_text("")
    for expected, letter in (("letters", "r"), ("patterns", ""), ("none", "")):
        looks.press("Letters or patterns on colors")
        assert looks.page.evaluate(shown) == expected
        expect(color).to_have_text(letter)


def test_the_theme_can_be_chosen(looks: Desk) -> None:
    """A button turns light into dark and back; the choice outlives a reload."""
    theme = "document.documentElement.dataset.theme"
    before = looks.page.evaluate(theme)
    looks.press("Light or dark")
    after = looks.page.evaluate(theme)
    assert {before, after} == {"light", "dark"}
    looks.reload()
    assert looks.page.evaluate(theme) == after
