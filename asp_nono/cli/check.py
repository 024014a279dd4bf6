"""`asp-nono check` and `verify`; this module imports little, and so `check` answers at once."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asp_nono.cli import Command, options
from asp_nono.cli.inputs import Batch, Given, Which, batch, find_and_show, only_item
from asp_nono.cli.output import status_of
from asp_nono.draw.picture import Draw
from asp_nono.jobs import option
from asp_nono.jobs.solving import Check, Prove, Verify
from asp_nono.messages import NOTHING, Message, PuzzleError, with_messages
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Result

if TYPE_CHECKING:
    from asp_nono.proof.certificate import Proven


@dataclass(frozen=True, slots=True, kw_only=True)
class _CheckOptions(options.Proof):
    """What `check` says beside the verdict."""

    goal: bool = option(False, help="Compare the solutions with the designer's picture.")

    def text(self, found: "Result | Proven[Result]", name: str, _: Draw) -> Iterator[str]:
        """The verdict, the goal, why there is no proof; the statistics below."""
        result, unproven = _parts(found)
        goal = f"; {result.about_goal}" if self.goal else ""
        proof = f"; no proof: {unproven}" if unproven else ""
        yield f"{name}: {result.headline}{goal}{proof}"
        if self.stats:
            yield from result.statistics_text()

    def to_json(self, found: "Result | Proven[Result]") -> dict[str, Any]:
        """The same as values."""
        result, unproven = _parts(found)
        value = result.to_json(goal=self.goal, stats=self.stats)
        return value | (with_messages(proof=unproven) if self.proof else {})


def _parts(found: "Result | Proven[Result]") -> tuple[Result, Message]:
    """The result of the search, and why it is not proven."""
    return (found, NOTHING) if isinstance(found, Result) else (found.result, found.unproven)


@click.command("check", cls=Command)
@options.of(Check)
@options.of(_CheckOptions, "shown")
@batch(options.from_saved, parallel=True)
def check(job: Check, shown: _CheckOptions, batch: Batch) -> int:
    """Decide whether puzzles have exactly one solution.

    Prints one line per puzzle: unique, multiple (with two solutions), none (with the reason) or
    undecided (with what stopped the search). Then follows the weakest technique known to solve the
    puzzle: "line" looks at one line at a time, "depth-1" tries a color in one cell at a time,
    "depth-2" in two cells at once, "linear" adds up the clues of all lines, and "search" does more.
    FILE may be a folder.
    """
    job.chosen  # noqa: B018 - reports what is wrong with it before any puzzle is read
    proof = shown.proof
    if proof is None:
        return batch.run(job, view=shown)
    proving = Prove(**{one.name: getattr(job, one.name) for one in fields(Prove)})
    return batch.prove(proving, proof, shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class _VerifyOptions:
    """What a certificate is compared with, and where its formula goes."""

    of: str | None = option(
        None, metavar="FILE", help="Require the clues and given cells of this puzzle."
    )
    dimacs: Path | None = option(
        None,
        metavar="FILE",
        help="Write the formula that the proof refutes, with the meaning of its variables.",
    )


@click.command("verify", cls=Command)
@click.argument("file", metavar="FILE")
@options.of(_VerifyOptions, "beside")
@options.limits
@options.json
def verify(file: str, beside: _VerifyOptions, limits: Limits, as_json: bool) -> int:
    """Check a proof written by `check --proof` or `count --proof`.

    verify builds the formula from the clues in FILE, compares the solutions in FILE with the clues,
    and checks each step of the proof that there is no other solution; of a number of solutions, it
    checks each node of the decomposition. It uses no solver, and no code that solves or counts.
    """
    from asp_nono.files import write_whole
    from asp_nono.proof.certificate import dimacs, read_certificate

    certificate = read_certificate(file)
    if beside.of:
        same = replace(certificate.puzzle, goal=None)
        other = only_item(beside.of, Which()).sound
        for part in ("rows", "columns", "given"):
            if getattr(same, part) != getattr(other, part):
                raise PuzzleError(
                    "proves something of another puzzle: other {part}", part=part, path=file
                )
    if beside.dimacs:
        if certificate.number is not None:
            raise PuzzleError("--dimacs is for verdicts; a count has no such formula", path=file)
        text = "".join(f"{line}\n" for line in dimacs(certificate.puzzle))
        write_whole(beside.dimacs, text.encode())
    given = Given((certificate,), label=file, file=file, head={"file": file})
    found = find_and_show(Verify(), given, limits, as_json=as_json)
    return status_of(found)
