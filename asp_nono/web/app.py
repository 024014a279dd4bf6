"""The application: its routes, the page, and errors as sentences."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple, cast

from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Request, Security
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.security import APIKeyHeader
from pydantic import BaseModel
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from asp_nono import __version__
from asp_nono.formats.source import MAX_BYTES, MAX_SIDE
from asp_nono.run.limits import Limits
from asp_nono.web import Settings, quick, schemas
from asp_nono.web.jobs import JOBS, perform
from asp_nono.web.pool import LOG, BusyError, JobPool, mistake
from asp_nono.web.responses import Json, Stream, failure, refusal
from asp_nono.web.security import TOKEN, SecurityMiddleware
from asp_nono.web.values import Event

FOLDER = Path(__file__).parent / "static"

MOST_WAITING = 32
"""How many jobs may wait."""

BODY = 2 * MAX_BYTES
"""Bytes of the largest body: a file in base64, and options."""

_TOKEN_PLACE = "{{token}}"  # noqa: S105 - where it goes in index.html

_SECONDS = 10.0  # for a job that asks for no limit
_LEAST = 64  # megabytes with which a child can work at all
_QUICK = Limits(30.0, 1024)
_QUICK_AT_ONCE = 2


class _Call(NamedTuple):
    """A call that is answered at once."""

    path: str
    answer: type[schemas.Answer]
    function: Callable[..., Event]
    request: schemas.Request


CALLS = (
    _Call("/read", schemas.Puzzles, quick.read, schemas.READ),
    _Call("/picture", schemas.PosedPuzzle, quick.picture, schemas.PICTURE),
    _Call("/write", schemas.File, quick.write, schemas.WRITE),
    _Call("/draw", schemas.File, quick.draw, schemas.DRAW),
    _Call("/print", schemas.File, quick.print_document, schemas.PRINT),
)

_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events, one JSON object a line; docs/studio-api.md describes them.",
        "content": {Stream.media_type: {"schema": {"type": "string"}}},
    }
}


def application(settings: Settings) -> SecurityMiddleware:
    """The studio as an ASGI application, behind its security."""
    return SecurityMiddleware(_Application(settings), settings.port, settings.token, BODY)


class _Application(FastAPI):
    """The routes of the studio, and the pools where their work is done."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            title="asp-nono studio",
            version=__version__,
            description="The calls between the studio's page and its server.",
            openapi_url="/api/openapi.json",
            docs_url=None,
            redoc_url=None,
            lifespan=_lifespan,
        )
        self.settings = settings
        self.jobs = JobPool(settings.jobs, MOST_WAITING)
        self.quick = JobPool(_QUICK_AT_ONCE, 2 * MOST_WAITING)
        self.include_router(_routes(self))
        self.mount("/static", _Files(directory=FOLDER), name="static")
        self.add_api_route("/", self.page, methods=["GET"], include_in_schema=False)
        self.add_exception_handler(AnyHTTPException, _refused)
        self.add_exception_handler(RequestValidationError, _invalid)
        self.add_exception_handler(BusyError, _busy)
        self.add_exception_handler(Exception, _broken)

    def openapi(self) -> dict[str, Any]:
        """The description of all calls, with that of puzzles."""
        if self.openapi_schema is None:
            schema = get_openapi(
                title=self.title,
                version=self.version,
                description=self.description,
                routes=self.routes,
            )
            schema["components"]["schemas"] |= schemas.definitions()
            self.openapi_schema = schema
        return self.openapi_schema

    async def page(self) -> HTMLResponse:
        """The page with the token in it."""
        text = (FOLDER / "index.html").read_text(encoding="utf-8")
        return HTMLResponse(text.replace(_TOKEN_PLACE, self.settings.token))

    async def call(self, page: str, function: Callable[..., Event], **values: object) -> Response:
        """The response to a call that a child answers.

        Raises:
            BusyError: If too many wait already.
        """
        event = await self.quick.call(partial(function, **values), _QUICK, page)
        if event["event"] == "stopped":
            return refusal(503, f"given up: {event['message']}")
        if event["event"] == "error":
            return failure(event)
        del event["event"]
        return Json(event)

    def stream(self, page: str, name: str, request: schemas.Request, body: BaseModel) -> Stream:
        """The events of a job, within the limits of the server.

        Raises:
            BusyError: If too many wait already.
        """
        wanted: Any = body
        megabytes = wanted.memory_limit and max(_LEAST, wanted.memory_limit)
        limits = Limits(wanted.time_limit or _SECONDS, megabytes).within(self.settings.limits)
        work = partial(perform, name, request.job(body), limits, request.inputs(body))
        return Stream(self.jobs.events(work, limits, page))


