"""Local search: cells of a picture are recolored until its puzzle meets a target.

One cell after another, with those that a symmetry maps to it, gets another color where that may
help: where two solutions differ, or where line logic is stuck. What leads away is taken back. The
idea is that of Batenburg, Henstra, Kosters and Palenstijn, "Constructing simple nonograms of
varying difficulty" (2009); the measure is our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from asp_nono.design.random_pictures import Rng, alike, paint
from asp_nono.design.symmetry import Orbit
from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import probe
from asp_nono.line.switch import switches
from asp_nono.logic.difficulty import Difficulty, difficulty
from asp_nono.puzzle import Color, Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve

Wanted: TypeAlias = Literal["unique", "line-solvable", "multiple", "any"]

WANTED: tuple[Wanted, ...] = get_args(Wanted)
"""unique: exactly one solution; line-solvable: one that line logic alone finds; multiple: several;
any: nobody looks."""

EASIEST, HARDEST = 1, 10

_PROBED = 400
"""Trials are made only when at most so many cells are open; a board that is open nearly everywhere
takes long and has many solutions as a rule."""

_ASKED = 150
"""Clingo is asked only when at most so many cells are open after probing: it answers at once."""

Cells: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Target:
    """What is demanded of a puzzle.

    Attributes:
        verdict: One of `WANTED`.
        least: The lowest grade of difficulty that will do; see `logic.difficulty`.
        most: The highest one.

    Raises:
        UnknownNameError: If there is no such verdict.
        PuzzleError: If there is no such grade, or only unique puzzles have one.
    """

    verdict: Wanted = "unique"
    least: int = EASIEST
    most: int = HARDEST

    def __post_init__(self) -> None:
        if self.verdict not in WANTED:
            raise UnknownNameError("verdict", self.verdict, WANTED)
        if not EASIEST <= self.least <= self.most <= HARDEST:
            words = f"grades {self.least} to {self.most}"
            raise PuzzleError(f"{words}; expected {EASIEST} to {HARDEST}, the easiest first")
        if self.graded and self.verdict not in ("unique", "line-solvable"):
            raise PuzzleError(
                f"a grade and the verdict {self.verdict}; only unique puzzles have one"
            )

    @property
    def graded(self) -> bool:
        """Whether the difficulty matters."""
        return (self.least, self.most) != (EASIEST, HARDEST)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """How far a picture is from what is demanded."""

    lack: str  # what its puzzle is ("not unique", "too easy", …); empty if it is what is demanded
    distance: tuple[int, ...]  # the less, the nearer; comparable with those of other pictures
    where: Cells = ()  # the cells (0-based) where a change may help; none if all are alike
    verdict: Verdict | None = None  # the verdict, as far as it was asked for
    difficulty: Difficulty | None = None  # the difficulty, if it was asked for


def appraise(picture: Grid, colors: tuple[Color, ...], target: Target) -> Appraisal:
    """Judge a picture by the puzzle that it poses.

    It depends on nothing but the picture: not on the machine, not on its speed, and not on which
    solutions a solver comes upon first.
    """
    if target.verdict == "any":
        return Appraisal("", ())
    puzzle = Puzzle(picture.row_clues(), picture.column_clues(), colors)
    board = Board(puzzle)
    if board.sweep():
        raise AssertionError("line logic finds no way to fill the lines of a picture")
    left = _open(board)
    if target.verdict == "multiple":
        return _of_several(puzzle, picture, board, left)
    if left:
        if target.verdict == "line-solvable":
            return Appraisal("not line-solvable", (2, len(left)), left)
        differ = _elsewhere(puzzle, board, picture) if len(left) <= _PROBED else left
        if differ is not None:
            return Appraisal("not unique", (2, len(left)), differ or left)
    if not target.graded:
        return Appraisal("", (), verdict=Verdict.UNIQUE)
    return _graded(puzzle, picture, left, target)


def _open(board: Board) -> Cells:
    return tuple(
        (x, y)
        for y, row in enumerate(board.partial().rows)
        for x, cell in enumerate(row)
        if cell & (cell - 1)
    )


def _elsewhere(puzzle: Puzzle, board: Board, picture: Grid) -> Cells | None:
    """Cells where some other solution differs; none if that is all that is known of it.

    Returns:
        None if there is no other solution. What is too large to be decided counts as not unique.
    """
    probed = probe(board, 2)
    other = next((found for found in probed.pictures if found != picture), None)
    if other is not None:
        return tuple((x - 1, y - 1) for x, y in picture.differences(other))
    if probed.rest is None:
        return None
    left = _open(probed.rest)
    if len(left) > _ASKED:
        return left
    return None if solve(puzzle).verdict is Verdict.UNIQUE else left


def _of_several(puzzle: Puzzle, picture: Grid, board: Board, left: Cells) -> Appraisal:
    several = left and (
        next(switches(puzzle, picture), None) is not None
        or _elsewhere(puzzle, board, picture) is not None
    )
    if several and solve(puzzle).verdict is Verdict.MULTIPLE:
        return Appraisal("", (), verdict=Verdict.MULTIPLE)
    return Appraisal("unique", (-len(left),), verdict=Verdict.UNIQUE)


def _graded(puzzle: Puzzle, picture: Grid, left: Cells, target: Target) -> Appraisal:
    found = difficulty(puzzle, picture)
    if found.grade < target.least:
        nearer = (1, target.least - found.grade, -found.stuck, -found.trials, -found.sweeps)
        return Appraisal("too easy", nearer, (), Verdict.UNIQUE, found)
    if found.grade > target.most:
        nearer = (1, found.grade - target.most, found.stuck, found.trials, found.sweeps)
        return Appraisal("too difficult", nearer, left, Verdict.UNIQUE, found)
    return Appraisal("", (), (), Verdict.UNIQUE, found)


_PATIENCE = 150  # a picture is given up when so many changes in a row have not brought it nearer
_CHOICES = 4  # of so many changes picked at random, that one is tried which looks best


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a picture may be changed.

    Attributes:
        cells: The cells that are alike by symmetry, each in one set.
        colors: The palette.
        slack: By so many cells a color may come to have more or fewer; None if that is all one.
        most: So many cells may have another color than at first; None if that is all one.
    """

    cells: list[Orbit]
    colors: tuple[Color, ...]
    slack: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Improved:
    """What has come of a picture."""

    picture: Grid  # the picture
    appraisal: Appraisal  # how far it still is from what is demanded
    changed: int  # how many cells have another color than at first


