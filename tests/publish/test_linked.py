"""The player without a puzzle: it plays the puzzle of its link, which is a stranger's."""

import base64
import json
import re
import zlib
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid, PartialGrid
from asp_nono.publish.site import link_player, write_site
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.cli.run import run
from tests.publish.conftest import Player
from tests.web.driving import TIMES
from tests.web.serving import HEART

Play = Callable[..., Player]

TRIALS = [".##.#.", "#.#..#", ".#...#", "#..#.#", ".##...", "...###"]
"""No line decides it; trying cells does."""


def fragment(puzzle: object) -> str:
    """What a link holds behind its address."""
    data = puzzle if isinstance(puzzle, bytes) else json.dumps(puzzle).encode()
    packed = zlib.compress(data, 9, -15)
    return "#p=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def drawn(*rows: str, **texts: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """The puzzle of a drawing, as links hold it."""
    data = puzzle_data(Puzzle.of(Grid.from_text(rows)))
    return {key: value for key, value in data.items() if key != "goal"} | texts


@pytest.fixture
def player(tmp_path: Path) -> str:
    """The address of the page, on the disk."""
    write_site(link_player(), tmp_path / "player")
    return (tmp_path / "player" / "index.html").as_uri()


def test_a_link_is_played(play: Play, player: str) -> None:
    """It opens with its title, checked; its marks and its name are kept; solved, it tells more."""
    texts = {"title": "<b>Heart</b>", "description": "Of a friend"}
    page = play(player + fragment(drawn(*HEART, **texts)))
    expect(page.page.locator("h1")).to_have_text("<b>Heart</b>")
    page.page.wait_for_function("() => player.verdict")
    page.press("Menu")
    expect(page.page.locator(".sheet")).to_contain_text("exactly one solution, by line logic")
    page.press("Close")
    page.tap((2, 1))
    page.page.reload()
    page.page.wait_for_function("() => globalThis.player?.stage.board.scene")
    assert page.marks[0][1] == "1"
    page.page.get_by_role("link", name="All puzzles").click()
    page.page.get_by_role("link", name="<b>Heart</b>").click()
    page.page.wait_for_function("() => globalThis.player?.stage.board.scene")
    for row, text in enumerate(HEART, 1):
        page.tap(
            *[(x, row) for x, char in enumerate(text, 1) if char == "#" and (x, row) != (2, 1)]
        )
    expect(page.page.locator(".sheet")).to_contain_text("Of a friend")
    page.page.get_by_role("link", name="All puzzles").click()
    expect(page.page.locator(".card.done")).to_contain_text(f"5 {TIMES} 5")


def test_colors_given_cells_and_blots(play: Play, player: str) -> None:
    """A link holds whatever a puzzle does."""
    red = Color("red", "r", "cc2222")
    grid = Grid.from_text(["#r#", "rr#"], ".#r")
    given = PartialGrid(((2, 7, 7), (7, 7, 7)))
    posed = Puzzle(grid.row_clues(), grid.column_clues(), (WHITE, BLACK, red), given=given)
    data = puzzle_data(posed)
    data["rows"][0][0] = {"length": "?", "color": "black"}  # type: ignore[index]
    page = play(player + fragment(data))
    page.page.wait_for_function("() => player.verdict")
    assert page.marks == ["1??", "???"]
    assert page.value("() => player.mode.game.clues.rows[0][0].length") is None


def test_mistakes_without_hashes(play: Play, player: str) -> None:
    """Where trying cells derives the solution, each wrong mark is found."""
    page = play(player + fragment(drawn(*TRIALS)))
    page.page.wait_for_function("() => player.verdict.includes('exactly one')")
    page.tap((1, 1))
    assert page.value("() => player.supplier.mistakes.of(player.store.work.marks).cells") == [0]


def test_several_solutions_and_none(play: Play, player: str) -> None:
    """Of the first each counts; the second is said at once."""
    page = play(player + fragment(drawn("#.", ".#")))
    page.page.wait_for_function("() => player.verdict.includes('each counts')")
    page.tap((2, 1), (1, 2))
    expect(page.page.locator("#sheet-title")).to_have_text("Solved!")
    for rows, said in (
        ([[1], [1], []], "rows and columns ask for different numbers"),
        ([[2], [], [1]], "column 2 cannot be completed"),
    ):
        other = play(player + fragment({"rows": rows, "columns": [[1], [], [2]]}))
        expect(other.page.locator(".sheet")).to_contain_text(said)


WHOLE = drawn(*HEART)
HOSTILE: dict[str, tuple[str, str]] = {
    "no base64": ("#p=%00%ff", "no puzzle"),
    "another fragment": ("#q=1", "no puzzle"),
    "nothing": ("#p=", "no puzzle"),
    "no deflate": ("#p=AAAA", "damaged or cut off"),
    "cut off": (fragment(WHOLE)[:-9], "damaged or cut off"),
    "no JSON": (fragment(b"{rows"), "damaged or cut off"),
    "too long": (fragment(b" " * 11_000_000), "damaged or cut off"),
    "deep": (fragment(b"[" * 500_000 + b"]" * 500_000), "no puzzle|damaged or cut off"),
    "a number": (fragment(7), "no puzzle"),
    "an array": (fragment([[1], [1]]), "no puzzle"),
    "no columns": (fragment({"rows": [[1]]}), "no puzzle"),
    "no size": (fragment({"rows": [], "columns": []}), "no puzzle"),
    "another size": (fragment({**WHOLE, "width": 6}), "no puzzle"),
    "text for a clue": (fragment({**WHOLE, "rows": ["1"] * 5}), "the clue of row 1"),
    "a block of nothing": (fragment({**WHOLE, "rows": [[0]] * 5}), "the clue of row 1"),
    "half a cell": (fragment({**WHOLE, "columns": [[0.5]] * 5}), "the clue of column 1"),
    "a long clue": (fragment({**WHOLE, "rows": [[1], [3, 2], [], [], []]}), "the clue of row 2"),
    "an unknown color": (
        fragment({**WHOLE, "rows": [[{"length": 1, "color": "__proto__"}]] * 5}),
        "the clue of row 1",
    ),
    "a color that is code": (
        fragment({**WHOLE, "colors": [{"name": "a", "char": ".", "rgb": "red;x:y"}] * 2}),
        "no puzzle",
    ),
    "two equal colors": (
        fragment({**WHOLE, "colors": [{"name": "a", "char": ".", "rgb": "000000"}] * 2}),
        "no puzzle",
    ),
    "given cells elsewhere": (fragment({**WHOLE, "given": ["#"]}), "no puzzle"),
    "given cells of no color": (fragment({**WHOLE, "given": ["[]????"] * 5}), "no puzzle"),
    "given cells that are open": (fragment({**WHOLE, "given": ["????[#"] * 5}), "no puzzle"),
    "given cells that are closed": (fragment({**WHOLE, "given": ["]????"] * 5}), "no puzzle"),
    "given cells opened too late": (fragment({**WHOLE, "given": ["?????[#"] * 5}), "no puzzle"),
    "given cells twice": (fragment({**WHOLE, "given": ["[.#.#]????"] * 5}), "no puzzle"),
    "half a character": (
        fragment(
            {
                **WHOLE,
                "colors": [
                    {"name": "a", "char": ".", "rgb": "ffffff"},
                    {"name": "b", "char": "\ud83d", "rgb": "000000"},
                ],
            }
        ),
        "no puzzle",
    ),
    "a huge board": (fragment({"rows": [[]] * 1001, "columns": [[]]}), "too large"),
    "many colors": (
        fragment(
            {
                "rows": [[]] * 900,
                "columns": [[]] * 900,
                "colors": [
                    {"name": str(n), "char": chr(300 + n), "rgb": "000000"} for n in range(9)
                ],
            }
        ),
        "too large",
    ),
}


def test_hostile_links(play: Play, player: str) -> None:
    """Each is answered with one line that says what is wrong, and the page takes another link."""
    page = play(player)
    expect(page.page.locator("main")).to_contain_text("plays a nonogram that comes in a link")
    said = page.page.get_by_role("alert")
    for name, (link, expected) in HOSTILE.items():
        page.page.goto("about:blank")
        page.page.goto(player + link)
        expect(said, name).to_have_text(re.compile(expected))
        expect(page.page.locator("main canvas"), name).to_have_count(0)
    assert page.faults == []
    page.page.get_by_label("Paste a link").fill(f"https://example.org/{fragment(WHOLE)}")
    page.press("Play")
    page.page.wait_for_function("() => globalThis.player?.stage.board.scene")


def test_what_is_kept_of_links_has_limits(play: Play, player: str) -> None:
    """Long texts are cut, the oldest links go, and marks are kept beside all that."""
    whole = {"rows": [[1]], "columns": [[1]]}
    smile = "\N{SLIGHTLY SMILING FACE}"
    page = play(player + fragment({**whole, "title": f"a{smile * 400_000}"}))
    expect(page.page.locator("h1")).to_have_text(f"a{smile * 999}")
    length = "() => localStorage.getItem('asp-nono links').length"
    assert page.value(length) < 20_000
    for letter, links in (("b", '"none"'), ("c", "[null, 7, {}]")):
        page.value("(links) => localStorage.setItem('asp-nono links', links)", links)
        page.page.goto("about:blank")
        page.page.goto(player + fragment({**whole, "title": letter}))
        expect(page.page.locator("h1")).to_have_text(letter)
    old = [{"hash": "#", "id": str(n), "title": "t" * 30_000, "size": ""} for n in range(20)]
    page.value("(old) => localStorage.setItem('asp-nono links', JSON.stringify(old))", old)
    page.page.reload()
    page.page.wait_for_function("() => globalThis.player?.stage.board.scene")
    assert 150_000 < page.value(length) <= 201_000
    kept = page.value(
        "() => JSON.parse(localStorage.getItem('asp-nono links')).map((one) => one.id)"
    )
    assert kept[1:] == [str(n) for n in range(6)]
    page.tap((1, 1))
    page.page.reload()
    page.page.wait_for_function("() => globalThis.player?.stage.board.scene")
    assert page.marks == ["1"]


def test_links_without_a_network(play: Play, hosted: tuple[ThreadingHTTPServer, Path]) -> None:
    """Opened once, the page plays other links when its server is gone."""
    host, folder = hosted
    assert run("publish", "--player", folder, "--title", "Ours").status == 0
    address = f"http://127.0.0.1:{host.server_port}/"
    page = play(address + fragment(drawn(*HEART)))
    page.page.wait_for_function("() => navigator.serviceWorker.controller")
    assert page.touch.session.send("Page.getAppManifest")["errors"] == []
    host.shutdown()
    host.server_close()
    page.page.goto("about:blank")
    page.page.goto(address + fragment(drawn("##", "#.", title="Other")))
    expect(page.page.locator("h1")).to_have_text("Other")
    page.tap((1, 1))
    assert page.marks[0][0] == "1"


def test_german(play: Play, player: str) -> None:
    """The page that asks for a link is German where the browser prefers that."""
    page = play(player, locale="de-DE")
    expect(page.page.locator("main")).to_contain_text("Diese Seite spielt ein Nonogramm")


def test_command(tmp_path: Path) -> None:
    """A folder with one page; puzzles and options for them are refused."""
    done = run("publish", "--player", tmp_path / "player")
    assert (done.status, done.out) == (0, f"{tmp_path / 'player'}: a player for links\n")
    for words in (["a.xml"], ["--hide-titles"], ["--output", "b"]):
        refused = run("publish", "--player", tmp_path / "other", *words)
        assert refused.status == 2
        assert "--player takes no puzzles" in refused.err
    assert [path.name for path in tmp_path.iterdir()] == ["player"]
