"""The paths of jobs, each answered with a stream of events."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from asp_nono.web import answers
from asp_nono.web.bodies import CheckBody, JobBody, StartBody
from asp_nono.web.kinds import verdicts
from asp_nono.web.quick import Page
from asp_nono.web.replies import Stream
from asp_nono.web.studio import Kind, Studio

_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events, one JSON object a line; docs/studio-api.md describes them.",
        "content": {Stream.media_type: {"schema": {"type": "string"}}},
    }
}

router = APIRouter(
    prefix="/api/jobs",
    tags=["jobs"],
    default_response_class=Response,
    responses=_STREAM | answers.ERRORS,
)


def _stream(request: Request, kind: Kind, body: JobBody, page: str) -> Response:
    studio: Studio = request.app.state.studio
    return studio.stream(kind, body, page)


@router.post("/check")
async def check(request: Request, body: CheckBody, page: Page = "") -> Response:
    """Whether a puzzle has one solution, and if not, two of them."""
    return _stream(request, verdicts.check, body, page)


@router.post("/count")
async def count(request: Request, body: StartBody, page: Page = "") -> Response:
    """How many solutions a puzzle has."""
    return _stream(request, verdicts.count, body, page)
