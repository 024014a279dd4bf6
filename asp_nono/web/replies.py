"""Answers: values as JSON, and jobs as streams of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from asp_nono.web.values import Event


def dumped(value: object) -> bytes:
    """A value as JSON in ASCII, which holds half of a surrogate pair, too."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


class Json(Response):
    """An answer in one piece."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:  # noqa: ANN401 - any value
        super().__init__(content, status_code)

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - any value
        """The bytes of the answer."""
        return dumped(content)


class Stream(Response):
    """Events, one a line, each sent at once; when the caller goes, the job is ended.

    A question that is not understood is answered by its status instead.

    Whatever the server's version of ASGI, the caller's going is waited for: a job may have nothing
    to say for long, and must not go on for nobody.
    """

    media_type = "application/x-ndjson"

    def __init__(self, events: AsyncGenerator[Event, None]) -> None:
        super().__init__()
        self._events = events
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until they end or the caller goes."""
        telling = asyncio.ensure_future(self._tell(scope, receive, send))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, leaving):
                task.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await telling

    async def _tell(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events) as events:  # first of all: what never began cannot end
            first = await anext(events)
            if first["event"] == "error":
                await problem_reply(first)(scope, receive, send)
                return
            head = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **head})
            await send(_line(first))
            async for event in events:
                await send(_line(event))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def problem_reply(event: Event) -> Json:
    """The answer to a question that is wrong, or that has shown a mistake of ours."""
    told = {name: value for name, value in event.items() if name != "event"}
    return Json(told, 422 if "line" in told else 500)


def _line(event: Event) -> Message:
    return {"type": "http.response.body", "body": dumped(event) + b"\n", "more_body": True}


async def _gone(receive: Receive) -> None:
    """Wait until the caller has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
