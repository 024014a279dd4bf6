"""Puzzles generated: random pictures, or given ones, changed until they are what is demanded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import repeat
from typing import TypeAlias

from asp_nono.design.local_search import Bounds, Improved, Target, improve
from asp_nono.design.random_pictures import PictureModel, Rng, random_picture
from asp_nono.design.symmetry import orbits
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.logic.difficulty import Difficulty
from asp_nono.puzzle import Puzzle
from asp_nono.run import open_pool
from asp_nono.run.limits import Limits, Stopped
from asp_nono.solving.result import Verdict

TRIES = 100
"""So many pictures are tried for each puzzle unless told otherwise."""

_SLACK = 50
"""Of so many cells, one may change its colour in favour of another one."""

_TOUCHED = 20
"""Of so many cells of a given picture, one may be changed unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that is given.

    Attributes:
        puzzle: The puzzle that it poses; its texts are kept.
        most: So many of its cells may be changed; None for one in twenty.

    Raises:
        PuzzleError: If the puzzle has no picture.
    """

    puzzle: Puzzle
    most: int | None = None

    def __post_init__(self) -> None:
        if self.puzzle.goal is None:
            raise PuzzleError("the puzzle has no goal; a picture is needed")

    @property
    def picture(self) -> Grid:
        """The picture."""
        if self.puzzle.goal is None:
            raise AssertionError("not let in without a goal")
        return self.puzzle.goal

    @property
    def bounds(self) -> Bounds:
        """How far it may be changed."""
        width, height = self.puzzle.width, self.puzzle.height
        most = max(1, width * height // _TOUCHED) if self.most is None else self.most
        return Bounds(orbits(width, height, "none"), self.puzzle.colors, most=most)


@dataclass(frozen=True, slots=True)
class Trying:
    """How far a puzzle is.

    Attributes:
        number: Which one, from 1.
        tries: How many pictures have been tried.
        rejected: How many of them lacked what.
    """

    number: int
    tries: int
    rejected: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle that is what was demanded.

    Attributes:
        number: Which one, from 1.
        puzzle: The puzzle, with its picture as the goal; title and notes tell where it comes from.
        tries: How many pictures were tried, this one among them.
        rejected: How many of them lacked what.
        changed: How many cells of the picture were given another colour.
        verdict: Its verdict; None if nobody has looked.
        difficulty: Its difficulty, if grades were demanded.
    """

    number: int
    puzzle: Puzzle
    tries: int
    rejected: Mapping[str, int]
    changed: int
    verdict: Verdict | None
    difficulty: Difficulty | None


@dataclass(frozen=True, slots=True)
class GaveUp:
    """No puzzle was found.

    Attributes:
        number: Which one, from 1.
        tries: How many pictures were tried.
        rejected: How many of them lacked what.
        limit: The limit that ended it; empty if that was the number of tries.
    """

    number: int
    tries: int
    rejected: Mapping[str, int]
    limit: str = ""

    @property
    def reason(self) -> str:
        """What was tried, in words."""
        tried = f"{self.tries} {'picture' if self.tries == 1 else 'pictures'} tried"
        lacks = [f"{number} {lack}" for lack, number in sorted(self.rejected.items())]
        return ", ".join([f"{self.limit or 'no puzzle found'}; {tried}", *lacks])


Event: TypeAlias = Trying | Generated | GaveUp


@dataclass(frozen=True, slots=True)
class _Order:
    """One puzzle to be made, with all that it depends on."""

    number: int
    source: PictureModel | Drawing
    target: Target
    seed: int
    tries: int


def generate(
    source: PictureModel | Sequence[Drawing],
    target: Target | None = None,
    *,
    count: int | None = None,
    seed: int = 0,
    tries: int = TRIES,
    limits: Limits | None = None,
    jobs: int = 1,
    tell: Callable[[Trying], None] | None = None,
) -> Generator[Generated | GaveUp, None, None]:
    """Puzzles that are what is demanded, in the order of their numbers.

    They follow from source, target and seed alone: not from the machine, its speed, or the number
    of processes. Where a limit ends the work on a puzzle, the others stay what they are.

    Args:
        source: What random pictures look like; or pictures, each of which gives one puzzle.
        target: What is demanded; a unique puzzle when left out.
        count: How many puzzles, at most as many as there are given pictures; when left out, one
            random one, or one of each picture.
        seed: Another number gives other puzzles.
        tries: How many pictures, or ways to change a given one, are tried for each puzzle.
        limits: What the work on each puzzle may take.
        jobs: How many are worked on at once, each in a process of its own.
        tell: Called now and then with what is going on.

    >>> (found,) = generate(PictureModel(5, 5), Target("line-solvable"), seed=3)
    >>> found.puzzle.title, found.puzzle.width
    ('Random 5x5, seed 3, number 1', 5)
    """
    events = making(source, target, count=count, seed=seed, tries=tries, limits=limits, jobs=jobs)
    with closing(events):
        for event in events:
            if not isinstance(event, Trying):
                yield event
            elif tell:
                tell(event)


