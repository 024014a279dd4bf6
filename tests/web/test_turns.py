"""The queue: nobody is forgotten, and no page holds up the others."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.web.turns import Busy, Ticket, Turns


def _served(pages: str, places: int = 1) -> str:
    """The pages in the order in which their jobs are let in, one letter a job."""
    turns = Turns(places, 1000)
    tickets = [turns.enter(page) for page in pages]
    order: list[Ticket] = []
    while len(order) < len(tickets):
        now = [one for one in tickets if one.admitted and one not in order]
        order += now
        for ticket in now:
            turns.leave(ticket)
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
    turns = Turns(places, 1000)
    inside: list[Ticket] = []
    for page in pages:
        inside.append(turns.enter(page))
        if data.draw(st.booleans()):
            turns.leave(inside.pop(data.draw(st.integers(0, len(inside) - 1))))
        working = sum(ticket.admitted for ticket in inside)
        assert working == min(places, len(inside))


def test_what_is_told() -> None:
    """How many are ahead, whenever that changes, and nothing more when its turn has come."""

    async def told() -> list[int]:
        turns = Turns(1, 10)
        first, second, third = (turns.enter("a") for _ in range(3))
        ahead: list[int] = []
        async for number in turns.wait(third):
            ahead.append(number)
            turns.leave(first if number else second)
        return ahead

    assert asyncio.run(told()) == [1, 0]


def test_full() -> None:
    """Those who work do not count as waiting."""
    turns = Turns(1, 2)
    for _ in range(3):
        turns.enter("a")
    with pytest.raises(Busy, match="2 jobs are waiting already"):
        turns.enter("b")
