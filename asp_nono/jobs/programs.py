"""Jobs on programs: run one on a puzzle, grade one, and compare several in an experiment."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from asp_nono.jobs import Input, Job, JobLimits, PuzzleJob, Start, option
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run import Work
from asp_nono.run.limits import Cause, Limits, Stopped, StoppedError, early

if TYPE_CHECKING:
    from asp_nono.grading.grade import Exercise
    from asp_nono.grading.nonograms import Nonograms
    from asp_nono.grading.playground import ProgramRun, Setup
    from asp_nono.grading.report import GradeResult
    from asp_nono.grading.sandbox import Sandbox
    from asp_nono.grading.sharpness import Sharpness
    from asp_nono.grading.submission import SubmissionFile
    from asp_nono.lab.experiment import Experiment, ExperimentProgress
    from asp_nono.lab.store import Store
    from asp_nono.run.pool import Pool

LONGEST_PROGRAM = 1 << 18  # characters of a program in a request

_SECONDS, _MEGABYTES = 60.0, 1024  # for a program, where nothing limits it
_LEAST_SECONDS = 0.1  # with which something is known of a program
_STARTING = 0.5  # seconds that the process in which a program runs may take to start
_MUTANT_SECONDS = 10.0  # for a mutant, where nothing limits it
_DIALECT = (
    "The facts that the program reads: ours, classic, gramcracker or v4hn (default: recognized by"
    " their names)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProgram(PuzzleJob["ProgramRun"]):
    """Give the answer sets of a program or of a recipe, as pictures and as atoms."""

    bounded = piecewise = True
    program: str | None = option(None, max_length=LONGEST_PROGRAM, help="The program.")
    recipe: str | None = option(None, help="A recipe instead of a program, by name.")
    deductions: str | None = option(
        None, help="How much line logic passes to the program or the recipe as facts."
    )
    most: int = option(10, ge=1, le=100, help="The number of answer sets to find.")
    dialect: str | None = option(None, help=_DIALECT)
    sizes: bool = option(False, help="Measure the size of each rule.")
    facts: str | None = option(
        None,
        max_length=LONGEST_PROGRAM,
        help="The facts of another instance, which the program gets instead of the puzzle.",
    )

    def run(
        self, puzzle: Puzzle, _: Start = None, *, limits: Limits | None = None
    ) -> Work["ProgramRun"]:
        """See `Job`; the program runs in a sandbox. PuzzleError if there is nothing to run."""
        from asp_nono.grading.playground import ProgramRun

        if (self.program is None) == (self.recipe is None):
            raise PuzzleError("expected either a program or a recipe")
        if self.facts is not None and self.program is None:
            raise PuzzleError("a recipe reads puzzles only; expected a program for these facts")
        return Work(partial(self._runs, puzzle, limits), ProgramRun(puzzle=puzzle))

    def _runs(self, puzzle: Puzzle, limits: Limits | None) -> Iterator["ProgramRun"]:
        from asp_nono.grading.playground import program_runs
        from asp_nono.grading.sandbox import Sandbox

        seconds, megabytes, patience = program_limits(limits)
        with Sandbox(megabytes, patience) as sandbox:
            setup = self._setup(sandbox, puzzle)
            try:
                yield from program_runs(
                    sandbox, setup, most=self.most, sizes=self.sizes, seconds=seconds
                )
            except StoppedError as error:
                # the sandbox's part of the time is over
                late = error.stopped.cause in (Cause.TIME, Cause.CPU)
                stopped = Stopped.at(Cause.TIME, limits) if late else error.stopped
                raise StoppedError(stopped) from None

    def _setup(self, sandbox: "Sandbox", puzzle: Puzzle) -> "Setup":
        from asp_nono.asp.recipes import DEFAULT, recipe
        from asp_nono.grading.playground import setup_instance, setup_program, setup_recipe

        if self.facts is not None:
            return setup_instance(sandbox, puzzle, self.program or "", self.facts)
        if self.recipe is not None:
            return setup_recipe(puzzle, self.recipe, self.deductions)
        level = recipe(DEFAULT).with_deductions(self.deductions or "none").deductions
        return setup_program(sandbox, puzzle, self.program or "", self.dialect, level)

    def news(self, found: "ProgramRun") -> dict[str, Any]:
        """The stage, and the answer set that is new; see `Job`."""
        if found.finished:
            return {}
        values = {**found.to_json(), "stage": found.stage}
        if found.stage == "answer":
            values["answer"] = found.answers[-1].to_json(found.puzzle.chars)
        return values


def program_limits(limits: Limits | None, used: float = 0.0) -> tuple[float, int, float]:
    """CPU seconds and MiB for a program, and the seconds that a CPU second of it may last.

    Of the limit on time, if it is one on all of the job, some seconds may be `used` already.
    """
    from asp_nono.grading.sandbox import PATIENCE

    limits = limits or Limits()
    megabytes = limits.megabytes or _MEGABYTES
    if limits.seconds is None:
        return limits.cpu_seconds or _SECONDS, megabytes, PATIENCE
    return early(max(limits.seconds - used, _LEAST_SECONDS)), megabytes, 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade(Job["GradeResult"]):
    """Grade a program on all small boards, and measure it on larger ones."""

    bounded = spread = True
    deductions: str | None = option(
        None,
        only="cli",
        metavar="LEVEL",
        help="Also test on boards with deductions: none, bounds, line or probe.",
    )
    dialect: str | None = option(None, metavar="NAME", help=_DIALECT)
    colors: int | None = option(
        None,
        ge=1,
        le=2,
        metavar="N",
        help=(
            "Test on boards with up to N block colors, 1 or 2 (default: 2 if the encoding "
            "reads colors)."
        ),
    )
    scaling: bool = option(
        True,
        off="Do not measure right encodings on larger puzzles.",
        help="Measure right encodings on puzzles of increasing size.",
    )
    mapping: Path | None = option(
        None,
        only="cli",
        metavar="FILE.toml",
        help="The names of the student's facts and answers; see docs/grading.md.",
    )
    rubric: Path | None = option(
        None,
        only="cli",
        metavar="FILE.toml",
        help="The rubric for the points; see docs/grading.md.",
    )

    @classmethod
    def inputs(cls) -> dict[str, Input]:
        """The program, and what it is graded for if not for nonograms by the common rubric."""
        return {"program": "program", "exercise": "exercise"}

    def exercise(
        self, path: Path, limits: Limits | None = None, *, drawing: bool = False
    ) -> "Exercise":
        """The exercise in a folder, or nonograms with the rubric in a file; limits as above.

        An error if there is none, or it is not as it should be. See `read_exercise`.
        """
        if path.is_file():
            return replace(self, rubric=path).nonograms(limits)
        from asp_nono.grading.exercise_folder import read_exercise

        began = monotonic()
        _, megabytes, _ = program_limits(limits)
        found = read_exercise(path, megabytes, drawing=drawing)
        seconds, _, patience = program_limits(limits, monotonic() - began + _STARTING)
        return replace(found, seconds=seconds, megabytes=megabytes, patience=patience)

    def nonograms(self, limits: Limits | None = None) -> "Nonograms":
        """How programs for nonograms are graded, each within the limits."""
        from asp_nono.asp.recipes import recipe_of
        from asp_nono.grading.nonograms import Nonograms
        from asp_nono.grading.rubric import DEFAULT, read_rubric
        from asp_nono.grading.vocabulary import dialect, read_mapping

        named = dialect(self.dialect) if self.dialect else None
        seconds, megabytes, patience = program_limits(limits)
        return Nonograms(
            vocabulary=read_mapping(self.mapping) if self.mapping else named,
            block_colors=self.colors,
            rubric=read_rubric(self.rubric or DEFAULT),
            scaling=self.scaling,
            seconds=seconds,
            deductions=recipe_of(()).with_deductions(self.deductions).deductions,
            patience=patience,
            megabytes=megabytes,
        )

    def run(
        self,
        program: "SubmissionFile | str",
        exercise: "Exercise | None" = None,
        *,
        limits: Limits | None = None,
    ) -> Work["GradeResult"]:
        """The files of a submission, or a text; the limits are on the program. See `Job`.

        It is graded for nonograms unless an exercise with limits of its own is given. An error if
        there is no such dialect, or a file is not as it should be.
        """
        from asp_nono.grading.grade import begun, grades

        judge = exercise or self.nonograms(limits)
        return Work(partial(grades, program, judge), begun(program, judge))

    def values(self, found: "GradeResult") -> dict[str, Any]:
        """With the puzzle of the counterexample; see `Job`."""
        from asp_nono.formats.json import puzzle_data
        from asp_nono.grading.counterexample import BoardExample

        values = self.to_json(found)
        if isinstance(found.counterexample, BoardExample):
            values["counterexample"]["puzzle"] = puzzle_data(found.counterexample.puzzle)
        return values

    def news(self, found: "GradeResult") -> dict[str, Any]:
        """With the stage, and how many sizes of small boards were tried; see `Job`."""
        if found.stage == "done":
            return {}
        values = {**self.values(found), "stage": found.stage}
        if found.stage == "boards" and (tried := found.exhaustive) and tried.sizes:
            done, last = len(tried.sizes), str(tried.sizes[-1].board)
            values |= {"done": done, "sizes": done + tried.untried}
            values |= {"board": last, "faulty": tried.faulty}
        return values


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckExercise(Job["Sharpness"]):
    """Find the slips in the reference of an exercise that its instances do not tell apart."""

    bounded = spread = True

    def run(self, folder: Path, *, limits: Limits | None = None) -> Work["Sharpness"]:
        """The folder of the exercise; the limits are on each mutant. See `Job`."""
        from asp_nono.grading.sharpness import Sharpness, sharpness

        _, megabytes, _ = program_limits(limits)
        seconds = (limits and limits.cpu_seconds) or _MUTANT_SECONDS
        return Work(partial(sharpness, folder, seconds, megabytes), Sharpness())


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeLimits(JobLimits):
    """What each program may take while it is graded."""

    time_limit: float | None = option(
        None,
        gt=0,
        metavar="SECONDS",
        help="Stop testing a program on small boards after SECONDS of CPU time (default: 60).",
    )
    memory_limit: int | None = option(
        None,
        ge=1,
        metavar="MIB",
        help="Stop a program that needs more than MIB of memory (default: 1024).",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLimits(JobLimits):
    """What each mutant may take while an exercise is checked."""

    time_limit: float | None = option(
        None,
        gt=0,
        metavar="SECONDS",
        help="Stop a mutant on the small instances after SECONDS of CPU time (default: 10).",
    )
    memory_limit: int | None = option(
        None,
        ge=1,
        metavar="MIB",
        help="Stop a mutant that needs more than MIB of memory (default: 1024).",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunExperiment(Job["ExperimentProgress"]):
    """Carry out the runs of an experiment that are not recorded yet."""

    spread = pooled = True
    part: tuple[int, int] = option(
        (1, 1),
        only="cli",
        metavar="K/N",
        help=(
            "Carry out only every N-th puzzle (with shared processes, set of puzzles), beginning "
            "with the K-th: for an array of N jobs, each with its own file; see lab merge."
        ),
    )

    def run(
        self, experiment: "Experiment", store: "Store", *, pool: "Pool | None" = None
    ) -> Work["ExperimentProgress"]:
        """The runs, in the pool; `store`, which must be open for writing, records each at once."""
        from asp_nono.lab.experiment import ExperimentProgress, experiment_runs

        job = partial(experiment_runs, experiment, store, pool, self.part)
        return Work(job, ExperimentProgress())
