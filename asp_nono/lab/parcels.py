"""Puzzles solved elsewhere: what travels, what is done with it there, and cubes put together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from time import perf_counter
from typing import TypeVar

from asp_nono.asp.recipes import Recipe
from asp_nono.errors import AspNonoError
from asp_nono.grid import Grid, PartialGrid
from asp_nono.lab.cluster import Cluster, Lost
from asp_nono.lab.competitors import Ours, laid_down
from asp_nono.line.board import Board
from asp_nono.line.cubes import split
from asp_nono.puzzle import Puzzle
from asp_nono.solving.limits import Limits
from asp_nono.solving.verdict import Result, solve, verdict_of
from asp_nono.solving.worker import Worker

Item = TypeVar("Item")

_MINE = local()
"""The child process of each thread that solves puzzles for others."""

_FOLDERS: list[TemporaryDirectory[str]] = []
"""The folders of encodings, which are gone when this process is."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A puzzle to be solved elsewhere.

    Attributes:
        puzzle: The puzzle.
        ours: The recipe, with its encodings.
        limits: What it may take.
        start: What is known of the picture beforehand.
        most: Stop after so many solutions.
    """

    puzzle: Puzzle
    ours: Ours
    limits: Limits
    start: PartialGrid | None = None
    most: int = 2


def opened(parcel: Parcel) -> Result | AspNonoError:
    """Solve the puzzle here; what went wrong otherwise."""
    try:
        return solve(
            parcel.puzzle,
            most=parcel.most,
            recipe=_recipe(parcel.ours),
            start=parcel.start,
            limits=parcel.limits,
            worker=_worker(),
        )
    except AspNonoError as error:
        return error


def _worker() -> Worker:
    """A child process that ends with this one, and can be killed when a limit is reached."""
    if not hasattr(_MINE, "worker"):
        _MINE.worker = Worker()
    worker: Worker = _MINE.worker
    return worker


@cache
def _recipe(ours: Ours) -> Recipe:
    """The recipe with its encodings as files of this machine."""
    folder = TemporaryDirectory(prefix="asp-nono-")
    _FOLDERS.append(folder)
    files = laid_down(ours.texts, Path(folder.name))
    return Recipe(ours.name, "", tuple(files), ours.hints, ours.options)


def in_order(
    cluster: Cluster, parcels: Iterator[tuple[Item, Parcel | AspNonoError]]
) -> Iterator[tuple[Item, Result | AspNonoError]]:
    """What comes of many puzzles, in their order; those that are errors already stay so."""
    items: dict[int, Item] = {}
    ready: dict[int, Result | AspNonoError] = {}

    def numbered() -> Iterator[tuple[int, Parcel]]:
        for number, (item, parcel) in enumerate(parcels):
            items[number] = item
            if isinstance(parcel, AspNonoError):
                ready[number] = parcel
            else:
                yield number, parcel

    told = 0
    for (number, _), result in cluster.run(opened_one, numbered()):
        ready[number] = AspNonoError("its workers died") if isinstance(result, Lost) else result
        while told in ready:
            yield items.pop(told), ready.pop(told)
            told += 1
    while told in ready:
        yield items.pop(told), ready.pop(told)
        told += 1


def opened_one(parcel: tuple[int, Parcel]) -> Result | AspNonoError:
    """See `opened`."""
    return opened(parcel[1])


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
    began = perf_counter()
    board = Board(puzzle, start)
    if board.sweep() or board.decided:
        return solve(puzzle, recipe=recipe, start=start)
    certain = board.partial()
    cubes = split(board, number)
    line_seconds = perf_counter() - began
    found: list[Grid] = list(cubes.pictures)
    late = ""

    def parcels() -> Iterator[Parcel]:
        nonlocal late
        ours = Ours.of(recipe)
        for cube in cubes.rest:
            left = limits
            if limits.seconds is not None:
                left = replace(limits, seconds=limits.seconds - (perf_counter() - began))
                if (left.seconds or 0) <= 0:
                    late = f"time limit of {limits.seconds:g} s"
                    return
            yield Parcel(puzzle, ours, left, cube)

    if len(found) < 2:
        for result in _results(cluster, parcels()):
            found += result.solutions
            late = late or (result.reason if result.stopped else "")
            if len(found) >= 2:
                break
    exhausted = len(found) < 2 and not late
    return Result(
        puzzle=puzzle,
        verdict=verdict_of(len(found), exhausted),
        technique="search" if cubes.rest else "probe",
        solutions=tuple(found[:2]),
        number=min(len(found), 2),
        exhausted=exhausted,
        reason=_reason(late, found, len(cubes.rest)),
        certain=certain,
        stopped=bool(late) and len(found) < 2,
        interrupted=False,
        seconds=perf_counter() - began,
        line_seconds=line_seconds,
        ground_seconds=0.0,
    )


def _results(cluster: Cluster, parcels: Iterator[Parcel]) -> Iterator[Result]:
    for _, result in cluster.run(opened, parcels):
        if isinstance(result, Lost):
            raise AspNonoError("a cube has killed all workers that it was given to")
        if isinstance(result, AspNonoError):
            raise result
        yield result


def _reason(late: str, found: list[Grid], cubes: int) -> str:
    if len(found) >= 2:
        return "stopped after 2 solutions"
    if late:
        return late
    return "" if found else f"clingo proves that no picture lies in any of {cubes} cubes"
