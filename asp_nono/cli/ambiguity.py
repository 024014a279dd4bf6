"""`asp-nono ambiguity`: the cells in which the solutions of a puzzle differ, in regions."""

from __future__ import annotations

from pathlib import PurePath

import click

from asp_nono.cli import INTERRUPTED, UNDECIDED, ambiguity_report, options
from asp_nono.cli.inputs import only_item
from asp_nono.cli.progress import Progress
from asp_nono.design.ambiguities import Event
from asp_nono.design.ambiguity import Ambiguity, ambiguity
from asp_nono.draw.marks import region_drawing
from asp_nono.errors import PuzzleError
from asp_nono.files import write_whole
from asp_nono.run.limits import Limits


@click.command("ambiguity")
@click.argument("file", metavar="FILE")
@options.which
@click.option(
    "--output",
    "target",
    metavar="FILE",
    help="Draw the regions over the picture; FILE.svg or .png.",
)
@options.limits
@options.json
def command(
    file: str, which: options.Which, target: str | None, limits: Limits, as_json: bool
) -> int:
    """Show where a puzzle has several solutions: the cells that differ, in independent regions.

    Tells which cells are not equal in all solutions, how they fall into regions that do not
    depend on each other, and in exactly how many ways each region can be filled. Where a limit or
    Ctrl-C stops it, at least the cells named differ.

    \b
      asp-nono ambiguity instances/pathological/switches.xml
      asp-nono ambiguity --output regions.svg instances/random/20x20-50-c1-s1.xml
    """
    kind = "" if target is None else PurePath(target).suffix.lower()
    if kind not in ("", ".svg", ".png"):
        raise PuzzleError(f"--output {target}: regions are drawn as .svg or .png")
    item = only_item(file, which)
    progress = Progress()

    def tell(event: Event) -> None:
        progress.show(ambiguity_report.progress(event))

    found = ambiguity(item.sound, limits=limits, tell=tell)
    progress.clear()
    (ambiguity_report.emit if as_json else ambiguity_report.text)(item, found)
    if target is not None:
        write_whole(target, _drawn(found, kind))
    if found.interrupted:
        return INTERRUPTED
    return 0 if found.exact else UNDECIDED


def _drawn(found: Ambiguity, kind: str) -> bytes:
    """The picture with the regions; with all cells known to differ before they are known."""
    regions = [region.cells for region in found.regions] or [found.cells]
    drawing = region_drawing(found.puzzle, found.picture, regions)
    if kind == ".png":
        from asp_nono.draw.png import png

        return png(drawing)
    from asp_nono.draw.svg import svg

    return svg(drawing).encode()
