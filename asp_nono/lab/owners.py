"""Programs that claim runs, and whether they still live."""

from __future__ import annotations

import json
import os
import platform
from functools import cache
from pathlib import Path

_START = 19
"""The field of /proc/PID/stat behind the name that says when the process was started."""


def myself() -> str:
    """This process, told apart from all others there ever were."""
    return _identity(os.getpid())


@cache
def _identity(process: int) -> str:
    return json.dumps([platform.node(), process, _started(process)])


def alive(owner: str) -> bool:
    """Whether a process still lives; of one on another machine we must believe it."""
    host, process, started = json.loads(owner)
    return bool(host != platform.node() or (started and _started(process) == started))


def _started(process: int) -> str:
    """When a process was started, since which boot; empty if there is none."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""
    return "" if fields[0] == "Z" else f"{boot} {fields[_START]}"
