"""The program that decides one puzzle and notes what each stage took; see `profile`.

It is given the same job as `decide`, with one puzzle, and prints one JSON object. Two pieces cannot
be told apart from their neighbours while the puzzle is decided: what reading imports at its first
use, and facts, which clingo is given as soon as they are written. So reading and facts are done
once more afterwards, and `again` says what that took; it has all that a user would not wait for.
"""

from __future__ import annotations

import resource

from asp_nono.lab.launch import cpu_seconds


def spent() -> float:
    """The CPU seconds of this process so far."""
    return cpu_seconds(resource.getrusage(resource.RUSAGE_SELF))


STARTED = spent()
"""Before anything of asp-nono is imported."""


class Clock:
    """CPU seconds, cut into laps that have names.

    Attributes:
        stages: The seconds of all laps by name.
    """

    def __init__(self) -> None:
        self.stages = {"interpreter": STARTED}
        self._last = STARTED

    def lap(self, name: str) -> None:
        """Book what was spent since the last lap."""
        now = spent()
        self.stages[name] = self.stages.get(name, 0.0) + now - self._last
        self._last = now


def main() -> None:
    """Decide the puzzle as `asp-nono check` does, and tell of it."""
    clock = Clock()

    import asp_nono.cli.solve  # noqa: F401 - what the command imports
    from asp_nono.cli.solve import verdict_text
    from asp_nono.files import read
    from asp_nono.solving.solve import answer

    clock.lap("imports")

    import json
    import os
    import sys
    import warnings

    from asp_nono.asp.recipes import recipe
    from asp_nono.solving.search import Task
    from benchmarks.watch import Watch

    warnings.simplefilter("ignore")
    job = json.load(sys.stdin)
    ((file, number),) = job["puzzles"]
    clock.lap("measuring")
    puzzle = read(file)[number - 1]
    clock.lap("reading")
    watch = Watch(clock, Task(puzzle, recipe(job["recipe"])))
    result = answer(watch.task, watch.run())
    text = verdict_text(result)
    clock.lap("output")
    stages = clock.stages
    clock.stages = {"measuring": stages.pop("measuring")}
    read(file)
    clock.lap("reading")
    watch.repeat_facts()
    says = {"verdict": result.verdict, "technique": result.technique, "text": text}
    sys.stdout.write(json.dumps({**says, "stages": stages, "again": clock.stages}) + "\n")
    sys.stdout.flush()
    os._exit(0)  # as the command does


if __name__ == "__main__":
    main()
