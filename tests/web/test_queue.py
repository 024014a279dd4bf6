"""The queue: nobody is forgotten, and no page holds up the others."""

import pytest
from hypothesis import given, strategies as st

from asp_nono.web.pool import Queue, Ticket


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
    [("a", "a"), ("aaa", "aaa"), ("aaab", "aaba"), ("aaabbc", "aabcab"), ("abab", "abab")],
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
