"""A stranger's page cannot talk to the server, and nobody can send it too much."""

import socket
from contextlib import suppress

import pytest

from asp_nono.web.app import BODY
from tests.cli.run import refused
from tests.web.serving import Server, posed

ABOUT = "/api/about"
FILE = "/static/studio.html"


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}", "0.0.0.0:{port}"]
)
@pytest.mark.parametrize("path", ["/", ABOUT, FILE])
def test_other_names(server: Server, host: str, path: str) -> None:
    """A name that somebody has bent to this machine is not ours (DNS rebinding)."""
    reply = server.ask(path, Host=host.format(port=server.port))
    assert reply.status == 403
    assert server.token not in reply.body.decode()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Sec_Fetch_Site": "none"}, 403),
        ({"Host": "localhost:{port}"}, 200),
        ({"Host": "127.0.0.1:{port}"}, 200),
        ({"Host": "[::1]:{port}"}, 200),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Sec_Fetch_Site": "same-origin"}, 200),
    ],
)
def test_pages(server: Server, headers: dict[str, str], status: int) -> None:
    """Browsers say whose page it is that calls; ours may, under all names of loopback."""
    said = {name: value.format(port=server.port) for name, value in headers.items()}
    for path, body in ((ABOUT, None), (FILE, None), ("/api/jobs/check", {"puzzle": posed("#")})):
        assert server.ask(path, body, **said).status == status


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
    """Without the token of the printed address there is no answer."""
    for path in (ABOUT, "/api/openapi.json", "/api/opened", "/api/no-such-call"):
        assert server.ask(path, key=key).status == 401
    assert server.ask("/api/jobs/check", {"puzzle": posed("#")}, key=key).status == 401


@pytest.mark.parametrize(
    ("path", "body", "key", "status"),
    [
        ("/", None, "own", 200),
        (FILE, None, "own", 200),
        (ABOUT, None, "own", 200),
        (ABOUT, None, None, 401),
        ("/no-such-page", None, "own", 404),
        ("/api/read", {}, "own", 422),
    ],
)
def test_headers_of_every_answer(
    server: Server, path: str, body: object, key: str | None, status: int
) -> None:
    """Refusals, too, have security headers, and no answer lets other origins read it."""
    reply = server.ask(path, body, key=key)
    assert reply.status == status
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in reply.headers


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_bodies_that_a_form_can_send(server: Server, kind: str | None) -> None:
    """What browsers let any page send is refused."""
    assert server.ask("/api/read", {"data": ""}, Content_Type=kind).status == 415


def test_too_large(server: Server) -> None:
    """A body that says how large it is is refused before it is read."""
    reply = server.ask("/api/read", b"{}", Content_Length=str(BODY + 1))
    assert (reply.status, reply.json["where"]) == (413, [])
    assert "20 MB" in reply.json["reason"]


def test_too_large_without_a_length(server: Server) -> None:
    """One that does not say so is not read to the end."""
    head = (
        f"POST /api/read HTTP/1.1\r\nHost: {server.host}\r\nX-Studio-Token: {server.token}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(head.encode())
        with suppress(OSError):  # it has hung up, and its answer is waiting
            for _ in range(BODY // 0x100000 + 8):
                connection.sendall(chunk)
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
        (b'{"puzzle": {}, "time_limit": 1e999}', 422),
        (b'{"puzzle": ' + b"9" * 5000 + b"}", 400),
    ],
)
def test_bodies_that_are_no_puzzle(server: Server, body: bytes, status: int) -> None:
    """Each is answered with a sentence."""
    reply = server.ask("/api/jobs/check", body)
    assert reply.status == status
    assert {"reason", "where"} <= set(reply.json)
    assert reply.json["reason"]


@pytest.mark.parametrize(
    "path", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd", "%00", "a" * 5000, ""]
)
def test_only_files_of_the_page(server: Server, path: str) -> None:
    """No other file is served."""
    assert server.ask(f"/static/{path}").status == 404


def test_files_are_kept_until_they_change(server: Server) -> None:
    """A browser asks each time whether a file has changed."""
    first = server.ask(FILE)
    assert first.headers["cache-control"] == "no-cache"
    again = server.ask(FILE, If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    ("path", "method"), [("/", "POST"), ("/api/jobs/check", "GET"), (ABOUT, "DELETE")]
)
def test_methods(server: Server, path: str, method: str) -> None:
    """Each call has one method."""
    assert server.ask(path, b"{}", method=method).status == 405


@pytest.mark.parametrize("host", ["0", "::", "192.168.0.1", "example.org", ""])
def test_loopback_only(host: str) -> None:
    """Other machines are never let in."""
    assert "expected 127.0.0.1, localhost, ::1" in refused("studio", "--host", host)


def test_a_port_that_is_taken(server: Server) -> None:
    """The error names it, and the option for another."""
    said = refused("studio", "--no-browser", "--port", server.port)
    assert f"port {server.port} is not available" in said
    assert "--port" in said
