"""A second language: every text of the page is also German, and so is all that the server says."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from asp_nono.clue import Line
from asp_nono.files import read
from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid
from asp_nono.logic.wording import Names, cells_named
from asp_nono.messages import Message, PuzzleError, sentence
from asp_nono.puzzle import WHITE, Color, Puzzle
from asp_nono.run.limits import Cause, Limits, Stopped
from tests.conftest import ROOT
from tests.web.driving import Desk
from tests.web.serving import ONES, Server, coded, posed
from tools.messages import read_catalog

ENGLISH = re.compile(
    r"\b(a|and|are|at|be|but|called|cannot|each|expected|fewer|for|from|has|have|is|it|its"
    r"|more|no|not|of|one|or|than|the|to|unknown|which|with|without)\b"
)
AS_WRITTEN = re.compile(  # fields, atoms, and names in files and programs
    r"\{\^?\w+\}|'[^']*'|<[^>]*>|`[^`]*`|\"[^\"]*\"|\\.|#\w+|\w+\([^ ]*\)"
)

XML = " XML: "  # what follows is said by the reader of XML


def english(texts: Iterable[str]) -> list[str]:
    """Those of some texts in which English words are left."""
    return [one for one in sorted(set(texts)) if ENGLISH.search(AS_WRITTEN.sub("", one))]


def test_german_is_german() -> None:
    """No translation in the catalog has English words left."""
    assert english(str(one.string) for one in read_catalog("de") if one.id) == []


RED = Puzzle.of(
    Grid.from_text(["##o"], ".#o"), (WHITE, Color("red", "#", "ff0000"), Color("x", "o", "00ff00"))
)

WORDED = (
    (sentence(Line("row", 3).named), "Zeile 3."),
    (cells_named(0b1001110), "Zellen 2-4, 7"),
    (Names(RED).block(RED.rows[0], 0), "Block 1 (2 Zellen in rot)"),
    (Stopped.at(Cause.TIME, Limits(10)).message, "Zeitgrenze von 10 s"),
    (
        PuzzleError("a folder; expected a puzzle file", path="x").message,
        "x: ein Ordner; erwartet: eine Rätseldatei",
    ),
    (Message("{what} of {which}", what=("a", 2)), "a, 2 of {which}"),
    (Message("A sentence that nobody has translated."), "A sentence that nobody has translated."),
)


def test_messages_in_words(visit: Callable[..., Desk], studio: Server) -> None:
    """The page puts them into German, values that are messages too; what is unknown stays."""
    desk = visit(studio, locale="de-DE")
    worded = [desk.value("static/messages.js", "worded", one.to_json()) for one, _ in WORDED]
    assert worded == [german for _, german in WORDED]


TEXTS = {
    "about",
    "hint",
    "known",
    "losses",
    "reason",
    "remarks",
    "text",
    "warnings",
    "why",
    "wrong",
}
"""The keys of texts for people in answers."""

OTHERS = {"puzzle", "counterexample", "sizes", "atoms", "formats"}
"""The keys of puzzles, programs, and formats that the page does not offer."""


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    """The texts for people in an answer; beside each of them stands its message."""
    if isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key.endswith(("_message", "_messages")) or key in OTHERS:
                continue
            found = [one] if isinstance(one, str) else one
            if isinstance(found, list) and found and all(isinstance(text, str) for text in found):
                known = f"{key}_message" in value or f"{key}_messages" in value
                assert known or key not in TEXTS or not any(found), (key, found)
                yield from found if known else ()
            yield from _texts(one)


def test_what_the_server_says(visit: Callable[..., Desk], studio: Server) -> None:
    """No text of usual answers stays English: hints, grades, warnings, errors."""
    right = (ROOT / "encodings" / "_template.lp").read_text(encoding="utf-8")
    wrong = right.replace("not full(L, P)", "not ful(L, P)")
    puzzle = posed(*ONES)
    said: list[Any] = []
    for name in ("castle", "boat"):
        (shipped,) = read(ROOT / "instances" / "pictures" / f"{name}.xml")
        said.append(studio.last("explain", puzzle=puzzle_data(shipped), time_limit=60))
    tells = ("where", "rule", "cells")
    said.extend(studio.last("hint", puzzle=posed("##.#"), tell=tell) for tell in tells)
    said.append(studio.last("errors", puzzle=puzzle, tell="whether"))
    said.append(studio.last("explain", puzzle=posed("##.#", "#..#")))
    for program in (wrong, "a.\nb :- c d.", "a.\n#script (lua) #end.", "fill(1,1,1)."):
        said.append(studio.last("grade", program=program, scaling=False, time_limit=60))
        said.append(studio.last("run", puzzle=puzzle, program=program))
    said.append(studio.last("run", puzzle=puzzle, program=right, dialect="latin"))
    broken = (b"", b"\0\1\2\3", b"nothing that anyone knows", b"<puzzleset>", b"{")
    files = ({"name": "some.xml", "data": coded(data)} for data in broken)
    said.extend(studio.ask("/api/read", file).json for file in files)
    said.append(studio.ask("/api/about").json)
    desk = visit(studio, locale="de-DE")
    assert len(list(_texts(said))) > 100
    german = _texts(desk.value("static/messages.js", "localized", said))
    assert english(text.partition(XML)[0] for text in german) == []


BROKEN = {
    "breit.non": (
        "width 3\nheight 2\n\nrows\n1 1\n4\n\ncolumns\n1\n1\n1\n",
        "breit.non: Zeile 2: die Zahlen 4 brauchen 4 Zellen; die Zeile hat 3",
    ),
    "kaputt.xml": ("<puzzleset>", "kaputt.xml: Zeile 1: Zeichen 12: kein wohlgeformtes XML: "),
    "leer.json": (
        '{"rows": [[1]]}',
        "leer.json: keine Zahlen; erwartet: die Schlüssel 'row_rules' und 'col_rules'",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file(
    visit: Callable[..., Desk], studio: Server, tmp_path: Path, name: str
) -> None:
    """The dialog says in German where the file is wrong, and why."""
    text, german = BROKEN[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    desk = visit(studio, locale="de-DE")
    desk.give(tmp_path / name)
    problem = desk.page.locator("dialog .problem")
    expect(problem).to_contain_text(german)
    said = problem.inner_text().partition(XML)[0]
    desk.faults.clear()  # the browser itself reports that the server refused
    assert english([said]) == []


def test_a_german_browser_gets_german(visit: Callable[..., Desk], studio: Server) -> None:
    """The page and the server's hint, but no program; a button turns it into English."""
    desk = visit(studio, locale="de-DE")
    desk.paint("##########")
    desk.verdict("Genau eine Lösung")
    desk.page.locator(".tab", has_text="Spielen").click()
    desk.press("Welche Zellen")
    desk.says("Zeile 1")
    desk.page.locator(".tab", has_text="Labor").click()
    desk.page.locator("[data-action=run]").click()
    expect(desk.page.locator(".sizes")).to_contain_text("cell(row(Y),X,X,Y) :- line(row(Y),N)")
    desk.press("English")
    expect(desk.page.locator(".tab", has_text="Play")).to_be_visible()
    assert desk.page.evaluate("document.documentElement.lang") == "en"


