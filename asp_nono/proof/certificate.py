"""Certificates of verdicts: a puzzle, the solutions that are known, and a proof of no others.

A certificate is a proof in the text form of DRAT (N. Wetzler, M. Heule, W. Hunt, DRAT-trim, SAT
2014). Its comments hold the puzzle in our JSON: the goal is the known solution, and a saved picture
is a second one, which needs no proof. Whoever verifies it makes the formula from the clues again.
"""

import gc
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Self

from asp_nono.files import read_text, write_text
from asp_nono.grid import PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Budget, look_ahead
from asp_nono.messages import NOTHING, Message, PuzzleError, missing_extra, plural
from asp_nono.proof.checker import Checker, add_up
from asp_nono.proof.formula import Formula
from asp_nono.puzzle import Puzzle, Saved, mismatch
from asp_nono.run.limits import Stopped
from asp_nono.run.snapshots import Answer
from asp_nono.solving.relaxation import Addition, added, exclude, promising, shortened
from asp_nono.solving.result import Result, Technique, Verdict
from asp_nono.solving.search import SearchTask, begun as begun_search, search

_HEADER = "c asp-nono proof 1"
_SOLVERS = ("glucose4", "cadical153")  # the shorter proof is taken: now this one, now that
_STEP = re.compile("(-?[1-9][0-9]{0,8} )*0")
_SUM = re.compile("w ([1-9][0-9]{0,8} -?[1-9][0-9]{0,8} )*0")


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim, and its proof."""

    puzzle: Puzzle  #: its goal is the known solution, a saved picture of this kind a second one
    proof: tuple[str, ...]  #: the lines of DRAT; none if two solutions are known

    @property
    def verdict(self) -> Verdict:
        """The verdict of the certificate."""
        if self.puzzle.goal is None:
            return Verdict.NONE
        return Verdict.MULTIPLE if self.puzzle.saved else Verdict.UNIQUE

    def text(self) -> str:
        """The content of the file."""
        puzzle = write_text([self.puzzle], "json").rstrip("\n").split("\n")
        lines = (_HEADER, *(f"c {line}" for line in puzzle), *self.proof)
        return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True, kw_only=True)
class Proven(Answer):
    """The result of a search, and the certificate of its verdict once there is one."""

    result: Result
    certificate: Certificate | None = None

    @property
    def unproven(self) -> Message:
        """Why there is no certificate; empty if there is one."""
        if self.certificate:
            return NOTHING
        known = self.result.verdict is not Verdict.UNDECIDED
        return self.stop if known else Message("the verdict is not known")

    @property
    def finished(self) -> bool:
        """Whether there is a certificate."""
        return self.certificate is not None

    @property
    def progress(self) -> str:
        """That of the search."""
        return self.result.progress

    def stopped_by(self, stopped: Stopped) -> Self:
        """The same, marked with what stopped the job; the search is marked if it had not ended."""
        marked = super().stopped_by(stopped)
        ended = self.result.technique is not None
        return marked if ended else replace(marked, result=self.result.stopped_by(stopped))

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
        return self.result.to_json() | {"proof": str(self.unproven)}


def proofs(task: SearchTask) -> Iterator[Proven]:
    """Snapshots of a search, and then of the proof of its verdict.

    PuzzleError if it needs a solver that is not installed, or the start contradicts given cells;
    other errors are those of `search`.
    """
    began, found = perf_counter(), Proven(result=begun_search(task))
    for result in search(task):
        found = Proven(result=result, seconds=result.seconds)
        yield found
    if found.result.verdict is not Verdict.UNDECIDED:
        made = certificate_of(found.result, task.start)
        yield replace(found, certificate=made, seconds=perf_counter() - began)


def certificate_of(result: Result, start: PartialGrid | None = None) -> Certificate:
    """The certificate of a verdict other than undecided; errors are those of `proofs`."""
    puzzle, pictures = result.puzzle, result.solutions
    given = puzzle.given.within(start) if puzzle.given and start else start or puzzle.given
    if start and given and given.within(start) != given:
        raise PuzzleError("the start contradicts the given cells; there is nothing to prove")
    saved = tuple(Saved(PartialGrid.of(one), kind="solution") for one in pictures[1:2])
    claimed = replace(puzzle, goal=next(iter(pictures), None), given=given, saved=saved)
    if saved or result.technique is Technique.LINE:  # unit propagation alone refutes the formula
        return Certificate(claimed, () if saved else ("0",))
    return Certificate(claimed, _proof(claimed))


def _proof(puzzle: Puzzle) -> tuple[str, ...]:
    """A proof that a puzzle has no solution besides its goal.

    It begins with the colors that single trials exclude, and what the clues show when they are
    added up; often nothing is open then.
    """
    formula, board, budget = _refutable(puzzle), Board(puzzle), Budget()
    refuted = board.sweep() is not None or look_ahead(board, 1, budget, puzzle.goal)
    excluded = [-formula.is_(*guess) for guess in budget.failed]
    known = [f"{literal} 0" for literal in excluded]
    while not refuted and promising(board) and (addition := added(board)):
        addition = shortened(board, addition)
        known.append(_sum(formula, addition))
        excluded += [-formula.is_(*guess) for guess in addition.excluded]
        refuted = addition.clashes or exclude(board, addition)
    if refuted or board.decided:
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
    """The formula that a proof refutes: the puzzle has a solution besides its goal."""
    formula = Formula(puzzle)
    if puzzle.goal:
        formula.clauses.append(formula.other_than(puzzle.goal))
    return formula


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
        return Message(
            "{verdict}, proven ({steps}, {took}): {size}",
            verdict=str(self.verdict),
            steps=plural(self.steps, "{count} step", "{count} steps"),
            took=took,
            size=f"{puzzle.width}x{puzzle.height}" + (f" {puzzle.title!r}" if puzzle.title else ""),
        )

    def text(self, name: str, _: object) -> Iterator[str]:
        """The headline."""
        yield f"{name}: {self.headline}"

    def to_json(self) -> dict[str, Any]:
        """The values that `--json` prints; see docs/json.md."""
        puzzle = self.certificate.puzzle
        pictures = [PartialGrid.of(puzzle.goal)] if puzzle.goal else []
        pictures += [saved.grid for saved in puzzle.saved]
        return {
            "width": puzzle.width,
            "height": puzzle.height,
            "verdict": str(self.verdict),
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
            "steps": self.steps,
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
    if lines[:1] != [_HEADER]:
        expected = "expected a certificate, which begins with {header}"
        raise PuzzleError(expected, header=repr(_HEADER), path=path)
    data = "\n".join(line[2:] for line in lines[1:] if line.startswith("c "))
    # Its goal is compared with its clues.
    puzzle, *more = read_text(data, form="json", name=path)
    others = [saved.grid.complete() for saved in puzzle.saved]
    if more or len(others) > 1 or (others and not puzzle.goal):
        reason = "expected one puzzle, with a goal where it has a saved picture"
        raise PuzzleError(reason, path=path)
    for other in others:
        if other is None or other == puzzle.goal or mismatch(other, puzzle):
            raise PuzzleError("the saved picture is no second solution", path=path)
    return Certificate(puzzle, tuple(lines))


def verify(certificate: Certificate) -> Iterator[Verified]:
    """The last snapshot is final; PuzzleError names the line of a proof that does not hold."""
    began, steps = perf_counter(), 0

    def known(done: bool) -> Verified:
        seconds = perf_counter() - began
        return Verified(certificate=certificate, steps=steps, done=done, seconds=seconds)

    yield known(done=False)
    if certificate.verdict is Verdict.MULTIPLE:
        yield known(done=True)  # the solutions were compared with the clues when they were read
        return
    gc.disable()  # millions of lists, and no cycles
    try:
        formula = _refutable(certificate.puzzle)
        checker = Checker(formula.variables, formula.clauses)
        for number, line in enumerate(certificate.proof, 1):
            if checker.refuted:
                break
            if not line or line[0] in "cd":  # what is deleted still follows
                continue
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
    finally:
        gc.enable()
    if not checker.refuted:
        raise PuzzleError("the proof ends without a contradiction")
    yield known(done=True)
