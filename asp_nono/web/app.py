"""The application: its paths, and errors as sentences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException

from asp_nono import __version__
from asp_nono.web import jobs, pages, quick
from asp_nono.web.desk import LOG, mistake
from asp_nono.web.guard import Guard
from asp_nono.web.replies import Json
from asp_nono.web.schema import definitions
from asp_nono.web.studio import BODY, Settings, Studio
from asp_nono.web.turns import Busy


def application(settings: Settings) -> Guard:
    """The studio as an ASGI application, behind its guard."""
    studio = Studio(settings)
    app = _Application(studio)
    return Guard(app, settings.port, settings.token, BODY)


class _Application(FastAPI):
    """The paths of the studio."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(
            title="asp-nono studio",
            version=__version__,
            description="What the studio's page and its server say to each other.",
            openapi_url="/api/openapi.json",
            docs_url=None,
            redoc_url=None,
            lifespan=_life,
        )
        self.state.studio = studio
        self.include_router(quick.router)
        self.include_router(jobs.router)
        pages.add(self)
        self.add_exception_handler(HTTPException, _refused)
        self.add_exception_handler(RequestValidationError, _invalid)
        self.add_exception_handler(Busy, _busy)
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
            schema["components"]["schemas"] |= definitions()
            self.openapi_schema = schema
        return self.openapi_schema


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    studio: Studio = app.state.studio
    warming = asyncio.create_task(studio.warm())
    try:
        yield
    finally:
        studio.close()
        with suppress(asyncio.CancelledError):
            warming.cancel()
            await warming


async def _refused(request: Request, error: Exception) -> Json:
    del request
    refusal = cast("HTTPException", error)
    reply = Json({"message": str(refusal.detail), "where": []}, refusal.status_code)
    reply.headers.update(refusal.headers or {})
    return reply


async def _invalid(request: Request, error: Exception) -> Json:
    """The first thing that is wrong with a body."""
    del request
    first = cast("RequestValidationError", error).errors()[0]
    if first["type"] == "json_invalid":
        return Json({"message": "the body is no JSON", "where": []}, 400)
    where = [str(part) for part in first["loc"][1:]]
    return Json({"message": str(first["msg"]), "where": where}, 422)


async def _busy(request: Request, error: Exception) -> Json:
    del request
    return Json({"message": str(error), "where": []}, 503)


async def _broken(request: Request, error: Exception) -> Json:
    del request
    LOG.error("a call failed", exc_info=error)
    return Json({"message": mistake(error), "where": []}, 500)
