"""Firefox, driven by Marionette, the protocol that it speaks itself.

Playwright drives only a Firefox of its own; https://firefox-source-docs.mozilla.org/testing/marionette
describes the protocol: JSON with its length before it.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from tests.web.serving import until

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
_PATIENCE = 60.0  # seconds
_AT = """const { view, pane } = studio.stage.board, box = pane.getBoundingClientRect();
return [box.left + (view.left(arguments[0] - 1) + view.cell / 2) / view.ratio,
    box.top + (view.top(arguments[1] - 1) + view.cell / 2) / view.ratio].map(Math.round);"""


class Firefox:
    """A Firefox without a window and with a profile of its own, inside a `with` block."""

    def __init__(self, profile: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        (profile / "user.js").write_text(f'user_pref("marionette.port", {self._port});\n')
        words = [
            FIREFOX or "",
            "--headless",
            "--no-remote",
            "--marionette",
            "--profile",
            str(profile),
        ]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(words, stdout=quiet, stderr=quiet, start_new_session=True)
        self._number = 0
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        try:
            until(self._connected, "Firefox answers")
            self._answers = self._closing.enter_context(self._socket.makefile("rb"))
            self._receive()  # its greeting
            self.command("NewSession")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._closing.close()

    def command(self, name: str, **given: object) -> Any:  # noqa: ANN401 - any JSON
        """What a command of WebDriver gives."""
        self._number += 1
        order = json.dumps([0, self._number, f"WebDriver:{name}", given]).encode()
        self._socket.sendall(b"%d:%b" % (len(order), order))
        _, _, error, value = self._receive()
        assert error is None, error
        return value.get("value", value) if value else None

    def script(self, text: str, *given: object) -> Any:  # noqa: ANN401 - any JSON
        """What a function with this body returns on the page."""
        return self.command("ExecuteScript", script=text, args=given, sandbox=None)

    def until(self, condition: str) -> None:
        """Wait for a condition of the page."""
        until(lambda: bool(self.script(f"return {condition};")), condition)

    def says(self, selector: str, text: str) -> None:
        """Wait until a part of the page has a text."""
        self.until(f"document.querySelector({selector!r})?.textContent.includes({text!r})")

    def press(self, selector: str) -> None:
        """Click the middle of the first element that can be seen."""
        place = "const one = [...document.querySelectorAll(arguments[0])].find((one) => "
        place += "one.checkVisibility()), box = one.getBoundingClientRect();"
        place += "return [box.left + box.width / 2, box.top + box.height / 2].map(Math.round);"
        self._point([self.script(place, selector)])

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag from a cell of the board to another; columns and rows from 1."""
        self._point([self.script(_AT, *start), self.script(_AT, *end)])

    def _point(self, places: list[list[int]]) -> None:
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0} for x, y in places]
        down, up = ({"type": f"pointer{one}", "button": 0} for one in ("Down", "Up"))
        actions = [moves[0], down, *moves[1:], up]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.command("PerformActions", actions=[mouse | {"actions": actions}])

    def _connected(self) -> bool:
        try:
            self._socket = socket.create_connection(("127.0.0.1", self._port), _PATIENCE)
        except OSError:
            return False
        self._closing.enter_context(self._socket)
        return True

    def _receive(self) -> Any:  # noqa: ANN401 - any JSON
        size = b""
        while (digit := self._answers.read(1)) not in (b":", b""):
            size += digit
        return json.loads(self._answers.read(int(size)))
