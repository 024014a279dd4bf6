"""Certificates of verdicts and of numbers: a puzzle, a claim about its solutions, and a proof.

A certificate is a proof in the text form of DRAT (N. Wetzler, M. Heule, W. Hunt, DRAT-trim, SAT
2014). Its comments hold the puzzle in our JSON: the goal is the known solution, and a saved picture
is a second one, which needs no proof. Whoever verifies it makes the formula from the clues again.

In a certificate of a number of solutions, a saved picture is one within which all of them lie; the
proof shows that if line logic does not. Behind it comes a decomposition.
"""

import gc
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, Self, TypeVar, cast

from asp_nono.counting.result import Count
from asp_nono.files import read_text, write_text
from asp_nono.grid import PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Budget, look_ahead
from asp_nono.messages import (
    NOTHING,
    Message,
    PuzzleError,
    missing_extra,
    plural,
    with_messages,
)
from asp_nono.proof.checker import Checker, add_up
from asp_nono.proof.decomposition import NODES, WHOLE, check_number
from asp_nono.proof.formula import Formula
from asp_nono.puzzle import Puzzle, Saved, mismatch
from asp_nono.run.limits import Stopped
from asp_nono.run.snapshots import Answer
from asp_nono.solving.relaxation import Addition, added, exclude, promising, shortened
from asp_nono.solving.result import Result, Technique, Verdict, verdict_of

