"""The server is what it says of itself: schemathesis tries what is right and what is wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Server

SETTINGS = Path(__file__).with_name("schemathesis.toml")


@pytest.fixture(scope="module")
def bounded() -> Iterator[Server]:
    """A server that gives up soon."""
    with Server("--jobs", 2, "--time-limit", 1, "--memory-limit", 512) as running:
        yield running


@pytest.mark.parametrize("phase", ["coverage", "fuzzing"])
def test_fuzz(bounded: Server, phase: str, tmp_path: Path) -> None:
    """All checks are on: every status and every answer is one that is described."""
    words = [sys.executable, "-m", "schemathesis.cli", "--config-file", SETTINGS, "run"]
    words += [f"http://{bounded.host}/api/openapi.json", "-H", f"X-Studio-Token: {bounded.token}"]
    words += ["--phases", phase, "--max-examples", "5", "--seed", "1", "--no-shrink"]
    ran = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "23 selected / 23 total" in " ".join(ran.stdout.split())
