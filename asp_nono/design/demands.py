"""What is demanded of a generated puzzle, and how far a picture is from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.probe import probe
from asp_nono.line.switch import switches
from asp_nono.logic.difficulty import Difficulty, difficulty
from asp_nono.puzzle import Color, Puzzle
from asp_nono.solving.verdict import Verdict, solve

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
class Demands:
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
    """How far a picture is from what is demanded.

    Attributes:
        lack: What its puzzle is ("not unique", "too easy", …); empty if it is what is demanded.
        distance: The less, the nearer; comparable with those of other pictures.
        where: The cells (0-based) where a change may help; none if all are alike.
        verdict: The verdict, as far as it was asked for.
        difficulty: The difficulty, if it was asked for.
    """

    lack: str
    distance: tuple[int, ...]
    where: Cells = ()
    verdict: Verdict | None = None
    difficulty: Difficulty | None = None


def appraise(picture: Grid, colors: tuple[Color, ...], demands: Demands) -> Appraisal:
    """Judge a picture by the puzzle that it poses.

    It depends on nothing but the picture: not on the machine, not on its speed, and not on which
    solutions a solver comes upon first.
    """
    if demands.verdict == "any":
        return Appraisal("", ())
    puzzle = Puzzle(picture.row_clues(), picture.column_clues(), colors)
    board = Board(puzzle)
    if board.sweep():
        raise AssertionError("line logic finds no way to fill the lines of a picture")
    left = _open(board)
    if demands.verdict == "multiple":
        return _of_several(puzzle, picture, board, left)
    if left:
        if demands.verdict == "line-solvable":
            return Appraisal("not line-solvable", (2, len(left)), left)
        differ = _elsewhere(puzzle, board, picture) if len(left) <= _PROBED else left
        if differ is not None:
            return Appraisal("not unique", (2, len(left)), differ or left)
    if not demands.graded:
        return Appraisal("", (), verdict=Verdict.UNIQUE)
    return _graded(puzzle, picture, left, demands)


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


def _graded(puzzle: Puzzle, picture: Grid, left: Cells, demands: Demands) -> Appraisal:
    found = difficulty(puzzle, picture)
    if found.grade < demands.least:
        nearer = (1, demands.least - found.grade, -found.stuck, -found.trials, -found.sweeps)
        return Appraisal("too easy", nearer, (), Verdict.UNIQUE, found)
    if found.grade > demands.most:
        nearer = (1, found.grade - demands.most, found.stuck, found.trials, found.sweeps)
        return Appraisal("too difficult", nearer, left, Verdict.UNIQUE, found)
    return Appraisal("", (), (), Verdict.UNIQUE, found)
