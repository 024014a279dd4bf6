"""The kinds of work, each a function that a child process runs: values of JSON in, events out."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

LIKELY = ("quick", "verdicts")
"""What is asked for most."""


def prepare() -> None:
    """Import what is likely to be asked for, so that the first question does not wait for it."""
    for module in LIKELY:
        import_module(f"{__name__}.{module}")


def perform(kind: str, /, *given: object, **named: object) -> Iterator[dict[str, Any]]:
    """The events of some work; the server itself never imports what does it.

    Args:
        kind: Module and function, as "verdicts.check".
        given: What the function takes.
        named: The same by name.
    """
    module, _, name = kind.partition(".")
    work = getattr(import_module(f"{__name__}.{module}"), name)
    events: Iterator[dict[str, Any]] = work(*given, **named)
    return events
