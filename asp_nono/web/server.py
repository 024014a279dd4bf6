"""The server: a socket on loopback, uvicorn, and a browser that opens the page."""

import asyncio
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from tempfile import TemporaryDirectory

from asp_nono.messages import PuzzleError
from asp_nono.web import StudioSettings

LOOPBACK = {"127.0.0.1": "127.0.0.1", "localhost": "127.0.0.1", "::1": "::1"}
"""The names that the host may have, with their addresses."""


def serve(
    host: str, settings: StudioSettings, *, browser: bool, listening: Callable[[str], None]
) -> None:
    """Serve the studio until it is interrupted.

    Args:
        host: A name or an address of this machine: 127.0.0.1, localhost or ::1.
        settings: The rest; port 0 stands for any that is free.
        browser: Whether to open a browser.
        listening: Called with the page's address, with the secret that opens it, when the server
            listens. The browser gets one that is good only once: others can see its arguments.

    Raises:
        PuzzleError: If the host is another, or the port is taken.
    """
    with closing(_socket(host, settings.port)) as bound:
        port: int = bound.getsockname()[1]
        name = "[::1]" if bound.family == socket.AF_INET6 else "127.0.0.1"
        address = f"http://{name}:{port}/"
        if settings.pages:
            address += "pages/"
        listening(f"{address}#key={settings.token}")
        if browser:  # it waits at the socket until the server is there
            given = (f"{address}#once={settings.once}",)
            threading.Thread(target=webbrowser.open, args=given, daemon=True).start()
        with TemporaryDirectory(prefix="asp-nono-") as folder:
            os.environ["TMPDIR"] = folder  # what killed children leave behind goes with it
            _run(replace(settings, port=port), bound)


def _run(settings: StudioSettings, bound: socket.socket) -> None:
    """Serve at a socket; the libraries are imported while the browser starts."""
    import uvicorn

    from asp_nono.web.app import application

    config = uvicorn.Config(
        application(settings),
        log_level="critical",
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=1,  # seconds that calls have to end; jobs are killed
    )
    # as Ctrl-C: uvicorn calls it when everything is shut down, and what is temporary is removed
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    asyncio.run(uvicorn.Server(config).serve(sockets=[bound]))


def _socket(host: str, port: int) -> socket.socket:
    """A socket that listens on loopback."""
    if host not in LOOPBACK:
        raise PuzzleError(
            "host {host}: expected {names}; the studio is for this machine only",
            host=host,
            names=tuple(LOOPBACK),
        )
    address = LOOPBACK[host]
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family)
    except OSError as error:
        raise PuzzleError(
            "port {port} is not available: {reason}",
            port=port,
            reason=os.strerror(error.errno or 0),
        ) from None
