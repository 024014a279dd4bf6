"""Recorded runs arranged by task, system and puzzle, and compared: ratios, totals, growth, tests.

Times differ by factors, so statistics are those of logarithms of ratios, taken within matched sets:
the runs of two systems on one puzzle, one after the other on one machine. What is independent is
a puzzle if each run has a process of its own, else a process, which works through many puzzles. A
puzzle that only one of two systems solved has an infinite ratio: it counts in ranks, not in means.
Tests and intervals are by scipy, of the extra `lab`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from math import copysign, exp, inf, isinf, log, sqrt
from statistics import fmean, linear_regression, median, stdev
from typing import Any, Literal, NamedTuple

from asp_nono.formats.source import quoted
from asp_nono.lab.plan import limits_text
from asp_nono.lab.run import STAGES
from asp_nono.lab.store import PuzzleName, Results, Run, named
from asp_nono.lab.systems import COPY, short_label
from asp_nono.lab.verify import contradictions
from asp_nono.messages import NOTHING, Message, PuzzleError, UnknownNameError, needs, plural
from asp_nono.run.limits import Limits

Clock = Literal["cpu", "wall", "work"]
CLOCKS: dict[Clock, str] = {"cpu": "CPU seconds", "wall": "wall-clock seconds"}
CLOCKS["work"] = "CPU seconds of line logic, grounding and search"  # the others: of the process

DASH = "-"  # stands for a figure that does not exist
SHIFT: dict[Clock, float] = {"cpu": 0.01, "wall": 0.01, "work": 0.001}
"""Seconds that are added to times before their ratio is taken: less makes no difference."""

LEAST_PUZZLES, LEAST_WINDOWS = 20, 6
"""With fewer puzzles, or pairs of processes, there is neither an interval nor a test."""

LEVEL = 0.05  # of significance; intervals are those of 95 %


def seconds(value: float | None) -> str:
    """Seconds with about three significant digits."""
    places = sum((value or 0.0) < least for least in (100, 10, 1, 0.1))
    return DASH if value is None else f"{value:.{places}f}"


class Spread(NamedTuple):
    """A median with the ends of a range around it."""

    middle: float
    low: float
    high: float


def extremes(values: Sequence[float]) -> Spread:
    """Median, minimum and maximum of at least one value."""
    return Spread(median(values), min(values), max(values))


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of log y against log x by least squares: k if y is about c times x to the power k.

    None without two different x, or if some x or y is not positive.
    """
    if any(x <= 0 or y <= 0 for x, y in points) or len({x for x, _ in points}) < 2:
        return None
    return linear_regression([log(x) for x, _ in points], [log(y) for _, y in points]).slope


def net(run: Run, clock: Clock) -> float:
    """The seconds of a run without the start of its program, and without loading clingo.

    The start is what the run itself has measured, and what is calibrated besides; the times of a
    shared process do not hold it.
    """
    outcome = run.outcome
    if clock == "work":
        return outcome.work
    shared = run.about.get("process") == "shared"
    names = ("load",) if shared else ("load", "start", "calibrated")
    before = sum(getattr(outcome, f"{name}_{clock}") or 0.0 for name in names)
    return max(0.0, float(getattr(outcome, clock)) - before)


def limit_of(run: Run, clock: Clock) -> float | None:
    """The limit of a run on the clock that counts, or if it has none on the other one."""
    limits = (run.cpu_limit, run.limit)
    first, second = reversed(limits) if clock == "wall" else limits
    return second if first is None else first


@dataclass(frozen=True)
class PuzzleResult:
    """The runs of one system on one puzzle, at least one."""

    runs: list[Run]
    clock: Clock

    @cached_property
    def time(self) -> float:
        """The median of the seconds."""
        return median(float(getattr(run.outcome, self.clock)) for run in self.runs)

    @cached_property
    def solved(self) -> bool:
        """Whether every run solved the task."""
        return all(run.outcome.solved for run in self.runs)

    @property
    def worst(self) -> Run:
        """An unsolved run if there is one, else the first."""
        return min(self.runs, key=lambda run: run.outcome.solved)

    @property
    def limit(self) -> float | None:
        """The limit on the clock that counts, or if it has none on the other one."""
        return limit_of(self.runs[0], self.clock)

    @property
    def peak(self) -> int:
        """The largest peak memory of any run, in bytes."""
        return max(run.outcome.peak_bytes for run in self.runs)

    @property
    def rules(self) -> int:
        """The rules of the ground program; 0 if nothing was grounded."""
        return max(run.outcome.rules or 0 for run in self.runs)

    @property
    def charged(self) -> float:
        """The time; if it is unsolved, the limit at least, if there is one."""
        return self.time if self.solved else max(self.time, self.limit or 0.0)


