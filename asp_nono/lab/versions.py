"""Names that stay apart: what was changed between two runs of a plan goes by another name then.

A file of results can hold runs of an encoding, and of the same after a change; or of a puzzle
whose file was changed; or of a task with other limits. They are never counted together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable


def versions(
    known: Iterable[tuple[str, Hashable]],
) -> dict[tuple[str, Hashable], str]:
    """For each name and what it stands for a name of its own, in the order in which they came up.

    >>> list(versions([("a", 1), ("b", 1), ("a", 2), ("a", 1)]).values())
    ['a', 'b', 'a (version 2)']
    """
    found: dict[tuple[str, Hashable], str] = {}
    count: dict[str, int] = {}
    for name, what in known:
        if (name, what) not in found:
            count[name] = count.get(name, 0) + 1
            more = f" (version {count[name]})" if count[name] > 1 else ""
            found[name, what] = f"{name}{more}"
    return found


def limits(seconds: float | None, cpu_seconds: float | None, mebibytes: int | None) -> str:
    """The limits of a run in words; None for no limit.

    >>> limits(3, None, 1000)
    '3 s, 1000 MiB'
    """
    known = ((seconds, "s"), (cpu_seconds, "s of CPU time"), (mebibytes, "MiB"))
    parts = [f"{value:g} {unit}" for value, unit in known if value is not None]
    return ", ".join(parts) or "no limit"
