"""`asp-nono generate`: puzzles from random pictures, text or files."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace

import click

from asp_nono.cli import motifs, options
from asp_nono.cli.progress import Progress
from asp_nono.cli.running import Status
from asp_nono.cli.say import say
from asp_nono.cli.shelf import Shelf, shelf
from asp_nono.design.generate import TRIES, Drawing, GaveUp, Generated, Trying, generate
from asp_nono.design.local_search import Target
from asp_nono.design.random_pictures import PictureModel
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits


@click.command("generate")
@motifs.source
@motifs.demands
@click.option(
    "--count",
    type=click.IntRange(1),
    metavar="N",
    help="So many puzzles [default: 1; of pictures all].",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="NUMBER",
    help="Another number gives other puzzles.",
)
@click.option(
    "--tries",
    type=click.IntRange(1),
    default=TRIES,
    show_default=True,
    metavar="N",
    help="Give up on a puzzle after so many pictures.",
)
@options.limits
@options.jobs
@shelf
def command(
    source: motifs.Source,
    demands: Target,
    count: int | None,
    seed: int,
    tries: int,
    limits: Limits,
    jobs: int,
    shelf: Shelf,
) -> int:
    """Make puzzles that are unique, or whatever else is demanded of them.

    Random pictures, a text or the pictures of a folder are changed in few cells until their
    puzzles are what is demanded. The same options and seed always give the same puzzles. They are
    printed, or written to files; what is not found is told, with the reason.

    \b
      asp-nono generate --size 20x15 --symmetry left-right --count 3
      asp-nono generate --grade 6-8 --count 20 --output puzzles.xml
      asp-nono generate --text "Ab" --size 30x20 --verdict line-solvable
      asp-nono generate --from-pictures photos/ --size 40x --output puzzles/

    Exit status 3 when a puzzle was not found.
    """
    motif = source.motif
    wanted = count or (1 if isinstance(motif, PictureModel) else len(motif))
    shelf.require(_sample(motif), several=wanted > 1)
    progress = Progress()
    found = generate(
        motif,
        demands,
        count=wanted,
        seed=seed,
        tries=tries,
        limits=limits,
        jobs=jobs,
        tell=lambda trying: progress.show(_words(trying, wanted)),
    )
    status = _shelved(found, shelf, f"{source.name}-s{seed}", progress)
    shelf.finish()
    return status.code()


def _shelved(
    found: Generator[Generated | GaveUp, None, None], shelf: Shelf, name: str, progress: Progress
) -> Status:
    """Put away what is found, until it is all or Ctrl-C is pressed; tell what is not."""
    status = Status()
    with closing(found):
        try:
            for one in found:
                progress.clear()
                if isinstance(one, GaveUp):
                    say(f"asp-nono: puzzle {one.number}: {one.reason}", err=True)
                    status.undecided = True
                else:
                    shelf.put(one.puzzle, f"{name}-{one.number}", one.puzzle.goal)
        except KeyboardInterrupt:
            status.interrupted = True
    progress.clear()
    return status


def _words(trying: Trying, wanted: int) -> str:
    lacks = [f"{number} {lack}" for lack, number in trying.rejected.items()]
    return f"puzzle {trying.number} of {wanted}: " + ", ".join([f"{trying.tries} tried", *lacks])


def _sample(motif: PictureModel | Sequence[Drawing]) -> Puzzle:
    """A puzzle like those that will come, to see where it can go."""
    if not isinstance(motif, PictureModel):
        return motif[0].puzzle
    picture = Grid((tuple(range(len(motif.palette))),))
    return replace(Puzzle.of(picture, motif.palette, title="Sample"), notes=("a note",))