@dataclass(frozen=True)
class SystemResults:
    """The results of one system on its puzzles."""

    label: str
    results: dict[PuzzleName, PuzzleResult] = field(default_factory=dict)

    @cached_property
    def solved(self) -> set[PuzzleName]:
        """The puzzles solved in every run."""
        return {puzzle for puzzle, result in self.results.items() if result.solved}

    def par(self, factor: int) -> float | None:
        """The penalized average runtime (PAR2, PAR10): what is unsolved counts as `factor` limits.

        None if a puzzle is unsolved and there is no limit.
        """
        results = self.results.values()
        limits = [result.limit for result in results if result.limit is not None]
        if not limits and len(self.solved) < len(results):
            return None
        penalty = factor * max(limits, default=0.0)
        return fmean(result.time if result.solved else penalty for result in results)

    @property
    def total(self) -> float | None:
        """The seconds of all puzzles, unsolved ones counting as their limit; None without one."""
        results = self.results.values()
        unlimited = any(result.limit is None and not result.solved for result in results)
        return None if unlimited else sum(result.charged for result in results)

    @property
    def runs(self) -> list[Run]:
        """All runs."""
        return [run for result in self.results.values() for run in result.runs]

    @property
    def peak(self) -> int:
        """The largest peak memory of any run, in bytes."""
        return max(result.peak for result in self.results.values())

    @property
    def clock(self) -> Clock:
        """The clock that counts; there must be results."""
        return next(iter(self.results.values())).clock

    @property
    def shared(self) -> bool:
        """Whether one process worked through the puzzles."""
        return any(run.about.get("process") == "shared" for run in self.runs)

    def totals(self, clock: Clock) -> list[float]:
        """The seconds of each repetition that has all puzzles, process starts included.

        The start of a shared process belongs to none of its puzzles; it is no work. An unsolved run
        counts as its limit.
        """
        by_repetition = dict[int, list[Run]]()
        for run in self.runs:
            by_repetition.setdefault(run.repetition, []).append(run)
        start = f"start_{clock}" if self.shared else ""
        return [
            sum(getattr(run.outcome, start, None) or 0.0 for run in runs)
            + sum(PuzzleResult([run], clock).charged for run in runs)
            for _, runs in sorted(by_repetition.items())
            if len(runs) == len(self.results)
        ]