_HEADER, _COUNTED = "c asp-nono proof 1", "c asp-nono count 1"
_SOLVERS = ("glucose4", "cadical153")  # the shorter proof is taken: now this one, now that
_STEP = re.compile("(-?[1-9][0-9]{0,8} )*0")
_SUM = re.compile("w ([1-9][0-9]{0,8} -?[1-9][0-9]{0,8} )*0")


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim, and its proof."""

    puzzle: Puzzle  #: its goal is the known solution, a saved picture of this kind a second one
    proof: tuple[str, ...]  #: the lines of DRAT, if any are needed, and of a decomposition
    number: int | None = None  #: that of the solutions, if there is a decomposition

    @property
    def verdict(self) -> Verdict:
        """The verdict of the certificate."""
        if self.number is not None:
            return verdict_of(self.number, exhausted=True)
        if self.puzzle.goal is None:
            return Verdict.NONE
        return Verdict.MULTIPLE if self.puzzle.saved else Verdict.UNIQUE

    @property
    def refutes(self) -> bool:
        """Whether something has to be refuted: that there are solutions other than those known."""
        if self.number is None:
            return self.verdict is not Verdict.MULTIPLE  # two were compared with the clues
        return bool(self.puzzle.saved)

    @property
    def steps(self) -> Iterator[tuple[int, str]]:
        """The steps that refute it, with the numbers of their lines."""
        others = "cd" if self.number is None else f"cd{NODES}"  # what is deleted still follows
        return ((n, line) for n, line in self._lines if line[0] not in others)

    @property
    def nodes(self) -> list[tuple[int, str]]:
        """The decomposition, with the numbers of its lines."""
        return [(n, line) for n, line in self._lines if line[0] in NODES]

    @property
    def _lines(self) -> Iterator[tuple[int, str]]:
        return ((n, line) for n, line in enumerate(self.proof, 1) if line)

    def text(self) -> str:
        """The content of the file."""
        puzzle = write_text([self.puzzle], "json").rstrip("\n").split("\n")
        header = _HEADER if self.number is None else _COUNTED
        lines = (header, *(f"c {line}" for line in puzzle), *self.proof)
        return "".join(f"{line}\n" for line in lines)


F = TypeVar("F", bound=Result | Count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proven(Answer, Generic[F]):
    """The result of a search or a count, and its certificate once there is one."""

    result: F
    certificate: Certificate | None = None

    @property
    def unproven(self) -> Message:
        """Why there is no certificate; empty if there is one."""
        if self.certificate:
            return NOTHING
        if self.ended:
            return self.stop
        if isinstance(self.result, Result):
            return Message("the verdict is not known")
        return Message("the number is not known")

    @property
    def ended(self) -> bool:
        """Whether there is something to prove."""
        if isinstance(self.result, Result):
            return self.result.verdict is not Verdict.UNDECIDED
        return self.result.exact

    @property
    def finished(self) -> bool:
        """Whether there is a certificate."""
        return self.certificate is not None

    @property
    def progress(self) -> Message:
        """That of the search."""
        return self.result.progress

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, marked with what stopped the job; the search is marked if it had not ended."""
        marked = Answer.stopped_by(self, stopped)
        stop = cast("F", self.result.stopped_by(stopped))
        return marked if self.ended else replace(marked, result=stop)

    def text(self, name: str, _: object) -> Iterator[str]:
        """The verdict, and why it is not proven if it is not."""
        headline = self.result.headline
        if self.unproven:
            headline = Message(
                "{verdict}; no proof: {reason}", verdict=headline, reason=self.unproven
            )
        yield f"{name}: {headline}"

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`; see docs/json.md."""
        return self.result.to_json() | with_messages(proof=self.unproven)


def proofs(job: Callable[[], Iterator[F]], start: PartialGrid | None = None) -> Iterator[Proven[F]]:
    """Snapshots of a search or a count from a start, and then of the proof of what it has found.

    PuzzleError if that needs a solver that is not installed, or the start contradicts given cells;
    other errors are those of the job.
    """
    began, found = perf_counter(), None
    for result in job():
        yield (found := Proven(result=result, seconds=result.seconds))
    if found and found.ended:
        made = certificate_of(found.result, start)
        yield replace(found, certificate=made, seconds=perf_counter() - began)


def certificate_of(result: Result | Count, start: PartialGrid | None = None) -> Certificate:
    """The certificate of a verdict other than undecided, or of a count that is exact.

    Errors are those of `proofs`.
    """
    puzzle = result.puzzle
    given = puzzle.given.within(start) if puzzle.given and start else start or puzzle.given
    if start and given and given.within(start) != given:
        raise PuzzleError("the start contradicts the given cells; there is nothing to prove")
    puzzle = replace(puzzle, goal=None, given=given, saved=())
    if isinstance(result, Count):
        return _certified(puzzle, result)
    pictures = result.solutions
    saved = tuple(Saved(PartialGrid.of(one), kind="solution") for one in pictures[1:2])
    claimed = replace(puzzle, goal=next(iter(pictures), None), saved=saved)
    if saved or result.technique is Technique.LINE:  # unit propagation alone refutes the formula
        return Certificate(claimed, () if saved else ("0",))
    return Certificate(claimed, _proof(claimed))


def _certified(puzzle: Puzzle, found: Count) -> Certificate:
    """The certificate of a number; no picture with the clues is one of a verdict."""
    if not (counted := found.decomposition):
        return Certificate(puzzle, _proof(puzzle))
    board = Board(puzzle)
    if board.sweep() or board.partial() == counted.board:
        return Certificate(puzzle, counted.lines, found.number)
    claimed = replace(puzzle, saved=(Saved(counted.board),))
    return Certificate(claimed, (*_proof(claimed), *counted.lines), found.number)


def _proof(puzzle: Puzzle) -> tuple[str, ...]:
    """A proof that a puzzle has no solution besides its goal, or outside its saved picture.

    It begins with the colors that single trials exclude, and what the clues show when they are
    added up; often nothing is open then.
    """
    formula, board, budget = _refutable(puzzle), Board(puzzle), Budget()
    claim = _claim(puzzle)
    refuted = board.sweep() is not None or look_ahead(board, 1, budget, puzzle.goal)
    excluded = [-formula.is_(*guess) for guess in budget.failed]
    known = [f"{literal} 0" for literal in excluded]
    while not refuted and promising(board) and (addition := added(board)):
        addition = shortened(board, addition)
        known.append(_sum(formula, addition))
        excluded += [-formula.is_(*guess) for guess in addition.excluded]
        refuted = addition.clashes or exclude(board, addition)
    if refuted or (claim and board.partial().within(claim) == board.partial()):
        return (*known, "0")
    try:
        from pysat.solvers import Solver
    except ImportError:
        raise missing_extra("a proof that needs more than single trials", "proof") from None
    formula.clauses += [[literal] for literal in excluded]
    found = []
    for name in _SOLVERS:
        with Solver(name, bootstrap_with=formula.clauses, with_proof=True) as solver:
            if solver.solve():
                raise AssertionError("the formula has a model, in spite of the verdict")
            # Deletions are left out: they make a proof longer, and checking it no faster.
            found.append([line for line in solver.get_proof() if not line.startswith("d")])
    shortest = min(found, key=lambda steps: sum(map(len, steps)))
    return (*known, *shortest, *(["0"] if shortest[-1:] != ["0"] else []))


def _sum(formula: Formula, addition: Addition) -> str:
    """The step of an addition: literals of cells, each with its weight."""
    weighed = sorted((formula.is_(*fill), weight) for fill, weight in addition.weights.items())
    return " ".join(["w", *(f"{literal} {weight}" for literal, weight in weighed), "0"])


def _refutable(puzzle: Puzzle) -> Formula:
    """The formula that a proof refutes: the puzzle has a solution that is claimed not to be."""
    formula, claim = Formula(puzzle), _claim(puzzle)
    if claim:
        formula.clauses.append(formula.outside(claim))
    return formula


def _claim(puzzle: Puzzle) -> PartialGrid | None:
    """The picture within which all solutions of the puzzle of a certificate are said to lie."""
    if puzzle.goal:
        return PartialGrid.of(puzzle.goal)
    return puzzle.saved[0].grid if puzzle.saved else None


def dimacs(puzzle: Puzzle) -> Iterator[str]:
    """The lines of a DIMACS file of the formula that a proof refutes, its variables explained."""
    formula = _refutable(puzzle)
    yield f"p cnf {formula.variables} {len(formula.clauses)}"
    yield from (f"c {comment}" for comment in formula.comments())
    yield from (" ".join(map(str, (*clause, 0))) for clause in formula.clauses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified(Answer):
    """The result of verifying a certificate; empty before its end."""

    certificate: Certificate
    steps: int = 0  #: that were checked
    done: bool = False

    @property
    def verdict(self) -> Verdict:
        """The verdict, if it is proven."""
        return self.certificate.verdict if self.done else Verdict.UNDECIDED

    @property
    def finished(self) -> bool:
        """Whether the proof was checked to its end."""
        return self.done

    @property
    def headline(self) -> Message:
        """The verdict, the steps and the time; or what stopped the check."""
        puzzle, took = self.certificate.puzzle, f"{self.seconds:.3f} s"
        if not self.done:
            return Message("undecided ({took}): {reason}", took=took, reason=self.stop)
        number = self.certificate.number
        return Message(
            "{verdict}, proven ({steps}, {took}): {size}",
            verdict=str(self.verdict) if number is None else str(number),
            steps=plural(self.steps, "{count} step", "{count} steps"),
            took=took,
            size=f"{puzzle.width}x{puzzle.height}" + (f" {puzzle.title!r}" if puzzle.title else ""),
        )

    def text(self, name: str, _: object) -> Iterator[str]:
        """The headline."""
        yield f"{name}: {self.headline}"

    def to_json(self) -> dict[str, Any]:
        """The values that `--json` prints; see docs/json.md."""
        puzzle, number = self.certificate.puzzle, self.certificate.number
        pictures = [PartialGrid.of(puzzle.goal)] if puzzle.goal else []
        pictures += [saved.grid for saved in puzzle.saved]
        return {
            "width": puzzle.width,
            "height": puzzle.height,
            "verdict": str(self.verdict),
            "seconds": round(self.seconds, 6),
            **with_messages(reason=self.because),
            "steps": self.steps,
            "count": str(number) if self.done and number is not None else None,
            "solutions": [picture.to_text(puzzle.chars) for picture in pictures],
            "colors": puzzle.color_names,
        }


def read_certificate(path: str) -> Certificate:
    """Read a certificate; PuzzleError if the file is none, or a solution in it is wrong."""
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or Message("not text")
        raise PuzzleError("cannot be read: {error}", error=why, path=path) from None
    if lines[0] not in (_HEADER, _COUNTED):
        raise PuzzleError(
            "expected a certificate, which begins with {header}", header=repr(_HEADER), path=path
        )
    data = "\n".join(line[2:] for line in lines[1:] if line.startswith("c "))
    # Its goal is compared with its clues.
    puzzle, *more = read_text(data, form="json", name=path)
    if lines[0] == _COUNTED:
        if more or len(puzzle.saved) > 1 or puzzle.goal:
            raise PuzzleError(
                "expected one puzzle without a goal, with one saved picture at most", path=path
            )
        return Certificate(puzzle, tuple(lines), _number(lines, path))
    others = [saved.grid.complete() for saved in puzzle.saved]
    if more or len(others) > 1 or (others and not puzzle.goal):
        raise PuzzleError(
            "expected one puzzle, with a goal where it has a saved picture", path=path
        )
    for other in others:
        if other is None or other == puzzle.goal or mismatch(other, puzzle):
            raise PuzzleError("the saved picture is no second solution", path=path)
    return Certificate(puzzle, tuple(lines))


def _number(lines: list[str], path: str) -> int:
    """The number in the last line of a certificate; PuzzleError if it is cut off."""
    whole = WHOLE.fullmatch(lines[-2]) if lines[-1:] == [""] else None
    if not whole:
        raise PuzzleError("the file ends before the number of solutions", path=path)
    return int(whole[1])


def verify(certificate: Certificate) -> Iterator[Verified]:
    """The last snapshot is final; PuzzleError names the line of a proof that does not hold."""
    began, steps = perf_counter(), 0

    def known(done: bool) -> Verified:
        seconds = perf_counter() - began
        return Verified(certificate=certificate, steps=steps, done=done, seconds=seconds)

    yield known(done=False)
    puzzle = certificate.puzzle
    gc.disable()  # millions of lists, and no cycles
    try:
        if certificate.refutes:
            steps += _refute(puzzle, certificate.steps)
        elif certificate.number is not None:
            _require_none(certificate.steps)
        if certificate.number is not None:
            check_number(puzzle, _claim(puzzle), certificate.nodes)
            steps += len(certificate.nodes)
    finally:
        gc.enable()
    yield known(done=True)


def _require_none(steps: Iterable[tuple[int, str]]) -> None:
    """Raise a PuzzleError for a step of a proof where nothing has to be refuted."""
    for number, _ in steps:
        raise PuzzleError("expected a node", where=(Message("line {number}", number=number),))


def _refute(puzzle: Puzzle, lines: Iterable[tuple[int, str]]) -> int:
    """Check a proof that a puzzle has no other solutions; the steps that this took."""
    formula, steps = _refutable(puzzle), 0
    checker = Checker(formula.variables, formula.clauses)
    for number, line in lines:
        if checker.refuted:
            break
        steps += 1
        wrong = Message("expected the literals of a clause, and 0, or a sum")
        if _STEP.fullmatch(line):
            wrong = checker.step(list(map(int, line.split()[:-1])))
        elif _SUM.fullmatch(line):
            numbers = list(map(int, line.split()[1:-1]))
            add_up(formula, checker, dict(zip(numbers[::2], numbers[1::2], strict=True)))
            wrong = NOTHING
        if wrong:
            raise PuzzleError(wrong, where=(Message("line {number}", number=number),))
    if not checker.refuted:
        raise PuzzleError("the proof ends without a contradiction")
    return steps
