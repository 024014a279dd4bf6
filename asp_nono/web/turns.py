"""Who may work now: a few at once, and a queue that takes turns between pages."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator

from asp_nono.errors import AspNonoError


class Busy(AspNonoError):  # noqa: N818 - it is no mistake of anybody's
    """So many are waiting that nobody else may."""


class Ticket:
    """A place in the queue, and later one at work.

    Attributes:
        page: The page that it belongs to.
        admitted: Whether its turn has come.
    """

    def __init__(self, page: str) -> None:
        self.page = page
        self.admitted = False
        self.changed = asyncio.Event()


class Turns:
    """So many places at work, and a queue in front of them.

    A page that asks for much does not hold up the others: of those who wait, one of each page is
    let in before the second of any.

    Args:
        places: So many work at once.
        most: No more than this may wait.
    """

    def __init__(self, places: int, most: int) -> None:
        self._free = places
        self._most = most
        self._waiting: dict[str, deque[Ticket]] = {}

    def enter(self, page: str) -> Ticket:
        """A ticket for `page`; who has one must `leave` in the end.

        Raises:
            Busy: If too many wait already.
        """
        if not self._free and sum(map(len, self._waiting.values())) >= self._most:
            raise Busy(f"{self._most} jobs are waiting already; try again later, or end some")
        ticket = Ticket(page)
        self._waiting.setdefault(page, deque()).append(ticket)
        self._admit()
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """Give up a place, at work or in the queue."""
        if ticket.admitted:
            self._free += 1
        else:
            self._remove(ticket)
        self._admit()

    async def wait(self, ticket: Ticket) -> AsyncIterator[int]:
        """How many are let in before this ticket, whenever that changes, until its turn comes."""
        told = -1
        while not ticket.admitted:
            ticket.changed.clear()
            ahead = list(self._order()).index(ticket)
            if ahead != told:
                told = ahead
                yield ahead
            else:
                await ticket.changed.wait()

    def _order(self) -> Iterator[Ticket]:
        """Those who wait, in the order in which they will be let in."""
        longest = max(map(len, self._waiting.values()), default=0)
        for place in range(longest):
            for tickets in self._waiting.values():
                if place < len(tickets):
                    yield tickets[place]

    def _admit(self) -> None:
        while self._free and self._waiting:
            ticket = next(self._order())
            self._remove(ticket)
            if rest := self._waiting.pop(ticket.page, None):
                self._waiting[ticket.page] = rest  # behind the other pages
            self._free -= 1
            ticket.admitted = True
            ticket.changed.set()
        for ticket in self._order():
            ticket.changed.set()

    def _remove(self, ticket: Ticket) -> None:
        tickets = self._waiting[ticket.page]
        tickets.remove(ticket)
        if not tickets:
            del self._waiting[ticket.page]
