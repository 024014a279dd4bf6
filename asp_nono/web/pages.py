"""The page itself and its files, which lie in `static/`."""

from __future__ import annotations

import os
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"

_PLACE = "{{token}}"
"""Where the token goes in index.html."""


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


def add(app: FastAPI) -> None:
    """Add the page and its files to an application."""
    app.mount("/static", _Files(directory=FOLDER), name="static")
    app.add_api_route("/", _page, methods=["GET"], include_in_schema=False)


async def _page(request: Request) -> HTMLResponse:
    """The page with the token in it."""
    text = (FOLDER / "index.html").read_text(encoding="utf-8")
    token: str = request.app.state.studio.settings.token
    return HTMLResponse(text.replace(_PLACE, token))
