"""Settings for all tests."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, max_examples=50)
settings.register_profile(
    "thorough", deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("thorough" if os.environ.get("ASP_NONO_THOROUGH") else "default")

NIGHTLY = (pytest.mark.slow, pytest.mark.nightly)
"""The marks of a test that takes minutes."""

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared" / "data"


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What drives a browser is slow; what needs something that is not there is skipped."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
    if find_spec("pyganak") is None:
        _skip(items, "counters", "the extra count is not installed")
    if not SHARED.is_dir():
        reason = f"other people's puzzles are never shipped, and {SHARED} is not there"
        _skip(items, "shared", reason)


def _skip(items: list[pytest.Item], mark: str, reason: str) -> None:
    for item in items:
        if item.get_closest_marker(mark):
            item.add_marker(pytest.mark.skip(reason=reason))
