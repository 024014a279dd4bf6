"""The studio's server as a process of its own, and a page's way to talk to it."""

import base64
import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from tests.cli.run import GUARD, command, launch, offspring

HEART = (".#.#.", "#####", "#####", ".###.", "..#..")
ONES = ("#..", ".#.", "..#")

ENDLESS = "p(1..2000000000). fill(1,1,1)."
"""A program whose grounding never ends."""

OWN = "own"
"""The server's own token."""


def posed(*rows: str) -> dict[str, Any]:
    """The puzzle that a drawing poses, as the page sends it."""
    return puzzle_data(Puzzle.of(Grid.from_text(rows), title="Drawn"))


def coded(data: bytes) -> str:
    """Bytes as the page sends them."""
    return base64.b64encode(data).decode()


@dataclass(frozen=True)
class Reply:
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401 - any value
        """The value in it."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Host:
    """A host with nothing but the files of a published studio."""

    address: str


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its parent
        pass


@contextmanager
def hosting(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """A static host of a folder."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder)))
    thread = threading.Thread(target=host.serve_forever)
    thread.start()
    yield host
    host.shutdown()
    host.server_close()
    thread.join()


class Server:
    """`asp-nono studio` on a port of its own."""

    def __init__(self, *words: object) -> None:
        self.process = launch(command("studio", "--port", 0, "--no-browser", *words))
        assert self.process.stdout
        said = self.process.stdout.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+)/(?:pages/)?#key=([\w-]{40,})) ", said)
        assert found, said or self.process.communicate()[1]
        self.address, self.token = found[1], found[3]
        self.port = int(found[2])
        self.host = f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.terminate()
        try:
            _, said = self.process.communicate(timeout=GUARD)
        finally:
            self.process.kill()
        assert "Traceback" not in said, said

    def ask(
        self,
        path: str,
        body: object = None,
        *,
        key: str | None = OWN,
        method: str | None = None,
        **headers: str | None,
    ) -> Reply:
        """Call the server; `headers` are added, those that are None are left out."""
        with closing(self._sent(path, body, key, method, headers)) as connection:
            answer = connection.getresponse()
            named = {key.lower(): value for key, value in answer.getheaders()}
            return Reply(answer.status, named, answer.read())

    @contextmanager
    def job(self, kind: str, page: str = "", **body: object) -> Iterator[Iterator[dict[str, Any]]]:
        """The events of a job; the request is aborted at the end of the block."""
        headers = {"X_Studio_Page": page} if page else {}
        path = f"/api/jobs/{kind}"
        with closing(self._sent(path, body, OWN, None, headers)) as connection:
            answer = connection.getresponse()
            assert answer.status == 200, answer.read()
            with closing(answer):
                yield (json.loads(line) for line in answer)

    def events(self, kind: str, **body: object) -> list[dict[str, Any]]:
        """The events of a job; not those of the queue, which are sent only if it is not empty."""
        with self.job(kind, "", **body) as events:
            return [event for event in events if event["event"] != "queued"]

    def last(self, kind: str, **body: object) -> dict[str, Any]:
        """How a job ends."""
        return self.events(kind, **body)[-1]

    def refused(self, kind: str, **body: object) -> dict[str, Any]:
        """Why a job is refused before it begins: by the status, or if it had to wait, at last."""
        reply = self.ask(f"/api/jobs/{kind}", body)
        assert reply.status in (200, 422), reply.body
        *waiting, last = map(json.loads, reply.body.splitlines())
        assert {event["event"] for event in waiting} <= {"queued"}, reply.body
        assert reply.status == 422 or last["event"] == "error", reply.body
        return dict(last)

    def _sent(
        self,
        path: str,
        body: object,
        key: str | None,
        method: str | None,
        headers: Mapping[str, str | None],
    ) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2 * GUARD)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body)
        sent = {
            "Host": self.host,
            "X-Studio-Token": self.token if key == OWN else key or None,
            "Content-Type": None if data is None else "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        found = {name: value for name, value in sent.items() if value is not None}
        connection.request(method or ("GET" if data is None else "POST"), path, data, found)
        return connection

    @property
    def children(self) -> set[int]:
        """The processes that the server has started, and theirs."""
        found, more = set[int](), {self.process.pid}
        while more:
            more = set().union(*map(offspring, more))
            found |= more
        return found


def until(true: Callable[[], bool], what: str) -> None:
    """Wait until `true()` is; fail when it takes longer than anything here may."""
    end = time.monotonic() + 2 * GUARD
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)
