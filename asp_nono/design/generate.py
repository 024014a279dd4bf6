"""Puzzles generated: random pictures, or given ones, changed until they meet a target."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import repeat
from typing import Any, Self, TypeAlias, TypedDict, Unpack

from asp_nono.design.drawn_pictures import DrawnPicture, drawings
from asp_nono.design.edit import posed
from asp_nono.design.local_search import Bounds, Target, appraise, improve
from asp_nono.design.random_pictures import PictureModel, Rng
from asp_nono.design.recognition import RECOGNIZED, Sign, clarity, likeness
from asp_nono.design.symmetry import orbits, symmetries
from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid
from asp_nono.logic.difficulty import DifficultyMeasures
from asp_nono.messages import (
    NOTHING,
    AspNonoError,
    Message,
    PuzzleError,
    counted,
    plural,
    with_messages,
)
from asp_nono.puzzle import BLACK, WHITE, Puzzle
from asp_nono.run import open_pool, run_job
from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Verdict

_SLACK = 50  # of this many cells, one may change its color in favor of another one
_TOUCHED = 20  # of this many cells of a picture that is to be kept, one may be changed
_BEST = 4  # drawn pictures that meet the target, of which the most recognizable one is taken


@dataclass(frozen=True, slots=True)
class GivenPicture:
    """A picture that is given.

    Raises:
        PuzzleError: If the puzzle has no picture.

    Attributes:
        puzzle: The puzzle that it poses; its texts are kept.
        most: How many of its cells may be changed; None for one in twenty.
        signs: Where in it something known is shown.
    """

    puzzle: Puzzle
    most: int | None = None
    signs: tuple[Sign, ...] = ()

    def __post_init__(self) -> None:
        if self.puzzle.goal is None:
            raise PuzzleError("the puzzle has no goal; a picture is needed")


Source: TypeAlias = PictureModel | GivenPicture


@dataclass(frozen=True, slots=True, kw_only=True)
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
        worth: What puzzles are compared by, 0 to 1: how well it shows its source, or how clean it
            is if it has none; see `recognition`.
        named: Whether it shows something: a silhouette, a word, or a picture that is given.
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
    worth: float = 0.0
    named: bool = False
    done: bool = False

    @property
    def score(self) -> int | None:
        """How well it shows what it is to show, 0 to 100; None if that is nothing in particular."""
        return round(100 * self.worth) if self.puzzle and self.named else None

    @property
    def outcome(self) -> Message:
        """The failed tries, by reason."""
        return outcome(self.stop, self.tries, self.rejected)

    @property
    def finished(self) -> bool:
        """Whether there is a puzzle."""
        return self.puzzle is not None

    @property
    def progress(self) -> Message:
        """How many pictures were tried, and how many of them failed in which way."""
        tried = Message("{count} tried", count=self.tries)
        return Message(
            "puzzle {number}: {tried}",
            number=self.number,
            tried=(tried, *_failures(self.rejected.items())),
        )

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, marked with what stopped the job."""
        return replace(Answer.stopped_by(self, stopped), done=True)

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
            "rejected_messages": [[one.to_json(), number] for one, number in self.rejected.items()],
            "puzzle": puzzle_data(self.puzzle) if self.puzzle else None,
            "changed": self.changed,
            "verdict": str(self.verdict) if self.verdict else None,
            "grade": self.difficulty.grade if self.difficulty else None,
            "score": self.score,
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
            *_failures(failures),
        ),
    )


def _failures(rejected: Iterable[tuple[Message, int]]) -> Iterator[Message]:
    """How many pictures failed in which way."""
    for failure, number in rejected:
        yield Message("{count} {failure}", count=number, failure=failure)


class Making(TypedDict, total=False):
    """How puzzles are made."""

    count: int | None  #: at most as many as there are given pictures; by default one, or these
    seed: int  #: another number gives other puzzles
    tries: int  #: pictures, or ways to change a given one, that are tried for each puzzle
    best_of: int | None  #: how many are compared by their worth; by default 4 drawn ones, else one
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
        begun = _begun(source, target, seed, number, tried)
        improved = improve(begun.picture, target, begun.bounds, Rng(seed, number, tried))
        appraisal, worth = improved.appraisal, begun.worth(improved.picture)
        if lack := appraisal.lack or begun.lack(worth):
            rejected[lack] += 1
        else:
            wanted -= 1
            if best.puzzle is None or worth > best.worth:
                best = replace(best, changed=improved.changed, worth=worth, named=begun.named)
                best = replace(best, verdict=appraisal.verdict, difficulty=appraisal.difficulty)
                puzzle = _described(begun, improved.picture, f"seed {seed}, number {number}", best)
                best = replace(best, puzzle=puzzle)
        best = replace(best, tries=tried, rejected=dict(rejected))
        if not wanted or (best.puzzle and best.worth == 1):
            break
        if tried < tries:
            yield best
    yield replace(best, done=True)


