"""Decide boards at the frontier of what can be decided: `python -m tools.frontier colored|random`.

Both families are random boards with recorded seeds, the same on every machine. The table that is
printed has, for each group, how many boards each recipe decides within the limit, and the median
and the largest of their CPU seconds; `docs/studies/frontier.md` has the last one.
"""

from __future__ import annotations

import resource
from statistics import median

import click

import asp_nono
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from tools.blocks import table
from tools.instances.random_boards import PALETTE, Board, draw

FAMILIES = {
    "colored": [
        [Board(side, side, percent, colors, seed) for seed in range(1, 6)]
        for side, percent in ((25, 25), (30, 25), (35, 25), (40, 25), (40, 30))
        for colors in (3, 4, 5, 6)
    ],
    "random": [
        [Board(side, side, percent, 1, seed) for seed in range(1, 11)]
        for side in (40, 50, 60, 80)
        for percent in (35, 40, 50)
    ],
}
"""The groups of boards: 100 in several colors, and 120 in black and white."""


def _used() -> float:
    """The CPU seconds of this process and of its children that have ended."""
    whose = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return sum(sum(resource.getrusage(one)[:2]) for one in whose)


def decided(boards: list[Board], recipe: str, seconds: float) -> tuple[str, str, str]:
    """How many of the boards are decided, and the median and the largest of their CPU seconds."""
    times = []
    for board in boards:
        puzzle = Puzzle.of(draw(board), PALETTE[: board.colors + 1])
        before = _used()
        found = asp_nono.check(puzzle, recipe=recipe, limits=Limits(cpu_seconds=seconds))
        if found.verdict != "undecided":
            times.append(_used() - before)
    if not times:
        return "0", "", ""
    return str(len(times)), f"{median(times):.2f}", f"{max(times):.2f}"


@click.command()
@click.argument("family", type=click.Choice(list(FAMILIES)))
@click.option("--seconds", default=60.0, show_default=True, help="The CPU time for each board.")
@click.option("--recipe", "recipes", multiple=True, default=("order", "order-plain"))
def main(family: str, seconds: float, recipes: tuple[str, ...]) -> None:
    """Print the table of a family."""
    head = [
        "boards",
        *(f"{name}: {what}" for name in recipes for what in ("decided", "median", "largest")),
    ]
    rows = []
    for boards in FAMILIES[family]:
        first = boards[0]
        colors = f", {first.colors} colors" if first.colors > 1 else ""
        cells = [f"{len(boards)} of {first.width}x{first.height}, {first.percent} %{colors}"]
        for recipe in recipes:
            cells += decided(boards, recipe, seconds)
        click.echo(" | ".join(cells), err=True)
        rows.append(tuple(cells))
    click.echo(table(tuple(head), rows))


if __name__ == "__main__":
    main()
