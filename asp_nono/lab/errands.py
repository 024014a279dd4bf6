"""Work for others that can be called off when nobody wants it any more.

Dask does not stop what a worker has begun. So all work that is asked for together is an errand: on
the worker each piece of it says how it can be stopped, and whoever asked can call the errand off
there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Lock, local
from typing import TypeVar

from asp_nono.errors import AspNonoError

Item = TypeVar("Item")
Value = TypeVar("Value")

_LOCK = Lock()
_NUMBERS = count()
_MINE = local()
"""The errand that a thread works for."""

_STOPS: dict[str, dict[int, Callable[[], None]]] = {}
"""How the pieces of each errand that are going on here can be stopped."""

_OVER: set[str] = set()


class CalledOffError(AspNonoError):
    """Whoever asked does not want it any more."""


def work_for(errand: str, function: Callable[[Item], Value], item: Item) -> Value:
    """The value of a function for an item, as a piece of an errand."""
    _MINE.errand = errand
    return function(item)


@contextmanager
def stoppable(stop: Callable[[], None]) -> Iterator[None]:
    """Inside, `stop` is called from another thread when this thread's errand is called off.

    Raises:
        CalledOffError: If it has been called off already.
    """
    errand: str = getattr(_MINE, "errand", "")
    with _LOCK:
        if errand in _OVER:
            raise CalledOffError("the work is not wanted any more")
        number = next(_NUMBERS)
        _STOPS.setdefault(errand, {})[number] = stop
    try:
        yield
    finally:
        with _LOCK:
            del _STOPS[errand][number]
            if not _STOPS[errand]:
                del _STOPS[errand]


def call_off(errand: str) -> None:
    """Stop what is going on here of an errand, and let nothing of it begin any more."""
    with _LOCK:
        _OVER.add(errand)
        stops = list(_STOPS.get(errand, {}).values())
    for stop in stops:
        stop()
