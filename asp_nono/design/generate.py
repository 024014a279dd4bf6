"""Puzzles generated: random pictures, or given ones, changed until they meet a target."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import repeat
from typing import Any, Self, TypeAlias, TypedDict, Unpack

from asp_nono.design.drawn_pictures import faults, picture_of
from asp_nono.design.edit import posed
from asp_nono.design.local_search import Bounds, Improved, Target, improve
from asp_nono.design.random_pictures import PictureModel, Rng
from asp_nono.design.symmetry import orbits, symmetries
from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid
from asp_nono.logic.difficulty import DifficultyMeasures
from asp_nono.messages import (
    NOTHING,
    AspNonoError,
    Message,
    PuzzleError,
    plural,
    with_messages,
)
from asp_nono.puzzle import Puzzle
from asp_nono.run import open_pool, run_job
from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Verdict

_SLACK = 50  # of this many cells, one may change its color in favor of another one
_TOUCHED = 20  # of this many cells of a picture that is to be kept, one may be changed
_BEST = 4  # drawn pictures that meet the target, of which the best-looking one is taken


@dataclass(frozen=True, slots=True)
class GivenPicture:
    """A picture that is given.

    Raises:
        PuzzleError: If the puzzle has no picture.

    Attributes:
        puzzle: The puzzle that it poses; its texts are kept.
        most: How many of its cells may be changed; None for one in twenty.
    """

    puzzle: Puzzle
    most: int | None = None

    def __post_init__(self) -> None:
        if self.puzzle.goal is None:
            raise PuzzleError("the puzzle has no goal; a picture is needed")


Source: TypeAlias = PictureModel | GivenPicture


@dataclass(frozen=True, kw_only=True)
class Generated(Answer):
    """The state of generating one puzzle (a snapshot).

    Attributes:
        number: Which one, from 1.
        tries: How many pictures were tried.
        rejected: How many failed in which way.
        puzzle: None before it is found. Its goal is its picture; title and notes say where it
            comes from.
        changed: How many cells of the picture were given another color.
        verdict: None if it was not checked.
        difficulty: None if the target has no bounds on it.
        faults: Of its look; changed cells of drawn and given pictures are faults, too.
        done: Whether the work on it is over.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    number: int
    tries: int = 0
    rejected: Mapping[Message, int] = field(default_factory=dict)
    puzzle: Puzzle | None = None
    changed: int = 0
    verdict: Verdict | None = None
    difficulty: DifficultyMeasures | None = None
    faults: int = 0
    done: bool = False

    @property
    def outcome(self) -> Message:
        """The failed tries, by reason."""
        return outcome(self.stop, self.tries, self.rejected)

    @property
    def finished(self) -> bool:
        """Whether there is a puzzle."""
        return self.puzzle is not None

    @property
    def progress(self) -> str:
        """How many pictures were tried, and how many of them failed in which way."""
        failures = [f"{number} {failure}" for failure, number in self.rejected.items()]
        return f"puzzle {self.number}: " + ", ".join([f"{self.tries} tried", *failures])

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, marked with what stopped the job."""
        return replace(super().stopped_by(stopped), done=True)

    def text(self, name: str, _: object) -> Iterator[str]:
        """Why there is no puzzle; nothing if there is one, or if Ctrl-C ended the work."""
        if not (self.puzzle or self.interrupted):
            yield f"{name}: {self.outcome}"

    def to_json(self) -> dict[str, Any]:
        """The object of one puzzle (docs/json.md)."""
        return {
            "number": self.number,
            "tries": self.tries,
            "rejected": {str(failure): number for failure, number in self.rejected.items()},
            "puzzle": puzzle_data(self.puzzle) if self.puzzle else None,
            "changed": self.changed,
            "verdict": str(self.verdict) if self.verdict else None,
            "grade": self.difficulty.grade if self.difficulty else None,
            "faults": self.faults,
            **with_messages(reason=self.outcome if self.done and not self.puzzle else NOTHING),
        }


def outcome(stop: Message, tries: int, rejected: Mapping[Message, int]) -> Message:
    """Why no puzzle was found, and how many pictures failed in which way."""
    failures = sorted(rejected.items(), key=lambda one: str(one[0]))
    return Message(
        "{reason}; {tried}",
        reason=stop or Message("no puzzle found"),
        tried=(
            plural(tries, "{count} picture tried", "{count} pictures tried"),
            *(Message("{count} {failure}", count=n, failure=failure) for failure, n in failures),
        ),
    )


class Making(TypedDict, total=False):
    """How puzzles are made."""

    count: int | None  #: at most as many as there are given pictures; by default one, or these
    seed: int  #: another number gives other puzzles
    tries: int  #: pictures, or ways to change a given one, that are tried for each puzzle
    best_of: int | None  #: how many are compared by their faults; by default 4 drawn ones, else one
    limits: Limits | None  #: on the work on each puzzle
    jobs: int  #: how many are worked on at once, each in a process of its own


def generate(
    source: PictureModel | Sequence[GivenPicture],
    target: Target | None = None,
    *,
    each: Callable[[Generated], None] | None = None,
    **making: Unpack[Making],
) -> Generator[Generated, None, None]:
    """Puzzles that meet a target, in the order of their numbers; those not found have no `puzzle`.

    They follow from source, target and seed alone: not from the machine, its speed, or the number
    of processes. Where a limit ends the work on a puzzle, the others stay what they are. The target
    is unique puzzles when left out; `each` is called with every snapshot of any of them. Ctrl-C
    ends it.

    >>> (found,) = generate(PictureModel(5, 5), Target("line-solvable"), seed=3)
    >>> found.puzzle.title, found.puzzle.width
    ('Random 5x5, seed 3, number 1', 5)
    """
    count, limits = making.get("count"), making.get("limits")
    sources: Iterable[Source] = (
        repeat(source, count or 1) if isinstance(source, PictureModel) else source[:count]
    )
    how = making.get("seed", 0), making.get("tries", 100), making.get("best_of")
    job = partial(attempts, target or Target(), *how)

    def work(numbered: tuple[int, Source]) -> Generated:
        return run_job(partial(job, *numbered), Generated(number=numbered[0]), pool=pool, each=each)

    with (
        open_pool(making.get("jobs", 1), limits or Limits()) as pool,
        closing(pool.ordered(work, enumerate(sources, 1))) as outcomes,
    ):
        for _, one in outcomes:
            if isinstance(one, AspNonoError):
                raise one
            if one.interrupted:
                return
            yield one


def attempts(
    target: Target, seed: int, tries: int, best_of: int | None, number: int, source: Source
) -> Iterator[Generated]:
    """Snapshots of the making of a puzzle of this number, one after each picture that is tried."""
    drawn = isinstance(source, PictureModel) and source.kind != "noise"
    wanted = best_of or (_BEST if drawn else 1)
    rejected: Counter[Message] = Counter()
    best = Generated(number=number)
    for tried in range(1, tries + 1):
        begun = _begun(source, seed, number, tried)
        improved = improve(begun.picture, target, begun.bounds, Rng(seed, number, tried))
        appraisal = improved.appraisal
        if appraisal.lack:
            rejected[appraisal.lack] += 1
        else:
            wanted -= 1
            worse = faults(improved.picture) + improved.changed * begun.kept
            if best.puzzle is None or worse < best.faults:
                puzzle = _described(begun, improved, f"seed {seed}, number {number}")
                best = replace(best, puzzle=puzzle, changed=improved.changed, faults=worse)
                best = replace(best, verdict=appraisal.verdict, difficulty=appraisal.difficulty)
        best = replace(best, tries=tried, rejected=dict(rejected))
        if not wanted or (best.puzzle and not best.faults):
            break
        if tried < tries:
            yield best
    yield replace(best, done=True)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A picture before it is changed."""

    puzzle: Puzzle  #: that it poses, with its texts
    picture: Grid
    bounds: Bounds
    about: str = ""  #: for the note on where it comes from
    kept: bool = True  #: whether it is to stay as it is, as far as that is possible


