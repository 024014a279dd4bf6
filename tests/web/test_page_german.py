"""A second language: every text of the page is also German, and much of what the server says."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.driving import Desk
from tests.web.serving import Server

KEYS = """async () => {
    const { t } = await import('/static/strings.js');
    const { de } = await import('/static/strings_de.js');
    const missing = (texts, others, place) => Object.entries(texts).flatMap(([key, text]) => {
        if (!(key in others)) return [`${place}.${key}`];
        return text?.constructor === Object ? missing(text, others[key], `${place}.${key}`) : [];
    });
    return [...missing(t, de, 't'), ...missing(de, t, 'de')];
}"""


def test_every_text_has_a_german_one(desk: Desk) -> None:
    """Both modules have the same keys, but for keys of the keyboard and words of the editor."""
    same = ("t.toolKeys", "de.bench.search")
    assert [key for key in desk.page.evaluate(KEYS) if not key.startswith(same)] == []


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("row 3: cells 2-4, 7 filled", "Zeile 3: Zellen 2-4, 7 gefüllt"),
        (
            "Block 2 (5 cells) has only one place, cells 3-7.",
            "Block 2 (5 Zellen) hat nur einen Platz, Zellen 3-7.",
        ),
        (
            "Look at column 4: exact fit, the only block (16 cells).",
            "Sehen Sie auf Spalte 4: passt genau, der einzige Block (16 Zellen).",
        ),
        ("time limit of 10 s", "Zeitgrenze von 10 s"),
        ("A sentence that nobody has translated.", "A sentence that nobody has translated."),
    ],
)
def test_sentences_of_the_server(desk: Desk, english: str, german: str) -> None:
    """They are translated by templates; what has none stays as it is."""
    assert desk.value("said.js", "german", english) == german


@pytest.mark.slow
def test_a_german_browser_gets_german(visit: Callable[..., Desk], studio: Server) -> None:
    """The page and the server's hint; a button turns it into English."""
    desk = visit(studio, locale="de-DE")
    desk.paint("##########")
    desk.verdict("Genau eine Lösung")
    desk.page.locator(".tab", has_text="Spielen").click()
    desk.press("Welche Zellen")
    desk.says("Zeile 1")
    desk.press("English")
    expect(desk.page.locator(".tab", has_text="Play")).to_be_visible()
    assert desk.page.evaluate("document.documentElement.lang") == "en"
