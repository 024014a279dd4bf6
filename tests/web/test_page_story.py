"""The whole story in a real browser: paint, check, repair, save, open, play; and the bench."""

import json
import random
import re
from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import expect

from asp_nono.asp.encodings import folder
from asp_nono.files import write
from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.web.driving import TIMES, Desk

HEART = [
    "..##..##..",
    ".####.###.",
    "##########",
    "##########",
    ".########.",
    "..######..",
    "...####...",
    "....##....",
    "#........#",
    ".#......#.",
]
"""The last two rows can be told from the clues in four ways."""

WRONG = """\
1 { start(L, B, S, E) : place(L, B, S, E) } 1 :- place(L, B, _, _).
full(L, S..E) :- start(L, B, S, E).
fill(X, Y, 1) :- full(L, P), at(L, P, (X, Y)).
:- needed(L, P), not full(L, P).
#show fill/3.
"""
"""Nothing makes rows and columns agree."""


def test_from_an_empty_canvas_to_a_puzzle_that_was_played(desk: Desk, tmp_path: Path) -> None:
    """Paint a heart, repair it, save it as XML, open that, play it to the end with a hint."""
    desk.paint(*HEART)
    assert desk.picture == HEART
    desk.verdict("More than one solution")
    assert {kind for kind, *_ in desk.shown["cells"]} == {"differs"}
    _all_solutions_are_seen(desk)
    repaired = _a_repair_is_accepted(desk)
    file = _saved(desk, "Two hearts", tmp_path)
    desk.new()
    desk.give(file)
    expect(desk.title).to_have_value("Two hearts")
    assert desk.picture == repaired
    _played_to_the_end(desk)
    assert [row.replace("?", ".") for row in desk.marks] == repaired


def test_an_estimate_where_counting_stops(desk: Desk, tmp_path: Path) -> None:
    """A board with far too many solutions: bounds that are proven, and an estimate beside them."""
    dice = random.Random(1)  # noqa: S311 - nothing secret
    rows = tuple(tuple(int(dice.random() < 0.2) for _ in range(25)) for _ in range(25))
    write([Puzzle.of(Grid(rows))], tmp_path / "sparse.non")
    desk.give(tmp_path / "sparse.non")
    desk.verdict("More than one solution")
    desk.press("How many solutions are there?")
    expect(desk.page.locator(".page")).to_contain_text("Estimate: about", timeout=120_000)
    desk.says(re.compile("At least .* at most .* solutions"))
    desk.says("95 % confidence interval")
    expect(desk.button("Continue, up to 2 minutes")).to_be_visible()


def test_several_works_become_a_site(desk: Desk) -> None:
    """Those that were chosen, and no other; one alone is not enough."""
    for number, rows in enumerate((["##", ".#"], ["#"], ["###", "#"]), 1):
        if number > 1:
            desk.new()
        desk.paint(*rows)
        desk.title.fill(f"Work {number}")
        desk.title.press("Tab")
    desk.press("Save")
    desk.page.get_by_text("Several puzzles as a site").click()
    desk.press("Download the site")
    expect(desk.page.get_by_text("Choose at least two puzzles.")).to_be_visible()
    desk.page.get_by_label("Work 1").click()
    desk.page.get_by_label("Title of the site").fill("Ours")
    with desk.page.expect_download() as download:
        desk.press("Download the site")
    with ZipFile(download.value.path()) as site:
        pages = {name for name in site.namelist() if name.endswith(".html")}
        assert pages == {"index.html", "work-1.html", "work-3.html"}
        assert "<h1>Ours</h1>" in site.read("index.html").decode()


def _all_solutions_are_seen(desk: Desk) -> None:
    """Counted, leafed through, and where they differ."""
    desk.press("How many solutions are there?")
    desk.says("Exactly 4 solutions.")
    desk.press("Browse the solutions")
    seen = set()
    for number in range(1, 5):
        expect(desk.page.locator(".notice")).to_contain_text(f"Solution {number} of 4")
        seen.add(desk.page.evaluate("studio.stage.scene.cells.join('')"))
        if number < 4:
            desk.press("Next solution")
    assert len(seen) == 4
    desk.press("Done")
    desk.press("Where is it ambiguous?")
    desk.says("8 uncertain cells in 2 regions.")
    assert {kind for kind, *_ in desk.shown["cells"]} == {"region"}


def _a_repair_is_accepted(desk: Desk) -> list[str]:
    """The picture after it: unique, and different in two cells."""
    desk.press("Suggest repairs")
    desk.page.locator("[data-action=accept]").first.click()
    desk.verdict("Exactly one solution")
    repaired = desk.picture
    old, new = "".join(HEART), "".join(repaired)
    assert sum(before != after for before, after in zip(old, new, strict=True)) == 2
    return repaired


