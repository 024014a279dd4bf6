"""The jobs that can be run on puzzles, with all their options: the one place that declares them.

The command line, the studio's requests, docs/cli.md and the JSON schema derive from these classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asp_nono.jobs.options import Job


def jobs() -> dict[str, type[Job]]:
    """All jobs by name."""
    from asp_nono.jobs import design, files, programs, puzzles

    found: list[type[Job]] = [
        puzzles.Check,
        puzzles.Count,
        puzzles.Solutions,
        puzzles.Solve,
        puzzles.Explain,
        puzzles.Difficulty,
        puzzles.Hint,
        puzzles.Errors,
        puzzles.Why,
        puzzles.Ground,
        design.Ambiguity,
        design.Repair,
        design.Reveal,
        design.Unblot,
        design.Generate,
        design.Blot,
        design.Census,
        programs.Run,
        programs.Grade,
        files.Drawing,
        files.Printing,
        files.Picture,
        files.Writing,
    ]
    return {job.__name__.lower(): job for job in found}
