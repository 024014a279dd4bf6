"""The job of asking one question of very many puzzles."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from asp_nono.jobs import Job, option
from asp_nono.run import Work
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from pathlib import Path

    from asp_nono.archive.fill import Filled
    from asp_nono.run.pool import Pool


@dataclass(frozen=True, slots=True, kw_only=True)
class FillArchive(Job["Filled"]):
    """Ask a question of all puzzles of an archive of which it was not asked yet."""

    bounded = spread = pooled = True
    ask: Literal["check", "count", "difficulty"] = option(
        "check", flag="--job", only="cli", help="What to do with each puzzle."
    )
    chunk: float = option(
        5.0,
        gt=0,
        le=3600,
        only="cli",
        flag="--chunk",
        metavar="SECONDS",
        help="The time after which results of a process are kept; about what a crash can lose.",
    )

    @property
    def question(self) -> Job[Any]:
        """The job for each puzzle."""
        from asp_nono.jobs.explain import Difficulty
        from asp_nono.jobs.solutions import CountSolutions
        from asp_nono.jobs.solving import Check

        kinds: dict[str, type[Job[Any]]] = {
            "check": Check,
            "count": CountSolutions,
            "difficulty": Difficulty,
        }
        return kinds[self.ask]()

    def work(
        self, sources: tuple[str, ...], folder: "Path", *, limits: Limits, pool: "Pool"
    ) -> Work["Filled"]:
        """Sources are folders, tar files, tables, lists and puzzle files; see `Job`."""
        from asp_nono.archive.fill import Filled, fill
        from asp_nono.archive.parts import Archive
        from asp_nono.lab.code import code, commit

        about = {"job": self.ask, "seconds": limits.seconds, "megabytes": limits.megabytes}
        archive = Archive(folder, about, {**code(), "commit": commit()[0]})
        job = partial(fill, archive, sources, self.question, limits, pool, self.chunk)
        return Work(job, Filled())
