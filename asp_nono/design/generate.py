"""Puzzles generated: random pictures, or given ones, changed until they meet a target."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import repeat
from typing import Any, TypeAlias

from asp_nono.design.edit import posed
from asp_nono.design.local_search import Bounds, Improved, Target, improve
from asp_nono.design.random_pictures import PictureModel, Rng, random_picture
from asp_nono.design.symmetry import orbits
from asp_nono.errors import PuzzleError
from asp_nono.formats.native_json import puzzle_data
from asp_nono.logic.difficulty import Difficulty
from asp_nono.puzzle import Puzzle
from asp_nono.run import open_pool
from asp_nono.run.limits import Limits, Stopped
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Verdict

_SLACK = 50  # of this many cells, one may change its color in favor of another one
_TOUCHED = 20  # of this many cells of a given picture, one may be changed by default


@dataclass(frozen=True, slots=True)
class GivenPicture:
    """A picture that is given.

    Raises:
        PuzzleError: If the puzzle has no picture.
    """

    puzzle: Puzzle  # the puzzle that it poses; its texts are kept
    most: int | None = None  # how many of its cells may be changed; None for one in twenty

    def __post_init__(self) -> None:
        if self.puzzle.goal is None:
            raise PuzzleError("the puzzle has no goal; a picture is needed")


_Source: TypeAlias = PictureModel | GivenPicture


@dataclass(frozen=True, kw_only=True)
class Generated(Answer):
    """What is known of one puzzle to be made."""

    number: int  # which one, from 1
    tries: int = 0  # how many pictures were tried
    rejected: Mapping[str, int] = field(default_factory=dict)  # how many failed in which way
    # Its goal is its picture; title and notes say where it comes from. None before it is found:
    puzzle: Puzzle | None = None
    changed: int = 0  # how many cells of the picture were given another color
    verdict: Verdict | None = None  # None if it was not checked
    difficulty: Difficulty | None = None  # None if the target has no bounds on it
    done: bool = False  # whether the work on it is over

    @property
    def outcome(self) -> str:
        """What was tried without success, in words."""
        tried = f"{self.tries} {'picture' if self.tries == 1 else 'pictures'} tried"
        failures = [f"{number} {failure}" for failure, number in sorted(self.rejected.items())]
        return ", ".join([f"{self.reason or 'no puzzle found'}; {tried}", *failures])

    def to_json(self) -> dict[str, Any]:
        """The object of one puzzle (docs/json.md)."""
        return {
            "number": self.number,
            "tries": self.tries,
            "rejected": dict(self.rejected),
            "puzzle": puzzle_data(self.puzzle) if self.puzzle else None,
            "changed": self.changed,
            "verdict": str(self.verdict) if self.verdict else None,
            "grade": self.difficulty.grade if self.difficulty else None,
            "reason": self.outcome if self.done and not self.puzzle else "",
        }


def generate(
    source: PictureModel | Sequence[GivenPicture],
    target: Target | None = None,
    *,
    count: int | None = None,
    seed: int = 0,
    tries: int = 100,
    limits: Limits | None = None,
    jobs: int = 1,
    each: Callable[[Generated], None] | None = None,
) -> Generator[Generated, None, None]:
    """Puzzles that meet a target, in the order of their numbers; those not found have no `puzzle`.

    They follow from source, target and seed alone: not from the machine, its speed, or the number
    of processes. Where a limit ends the work on a puzzle, the others stay what they are.

    Args:
        source: What random pictures look like; or pictures, each of which gives one puzzle.
        target: What the puzzles must be; unique when left out.
        count: How many puzzles, at most as many as there are given pictures; when left out, one
            random one, or one of each picture.
        seed: Another number gives other puzzles.
        tries: How many pictures, or ways to change a given one, are tried for each puzzle.
        limits: What the work on each puzzle may take.
        jobs: How many are worked on at once, each in a process of its own.
        each: Called with every snapshot of any of the puzzles.

    >>> (found,) = generate(PictureModel(5, 5), Target("line-solvable"), seed=3)
    >>> found.puzzle.title, found.puzzle.width
    ('Random 5x5, seed 3, number 1', 5)
    """
    with closing(generating(source, target, count, seed, tries, limits, jobs)) as snapshots:
        for known in snapshots:
            if each:
                each(known)
            if known.done:
                yield known


def generating(
    source: PictureModel | Sequence[GivenPicture],
    target: Target | None,
    count: int | None,
    seed: int,
    tries: int,
    limits: Limits | None = None,
    jobs: int = 1,
) -> Generator[Generated, None, None]:
    """Snapshots for `generate`, those that are done in the order of their numbers."""
    sources: Iterable[_Source] = (
        repeat(source, count or 1) if isinstance(source, PictureModel) else source[:count]
    )
    job = partial(_attempts, target or Target(), seed, tries)
    known: dict[int, Generated] = {}
    next_number = 1
    with (
        open_pool(jobs, limits or Limits()) as pool,
        closing(pool.merged(job, enumerate(sources, 1))) as run,
    ):
        for (number, _), found in run:
            if isinstance(found, Stopped):
                last = known.get(number, Generated(number=number))
                known[number] = replace(last.stopped_by(found), done=True)
            else:
                known[number] = found
            if not known[number].done:
                yield known[number]
            while next_number in known and known[next_number].done:
                yield known.pop(next_number)
                next_number += 1


def _attempts(
    target: Target, seed: int, tries: int, numbered: tuple[int, _Source]
) -> Iterator[Generated]:
    """Try one picture after another; the last snapshot has the puzzle, or is without success."""
    number, source = numbered
    rejected: Counter[str] = Counter()
    for tried in range(1, tries + 1):
        improved = _attempt(source, target, Rng(seed, number, tried))
        lack, _, _, verdict, grade = improved.appraisal
        if lack:
            rejected[lack] += 1
        known = Generated(number=number, tries=tried, rejected=dict(rejected), done=tried == tries)
        if not lack:
            puzzle = _described(source, improved, f"seed {seed}, number {number}")
            known = replace(known, puzzle=puzzle, changed=improved.changed, done=True)
            yield replace(known, verdict=verdict, difficulty=grade)
            return
        yield known


def _attempt(source: _Source, target: Target, rng: Rng) -> Improved:
    if isinstance(source, PictureModel):
        cells = orbits(source.width, source.height, source.symmetry)
        slack = max(len(cells[0]), source.width * source.height // _SLACK)
        bounds = Bounds(cells, source.palette, slack)
        return improve(random_picture(source, rng), target, bounds, rng)
    puzzle = source.puzzle
    if puzzle.goal is None:
        raise AssertionError("a given picture has a goal")
    default = max(1, puzzle.width * puzzle.height // _TOUCHED)
    most = default if source.most is None else source.most
    bounds = Bounds(orbits(puzzle.width, puzzle.height, "none"), puzzle.colors, most=most)
    return improve(puzzle.goal, target, bounds, rng)


def _described(source: _Source, improved: Improved, origin: str) -> Puzzle:
    """The puzzle of a picture; title and notes say where it comes from."""
    picture = improved.picture
    if isinstance(source, GivenPicture):
        changed = f"; {improved.changed} cells changed" if improved.changed else ""
        notes = (*source.puzzle.notes, f"asp-nono generate: {origin}{changed}")
        return posed(replace(source.puzzle, given=None, notes=notes), picture)
    title = f"Random {source.width}x{source.height}, {origin}"
    look = f"density {source.density:g}, smoothness {source.smoothness:g}"
    note = f"asp-nono generate: {look}, symmetry {source.symmetry}, {origin}"
    return replace(Puzzle.of(picture, source.palette, title=title), notes=(note,))
