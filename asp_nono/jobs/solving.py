"""Jobs that decide a puzzle, prove the verdict, and check a proof."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from asp_nono.jobs import Job, Start
from asp_nono.jobs.recipes import SearchJob
from asp_nono.puzzle import Puzzle
from asp_nono.run import Work

if TYPE_CHECKING:
    from asp_nono.proof.certificate import Certificate, Proven, Verified
    from asp_nono.solving.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(SearchJob["Result"]):
    """Decide whether a puzzle has exactly one solution."""

    start = "start"

    def run(self, puzzle: Puzzle, start: Start = None) -> Work["Result"]:
        """See `Job`."""
        from asp_nono.solving.search import SearchTask, at_once, begun, search

        task = SearchTask(puzzle, self.chosen, start)
        return Work(partial(search, task), begun(task), partial(at_once, task))

    def values(self, found: "Result") -> dict[str, Any]:
        """The solutions and the goal too; see `Job`."""
        return found.to_json(solutions=True, goal=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prove(SearchJob["Proven[Result]"]):
    """Decide whether a puzzle has exactly one solution, and prove the verdict."""

    start = "start"
    child = True

    def run(self, puzzle: Puzzle, start: Start = None) -> Work["Proven[Result]"]:
        """See `Job`."""
        from asp_nono.proof.certificate import Proven, proofs
        from asp_nono.solving.search import SearchTask, begun, search

        task = SearchTask(puzzle, self.chosen, start)
        return Work(partial(proofs, partial(search, task), start), Proven(result=begun(task)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify(Job["Verified"]):
    """Verify a certificate."""

    def run(self, certificate: "Certificate") -> Work["Verified"]:
        """See `Job`."""
        from asp_nono.proof.certificate import Verified, verify

        return Work(partial(verify, certificate), Verified(certificate=certificate))
