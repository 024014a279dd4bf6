"""Puzzles solved elsewhere: what travels, and what is done with it there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from typing import TypeVar

from asp_nono.asp.recipes import Recipe
from asp_nono.errors import AspNonoError
from asp_nono.grid import PartialGrid
from asp_nono.lab.cluster import Cluster, Lost
from asp_nono.lab.competitors import Ours, laid_down
from asp_nono.lab.errands import stoppable
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Result
from asp_nono.solving.solve import solve
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
    worker = _worker()
    try:
        with stoppable(worker.close):
            return solve(
                parcel.puzzle,
                most=parcel.most,
                recipe=_recipe(parcel.ours),
                start=parcel.start,
                limits=parcel.limits,
                pool=worker,
            )
    except AspNonoError as error:
        return error


def _worker() -> Worker:
    """A child process that ends with this one, and can be killed when a limit is reached."""
    if not hasattr(_MINE, "worker") or _MINE.worker.closed:
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
