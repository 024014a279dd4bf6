"""Responses: values as JSON, and jobs as streams of it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from typing import Any

from starlette.responses import Response
from starlette.types import Message as ServerMessage, Receive, Scope, Send

from asp_nono.messages import Message, with_messages
from asp_nono.web.values import Event


def _dumped(value: object) -> bytes:
    """A value as JSON in ASCII, which also holds half of a surrogate pair."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


class Json(Response):
    """A response in one piece."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - any value
        """The bytes of the response."""
        return _dumped(content)


def refusal(status: int, reason: Message, where: Sequence[str] = ()) -> Json:
    """The response to a call that fails: the reason, and the place in what was sent."""
    return Json(with_messages(reason=reason, where=where), status)


def failure(event: Event) -> Json:
    """The response to a wrong request, or to one that has shown a mistake of ours."""
    values = {name: value for name, value in event.items() if name != "event"}
    return Json(values, 422 if "line" in values else 500)


_PAUSE = 0.25  # seconds between news of a job: a page that is drawn more often cannot be pressed


async def bundles(
    events: AsyncGenerator[Event, None], *, piecewise: bool
) -> AsyncGenerator[list[Event], None]:
    """The events; progress waits for a pause after the last bundle that had some, others do not.

    Progress that a newer event replaces is left out, unless each is a piece of its own.
    """
    now, held = asyncio.get_running_loop().time, list[Event]()
    free = now()
    step = asyncio.ensure_future(_next(events))
    try:
        while True:
            await asyncio.wait([step], timeout=max(0.0, free - now()) if held else None)
            if step.done():
                event = step.result()
                if event is None:
                    break
                step = asyncio.ensure_future(_next(events))
                if not piecewise:
                    held = [one for one in held if not _is_progress(one)]
                held.append(event)
                if _is_progress(event) and now() < free:
                    continue
            if any(map(_is_progress, held)):
                free = now() + _PAUSE
            yield held
            held = []
        if held:
            yield held
    finally:
        step.cancel()
        await asyncio.wait([step])


async def _next(events: AsyncGenerator[Event, None]) -> Event | None:
    return await anext(events, None)


def _is_progress(event: Event) -> bool:
    return bool(event["event"] == "progress")


class EventStream(Response):
    """Events, one a line, in `bundles`; a request that is wrong is answered by its status.

    When the client disconnects, the job ends. That is waited for whatever the server's version of
    ASGI: a job may be silent for long, and must not go on for nobody.
    """

    media_type = "application/x-ndjson"

    def __init__(self, events: AsyncGenerator[Event, None], *, piecewise: bool) -> None:
        super().__init__()
        self._events, self._piecewise = events, piecewise
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until they end or the client disconnects."""
        sending = asyncio.ensure_future(self._send(scope, receive, send))
        leaving = asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await sending

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events) as events:  # first of all: what never began cannot end
            first = await anext(events)
            if first["event"] == "error":
                await failure(first)(scope, receive, send)
                return
            head = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **head})
            await send(_lines([first]))
            async with aclosing(bundles(events, piecewise=self._piecewise)) as news:
                async for bundle in news:
                    await send(_lines(bundle))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _lines(events: Sequence[Event]) -> ServerMessage:
    body = b"".join(_dumped(event) + b"\n" for event in events)
    return {"type": "http.response.body", "body": body, "more_body": True}


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
