"""A run of somebody else's program: its file written, its output read for a verdict."""

from __future__ import annotations

import re
import warnings
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from asp_nono.errors import AspNonoError
from asp_nono.files import write
from asp_nono.lab.cgroups import Group
from asp_nono.lab.competitors import FILE, External
from asp_nono.lab.instances import Instance, puzzle_of
from asp_nono.lab.jobs import Job
from asp_nono.lab.processes import Process, Usage
from asp_nono.run.limits import Limits

_KEPT = 1 << 20
"""So many of the last bytes of its output are searched for a verdict."""

_DIGITS = 4000
"""Python reads no longer numbers."""

_SHOWN = 200
"""So many of its last characters are told where there is none."""


def foreign(
    job: Job,
    competitor: External,
    folder: Path,
    group: Group | None,
    running: Callable[[Process], None],
) -> tuple[dict[str, Any], Usage, str]:
    """Run the program; what it told as fields of an outcome, what it took, and its last words.

    Raises:
        AspNonoError: If it cannot be started.
    """
    try:
        file = laid_down(job.instance, competitor.form, folder)
    except AspNonoError as error:
        told = {"status": "error", "message": str(error)}
        return told, Usage(0, 0.0, 0.0, 0), ""
    words = [word.replace(FILE, str(file)) for word in competitor.words]
    bounds = job.bounds
    with Process(
        words,
        Limits(bounds.seconds, bounds.megabytes),
        cpu_seconds=bounds.cpu_seconds,
        group=group,
    ) as process:
        running(process)
        output = _tail(process)
        usage = process.wait()
        return verdict(competitor, output, usage.status), usage, process.last_words()


def laid_down(instance: Instance, form: str | None, folder: Path) -> Path:
    """The puzzle in a file of its own, in the format that is wanted.

    Raises:
        AspNonoError: If it cannot be written so.
    """
    if form is None and not instance.several:
        path = folder / instance.text.name
        path.write_bytes(instance.text.data)
        return path
    puzzle = puzzle_of(instance, folder)
    path = folder / f"puzzle.{form or 'xml'}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a title or a goal that is lost makes no other puzzle
        write([puzzle], path, form=form, lossy=True)
    return path


def _tail(process: Process) -> str:
    """The end of what it prints."""
    parts: deque[bytes] = deque()
    size = 0
    while part := process.receive():
        parts.append(part)
        size += len(part)
        while size > _KEPT:
            size -= len(parts.popleft())
    return b"".join(parts).decode(errors="replace")


def verdict(competitor: External, output: str, status: int) -> dict[str, Any]:
    """What the output and the exit status of a program say, as fields of an outcome."""
    told: dict[str, Any] = {}
    if competitor.count and (match := re.search(competitor.count, output, re.MULTILINE)):
        digits = match[1] or ""
        if digits.isascii() and digits.isdecimal() and len(digits) < _DIGITS:
            number = int(digits)
            word = "none" if number == 0 else "unique" if number == 1 else "multiple"
            told = {"status": word, "models": number, "exhausted": True}
    for word, sign in competitor.verdicts.items():
        if sign == status or (isinstance(sign, str) and re.search(sign, output, re.MULTILINE)):
            return {**told, "status": word}
    if told:
        return told
    shown = " ".join(output.split())[-_SHOWN:]
    return {"message": f"no verdict in its output, exit status {status}: {shown or 'no output'}"}
