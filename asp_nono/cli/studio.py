"""`asp-nono studio`: paint, check, solve and learn in the browser."""

import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import click

from asp_nono.cli import Command, options
from asp_nono.cli.output import say
from asp_nono.jobs import option
from asp_nono.messages import PuzzleError, missing_extra
from asp_nono.run.limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioOptions:
    """The options of the command."""

    port: int = option(8712, ge=0, le=65535, help="The port; 0 for any free port.")
    host: str = option(
        "127.0.0.1",
        help="The address: 127.0.0.1, localhost or ::1, which other machines cannot reach.",
    )
    pages: Path | None = option(
        None,
        metavar="DIR",
        help=(
            "Open the pages in DIR, such as those of the course, which can embed the bench "
            "of the studio."
        ),
    )
    no_browser: bool = option(False, help="Print the address without opening a browser.")
    jobs: int | None = option(
        None,
        ge=1,
        le=64,
        metavar="N",
        help="Work on N jobs at once (default: the number of processors, at least 2).",
    )


@click.command("studio", cls=Command)
@click.argument("files", metavar="[FILE]...", nargs=-1)
@options.of(StudioOptions)
@options.limits
def studio(files: tuple[str, ...], job: StudioOptions, limits: Limits) -> None:
    """Open the studio: a page in the browser to paint, check, solve and share puzzles.

    The page opens with the puzzles of FILE, if you name any. The server runs on this machine and
    for this machine only, and needs no network; Ctrl-C stops it. The limits apply to each job that
    the page starts (default: 600 s and 2048 MiB).

    It needs: pip install 'asp-nono[studio]'
    """
    if not all(map(find_spec, ("fastapi", "uvicorn"))):
        raise missing_extra("the studio", "studio")
    if job.pages and not (job.pages / "index.html").is_file():
        raise PuzzleError(
            "--pages {folder}: no index.html in it; expected a folder of pages",
            folder=str(job.pages),
        )
    for file in files:
        if file != "-" and not Path(file).exists():
            raise PuzzleError("no such file", path=file)
    from asp_nono.web import StudioSettings
    from asp_nono.web.server import serve

    most = Limits(limits.seconds or 600.0, limits.megabytes or 2048)
    settings = StudioSettings(
        job.port, job.jobs or max(2, os.cpu_count() or 2), most, files, job.pages
    )
    serve(
        job.host,
        settings,
        browser=not job.no_browser,
        listening=lambda address: say(f"{address} is the studio; Ctrl-C ends it"),
    )
