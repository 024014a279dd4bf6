"""Local search: cells of a picture are recolored until its puzzle meets a target.

One cell after another, with those that a symmetry maps to it, gets another color where that may
help: where two solutions differ, or where line logic is stuck. Changes for the worse are undone.
The idea is that of Batenburg, Henstra, Kosters and Palenstijn, "Constructing simple nonograms of
varying difficulty" (2009); the measure is our own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

from asp_nono.clue import Cell
from asp_nono.design.edit import swept
from asp_nono.design.random_pictures import Rng, alike, paint
from asp_nono.design.recognition import keeps_parts
from asp_nono.design.symmetry import Orbit, beside
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import probe
from asp_nono.line.switch import switches
from asp_nono.logic.difficulty import DifficultyMeasures, difficulty
from asp_nono.messages import NOTHING, Message, PuzzleError, UnknownNameError
from asp_nono.puzzle import Color, Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import solve

Wanted: TypeAlias = Literal["unique", "line-solvable", "multiple", "any"]

WANTED: tuple[Wanted, ...] = get_args(Wanted)
"""unique: exactly one solution; line-solvable: one that line logic alone finds; multiple: several;
any: not checked."""

EASIEST, HARDEST = 1, 10
_PROBED = 400  # with more open cells probing takes long, and mostly there are many solutions
_SEARCHED = 150  # with at most this many open cells after probing, clingo answers at once
_PATIENCE = 150  # after this many changes in a row that bring it no nearer, a picture is given up
_CHOICES = 4  # of this many changes picked at random the one that looks best is tried

Cells: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a puzzle.

    Raises:
        UnknownNameError: If there is no such verdict.
        PuzzleError: If there is no such difficulty, or only unique puzzles have one.

    Attributes:
        verdict: What the puzzle must be.
        least: The lowest difficulty that will do; see `logic.difficulty`.
        most: The highest one.
    """

    verdict: Wanted = "unique"
    least: int = EASIEST
    most: int = HARDEST

    def __post_init__(self) -> None:
        if self.verdict not in WANTED:
            raise UnknownNameError("verdict", self.verdict, WANTED)
        if not EASIEST <= self.least <= self.most <= HARDEST:
            raise PuzzleError(
                "difficulty {least} to {most}; expected {easiest} to {hardest}, the lower first",
                least=self.least,
                most=self.most,
                easiest=EASIEST,
                hardest=HARDEST,
            )
        if self.graded and self.verdict not in ("unique", "line-solvable"):
            raise PuzzleError(
                "a grade and the verdict {verdict}; only unique puzzles have one",
                verdict=self.verdict,
            )

    @property
    def graded(self) -> bool:
        """Whether the difficulty matters."""
        return (self.least, self.most) != (EASIEST, HARDEST)


@dataclass(frozen=True, slots=True)
class Appraisal:
    """How far a picture is from a target."""

    lack: Message  #: what its puzzle is ("not unique", "too easy", …); empty if it meets the target
    distance: tuple[int, ...] = ()  #: to be compared with those of other pictures
    where: Cells = ()  #: the cells where a change may help; any if there are none
    verdict: Verdict | None = None  #: None if it was not needed
    difficulty: DifficultyMeasures | None = None  #: None if it was not needed


def appraise(picture: Grid, colors: tuple[Color, ...], target: Target) -> Appraisal:
    """Compare the puzzle that a picture poses with a target.

    The result depends on nothing but the picture: not on the machine, not on its speed, and not on
    which solutions a solver finds first.
    """
    if target.verdict == "any":
        return Appraisal(NOTHING)
    puzzle = Puzzle(picture.row_clues(), picture.column_clues(), colors)
    board = swept(puzzle)
    left = board.partial().open_cells
    if target.verdict == "multiple":
        return _of_several(puzzle, picture, board, left)
    if left:
        if target.verdict == "line-solvable":
            return Appraisal(Message("not line-solvable"), (2, len(left)), left)
        differ = _elsewhere(puzzle, board, picture) if len(left) <= _PROBED else left
        if differ is not None:
            return Appraisal(Message("not unique"), (2, len(left)), differ or left)
    if not target.graded:
        return Appraisal(NOTHING, verdict=Verdict.UNIQUE)
    return _graded(puzzle, picture, left, target)


def _elsewhere(puzzle: Puzzle, board: Board, picture: Grid) -> Cells | None:
    """Cells where another solution differs, or may if it is too large to decide; None if unique."""
    probed = probe(board, 2)
    for other in probed.pictures:
        if other != picture:
            return picture.differences(other)
    if probed.rest is None:
        return None
    left = probed.rest.partial().open_cells
    if len(left) > _SEARCHED:
        return left
    return None if solve(puzzle).verdict is Verdict.UNIQUE else left


def _of_several(puzzle: Puzzle, picture: Grid, board: Board, left: Cells) -> Appraisal:
    switched = left and any(switches(puzzle, picture))
    several = switched or (left and _elsewhere(puzzle, board, picture) is not None)
    if several and solve(puzzle).verdict is Verdict.MULTIPLE:
        return Appraisal(NOTHING, verdict=Verdict.MULTIPLE)
    return Appraisal(Message("unique"), (-len(left),), verdict=Verdict.UNIQUE)


