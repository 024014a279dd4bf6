"""Questions that kill the process in which they are asked, for `test_archive`."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from asp_nono.archive.chunk import Answered
from asp_nono.grid import PartialGrid
from asp_nono.jobs.solving import Check
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


@dataclass(frozen=True)
class Deadly:
    """Check puzzles, but die on those with this title; only once if there is a `scar` to leave."""

    title: str
    scar: Path | None = None

    def find(
        self, *inputs: Puzzle | PartialGrid | None, limits: Limits, pool: "Pool | None"
    ) -> Answered:
        """The verdict of `check`."""
        puzzle, _ = inputs
        if isinstance(puzzle, Puzzle) and puzzle.title == self.title:
            if self.scar is None:
                os._exit(7)
            if not self.scar.exists():
                self.scar.touch()
                os._exit(7)
        return Check().find(puzzle, None, limits=limits, pool=pool)
