"""The scaling test: larger and larger puzzles, to see how a program grows and where it stops."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, Any, cast

from asp_nono.asp.recipes import recipe
from asp_nono.grading.larger_boards import near_misses, solutions_of
from asp_nono.grading.lint import Remark
from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.small_boards import PALETTE
from asp_nono.grading.vocabulary import SubmittedProgram
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.messages import NOTHING, Message, with_messages
from asp_nono.puzzle import Puzzle, satisfies
from asp_nono.run.limits import StoppedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FILLED = 0.55  # the share of filled cells of a puzzle
_RED = 0.35  # the share of them that has the second color, if there are two
_SLIPS = 20  # tried for one without a solution
_SMALL_SECONDS = 1.0  # for the rules on a small board
_SEARCHED = {(10, 2): 1570, (10, 3): 708, (20, 2): 313, (20, 3): 197, (30, 2): 126, (30, 3): 204}
"""By side and number of colors, seeds of unique puzzles that are not line-solvable."""


@dataclass(frozen=True, slots=True)
class ScalingStep:
    """The run of a program on one puzzle."""

    side: int  #: the number of rows and of columns
    rules: int | None = None  #: the size of the ground program; None if that was not reached
    grounding: float | None = None  #: CPU seconds; None if it did not come to an end
    solving: float | None = None
    stopped: Message = NOTHING  #: the limit that ended it, and where; else empty
    wrong: bool = False  #: whether an answer is no solution, or the solution was not found
    puzzle: Puzzle | None = None  #: the one that was solved last

    def to_json(self) -> dict[str, Any]:
        """An item of `scaling` in `grade --json`."""
        return {
            "side": self.side,
            "rules": self.rules,
            "grounding": self.grounding,
            "solving": self.solving,
            **with_messages(stopped=self.stopped),
            "wrong": self.wrong,
        }


@dataclass(frozen=True, slots=True)
class Scaling:
    """How far a program scales: a step for each side that was tried, the last perhaps too large."""

    name: str
    steps: tuple[ScalingStep, ...]

    @property
    def reached(self) -> int:
        """The largest side that it solved; 0 for none."""
        return max((step.side for step in self.steps if step != self.failure), default=0)

    @property
    def failure(self) -> ScalingStep | None:
        """The step on which it was stopped, or wrong."""
        return next((step for step in self.steps if step.stopped or step.wrong), None)

    def at(self, side: int) -> ScalingStep | None:
        """The step of that side, if it was tried."""
        return next((step for step in self.steps if step.side == side), None)

    def to_json(self) -> list[dict[str, Any]]:
        """The list `scaling` of `grade --json`."""
        return [step.to_json() for step in self.steps]


def scaling_test(
    sandbox: Sandbox,
    program: SubmittedProgram,
    sides: tuple[int, ...],
    seconds: float,
    seed: str | None = None,
) -> Scaling:
    """Run a program on puzzles with these sides, in ascending order, until one is too much.

    `seconds` is CPU time for each, once for grounding and once for solving. With a `seed`
    three more puzzles, which are not measured, follow each: a square one, one that is not square
    and one without a solution, so that no table of known answers will do.
    """
    steps: list[ScalingStep] = []
    for side in sides:
        step = _step(sandbox, program, puzzle_of_side(side, program.colors), side, seconds)
        if seed is not None and not step.stopped and not step.wrong:
            step = _unmeasured(sandbox, program, step, seconds, seed)
        steps.append(step)
        if step.stopped or step.wrong:
            break
    return Scaling(program.submission.name, tuple(steps))


def _unmeasured(
    sandbox: Sandbox, program: SubmittedProgram, measured: ScalingStep, seconds: float, seed: str
) -> ScalingStep:
    """The measured step, unless the program is wrong on one of three more puzzles of its size.

    To be stopped on those with a solution counts, too; not on the other, where a proof may take
    long.
    """
    side, colors = measured.side, program.colors
    for height in (side, max(2, side * 2 // 3)):
        other = _step(sandbox, program, drawn_puzzle(side, height, colors, seed), side, seconds)
        if other.wrong:
            return replace(measured, wrong=True, puzzle=other.puzzle)
        if other.stopped:
            stopped = Message("{limit} another puzzle of the same size", limit=other.stopped)
            return replace(measured, stopped=stopped)
    random = Random(f"{side} {colors} {seed}")  # noqa: S311 - a picture, not a secret
    slips = near_misses(puzzle_of_side(side, colors), random)
    for slip in islice(slips, _SLIPS):
        if solutions_of(slip) == ():
            other = _step(sandbox, program, slip, side, seconds)
            return replace(measured, wrong=other.wrong, puzzle=slip)
    return measured


def _step(
    sandbox: Sandbox, program: SubmittedProgram, puzzle: Puzzle, side: int, seconds: float
) -> ScalingStep:
    try:
        ground = sandbox.ask(program.ground_job(puzzle), seconds)
    except RefusedError as refused:
        return ScalingStep(side, stopped=refused.reason)
    except StoppedError as error:
        stopped = Message("{limit} while grounding", limit=error.reason)
        return ScalingStep(side, stopped=stopped)
    rules, grounding = int(ground["rules"]), float(ground["seconds"])
    try:
        answer = sandbox.ask({"do": "solve", "most": 2}, seconds)
    except (RefusedError, StoppedError) as error:
        stopped = Message("{limit} while solving", limit=error.reason)
        return ScalingStep(side, rules, grounding, stopped=stopped)
    wrong = bool(answer["sets"]) != bool(solutions_of(puzzle))
    for rows in answer["sets"]:
        wrong |= isinstance(rows, str) or not satisfies(Grid.from_rows(rows), puzzle)
    return ScalingStep(side, rules, grounding, float(answer["seconds"]), wrong=wrong, puzzle=puzzle)


def large_rule(sandbox: Sandbox, program: SubmittedProgram) -> tuple[Remark, ...]:
    """A remark on the rule that makes the ground program large, if there is one.

    It is seen on a board so small that even such a rule is ground there.
    """
    from asp_nono.asp.ground_profile import SMALL_BOARD, too_many

    clock = Clock(_SMALL_SECONDS)
    try:
        sandbox.ask(program.ground_job(SMALL_BOARD), clock)
        rules = sandbox.ask({"do": "rule sizes"}, clock)["sizes"]
    except (RefusedError, StoppedError):
        return ()
    largest = max(rules, key=lambda rule: rule["instances"], default=None)
    if largest is None or not (reason := too_many(largest["instances"])):
        return ()
    return (Remark(reason, program.submission.place(largest["line"], 1)),)


@cache
def reference(
    name: str, colors: int, sides: tuple[int, ...], seconds: float, megabytes: int
) -> Scaling:
    """How far a recipe scales as a program like a student's, without any deductions."""
    program = SubmittedProgram.of_recipe(recipe(name), colors)
    with Sandbox(megabytes) as sandbox:
        return scaling_test(sandbox, program, sides, seconds)


