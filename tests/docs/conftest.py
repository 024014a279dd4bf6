"""Where the commands of pages are typed."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A copy of what the commands of pages read, to write files into."""
    for folder in ("instances", "encodings", "docs/course", "docs/exercises", "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path
