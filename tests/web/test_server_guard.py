"""A stranger's page cannot talk to the server, and nobody can send it too much."""

from __future__ import annotations

import socket

import pytest

from asp_nono.web.app import BODY
from tests.cli.run import refused
from tests.web.serving import Server, posed

ABOUT = "/api/about"


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}", "0.0.0.0:{port}"]
)
@pytest.mark.parametrize("path", ["/", ABOUT, "/static/index.html"])
def test_other_names(server: Server, host: str, path: str) -> None:
    """A name that somebody has bent to this machine is not ours (DNS rebinding)."""
    reply = server.ask(path, Host=host.format(port=server.port))
    assert reply.status == 403
    assert server.token not in reply.body.decode()


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}"])
def test_our_names(server: Server, host: str) -> None:
    """All names of loopback are."""
    assert server.ask(ABOUT, Host=host.format(port=server.port)).status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1"]
)
def test_other_origins(server: Server, origin: str) -> None:
    """Browsers tell whose page it is that calls."""
    assert server.ask(ABOUT, Origin=origin.format(port=server.port)).status == 403
    body = {"puzzle": posed("#")}
    asked = server.ask("/api/jobs/check", body, Origin=origin.format(port=server.port))
    assert asked.status == 403


def test_our_origin(server: Server) -> None:
    """Our own page may call."""
    assert server.ask(ABOUT, Origin=f"http://{server.host}").status == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_other_sites(server: Server, site: str) -> None:
    """So may nobody whom the browser calls another site."""
    for path in (ABOUT, "/static/index.html"):
        assert server.ask(path, Sec_Fetch_Site=site).status == 403
    assert server.ask(ABOUT, Sec_Fetch_Site="same-origin").status == 200


@pytest.mark.parametrize(
    ("site", "dest", "status"),
    [
        ("none", "document", 200),
        ("cross-site", "document", 200),  # a link that contains a puzzle
        ("same-origin", "empty", 200),
        ("cross-site", "iframe", 403),
        ("cross-site", "empty", 403),
        ("same-site", "script", 403),
    ],
)
def test_ways_to_the_page(server: Server, site: str, dest: str, status: int) -> None:
    """The page may be opened, but not put inside another."""
    reply = server.ask("/", key=None, Sec_Fetch_Site=site, Sec_Fetch_Dest=dest)
    assert reply.status == status


@pytest.mark.parametrize("key", [None, "", "x" * 43, "é"])
def test_tokens(server: Server, key: str | None) -> None:
    """Without the token in the page there is no answer."""
    for path in (ABOUT, "/api/openapi.json", "/api/opened", "/api/no-such-call"):
        assert server.ask(path, key=key).status == 401
    assert server.ask("/api/jobs/check", {"puzzle": posed("#")}, key=key).status == 401


def test_headers_of_every_answer(server: Server) -> None:
    """Refusals, too, tell browsers to be careful, and no answer lets other origins read it."""
    replies = [
        server.ask("/"),
        server.ask("/static/index.html"),
        server.ask(ABOUT),
        server.ask(ABOUT, key=None),
        server.ask("/no-such-page"),
        server.ask("/api/read", {}),
    ]
    assert [reply.status for reply in replies] == [200, 200, 200, 401, 404, 422]
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in reply.headers


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_bodies_that_a_form_can_send(server: Server, kind: str | None) -> None:
    """What any page can send without being asked beforehand is not taken."""
    reply = server.ask("/api/read", {"data": ""}, Content_Type=kind)
    assert reply.status == 415


def test_too_large(server: Server) -> None:
    """A body that says how large it is is refused before it is read."""
    reply = server.ask("/api/read", b"{}", Content_Length=str(BODY + 1))
    assert (reply.status, reply.json["where"]) == (413, [])
    assert "20 MB" in reply.json["message"]


def test_too_large_without_a_length(server: Server) -> None:
    """One that does not say so is not read to the end."""
    head = (
        f"POST /api/read HTTP/1.1\r\nHost: {server.host}\r\nX-Studio-Token: {server.token}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(head.encode())
        try:
            for _ in range(BODY // 0x100000 + 8):
                connection.sendall(chunk)
        except OSError:
            pass  # it has hung up, and its answer is waiting
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b'{"a":' * 100_000, 400),
        (b"[]", 422),
        (b"null", 422),
        (b'{"puzzle": NaN}', 422),
        (b'{"puzzle": {}, "seconds": 1e999}', 422),
        (b'{"puzzle": ' + b"9" * 5000 + b"}", 400),
    ],
)
def test_bodies_that_are_no_puzzle(server: Server, body: bytes, status: int) -> None:
    """Each is answered with a sentence."""
    reply = server.ask("/api/jobs/check", body)
    assert reply.status == status
    assert set(reply.json) == {"message", "where"}
    assert reply.json["message"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/" + "a" * 5000,
        "/static/",
    ],
)
def test_only_files_of_the_page(server: Server, path: str) -> None:
    """No other file can be had."""
    assert server.ask(path).status == 404


def test_files_are_kept_until_they_change(server: Server) -> None:
    """A browser asks again each time, and is told that nothing has changed."""
    first = server.ask("/static/index.html")
    assert first.headers["cache-control"] == "no-cache"
    again = server.ask("/static/index.html", If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_methods(server: Server) -> None:
    """Only those that there are."""
    assert server.ask("/", b"{}", method="POST").status == 405
    assert server.ask("/api/jobs/check").status == 405
    assert server.ask(ABOUT, b"{}", method="DELETE").status == 405


@pytest.mark.parametrize("host", ["0", "::", "192.168.0.1", "example.org", ""])
def test_loopback_only(host: str) -> None:
    """Other machines are never let in."""
    assert "expected 127.0.0.1, localhost, ::1" in refused("studio", "--host", host)


def test_a_port_that_is_taken(server: Server) -> None:
    """It is said so, and what to do."""
    said = refused("studio", "--no-browser", "--port", server.port)
    assert f"port {server.port} is not available" in said
    assert "--port" in said
