"""One server for all tests that do not end it, and one browser."""

from collections.abc import Iterator

import pytest

from tests.web.driving import browser, desk, studio, visit
from tests.web.serving import Server

__all__ = ["browser", "desk", "server", "studio", "visit"]


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A studio with two jobs at once, opened with a file."""
    with Server("--jobs", 2, "instances/pictures/heart.xml") as running:
        yield running
