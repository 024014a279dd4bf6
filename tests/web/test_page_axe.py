"""axe-core, the checker of accessibility by Deque, finds nothing in eight views, light and dark."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.web.driving import Desk

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = ("Paint", "Clues", "Play", "Bench", "New", "Open", "Save", "Keys and gestures")

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (npm install)")


def _violations(desk: Desk) -> list[str]:
    # In a world of its own, as an extension: the page's policy allows no other scripts.
    session = desk.context.new_cdp_session(desk.page)
    tree = session.send("Page.getFrameTree")
    frame = tree["frameTree"]["frame"]["id"]
    world = session.send("Page.createIsolatedWorld", {"frameId": frame})["executionContextId"]
    where = {"contextId": world}
    session.send("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8"), **where})
    check = "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => "
    check += "nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))"
    how = {"expression": check, "awaitPromise": True, "returnByValue": True, **where}
    found: dict[str, Any] = session.send("Runtime.evaluate", how)
    return list(found["result"]["value"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("host", ["studio", "unserved"])
def test_axe(
    visit: Callable[..., Desk], request: pytest.FixtureRequest, host: str, scheme: str, width: int
) -> None:
    """No violation of any of its rules, on a phone and on a desk, with a server and without."""
    viewport = {"width": width, "height": 844}
    desk = visit(
        request.getfixturevalue(host), color_scheme=scheme, viewport=viewport, has_touch=width < 500
    )
    desk.paint("##.##", "#.#")
    found = {}
    for view in VIEWS:
        if view in ("Paint", "Clues", "Play", "Bench"):
            desk.mode(view)
            if width < 500:
                desk.page.locator(".at-hand [data-sheet=panel]").click()
        else:
            if width < 500 and not desk.page.locator(".actions").is_visible():
                desk.page.locator(".menu").click()
            desk.press(view)
            desk.page.wait_for_selector("dialog[open]")
        desk.page.wait_for_load_state("networkidle")
        if wrong := _violations(desk):
            found[view] = wrong
        desk.page.keyboard.press("Escape")
    assert not found
