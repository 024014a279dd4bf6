"""What once lost work, or told what was not so, in a real browser."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import expect

from tests.conftest import ROOT
from tests.web.driving import Desk
from tests.web.serving import ENDLESS, Server

INSTANCES = ROOT / "instances"
DUCK = INSTANCES / "pictures" / "duck.xml"
WINDOWS = INSTANCES / "ambiguous" / "windows.xml"


def test_work_that_is_open_is_not_deleted(desk: Desk) -> None:
    """Another tab's work is refused; what is deleted comes back with one click."""
    desk.paint("####")
    desk.title.fill("First")
    other = Desk(desk.context.new_page(), desk.server)
    other.press("Open")
    other.press("Delete First")
    dialog = other.page.locator("dialog")
    expect(dialog.get_by_role("alert")).to_have_text("That work is open in another tab.")
    other.press("Delete First")
    expect(dialog.get_by_role("alert")).to_have_count(1)
    desk.page.close()
    other.has_locks(1)
    other.press("Delete First")
    expect(dialog.locator(".gone")).to_contain_text("Deleted.")
    other.press("Undo")
    dialog.locator(".card", has_text="First").click()
    expect(other.title).to_have_value("First")
    assert other.picture[0].startswith("####")


def test_the_board_shows_the_chosen_repair(desk: Desk) -> None:
    """At first that is the best of the list, which says how many cells each one changes."""
    desk.give(WINDOWS)
    desk.press("Suggest repairs")
    expect(desk.page.get_by_text("Search again")).to_be_attached()
    desk.says(re.compile(r"\d alternatives, 2 cells each, of which any one makes it unique"))
    lines = desk.page.locator(".repairs [data-changes]")
    for number in (0, 1):
        if number:
            lines.nth(number).click()
        expect(lines.nth(number)).to_have_attribute("aria-pressed", "true")
        expect(desk.page.locator(".repairs [aria-pressed=true]")).to_have_count(1)
        named = re.findall(r"column (\d+), row (\d+)", lines.nth(number).inner_text())
        shown = {(x, y) for kind, x, y in desk.shown["cells"] if kind == "change"}
        assert shown == {(int(x), int(y)) for x, y in named}


def test_repairs_can_be_pressed_while_they_are_searched(desk: Desk) -> None:
    """However long a finger stays on Accept or Cancel, and a hundred snapshots come each second."""
    desk.give(INSTANCES / "ambiguous" / "fireworks.xml")
    expect(desk.title).to_have_value(re.compile("firework", re.IGNORECASE))
    accept = desk.page.locator("[data-action=accept]").first
    cancel = desk.page.locator(".working").get_by_role("button", name="Cancel")
    before = desk.picture
    for milliseconds in (40, 120, 250, 600):
        desk.press("Suggest repairs")
        expect(accept).to_be_visible()
        expect(cancel).to_be_visible()
        accept.click(delay=milliseconds)
        expect(desk.page.locator(".toast")).to_contain_text("Repair accepted.")
        assert desk.picture != before
        desk.page.keyboard.press("Control+z")
        assert desk.picture == before
    desk.press("Suggest repairs")
    expect(accept).to_be_visible()
    cancel.click(delay=250)
    expect(cancel).not_to_be_attached()
    expect(desk.page.get_by_text("Search again")).to_be_attached()
    expect(accept).to_be_visible()


def test_a_large_file_is_being_read(desk: Desk, tmp_path: Path) -> None:
    """The page says so until the answer is there."""
    file = tmp_path / "large.txt"
    file.write_text("1 2 3\n" * 50_000, encoding="utf-8")
    call = desk.hold("**/api/read")
    desk.give(file)
    toast = desk.page.locator(".toast")
    expect(toast).to_have_text("large.txt is being read.")
    call().abort()
    expect(toast).not_to_be_attached()
    expect(desk.page.locator("dialog .problem")).to_be_visible()
    desk.faults.clear()  # the browser itself reports the call that was aborted


def test_files_of_the_command_line_are_offered(visit: Callable[..., Desk]) -> None:
    """Beside other work, a link's too, they wait until they are wanted."""
    with Server(DUCK) as server:
        sender = visit(server)
        sender.new()
        sender.paint("###")
        sender.press("Save")
        field = sender.page.get_by_label("As a link")
        expect(field).to_have_value(re.compile("#p="))
        link = field.input_value()
        desk = visit(server)
        desk.page.goto("about:blank")
        desk.page.goto(link)
        desk.page.wait_for_selector("body[data-ready]")
        desk.title.fill("Mine")
        desk.reload()
        expect(desk.title).to_have_value("Mine")
    with Server("--port", server.port, DUCK) as again:
        desk.page.goto("about:blank")
        desk.page.goto(again.address)
        desk.page.wait_for_selector("body[data-ready]")
        expect(desk.title).to_have_value("Mine")
        expect(desk.page.locator(".toast")).to_contain_text("The command line names “Duck”.")
        desk.page.locator(".toast").get_by_role("button", name="Open").click()
        expect(desk.title).to_have_value("Duck")
        desk.context.close()
        sender.context.close()
    desk.faults.clear()  # the browser itself reports that no server answers


