"""The search: line logic first, then sums of clues where these are promising, then clingo.

It yields a Result whenever more is known, one with each solution; the last one is final. Results
keep the first two solutions, and have only the latest one of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from asp_nono.asp.recipes import Recipe
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.kernel import COMPILED
from asp_nono.line.lookahead import (
    Budget,
    BudgetSpentError,
    backtrack,
    beside_clues,
    look_ahead,
    probe,
    why_none,
)
from asp_nono.messages import NOTHING, Message, WrongSolutionError, plural
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.solving.result import WITNESSES, Result, Technique, known_at_start

if TYPE_CHECKING:
    from asp_nono.asp.engine import Control, Model, Symbol
    from asp_nono.asp.program import Program
    from asp_nono.solving.turns import Turns

_AT_ONCE = 4096 if COMPILED else 400  # cells of a board on which line logic takes milliseconds
_FEW_OPEN = 60_000
"""The most open cells, times the longest line, with which trials and guesses take milliseconds."""
_MOST_OPEN = 2500  # cells of a board on which look-ahead and guesses take milliseconds
_LOOKED = 10_000 if COMPILED else 1_000  # visits of that look-ahead
_SAMPLE = 10  # how many of the models that are only counted are checked
_MOST_MODELS = 2**31 - 1  # the largest number of models after which clingo can stop
_POLL = 0.1  # seconds between checks for signals and reports of a count while clingo works
_EFFORT = 40  # how many lines `weakest` visits at each depth for each open cell, at most
_VISITS = {1: 70_000, 2: 10_000}
"""The same for the whole puzzle. Nearly all puzzles drawn by people need less, also the hard ones
of the survey; more could cost more than the search itself."""


@dataclass(frozen=True, slots=True)
class SearchTask:
    """The aim of a search."""

    puzzle: Puzzle  #: the puzzle
    recipe: Recipe  #: the encodings and the deductions for clingo
    start: PartialGrid | None = None  #: a partial picture; only solutions that agree with it count
    most: int = WITNESSES  #: stop after this number of solutions; 0 for all of them
    pictures: bool = True  #: whether to yield the solutions, or only their number


class SearchObserver(Protocol):
    """An observer of the stages of a search, for measurements."""

    def searching(self) -> None:
        """Line logic was not enough: clingo is loaded and grounds now."""

    def grounded(self, program: Program, control: Control) -> None:
        """Clingo has grounded a program and solves it next."""


def begun(task: SearchTask) -> Result:
    """The knowledge before a search."""
    known = known_at_start(task.puzzle, task.start)
    return Result(puzzle=task.puzzle, certain=known, wanted=task.most)


def search(task: SearchTask, watch: SearchObserver | None = None) -> Generator[Result, None, None]:
    """Look for solutions.

    A recipe with deductions begins with line logic, and clingo is imported only if that is not
    enough; a recipe without deductions gets the clues alone.

    Raises:
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
        WrongSolutionError: If an encoding gives a picture that is no solution, or if the
            designer's picture, a solution, is not among all of its solutions.
        PuzzleError: If the start is not of the puzzle's size.
    """
    run = _ModelSearch(task, watch)
    if task.recipe.deductions == "none":
        yield from run.ask_clingo(None)
    elif swept := (yield from run.sweep()):
        yield from run.go_on(swept)


def at_once(
    task: SearchTask, *, patient: bool = False
) -> Generator[Result, None, Callable[[], Iterator[Result]] | None]:
    """The beginning of a search, as far as it takes milliseconds: a sweep, then trials and guesses.

    These are made where few cells are open; if `patient` wherever the sweep was made.

    Returns:
        What goes on from there, which can be pickled; None if nothing is left to do.
    """
    if task.recipe.deductions == "none" or task.puzzle.width * task.puzzle.height > _AT_ONCE:
        return partial(search, task)
    run = _ModelSearch(task, None)
    board, longest = (yield from run.sweep()), max(task.puzzle.width, task.puzzle.height)
    if board and board.undecided * longest > _FEW_OPEN and not patient:
        return partial(run.go_on, board, run.seconds)
    rest = (yield from run.try_and_guess(board)) if board else None
    return partial(run.conclude, rest, run.seconds) if rest else None


class _ModelSearch:
    """A search and what it has shown."""

    def __init__(self, task: SearchTask, watch: SearchObserver | None) -> None:
        self._began = perf_counter()
        self._task, self._watch = task, watch
        self._result = begun(task)
        self.swept: Board | None = None  # the board after a sweep of all lines
        self.number = 0  # of solutions found
        self.solution: Grid | None = None  # the last one of them that was not only counted
        self._goal_found = False
        self._guessed: list[Grid] = []  # solutions that backtracking has found
        self._decided: dict[tuple[int, int], int] = {}  # cells of which the answer sets say nothing

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return perf_counter() - self._began

    def _known(self, **more: object) -> Result:
        """A snapshot of the knowledge now."""
        self._result = replace(self._result, number=self.number, seconds=self.seconds, **more)  # type: ignore[arg-type] # fields of Result
        return self._result

    def _found(self, picture: Grid) -> Result:
        """A snapshot of the knowledge, with this new solution."""
        self.number += 1
        self.solution = picture
        if not self._task.pictures:
            return self._known()
        self._goal_found |= picture == self._task.puzzle.goal
        if self.number <= WITNESSES:
            kept = (*self._result.solutions, picture)
            self._result = replace(self._result, solutions=kept)
        return replace(self._result, number=self.number, latest=picture, seconds=self.seconds)

    def _certain(self, grid: PartialGrid) -> Result:
        return self._known(certain=grid, line_seconds=self.seconds)

    def _require_goal(self) -> None:
        """Check that the designer's picture is among all solutions if it fits the start."""
        task, found = self._task, self._goal_found if self._task.pictures else self.number
        goal = task.puzzle.goal
        if goal is None or found or (task.start and not task.start.admits(goal)):
            return
        raise WrongSolutionError(
            "{recipe} excludes the goal of the puzzle, which is a solution", recipe=task.recipe.name
        )

    def _ended(self, exhausted: bool, technique: Technique, why: Message = NOTHING) -> Result:
        if exhausted:
            self._require_goal()
        if not exhausted and self.number == self._task.most > 0:
            why = plural(
                self.number,
                "stopped after {count} solution",
                "stopped after {count} solutions",
            )
        return self._known(exhausted=exhausted, technique=technique, why=why)

    def sweep(self) -> Generator[Result, None, Board | None]:
        """A sweep of all lines; returns where solutions may lie if it does not decide."""
        task = self._task
        board = self.swept = Board(task.puzzle, task.start)
        if wrong := board.sweep():
            yield self._ended(True, Technique.LINE, why_none(wrong, task.puzzle, task.start))
            return None
        yield self._certain(board.partial())
        if not board.decided:
            return board
        yield from self._deduced([board.picture])
        yield self._ended(True, Technique.LINE)
        return None

    def go_on(self, swept: Board, seconds: float | None = None) -> Iterator[Result]:
        """All that comes after the sweep; it took these `seconds` if it was in another process."""
        self._resume(seconds)
        if rest := (yield from self.try_and_guess(swept)):
            yield from self.conclude(rest)

    def try_and_guess(self, swept: Board) -> Generator[Result, None, Board | None]:
        """Probing, with some recipes, then guesses; returns where other solutions may lie."""
        if self._task.recipe.deductions != "probe":
            return swept
        rest = yield from self._probe(swept)
        return (yield from self._guesses(rest)) if rest else None

    def conclude(self, board: Board, seconds: float | None = None) -> Iterator[Result]:
        """All that comes after the guesses; `seconds` as for `go_on`."""
        self._resume(seconds)
        if rest := (yield from self._add_up(board)):
            yield from self.ask_clingo(rest)

    def _resume(self, seconds: float | None) -> None:
        """Go on with the time that another process has spent."""
        if seconds is not None:
            self._began = perf_counter() - seconds

    def _probe(self, board: Board) -> Generator[Result, None, Board | None]:
        """Probing, and a search for a second solution beside the first."""
        task = self._task
        probed = probe(board, task.most)
        if probed.everything and probed.everything is not board:
            yield self._certain(probed.everything.partial())
        pictures = probed.pictures[: task.most or None]
        yield from self._deduced(pictures)
        technique = Technique.of_depth(probed.depth)
        if probed.rest is None and self.number == len(probed.pictures):
            reason = NOTHING if pictures else why_none(probed.dead, task.puzzle, task.start)
            if self.number == 1 and probed.depth > 1:
                technique = weakest(board, pictures[0])
            yield self._ended(True, technique, reason)
            return None
        if probed.rest is None or self.number == task.most > 0:
            yield self._ended(False, technique)
            return None
        return probed.rest

    def _guesses(self, board: Board) -> Generator[Result, None, Board | None]:
        """A short search of the board on which all further solutions lie."""
        task = self._task
        if not self._all_out or task.most not in (1, 2):
            return board
        self._guessed, exhausted = backtrack(board, task.most - self.number)
        yield from self._deduced(self._guessed)
        if not exhausted and self.solution and (near := self._neighbor(self.solution)):
            yield from self._deduced([near])
        if not exhausted and self.number < task.most and board.undecided <= _MOST_OPEN:
            board = board.copy()
            exhausted = yield from self._narrow(board)
        if not exhausted and self.number < task.most:
            return board
        reason = NOTHING if self.number else why_none(None, task.puzzle, task.start)
        yield self._ended(exhausted, self._technique(exhausted), reason)
        return None

    def _narrow(self, board: Board) -> Generator[Result, None, bool]:
        """Look-ahead on the board, which is changed, then guesses, which prove nothing.

        Returns whether there are no other solutions.
        """
        from asp_nono.line.decimation import guesses

        try:
            wrong = look_ahead(board, 1, Budget(_LOOKED))
        except BudgetSpentError:
            wrong = False
        if wrong:
            return True
        for picture in [board.picture] if board.decided else guesses(board):
            if picture in self._guessed:
                continue
            self._guessed.append(picture)
            yield from self._deduced([picture])
            if near := self._neighbor(picture):
                yield from self._deduced([near])
            if self.number == self._task.most:
                return False
        return board.decided

    def _technique(self, exhausted: bool, used: Technique = Technique.SEARCH) -> Technique:
        """The weakest technique that decides a puzzle, if the one that was used decided it."""
        if exhausted and self.number <= 1 and self._all_out and self.swept:
            found = weakest(self.swept, self.solution)
            return used if found is Technique.SEARCH else found
        return used

    def _add_up(self, board: Board) -> Generator[Result, None, Board | None]:
        """Clues are added up, if that is promising; returns where other solutions may lie."""
        from asp_nono.solving.relaxation import add_up, promising

        if not self._all_out or self._task.most not in (1, 2) or not promising(board):
            return board
        rest = board.copy()
        clash = add_up(rest)
        if not clash and not rest.decided:
            if not self.number:
                yield self._known(certain=rest.partial())
            return rest
        if not clash and rest.picture not in self._guessed:
            yield from self._deduced([rest.picture])
        reason = NOTHING if self.number else self._clash()
        yield self._ended(True, self._technique(True, Technique.LINEAR), reason)
        return None

    def _clash(self) -> Message:
        if known := beside_clues(self._task.puzzle, self._task.start):
            return Message(
                "with {known}, the clues contradict each other when they are added up",
                known=known,
            )
        return Message("the clues contradict each other when they are added up")

    def _deduced(self, pictures: Sequence[Grid]) -> Iterator[Result]:
        """Report solutions that line logic has found; the goal was checked when it was read."""
        puzzle = self._task.puzzle
        for picture in pictures:
            if picture != puzzle.goal and (wrong := mismatch(picture, puzzle)):
                raise AssertionError(f"line logic gave a wrong picture: {wrong}")
            yield self._found(picture)

    def _neighbor(self, picture: Grid) -> Grid | None:
        """A second solution beside the first one, if it is easy to find: see `switches`.

        Only for the question of uniqueness, and with a recipe that takes all deductions.
        """
        task = self._task
        if (self.number, task.most) != (1, 2) or not self._all_out:
            return None
        from asp_nono.line.switch import switches

        for near in switches(task.puzzle, picture):
            if task.start is None or task.start.admits(near):
                if wrong := mismatch(near, task.puzzle):
                    raise AssertionError(f"a switch gave a wrong picture: {wrong}")
                return near
        return None

    @property
    def _all_out(self) -> bool:
        return self._task.pictures and self._task.recipe.deductions == "probe"

    def ask_clingo(self, board: Board | None) -> Iterator[Result]:
        """Look for the solutions on a board, or among all pictures."""
        if self._watch:
            self._watch.searching()
        began = perf_counter()
        from asp_nono.asp.program import statistics

        turns, program, control = self._grounded(board)
        if self._watch:
            self._watch.grounded(program, control)
        yield self._known(ground_seconds=perf_counter() - began)
        if self._task.pictures:
            exhausted = yield from self._in_turns(turns, control)
        else:
            turns.unlimit()
            turns.begin(self._rest)
            exhausted = yield from self._count(control)
        self._known(statistics=statistics(control))
        technique = self._technique(exhausted)
        if not exhausted:
            why = Message("stopped by a limit in clingo's options")
        else:
            why = NOTHING if self.number else self._no_answer_set()
        yield self._ended(exhausted, technique, why)

    def _grounded(self, board: Board | None) -> tuple[Turns, Program, Control]:
        from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
        from asp_nono.asp.program import Program
        from asp_nono.solving.turns import Turns

        task = self._task
        match open_puzzle(task.puzzle, task.recipe.deductions, task.start, board):
            case OpenPuzzle() as left:
                alone = task.recipe.reads == "open"
                self._decided = left.decided if alone else {}
                program = Program.of(task.recipe, left.open_alone() if alone else left)
            case reason:
                raise AssertionError(f"not seen before: {reason}")
        control = program.ground()
        turns = Turns(program, control, left)
        for picture in self._guessed:
            turns.exclude(picture)
        return turns, program, control

    @property
    def _rest(self) -> int:
        """How many more solutions are wanted; 0 for all."""
        rest = self._task.most - self.number if self._task.most else 0
        return rest if rest <= _MOST_MODELS else 0

    def _in_turns(self, turns: Turns, control: Control) -> Generator[Result, None, bool]:
        """The turns of the recipe, until one has exhausted the search or found enough."""
        while True:
            before = self.number
            turns.begin(self._rest)
            if turns.effort.conflicts:
                yield self._known(effort=turns.effort)
            exhausted = yield from self._pictures(control, turns.assumptions)
            if exhausted is not None or self.number == self._task.most > 0 or not turns.limited:
                return bool(exhausted)
            turns.end(self.solution if self.number > before else None)

    def _pictures(
        self, control: Control, assumptions: Sequence[int]
    ) -> Generator[Result, None, bool | None]:
        """The models of a turn; whether there are no others, None if the turn cannot tell."""
        from asp_nono.run.child import interruptible

        signals = interruptible()
        with control.solve(assumptions, yield_=True, async_=signals) as handle:
            while True:
                handle.resume()
                while signals and not handle.wait(_POLL):
                    pass
                model = handle.model()
                if model is None:
                    ended = handle.get()
                    exhausted = bool(ended.exhausted and not assumptions)
                    return exhausted if exhausted or ended.interrupted else None
                found = self._picture(model.symbols(shown=True))
                yield self._found(found)
                if near := self._neighbor(found):
                    yield self._found(near)
                    return False

    def _count(self, control: Control) -> Generator[Result, None, bool]:
        """Count models without yielding them: ten times as fast, and open to signals.

        The first ones are checked all the same: a wrong encoding seldom begins right.
        """
        before, number = self.number, 0
        sample: list[Sequence[Symbol]] = []

        def on_model(model: Model) -> None:
            nonlocal number
            number += 1
            if number <= _SAMPLE:
                sample.append(model.symbols(shown=True))

        with control.solve(on_model=on_model, async_=True) as handle:
            pause = _POLL / 32
            try:
                while not handle.wait(pause):
                    self._check(sample)
                    self.number = before + number
                    yield self._known()
                    pause = min(2 * pause, _POLL)
            except KeyboardInterrupt:
                self.number = before + number
                yield self._known()
                raise
            exhausted = bool(handle.get().exhausted)
        self._check(sample)
        self.number = before + number
        return exhausted

    def _check(self, sample: list[Sequence[Symbol]]) -> None:
        """Check models, and forget them."""
        while sample:
            self._picture(sample.pop())

    def _picture(self, symbols: Sequence[Symbol]) -> Grid:
        """The checked picture of an answer set."""
        from asp_nono.asp.program import picture

        task = self._task
        return picture(task.puzzle, symbols, task.recipe.name, self._decided)

    def _no_answer_set(self) -> Message:
        task = self._task
        if task.recipe.own:
            return Message("clingo finds no answer set of {recipe}", recipe=task.recipe.name)
        if known := beside_clues(task.puzzle, task.start):
            return Message(
                "clingo proves that no picture has these clues and agrees with {known}",
                known=known,
            )
        return Message("clingo proves that no picture has these clues")


def weakest(board: Board, solution: Grid | None) -> Technique:
    """The weakest technique that decides a puzzle of at most one solution, as far as is known.

    Search if look-ahead to depth 2 is not enough, or that is not known within a limited effort.
    The `board` after the sweep is not changed; the colors of a known `solution` are not tried.
    """
    twin = board.copy()
    visits = _EFFORT * board.undecided
    for depth, most in _VISITS.items():
        try:
            wrong = look_ahead(twin, depth, Budget(min(visits, most)), solution)
        except BudgetSpentError:
            break
        if wrong or twin.decided:
            return Technique.of_depth(depth)
    return Technique.SEARCH
