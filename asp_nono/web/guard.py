"""The guard in front of the server: only our own page may call, and not with too much.

A page of somebody else's, open in the same browser, can send requests here, and DNS can be bent so
that it takes itself for ours. `Host`, `Origin` and `Sec-Fetch-Site` tell whose page it is, and it
cannot read the token, which is in our page. (Jackson et al., "Protecting browsers from DNS
rebinding attacks", 2007; the W3C's "Fetch Metadata Request Headers".)
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from asp_nono.web.replies import Json

TOKEN = "x-studio-token"  # noqa: S105 - the name of a header

_API = "/api/"

_DIGITS = 15
"""No body has a length of more digits."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why a call is not let through."""

    status: int
    message: str


class Guard:
    """Lets through what our own page asks, and adds to every answer what browsers should heed.

    Args:
        app: What is guarded.
        port: The server's port.
        token: What every call of `/api/` must carry.
        most: Bytes of the largest body.
    """

    def __init__(self, app: ASGIApp, port: int, token: str, most: int) -> None:
        self._app = app
        self._token = token.encode()
        self._most = most
        names = ("127.0.0.1", "localhost", "[::1]")
        self._hosts = {f"{name}:{port}" for name in names}
        if port == 80:  # browsers leave it out
            self._hosts |= set(names)
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call, or have it answered."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here speaks over web sockets
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
                MutableHeaders(scope=message).setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        body = b""
        if not refusal and scope["method"] not in ("GET", "HEAD"):
            found = await self._body(receive)
            body = found if isinstance(found, bytes) else b""
            refusal = found if isinstance(found, _Refusal) else None
        if refusal:
            reply = Json({"message": refusal.message, "where": []}, refusal.status)
            await reply(scope, receive, dressed)
            return
        await self._app(scope, _replay(body, receive), dressed)

    def _refusal(self, scope: Scope) -> _Refusal | None:
        """Why a call is refused before its body is read."""
        headers = Headers(scope=scope)
        if stranger := self._stranger(headers, page=scope["path"] == "/"):
            return _Refusal(403, stranger)
        if not scope["path"].startswith(_API):
            return None
        if not hmac.compare_digest(headers.get(TOKEN, "").encode(), self._token):
            return _Refusal(401, "no token, or an old one; load the studio's page again")
        length = headers.get("content-length", "")
        if length.isdecimal() and (len(length) > _DIGITS or int(length) > self._most):
            return self._too_large()
        return None

    def _stranger(self, headers: Headers, *, page: bool) -> str:
        """Why this is not our own page calling; empty if it is."""
        if headers.getlist("host") not in ([host] for host in self._hosts):
            return "called under another name; expected 127.0.0.1 or localhost"
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return "called by another page; only the studio's own may"
        if not _ours(headers, page=page):
            return "called from another site; only the studio's own page may"
        return ""

    def _too_large(self) -> _Refusal:
        return _Refusal(413, f"more than {self._most // 1_000_000} MB; expected less")

    async def _body(self, receive: Receive) -> bytes | _Refusal:
        """The whole body, of which no more than the limit is ever held."""
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


def _ours(headers: Headers, *, page: bool) -> bool:
    """Whether a browser says that it asks for our own page.

    The page itself may be asked for by whoever types its address or follows a link to it, but not
    by one who would show it inside another.
    """
    site = headers.get("sec-fetch-site", "same-origin")
    if site == "same-origin" or not page:
        return site == "same-origin"
    return headers.get("sec-fetch-dest") == "document"


def _replay(body: bytes, receive: Receive) -> Receive:
    """A body that has been read is handed on in one piece; then it is told when the caller goes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