def _saved(desk: Desk, title: str, folder: Path) -> Path:
    """The puzzle as an XML file with a title."""
    desk.title.fill(title)
    desk.press("Save")
    with desk.page.expect_download() as download:
        desk.page.locator("[data-action=download]").click()
    assert download.value.suggested_filename == f"{title}.xml"
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    assert b"<puzzleset" in file.read_bytes()
    desk.press("Close")
    return file


def _played_to_the_end(desk: Desk) -> None:
    """A hint, some cells by hand, an error found and taken back, the rest solved to watch."""
    desk.mode("Play")
    desk.press("Which cells")
    desk.says("exact fit")
    for row in (3, 4):
        desk.drag((1, row), (10, row))
    assert desk.marks[2] == "#" * 10
    assert desk.shown["done"][2] == [True]
    desk.press("Have I made an error?")
    desk.says("The grid has no error.")
    desk.click(1, 1)
    desk.press("Have I made an error?")
    desk.press("Show me where")
    expect(desk.page.locator(".card-text").first).not_to_contain_text("Working")
    assert desk.shown["cells"] == [["wrong", 1, 1]]
    desk.page.keyboard.press("Control+z")
    desk.page.get_by_label("Speed").fill("60")
    desk.press("Solve")
    expect(desk.page.locator(".stage .win")).to_contain_text("Solved!")


def test_a_wrong_encoding_gets_its_counterexample(desk: Desk) -> None:
    """Run on the puzzle, its wrong answers are shown as such; graded, a smallest board is drawn."""
    desk.paint("##.#......")
    desk.mode("Bench")
    desk.program(WRONG)
    desk.page.locator("[data-action=run]").click()
    expect(desk.page.locator(".answer.bad").first).to_be_visible()
    desk.says("not a solution: row 1 shows")
    desk.page.locator("[data-action=grade]").click()
    expect(desk.page.locator(".grade-result .verdict-head")).to_contain_text("Wrong")
    caption = desk.page.locator(".counterexample figcaption").first
    expect(caption).to_have_text("The program gives this, but it is not a solution")
    drawing = desk.page.locator(".counterexample canvas").first
    assert re.fullmatch(r"Picture: [.#/ ]+", drawing.get_attribute("aria-label") or "")
    desk.press("Open this puzzle")
    expect(desk.page.locator(".status-size")).to_have_text(re.compile(rf"^\d {TIMES} \d$"))


def test_grading_says_how_far_it_is_and_can_be_cancelled(desk: Desk) -> None:
    """Sizes of boards with a bar; what is cancelled is called so."""
    desk.mode("Bench")
    desk.program((folder() / "_template.lp").read_text(encoding="utf-8"))
    desk.page.locator("[data-action=grade]").click()
    grading = desk.page.locator(".grade-result")
    expect(grading).to_contain_text(re.compile(r"Right on \d+ of \d+ sizes of small boards"))
    expect(grading.locator("progress")).to_be_visible()
    desk.press("Cancel")
    expect(grading).to_have_text("Grading was cancelled.")


def _hopeless(file: Path) -> None:
    """Write a puzzle that no search decides soon: the clues of noise, without the noise."""
    chance = random.Random(1)  # noqa: S311 - the same noise every time
    rows = tuple(tuple(chance.randrange(2) for _ in range(100)) for _ in range(100))
    puzzle = puzzle_data(Puzzle.of(Grid(rows)))
    del puzzle["goal"]
    text = json.dumps({"format": "asp-nono puzzles", "version": 1, "puzzles": [puzzle]})
    file.write_text(text, encoding="utf-8")


def test_a_hopeless_check(desk: Desk, tmp_path: Path) -> None:
    """A limit is named and a longer one offered; canceled, the next check is answered at once."""
    file = tmp_path / "hopeless.json"
    _hopeless(file)
    desk.give_clues(file)
    desk.says("Looking for a second solution")
    desk.page.evaluate("() => { studio.mode.check.check(2); }")
    desk.verdict("Not decided")
    desk.says("time limit of 2 s")
    desk.page.get_by_role("button", name=re.compile("^Continue, up to 12 seconds")).click()
    desk.says("Looking for a second solution")
    desk.page.locator(".panel .verdict").get_by_role("button", name="Cancel").click()
    desk.says("The check was cancelled.")
    desk.new()
    desk.paint("###")
    desk.verdict("Exactly one solution")
