"""One child process for the tests of a module, which would otherwise start hundreds."""

from collections.abc import Iterator

import pytest

from asp_nono.run.pool import Children


@pytest.fixture(scope="module")
def pool() -> Iterator[Children]:
    """A pool of one child."""
    with Children() as one:
        yield one
