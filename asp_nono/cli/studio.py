"""`asp-nono studio`: paint, check, solve and learn in the browser."""

from __future__ import annotations

import os
from importlib.util import find_spec

import click

from asp_nono.cli import options
from asp_nono.cli.output import say
from asp_nono.errors import missing_extra
from asp_nono.run.limits import Limits

PORT = 8712


@click.command("studio")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port; 0 for any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address: 127.0.0.1, localhost or ::1, which other machines cannot reach.",
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Work on N jobs at once (default: the number of processors, at least 2).",
)
@options.limits
def studio(
    files: tuple[str, ...], port: int, host: str, no_browser: bool, jobs: int | None, limits: Limits
) -> None:
    """Open the studio: a page in the browser to paint puzzles, check, solve and share them.

    The page opens with the puzzles of FILE, if any are named. The server runs on this machine,
    for this machine only, and needs no network; Ctrl-C ends it. The limits are the most that a
    job in the page may take (default: 600 s and 2048 MiB).

    \b
      asp-nono studio
      asp-nono studio --port 9000 --no-browser instances/pictures/duck.xml

    It needs: pip install 'asp-nono[studio]'
    """
    if not all(map(find_spec, ("fastapi", "uvicorn"))):
        raise missing_extra("the studio", "studio")
    from asp_nono.web import Settings
    from asp_nono.web.server import serve

    most = Limits(limits.seconds or 600.0, limits.megabytes or 2048)
    settings = Settings(port, jobs or max(2, os.cpu_count() or 2), most, files)
    serve(
        host,
        settings,
        browser=not no_browser,
        listening=lambda address: say(f"{address} is the studio; Ctrl-C ends it"),
    )