def improve(picture: Grid, target: Target, bounds: Bounds, rng: Rng) -> Improved:
    """Change a picture until it is what is demanded, or nothing brings it nearer any more."""
    search = _Search(picture, bounds, rng)
    appraisal = appraise(picture, bounds.colors, target)
    idle = 0
    while appraisal.lack and idle < _PATIENCE:
        idle += 1
        change = search.change(appraisal.where)
        if change is None:
            continue
        other = appraise(search.picture, bounds.colors, target)
        if other.lack and _worse(other, appraisal, search.changed - change.changed, bounds):
            search.undo(change)
            continue
        if not other.lack or other.distance < appraisal.distance:
            idle = 0
        appraisal = other
    return Improved(search.picture, appraisal, search.changed)


def _worse(other: Appraisal, before: Appraisal, more: int, bounds: Bounds) -> bool:
    """Whether a change leads away; of a picture that is to be kept, more changes do so too."""
    farther = other.distance > before.distance
    return farther or (bounds.most is not None and other.distance == before.distance and more > 0)


@dataclass(frozen=True, slots=True)
class _Change:
    """Cells, the color that they had before, and how many cells were changed then."""

    orbit: Orbit
    before: int
    changed: int


class _Search:
    """The picture that is worked on."""

    def __init__(self, picture: Grid, bounds: Bounds, rng: Rng) -> None:
        self._first = picture
        self._rows = [list(row) for row in picture.rows]
        self._bounds = bounds
        self._dice = rng
        self._home = {cell: orbit for orbit in bounds.cells for cell in orbit}
        self._every: Cells = tuple(self._home)
        self._more = [0] * len(bounds.colors)
        self.changed = 0

    @property
    def picture(self) -> Grid:
        """The picture as it is now."""
        return Grid(tuple(map(tuple, self._rows)))

    def change(self, where: Cells) -> _Change | None:
        """Give some cells another color; None if those picked must stay as they are."""
        if len(self._bounds.colors) == 1:
            return None
        picked = [self._pick(where or self._every) for _ in range(_CHOICES)]
        able = [(look, number) for number, (look, *_) in enumerate(picked) if look is not None]
        if not able:
            return None
        _, orbit, color = picked[max(able)[1]]
        return self._paint(orbit, color)

    def undo(self, change: _Change) -> None:
        """Take a change back."""
        self._paint(change.orbit, change.before)

    def _pick(self, where: Cells) -> tuple[int | None, Orbit, int]:
        """A change picked at random, and how much better it would look; None if forbidden."""
        orbit = self._home[self._dice.choice(where)]
        x, y = orbit[0]
        before = self._rows[y][x]
        others = [color for color in range(len(self._bounds.colors)) if color != before]
        color = self._dice.choice(others)
        if self._forbidden(orbit, before, color):
            return None, orbit, color
        return alike(self._rows, x, y, color) - alike(self._rows, x, y, before), orbit, color

    def _forbidden(self, orbit: Orbit, before: int, after: int) -> bool:
        slack, most = self._bounds.slack, self._bounds.most
        number = len(orbit)
        unbalanced = slack is not None and (
            self._more[after] + number > slack or number - self._more[before] > slack
        )
        return unbalanced or (most is not None and self._after(orbit, after) > most)

    def _after(self, orbit: Orbit, color: int) -> int:
        """How many cells would have another color than at first."""
        rows, first = self._rows, self._first.rows
        return self.changed + sum(
            (first[y][x] != color) - (first[y][x] != rows[y][x]) for x, y in orbit
        )

    def _paint(self, orbit: Orbit, color: int) -> _Change:
        x, y = orbit[0]
        done = _Change(orbit, self._rows[y][x], self.changed)
        self.changed = self._after(orbit, color)
        self._more[done.before] -= len(orbit)
        self._more[color] += len(orbit)
        paint(self._rows, orbit, color)
        return done
