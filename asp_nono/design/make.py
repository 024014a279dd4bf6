"""A unique puzzle made of a picture: by the smallest repair, or else by other small changes.

The repair of the wanted difficulty is looked for in half of the time. If there is none by then, the
picture is changed as `generate` changes given pictures, and of a few ways the best one is taken.
A photograph is drawn in many ways first, the best of which are repaired and compared again.
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
from asp_nono.design.photographs import Rendering, best_drawn, renderings
from asp_nono.design.recognition import resemblance
from asp_nono.design.repair import RepairedPicture, RepairResult, repairs
from asp_nono.formats.json import puzzle_data
from asp_nono.formats.picture import Photograph
from asp_nono.logic.difficulty import DifficultyMeasures
from asp_nono.messages import (
    NOTHING,
    Message,
    Value,
    alternatives,
    plural,
    together,
    with_messages,
)
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Cause, Limits, Stopped
from asp_nono.run.pool import run_stream
from asp_nono.run.snapshots import Answer, last

_SHEET = 6  # ways to draw a photograph that are repaired
_DRAWING = 0.5  # of the time, what drawing it in all ways may take
_RECOGNIZABLE = 60  # with a lower score there is a warning
_LARGER, _MORE_COLORS = 1.5, 4  # what is tried where nothing is recognizable
_WAYS = 4  # ways to reach a difficulty, of which the one with the fewest changes is taken
_TRIES = 100  # pictures that are tried for that
_FEWEST = Message("no fewer will do")
_FEWEST_TRIED = Message("the fewest of those tried")


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeResult(Answer):
    """The state of the search for the unique puzzle of a picture (a snapshot).

    Attributes:
        puzzle: Its goal is the changed picture; None before it is found.
        changed: How many cells were given another color.
        difficulty: Of the puzzle; None if the target has no bounds on it.
        proof: What is known of fewer changes.
        score: How well it shows the photograph, 0 to 100; None if it is made of no photograph.
        part: The share of the photograph that it shows: where its left, top, right and bottom
            sides are, from 0 to 1; None if it is made of no photograph.
        advice: What to do where nothing can be recognized; empty otherwise.
        sheet: All puzzles made of the photograph, the best first.
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
    score: int | None = None
    part: tuple[float, float, float, float] | None = None
    advice: Message = NOTHING
    sheet: tuple["MakeResult", ...] = ()
    tries: int = 0
    rejected: Mapping[Message, int] = field(default_factory=dict)
    progress: Message = NOTHING

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
        yield f"{name}: {self.about}"
        if self.cropped:
            yield f"{name}: {self.cropped}"
        if self.advice:
            yield f"{name}: {self.advice}"

    @property
    def cropped(self) -> Message:
        """Which part of the photograph is shown; empty if that is the whole."""
        sides = [f"{round(100 * side)}" for side in self.part or ()]
        if sides in ([], ["0", "0", "100", "100"]):
            return NOTHING
        left, top, right, bottom = sides
        return Message(
            "cropped to the part from {left} to {right} percent of the width and from {top} to "
            "{bottom} percent of the height",
            left=left,
            right=right,
            top=top,
            bottom=bottom,
        )

    @property
    def about(self) -> Message:
        """The size of the puzzle, its score, and what was changed."""
        if self.puzzle is None:
            return self.outcome
        changed = plural(self.changed, "{count} cell changed", "{count} cells changed")
        colors = len(self.puzzle.colors) - 1
        several = plural(colors, "{count} color", "{count} colors") if colors > 1 else NOTHING
        score = NOTHING if self.score is None else Message("score {score}", score=self.score)
        grade = NOTHING
        if self.difficulty:
            grade = Message("difficulty {grade}", grade=self.difficulty.grade)
        size = f"{self.puzzle.width}x{self.puzzle.height}"
        facts = together((size, several, Message("unique"), grade, score), ", ")
        return Message(
            "{facts}; {changed}, {proof}", facts=facts, changed=changed, proof=self.proof
        )

    def to_json(self) -> dict[str, Any]:
        """The puzzle, the number of changed cells, and whether fewer would suffice."""
        return {
            "puzzle": puzzle_data(self.puzzle) if self.puzzle else None,
            "changed": self.changed,
            "grade": self.difficulty.grade if self.difficulty else None,
            "score": self.score,
            "part": list(self.part) if self.part else None,
            "sheet": [one.to_json() for one in self.sheet],
            "tries": self.tries,
            "rejected": {str(failure): number for failure, number in self.rejected.items()},
            "rejected_messages": [[one.to_json(), number] for one, number in self.rejected.items()],
            **with_messages(
                proof=self.proof,
                advice=self.advice,
                reason=NOTHING if self.puzzle else self.outcome,
            ),
            "seconds": round(self.seconds, 6),
        }