@asynccontextmanager
async def _lifespan(app: _Application) -> AsyncIterator[None]:
    async def warm() -> None:
        await app.quick.warm()
        await app.jobs.warm()

    warming = asyncio.create_task(warm())
    try:
        yield
    finally:
        app.quick.close()
        app.jobs.close()
        with suppress(asyncio.CancelledError):
            warming.cancel()
            await warming


class _Files(StaticFiles):
    """Files that a browser may keep, but asks about each time."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file with its ETag, or that it has not changed."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response


_Page = Annotated[str, Header(alias="X-Studio-Page", max_length=100)]
"""Which page calls: a name of its own choice."""


def _declared(request: Request) -> None:
    """Refuse a body that is not declared as JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != "application/json":
        raise HTTPException(415, "the body is not declared as JSON; expected application/json")


def _routes(app: _Application) -> APIRouter:
    """All calls."""
    key = Security(APIKeyHeader(name=TOKEN, auto_error=False))  # said only; security has seen to it
    router = APIRouter(
        prefix="/api", responses=schemas.ERRORS, dependencies=[key, Depends(_declared)]
    )

    async def about(page: _Page = "") -> Response:
        """What this installation can do, and its limits."""
        return await app.call(page, quick.about, limits=_limits(app.settings))

    async def encodings(page: _Page = "") -> Response:
        """The text of every encoding, and of one to start from."""
        return await app.call(page, quick.encodings)

    async def opened(page: _Page = "") -> Response:
        """The puzzles of the files that were named on the command line."""
        return await app.call(page, quick.opened, files=tuple(app.settings.files))

    for path, answer, endpoint in (
        ("/about", schemas.About, about),
        ("/encodings", schemas.Encodings, encodings),
        ("/opened", schemas.Puzzles, opened),
    ):
        router.add_api_route(path, endpoint, response_model=answer, tags=["quick"])
    for call in CALLS:
        _add(router, call.path, _answered(app, call), call.request, response_model=call.answer)
    requests = schemas.job_requests()
    for name, request in requests.items():
        endpoint = _streamed(app, name, request)
        responses = _STREAM | schemas.ERRORS
        _add(
            router, f"/jobs/{name}", endpoint, request, response_class=Response, responses=responses
        )
    return router


def _answered(app: _Application, call: _Call) -> Callable[..., Any]:
    async def endpoint(body: BaseModel, page: _Page = "") -> Response:
        job = call.request.job(body)
        values = call.request.inputs(body) | ({"job": job} if job else {})
        return await app.call(page, call.function, **values)

    endpoint.__doc__ = call.function.__doc__
    return endpoint


def _streamed(app: _Application, name: str, request: schemas.Request) -> Callable[..., Any]:
    async def endpoint(body: BaseModel, page: _Page = "") -> Response:
        return app.stream(page, name, request, body)

    endpoint.__doc__ = JOBS[name].job.__doc__
    return endpoint


def _add(
    router: APIRouter,
    path: str,
    endpoint: Callable[..., Any],
    request: schemas.Request,
    **more: Any,  # noqa: ANN401 - as add_api_route has them
) -> None:
    """Add a call whose body is that of a request."""
    endpoint.__annotations__["body"] = request.body
    name, tag = path.rpartition("/")[2], "jobs" if path.startswith("/jobs/") else "quick"
    router.add_api_route(path, endpoint, methods=["POST"], name=name, tags=[tag], **more)


def _limits(settings: Settings) -> Event:
    """The limits for the page."""
    return {
        "seconds": settings.limits.seconds,
        "megabytes": settings.limits.megabytes,
        "jobs": settings.jobs,
        "waiting": MOST_WAITING,
        "body": BODY,
        "side": MAX_SIDE,
    }


async def _refused(request: Request, error: Exception) -> Json:
    del request
    reason = cast("AnyHTTPException", error)
    response = refusal(reason.status_code, str(reason.detail))
    response.headers.update(reason.headers or {})
    return response


async def _invalid(request: Request, error: Exception) -> Json:
    """The first thing that is wrong with a body."""
    del request
    first = cast("RequestValidationError", error).errors()[0]
    if first["type"] == "json_invalid":
        return refusal(400, "the body is not JSON")
    where = [str(part) for part in first["loc"][1:]]
    return refusal(422, str(first["msg"]), where)


async def _busy(request: Request, error: Exception) -> Json:
    del request
    return refusal(503, str(error))


async def _broken(request: Request, error: Exception) -> Json:
    del request
    LOG.error("a call failed", exc_info=error)
    return refusal(500, mistake(error))
