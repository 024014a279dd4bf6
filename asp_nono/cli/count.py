"""`asp-nono count`: how many solutions puzzles have, and what can be had of so many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from asp_nono.cli import looks, options, report
from asp_nono.cli.estimate import estimated
from asp_nono.cli.gallery import Gallery
from asp_nono.cli.inputs import Item, start_of
from asp_nono.cli.running import Crew, Status, outcomes
from asp_nono.cli.say import say
from asp_nono.counting.book import Count
from asp_nono.counting.count import METHODS, Method, count
from asp_nono.counting.events import Wants
from asp_nono.errors import AspNonoError, PuzzleError

if TYPE_CHECKING:
    from asp_nono.solving.worker import Worker


@dataclass(slots=True)
class _Job:
    """What is to be done with each puzzle.

    Attributes:
        search: How solutions are searched for.
        how: How to count.
        wants: What is wanted besides the number.
        gallery: Where solutions go.
        heat: Where the heat map goes, if one is wanted.
        as_json: Print JSON objects; pictures go to files only.
    """

    search: options.Search
    how: _How
    wants: Wants
    gallery: Gallery
    heat: Gallery | None
    as_json: bool

    def __call__(self, item: Item, worker: Worker | None) -> Count:
        """Count the solutions of a puzzle."""
        return count(
            item.sound,
            most=self.how.most,
            method=self.how.method,
            recipe=self.search.recipe,
            start=start_of(item, self.search.saved),
            limits=self.search.limits,
            worker=worker,
            wants=self.wants,
        )

    def tell(self, item: Item, found: Count) -> None:
        """Print what came of a puzzle, and draw what was wanted of it."""
        if self.as_json:
            chars = item.sound.chars
            more = {"picked": [one.grid.to_text(chars) for one in found.picked]}
            emitted = {**report.count_json(item, found), **(more if self.wants else {})}
            report.emit(emitted)
        else:
            text = f"{report.named(item, self.search.saved)}: {report.count_text(found)}"
            say(text, err=self.gallery.bare)
        if not (self.as_json and self.gallery.printed):
            for name, grid in found.picked:
                self.gallery.put(item.sound, grid, name)
        if self.heat and found.shares:
            self.heat.put(item.sound, found.shares)


@dataclass(frozen=True, slots=True)
class _Uses:
    """What the options ask for besides the number; `heatmap` is the file for the heat map."""

    wants: Wants
    heatmap: str | None


def _uses(
    ranks: tuple[int, ...], sample: int | None, seed: int | None, heatmap: str | None
) -> _Uses:
    if seed is not None and not sample:
        raise PuzzleError("--seed is for --sample N")
    if heatmap is not None and looks.Look(pattern=heatmap).kind == "txt":
        raise PuzzleError(f"--heatmap {heatmap}: a heat map is drawn as .svg, .png or .pdf")
    wanted = tuple(rank - 1 for rank in ranks)
    return _Uses(Wants(wanted, sample or 0, seed or 0, heatmap is not None), heatmap)


uses = options.bundle(
    "uses",
    _uses,
    {
        "ranks": click.option(
            "--nth",
            "ranks",
            type=click.IntRange(1),
            multiple=True,
            metavar="N",
            help="Draw solution N, in a fixed order, without looking for those before; may be "
            "repeated.",
        ),
        "sample": click.option(
            "--sample",
            type=click.IntRange(1),
            metavar="N",
            help="Draw N solutions at random, each time from all of them, all alike likely.",
        ),
        "seed": click.option(
            "--seed",
            type=click.IntRange(0),
            metavar="NUMBER",
            help="Another number draws other samples; 0 is the default.",
        ),
        "heatmap": click.option(
            "--heatmap",
            metavar="FILE",
            help="Draw in how many of the solutions each cell is coloured; FILE.svg, .png or .pdf.",
        ),
    },
)
"""--nth, --sample, --seed and --heatmap, as `_Uses`."""


@dataclass(frozen=True, slots=True)
class _How:
    """How to count: stop after `most` (0: never), by which method, or estimate."""

    most: int
    method: Method
    approximate: bool


def _how(most: int | None, method: Method, approximate: bool) -> _How:
    if approximate and (most or method != "auto"):
        raise PuzzleError("--approximate goes with no other way to count")
    return _How(most or 0, method, approximate)


how = options.bundle(
    "how",
    _how,
    {
        "most": click.option(
            "--up-to",
            "most",
            type=click.IntRange(1),
            metavar="N",
            help="Enumerate, and stop when N solutions have been found.",
        ),
        "method": click.option(
            "--method",
            type=click.Choice(METHODS),
            default="auto",
            show_default=True,
            help="How to count; auto takes whatever gets there first.",
        ),
        "approximate": click.option(
            "--approximate",
            is_flag=True,
            help="Estimate the number of the recipe's answers instead of counting.",
        ),
    },
)
"""--up-to, --method and --approximate, as `_How`."""


@click.command("count")
@options.files
@options.which
@options.search
@how
@uses
@looks.look
@options.json
def command(
    files: tuple[str, ...],
    which: options.Which,
    search: options.Search,
    how: _How,
    uses: _Uses,
    look: looks.Look,
    as_json: bool,
) -> int:
    """Count the solutions of puzzles, however many there are.

    A count that was stopped is given as "at least N", with what was tried. With --up-to, with a
    recipe of your choice or an encoding of your own the solutions are enumerated.

    \b
      asp-nono count instances/pathological/ones-5.xml
      asp-nono count --time-limit 10 --json puzzle.xml
      asp-nono count --sample 3 --heatmap heat.svg puzzle.xml

    --method ganak or d4, and --approximate, need: pip install 'asp-nono[count]'
    """
    if how.approximate:
        if uses.wants:
            raise PuzzleError("--approximate tells a number and no solutions")
        return estimated(files, which, search, as_json=as_json)
    heat = Gallery(looks.Look(pattern=uses.heatmap)) if uses.heatmap else None
    job = _Job(search, how, uses.wants, Gallery(look), heat, as_json)
    status = Status()
    for item, found in outcomes(Crew(job, search.limits), files, which):
        if isinstance(found, AspNonoError):
            status.bad_input = True
            report.error(item, found, as_json)
            continue
        job.tell(item, found)
        status.undecided |= not found.exact and (not how.most or found.number < how.most)
        if found.interrupted:
            status.interrupted = True
            break
    job.gallery.finish()
    if heat:
        heat.finish()
    return status.code()
