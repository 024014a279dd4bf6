"""A folder of pages: its files, what they give away, and an app that plays without a network."""

import base64
import json
import re
import struct
from collections.abc import Callable
from dataclasses import replace
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import expect

from asp_nono.files import read
from asp_nono.grid import Grid, PartialGrid
from asp_nono.publish.page import line_hashes, only_solution, puzzle_page
from asp_nono.publish.site import Published, page_names, site, write_site
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved
from tests.asp.boards import families
from tests.cli.run import run
from tests.conftest import ROOT
from tests.publish.conftest import Player

PICTURES = ROOT / "instances" / "pictures"
AMBIGUOUS = ROOT / "instances" / "ambiguous" / "dice-two.xml"
RED = Color("red", "r", "cc2222")
NONE = ROOT / "instances" / "pathological" / "none-search-color.xml"


def _named(name: str) -> Published:
    (puzzle,) = read(PICTURES / f"{name}.xml")
    return Published(puzzle, only_solution(puzzle), name)


def test_the_goal_is_not_in_the_page() -> None:
    """Neither its rows nor its saved pictures nor, in clear, the description are in the file."""
    (duck,) = read(PICTURES / "duck.xml")
    assert duck.goal
    saved = (Saved(PartialGrid.of(duck.goal)),)
    text = puzzle_page(replace(duck, saved=saved, notes=("a private note",)), duck.goal)
    (data,) = re.findall(r'id="puzzle">(.*?)</script>', text)
    found = json.loads(data)
    assert not {"goal", "saved", "notes", "description"} & found["puzzle"].keys()
    assert duck.description not in text
    assert "a private note" not in text
    for row in duck.goal.rows:
        for spelled in ("".join(map(str, row)), ",".join(map(str, row)), str(list(row))):
            assert spelled not in text
    assert not re.search(r"""(?:src|href|url)\W+https?:""", text)


def test_texts_stay_texts() -> None:
    """No title ends the script that holds it, or a line of that script."""
    arrow, _, _ = _named("arrow")
    title = "</script><script>alert(1)</script>\u2028"
    plain, odd = (puzzle_page(replace(arrow, title=one)) for one in ("Arrow", title))
    assert odd.count("<script") == plain.count("<script")
    assert "\u2028" not in odd.partition("</title>")[2]
    (data,) = re.findall(r'id="puzzle">(.*?)</script>', odd)
    assert json.loads(data)["puzzle"]["title"] == title


def test_hashes_are_salted() -> None:
    """Equal lines have different hashes, and so have equal puzzles with other salts."""
    hashes = line_hashes(Grid.from_text(["##", "##"]), "salt")
    every = {*hashes["rows"], *hashes["columns"]}
    assert len(every) == 4
    assert every.isdisjoint(line_hashes(Grid.from_text(["##", "##"]), "other")["rows"])


def test_the_only_solution() -> None:
    """It is found by line logic or by probing; of two solutions none is."""
    for name in ("duck", "boat"):
        (puzzle,) = read(PICTURES / f"{name}.xml")
        assert only_solution(puzzle) == puzzle.goal
    assert only_solution(read(AMBIGUOUS)[0]) is None
    assert only_solution(read(NONE)[0]) is None
    for puzzle, pictures in families(3, 3, 2).items():
        if only_solution(puzzle) is not None:
            assert {only_solution(puzzle)} == pictures


def test_names_are_different() -> None:
    """Files are called after titles; equal ones are numbered, and none is the index."""
    titles = ["Duck", "Duck!", "Index", "…", "Café crème"]
    both = [
        Published(Puzzle.of(Grid.from_text(["#"]), title=title), None, "file") for title in titles
    ]
    names = ["duck.html", "duck-2.html", "index-2.html", "puzzle.html", "cafe-creme.html"]
    assert page_names(both) == names
    assert page_names(both[:1]) == ["index.html"]


def test_pages_lead_to_each_other() -> None:
    """From each puzzle to the one after it, but for the last; and from all to the index."""
    files = site([_named(name) for name in ("heart", "arrow", "duck")])
    found = {}
    for name in ("heart", "arrow", "duck"):
        (data,) = re.findall(r'id="puzzle">(.*?)</script>', files[f"{name}.html"].decode())
        found[name] = json.loads(data)
    assert {one["home"] for one in found.values()} == {"index.html"}
    following = {name: one.get("next") for name, one in found.items()}
    assert following == {"heart": "arrow.html", "arrow": "duck.html", "duck": None}


def test_the_version_of_a_site_is_that_of_its_files() -> None:
    """Browsers fetch a site again when any file has changed, and only then."""
    arrow = _named("arrow")
    other = arrow._replace(puzzle=replace(arrow.puzzle, author="Somebody"))
    first, again, changed = (site([one])["sw.js"] for one in (arrow, arrow, other))
    assert first == again != changed
    assert b"index.html" in first