def test_solved_means_that_the_filled_cells_are_right(desk: Desk) -> None:
    """The studio fills in the blanks and says so on the board; one undo takes back both."""
    desk.paint("##", ".#")
    desk.mode("Play")
    desk.drag((1, 1), (2, 1))
    expect(desk.page.locator(".win")).to_be_hidden()
    desk.click(2, 2)
    expect(desk.page.locator(".stage .win")).to_contain_text("Solved!")
    assert desk.marks == desk.picture
    desk.press("Undo")
    assert [row.count("?") for row in desk.marks] == [8, *[10] * 9]
    expect(desk.page.locator(".win")).to_be_hidden()


def test_what_is_said_of_cells_is_asked_for_and_fresh(desk: Desk) -> None:
    """No cell is explained before it is chosen; the next stroke takes away what was said before."""
    desk.paint("##########")
    desk.mode("Play")
    said = desk.page.locator(".card-text")
    desk.press("Why is a cell so?")
    desk.page.keyboard.press("Escape")
    desk.click(1, 1)
    assert desk.marks[0][0] == "#"
    desk.press("Undo")
    desk.press("Why is a cell so?")
    desk.says("Choose the cell on the board")
    assert desk.shown["cells"] == []
    desk.click(3, 1)
    desk.says("The cell in column 3 and row 1 is filled")
    desk.press("Reset")
    desk.says("All cells are unknown again.")
    desk.click(1, 2)
    assert said.all_inner_texts() == ["", ""]
    assert desk.shown == {**desk.shown, "cells": [], "lines": []}


def test_numbers_are_no_less_than_what_is_known(desk: Desk) -> None:
    """Two solutions are known before they are counted."""
    given = {"event": "progress", "count": "0"}
    desk.paint("#.", ".#")
    desk.verdict("More than one solution")
    desk.page.evaluate(
        """(event) => {
            const { counting } = studio.mode.check.extras;
            counting.slot.run = async (kind, body, hear) => { hear(event); return null; };
            counting.run();
        }""",
        given,
    )
    desk.says("Counting: at least 2")


def test_the_bench_says_what_it_knows_once(desk: Desk) -> None:
    """An error stands in one place, what was not ground has no size, and a run is no check."""
    desk.mode("Bench")
    run = desk.page.locator("[data-action=run]")
    desk.program("fill(1,1")
    desk.page.keyboard.press("Control+Enter")
    desk.says("syntax error")
    assert desk.page.locator("body").inner_text().count("syntax error") == 1
    expect(desk.button("Go to line 1")).to_be_visible()
    desk.program(ENDLESS)
    run.click()
    desk.says("Running the program")
    desk.press("Cancel")
    desk.says("The run was cancelled.")
    last = desk.server.last("run", puzzle=desk.puzzle(), program=ENDLESS, time_limit=0.5)
    assert (last["event"], last.get("rules")) == ("stopped", None)


def test_nobody_has_the_token_from_the_page(visit: Callable[..., Desk], studio: Server) -> None:
    """It is in the printed address alone; a browser without it is told where to find it."""
    bare = f"http://{studio.host}/"
    with urlopen(bare) as answer:
        assert studio.token not in answer.read().decode()
    desk = visit(studio)
    assert desk.page.url == bare
    desk.reload()
    desk.paint("###")
    desk.verdict("Exactly one solution")
    desk.page.evaluate("localStorage.removeItem('studio.key')")
    desk.reload()
    expect(desk.page.locator(".toast")).to_contain_text("open the whole address")
    desk.page.goto(studio.address)
    desk.press("Check now")
    desk.verdict("Exactly one solution")
    desk.faults.clear()  # the browser itself reports that the server refused


IMPORTS = """
const { Store } = await import('/page/static/store.js');
const { blankWork, resized } = await import('/page/static/model.js');
const { fromStored, toStored } = await import('/page/static/codec.js');
"""


def test_marks_of_a_color_that_is_taken_back(desk: Desk) -> None:
    """They become unknown, in pencil too; neither undo nor redo brings another mark back."""
    found = desk.page.evaluate(
        "async () => {"
        + IMPORTS
        + """
            const store = new Store(blankWork(2, 2));
            const red = { name: 'red', char: 'r', rgb: 'ff0000' };
            store.set({ colors: [...store.work.colors, red] });
            store.paint('marks', [0], 2);
            store.paint('marks', [1], 1);
            store.paint('pencil', [2], 2);
            store.undo('cells');
            const kept = toStored(store.work);
            const { canUndo } = store.histories.marks;
            store.redo('cells');
            store.undo('marks');
            return [kept.marks, kept.pencil, canUndo, [...store.work.marks]];
        }"""
    )
    assert found == [["?#", "??"], ["??", "??"], False, [255, 1, 255, 255]]


