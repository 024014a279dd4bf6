"""The page at 400 % zoom, and in the colors that a person's system forces on all pages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import ROOT
from tests.web.driving import Desk
from tests.web.serving import Server

pytestmark = pytest.mark.slow

SEEN = ".top, .at-hand, .tools, .panel, dialog[open], .dialog-body"
CUT = """(seen) => [...document.querySelectorAll(seen)]
    .filter((one) => one.checkVisibility())
    .flatMap((one) => {
        const { left, right } = one.getBoundingClientRect();
        const wide = one.scrollWidth > one.clientWidth + 1 || left < -1 || right > innerWidth + 1;
        return wide ? [`${one.className}: ${one.scrollWidth}`] : [];
    })"""
"""What is wider than its place, so that it would take scrolling in two directions."""

CLOSE = """() => {
    const button = document.querySelector('.panel .sheet-close');
    const { top, right, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(right - 10, top + height / 2));
}"""


def _bright(page: Page, x: float, y: float) -> float:
    """The relative luminance of a gray pixel of the board, as WCAG defines it."""
    color: list[int] = page.evaluate(
        """([x, y]) => {
            const canvas = document.querySelector('.board-base');
            const { left, top } = canvas.getBoundingClientRect();
            const at = [x - left, y - top].map((place) => Math.round(place * devicePixelRatio));
            return [...canvas.getContext('2d').getImageData(...at, 1, 1).data.slice(0, 3)];
        }""",
        [x, y],
    )
    parts = [((one / 255 + 0.055) / 1.055) ** 2.4 if one > 10 else one / 3294.6 for one in color]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def test_zoom(visit: Callable[..., Desk], studio: Server) -> None:
    """A screen of 1280x1024 at 400 %: nothing is cut off, in all modes, sheets and dialogs."""
    desk = visit(studio, viewport={"width": 320, "height": 256})
    page, cut = desk.page, {}
    for mode in ("Paint", "Clues", "Play", "Bench"):
        desk.mode(mode)
        cut[mode] = page.evaluate(CUT, SEEN)
        page.locator(".at-hand [data-sheet=panel]").click()
        expect(page.locator(".panel")).to_be_visible()
        cut[f"{mode}, panel"] = page.evaluate(CUT, SEEN)
        assert page.evaluate(CLOSE)
        page.keyboard.press("Escape")
    for name in ("New", "Open", "Save", "Keys and gestures"):
        page.locator(".menu").click()
        cut[f"{name}, menu"] = page.evaluate(CUT, SEEN)
        desk.press(name)
        page.wait_for_selector("dialog[open]")
        cut[name] = page.evaluate(CUT, SEEN)
        page.keyboard.press("Escape")
    assert not {view: found for view, found in cut.items() if found}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colors(visit: Callable[..., Desk], server: Server, scheme: str) -> None:
    """Filled, background and unknown are told apart; what is chosen has an outline."""
    desk = visit(server, color_scheme=scheme, forced_colors="active")
    desk.mode("Play")
    desk.click(1, 1)
    desk.click(2, 1, button="right")
    page = desk.page
    page.mouse.move(5, 5)
    places = [desk.at(column, 1) for column in (1, 2, 4)]
    filled, background, unknown = [_bright(page, x + 5, y + 5) for x, y in places]
    for lighter in (background, unknown):
        assert (lighter + 0.05) / (filled + 0.05) >= 3
    assert background != unknown
    chosen = page.locator(".tab[aria-current], .swatch[aria-checked=true]")
    styles = "all => all.map((one) => getComputedStyle(one).outlineStyle)"
    assert chosen.evaluate_all(styles) == ["solid", "solid"]
    for part in (".panel", ".tools"):
        assert (
            page.locator(part).evaluate("(one) => getComputedStyle(one).borderTopStyle") == "solid"
        )


PHONE = {"viewport": {"width": 390, "height": 844}}


def test_a_palette_with_more_colors_than_room_says_so(
    visit: Callable[..., Desk], studio: Server
) -> None:
    """On a phone they fade at the end where there are more."""
    desk = visit(studio, **PHONE)
    desk.page.evaluate(
        """async () => {
            const { blankWork } = await import('/page/static/model.js');
            const color = (rgb, number) => ({ name: `c${number}`, rgb, char: 'abcdefgh'[number] });
            const rgbs = ['ffffff', '000000', 'c62828', '1e5fbf', '2e7d32', 'f2c230', '7b3fa0'];
            await studio.keeper.begin(blankWork(5, 5, rgbs.map(color)));
            await studio.choose('paint');
            studio.phone.open(null);
        }"""
    )
    palette = desk.page.locator(".at-hand .swatches")
    expect(palette).to_have_class("swatches more-after")
    palette.evaluate("(list) => list.scrollTo(9999, 0)")
    expect(palette).to_have_class("swatches more-before")


def test_a_sheet_opens_at_its_beginning(visit: Callable[..., Desk], studio: Server) -> None:
    """However far it was scrolled before: the buttons of hints are the first that is seen."""
    desk = visit(studio, **PHONE)
    desk.page.evaluate("() => studio.phone.open('menu')")
    desk.give(ROOT / "instances" / "pictures" / "duck.xml")
    desk.mode("Play")
    opener = desk.page.locator(".at-hand [data-sheet=panel]")
    for _ in range(2):
        opener.click()
        top = "() => document.querySelector('.panel').scrollTop"
        assert desk.page.evaluate(top) == 0
        expect(desk.button("Where to look")).to_be_in_viewport()
        desk.page.evaluate("() => { document.querySelector('.panel').scrollTop = 200; }")
        opener.click()
