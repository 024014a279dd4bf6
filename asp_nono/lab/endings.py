"""From how a process ended to the status of a run: what held a limit, and what there is to say."""

from __future__ import annotations

from typing import Any

from asp_nono.errors import AspNonoError
from asp_nono.lab import launch
from asp_nono.lab.plan import Bounds
from asp_nono.lab.processes import Usage, death, starved


class BrokenOffError(AspNonoError):
    """The run was ended from outside, by Ctrl-C or the like; nothing is to be recorded of it."""


def conclude(
    bounds: Bounds, told: dict[str, Any], usage: Usage, words: str, *, killed: bool
) -> dict[str, Any]:
    """The fields of the outcome that say how a run ended.

    A limit counts even where an answer came a moment later; a wrong answer counts before all.

    Args:
        bounds: The limits.
        told: What the program told: "status", "late" and "full", which are taken out, and
            "message".
        usage: What the process took.
        words: Its last words.
        killed: Whether the kernel killed a process of its control group for want of memory.

    Raises:
        BrokenOffError: If it was ended from outside.
    """
    late, full = told.pop("late", False), told.pop("full", "")
    status = told.pop("status", None)
    if usage.ended == launch.ASKED:
        raise BrokenOffError("the run was ended from outside")
    if status == "wrong":
        return {"status": status}
    if held := full or _memory(bounds, usage, words, status, killed=killed):
        limit = told["message"] if full else f"memory limit of {bounds.megabytes} MiB"
        return {"status": "memory-out", "held": held, "message": limit}
    if bounds.seconds is not None and usage.wall > bounds.seconds:
        message = f"time limit of {bounds.seconds:g} s"
        return {"status": "time-out", "held": "clock", "message": message}
    if bounds.cpu_seconds is not None and (late or usage.cpu > bounds.cpu_seconds):
        message = f"CPU time limit of {bounds.cpu_seconds:g} s"
        return {"status": "time-out", "held": "CPU watchdog", "message": message}
    if status in (None, "undecided"):
        message = told.get("message") or f"the process ended with {death(usage, words)}"
        return {"status": "error", "message": message}
    return {"status": status}


def _memory(bounds: Bounds, usage: Usage, words: str, status: str | None, *, killed: bool) -> str:
    """What denied the process its memory, if something did."""
    if bounds.megabytes is None:
        return ""
    if killed:
        return "control group"
    if usage.ended == launch.MEMORY_LIMIT:
        return "watchdog"
    denied = status == "memory-out" or (status is None and usage.status != 0 and starved(words))
    return "rlimit" if denied else ""
