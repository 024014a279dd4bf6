"""Security: only the studio's own page may call, with bodies of bounded size.

A page of another site, open in the same browser, can send requests here, and DNS can be bent so
that the browser takes it for ours. `Host`, `Origin` and `Sec-Fetch-Site` say whose page it is.
Other users of this machine can fetch the page, so no secret is in it: the token stands behind the
"#" of the address that the terminal shows. (Jackson et al., "Protecting browsers from DNS rebinding
attacks", 2007; the W3C's "Fetch Metadata Request Headers".)
"""

import hmac
import tomllib
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message as ServerMessage, Receive, Scope, Send

from asp_nono.messages import Message
from asp_nono.web import StudioSettings
from asp_nono.web.responses import Json, refusal

TOKEN = "X-Studio-Token"  # noqa: S105 - the name of a header
_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
HEADERS: dict[str, str] = _TABLE["headers"]
"""The security headers of every response."""

_KEPT: dict[str, str] = _TABLE["cache-control"]  # by the first folder of a path


class SecurityMiddleware:
    """Passes on the calls of our own page, and adds security headers to every response.

    Args:
        app: The application.
        settings: The server's port, and the token that every call of `/api/` must carry.
        most: Bytes of the largest body.
    """

    def __init__(self, app: ASGIApp, settings: StudioSettings, most: int) -> None:
        self._app = app
        self._token = settings.token
        self._once = settings.once
        self._most = most
        port = settings.port
        names = ("127.0.0.1", "localhost", "[::1]")
        self._hosts = {f"{name}:{port}" for name in names}
        if port == 80:  # browsers leave it out
            self._hosts |= set(names)
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a call, or pass it on with its whole body."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here uses web sockets
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return

        async def secured(message: ServerMessage) -> None:
            if message["type"] == "http.response.start":
                kept = _KEPT.get(scope["path"].split("/")[1], "no-store")
                MutableHeaders(scope=message).update(HEADERS | {"cache-control": kept})
            await send(message)

        body: bytes | Json = self._answer(scope) or b""
        if body == b"" and scope["method"] not in ("GET", "HEAD"):
            body = await self._body(receive)
        if isinstance(body, Json):
            await body(scope, receive, secured)
        else:
            await self._app(scope, _replay(body, receive), secured)

    def _answer(self, scope: Scope) -> Json | None:
        """The answer to a call that is refused unread, or that asks for the token."""
        headers, path = Headers(scope=scope), scope["path"]
        # people may come to pages from anywhere
        if reason := self._foreign(headers, page=path == "/" or path.startswith("/pages/")):
            return refusal(403, reason)
        if not path.startswith("/api/"):
            return None
        secret, once = headers.get(TOKEN, "").encode(), self._once.encode()
        # where a secret that is good once is exchanged for the token
        if path == "/api/key" and once and hmac.compare_digest(secret, once):
            self._once = ""
            return Json({"token": self._token})
        if not hmac.compare_digest(secret, self._token.encode()):
            return refusal(
                401, Message("no token, or an old one; open the address that the terminal shows")
            )
        length = headers.get("content-length", "")
        if length.isdecimal() and (len(length) > 15 or int(length) > self._most):
            return self._too_large()
        return None

    def _foreign(self, headers: Headers, *, page: bool) -> Message | None:
        """Why this is not a call of our own page; None if it is."""
        if headers.getlist("host") not in ([host] for host in self._hosts):
            return Message("called under another name; expected 127.0.0.1 or localhost")
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return Message("called by another page; only the studio's own may")
        if not _same_site(headers, page=page):
            return Message("called from another site; only the studio's own page may")
        return None

    def _too_large(self) -> Json:
        megabytes = self._most // 1_000_000
        return refusal(413, Message("more than {count} MB; expected less", count=megabytes))

    async def _body(self, receive: Receive) -> bytes | Json:
        """The whole body; never more than the limit is held."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b""
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._most:
                return self._too_large()
            if not message.get("more_body"):
                return b"".join(parts)


def _same_site(headers: Headers, *, page: bool) -> bool:
    """Whether a browser says that our own page makes the call.

    The page itself may also be opened by its address or by a link, but not inside another page.
    """
    site = headers.get("sec-fetch-site", "same-origin")
    if site == "same-origin" or not page:
        return site == "same-origin"
    return headers.get("sec-fetch-dest") == "document"


def _replay(body: bytes, receive: Receive) -> Receive:
    """Receives a body that has been read, in one piece, and then that the client disconnects."""
    waiting: list[ServerMessage] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> ServerMessage:
        return waiting.pop() if waiting else await receive()

    return again