@cache
def puzzle_of_side(side: int, colors: int) -> Puzzle:
    """The puzzle of the scaling test with this many rows and columns; it has one solution.

    Smoothed noise, the same on every machine; for some sides one that is not line-solvable.
    """
    if (side, colors) in _SEARCHED:
        return _puzzle(side, colors, f"search {_SEARCHED[side, colors]}")
    return _line_solvable(_puzzle(side, colors, str(seed)) for seed in count())


@cache
def drawn_puzzle(side: int, height: int, colors: int, seed: str) -> Puzzle:
    """A line-solvable puzzle with these sides, drawn from a seed; some of them are turned."""
    names = (f"{seed} {number}" for number in count())
    return _line_solvable(
        _puzzle(side, colors, name, height, turned=len(name) % 2 == 1) for name in names
    )


def _line_solvable(puzzles: Iterable[Puzzle]) -> Puzzle:
    """The first that is line-solvable."""
    boards = map(Board, puzzles)
    return next(board.puzzle for board in boards if not board.sweep() and board.decided)


def _puzzle(
    side: int, colors: int, seed: str, height: int | None = None, *, turned: bool = False
) -> Puzzle:
    random = Random(f"{side} {colors} {seed}")  # noqa: S311 - a picture, not a secret
    shape = _blobs(side, _FILLED, random)
    red = _blobs(side, _RED, random) if colors > 2 else [[False] * side] * side
    rows = [
        tuple(1 + second if filled else 0 for filled, second in zip(*row, strict=True))
        for row in zip(shape[:height], red[:height], strict=True)
    ]
    return Puzzle.of(Grid(tuple(zip(*rows, strict=True) if turned else rows)), PALETTE[:colors])


def _blobs(side: int, share: float, random: Random) -> list[list[bool]]:
    """Blobs that make up a share of a square."""
    noise = smooth_noise(side, 1, random)
    least = sorted(noise.ravel(), reverse=True)[int(side * side * share)]
    return cast("list[list[bool]]", (noise > least).tolist())


def smooth_noise(side: int, reach: int, random: Random) -> "NDArray[np.float64]":
    """Noise on a square, each value twice replaced by the mean of those up to `reach` away."""
    import numpy as np

    first = np.maximum(0, np.arange(side) - reach)
    last = np.minimum(side, np.arange(side) + reach + 1)
    values = np.array([[random.random() for _ in range(side)] for _ in range(side)])
    for _ in range(4):  # the mean along rows, then along columns, twice
        sums = np.pad(values.cumsum(axis=1), ((0, 0), (1, 0)))
        values = ((sums[:, last] - sums[:, first]) / (last - first)).T
    return values
