"""A child process for the tests of a module, which would otherwise start hundreds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asp_nono.solving.worker import Worker


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """One child for one test after another."""
    with Worker() as one:
        yield one
