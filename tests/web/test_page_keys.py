"""Everything can be done with the keyboard, and is said."""

import re

from playwright.sync_api import expect

from tests.web.driving import Desk


def _keys(desk: Desk, *keys: str) -> None:
    for key in keys:
        desk.page.keyboard.press(key)


def _board(desk: Desk) -> None:
    """Reach the board as the first link of the page offers it."""
    desk.page.keyboard.press("Tab")
    expect(desk.page.locator(":focus")).to_have_text("Go to the board")
    desk.page.keyboard.press("Enter")
    desk.page.locator("#board").focus()


def test_a_picture_is_painted_without_a_mouse(desk: Desk) -> None:
    """Arrows move, Space paints, Shift paints on the way, Delete takes back, keys undo and redo."""
    _board(desk)
    _keys(desk, "Space", "ArrowRight", "ArrowRight", "Space")
    assert desk.picture[0] == "#.#......."
    _keys(desk, "ArrowDown", *["Shift+ArrowDown"] * 3)
    assert [row[2] for row in desk.picture[:6]] == list("#####.")
    _keys(desk, "Delete")
    assert desk.picture[4][2] == "."
    _keys(desk, "Control+z")
    assert desk.picture[4][2] == "#"
    _keys(desk, "Control+z", "Control+z")
    assert [row[2] for row in desk.picture[:6]] == list("###...")
    _keys(desk, "Control+y", "Control+Shift+Z")
    assert desk.picture[4][2] == "#"
    _keys(desk, "Control+y")
    assert desk.picture[4][2] == "."
    before = desk.picture
    _keys(desk, "Alt+ArrowLeft")  # over the edge, where nothing is lost
    assert desk.picture == [row[1:] + row[0] for row in before]
    _keys(desk, "Alt+ArrowRight")
    assert desk.picture == before


def test_shapes_have_two_ends(desk: Desk) -> None:
    """Space sets one end, the arrows lead the shape, Space sets the other; Escape cancels."""
    _board(desk)
    _keys(desk, "r", "Space", "ArrowRight", "Escape")
    expect(desk.button("Undo")).to_be_disabled()
    _keys(desk, "ArrowLeft")
    _keys(desk, "r", "Space", *["ArrowRight", "ArrowDown"] * 2, "Space")
    assert [row[:4] for row in desk.picture[:4]] == ["###.", "#.#.", "###.", "...."]
    _keys(desk, "Control+z")
    assert not any("#" in row for row in desk.picture)


def test_the_cursors_cell_is_said(desk: Desk) -> None:
    """The grid's active cell has place, color and clues; what is painted is announced."""
    _board(desk)
    _keys(desk, "ArrowRight", "ArrowDown")
    grid = desk.page.get_by_role("grid")
    expect(grid).to_have_attribute("aria-colcount", "10")
    active = desk.page.locator(f"#{grid.get_attribute('aria-activedescendant')}")
    words = "Row 2, column 2, white, row clue 0, column clue 0"
    expect(active).to_have_text(words)
    expect(active).to_have_attribute("aria-colindex", "2")
    expect(active.locator("xpath=..")).to_have_attribute("aria-rowindex", "2")
    _keys(desk, "Space")
    live = desk.page.locator(".stage [aria-live]")
    expect(live).to_have_text("Row 2, column 2, black, row clue 1, column clue 1")
    expect(active).to_have_text("Row 2, column 2, black, row clue 1, column clue 1")


def test_play_by_keys(desk: Desk) -> None:
    """Modes by Alt and a digit; Space marks, X is background, Delete unknown, N takes a step."""
    desk.paint("###.......", ".#........")
    _keys(desk, "Alt+3")
    expect(desk.tab).to_have_text("Play")
    desk.page.locator("#board").focus()
    _keys(desk, "Control+Home", "Space", "ArrowRight", "x")
    assert desk.marks[0][:3] == "#.?"
    _keys(desk, "Delete")
    assert desk.marks[0][:3] == "#??"
    _keys(desk, "n")
    desk.says(re.compile("row|column"))
    expect(desk.page.locator(".step")).to_be_visible()
    assert sum(row.count("?") for row in desk.marks) < 99


def test_colors_by_number(desk: Desk) -> None:
    """A digit chooses a color; the palette is a group in which arrows choose."""
    desk.press("Add a color")
    desk.press("Save")
    _keys(desk, "1")
    expect(desk.page.locator(".swatch[aria-checked=true]")).to_contain_text("black")
    desk.page.locator(".swatch[aria-checked=true]").focus()
    _keys(desk, "ArrowDown")
    expect(desk.page.locator(".swatch[aria-checked=true]")).to_contain_text("red")
    desk.page.locator("#board").focus()
    _keys(desk, "Space")
    assert desk.picture[0].startswith("r")


def test_the_help_lists_every_key(desk: Desk) -> None:
    """Whatever key does something is in the help, and Escape closes it."""
    _keys(desk, "?")
    dialog = desk.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    keys = set(dialog.locator("kbd").all_inner_texts())
    assert {"Ctrl+Z", "Space", "P", "F", "S", "Alt+1", "N", "?"} <= keys
    _keys(desk, "Escape")
    expect(dialog).not_to_be_visible()


CONTROLS = """[...document.querySelectorAll('button, input, select, textarea, [tabindex="0"]')]"""


def test_every_control_is_reached_by_tab(desk: Desk) -> None:
    """Tab goes through all buttons and fields that can be used, none is left out."""
    expect(desk.page.locator("button.card").nth(40)).to_be_attached()  # the gallery is there
    usable = f"{CONTROLS}.filter((one) => !one.disabled && one.tabIndex >= 0 && one.offsetParent)"
    wanted = desk.page.evaluate(f"() => {usable}.length")
    desk.page.evaluate("document.activeElement.blur()")
    for _ in range(wanted + 3):
        desk.page.keyboard.press("Tab")
        desk.page.evaluate("() => { document.activeElement.dataset.reached = 'yes'; }")
    assert wanted > 10
    left = f"() => {usable}.filter((one) => !one.dataset.reached).map((one) => one.outerHTML)"
    assert desk.page.evaluate(left) == []
