"""Certificates of verdicts: a puzzle, the solutions that are known, and a proof of no others.

A certificate is a proof in the text form of DRAT (N. Wetzler, M. Heule, W. Hunt, DRAT-trim, SAT
2014). Its comments hold the puzzle in our JSON: the goal is the known solution, and a saved picture
is a second one, which needs no proof. Whoever verifies it makes the formula from the clues again.
"""

import gc
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from asp_nono.files import read_text, write_text
from asp_nono.grid import PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Budget, look_ahead
from asp_nono.messages import PuzzleError, missing_extra
from asp_nono.proof.checker import Checker
from asp_nono.proof.formula import Formula
from asp_nono.puzzle import Puzzle, Saved, mismatch
from asp_nono.run.limits import Limits
from asp_nono.run.pool import run_stream, value_of
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Result, Technique, Verdict

_HEADER = "c asp-nono proof 1"
_SOLVERS = ("glucose4", "cadical153")  # the shorter proof is taken: now this one, now that
_STEP = re.compile("(-?[1-9][0-9]{0,8} )*0")


class Certificate(NamedTuple):
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


def certify(result: Result, start: PartialGrid | None, limits: Limits) -> Certificate:
    """The certificate of a verdict other than undecided, within limits; else StoppedError.

    PuzzleError if it needs a solver that is not installed, or the start contradicts given cells.
    """
    puzzle, pictures = result.puzzle, result.solutions
    given = puzzle.given.within(start) if puzzle.given and start else start or puzzle.given
    if start and given and given.within(start) != given:
        raise PuzzleError("the start contradicts the given cells; there is nothing to prove")
    saved = tuple(Saved(PartialGrid.of(one), kind="solution") for one in pictures[1:2])
    claimed = replace(puzzle, goal=next(iter(pictures), None), given=given, saved=saved)
    if saved or result.technique is Technique.LINE:  # unit propagation alone refutes the formula
        return Certificate(claimed, () if saved else ("0",))
    stream = run_stream(partial(_proof, claimed), limits, child=True)
    return Certificate(claimed, value_of(stream))


def _proof(puzzle: Puzzle) -> Iterator[tuple[str, ...]]:
    """The one item is a proof that a puzzle has no solution besides its goal.

    It begins with the colors that single trials exclude; often nothing is open then.
    """
    formula, board, budget = _refutable(puzzle), Board(puzzle), Budget()
    refuted = board.sweep() is not None or look_ahead(board, 1, budget, puzzle.goal)
    excluded = [-formula.is_(*guess) for guess in budget.failed]
    trials = [f"{literal} 0" for literal in excluded]
    if refuted or board.decided:
        yield (*trials, "0")
        return
    try:
        from pysat.solvers import Solver
    except ImportError:
        raise missing_extra("a proof that needs more than single trials", "proof") from None
    formula.clauses += [[literal] for literal in excluded]
    proofs = []
    for name in _SOLVERS:
        with Solver(name, bootstrap_with=formula.clauses, with_proof=True) as solver:
            if solver.solve():
                raise AssertionError("the formula has a model, in spite of the verdict")
            # Deletions are left out: they make a proof longer, and checking it no faster.
            proofs.append([line for line in solver.get_proof() if not line.startswith("d")])
    shortest = min(proofs, key=lambda steps: sum(map(len, steps)))
    yield (*trials, *shortest, *(["0"] if shortest[-1:] != ["0"] else []))


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

    def text(self) -> str:
        """The verdict in words."""
        puzzle, took = self.certificate.puzzle, f"{self.seconds:.3f} s"
        if not self.done:
            return f"undecided ({took}): {self.reason}"
        title = f" {puzzle.title!r}" if puzzle.title else ""
        number = f"{self.steps} step{'' if self.steps == 1 else 's'}"
        return f"{self.verdict}, proven ({number}, {took}): {puzzle.width}x{puzzle.height}{title}"

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
        reason = f"cannot be read: {getattr(error, 'strerror', None) or 'not text'}"
        raise PuzzleError(reason, path=path) from None
    if lines[:1] != [_HEADER]:
        raise PuzzleError(f"expected a certificate, which begins with {_HEADER!r}", path=path)
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
            wrong = "expected the literals of a clause, and 0"
            if _STEP.fullmatch(line):
                wrong = checker.step(list(map(int, line.split()[:-1])))
            if wrong:
                raise PuzzleError(wrong, where=(f"line {number}",))
    finally:
        gc.enable()
    if not checker.refuted:
        raise PuzzleError("the proof ends without a contradiction")
    yield known(done=True)