def test_pictures_of_the_index() -> None:
    """An empty board, the same for all puzzles of a size: no clue and no color is given away."""
    color = Puzzle.of(Grid.from_text(["#r.", "..r"], ".#r"), (WHITE, BLACK, RED))
    other = Puzzle.of(Grid.from_text(["###", "###"]))
    files = site([Published(color, None, "one"), Published(other, None, "two")])
    assert [name for name in files if name.startswith("pictures/")] == ["pictures/3x2.svg"]
    board = files["pictures/3x2.svg"].decode()
    assert set(re.findall('"(#[0-9a-f]+)"', board)) == {"#fff", "#ccc", "#888"}
    assert board.count("v2") == 4 + 2  # a thin line beside each column, bold ones at the edges
    assert board.count("h3") == 3 + 1


def test_hidden_titles(tmp_path: Path) -> None:
    """Neither the pages nor their names hold a title in clear; who has solved one reads it."""
    files = [PICTURES / "duck.xml", PICTURES / "boat.xml"]
    assert run("publish", "--hide-titles", *files, "--output", tmp_path).status == 0
    pages = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.html")}
    assert set(pages) == {"index.html", "nonogram-1.html", "nonogram-2.html"}
    assert not any(re.search("duck|boat", text, re.IGNORECASE) for text in pages.values())
    (data,) = re.findall(r'id="puzzle">(.*?)</script>', pages["nonogram-1.html"])
    assert base64.b64decode(json.loads(data)["after"]).decode().startswith("Duck")


def test_puzzles_without_a_title_are_numbered() -> None:
    """In the index, and on their pages; their files have the names of what was read."""
    plain = Puzzle.of(Grid.from_text(["###"]))
    files = site([Published(plain, None, "one"), _named("duck"), Published(plain, None, "two")])
    assert {"one.html", "duck.html", "two.html"} <= set(files)
    index = files["index.html"].decode()
    assert re.findall("<b>(.*?)</b>", index) == ["Nonogram 1", "Duck", "Nonogram 3"]
    assert "<title>Nonogram 3</title>" in files["two.html"].decode()


def test_files_of_an_earlier_site_are_named(tmp_path: Path) -> None:
    """They stay, as does what is not of a site; a second time nothing is left to be named."""
    (tmp_path / "notes.html").write_text("mine", encoding="utf-8")
    duck, boat = PICTURES / "duck.xml", PICTURES / "boat.xml"
    assert not run("publish", duck, boat, "--output", tmp_path).err
    said = run("publish", boat, "--output", tmp_path).err
    assert "files of an earlier site stay here: " in said
    assert "duck.html" in said
    assert "notes" not in said
    assert (tmp_path / "duck.html").exists()
    assert not run("publish", boat, "--output", tmp_path).err


def test_icons_are_images() -> None:
    """They have the size that the manifest states."""
    files = site([_named("duck")])
    for side in (192, 512):
        assert struct.unpack(">II", files[f"icon-{side}.png"][16:24]) == (side, side)


def test_command(tmp_path: Path) -> None:
    """One file, a folder, warnings, and refusals that write nothing."""
    duck = PICTURES / "duck.xml"
    single = run("publish", duck, "--output", tmp_path / "duck.html")
    assert (single.status, single.out) == (0, f"{tmp_path / 'duck.html'}: 1 puzzle\n")
    folder = run("publish", duck, AMBIGUOUS, "--title", "A & B", "--output", tmp_path / "site")
    assert folder.status == 0
    assert "has several solutions; the page accepts each of them" in folder.err
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "<h1>A &amp; B</h1>" in index
    for words, reason in (
        ((duck, AMBIGUOUS, "--output", tmp_path / "two.html"), "one file is for one puzzle"),
        ((duck, NONE, "--output", tmp_path / "none"), "no solution, so it cannot be played"),
        ((duck, "--output", tmp_path / "duck.html" / "x"), "cannot be written"),
        ((duck, "--output", tmp_path / "c", "--with-clingo", tmp_path), "no dist/clingo.js"),
    ):
        refused = run("publish", *words)
        assert refused.status == 2
        assert reason in refused.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["duck.html", "site"]


def test_an_app_without_a_network(
    play: Callable[..., Player], hosted: tuple[ThreadingHTTPServer, Path]
) -> None:
    """Opened once, all pages of a site open again when its server is gone, with their progress."""
    host, folder = hosted
    write_site(site([_named("heart"), _named("arrow")], "Two"), folder)
    player = play(f"http://127.0.0.1:{host.server_port}/heart.html")
    player.page.wait_for_function("() => navigator.serviceWorker.controller")
    assert player.touch.session.send("Page.getAppManifest")["errors"] == []
    wrong = player.touch.session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in wrong} == {"in-incognito"}  # as all contexts of Playwright
    player.tap((2, 1))
    host.shutdown()
    host.server_close()
    player.page.get_by_role("link", name="All puzzles").click()
    expect(player.page.locator(".card canvas")).to_have_count(1)
    player.page.get_by_text("Arrow").click()
    player.page.wait_for_function("() => player.stage.board.scene")
    player.page.goto(player.page.url.replace("arrow", "heart"))
    player.page.wait_for_function("() => player.stage.board.scene")
    assert player.marks[0][1] == "1"
