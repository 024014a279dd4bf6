"""Programs of the bench are works, like puzzles: none is lost, in a real browser."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.web.driving import Desk
from tests.web.serving import Server

MINE = "% of my own\nfill(1,1,1).\n#show fill/3.\n"


def _choice(desk: Desk) -> Locator:
    return desk.page.get_by_label("Encoding")


def _text(desk: Desk) -> str:
    return str(desk.page.evaluate("studio.mode.editor.value"))


def _bench(desk: Desk) -> None:
    desk.mode("Bench")
    expect(desk.page.locator("[data-action=run]")).to_be_enabled()


def _named(desk: Desk, name: str, program: str) -> None:
    """Give the program in the editor a name and a text."""
    desk.page.get_by_label("Name", exact=True).fill(name)
    desk.program(program)


def test_a_program_survives_all_that_once_destroyed_it(desk: Desk) -> None:
    """A recipe, a copy of it, a new program, another program's undo, a reload."""
    _bench(desk)
    _named(desk, "Mine", MINE)
    _choice(desk).select_option("states")
    expect(_choice(desk)).to_have_value("states")
    desk.press("Edit a copy")
    expect(_choice(desk).locator("option:checked")).to_have_text("Copy of states")
    assert "state" in _text(desk)
    desk.press("New program")
    expect(_choice(desk).locator("option:checked")).to_have_text("My program")
    desk.editor.click()
    desk.page.keyboard.press("Control+z")
    assert _text(desk) == desk.page.evaluate("studio.mode.programs.template")
    _choice(desk).select_option(label="Mine")
    expect(desk.page.get_by_label("Name", exact=True)).to_have_value("Mine")
    assert _text(desk) == MINE
    desk.reload()
    _bench(desk)
    assert _text(desk) == MINE
    expect(_choice(desk).locator("option", has_text="Copy of states")).to_have_count(1)


def test_a_deleted_program_comes_back(desk: Desk) -> None:
    """By one click; until then the next one is in the editor."""
    _bench(desk)
    _named(desk, "First", MINE)
    desk.press("New program")
    _named(desk, "Second", "second.\n")
    desk.press("Delete")
    expect(desk.page.get_by_label("Name", exact=True)).to_have_value("First")
    expect(_choice(desk).locator("option", has_text="Second")).to_have_count(0)
    desk.page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(desk.page.get_by_label("Name", exact=True)).to_have_value("Second")
    assert _text(desk) == "second.\n"


def test_of_two_quick_choices_the_later_one_counts(desk: Desk) -> None:
    """Also where the first program takes longer to open: what is typed is kept in the second."""
    _bench(desk)
    for name in ("First", "Second", "Third"):
        desk.press("New program")
        expect(_choice(desk).locator("option:checked")).to_have_text("My program")
        _named(desk, name, f"{name.lower()}.\n")
    _choice(desk).evaluate(
        """async (list) => {
            const { programs } = studio.mode;
            const pause = (time) => new Promise((done) => setTimeout(done, time));
            const open = programs.open.bind(programs);
            let first = true;
            programs.open = async (...given) => {
                const slow = first;
                first = false;
                if (slow) await pause(500);
                return open(...given);
            };
            for (const name of ['First', 'Second']) {
                list.value = [...list.options].find(({ text }) => text === name).value;
                list.dispatchEvent(new Event('change'));
                await pause(50);
            }
            await pause(1000);
        }"""
    )
    expect(desk.page.get_by_label("Name", exact=True)).to_have_value("Second")
    assert _text(desk) == "second.\n"
    desk.program("more.\n")
    _choice(desk).select_option(label="First")
    expect(desk.page.get_by_label("Name", exact=True)).to_have_value("First")
    assert _text(desk) == "first.\n"
    _choice(desk).select_option(label="Second")
    expect(desk.page.get_by_label("Name", exact=True)).to_have_value("Second")
    assert _text(desk) == "more.\n"


def test_two_tabs_have_two_programs(visit: Callable[..., Desk], studio: Server) -> None:
    """Another tab begins one of its own, and cannot open the first while it is open there."""
    desk = visit(studio)
    _bench(desk)
    _named(desk, "First", MINE)
    other = Desk(desk.context.new_page(), studio)
    _bench(other)
    _named(other, "Other", "other.\n")
    _choice(other).select_option(label="First")
    expect(other.page.locator(".toast")).to_contain_text("open in another tab")
    assert _text(other) == "other.\n"
    assert _text(desk) == MINE
    desk.page.close()
    other.has_locks(2)
    _choice(other).select_option(label="First")
    expect(other.page.get_by_label("Name", exact=True)).to_have_value("First")
    assert _text(other) == MINE


def test_programs_are_files_of_their_own(desk: Desk, tmp_path: Path) -> None:
    """Dropped or chosen, a program opens in the bench; saved, it is the same file again."""
    file = tmp_path / "knight.lp"
    file.write_text(MINE, encoding="utf-8")
    desk.give(file)
    expect(desk.tab).to_have_text("Bench")
    expect(desk.page.get_by_label("Name", exact=True)).to_have_value("knight")
    assert _text(desk) == MINE
    with desk.page.expect_download() as saved:
        desk.press("Save .lp")
    assert saved.value.suggested_filename == "knight.lp"
    assert Path(saved.value.path()).read_text(encoding="utf-8") == MINE
    facts = tmp_path / "facts.lp"
    facts.write_text("br(1,1,1). bc(1,1,1). #const n=1.", encoding="utf-8")
    desk.give(facts)
    expect(desk.page.get_by_label("Name", exact=True)).to_have_value("facts")
    desk.faults.clear()  # the browser itself reports that the server knew no puzzle in them