@dataclass(frozen=True)
class TaskResults:
    """All results of one task, by system; these are sorted by label."""

    name: str
    clock: Clock
    systems: Sequence[SystemResults]
    omitted: Sequence[str] = ()  #: systems whose time on this clock is not known

    @cached_property
    def puzzles(self) -> list[PuzzleName]:
        """All puzzles, sorted."""
        return sorted({puzzle for system in self.systems for puzzle in system.results})

    def system(self, label: str) -> SystemResults:
        """The results of a system; perhaps empty."""
        return next(
            (system for system in self.systems if system.label == label), SystemResults(label)
        )

    @property
    def sets(self) -> list[str]:
        """The names of the sets of puzzles."""
        return sorted({puzzle[0] for puzzle in self.puzzles})

    def only(self, some: str) -> "TaskResults":
        """The same for the puzzles of one set."""
        runs = [run for system in self.systems for run in system.runs if run.puzzle[0] == some]
        return by_task(runs, self.clock)[0]

    def fastest(self, puzzle: PuzzleName) -> PuzzleResult:
        """The result of the system that was fastest on a puzzle, solved if any is."""
        results = (system.results[puzzle] for system in self.systems if puzzle in system.results)
        return min(results, key=_speed)

    @cached_property
    def best(self) -> SystemResults | None:
        """The virtual best: for each puzzle the system that is fastest in the other repetitions.

        If it were chosen by the very runs that count, noise alone would make it faster than each of
        several equal systems. None if a puzzle has only one repetition.
        """
        found = {}
        for puzzle in self.puzzles:
            results = [
                system.results[puzzle] for system in self.systems if puzzle in system.results
            ]
            numbers = set.intersection(
                *({run.repetition for run in result.runs} for result in results)
            )
            if len(numbers) < 2:
                return None
            chosen = []
            for number in sorted(numbers):
                others = [
                    PuzzleResult(
                        [run for run in result.runs if run.repetition != number], self.clock
                    )
                    for result in results
                ]
                place = min(range(len(results)), key=lambda n: _speed(others[n]))
                chosen += [run for run in results[place].runs if run.repetition == number]
            found[puzzle] = PuzzleResult(chosen, self.clock)
        return SystemResults("virtual best", found)

    def ranked(self) -> list[SystemResults]:
        """The systems, the best first: by puzzles solved, then by PAR2 or the total time."""
        return sorted(self.systems, key=lambda system: (-len(system.solved), system.par(2) or 0.0))

    def reference(self, label: str | None = None) -> SystemResults:
        """The system that others are compared with; by default the best one.

        Its label may lack the process, if no other system has the rest of it.
        """
        if not label:
            return self.ranked()[0]
        labels = [system.label for system in self.systems]
        found = [one for one in labels if one == label] or [
            one for one in labels if short_label(one) == label
        ]
        if len(found) != 1:
            raise UnknownNameError("system", label, labels)
        return self.system(found[0])


def _speed(result: PuzzleResult) -> tuple[bool, float]:
    return not result.solved, result.time


def outside(run: Run) -> bool:
    """Whether a run is that of another program, whose stages are not known."""
    return all(getattr(run.outcome, f"{stage}_cpu") is None for stage in STAGES)


def by_task(runs: Iterable[Run], clock: Clock) -> list[TaskResults]:
    """The results of all tasks, in the order in which these first occur.

    `work` cannot separate the start-up of other programs from their work, so they are left out.
    """
    some, omitted = list(runs), list[str]()
    if clock == "work":
        inside = {run.label for run in some if not outside(run)}
        omitted = sorted({run.label for run in some} - inside)
        some = [run for run in some if run.label in inside]
    found: dict[str, dict[str, SystemResults]] = {run.task: {} for run in some}
    for run in sorted(some, key=lambda run: (run.label, run.puzzle)):
        system = found[run.task].setdefault(run.label, SystemResults(run.label))
        system.results.setdefault(run.puzzle, PuzzleResult([], clock)).runs.append(run)
    return [
        TaskResults(task, clock, list(systems.values()), omitted) for task, systems in found.items()
    ]


def interval(logs: Sequence[float], least: int = LEAST_PUZZLES) -> tuple[float, float] | None:
    """The 95 % interval of the geometric mean of ratios, given by their finite logarithms.

    By Student's t distribution; None with fewer than `least` values.
    """
    if len(logs) < least:
        return None
    with needs("lab", "a comparison of systems"):
        from scipy.stats import t
    middle, error = fmean(logs), stdev(logs) / sqrt(len(logs))
    reach = float(t.ppf(1 - LEVEL / 2, len(logs) - 1)) * error
    return exp(middle - reach), exp(middle + reach)


def signed_rank(logs: Sequence[float], least: int = LEAST_PUZZLES) -> float | None:
    """The two-sided p value of Wilcoxon's signed rank test that the logarithms lie around zero.

    It is a permutation test: within matched sets the names of two equal systems can be exchanged,
    which changes signs. F. Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics
    Bulletin 1, 1945. Zeros are left out; infinite logarithms have the highest ranks. None with
    fewer than `least` values.
    """
    if len(logs) < least:
        return None
    if not any(logs):
        return 1.0
    with needs("lab", "a test"):
        from scipy.stats import wilcoxon
    most = max((abs(one) for one in logs if not isinf(one)), default=0.0) + 1
    ranked = [copysign(most, one) if isinf(one) else one for one in logs if one]
    return float(wilcoxon(ranked).pvalue)


