"""Events go to the page in bundles, with pauses in which it can be pressed."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from asp_nono.web.responses import bundles
from asp_nono.web.values import STARTED, Event, progress, result

NEWS = [progress(number=number) for number in range(100)]
END = result(number=100)


async def _sent(*events: Event | float) -> AsyncGenerator[Event, None]:
    """Each event; a number is a pause in seconds."""
    for event in events:
        if isinstance(event, float):
            await asyncio.sleep(event)
        else:
            yield event


def _bundled(*events: Event | float, piecewise: bool = False) -> list[list[Event]]:
    async def all_of_them() -> list[list[Event]]:
        return [bundle async for bundle in bundles(_sent(*events), piecewise=piecewise)]

    return asyncio.run(all_of_them())


@pytest.mark.parametrize("pause", [0.0, 0.001])
def test_few_bundles(pause: float) -> None:
    """A hundred pieces of news in a moment are the first one and the result."""
    events = [part for news in NEWS for part in (news, pause)]
    first, *middle, last = _bundled(STARTED, *events, END)
    assert [first, last] == [[STARTED], [END]]
    assert middle[0] == [NEWS[0]]
    assert len(middle) < len(NEWS) / 4
    assert all(len(bundle) == 1 for bundle in middle)


def test_the_newest_is_shown_while_nothing_comes() -> None:
    """What was held back comes as soon as the pause is over, not with the next news."""
    bundled = _bundled(STARTED, *NEWS, 0.6, END)
    assert bundled == [[STARTED], [NEWS[0]], [NEWS[-1]], [END]]


def test_pieces_are_all_kept() -> None:
    """In their order, in few bundles; they do not hold back the result."""
    first, one, rest = _bundled(STARTED, *NEWS, END, piecewise=True)
    assert (first, one) == ([STARTED], [NEWS[0]])
    assert rest == [*NEWS[1:], END]


def test_an_end_without_result() -> None:
    """The newest is given all the same."""
    assert _bundled(*NEWS) == [[NEWS[0]], [NEWS[-1]]]


def test_closing_ends_the_events() -> None:
    """Even while they are waited for."""
    ended = []

    async def forever() -> AsyncGenerator[Event, None]:
        try:
            yield NEWS[0]
            await asyncio.sleep(3600)
        finally:
            ended.append(True)

    async def closed() -> None:
        news = bundles(forever(), piecewise=False)
        assert await anext(news) == [NEWS[0]]
        await news.aclose()

    asyncio.run(closed())
    assert ended == [True]
