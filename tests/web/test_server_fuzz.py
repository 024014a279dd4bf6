"""The server is what it says of itself: schemathesis tries what is right and what is wrong."""

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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("phase", "paths"),
    [
        ("coverage", "/(about|encodings|opened|read|picture|grade|generate)$"),  # without puzzles
        ("coverage", "/check$"),  # every bound of the schema of puzzles
        pytest.param("fuzzing", ".", marks=pytest.mark.nightly),
    ],
)
def test_fuzz(bounded: Server, phase: str, paths: str, tmp_path: Path) -> None:
    """All checks are on: every status and every answer is one that is described."""
    words = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(SETTINGS), "run"]
    words += [f"http://{bounded.host}/api/openapi.json", "-H", f"X-Studio-Token: {bounded.token}"]
    words += ["--phases", phase, "--include-path-regex", paths, "--max-examples", "4"]
    words += ["--seed", "1", "--no-shrink", "--warnings", "off"]
    ran = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_all_paths_are_described(server: Server) -> None:
    """With every status that they can have, and with the need for a token."""
    described = server.ask("/api/openapi.json").json["paths"]
    assert len(described) == 25
    for path, methods in described.items():
        for call in methods.values():
            assert {"200", "401", "403", "413", "422", "503"} <= set(call["responses"]), path
            assert call["security"]
            assert call["description"]
