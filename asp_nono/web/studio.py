"""What the server has: its limits, its token, and the desks where work is done."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from asp_nono.formats.source import MAX_BYTES, MAX_SIDE
from asp_nono.run.limits import Limits
from asp_nono.web.bodies import JobBody
from asp_nono.web.desk import Desk, Work
from asp_nono.web.kinds import perform
from asp_nono.web.replies import Json, Stream, problem_reply

MOST_WAITING = 32
"""No more jobs wait."""

_QUICK = Limits(30.0, 1024)
"""What a quick call may take."""

_QUICK_AT_ONCE = 2

BODY = 2 * MAX_BYTES
"""Bytes of the largest body: a file in base64 and what is said of it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the studio is run.

    Attributes:
        port: Where it listens, on loopback.
        jobs: So many jobs at once.
        limits: The most that a job may take.
        files: Files that the page opens with.
        token: What every call must carry.
    """

    port: int
    jobs: int
    limits: Limits
    files: Sequence[str] = ()
    token: str = field(default_factory=partial(secrets.token_urlsafe, 32))


class Studio:
    """A server's desks, and how calls are put to them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._jobs = Desk(settings.jobs, MOST_WAITING)
        self._quick = Desk(_QUICK_AT_ONCE, 2 * MOST_WAITING)

    @property
    def limits(self) -> dict[str, Any]:
        """The limits as the page is told them."""
        return {
            "seconds": self.settings.limits.seconds,
            "megabytes": self.settings.limits.megabytes,
            "jobs": self.settings.jobs,
            "waiting": MOST_WAITING,
            "body": BODY,
            "side": MAX_SIDE,
        }

    def stream(self, kind: str, body: JobBody, page: str) -> Stream:
        """The events of a job.

        Raises:
            Busy: If too many wait already.
        """
        limits = self._within(body)
        work = partial(perform, kind, limits, **body.arguments())
        return Stream(self._jobs.events(self._jobs.enter(page), work, limits))

    async def reply(self, work: Work, page: str) -> Json:
        """The answer of a quick call.

        Raises:
            Busy: If too many wait already.
        """
        event = await self._quick.answer(work, _QUICK, page)
        if event["event"] == "stopped":
            return Json({"message": f"given up: {event['message']}", "where": []}, 503)
        if event["event"] == "error":
            return problem_reply(event)
        return Json({name: value for name, value in event.items() if name != "event"})

    async def warm(self) -> None:
        """Start the processes in which work is done."""
        await self._quick.warm()
        await self._jobs.warm()

    def close(self) -> None:
        """End them, whatever they do."""
        self._quick.close()
        self._jobs.close()

    def _within(self, body: JobBody) -> Limits:
        """The limits that a job asks for, cut down to those of the server."""
        most = self.settings.limits
        seconds = min(body.seconds, most.seconds or body.seconds)
        wanted = [one for one in (body.megabytes, most.megabytes) if one is not None]
        return Limits(seconds, min(wanted, default=None))