def superiority(logs: Sequence[float]) -> float | None:
    """The share of puzzles on which the first is faster, ties counting half.

    The paired form of the measure A of A. Vargha and H. D. Delaney, "A Critique and Improvement of
    the CL Common Language Effect Size Statistics", Journal of Educational and Behavioral Statistics
    25, 2000. None without values.
    """
    return fmean(0.5 if one == 0 else float(one < 0) for one in logs) if logs else None


def holm(values: Sequence[float | None]) -> list[float | None]:
    """The p values of several tests, adjusted so that all conclusions hold together; None stays.

    S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
    Statistics 6, 1979.

    >>> holm([0.01, None, 0.04, 0.03])
    [0.03, None, 0.06, 0.06]
    """
    known = sorted((value, place) for place, value in enumerate(values) if value is not None)
    adjusted, before = list(values), 0.0
    for number, (value, place) in enumerate(known):
        before = max(before, min(1.0, (len(known) - number) * value))
        adjusted[place] = before
    return adjusted


def log_ratio(first: float | None, second: float | None, shift: float) -> float:
    """The logarithm of the ratio of two shifted times; None for a puzzle that was not solved."""
    if first is None or second is None:
        return 0.0 if first is second else inf if first is None else -inf
    return log((first + shift) / (second + shift))


class ComparisonConclusion(StrEnum):
    """What a comparison shows of the first system, or why it shows nothing."""

    SAME = "no difference shown"
    BETTER = "better"
    WORSE = "worse"
    FEW_PUZZLES = "too few puzzles: no test"
    ONE_PROCESS = "one process each: no test"
    FEW_PROCESSES = "too few processes: no test"
    MACHINES = "other machines: no test"
    TIMES = "at other times: no test"
    NO_BASELINE = "no baseline: no test"


@dataclass(frozen=True, slots=True)
class Ratio:
    """One system's time as a part of another's, over the puzzles that have matched runs."""

    pairs: int  #: puzzles that both solved
    mean: float | None  #: the geometric mean of their ratios
    between: tuple[float, float] | None  #: its 95 % interval; None without a test
    only_first: int  #: puzzles that both ran and only one of them solved
    only_second: int
    neither: int
    better: float | None  #: the share of what was tested on which the first is better, ties half
    p: float | None  #: of the signed rank test, in which failures count as slowest
    why: ComparisonConclusion | None = None  #: why there is no test
    unmatched: int = 0  #: puzzles that both ran, but not in a matched set

    @property
    def conclusion(self) -> ComparisonConclusion:
        """The conclusion about the first one."""
        if self.p is None or self.better is None:
            return self.why or ComparisonConclusion.FEW_PUZZLES
        if self.p >= LEVEL or self.better == 0.5:
            return ComparisonConclusion.SAME
        return ComparisonConclusion.BETTER if self.better > 0.5 else ComparisonConclusion.WORSE


@dataclass(frozen=True, slots=True)
class _Match:
    """A run of each of two systems in a matched set."""

    puzzle: PuzzleName
    runs: tuple[Run, Run]

    def log(self, clock: Clock) -> float:
        """The logarithm of the ratio of their times; 0 if neither is solved."""
        first, second = (net(run, clock) if run.outcome.solved else None for run in self.runs)
        return log_ratio(first, second, SHIFT[clock])


def _matches(first: SystemResults, second: SystemResults) -> list[_Match]:
    """All pairs of runs in one window, by puzzle."""
    found = list[_Match]()
    for puzzle in sorted(first.results.keys() & second.results.keys()):
        theirs = {run.outcome.window: run for run in second.results[puzzle].runs}
        mine = {run.outcome.window: run for run in first.results[puzzle].runs}
        found += (_Match(puzzle, (mine[one], theirs[one])) for one in mine if one in theirs)
    return found


