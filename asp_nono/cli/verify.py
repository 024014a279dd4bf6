"""`asp-nono verify`: the certificates that `check --proof` writes."""

from dataclasses import replace
from functools import partial

import click

from asp_nono.cli import Command, options
from asp_nono.cli.inputs import Which, only_item
from asp_nono.cli.output import answer, status_of
from asp_nono.errors import PuzzleError
from asp_nono.files import write_whole
from asp_nono.jobs.solving import Verify
from asp_nono.proof.certificate import Verified, dimacs, read_certificate, verify as verified
from asp_nono.run.limits import Limits
from asp_nono.run.pool import run_job


@click.command("verify", cls=Command)
@click.argument("file", metavar="FILE")
@options.of(Verify)
@options.limits
@options.json
def verify(file: str, job: Verify, limits: Limits, as_json: bool) -> int:
    """Check the proof that `check --proof` has written."""
    certificate = read_certificate(file)
    puzzle = certificate.puzzle
    if job.of:
        same = replace(puzzle, goal=None)
        other = only_item(job.of, Which()).sound
        for part in ("rows", "columns", "given"):
            if getattr(same, part) != getattr(other, part):
                raise PuzzleError(f"proves something of another puzzle: other {part}", path=file)
    if job.dimacs:
        text = "".join(f"{line}\n" for line in dimacs(puzzle))
        write_whole(job.dimacs, text.encode())
    try:
        found = run_job(partial(verified, certificate), Verified(certificate=certificate), limits)
    except PuzzleError as error:
        raise error.within(path=file) from None
    answer(f"{file}: {found.text()}", {"file": file} | found.to_json(), as_json=as_json)
    return status_of(not found.done, found.interrupted)
