"""A terminal that promises nothing."""

import pytest


@pytest.fixture
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the environment speaks of colors."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "WT_SESSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