def making(
    source: PictureModel | Sequence[Drawing],
    target: Target | None = None,
    *,
    count: int | None = None,
    seed: int = 0,
    tries: int = TRIES,
    limits: Limits | None = None,
    jobs: int = 1,
) -> Generator[Event, None, None]:
    """As `generate`, with what is going on told among the puzzles."""
    sources: Iterable[PictureModel | Drawing] = (
        repeat(source, count or 1) if isinstance(source, PictureModel) else source[:count]
    )
    wanted = target or Target()
    orders = (_Order(number, one, wanted, seed, tries) for number, one in enumerate(sources, 1))
    done: dict[int, Generated | GaveUp] = {}
    last: dict[int, Trying] = {}
    next_number = 1
    with open_pool(jobs, limits) as pool, closing(pool.merged(_attempts, orders)) as events:
        for order, event in events:
            if isinstance(event, Trying):
                last[order.number] = event
                yield event
                continue
            done[order.number] = _ended(order, event, last.pop(order.number, None))
            while next_number in done:
                yield done.pop(next_number)
                next_number += 1


def _ended(
    order: _Order, event: Generated | GaveUp | Stopped, last: Trying | None
) -> Generated | GaveUp:
    if not isinstance(event, Stopped):
        return event
    tries, rejected = (last.tries, last.rejected) if last else (0, {})
    return GaveUp(order.number, tries, rejected, event.reason)


def _attempts(order: _Order) -> Iterator[Event]:
    """Try one picture after another."""
    rejected: Counter[str] = Counter()
    for number in range(1, order.tries + 1):
        rng = Rng(order.seed, order.number, number)
        improved = _attempt(order, rng)
        if not improved.appraisal.lack:
            yield _finished(order, improved, number, rejected)
            return
        rejected[improved.appraisal.lack] += 1
        yield Trying(order.number, number, dict(rejected))
    yield GaveUp(order.number, order.tries, dict(rejected))


def _attempt(order: _Order, rng: Rng) -> Improved:
    source = order.source
    if isinstance(source, Drawing):
        return improve(source.picture, order.target, source.bounds, rng)
    cells = orbits(source.width, source.height, source.symmetry)
    slack = max(len(cells[0]), source.width * source.height // _SLACK)
    bounds = Bounds(cells, source.palette, slack)
    return improve(random_picture(source, rng), order.target, bounds, rng)


def _finished(
    order: _Order, improved: Improved, tries: int, rejected: Mapping[str, int]
) -> Generated:
    appraisal = improved.appraisal
    return Generated(
        order.number,
        _described(order, improved),
        tries,
        dict(rejected),
        improved.changed,
        appraisal.verdict,
        appraisal.difficulty,
    )


def _described(order: _Order, improved: Improved) -> Puzzle:
    """The puzzle of a picture; title and notes tell where it comes from."""
    source, picture = order.source, improved.picture
    origin = f"seed {order.seed}, number {order.number}"
    if isinstance(source, Drawing):
        changed = f"; {improved.changed} cells changed" if improved.changed else ""
        note = f"asp-nono generate: {origin}{changed}"
        return replace(
            source.puzzle,
            rows=picture.row_clues(),
            columns=picture.column_clues(),
            goal=picture,
            given=None,
            saved=(),
            notes=(*source.puzzle.notes, note),
        )
    title = f"Random {source.width}x{source.height}, {origin}"
    look = f"density {source.density:g}, smoothness {source.smoothness:g}"
    note = f"asp-nono generate: {look}, symmetry {source.symmetry}, {origin}"
    return replace(Puzzle.of(picture, source.palette, title=title), notes=(note,))