def ratio(first: SystemResults, second: SystemResults) -> Ratio:
    """Compare two systems over their matched sets.

    The sample is puzzles; where one process works through many, it is windows, each with a process
    of either system: whatever makes one process slower than another is in all its times.
    """
    matches, common = _matches(first, second), first.results.keys() & second.results.keys()
    logs = _puzzle_logs(first, second)
    solved = [puzzle for puzzle in logs if puzzle in first.solved | second.solved]
    both = {puzzle for puzzle in logs if puzzle in first.solved & second.solved}
    if shared := first.shared or second.shared:
        tested = _window_logs(matches, first.clock)
        means, least = [one for one in tested if not isinf(one)], LEAST_WINDOWS
    else:
        tested = [logs[puzzle] for puzzle in solved]
        means, least = [logs[puzzle] for puzzle in sorted(both)], LEAST_PUZZLES
    apart = common - logs.keys()
    why = None
    if len(tested) < least:
        why = ComparisonConclusion.FEW_PUZZLES
        if apart:
            why = _apart(first, second)
        elif shared:
            few = ComparisonConclusion.FEW_PROCESSES
            why = ComparisonConclusion.ONE_PROCESS if len(tested) == 1 else few
    return _ratio(logs, both, tested, means, least, why=why, unmatched=len(apart))


def _ratio(
    logs: Mapping[PuzzleName, float],
    both: Collection[PuzzleName],
    tested: Sequence[float],
    means: Sequence[float],
    least: int,
    **more: Any,  # noqa: ANN401 - the fields of a ratio
) -> Ratio:
    """The figures of logarithms of ratios: of each puzzle, and of what is independent."""
    infinite = [one for one in logs.values() if isinf(one)]
    only_first = sum(one < 0 for one in infinite)
    return Ratio(
        len(both),
        exp(fmean(means)) if both and means else None,
        None if more.get("why") else interval(means, least),
        only_first,
        len(infinite) - only_first,
        sum(not one for puzzle, one in logs.items() if puzzle not in both),
        superiority(tested),
        None if more.get("why") else signed_rank(tested, least),
        **more,
    )


def _puzzle_logs(first: SystemResults, second: SystemResults) -> dict[PuzzleName, float]:
    """For each puzzle with matched sets the median of their logarithms of ratios.

    It is infinite if only one of the two solved the puzzle in every run, 0 if neither did.
    """
    found: dict[PuzzleName, list[float]] = {}
    for match in _matches(first, second):
        found.setdefault(match.puzzle, []).append(match.log(first.clock))
    return {puzzle: _log(median(some), first, second, puzzle) for puzzle, some in found.items()}


def _log(both: float, first: SystemResults, second: SystemResults, puzzle: PuzzleName) -> float:
    """A logarithm if both have solved a puzzle, else what stands for it."""
    one, other = (0.0 if puzzle in system.solved else None for system in (first, second))
    return both if one == other == 0.0 else log_ratio(one, other, 1.0)


def _window_logs(matches: Sequence[_Match], clock: Clock) -> list[float]:
    """For each window the mean of logarithms of ratios; infinite for the system that fails more."""
    windows: dict[str, list[float]] = {}
    for match in matches:
        if any(run.outcome.solved for run in match.runs):
            windows.setdefault(match.runs[0].outcome.window, []).append(match.log(clock))
    found = []
    for some in windows.values():
        worse = sum(copysign(1, one) for one in some if isinf(one))
        finite = [one for one in some if not isinf(one)]
        found.append(copysign(inf, worse) if worse else fmean(finite) if finite else 0.0)
    return found


def _apart(first: SystemResults, second: SystemResults) -> ComparisonConclusion:
    """Why two systems have no matched sets."""
    hosts = [{run.outcome.host for run in system.runs} for system in (first, second)]
    same = hosts[0] == hosts[1] and len(hosts[0]) == 1
    return ComparisonConclusion.TIMES if same else ComparisonConclusion.MACHINES


@dataclass(frozen=True, slots=True)
class Calibration:
    """How many of the pairs of copies of one system a test tells apart: false positives."""

    task: str
    label: str
    hosts: Sequence[str]
    clock: Clock
    found: int
    pairs: int  #: those between which there is a test

    def __str__(self) -> str:
        where = f"{self.label}, {self.task}, {CLOCKS[self.clock]}, on {', '.join(self.hosts)}"
        if not self.pairs:
            return f"calibration: too few runs for a test between copies of {where}"
        share = f"{self.found} of {self.pairs} pairs ({self.found / self.pairs:.0%})"
        return f"calibration: tests at 5 % find a difference in {share} of copies of {where}"