def test_marks_of_another_size(desk: Desk) -> None:
    """After a size is taken back or made again, also after a reload, undo erases no other mark."""
    found = desk.page.evaluate(
        "async () => {"
        + IMPORTS
        + """
            const store = new Store(blankWork(4, 4));
            store.paint('marks', [5], 1);
            store.set(resized(store.work, { left: 2 }));
            store.paint('marks', [5], 1);
            const found = [];
            for (const way of ['undo', 'redo']) {
                store[way]('cells');
                const { cells, marks } = store.histories;
                const kept = { cells: cells.text, marks: marks.text };
                store.load(fromStored(toStored(store.work, store.clues)), store.id, kept);
                store.undo('marks');
                found.push([...store.work.marks].flatMap((mark, at) => (mark === 1 ? [at] : [])));
                found.push(store.work.marks.length);
            }
            return found;
        }"""
    )
    assert found == [[5], 16, [9], 24]


def test_the_history_that_is_kept_has_a_limit(desk: Desk) -> None:
    """It counts what is written; the newest changes are kept, quickly, also of a large board."""
    found = desk.page.evaluate(
        "async () => {"
        + IMPORTS
        + """
            const store = new Store(blankWork(30, 30));
            store.work.cells.forEach((_, at) => { store.work.cells[at] = at % 2; });
            store.set({ cells: store.work.cells });
            for (let edit = 0; edit < 200; edit += 1) store.set({ clues: { ...store.clues } });
            const { text } = store.histories.cells;
            const before = performance.now();
            for (let save = 0; save < 100; save += 1) store.histories.cells.text;
            const took = performance.now() - before;
            const other = new Store(blankWork(30, 30));
            other.load(store.work, store.id, { cells: text });
            let steps = 0;
            for (; other.histories.cells.canUndo; steps += 1) other.undo('cells');
            return [text.length, took, steps];
        }"""
    )
    length, took, steps = found
    assert 200_000 < length < 310_000
    assert took < 1000
    assert steps > 10


OTHERS = [
    *("{", "7", "null", '"ab"', "[]", "[[],[],[]]", "[[null],[]]", "[[{}],[]]"),
    *('[[{"fields":{"before":{}}}],[]]', '[[{"new Map":7}],[]]', '[[{"new Uint8Array":7}],[]]'),
    *('[[{"layer":"cells","at":[1],"before":[0],"after":[1]}],[]]', '[[{"layer":"colors"}],[]]'),
]


def test_a_history_that_is_not_ours(desk: Desk) -> None:
    """What was kept by something else is no history; the work opens without one."""
    found = desk.page.evaluate(
        "async (texts) => {"
        + IMPORTS
        + """
            return texts.map((text) => {
                const store = new Store(blankWork(2, 2));
                store.load(blankWork(2, 2), 'id', { cells: text });
                const { canUndo, canRedo } = store.histories.cells;
                return canUndo || canRedo;
            });
        }""",
        OTHERS,
    )
    assert not any(found)


def test_a_copy_of_a_tab_takes_what_the_first_did_last(desk: Desk) -> None:
    """It waits for the work, and reads it only when the other has given it back."""
    desk.paint("##")
    desk.page.wait_for_function("() => localStorage.getItem('studio.last') === studio.store.id")
    patient = "AbortSignal.timeout = () => new AbortController().signal;"  # on a slow machine, too
    desk.context.add_init_script(patient)
    with desk.context.expect_page() as opened:
        desk.page.evaluate("() => { globalThis.open('/'); }")
    pending = "async () => (await navigator.locks.query()).pending.length"
    while not desk.page.evaluate(pending):
        desk.page.wait_for_timeout(20)
    desk.paint("", "##")
    desk.page.close(run_before_unload=True)
    copy = opened.value
    copy.wait_for_selector("body[data-ready]")
    cells = copy.evaluate("() => [...studio.store.work.cells].flatMap((c, at) => (c ? [at] : []))")
    assert cells == [0, 1, 10, 11]


def test_a_work_that_is_gone_leaves_the_table_as_it_is(desk: Desk) -> None:
    """Where nothing is found to open, this tab keeps its own work for itself."""
    assert not desk.page.evaluate("studio.keeper.open('gone')")
    held = desk.page.evaluate(
        """async () => {
            const { held } = await navigator.locks.query();
            return held.map(({ name }) => name).includes(`studio:${studio.store.id}`);
        }"""
    )
    assert held
