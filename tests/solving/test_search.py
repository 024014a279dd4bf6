"""The stream of events of a search."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from asp_nono.asp.recipes import recipe
from asp_nono.errors import EncodingError
from asp_nono.solving.events import Asked, Certain, Counted, Ended, Found, Grounded, Task
from asp_nono.solving.search import search
from tests.cli.encodings import MISSPELT, SYNTAX
from tests.solving.puzzles import (
    CROSS,
    NONE_BY_LINE,
    NONE_BY_SEARCH,
    ONES,
    SEARCHED,
    known,
    own,
    permutations,
)

ORDER = recipe("order")
both = pytest.mark.parametrize("interruptible", [True, False])


SWEPT = ORDER.with_deductions("line")
"""Without probing, which decides small puzzles before clingo is asked."""


@both
def test_line_logic(interruptible: bool) -> None:
    """What is certain, the picture, the end."""
    certain, found, ended = search(Task(CROSS, ORDER), interruptible=interruptible)
    assert isinstance(certain, Certain)
    assert isinstance(found, Found)
    assert certain.grid.complete() == found.grid == CROSS.goal
    assert ended == Ended(exhausted=True, technique="line")


@both
def test_clingo(interruptible: bool) -> None:
    """What is certain, grounding, the pictures, the end."""
    task = Task(ONES, SWEPT, most=0)
    certain, asked, grounded, *found, ended = search(task, interruptible=interruptible)
    assert isinstance(certain, Certain)
    assert certain.grid.undecided == 9
    assert isinstance(asked, Asked)
    assert isinstance(grounded, Grounded)
    assert [type(event) for event in found] == [Found] * 6
    assert ended == Ended(exhausted=True, technique="search")


@both
def test_number_only(interruptible: bool) -> None:
    """Without pictures the last number before the end is the count."""
    task = Task(ONES, ORDER, most=0, pictures=False)
    *_, counted, ended = search(task, interruptible=interruptible)
    assert counted == Counted(6)
    assert ended == Ended(exhausted=True, technique="search")
    *_, counted, ended = search(Task(CROSS, ORDER, pictures=False), interruptible=interruptible)
    assert (counted, ended) == (Counted(1), Ended(exhausted=True, technique="line"))


def test_numbers_only_grow() -> None:
    """A count that goes on tells how far it is."""
    task = Task(permutations(12), ORDER, most=400_000, pictures=False)
    numbers = [event.number for event in search(task) if isinstance(event, Counted)]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 400_000


def test_stops_when_asked() -> None:
    """After `most` solutions the search ends, and does not claim that there are no others."""
    *events, ended = search(Task(ONES, ORDER, most=3))
    assert sum(isinstance(event, Found) for event in events) == 3
    assert ended == Ended(exhausted=False, technique="search")


def test_most_that_is_all() -> None:
    """When the last solution is also the last one asked for, there is no proof of it."""
    *events, ended = search(Task(ONES, ORDER, most=7))
    assert sum(isinstance(event, Found) for event in events) == 6
    assert ended == Ended(exhausted=True, technique="search")


def test_without_hints() -> None:
    """No line logic: nothing is certain beforehand."""
    events = list(search(Task(CROSS, ORDER.with_deductions("none"))))
    assert [type(event) for event in events] == [Asked, Grounded, Found, Ended]


def test_bounds() -> None:
    """With hints of any level line logic comes first."""
    first, *_, ended = search(Task(SEARCHED, ORDER.with_deductions("bounds")))
    assert isinstance(first, Certain)
    assert ended == Ended(exhausted=True, technique="search")


def test_none() -> None:
    """The end says why there is nothing."""
    (ended,) = search(Task(NONE_BY_LINE, ORDER))
    assert isinstance(ended, Ended)
    assert ended.technique == "line"
    assert ended.reason.startswith("line logic finds no way to fill ")
    *_, probed = search(Task(NONE_BY_SEARCH, ORDER))
    assert isinstance(probed, Ended)
    assert probed.technique == "depth-1"
    assert "whatever colour the cell in column 1" in probed.reason
    *_, last = search(Task(NONE_BY_SEARCH, ORDER.with_deductions("line")))
    reason = "clingo proves that no picture has these clues"
    assert last == Ended(exhausted=True, technique="search", reason=reason)


def test_start_is_certain() -> None:
    """What is certain takes in the start and what follows from it."""
    first, *_ = search(Task(ONES, ORDER, start=known("#??", "???", "???")))
    assert isinstance(first, Certain)
    assert first.grid.to_text() == ["#..", ".??", ".??"]


@both
@pytest.mark.parametrize("text", [MISSPELT, SYNTAX], ids=["misspelt", "syntax"])
def test_bad_encoding(tmp_path: Path, text: str, interruptible: bool) -> None:
    """The error comes when clingo is needed; line logic may have spoken before."""
    task = Task(ONES, own(tmp_path, text))
    with pytest.raises(EncodingError):
        list(search(task, interruptible=interruptible))


def test_abandoned() -> None:
    """A search of which nobody wants more can be let go at any event."""
    for events in range(1, 6):
        stream = search(Task(permutations(9), ORDER, most=0))
        assert len(list(islice(stream, events))) == events
        del stream
