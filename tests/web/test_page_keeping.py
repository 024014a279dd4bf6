"""Work is never lost: not by reload, a closed tab, a server that is gone, or another puzzle."""

import base64
import json
import re
import zlib
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from asp_nono.publish.site import link_player, write_site
from tests.conftest import ROOT
from tests.publish.conftest import hosted
from tests.web.driving import Desk
from tests.web.serving import Server

__all__ = ["hosted"]

DUCK = ROOT / "instances" / "pictures" / "duck.xml"


def test_a_reload_keeps_everything(desk: Desk) -> None:
    """Picture, title, marks, saved states and the mode are as before, right after a stroke."""
    desk.paint("##.#", "#..#")
    desk.title.fill("Kept")
    desk.mode("Play")
    desk.click(1, 1)
    desk.press("Save this state")
    desk.click(2, 2, button="right")
    before = (desk.picture, desk.marks)
    desk.reload()
    assert (desk.picture, desk.marks) == before
    expect(desk.tab).to_have_text("Play")
    expect(desk.title).to_have_value("Kept")
    desk.page.get_by_role("button", name=re.compile("^Go back to")).click()
    assert (desk.marks[0][0], desk.marks[1][1]) == ("#", "?")


def test_a_closed_tab_leaves_its_work(desk: Desk) -> None:
    """Another tab of the same browser goes on where the closed one ended."""
    desk.paint("#.#.#")
    picture = desk.picture
    context = desk.page.context
    desk.page.close()
    assert Desk(context.new_page(), desk.server).picture == picture


def test_two_tabs_do_not_write_over_each_other(desk: Desk) -> None:
    """A second tab beside the first begins with a canvas of its own; both works are kept."""
    desk.paint("#####")
    second = Desk(desk.page.context.new_page(), desk.server)
    assert not any("#" in row for row in second.picture)
    second.paint(".", "###")
    second.reload()
    desk.reload()
    assert desk.picture[0].startswith("#####")
    assert second.picture[1].startswith("###")


def test_recent_work_is_listed_and_opened(desk: Desk) -> None:
    """What was on the table before is among the recent work, with its title."""
    desk.paint("###")
    desk.title.fill("First")
    desk.new()
    desk.press("Open")
    desk.page.locator("dialog .card", has_text="First").click()
    expect(desk.title).to_have_value("First")
    desk.press("Open")
    expect(desk.page.locator("dialog .card")).to_have_count(1)
    desk.press("Close")
    assert desk.picture[0].startswith("###")


def test_without_its_server_the_page_goes_on(visit: Callable[..., Desk]) -> None:
    """Painting goes on, what needs the server says so; a new server is found by itself."""
    with Server() as server:
        port = server.port
        desk = visit(server)
        desk.paint("##.##")
        desk.verdict("Exactly one solution")
        desk.page.wait_for_load_state("networkidle")
    desk.paint("", "#####")
    desk.says("server does not answer. Your work is safe in this browser")
    desk.mode("Play")
    desk.click(1, 1)
    desk.mode("Paint")
    with Server("--port", port) as again:
        Desk(desk.context.new_page(), again).page.close()  # it brings the new secret
        desk.press("Check now")
        desk.verdict("Exactly one solution")
        desk.reload()
        assert desk.picture[1].startswith("#####")
        desk.context.close()
    desk.faults.clear()  # the browser itself reports that no server answers


def test_a_link_holds_the_puzzle(desk: Desk, visit: Callable[..., Desk]) -> None:
    """It opens in Play, with the picture only on request, and leaves the address clean."""
    desk.paint("##.#", ".###")
    desk.title.fill("Sent")
    desk.press("Save")
    field = desk.page.get_by_label("As a link")
    expect(field).to_have_value(re.compile(r"/#p=[\w-]+$"))
    other = visit(desk.server)
    link = field.input_value()
    other.page.goto(link)
    expect(other.title).to_have_value("Sent")
    expect(other.tab).to_have_text("Play")
    assert not any("#" in row for row in other.picture)
    assert other.puzzle()["rows"] == desk.puzzle()["rows"]
    desk.page.get_by_label("With the solution").check()
    expect(field).not_to_have_value(link)
    other.page.goto(field.input_value())
    other.page.wait_for_function("() => studio.store.work.cells.some((color) => color)")
    expect(other.tab).to_have_text("Play")
    assert other.picture == desk.picture
    assert "#p=" not in other.page.url
    stranger = other.context.browser
    assert stranger
    page = stranger.new_page()
    page.goto(link)
    expect(page.locator(".toast")).to_contain_text("This page needs the secret of its server")
    page.context.close()


