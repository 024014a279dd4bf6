"""`asp-nono check`: one line per puzzle with the verdict and what it took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from asp_nono.cli import options, report
from asp_nono.cli.inputs import Item, start_of
from asp_nono.cli.running import Crew, Status, outcomes
from asp_nono.cli.say import say
from asp_nono.errors import AspNonoError
from asp_nono.solving.result import Result, Verdict
from asp_nono.solving.solve import solve

if TYPE_CHECKING:
    from asp_nono.solving.worker import Worker


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """A crew on a cluster.

    Attributes:
        address: Where.
        search: How solutions are searched for.
    """

    address: str
    search: options.Search

    def run(self, items: Iterator[Item]) -> Iterator[tuple[Item, Result | AspNonoError]]:
        """Each item in order with what came of it; see `running.Crew.run`."""
        from asp_nono.lab.cluster import Cluster
        from asp_nono.lab.competitors import Ours
        from asp_nono.lab.parcels import Parcel, in_order

        ours = Ours.of(self.search.recipe)

        def packed() -> Iterator[tuple[Item, Parcel | AspNonoError]]:
            for item in items:
                try:
                    if item.error:
                        raise item.error
                    start = start_of(item, self.search.saved)
                    yield item, Parcel(item.sound, ours, self.search.limits, start)
                except AspNonoError as error:
                    yield item, error

        with Cluster(self.address) as cluster:
            yield from in_order(cluster, packed())


@click.command("check")
@options.files
@options.which
@options.search
@click.option("--goal", is_flag=True, help="Compare the solutions with the designer's picture.")
@options.jobs
@options.cluster
@options.json
def command(
    files: tuple[str, ...],
    which: options.Which,
    search: options.Search,
    goal: bool,
    jobs: int,
    address: str | None,
    as_json: bool,
) -> int:
    """Say whether puzzles have exactly one solution.

    Prints one line per puzzle: unique, multiple (two solutions were found), none (and why) or
    undecided (and what stopped the search); then the weakest technique known to be enough: "line"
    for looking at one line at a time, "depth-1" for trying a colour in one cell at a time,
    "depth-2" in two cells at once, "search" for more. FILE may be a folder.

    \b
      asp-nono check instances/pictures/
      asp-nono check --goal --time-limit 10 puzzle.xml
      asp-nono check --cluster local:4 archive/
    """

    def work(item: Item, worker: Worker | None) -> Result:
        start = start_of(item, search.saved)
        return solve(
            item.sound, recipe=search.recipe, start=start, limits=search.limits, pool=worker
        )

    status = Status()
    crew = Crew(work, search.limits, jobs) if address is None else _Elsewhere(address, search)
    for item, result in outcomes(crew, files, which):
        if isinstance(result, AspNonoError):
            status.bad_input = True
            report.error(item, result, as_json)
            continue
        if as_json:
            added = report.goal_json(result) if goal else {}
            report.emit({**report.verdict_json(item, result), **added})
        else:
            added_text = f"; {report.goal_text(result)}" if goal else ""
            say(f"{report.named(item, search.saved)}: {report.verdict_text(result)}{added_text}")
        status.undecided |= result.verdict is Verdict.UNDECIDED
        if result.interrupted:
            status.interrupted = True
            break
    return status.code()
