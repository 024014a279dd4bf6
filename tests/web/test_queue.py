"""The queue: nobody is forgotten, and no page holds up the others."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.web.pool import BusyError, Queue, Ticket


def _served(pages: str, places: int = 1) -> str:
    """The pages in the order in which their jobs are let in, one letter a job."""
    queue = Queue(places, 1000)
    tickets = [queue.enter(page) for page in pages]
    order: list[Ticket] = []
    while len(order) < len(tickets):
        now = [one for one in tickets if one.admitted and one not in order]
        order += now
        for ticket in now:
            queue.leave(ticket)
    return "".join(ticket.page for ticket in order)


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("a", "a"),
        ("aaa", "aaa"),
        ("aaab", "aaba"),
        ("aaabbc", "aabcab"),
        ("abab", "abab"),
    ],
)
def test_order(asked: str, served: str) -> None:
    """The first is let in at once; of those who wait, one of each page in turn."""
    assert _served(asked) == served


@given(st.text("abcd", min_size=1, max_size=30), st.integers(1, 4))
def test_everybody_is_served(pages: str, places: int) -> None:
    """Once, whatever the order."""
    assert sorted(_served(pages, places)) == sorted(pages)


@given(st.text("abc", min_size=1, max_size=20), st.data())
def test_no_more_than_there_are_places(pages: str, data: st.DataObject) -> None:
    """However they come and go; and as soon as somebody waits, no place is free."""
    places = data.draw(st.integers(1, 3))
    queue = Queue(places, 1000)
    inside: list[Ticket] = []
    for page in pages:
        inside.append(queue.enter(page))
        if data.draw(st.booleans()):
            queue.leave(inside.pop(data.draw(st.integers(0, len(inside) - 1))))
        working = sum(ticket.admitted for ticket in inside)
        assert working == min(places, len(inside))


def test_what_is_told() -> None:
    """How many are ahead, whenever that changes, and nothing more when its turn has come."""

    async def told() -> list[int]:
        queue = Queue(1, 10)
        first, second, third = (queue.enter("a") for _ in range(3))
        ahead: list[int] = []
        async for number in queue.wait(third):
            ahead.append(number)
            queue.leave(first if number else second)
        return ahead

    assert asyncio.run(told()) == [1, 0]


def test_full() -> None:
    """Those who work do not count as waiting."""
    queue = Queue(1, 2)
    for _ in range(3):
        queue.enter("a")
    with pytest.raises(BusyError, match="2 jobs are waiting already"):
        queue.enter("b")