def test_a_link_plays_anywhere(
    desk: Desk, hosted: tuple[ThreadingHTTPServer, Path], browser: Browser
) -> None:
    """Its page is asked for once; the link, also as a QR code, opens there without the studio."""
    host, folder = hosted
    write_site(link_player(), folder)
    page = f"http://127.0.0.1:{host.server_port}/"
    desk.paint("##.#", ".###")
    desk.title.fill("Sent")
    desk.press("Save")
    dialog = desk.page.locator("dialog")
    expect(dialog.locator(".qr canvas")).to_have_count(0)
    address = dialog.get_by_label("Page that plays links")
    address.fill("javascript:alert(1)")
    dialog.get_by_role("button", name="Use this page").click()
    expect(dialog.get_by_role("alert")).to_contain_text("not the address of a web page")
    address.fill(f"{page}?a#b")
    dialog.get_by_role("button", name="Use this page").click()
    field = desk.page.get_by_label("As a link")
    expect(field).to_have_value(re.compile(f"^{page}#p=[\\w-]+$"))
    expect(dialog).to_contain_text(f"opens it to play at {page}, on any device")
    expect(dialog.get_by_label("The link as a QR code")).to_be_visible()
    link = field.input_value()
    desk.reload()
    desk.press("Save")
    expect(field).to_have_value(link)
    tab = browser.new_page()
    tab.goto(link)
    expect(tab.locator("h1")).to_have_text("Sent")
    tab.wait_for_function("() => player.verdict")
    tab.context.close()
    dialog.get_by_role("button", name="Another page").click()
    address.fill("")
    dialog.get_by_role("button", name="Use this page").click()
    expect(field).to_have_value(re.compile(f"^http://{desk.server.host}/#p="))


def _linked(value: object) -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(value).encode()) + packer.flush()
    return "#p=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("#p=AAAA", "The puzzle of the link cannot be read."),
        (_linked({"rows": [[3]], "columns": [[1], [1]]}), "row 1"),
        (_linked("0" * 20_000_000), "The puzzle of the link cannot be read."),
    ],
    ids=["garbage", "not sound", "a bomb"],
)
def test_a_broken_link_is_a_sentence(desk: Desk, link: str, words: str) -> None:
    """What is no puzzle changes nothing on the table."""
    desk.paint("###")
    desk.page.evaluate("(link) => { location.hash = link; }", link)
    expect(desk.page.locator(".toast, dialog .problem")).to_contain_text(words)
    assert desk.picture[0].startswith("###")
    desk.faults.clear()  # the browser itself reports that the server refused


def test_undo_survives_a_reload(desk: Desk) -> None:
    """Strokes, a new size and the player's marks are taken back after the page was loaded again."""
    desk.paint("##.", ".##")
    desk.page.keyboard.press("Alt+ArrowRight")
    desk.click(1, 1)
    desk.mode("Play")
    desk.click(2, 2)
    desk.page.get_by_role("button", name="Pencil mark").click()
    desk.click(3, 3)
    desk.reload()
    guess = "() => studio.store.work.pencil[2 * studio.store.work.width + 2]"
    assert desk.page.evaluate(guess) == 1
    desk.page.keyboard.press("Control+z")
    assert desk.page.evaluate(guess) == 255
    assert desk.marks[1][1] == "#"
    desk.page.keyboard.press("Control+z")
    assert desk.marks[1][1] == "?"
    desk.mode("Paint")
    drawn = [row[:4] for row in desk.picture[:2]]
    for expected in ([".##.", "..##"], ["##..", ".##."]):
        desk.page.keyboard.press("Control+z")
        assert [row[:4] for row in desk.picture[:2]] == expected
    for expected in ([".##.", "..##"], drawn):
        desk.page.keyboard.press("Control+y")
        assert [row[:4] for row in desk.picture[:2]] == expected


def test_files_named_on_the_command_line_are_opened_once(visit: Callable[..., Desk]) -> None:
    """They are on the table at first; a reload shows what became of them."""
    with Server(DUCK) as server:
        desk = visit(server)
        expect(desk.title).to_have_value("Duck")
        desk.click(1, 1)
        picture = desk.picture
        desk.reload()
        assert desk.picture == picture
        desk.context.close()


def test_of_several_puzzles_one_is_chosen(desk: Desk, tmp_path: Path) -> None:
    """A file with several puzzles shows them all."""
    file = tmp_path / "several.txt"
    file.write_text("2x2:1/1/1/1\n3x2:2/1/1/1.1/2\n", encoding="utf-8")
    desk.give(file)
    dialog = desk.page.get_by_role("dialog", name="The file has 2 puzzles")
    dialog.locator(".card").nth(1).click()
    desk.has_size(3, 2)
    expect(desk.tab).to_have_text("Play")


def test_what_is_no_puzzle_is_refused_where_one_looks(desk: Desk, tmp_path: Path) -> None:
    """A dialog has the sentence, and the work stays."""
    desk.paint("###")
    file = tmp_path / "letter.txt"
    file.write_text("Dear all,\nthis is no puzzle.\n", encoding="utf-8")
    desk.give(file)
    expect(desk.page.get_by_role("dialog", name="letter.txt cannot be opened")).to_be_visible()
    expect(desk.page.get_by_role("alert").first).to_have_text(re.compile(r"\w+"))
    desk.press("Close")
    assert desk.picture[0].startswith("###")
    desk.faults.clear()  # the browser itself reports that the server refused


def test_text_is_pasted_as_a_puzzle(desk: Desk) -> None:
    """Rows of characters from the clipboard become a picture."""
    desk.page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text', '.#.\\n###\\n.#.\\n');
            dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
        }"""
    )
    desk.has_size(3, 3)
    assert desk.picture == [".#.", "###", ".#."]
