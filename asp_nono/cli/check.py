"""`asp-nono check` and `verify`; this module imports little, and so `check` answers at once."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asp_nono.cli import Command, options
from asp_nono.cli.inputs import Batch, Item, Which, batch, only_item
from asp_nono.cli.output import answer, cells, status_of, watched
from asp_nono.jobs.solving import Check, Verify
from asp_nono.messages import PuzzleError
from asp_nono.run.limits import Limits, StoppedError
from asp_nono.solving.result import Result, Verdict
from asp_nono.solving.solve import solve

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


@click.command("check", cls=Command)
@options.of(Check)
@batch(options.from_saved, parallel=True)
def check(job: Check, batch: Batch) -> int:
    """Decide whether puzzles have exactly one solution.

    Prints one line per puzzle: unique, multiple (with two solutions), none (with the reason) or
    undecided (with what stopped the search). Then follows the weakest technique known to solve the
    puzzle: "line" looks at one line at a time, "depth-1" tries a color in one cell at a time,
    "depth-2" in two cells at once, and "search" does more. FILE may be a folder.
    """
    job.chosen  # noqa: B018 - reports what is wrong with it before any puzzle is read
    if job.proof and len(batch.files) > 1:
        raise PuzzleError("--proof FILE is for one puzzle; expected one file")
    one = [only_item(batch.files[0], batch.which, batch.saved)] if job.proof else None

    def work(item: Item, pool: "Pool | None") -> Result:
        how = {"recipe": job.chosen, "start": item.start, "pool": pool}
        return watched(solve, item.sound, **how, words=effort_text)

    def show(item: Item, result: Result) -> bool:
        added = f"; {goal_text(result)}" if job.goal else ""
        text = f"{item.label}: {verdict_text(result)}{added}"
        value = item.head | result.to_json(goal=job.goal, stats=job.stats)
        reason = proof_reason(job.proof, item, result, batch.limits) if job.proof else ""
        value |= {"proof": reason} if job.proof else {}
        text += f"; no proof: {reason}" if reason else ""
        lines = [text, *(statistics_text(result) if job.stats else ())]
        answer(lines, value, as_json=batch.as_json)
        return bool(reason) or result.verdict is Verdict.UNDECIDED

    return batch.each(work, show, one)


def proof_reason(path: Path, item: Item, result: Result, limits: Limits) -> str:
    """Write the certificate of a result within the rest of the limits; the reason if it cannot."""
    from asp_nono.files import write_whole
    from asp_nono.proof.certificate import certify

    if result.verdict is Verdict.UNDECIDED:
        return "the verdict is not known"
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(limits.seconds - result.seconds, 0.001))
    try:
        certificate = certify(result, item.start, limits)
    except StoppedError as error:
        return str(error)
    write_whole(path, certificate.text().encode())
    return ""


def effort_text(result: Result) -> str:
    """The effort of clingo so far; empty before the end of its first turn."""
    if not result.effort:
        return ""
    conflicts, restarts, modes = result.effort
    steered = f", now steered by marginals ({', '.join(modes)})" if modes else ""
    return f"{conflicts} conflicts, {restarts} restarts{steered}"


def statistics_text(result: Result) -> Iterator[str]:
    """The lines that --stats adds."""
    names = {"line": "line logic", "ground": "grounding", "search": "search"}
    times = [f"{names[stage]} {seconds:.3f} s" for stage, seconds in result.stages.items()]
    if found := result.statistics:
        yield f"  {', '.join(times)}"
        yield f"  {numbers_text(found, 'choices', 'conflicts', 'restarts')}"
        yield f"  {size_text(found)}"
        return
    why = "clingo was not needed"
    if result.stopped:
        spent = f"at least {effort_text(result)}" if result.effort else "what it spent is not known"
        why = f"clingo's search was stopped; {spent}" if "ground" in result.stages else "stopped"
    yield f"  {'; '.join(filter(None, [', '.join(times), why]))}"


def size_text(found: Mapping[str, int]) -> str:
    """The size of a ground program."""
    tight = "tight" if found["tight"] else "not tight"
    names = ("rules", "atoms", "bodies", "variables", "constraints")
    return f"{numbers_text(found, *names)}; {tight}"


def numbers_text(found: Mapping[str, int], *names: str) -> str:
    """Some numbers with their names."""
    return ", ".join(f"{found[name]} {name}" for name in names)


def verdict_text(result: Result) -> str:
    """One line: the verdict, the technique and the time."""
    took = ", ".join(filter(None, [result.technique, f"{result.seconds:.3f} s"]))
    words = f"{result.verdict} ({took})"
    if result.verdict is Verdict.MULTIPLE:
        stopped = f"; {result.reason}" if result.stopped else ""
        return f"{words}: two solutions differ in {cells(result.differences)}{stopped}"
    if result.stopped:
        total = result.puzzle.width * result.puzzle.height
        known = total - result.certain.undecided
        return f"{words}: {result.reason}; {known} of {total} cells are certain"
    return f"{words}: {result.reason}" if result.reason else words


def goal_text(result: Result) -> str:
    """How the goal compares with the solutions found."""
    goal, other = result.puzzle.goal, result.other_than_goal
    if goal is None:
        return "the file has no goal"
    if other and goal in result.solutions:
        return "the goal is one of them"
    if other:
        return f"a solution other than the goal differs from it in {cells(goal.differences(other))}"
    if result.verdict is Verdict.NONE:
        return "the goal does not agree with the start"
    return f"the goal is {result.goal_state}" if result.solutions else "the goal was not reached"


@click.command("verify", cls=Command)
@click.argument("file", metavar="FILE")
@options.of(Verify)
@options.limits
@options.json
def verify(file: str, job: Verify, limits: Limits, as_json: bool) -> int:
    """Check a proof written by `check --proof`.

    verify builds the formula from the clues in FILE, compares the solutions in FILE with the clues,
    and checks each step of the proof that there is no other solution. It uses no solver and no line
    logic.
    """
    from asp_nono.files import write_whole
    from asp_nono.proof.certificate import Verified, dimacs, read_certificate, verify as verified
    from asp_nono.run import run_job

    certificate = read_certificate(file)
    if job.of:
        same = replace(certificate.puzzle, goal=None)
        other = only_item(job.of, Which()).sound
        for part in ("rows", "columns", "given"):
            if getattr(same, part) != getattr(other, part):
                raise PuzzleError(f"proves something of another puzzle: other {part}", path=file)
    if job.dimacs:
        text = "".join(f"{line}\n" for line in dimacs(certificate.puzzle))
        write_whole(job.dimacs, text.encode())
    try:
        found = run_job(partial(verified, certificate), Verified(certificate=certificate), limits)
    except PuzzleError as error:
        raise error.within(path=file) from None
    answer(f"{file}: {found.text()}", {"file": file} | found.to_json(), as_json=as_json)
    return status_of(not found.done, found.interrupted)
