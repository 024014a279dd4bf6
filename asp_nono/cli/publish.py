"""`asp-nono publish`: puzzles as pages that anyone can play, without a server."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asp_nono.cli import Command, options
from asp_nono.cli.inputs import Batch, Item, find, which
from asp_nono.cli.output import BAD_INPUT, INTERRUPTED, say
from asp_nono.files import write_whole
from asp_nono.jobs import option
from asp_nono.jobs.files import PublishingOptions
from asp_nono.jobs.solving import Check
from asp_nono.messages import PuzzleError, counted, missing_extra
from asp_nono.publish.clingo import ClingoWasm
from asp_nono.publish.page import puzzle_page
from asp_nono.publish.site import Published, link_player, site, untitled, write_site
from asp_nono.solving.result import Result, Verdict

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


_NAMED = 5  # files of an earlier site that a warning names


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishingWithClingo(PublishingOptions):
    """The options of the command, which can also give clingo to the pages."""

    with_clingo: Path | None = option(
        None,
        metavar="FOLDER",
        help=(
            "Let the pages solve, count and run programs with clingo; FOLDER is the folder "
            "in which `npm install clingo-wasm@0.6` put it."
        ),
    )


_FILES = click.argument("files", metavar="FILE...", nargs=-1)  # a player needs none
_PARTS: dict[str, options.Decorator] = {"files": _FILES, "which": which}
_PARTS |= {"limits": options.limits, "jobs": options.jobs}


@click.command("publish", cls=Command)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The folder to write, or a file that ends in .html.",
)
@click.option(
    "--player",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write a page without a puzzle that plays the links from the studio.",
)
@click.option(
    "--studio",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write the studio as a page that needs no server of its own; needs --with-clingo.",
)
@options.of(PublishingWithClingo)
@options.bundle("batch", Batch, _PARTS)
def publish(
    output: Path | None,
    player: Path | None,
    studio: Path | None,
    job: PublishingWithClingo,
    batch: Batch,
) -> int:
    """Write web pages for playing puzzles, also on a phone and offline.

    If the name of --output ends in .html, publish writes one puzzle as a single file that needs
    nothing else. Otherwise it writes a folder with a page for each puzzle and an index; served by a
    web server, this site can be installed as an app. The pages do not hold the solutions, only
    hashes of their lines, to find mistakes.

    With --player it writes a folder with one page and no puzzle. Put it on a web server once: the
    page plays every puzzle that its address contains after "#", which no server sees.

    With --studio it writes a folder with the studio: any web server can offer it, and the browser
    itself checks, counts and repairs puzzles, and runs and grades programs. It needs:
    pip install 'asp-nono[studio]'
    """
    others = bool(output or batch.files)
    if studio:
        return _write_studio(studio, job, others=others or bool(player))
    if player:
        return _write_player(player, job, others=others)
    if not batch.files or not output:
        missing = "option '--output'" if batch.files else "argument 'FILE...'"
        raise click.UsageError(f"Missing {missing}.")
    return _write_pages(output, job, batch)


def _write_pages(output: Path, job: PublishingWithClingo, batch: Batch) -> int:
    clingo = ClingoWasm.of(job.with_clingo) if job.with_clingo else None
    found: list[Published] = []

    def work(item: Item, pool: "Pool | None") -> Result:
        return find(Check(), item, pool=pool)

    def show(item: Item, result: Result) -> None:
        if result.verdict is Verdict.NONE:
            raise PuzzleError("no solution, so it cannot be played: {reason}", reason=result.reason)
        unique = result.verdict is Verdict.UNIQUE
        if not unique:
            several = result.verdict is Verdict.MULTIPLE
            doubt = "has several solutions" if several else result.reason
            play = "the page accepts each of them, and finds only mistakes that single lines show"
            say(f"asp-nono: warning: {item.name}: {doubt}; {play}", err=True)
        puzzle = untitled(item.sound, len(found) + 1) if job.hide_titles else item.sound
        found.append(Published(puzzle, result.solutions[0] if unique else None, item.stem))

    status = batch.each(work, show)
    if status in (BAD_INPUT, INTERRUPTED):
        say("asp-nono: nothing is published", err=True)
        return status
    if output.suffix.lower() not in (".html", ".htm"):
        _write(site(found, job.title, clingo), output)
    elif len(found) > 1:
        raise PuzzleError(
            "one file is for one puzzle, but there are {count}; name a folder",
            count=len(found),
            path=str(output),
        )
    else:
        write_whole(output, puzzle_page(found[0].puzzle, found[0].solution, clingo=clingo).encode())
    say(f"{output}: {counted(len(found), 'puzzle')}")
    return status


def _write_studio(folder: Path, job: PublishingWithClingo, *, others: bool) -> int:
    clingo = job.with_clingo
    if others or not clingo or job != PublishingWithClingo(title=job.title, with_clingo=clingo):
        raise click.UsageError(
            "--studio needs --with-clingo FOLDER, and takes no puzzles and no option but --title."
        )
    if not find_spec("fastapi"):
        raise missing_extra("the studio", "studio")
    from asp_nono.web.unserved import unserved_studio

    _write(unserved_studio(ClingoWasm.of(clingo), job.title), folder)
    say(f"{folder}: the studio, to be put on a web server")
    return 0


def _write_player(folder: Path, job: PublishingWithClingo, *, others: bool) -> int:
    if others or job != PublishingWithClingo(title=job.title):
        raise click.UsageError("--player takes no puzzles and no other option but --title.")
    _write(link_player(job.title), folder)
    say(f"{folder}: a player for links")
    return 0


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    """Write a site, with a warning if files of an earlier one stay beside it."""
    if old := write_site(files, folder):
        shown = ", ".join([*old[:_NAMED], *["..."] * (len(old) > _NAMED)])
        doubt = f"{counted(len(old), 'file')} of an earlier site stay here: {shown}"
        say(f"asp-nono: warning: {folder}: {doubt}", err=True)