def calibrations(copies: Sequence[Run], clock: Clock) -> Iterator[Calibration]:
    """The false positives between copies of a system."""
    by_system: dict[str, list[Run]] = {}
    for run in copies:
        by_system.setdefault(run.label.partition(COPY)[0], []).append(run)
    for label, runs in by_system.items():
        for task in by_task(runs, clock):
            pairs = [ratio(*pair).p for pair in combinations(task.systems, 2)]
            given = [p for p in pairs if p is not None]
            hosts = sorted({run.outcome.host for run in runs})
            found = sum(p < LEVEL for p in given)
            yield Calibration(task.name, label, hosts, clock, found, len(given))


def adjusted(ratios: Sequence[Ratio]) -> list[Ratio]:
    """The same comparisons, with p values such that all conclusions hold together."""
    values = holm([one.p for one in ratios])
    return [replace(one, p=value) for one, value in zip(ratios, values, strict=True)]


@dataclass(frozen=True, slots=True)
class SystemChange:
    """One system at one task, in both files: new time to old, puzzles in both, won and lost."""

    task: str
    label: str
    ratio: Ratio
    common: int
    won: Sequence[PuzzleName]
    lost: Sequence[PuzzleName]
    limits: Message = NOTHING  #: how the limits differ: then nothing can be concluded

    def regressed(self, tolerance: float) -> bool:
        """Whether a puzzle was lost, or the whole interval lies above the tolerance."""
        if self.limits:
            return False
        between, p = self.ratio.between, self.ratio.p
        slower = between is not None and between[0] > tolerance and p is not None and p < LEVEL
        return bool(self.lost) or slower

    def verdict(self, tolerance: float) -> str:
        """The conclusion."""
        if self.limits:
            return "limits differ"
        if self.regressed(tolerance):
            return "REGRESSION"
        found = self.ratio.conclusion
        return "worse, but tolerated" if found is ComparisonConclusion.WORSE else str(found)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two files: the changes of everything in both, contradictions, and notes on the rest."""

    changes: Sequence[SystemChange]
    wrong: Sequence[Message]
    notes: Sequence[Message]
    clock: Clock

    def regressed(self, tolerance: float) -> bool:
        """Whether anything is worse than before."""
        return bool(self.wrong) or any(change.regressed(tolerance) for change in self.changes)


def compare(old: Results, new: Results, clock: Clock, baseline: str | None = None) -> Comparison:
    """Compare two files, system by system, over the puzzles in both, matched by content.

    `baseline` is a system that has not changed; changes of its times are taken for the machine's,
    and divided out puzzle by puzzle. Without it nothing separates the change from the days, and
    there is no test. PuzzleError if the files have nothing in common.
    """
    runs, notes = _matched(old.runs, new.runs)
    before, after = (
        {
            (task.name, system.label): system
            for task in by_task(some, clock)
            for system in task.systems
        }
        for some in (runs, new.runs)
    )
    changes: list[SystemChange] = []
    for task, label in (key for key in before if key in after):
        systems = (after[task, label], before[task, label])
        if baseline and not ((task, baseline) in before and (task, baseline) in after):
            raise PuzzleError("the baseline {system} is not in both files", system=quoted(baseline))
        base = (after[task, baseline], before[task, baseline]) if baseline else None
        common = systems[0].results.keys() & systems[1].results.keys()
        won, lost = (sorted((a.solved - b.solved) & common) for a, b in (systems, systems[::-1]))
        texts = [_limits(system, common) for system in reversed(systems)]
        differ = NOTHING
        if texts[0] != texts[1]:
            differ = Message("{old} before, {new} now", old=texts[0], new=texts[1])
        changes.append(
            SystemChange(task, label, _change(systems, base), len(common), won, lost, differ)
        )
    ratios = adjusted([change.ratio for change in changes])
    changes = [replace(one, ratio=found) for one, found in zip(changes, ratios, strict=True)]
    if not any(change.common for change in changes):
        raise PuzzleError(
            "has no puzzle with the same system and task as {old}",
            old=str(old.path),
            path=str(new.path),
        )
    notes = [*_only_in_one(before.keys(), after.keys()), *notes]
    return Comparison(changes, contradictions([*runs, *new.runs]), notes, clock)


def _only_in_one(
    before: Collection[tuple[str, str]], after: Collection[tuple[str, str]]
) -> Iterator[Message]:
    """Notes on the systems, each with its task, that only one of two files has."""
    if gone := [f"{label} ({task})" for task, label in before if (task, label) not in after]:
        yield Message("only in the old file: {systems}", systems=tuple(gone))
    if added := [f"{label} ({task})" for task, label in after if (task, label) not in before]:
        yield Message("only in the new file: {systems}", systems=tuple(added))


def _change(
    systems: tuple[SystemResults, SystemResults], base: tuple[SystemResults, SystemResults] | None
) -> Ratio:
    """The ratio of new to old times, each divided by that of the baseline in its matched set."""
    new, old = systems
    common = new.results.keys() & old.results.keys()
    both = common & new.solved & old.solved
    why = None
    if not base:
        logs = {}
        for puzzle in sorted(common):
            first, second = (
                median(net(run, one.clock) for run in one.results[puzzle].runs) for one in systems
            )
            logs[puzzle] = _log(log_ratio(first, second, SHIFT[new.clock]), new, old, puzzle)
        why = ComparisonConclusion.NO_BASELINE
    else:
        known = base[0].solved & base[1].solved
        after, before = map(_puzzle_logs, systems, base)
        logs = {
            puzzle: after[puzzle] - before[puzzle] if after[puzzle] != before[puzzle] else 0.0
            for puzzle in sorted(common & known & after.keys() & before.keys())
        }
        both &= logs.keys()
        hosts = {run.outcome.host for system in systems for run in system.runs}
        if new.shared or old.shared or base[0].shared or base[1].shared:
            why = ComparisonConclusion.FEW_PROCESSES
        elif len(hosts) > 1:
            why = ComparisonConclusion.MACHINES
    tested = [one for puzzle, one in logs.items() if puzzle in new.solved | old.solved]
    means = [logs[puzzle] for puzzle in sorted(both)]
    return _ratio(logs, both, tested, means, LEAST_PUZZLES, why=why)


def _limits(system: SystemResults, puzzles: Iterable[PuzzleName]) -> str:
    """The limits under which a system ran."""
    runs = (run for puzzle in puzzles for run in system.results[puzzle].runs)
    found = {Limits(one.limit, one.about.get("memory_limit"), one.cpu_limit) for one in runs}
    return " or ".join(sorted(map(limits_text, found)))


def _matched(old: Sequence[Run], new: Sequence[Run]) -> tuple[list[Run], list[Message]]:
    """The old runs, with the names that puzzles of this content have in the new file, and notes."""
    before, after = (
        {run.puzzle: (run.about["puzzle_hash"], run.about["number"]) for run in runs}
        for runs in (old, new)
    )
    by_content = {content: puzzle for puzzle, content in sorted(after.items(), reverse=True)}
    names: dict[PuzzleName, PuzzleName | None] = {}
    for puzzle, content in before.items():
        elsewhere = by_content.get(content, None if puzzle in after else puzzle)
        names[puzzle] = puzzle if content == after.get(puzzle) else elsewhere
    pairs = ((run, names[run.puzzle]) for run in old)
    runs = [replace(run, puzzle=name) for run, name in pairs if name is not None]
    notes = []
    if renamed := sum(name not in (None, puzzle) for puzzle, name in names.items()):
        notes.append(
            plural(
                renamed,
                "matched by content under other names: {count} puzzle",
                "matched by content under other names: {count} puzzles",
            )
        )
    if changed := sorted(puzzle for puzzle, name in names.items() if name is None):
        notes.append(
            Message("changed, and therefore excluded: {puzzles}", puzzles=several(changed))
        )
    return runs, notes


def several(puzzles: Sequence[PuzzleName], shown: int = 10) -> Message:
    """Puzzles by name; only the first of many."""
    names, more = tuple(map(named, puzzles[:shown])), len(puzzles) - shown
    if more <= 0:
        return Message("{puzzles}", puzzles=names)
    return Message("{puzzles} and {count} more", puzzles=names, count=more)
