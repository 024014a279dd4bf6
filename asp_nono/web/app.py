"""The application: its routes, the page, and errors as sentences."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from gzip import compress
from hashlib import sha256
from inspect import getdoc
from math import inf
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias, cast

from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Request, Security
from fastapi.exceptions import RequestValidationError
from fastapi.security import APIKeyHeader
from pydantic import BaseModel
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from asp_nono import __version__
from asp_nono.formats.source import MAX_BYTES, MAX_SIDE
from asp_nono.jobs import JobLimits
from asp_nono.messages import Message, verbatim, with_messages
from asp_nono.page import STATIC as SHARED
from asp_nono.page.bundle import script
from asp_nono.run.limits import Limits
from asp_nono.web import StudioSettings, quick, schemas
from asp_nono.web.jobs import JOBS, perform
from asp_nono.web.pool import LOG, BusyError, JobPool, mistake
from asp_nono.web.responses import EventStream, Json, failure, refusal
from asp_nono.web.security import TOKEN, SecurityMiddleware
from asp_nono.web.values import Event

MOST_WAITING = 32  # jobs
BODY = 2 * MAX_BYTES  # bytes of the largest body: a file in base64, and options
_SECONDS = 10.0  # for a job that asks for no limit
_LEAST_SECONDS, _LEAST_MEGABYTES = 0.5, 64  # with which a child can do anything
_QUICK = Limits(30.0, 1024)


@dataclass(frozen=True, slots=True)
class _Call:
    """A call that is answered at once: a GET unless it has a request."""

    path: str
    answer: str  #: its name in the table of answers
    function: Callable[..., Event]
    request: schemas.Request | None = None
    given: Callable[[StudioSettings], Event] = (
        lambda _: {}
    )  #: arguments that do not come with a request


CALLS = (
    _Call("/about", "About", quick.about, given=lambda one: {"limits": _limits(one)}),
    _Call("/encodings", "Encodings", quick.encodings),
    _Call("/opened", "Puzzles", quick.opened, given=lambda one: {"files": tuple(one.files)}),
    _Call("/shipped", "Puzzles", quick.shipped),
    _Call("/read", "Puzzles", quick.read, schemas.READ),
    _Call("/picture", "Posed", quick.picture, schemas.PICTURE),
    _Call("/write", "File", quick.write, schemas.WRITE),
    _Call("/draw", "File", quick.draw, schemas.DRAW),
    _Call("/print", "File", quick.print_document, schemas.PRINT),
    _Call("/publish", "File", quick.publish, schemas.PUBLISH),
)


def _limits(settings: StudioSettings) -> Event:
    most = settings.limits
    own = {"jobs": settings.jobs, "waiting": MOST_WAITING, "body": BODY, "side": MAX_SIDE}
    return {"seconds": most.seconds, "megabytes": most.megabytes, **own}


_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events, one JSON object per line; docs/studio-api.md describes them.",
        "content": {EventStream.media_type: {"schema": {"type": "string"}}},
    }
}


def application(settings: StudioSettings) -> SecurityMiddleware:
    """The studio as an ASGI application, behind its security."""
    return SecurityMiddleware(_Application(settings), settings, BODY)


class _Application(FastAPI):
    """The routes of the studio, and the pools where their work is done."""

    def __init__(self, settings: StudioSettings) -> None:
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
        self.quick = JobPool(2, 2 * MOST_WAITING)
        self.include_router(_routes(self))
        for path, folder in (("/page/static", SHARED), ("/static", FOLDER)):
            self.mount(path, StaticFiles(directory=folder), name=path)
        if settings.pages:
            self.mount("/pages", StaticFiles(directory=settings.pages, html=True), name="pages")
        self.assets: dict[str, Asset] = {}
        for path, answer in (("/", self.page), ("/bundle/{name}", self.asset)):
            self.add_api_route(path, answer, methods=["GET"], include_in_schema=False)
        for kind in (AnyHTTPException, RequestValidationError, BusyError, Exception):
            self.add_exception_handler(kind, _failed)

    def openapi(self) -> dict[str, Any]:
        schema = super().openapi()
        schema["components"]["schemas"] |= schemas.definitions()
        return schema

    async def page(self) -> HTMLResponse:
        text = (FOLDER / "studio.html").read_text(encoding="utf-8")
        for place, asset in assets().items():
            self.assets[asset.name] = asset
            text = text.replace(f"{{{{{place}}}}}", asset.name)
        return HTMLResponse(text)

    async def asset(self, name: str, request: Request) -> Response:
        if not (asset := self.assets.get(name)):
            raise HTTPException(404, Message("no such file; load the studio's page again"))
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(asset.plain, media_type=asset.kind)
        return Response(asset.small, media_type=asset.kind, headers={"content-encoding": "gzip"})

    async def call(self, call: _Call, page: str, body: BaseModel | None = None) -> Response:
        values = call.given(self.settings)
        if call.request and body:
            values = call.request.values(body)
        event = await self.quick.call(partial(call.function, **values), _QUICK, page)
        if event["event"] == "stopped":
            given_up = {"reason": event["reason"], "reason_message": event["reason_message"]}
            return Json({**given_up, **with_messages(where=[])}, 503)
        if event["event"] == "error":
            return failure(event)
        del event["event"]
        return Json(event)

    async def stream(self, request: schemas.Request, page: str, body: BaseModel) -> Response:
        wanted, most = cast("JobLimits", body), self.settings.limits
        seconds = max(wanted.time_limit or _SECONDS, _LEAST_SECONDS)
        megabytes = wanted.memory_limit and max(wanted.memory_limit, _LEAST_MEGABYTES)
        sizes = [one for one in (megabytes, most.megabytes) if one]
        limits = Limits(min(seconds, most.seconds or inf), min(sizes, default=None))
        values = request.values(body)
        work = partial(perform, limits=limits, pages=self.settings.pages, **values)
        events = self.jobs.events(work, limits, page)
        return EventStream(events, piecewise=request.piecewise)


@asynccontextmanager
async def _lifespan(app: _Application) -> AsyncIterator[None]:
    warming = asyncio.gather(app.quick.warm(), app.jobs.warm())
    try:
        yield
    finally:
        app.quick.close()
        app.jobs.close()
        with suppress(asyncio.CancelledError):
            warming.cancel()
            await warming


_Page = Annotated[str, Header(alias="X-Studio-Page", max_length=100)]  # a name that it chose
_Answering: TypeAlias = Callable[..., Awaitable[Response]]


def _declared(request: Request) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if request.method == "POST" and kind != "application/json":
        reason = Message("the body is not declared as JSON; expected application/json")
        raise HTTPException(415, reason)


def _routes(app: _Application) -> APIRouter:
    key = Security(APIKeyHeader(name=TOKEN, auto_error=False))  # said only; security has seen to it
    needs = [key, Depends(_declared)]
    router = APIRouter(prefix="/api", responses=schemas.ERRORS, dependencies=needs)

    def add(path: str, answer: _Answering, request: schemas.Request | None, **more: Any) -> None:  # noqa: ANN401 - as add_api_route has them
        method, name = "POST" if request else "GET", path.rpartition("/")[2]
        router.add_api_route(path, _endpoint(answer, request), methods=[method], name=name, **more)

    for call in CALLS:
        answer, about = schemas.ANSWERS[call.answer], getdoc(call.function)
        options: Any = {"tags": ["quick"], "response_model": answer, "description": about}
        add(call.path, partial(app.call, call), call.request, **options)
    options = {"tags": ["jobs"], "response_class": Response, "responses": _STREAM | schemas.ERRORS}
    for name, request in schemas.job_requests().items():
        options["description"] = getdoc(JOBS[name])
        add(f"/jobs/{name}", partial(app.stream, request), request, **options)
    return router


def _endpoint(answer: _Answering, request: schemas.Request | None) -> _Answering:
    """What FastAPI calls, whose body, if it has one, is that of a request."""

    async def get(page: _Page = "") -> Response:
        return await answer(page)

    async def post(body: BaseModel, page: _Page = "") -> Response:
        return await answer(page, body)

    if not request:
        return get
    post.__annotations__["body"] = request.body
    return post


async def _failed(_: Request, error: Exception) -> Json:
    match error:
        case AnyHTTPException():
            known: object = error.detail
            reason = known if isinstance(known, Message) else verbatim(known)
            response = refusal(error.status_code, reason)
            response.headers.update(error.headers or {})
            return response
        case RequestValidationError():
            first = error.errors()[0]
            if first["type"] == "json_invalid":
                return refusal(400, Message("the body is not JSON"))
            return refusal(422, verbatim(first["msg"]), [str(part) for part in first["loc"][1:]])
        case BusyError():
            return refusal(503, error.reason)
    LOG.error("a call failed", exc_info=error)
    return refusal(500, mistake(error))


FOLDER = Path(__file__).parent / "static"


class Asset(NamedTuple):
    """A file of the page, whose name changes with its contents."""

    name: str
    kind: str  #: its media type
    plain: bytes
    small: bytes  #: compressed by gzip


def style() -> str:
    """The sheets of the page as one."""
    sheets = ("base", "layout", "panels", "bench")
    return "\n".join(
        (FOLDER / "style" / f"{name}.css").read_text(encoding="utf-8") for name in sheets
    )


def assets() -> dict[str, Asset]:
    """The script and the sheet, by the places in the page where their names belong."""
    found = {}
    for suffix, kind, text in (
        ("js", "text/javascript", script("web/static/app/main.js")),
        ("css", "text/css", style()),
    ):
        data = text.encode()
        name = f"{sha256(data).hexdigest()[:16]}.{suffix}"
        found[suffix] = Asset(name, kind, data, compress(data, 9, mtime=0))
    return found
