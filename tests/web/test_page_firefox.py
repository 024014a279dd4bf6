"""The main journey in Firefox: open a puzzle, paint, check, play until it is solved."""

from pathlib import Path

import pytest

from tests.web.firefox import FIREFOX, Firefox
from tests.web.serving import Server


@pytest.mark.slow
@pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed (Debian: firefox-esr)")
def test_firefox(server: Server, tmp_path: Path) -> None:
    """A file is opened and checked, a stroke is seen by the check, all filled cells solve it."""
    with Firefox(tmp_path) as firefox:
        firefox.command("Navigate", url=server.address)
        firefox.until("'ready' in document.body.dataset")
        firefox.says(".panel .verdict-head", "solution")
        before = firefox.script("return [...studio.store.work.cells];")
        firefox.drag((1, 1), (3, 1))
        painted = firefox.script("return [...studio.store.work.cells];")
        assert painted[:3] == [1, 1, 1] != before[:3]
        firefox.says(".panel .verdict-head", "solution")
        width = firefox.script("return studio.store.work.width;")
        firefox.press(".tab:nth-of-type(3)")
        firefox.until("document.querySelector('.tab[aria-current]').textContent === 'Play'")
        for place, color in enumerate(painted):
            if color:
                cell = place % width + 1, place // width + 1
                firefox.drag(cell, cell)
        firefox.says(".stage .win", "Solved!")
