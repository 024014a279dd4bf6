"""Ctrl-C: what was measured is shown and kept, and nothing is left running."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from tests.benchmarks.run import BOAT, CAT, ENDLESS, chosen, program, records, words
from tests.cli.run import GUARD, launch, offspring, vanish


def _wait_for(file: Path, kind: str) -> None:
    """Wait until the record has a line of some kind."""
    deadline = time.monotonic() + GUARD
    while time.monotonic() < deadline:
        if file.exists() and f'"kind": "{kind}"' in file.read_text(encoding="utf-8"):
            return
        time.sleep(0.05)
    pytest.fail(f"no {kind} has been recorded")


def test_ctrl_c(tmp_path: Path) -> None:
    """A solver that never ends is stopped; the process before it stands in the table."""
    folder, file = chosen(tmp_path / "two", CAT, BOAT), tmp_path / "record.jsonl"
    process = launch(words("--jsonl", file, "--against", program(ENDLESS), folder))
    _wait_for(file, "set run")
    while not (children := offspring(process.pid)):
        time.sleep(0.05)
    solvers = {solver for child in children for solver in offspring(child)}
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=GUARD)
    assert (process.returncode, err) == (130, "")
    assert "Interrupted; this is what was measured until then.\n" in out
    assert "order, one process      2/2      50%" in out
    assert [line["processes"] for line in records(file, "set run")] == [1]
    assert vanish(children | solvers)
