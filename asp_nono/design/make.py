"""A unique puzzle made of a picture: by the smallest repair, or else by other small changes.

The repair of the wanted difficulty is looked for in half of the time. If there is none by then, the
picture is changed as `generate` changes given pictures, and of a few ways the best one is taken.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any

from asp_nono.design.generate import GivenPicture, attempts, outcome
from asp_nono.design.local_search import Target
from asp_nono.design.nogoods import Aim
from asp_nono.design.repair import RepairedPicture, RepairResult, repairs
from asp_nono.formats.json import puzzle_data
from asp_nono.logic.difficulty import DifficultyMeasures
from asp_nono.messages import NOTHING, Message, plural, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.pool import run_stream
from asp_nono.run.snapshots import Answer, last

_WAYS = 4  # ways to reach a difficulty, of which the one with the fewest changes is taken
_TRIES = 100  # pictures that are tried for that


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeResult(Answer):
    """The state of the search for the unique puzzle of a picture (a snapshot).

    Attributes:
        puzzle: Its goal is the changed picture; None before it is found.
        changed: How many cells were given another color.
        difficulty: Of the puzzle; None if the target has no bounds on it.
        proof: What is known of fewer changes.
        tries: How many pictures were tried when no repair was found.
        rejected: How many failed in which way.
        progress: What is done now.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle | None = None
    changed: int = 0
    difficulty: DifficultyMeasures | None = None
    proof: Message = NOTHING
    tries: int = 0
    rejected: Mapping[Message, int] = field(default_factory=dict)
    progress: str = ""

    @property
    def outcome(self) -> Message:
        """The failed tries, by reason."""
        return outcome(self.stop, self.tries, self.rejected)

    @property
    def finished(self) -> bool:
        """Whether there is a puzzle."""
        return self.puzzle is not None

    def text(self, name: str, _: object) -> Iterator[str]:
        """The puzzle in a line, or why there is none."""
        if self.puzzle is None:
            yield f"{name}: {self.outcome}"
            return
        size = f"{self.puzzle.width}x{self.puzzle.height}"
        grade = f", difficulty {self.difficulty.grade}" if self.difficulty else ""
        changed = plural(self.changed, "{count} cell changed", "{count} cells changed")
        yield f"{name}: {size}, unique{grade}; {changed}, {self.proof}"

    def to_json(self) -> dict[str, Any]:
        """The puzzle, what was changed, and what is known of fewer changes."""
        return {
            "puzzle": puzzle_data(self.puzzle) if self.puzzle else None,
            "changed": self.changed,
            "grade": self.difficulty.grade if self.difficulty else None,
            "tries": self.tries,
            "rejected": {str(failure): number for failure, number in self.rejected.items()},
            **with_messages(proof=self.proof, reason=NOTHING if self.puzzle else self.outcome),
            "seconds": round(self.seconds, 6),
        }


def make(
    puzzle: Puzzle,
    target: Target | None = None,
    *,
    touch_up: int | None = None,
    limits: Limits | None = None,
    each: Callable[[MakeResult], None] | None = None,
) -> MakeResult:
    """Change a puzzle's picture, in as few cells as possible, until its puzzle meets a target.

    The target is a unique puzzle when left out. Where the smallest repair does not meet it, or is
    not found in half of the time, at most `touch_up` cells are changed otherwise; None for one in
    twenty. `each` is called with every snapshot. Ctrl-C ends it.

    Raises:
        PuzzleError: If numbers of the puzzle are blotted, or it has neither a goal nor a solution.

    >>> from asp_nono.grid import Grid
    >>> found = make(Puzzle.of(Grid.from_text(["#.", ".#"])))
    >>> found.changed, str(found.proof)
    (1, 'no fewer will do')
    """
    return last(makes(puzzle, target or Target(), touch_up, limits), MakeResult(), each)


def makes(
    puzzle: Puzzle, target: Target, touch_up: int | None = None, limits: Limits | None = None
) -> Generator[MakeResult, None, None]:
    """Snapshots for `make`, which work in processes of their own and end within the limits."""
    began, limits = perf_counter(), limits or Limits()
    half = replace(limits, seconds=limits.seconds and limits.seconds / 2)
    aim: Aim = "line" if target.verdict == "line-solvable" else "unique"
    grades = target.least, target.most
    found = RepairResult(puzzle=puzzle, aim=aim, grades=grades)
    job = partial(repairs, puzzle, aim, 1, None, grades)
    with closing(run_stream(job, half, child=True)) as events:
        for event in events:
            if not isinstance(event, Stopped):
                found = event
                yield MakeResult(progress=found.progress)
    if found.repairs:
        yield _repaired(found, found.repairs[0], perf_counter() - began)
        return
    seconds = limits.seconds and max(0.1, round(limits.seconds - (perf_counter() - began), 1))
    picture = GivenPicture(found.puzzle, touch_up)
    yield from _touched_up(picture, target, replace(limits, seconds=seconds), began)


def _repaired(found: RepairResult, one: RepairedPicture, seconds: float) -> MakeResult:
    """The puzzle of a repair."""
    proof = Message("no fewer will do")
    if not found.smallest:
        proof = Message("whether {least} would do is not known", least=found.least)
    return MakeResult(
        puzzle=one.puzzle,
        changed=len(one.changes),
        difficulty=one.difficulty,
        proof=proof,
        seconds=seconds,
    )


def _touched_up(
    picture: GivenPicture, target: Target, limits: Limits, began: float
) -> Iterator[MakeResult]:
    """The picture with other changes."""
    known = MakeResult(proof=Message("the fewest of those tried"))
    job = partial(attempts, target, 0, _TRIES, _WAYS, 1, picture)
    with closing(run_stream(job, limits)) as events:
        for event in events:
            if isinstance(event, Stopped):
                yield replace(known.stopped_by(event), seconds=perf_counter() - began)
                return
            known = replace(
                known,
                puzzle=event.puzzle,
                changed=event.changed,
                difficulty=event.difficulty,
                tries=event.tries,
                rejected=event.rejected,
                progress=event.progress,
                seconds=perf_counter() - began,
            )
            yield known
