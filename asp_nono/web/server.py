"""The server: a socket on loopback, uvicorn, and a browser that is shown the page."""

from __future__ import annotations

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
from typing import NoReturn

from asp_nono.errors import PuzzleError
from asp_nono.web.studio import Settings

_GRACE = 1
"""Seconds that calls have to end when the server does; jobs are killed."""

LOOPBACK = {"127.0.0.1": "127.0.0.1", "localhost": "127.0.0.1", "::1": "::1"}
"""What the host may be, and its address."""


def serve(host: str, settings: Settings, *, browser: bool, tell: Callable[[str], None]) -> None:
    """Serve the studio until it is interrupted.

    Args:
        host: A name or an address of this machine's own: 127.0.0.1, localhost or ::1.
        settings: The rest; port 0 stands for any that is free.
        browser: Whether a browser is opened.
        tell: Is told the page's address when the server listens.

    Raises:
        PuzzleError: If the host is another, or the port is taken.
    """
    with closing(_listening(host, settings.port)) as listening:
        port: int = listening.getsockname()[1]
        name = "[::1]" if listening.family == socket.AF_INET6 else "127.0.0.1"
        address = f"http://{name}:{port}/"
        listening.listen()
        tell(address)
        if browser:  # it waits at the socket until the server is there
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        with TemporaryDirectory(prefix="asp-nono-") as folder:
            os.environ["TMPDIR"] = folder  # what killed children leave behind goes with it
            _run(replace(settings, port=port), listening)


def _run(settings: Settings, listening: socket.socket) -> None:
    """Serve at a socket; what that takes is imported while the browser starts."""
    import uvicorn

    from asp_nono.web.app import application

    config = uvicorn.Config(
        application(settings),
        log_level="critical",
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_GRACE,
    )
    signal.signal(signal.SIGTERM, _leave)  # which uvicorn calls when all is shut down
    asyncio.run(uvicorn.Server(config).serve(sockets=[listening]))


def _leave(number: int, frame: object) -> NoReturn:
    """End as with Ctrl-C: what is open is closed, what is temporary removed."""
    del number, frame
    raise KeyboardInterrupt


def _listening(host: str, port: int) -> socket.socket:
    """A socket bound to loopback.

    Raises:
        PuzzleError: If it cannot be had.
    """
    if host not in LOOPBACK:
        raise PuzzleError(
            f"--host {host}: expected {', '.join(LOOPBACK)}; the studio is for this machine only"
        )
    address = LOOPBACK[host]
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise PuzzleError(
            f"port {port} cannot be had: {reason}; choose another with --port"
        ) from None
    return listening
