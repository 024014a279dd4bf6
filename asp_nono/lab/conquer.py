"""One hard puzzle decided on many workers: split into cubes, each of which is searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from time import perf_counter

from asp_nono.asp.recipes import Recipe
from asp_nono.errors import AspNonoError
from asp_nono.grid import Grid, PartialGrid
from asp_nono.lab.cluster import Cluster, Lost
from asp_nono.lab.competitors import Ours
from asp_nono.lab.parcels import Parcel, opened
from asp_nono.line.board import Board
from asp_nono.line.cubes import split
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.solving.result import WITNESSES, Result
from asp_nono.solving.solve import solve


@dataclass(slots=True)
class _Hunt:
    """The search in all cubes.

    Attributes:
        limits: The time is that of the whole.
        found: The solutions.
        stopped: What kept some cube from being searched to its end.
        began: When it began.
    """

    limits: Limits
    found: list[Grid] = field(default_factory=list)
    stopped: str = ""
    began: float = field(default_factory=perf_counter)

    @property
    def over(self) -> bool:
        """Whether there are solutions enough."""
        return len(self.found) >= WITNESSES

    @property
    def left(self) -> float | None:
        """The seconds that are left; None without a limit."""
        seconds = self.limits.seconds
        return None if seconds is None else max(0.0, seconds - (perf_counter() - self.began))

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.left == 0

    def parcels(
        self, puzzle: Puzzle, recipe: Recipe, cubes: Sequence[PartialGrid]
    ) -> Iterator[Parcel]:
        """Each cube with the time that is left when it is handed out."""
        ours = Ours.of(recipe)
        for cube in cubes:
            if self.late:
                self._stop("time limit")
                return
            yield Parcel(puzzle, ours, replace(self.limits, seconds=self.left), cube)

    def search(self, cluster: Cluster, parcels: Iterator[Parcel]) -> None:
        """Take in what comes of the cubes, until there are two solutions.

        Raises:
            AspNonoError: If a cube cannot be searched.
        """
        with closing(cluster.run(opened, parcels)) as results:
            for _, result in results:
                if isinstance(result, Lost):
                    raise AspNonoError("a cube has killed all workers that it was given to")
                if isinstance(result, AspNonoError):
                    raise result
                self.found += result.solutions
                if result.stopped:
                    self._stop(result.reason)
                if self.over:
                    return

    def _stop(self, reason: str) -> None:
        """A cube had only what was left of the time; the limit is that of the whole."""
        whole = f"time limit of {self.limits.seconds or 0:g} s"
        self.stopped = self.stopped or (whole if reason.startswith("time limit") else reason)


def conquer(
    puzzle: Puzzle,
    cluster: Cluster,
    number: int,
    *,
    recipe: Recipe,
    limits: Limits,
    start: PartialGrid | None = None,
) -> Result:
    """Decide uniqueness on all workers: line logic, cubes, and a search in each of them.

    It stops at the second solution.

    Args:
        puzzle: The puzzle.
        cluster: Who works.
        number: Into how many cubes it is split.
        recipe: How each is told to clingo.
        limits: The time is that of the whole; the memory that of each search.
        start: What is known of the picture beforehand.

    Raises:
        AspNonoError: If the recipe cannot be used, or a cube kills its workers.
    """
    hunt = _Hunt(limits)
    board = Board(puzzle, start)
    if board.sweep() or board.decided:
        return solve(puzzle, recipe=recipe, start=start)
    certain = board.partial()
    cubes = split(board, number, lambda: hunt.late)
    line_seconds = perf_counter() - hunt.began
    hunt.found += cubes.pictures
    if not hunt.over:
        hunt.search(cluster, hunt.parcels(puzzle, recipe, cubes.rest))
    return _result(hunt, puzzle, certain, line_seconds, len(cubes.rest))


def _result(
    hunt: _Hunt, puzzle: Puzzle, certain: PartialGrid, line_seconds: float, cubes: int
) -> Result:
    """What the search in so many cubes comes to."""
    exhausted = not hunt.over and not hunt.stopped
    return Result(
        puzzle=puzzle,
        technique="search",
        solutions=tuple(hunt.found[:WITNESSES]),
        number=min(len(hunt.found), WITNESSES),
        exhausted=exhausted,
        reason=_reason(hunt, cubes),
        certain=certain,
        stopped=Stopped(Cause.TIME, hunt.stopped) if hunt.stopped and not hunt.over else None,
        seconds=perf_counter() - hunt.began,
        line_seconds=line_seconds,
    )


def _reason(hunt: _Hunt, cubes: int) -> str:
    if hunt.over:
        return f"stopped after {WITNESSES} solutions"
    none = "" if hunt.found else f"clingo proves that no picture lies in any of {cubes} cubes"
    return hunt.stopped or none
