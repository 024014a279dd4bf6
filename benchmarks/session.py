"""Plans carried out: measured, recorded and shown, also when Ctrl-C cuts it short."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from asp_nono.cli.output import Progress, say
from asp_nono.errors import AspNonoError, PuzzleError
from asp_nono.lab import machine
from benchmarks import profile, scaling
from benchmarks.contest import Contest
from benchmarks.plan import Plan
from benchmarks.records import Log
from benchmarks.sets import PuzzleSet, sets_of
from benchmarks.solvers import Solver
from benchmarks.summary import contradictions
from benchmarks.tables import set_lines

DONE, WRONG, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses; what is wrong is that two verdicts on a puzzle differ."""


@dataclass(slots=True)
class Session:
    """A plan while it is carried out."""

    plan: Plan
    log: Log = field(default_factory=Log)
    status: int = DONE
    _progress: Progress = field(default_factory=Progress)

    def run(self) -> int:
        """Do everything; the exit status.

        Raises:
            AspNonoError: If something cannot be measured.
        """
        solvers = self.plan.solvers()
        sets = self._readable() if self.plan.named else []
        with self._recorded(solvers), self._cleared():
            if self.plan.scaling:
                self._scaling(solvers)
            elif self.plan.profile:
                self._profile(sets)
            else:
                self._sets(sets, solvers)
        return self.status

    @contextmanager
    def _recorded(self, solvers: Sequence[Solver]) -> Iterator[None]:
        """Begin the record, and show what it begins with."""
        known = machine.facts()
        self.log.smallest_peak = int(str(known["smallest_peak_bytes"]))
        with _opened(self.plan.jsonl) as self.log.file:
            _print(machine.lines(known))
            commands = {solver.name: list(solver.words) for solver in solvers if not solver.recipe}
            called = shlex.join(["python", "-m", "benchmarks", *sys.argv[1:]])
            self.log.write(
                "header", {**known, **machine.now(), "called": called, "others": commands}
            )
            yield

    @contextmanager
    def _cleared(self) -> Iterator[None]:
        """Leave no line of progress behind, and take Ctrl-C for the end."""
        try:
            yield
        except KeyboardInterrupt:
            self.status = INTERRUPTED
        finally:
            self._progress.clear()

    def _sets(self, sets: Sequence[PuzzleSet], solvers: Sequence[Solver]) -> None:
        self._contest(sets, solvers)
        for some in sets:
            _print(set_lines(self.log, some, solvers, self.plan.limits))

    def _contest(self, sets: Sequence[PuzzleSet], solvers: Sequence[Solver]) -> None:
        """Measure; whatever has been measured when Ctrl-C comes is to be shown as usual."""
        plan = self.plan
        for some in sets:
            about = {"name": some.name, "puzzles": len(some.entries), "sha256": some.digest()}
            self.log.write("set", about)
        with self._cleared():
            Contest(sets, solvers, plan.runs, plan.limits, self.log, self._progress.show).hold()
        if self.status == INTERRUPTED:
            say("Interrupted; this is what was measured until then.\n")
        for words in contradictions(self.log):
            say(f"benchmarks: verdicts differ: {words}", err=True)
            self.status = self.status or WRONG

    def _scaling(self, solvers: Sequence[Solver]) -> None:
        plan = self.plan
        with TemporaryDirectory(prefix="asp-nono-") as folder:
            show = self._progress.show
            sets = scaling.write_sets(Path(folder), plan.sides, plan.puzzles, plan.seed, show)
            self._contest(sets, solvers)
        _print(scaling.lines(self.log, plan.sides))

    def _profile(self, sets: Sequence[PuzzleSet]) -> None:
        plan = self.plan
        for entry in (entry for some in sets for entry in some.entries):
            for recipe in dict.fromkeys(plan.recipes):
                self._progress.show(f"{entry.file}: {recipe}")
                try:
                    found = profile.profile(entry, recipe, plan.runs, plan.limits, self.log)
                    lines = profile.lines(entry, recipe, found)
                except AspNonoError as error:
                    lines = [f"{error} ({recipe})", ""]
                self._progress.clear()
                _print(lines)

    def _readable(self) -> list[PuzzleSet]:
        """The sets, without what cannot be read, which is told of."""
        self._progress.show("reading")
        sets = sets_of(self.plan.named)
        self._progress.clear()
        for words in (words for some in sets for words in some.unreadable):
            say(f"benchmarks: {words}", err=True)
            self.status = BAD_INPUT
        several = [entry.file for some in sets for entry in some.entries if entry.several]
        if several and self.plan.against:  # another solver cannot be told which of them is meant
            reason = "holds several puzzles; --against needs one in each file"
            raise PuzzleError(reason, path=several[0])
        if found := [some for some in sets if some.entries]:
            return found
        raise PuzzleError("no puzzle could be read")


def _opened(path: Path | None) -> AbstractContextManager[TextIO | None]:
    """The file to write to, if there is to be one.

    Raises:
        PuzzleError: If it cannot be written.
    """
    if path is None:
        return nullcontext()
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise PuzzleError(f"cannot be written: {error.strerror}", path=str(path)) from None


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        say(line)