CLASH = "width 3\nheight 3\n\nrows\n1 1\n1 1\n\n\ncolumns\n1\n2\n1\n"

SHOWN = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { parentElement: element, textContent } = walker.currentNode;
        const others = 'script, .code, code, .atoms, .gallery'; // programs and titles of puzzles
        if (!element.closest(others) && element.checkVisibility()) found.push(textContent);
    }
    return found;
}"""


def _all_german(desk: Desk) -> None:
    """Wait for what is being worked on; then nothing that is shown may be English."""
    expect(desk.page.locator(".working:visible")).to_have_count(0)
    assert english(desk.page.evaluate(SHOWN)) == []


def _checks(desk: Desk, folder: Path) -> None:
    """What is said of a puzzle with several solutions, and of one without any."""
    desk.paint("##..#", "#..#.", ".##..", "#...#")
    desk.verdict("Mehr als eine Lösung")
    for name in (
        "Wie viele Lösungen gibt es?",
        "Wo ist es mehrdeutig?",
        "Verbesserungen vorschlagen",
    ):
        desk.press(name)
        _all_german(desk)
    (folder / "keine.non").write_text(CLASH, encoding="utf-8")
    desk.give(folder / "keine.non")
    expect(desk.tab).to_have_text("Spielen")
    desk.mode("Zahlen")
    desk.verdict("Keine Lösung")
    _all_german(desk)
    desk.press("Welche Zahlen widersprechen sich?")
    desk.says("Diese Zahlen können nicht alle stimmen: Zeile 2, Spalte 2.")
    _all_german(desk)


def _hints(desk: Desk) -> None:
    """Hints, reasons and steps of a puzzle with colors, whose lines alone do not solve it."""
    desk.give(ROOT / "instances" / "color" / "ladybird.xml")
    desk.has_size(14, 18)
    desk.mode("Spielen")
    for name in (
        "Wo hinsehen",
        "Welche Regel",
        "Welche Zellen",
        "Habe ich einen Fehler?",
        "Eintragen",
    ):
        desk.press(name)
        _all_german(desk)
    desk.press("Warum ist eine Zelle so?")
    desk.click(3, 3)
    desk.says("wegen der Zahlen von")
    _all_german(desk)
    desk.press("Wie kann man es lösen?")
    desk.says("Es gibt mehrere Lösungen.")
    desk.page.locator(".step-button").last.click()
    _all_german(desk)


def _programs(desk: Desk) -> None:
    """Answers to programs, and grades; what a limit has stopped is shown as far as it came."""
    desk.mode("Labor")
    right = (ROOT / "encodings" / "_template.lp").read_text(encoding="utf-8")
    wrong = right.replace("not full(L, P)", "not ful(L, P)")
    for program in (wrong, "fill(1,1,1).", "a.\n#script (lua) #end."):
        desk.program(program)
        desk.page.locator("[data-action=run]").click()
        _all_german(desk)
        desk.press("Bewerten")
        _all_german(desk)
    desk.program(right)
    desk.page.get_by_label("Sekunden, höchstens").fill("4")
    desk.press("Bewerten")
    # The page's limit stops it, or a little earlier the grader itself does.
    desk.says(re.compile(r"Zeitgrenze von (4|3,8) s"))
    desk.says("keine falsche Antwort")
    _all_german(desk)
    desk.page.get_by_label("Kodierung").select_option("states")
    _all_german(desk)


def test_a_walk_in_german(visit: Callable[..., Desk], studio: Server, tmp_path: Path) -> None:
    """Whatever one does in the studio, no English sentence is shown."""
    desk = visit(studio, locale="de-DE")
    _checks(desk, tmp_path)
    _hints(desk)
    _programs(desk)
    desk.page.locator("[data-action=save]").click()
    expect(desk.page.get_by_role("button", name="Herunterladen")).to_be_visible()
    _all_german(desk)
