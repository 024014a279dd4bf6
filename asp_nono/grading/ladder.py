"""The ladder: larger and larger puzzles, to see how a program grows and where it stops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from asp_nono.asp.recipes import recipe
from asp_nono.grading.clue_sets import PALETTE
from asp_nono.grading.counterexample import one_board
from asp_nono.grading.sandbox import Refused, Sandbox
from asp_nono.grading.submission import Submission
from asp_nono.grading.tour import Program
from asp_nono.grading.vocabulary import Board, OurFacts
from asp_nono.grid import Grid
from asp_nono.line.board import Board as LineBoard
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.run.limits import Stopped

_PAINTED = 0.55
"""The share of painted cells of a puzzle on the ladder."""

_RED = 0.35
"""The share of them that has the second colour, if there are two."""

_SEARCHED = {(10, 2): 1570, (10, 3): 708, (20, 2): 313, (20, 3): 197, (30, 2): 126, (30, 3): 204}
"""By side and number of colours, puzzles with one solution that line logic does not find."""

_ENOUGH = 2
"""So many answer sets decide whether a puzzle has one solution."""


@dataclass(frozen=True, slots=True)
class Rung:
    """What a program makes of one puzzle on the ladder.

    Attributes:
        side: The number of rows and of columns.
        rules: The size of the ground program; None if that was not reached.
        grounding, solving: CPU seconds; None if it did not come to an end.
        stopped: The limit that ended it, and where; else empty.
        wrong: Whether an answer is no solution, or the solution was not found.
    """

    side: int
    rules: int | None = None
    grounding: float | None = None
    solving: float | None = None
    stopped: str = ""
    wrong: bool = False

    @property
    def done(self) -> bool:
        """Whether it found the solution and that there is no other."""
        return not self.stopped and not self.wrong


@dataclass(frozen=True, slots=True)
class Climb:
    """How far a program comes on the ladder.

    Attributes:
        name: The program.
        rungs: One for each side that was tried; the last one may have been too much.
    """

    name: str
    rungs: tuple[Rung, ...]

    @property
    def reached(self) -> int:
        """The largest side that it managed; 0 for none."""
        return max((rung.side for rung in self.rungs if rung.done), default=0)

    @property
    def stop(self) -> Rung | None:
        """The rung on which it was stopped, or wrong."""
        return next((rung for rung in self.rungs if not rung.done), None)

    def at(self, side: int) -> Rung | None:
        """The rung of that side, if it was tried."""
        return next((rung for rung in self.rungs if rung.side == side), None)


def climb(sandbox: Sandbox, program: Program, sides: tuple[int, ...], seconds: float) -> Climb:
    """Let a program try the puzzles of the ladder until one is too much.

    Args:
        sandbox: Where it runs.
        program: The program.
        sides: The sides of the puzzles, in ascending order.
        seconds: Wall-clock time for each.
    """
    return Climb(program.submission.name, tuple(_rungs(sandbox, program, sides, seconds)))


def _rungs(
    sandbox: Sandbox, program: Program, sides: tuple[int, ...], seconds: float
) -> Iterator[Rung]:
    for side in sides:
        rung = _rung(sandbox, program, side, seconds)
        yield rung
        if not rung.done:
            return


def _rung(sandbox: Sandbox, program: Program, side: int, seconds: float) -> Rung:
    puzzle = puzzle_of_side(side, program.colors)
    board = Board(side, side, program.colors)
    ground = sandbox.ask(one_board(program, puzzle, board), seconds)
    if isinstance(ground, Refused):
        return Rung(side, stopped=ground.reason)
    if isinstance(ground, Stopped):
        return Rung(side, stopped=f"{ground.reason} while grounding")
    rules, grounding = int(ground["rules"]), float(ground["seconds"])
    answer = sandbox.ask({"do": "solve", "most": _ENOUGH}, seconds)
    if isinstance(answer, Refused | Stopped):
        return Rung(side, rules, grounding, stopped=f"{answer.reason} while solving")
    found = answer["pictures"]
    right = [not isinstance(rows, str) and satisfies(_grid(rows), puzzle) for rows in found]
    wrong = not found or not all(right)
    return Rung(side, rules, grounding, float(answer["seconds"]), wrong=wrong)


def _grid(rows: list[list[int]]) -> Grid:
    return Grid(tuple(map(tuple, rows)))


@cache
def reference(name: str, colors: int) -> Program:
    """A recipe as a program that climbs like a student's, without any hints."""
    chosen = recipe(name)
    text = "\n".join(file.read_text(encoding="utf-8") for file in chosen.files)
    own = Submission(name, chosen.files[0], text, ())
    return Program(own, OurFacts(chosen.inputs()), colors, shows=True, derives=True)


@cache
def puzzle_of_side(side: int, colors: int) -> Puzzle:
    """The puzzle of the ladder with so many rows and columns; it has one solution.

    Smoothed noise, the same on every machine. Line logic can decide it, except on some sides, so
    that an encoding has to search, too.
    """
    if (side, colors) in _SEARCHED:
        return _posed(side, colors, f"search {_SEARCHED[side, colors]}")
    for seed in range(1000):
        puzzle = _posed(side, colors, str(seed))
        line = LineBoard(puzzle)
        line.sweep()
        if line.decided:
            return puzzle
    raise AssertionError(f"no puzzle of side {side}")


def _posed(side: int, colors: int, seed: str) -> Puzzle:
    random = Random(f"{side} {colors} {seed}")  # noqa: S311 - a picture, not a secret
    return Puzzle.of(_picture(side, colors, random), PALETTE[:colors])


def _picture(side: int, colors: int, random: Random) -> Grid:
    shape = _marked(side, _PAINTED, random)
    red = _marked(side, _RED, random) if colors > 2 else [[False] * side] * side
    return Grid(
        tuple(
            tuple(1 + second if painted else 0 for painted, second in zip(*rows, strict=True))
            for rows in zip(shape, red, strict=True)
        )
    )


def _marked(side: int, share: float, random: Random) -> list[list[bool]]:
    """Blobs that make up a share of a square."""
    noise = [[random.random() for _ in range(side)] for _ in range(side)]
    for _ in range(2):
        noise = [[_mean(noise, x, y) for x in range(side)] for y in range(side)]
    ranked = sorted((value for row in noise for value in row), reverse=True)
    least = ranked[int(side * side * share)]
    return [[value > least for value in row] for row in noise]


def _mean(noise: list[list[float]], x: int, y: int) -> float:
    """The mean of a cell and its neighbours."""
    rows = noise[max(0, y - 1) : y + 2]
    near = [value for row in rows for value in row[max(0, x - 1) : x + 2]]
    return sum(near) / len(near)