def make(
    picture: Puzzle | Photograph,
    target: Target | None = None,
    *,
    touch_up: int | None = None,
    limits: Limits | None = None,
    each: Callable[[MakeResult], None] | None = None,
) -> MakeResult:
    """Change a puzzle's picture, in as few cells as possible, until its puzzle meets a target.

    A photograph is drawn in many ways, and the most recognizable of those that were changed is the
    result. The target is a unique puzzle when left out. Where the smallest repair does not meet it,
    or is not found in half of the time, at most `touch_up` cells are changed otherwise; None for
    one in twenty. `each` is called with every snapshot. Ctrl-C ends it.

    Raises:
        PuzzleError: If numbers of the puzzle are blotted, or it has neither a goal nor a solution.

    >>> from asp_nono.grid import Grid
    >>> found = make(Puzzle.of(Grid.from_text(["#.", ".#"])))
    >>> found.changed, str(found.proof)
    (1, 'no fewer will do')
    """
    return last(makes(picture, target or Target(), touch_up, limits), MakeResult(), each)


def makes(
    picture: Puzzle | Photograph,
    target: Target,
    touch_up: int | None = None,
    limits: Limits | None = None,
) -> Generator[MakeResult, None, None]:
    """Snapshots for `make`, which work in processes of their own and end within the limits."""
    limits = limits or Limits()
    if isinstance(picture, Photograph):
        snapshots = _of_photograph(picture, target, touch_up, limits)
    else:
        snapshots = _changed(picture, target, touch_up, limits)
    for found in snapshots:
        if found.stopped and found.stopped.cause is Cause.TIME:  # of a share of the time
            yield found.stopped_by(Stopped.at(Cause.TIME, limits, found.seconds))
        else:
            yield found


def _of_photograph(
    photo: Photograph, target: Target, touch_up: int | None, limits: Limits
) -> Iterator[MakeResult]:
    """The best puzzles so far, while a photograph is drawn and the best ways are repaired."""
    began, known, drawn = perf_counter(), MakeResult(), list[Rendering]()
    share = replace(limits, seconds=limits.seconds and limits.seconds * _DRAWING)
    with closing(run_stream(partial(renderings, photo, _SHEET), share, child=True)) as events:
        for event in events:
            if isinstance(event, Stopped):
                known = known.stopped_by(event)
            else:
                number, drawn = event
                progress = Message("{count} ways to draw it compared", count=number)
                yield replace(known, progress=progress)
    made = list[tuple[float, MakeResult]]()
    for number, one in enumerate(drawn):
        left = limits.seconds and limits.seconds - (perf_counter() - began)
        share = replace(limits, seconds=left and max(0.1, left / (len(drawn) - number)))
        *_, found = _changed(one.puzzle, target, touch_up, share, smallest=True)
        if found.puzzle is None:
            known = found if known.puzzle is None else known
        else:
            score = resemblance(one.view, found.puzzle)
            worth = one.worth + score - resemblance(one.view, one.puzzle)
            scored = replace(found, score=round(100 * score), part=photo.share(one.crop.box))
            made.append((worth, scored))
            made.sort(key=lambda pair: -pair[0])
            known = made[0][1]
        progress = Message(
            "{number} of {all} ways to draw it repaired", number=number + 1, all=len(drawn)
        )
        sheet, seconds = tuple(result for _, result in made), perf_counter() - began
        known = replace(known, sheet=sheet, progress=progress, seconds=seconds)
        yield known
    best = max(drawn, key=lambda one: one.worth, default=None)
    if best and known.score is not None and known.score < _RECOGNIZABLE:
        known = replace(known, advice=_advice(photo, best))
    yield replace(known, seconds=perf_counter() - began)


def _advice(photo: Photograph, best: Rendering) -> Message:
    """What would be recognizable, where nothing is."""
    width, height = (round(_LARGER * side) for side in (best.puzzle.width, best.puzzle.height))
    colors = best.way.colors
    tries: dict[Value, tuple[int, int, int]] = {f"{width}x{height}": (width, height, colors)}
    if colors < _MORE_COLORS:
        more = plural(_MORE_COLORS, "{count} color", "{count} colors")
        tries[more] = best.puzzle.width, best.puzzle.height, _MORE_COLORS
    useful = [
        advised
        for advised, how in tries.items()
        if 100 * best_drawn(photo, best.crop, *how) >= _RECOGNIZABLE
    ]
    if not useful:
        return Message("nothing recognizable at this size; crop the picture to what it is about")
    return Message("nothing recognizable at this size; try {ways}", ways=alternatives(useful))


def _changed(
    puzzle: Puzzle,
    target: Target,
    touch_up: int | None,
    limits: Limits,
    *,
    smallest: bool = False,
) -> Iterator[MakeResult]:
    """A picture of few colors, changed; with `smallest` no better-looking repair is looked for."""
    began = perf_counter()
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
                if smallest and found.smallest and found.repairs[0].difficulty:
                    break
    if found.repairs:
        yield _repaired(found, found.repairs[0], perf_counter() - began)
        return
    seconds = limits.seconds and max(0.1, round(limits.seconds - (perf_counter() - began), 1))
    picture = GivenPicture(found.puzzle, touch_up)
    yield from _touched_up(picture, target, replace(limits, seconds=seconds), began)


def _repaired(found: RepairResult, one: RepairedPicture, seconds: float) -> MakeResult:
    """The puzzle of a repair."""
    proof = _FEWEST if found.smallest else found.proof()
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
    known = MakeResult()
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
                proof=_FEWEST_TRIED if event.changed else _FEWEST,
                difficulty=event.difficulty,
                tries=event.tries,
                rejected=event.rejected,
                progress=event.progress,
                seconds=perf_counter() - began,
            )
            yield known