def _begun(source: Source, seed: int, number: int, tried: int) -> _Begun:
    if isinstance(source, GivenPicture):
        puzzle, most = source.puzzle, source.most
        if puzzle.goal is None:
            raise AssertionError("a given picture has a goal")
        cells = orbits(puzzle.width, puzzle.height, "none")
        most = max(1, len(cells) // _TOUCHED) if most is None else most
        return _Begun(puzzle, puzzle.goal, Bounds(cells, puzzle.colors, most=most))
    width, height = source.width, source.height
    picture, name = picture_of(source, seed, number, tried)
    if source.kind == "noise":
        cells = orbits(width, height, source.symmetry)
        slack = max(len(cells[0]), width * height // _SLACK)
        title = f"Random {width}x{height}, seed {seed}, number {number}"
        look = f"density {source.density:g}, smoothness {source.smoothness:g}"
        about = f"{look}, symmetry {source.symmetry}, "
        puzzle = Puzzle.of(picture, source.palette, title=title)
        return _Begun(puzzle, picture, Bounds(cells, puzzle.colors, slack), about, kept=False)
    title = name or f"{source.kind[:-1]} {width}x{height}, seed {seed}, number {number}"
    puzzle = Puzzle.of(picture, title=title[0].upper() + title[1:])
    alike = [orbits(width, height, one) for one in ("none", *symmetries(picture))]
    cells, most = min(alike, key=len), max(4, width * height // _TOUCHED)
    return _Begun(puzzle, picture, Bounds(cells, puzzle.colors, most=most, neat=True), "")


def _described(begun: _Begun, improved: Improved, origin: str) -> Puzzle:
    """The puzzle of a picture; title and notes say where it comes from."""
    changed = f"; {improved.changed} cells changed" if improved.changed and begun.kept else ""
    notes = (*begun.puzzle.notes, f"asp-nono generate: {begun.about}{origin}{changed}")
    return posed(replace(begun.puzzle, given=None, notes=notes), improved.picture)
