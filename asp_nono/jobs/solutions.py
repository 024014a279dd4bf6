"""Jobs that show the solutions of a puzzle, list or count them, or ask of very many puzzles."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from asp_nono.jobs import F, Job, PuzzleJob, Start, option
from asp_nono.jobs.recipes import SearchJob
from asp_nono.puzzle import Puzzle
from asp_nono.run import Work
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from pathlib import Path

    from asp_nono.archive.fill import ArchiveProgress
    from asp_nono.counting.count import Method
    from asp_nono.counting.result import Count, Wants
    from asp_nono.counting.space import Listed
    from asp_nono.proof.certificate import Proven
    from asp_nono.run.pool import Pool
    from asp_nono.solving.result import Result
    from asp_nono.solving.search import SearchTask
    from asp_nono.solving.solve import Animation


@dataclass(frozen=True, slots=True, kw_only=True)
class _Several(SearchJob[F]):
    """A job that finds solutions."""

    start = "start"
    most: int = option(
        2,
        ge=1,
        flag="-n",
        metavar="N",
        help="Stop after N solutions; two are enough to see that there is more than one.",
    )
    all: bool = option(False, help="Find all solutions.")

    @property
    def wanted(self) -> int:
        """The number of solutions after which to stop; 0 for all."""
        return 0 if self.all else self.most

    def task(self, puzzle: Puzzle, start: Start) -> "SearchTask":
        """What to look for."""
        from asp_nono.solving.search import SearchTask

        return SearchTask(puzzle, self.chosen, start, most=self.wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Solve(_Several["Result"]):
    """Find solutions of a puzzle; the last snapshot has the first two."""

    def run(self, puzzle: Puzzle, start: Start = None) -> Work["Result"]:
        """See `Job`."""
        from asp_nono.solving.search import at_once, begun, search

        task = self.task(puzzle, start)
        return Work(partial(search, task), begun(task), partial(at_once, task))


@dataclass(frozen=True, slots=True, kw_only=True)
class Animate(_Several["Animation"]):
    """Solve a puzzle, and show how line logic goes about it."""

    piecewise = True

    def run(self, puzzle: Puzzle, start: Start = None) -> Work["Animation"]:
        """See `Job`."""
        from asp_nono.solving.search import begun
        from asp_nono.solving.solve import Animation, animation

        task = self.task(puzzle, start)
        begun(task)  # raises what is wrong with the start
        return Work(partial(animation, task), Animation(puzzle=puzzle))

    def news(self, found: "Animation") -> dict[str, Any]:
        """Visits that have changed cells; see `Job`."""
        return found.to_json() if found.cells else {}


Methods: TypeAlias = Literal["auto", "topdown", "frontier", "enumerate", "ganak", "d4"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountSolutions(SearchJob["Count"]):
    """Count the solutions of a puzzle."""

    start = "start"
    bounded = True
    up_to: int | None = option(
        None, ge=1, metavar="N", help="Enumerate solutions, and stop after N of them."
    )
    method: Methods = option("auto", help="The method; auto chooses the fastest.")
    approximate: bool = option(
        False, help="Estimate the number of the recipe's answers instead of counting."
    )
    nth: tuple[int, ...] = option(
        (),
        ge=1,
        metavar="N",
        help=(
            "Draw solution N, in a fixed order, without enumerating those before it; may be"
            " repeated."
        ),
    )
    sample: int = option(
        0, ge=0, metavar="N", help="Draw N solutions at random, uniformly and independently."
    )
    seed: int | None = option(
        None,
        ge=0,
        lt=2**31,
        metavar="NUMBER",
        help="The seed of random solutions, of an estimate, or of clingo.",
    )
    shares: bool = option(
        False, only="studio", help="For each cell, count the solutions that color it."
    )

    @property
    def wants(self) -> "Wants":
        """What is wanted besides the number."""
        from asp_nono.counting.result import Wants

        return Wants(tuple(rank - 1 for rank in self.nth), self.sample, self.seed or 0, self.shares)

    @property
    def child(self) -> bool:
        """See `Job`: a model counter cannot be interrupted."""
        return self.approximate or self.method in ("ganak", "d4")

    @property
    def clingo_seed(self) -> int | None:
        """The seed of clingo, if it is not that of random solutions or of an estimate."""
        return None if self.sample or self.approximate else self.seed

    def run(self, puzzle: Puzzle, start: Start = None, *, limits: Limits) -> Work["Count"]:
        """See `Job`."""
        from asp_nono.counting.count import counts
        from asp_nono.counting.result import Count
        from asp_nono.solving.result import known_at_start

        known_at_start(puzzle, start)  # raises what is wrong with the start
        method: Method = "estimate" if self.approximate else self.method
        most, how = self.up_to or 0, (method, self.chosen, start, limits, self.wants)
        return Work(partial(counts, puzzle, most, *how), Count(puzzle=puzzle, up_to=most))

    def to_json(self, found: "Count") -> dict[str, Any]:
        """With the solutions that were picked, if any are wanted; see `Job`."""
        return found.to_json(picked=bool(self.wants))

    def values(self, found: "Count") -> dict[str, Any]:
        """With the solutions that were picked; see `Job`."""
        return found.to_json(picked=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProveCount(PuzzleJob["Proven[Count]"]):
    """Count the solutions of a puzzle, and prove the number."""

    start = "start"
    bounded = child = True
    method: Methods = option("auto", help="The method; one that gives a decomposition.")

    def run(self, puzzle: Puzzle, start: Start = None, *, limits: Limits) -> Work["Proven[Count]"]:
        """See `Job`."""
        from asp_nono.asp.recipes import DEFAULT
        from asp_nono.counting.count import counts
        from asp_nono.counting.result import Count, Wants
        from asp_nono.proof.certificate import Proven, proofs
        from asp_nono.solving.result import known_at_start

        known_at_start(puzzle, start)  # raises what is wrong with the start
        how = (0, self.method, DEFAULT, start, limits, Wants(decomposition=True))
        job = partial(proofs, partial(counts, puzzle, *how), start)
        return Work(job, Proven(result=Count(puzzle=puzzle)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions(PuzzleJob["Listed"]):
    """Give some solutions by number where all can be counted, else one by one."""

    bounded = piecewise = True
    first: str = option(
        "0", pattern=r"^[0-9]{1,1000}$", help="The number of the first solution, from 0."
    )
    most: int = option(1, ge=1, le=100, help="The number of solutions to list.")

    def run(self, puzzle: Puzzle, _: Start = None, *, limits: Limits) -> Work["Listed"]:
        """See `Job`."""
        from asp_nono.counting.space import Listed, listed

        listing = partial(listed, puzzle, int(self.first), self.most, limits)
        return Work(listing, Listed(puzzle=puzzle))


@dataclass(frozen=True, slots=True, kw_only=True)
class FillArchive(Job["ArchiveProgress"]):
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
        from asp_nono.jobs.solving import Check

        kinds: dict[str, type[Job[Any]]] = {
            "check": Check,
            "count": CountSolutions,
            "difficulty": Difficulty,
        }
        return kinds[self.ask]()

    def run(
        self, sources: tuple[str, ...], folder: "Path", *, limits: Limits, pool: "Pool"
    ) -> Work["ArchiveProgress"]:
        """Sources are folders, tar files, tables, lists and puzzle files; see `Job`."""
        from asp_nono.archive.fill import ArchiveProgress, fill
        from asp_nono.archive.parts import Archive
        from asp_nono.lab.code import code, commit

        about = {"job": self.ask, "seconds": limits.seconds, "megabytes": limits.megabytes}
        archive = Archive(folder, about, {**code(), "commit": commit()[0]})
        job = partial(fill, archive, sources, self.question, limits, pool, self.chunk)
        return Work(job, ArchiveProgress())