@dataclass(frozen=True, slots=True)
class _Begun:
    """A picture before it is changed."""

    puzzle: Puzzle  #: that it poses, with its texts
    drawing: DrawnPicture
    bounds: Bounds
    about: str = ""  #: for the note on where it comes from
    kept: bool = True  #: whether it is to stay as it is, as far as that is possible
    named: bool = True  #: whether it shows something

    @property
    def picture(self) -> Grid:
        """How it is drawn."""
        return self.drawing.picture

    def worth(self, picture: Grid) -> float:
        """How well a changed picture shows the same, or how clean it is; 0 to 1."""
        if not self.kept:
            return clarity(picture)
        signs = self.drawing.signs() if picture != self.picture else ()
        return likeness(self.picture, picture, signs)

    def lack(self, worth: float) -> Message:
        """Why a changed picture is not good enough; empty if it is."""
        drawn = self.kept and self.bounds.neat
        return Message("not recognizable") if drawn and worth < RECOGNIZED else NOTHING


def _begun(source: Source, target: Target, seed: int, number: int, tried: int) -> _Begun:
    if isinstance(source, GivenPicture):
        puzzle, most = source.puzzle, source.most
        if puzzle.goal is None:
            raise AssertionError("a given picture has a goal")
        cells = orbits(puzzle.width, puzzle.height, "none")
        most = max(1, len(cells) // _TOUCHED) if most is None else most
        drawing = DrawnPicture(puzzle.goal, lambda: source.signs)
        return _Begun(puzzle, drawing, Bounds(cells, puzzle.colors, most=most))
    width, height = source.width, source.height
    ways, name = drawings(source, seed, number, tried)
    if source.kind == "noise":
        cells = orbits(width, height, source.symmetry)
        slack = max(len(cells[0]), width * height // _SLACK)
        title = f"Random {width}x{height}, seed {seed}, number {number}"
        look = f"density {source.density:g}, smoothness {source.smoothness:g}"
        about = f"{look}, symmetry {source.symmetry}, "
        (drawing,) = ways
        puzzle = Puzzle.of(drawing.picture, source.palette, title=title)
        bounds = Bounds(cells, puzzle.colors, slack)
        return _Begun(puzzle, drawing, bounds, about, kept=False, named=False)
    drawing = _ready(ways, target) or ways[(tried - 1) % len(ways)]
    title = name or f"{source.kind[:-1]} {width}x{height}, seed {seed}, number {number}"
    puzzle = Puzzle.of(drawing.picture, title=title[0].upper() + title[1:])
    names = "none", *symmetries(drawing.picture)
    cells = min((orbits(width, height, one) for one in names), key=len)
    most = max(4, width * height // _TOUCHED)
    bounds = Bounds(cells, puzzle.colors, most=most, neat=True)
    return _Begun(puzzle, drawing, bounds, named=bool(name))


@lru_cache(8)
def _ready(ways: tuple[DrawnPicture, ...], target: Target) -> DrawnPicture | None:
    """The first way to draw a picture that meets a target as it is, if there is any."""
    met = (way for way in ways if not appraise(way.picture, (WHITE, BLACK), target).lack)
    return next(met, None)


def _described(begun: _Begun, picture: Grid, origin: str, found: Generated) -> Puzzle:
    """The puzzle of a picture; title and notes say where it comes from."""
    changed = f"; {counted(found.changed, 'cell')} changed" if found.changed and begun.kept else ""
    score = f", score {round(100 * found.worth)}" if changed and begun.named else ""
    notes = *begun.puzzle.notes, f"asp-nono generate: {begun.about}{origin}{changed}{score}"
    return posed(replace(begun.puzzle, given=None, notes=notes), picture)