def _graded(puzzle: Puzzle, picture: Grid, left: Cells, target: Target) -> Appraisal:
    found = difficulty(puzzle, picture)
    if target.least <= found.grade <= target.most:
        return Appraisal(NOTHING, (), (), Verdict.UNIQUE, found)
    efforts = (found.stuck, found.trials, found.sweeps)
    if found.grade < target.least:
        distance = (1, target.least - found.grade, *(-effort for effort in efforts))
        return Appraisal(Message("too easy"), distance, (), Verdict.UNIQUE, found)
    distance = (1, found.grade - target.most, *efforts)
    return Appraisal(Message("too difficult"), distance, left, Verdict.UNIQUE, found)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a picture may be changed."""

    cells: Sequence[Orbit]  #: the cells that are alike by symmetry, each in one set
    colors: tuple[Color, ...]  #: the palette
    slack: int | None = None  #: how many cells more or fewer a color may get; None for any number
    most: int | None = None  #: how many cells may have another color than at first; None for all
    neat: bool = False  #: whether border, strokes and holes stay, and no cell gets to be on its own


class Improved(NamedTuple):
    """A picture that was changed."""

    picture: Grid
    appraisal: Appraisal  #: how far it still is from the target
    changed: int  #: how many cells have another color than at first


def improve(picture: Grid, target: Target, bounds: Bounds, rng: Rng) -> Improved:
    """Change a picture until it meets a target, or nothing brings it nearer any more."""
    search = _PictureSearch(picture, bounds, rng)
    appraisal = appraise(picture, bounds.colors, target)
    idle = 0
    while appraisal.lack and idle < _PATIENCE:
        idle += 1
        changed = search.changed
        if (before := search.change(appraisal.where)) is None:
            continue
        other = appraise(search.picture, bounds.colors, target)
        # Of a picture that is to be kept, more changes are for the worse, too:
        more = search.changed - changed if bounds.most is not None else 0
        if other.lack and (other.distance, more) > (appraisal.distance, 0):
            search.paint(*before)
            continue
        if not other.lack or other.distance < appraisal.distance:
            idle = 0
        appraisal = other
    return Improved(search.picture, appraisal, search.changed)


class _PictureSearch:
    """A picture and its changes."""

    def __init__(self, picture: Grid, bounds: Bounds, rng: Rng) -> None:
        self._first, self._bounds, self._rng = picture, bounds, rng
        self._rows = [list(row) for row in picture.rows]
        self._orbit = {cell: orbit for orbit in bounds.cells for cell in orbit}
        self._more = [0] * len(bounds.colors)  # how many cells each color has more than at first
        self.changed = 0

    @property
    def picture(self) -> Grid:
        """The picture as it is now."""
        return Grid.from_rows(self._rows)

    def change(self, where: Cells) -> tuple[Orbit, int] | None:
        """Recolor some cells; these and the color that they had, None if those picked must stay."""
        if len(self._bounds.colors) == 1:
            return None
        able_to = tuple(cell for cell in where if cell in self._orbit) or tuple(self._orbit)
        picked = [self._pick(able_to) for _ in range(_CHOICES)]
        able = [(look, number) for number, (look, *_) in enumerate(picked) if look is not None]
        if not able:
            return None
        _, orbit, color = picked[max(able)[1]]
        return orbit, self.paint(orbit, color)

    def _pick(self, where: Cells) -> tuple[int | None, Orbit, int]:
        """A change picked at random, and how much better it would look; None if forbidden."""
        orbit = self._orbit[self._rng.choice(where)]
        x, y = orbit[0]
        before = self._rows[y - 1][x - 1]
        others = [color for color in range(len(self._bounds.colors)) if color != before]
        color = self._rng.choice(others)
        if self._forbidden(orbit, before, color):
            return None, orbit, color
        return alike(self._rows, x, y, color) - alike(self._rows, x, y, before), orbit, color

    def _forbidden(self, orbit: Orbit, before: int, after: int) -> bool:
        slack, most, number = self._bounds.slack, self._bounds.most, len(orbit)
        if self._bounds.neat and self._untidy(orbit[0], before, after):
            return True
        if slack is not None and max(self._more[after], -self._more[before]) + number > slack:
            return True
        return most is not None and self._changed_after(orbit, after) > most

    def _untidy(self, cell: Cell, before: int, after: int) -> bool:
        """Whether a cell is on the border, joins or parts strokes, or is or leaves a speck."""
        (x, y), rows = cell, self._rows
        if x in (1, len(rows[0])) or y in (1, len(rows)):
            return True
        if (before == 0) != (after == 0) and not keeps_parts(rows, x, y):
            return True
        return alike(rows, x, y, after) < 3 or any(
            rows[j - 1][i - 1] == before and alike(rows, i, j, before) < 4 for i, j in beside(x, y)
        )

    def _changed_after(self, orbit: Orbit, color: int) -> int:
        pairs = [(self._first.rows[y - 1][x - 1], self._rows[y - 1][x - 1]) for x, y in orbit]
        return self.changed + sum((first != color) - (first != now) for first, now in pairs)

    def paint(self, orbit: Orbit, color: int) -> int:
        """Give cells a color; returns the one that they had."""
        x, y = orbit[0]
        before = self._rows[y - 1][x - 1]
        self.changed = self._changed_after(orbit, color)
        self._more[before] -= len(orbit)
        self._more[color] += len(orbit)
        paint(self._rows, orbit, color)
        return before
