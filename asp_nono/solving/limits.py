"""Limits on time and memory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may take; None for no limit.

    Attributes:
        seconds: Wall-clock time, line logic and grounding included.
        megabytes: Memory of the process that searches, in MiB.
    """

    seconds: float | None = None
    megabytes: int | None = None

    def __bool__(self) -> bool:
        return self.seconds is not None or self.megabytes is not None


@dataclass(frozen=True, slots=True)
class Stopped:
    """The search was cut short; `reason` names the limit."""

    reason: str
