"""The paths of quick calls."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Header, HTTPException, Request, Security
from fastapi.security import APIKeyHeader
from starlette.responses import Response

from asp_nono.web import answers
from asp_nono.web.bodies import Body, DrawBody, PictureBody, PrintBody, ReadBody, WriteBody
from asp_nono.web.kinds import perform
from asp_nono.web.studio import Studio

Page = Annotated[str, Header(alias="X-Studio-Page", max_length=100)]
"""Which page asks: a name of its own choice."""

KEY = Security(APIKeyHeader(name="X-Studio-Token", auto_error=False))
"""Says that the token is needed; the guard has looked at it."""


def _declared(request: Request) -> None:
    """Refuse a body that is not declared as JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != "application/json":
        reason = "the body is not declared as JSON; expected application/json"
        raise HTTPException(415, reason)


DECLARED = Depends(_declared)

router = APIRouter(
    prefix="/api", tags=["quick"], responses=answers.ERRORS, dependencies=[KEY, DECLARED]
)


@router.get("/about", response_model=answers.About)
async def about(request: Request, page: Page = "") -> Response:
    """What this installation can do, and its limits."""
    studio: Studio = request.app.state.studio
    return await studio.reply(partial(perform, "quick.about", limits=studio.limits), page)


@router.get("/encodings", response_model=answers.Encodings)
async def encodings(request: Request, page: Page = "") -> Response:
    """The text of every encoding, and of one to start from."""
    return await _reply(request, "quick.encodings", page)


@router.get("/opened", response_model=answers.Read)
async def opened(request: Request, page: Page = "") -> Response:
    """The puzzles of the files that were named on the command line."""
    studio: Studio = request.app.state.studio
    work = partial(perform, "quick.opened", files=tuple(studio.settings.files))
    return await studio.reply(work, page)


@router.post("/read", response_model=answers.Read)
async def read(request: Request, body: ReadBody, page: Page = "") -> Response:
    """The puzzles of a file."""
    return await _reply(request, "quick.read", page, body)


@router.post("/picture", response_model=answers.Pictured)
async def picture(request: Request, body: PictureBody, page: Page = "") -> Response:
    """The puzzle that a picture poses."""
    return await _reply(request, "quick.picture", page, body)


@router.post("/write", response_model=answers.File)
async def write(request: Request, body: WriteBody, page: Page = "") -> Response:
    """A file of puzzles in some format."""
    return await _reply(request, "quick.write", page, body)


@router.post("/draw", response_model=answers.File)
async def draw(request: Request, body: DrawBody, page: Page = "") -> Response:
    """A drawing of a puzzle."""
    return await _reply(request, "quick.draw", page, body)


@router.post("/print", response_model=answers.File)
async def print_document(request: Request, body: PrintBody, page: Page = "") -> Response:
    """Puzzles as a document to print."""
    return await _reply(request, "quick.document", page, body)


async def _reply(request: Request, kind: str, page: str, body: Body | None = None) -> Response:
    studio: Studio = request.app.state.studio
    work = partial(perform, kind, **(body.arguments() if body else {}))
    return await studio.reply(work, page)
