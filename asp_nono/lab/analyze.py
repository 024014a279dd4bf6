"""Recorded runs arranged for comparison: tables by task, ratios, totals, growth, contradictions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import exp, log
from statistics import fmean, linear_regression, median, quantiles
from typing import Literal, NamedTuple

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import quoted
from asp_nono.lab.instances import UNKNOWN, Range, agree
from asp_nono.lab.store import Puzzle, Results, Run

Clock = Literal["cpu", "wall", "work"]
"""CPU seconds of the whole process, wall-clock seconds, or the CPU seconds of line logic, grounding
and search alone."""

CLOCKS: dict[Clock, str] = {"cpu": "CPU seconds", "wall": "wall-clock seconds"}
CLOCKS["work"] = "CPU seconds of line logic, grounding and search"

_DRAWS, _AT_ONCE = 2000, 1_000_000  # draws of the bootstrap, and the most puzzles drawn at once
_LEAST_PAIRS = 5  # fewer pairs have no interval

NOTHING = "-"
"""Stands for a figure that does not exist."""

_TINY = 1e-4  # seconds; less cannot be measured


def seconds(value: float | None) -> str:
    """Seconds with about three significant digits."""
    if value is None:
        return NOTHING
    places = next((n for n, least in ((0, 100), (1, 10), (2, 1), (3, 0.1)) if value >= least), 4)
    return f"{value:.{places}f}"


class Spread(NamedTuple):
    """A median with the ends of a range around it."""

    middle: float
    low: float
    high: float


def extremes(values: Sequence[float]) -> Spread:
    """Median, minimum and maximum of at least one value."""
    return Spread(median(values), min(values), max(values))


def quartiles(values: Sequence[float]) -> Spread:
    """Median and quartiles of at least one value, interpolated between the values."""
    several = len(values) > 1
    low, middle, high = quantiles(values, n=4, method="inclusive") if several else [*values] * 3
    return Spread(middle, low, high)


def par(times: Iterable[tuple[float, bool]], limit: float | None, factor: int) -> float | None:
    """The penalized average runtime (PAR2, PAR10): an unsolved puzzle counts as `factor` limits.

    Times are seconds and whether the puzzle was solved; None if one was not and there is no limit.
    """
    some = list(times)
    if limit is None:
        return fmean(time for time, _ in some) if all(solved for _, solved in some) else None
    return fmean(time if solved else factor * limit for time, solved in some)


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of log y against log x by least squares: k if y is about c times x to the power k.

    None without two different x, or if some x or y is not positive.
    """
    if any(x <= 0 or y <= 0 for x, y in points) or len({x for x, _ in points}) < 2:
        return None
    return linear_regression([log(x) for x, _ in points], [log(y) for _, y in points]).slope


# --- tables of systems and puzzles ----------------------------------------------------------------


@dataclass(frozen=True)
class Cell:
    """The runs of one system on one puzzle, at least one."""

    runs: Sequence[Run]
    clock: Clock

    def seconds(self, run: Run) -> float:
        """The seconds of a run."""
        return float(getattr(run.outcome, self.clock))

    @cached_property
    def time(self) -> float:
        """The median of the seconds."""
        return median(map(self.seconds, self.runs))

    @cached_property
    def solved(self) -> bool:
        """Whether every run solved the task."""
        return all(run.outcome.solved for run in self.runs)

    @property
    def timed(self) -> bool:
        """Whether the time means something: every run solved the task or met the time limit."""
        return all(run.outcome.solved or run.outcome.status == "time-out" for run in self.runs)

    @property
    def worst(self) -> Run:
        """An unsolved run if there is one, else the first."""
        return min(self.runs, key=lambda run: run.outcome.solved)

    @property
    def limit(self) -> float | None:
        """The limit on the clock that counts, or if it has none on the other one."""
        limits = (self.runs[0].cpu_limit, self.runs[0].limit)
        first, second = reversed(limits) if self.clock == "wall" else limits
        return second if first is None else first


@dataclass(frozen=True)
class Row:
    """The results of one system: a cell for each of its puzzles."""

    label: str
    cells: dict[Puzzle, Cell] = field(default_factory=dict)

    @cached_property
    def solved(self) -> set[Puzzle]:
        """The puzzles solved in every run."""
        return {puzzle for puzzle, cell in self.cells.items() if cell.solved}

    def par(self, factor: int) -> float | None:
        """The penalized average runtime; see `par`."""
        limits = [cell.limit for cell in self.cells.values() if cell.limit is not None]
        times = ((cell.time, cell.solved) for cell in self.cells.values())
        return par(times, max(limits, default=None), factor)

    @property
    def total(self) -> float:
        """The seconds of all puzzles together."""
        return sum(cell.time for cell in self.cells.values())

    @property
    def runs(self) -> list[Run]:
        """All runs."""
        return [run for cell in self.cells.values() for run in cell.runs]

    @property
    def peak(self) -> int:
        """The largest peak memory of any run, in bytes."""
        return max(run.outcome.peak_bytes for run in self.runs)

    @property
    def shared(self) -> bool:
        """Whether one process worked through the puzzles."""
        return any(run.about.get("process") == "shared" for run in self.runs)

    def totals(self, clock: Clock, without: Iterable[Puzzle] = ()) -> dict[int, float]:
        """The seconds of each repetition that has all puzzles, process starts included."""
        out, by_repetition = set(without), dict[int, list[Run]]()
        for run in self.runs:
            by_repetition.setdefault(run.repetition, []).append(run)
        return {
            repetition: sum(_start(run, clock) for run in runs)
            + sum(getattr(run.outcome, clock) for run in runs if run.puzzle not in out)
            for repetition, runs in sorted(by_repetition.items())
            if len(runs) == len(self.cells)
        }


def _start(run: Run, clock: Clock) -> float:
    """The start of a shared process, which belongs to none of its puzzles."""
    if run.about.get("process") != "shared" or clock == "work":
        return 0.0
    return getattr(run.outcome, f"start_{clock}") or 0.0


@dataclass(frozen=True)
class Board:
    """All results of one task: a row for each system, sorted by label, and all puzzles, sorted."""

    task: str
    clock: Clock
    rows: Sequence[Row]
    puzzles: Sequence[Puzzle]

    def row(self, label: str) -> Row:
        """The row of a system; perhaps empty."""
        return next((row for row in self.rows if row.label == label), Row(label))

    @property
    def sets(self) -> list[str]:
        """The names of the sets of puzzles."""
        return sorted({puzzle[0] for puzzle in self.puzzles})

    def only(self, some: str) -> Board:
        """The same for the puzzles of one set."""
        runs = [run for row in self.rows for run in row.runs if run.puzzle[0] == some]
        return boards(runs, self.clock)[0]

    @cached_property
    def best(self) -> Row:
        """The virtual best: the result of the fastest system for each puzzle, solved if any is."""
        found: dict[Puzzle, Cell] = {}
        for cells in (row.cells for row in self.rows):
            for puzzle, cell in cells.items():
                pair = (found.get(puzzle, cell), cell)
                found[puzzle] = min(pair, key=lambda one: (not one.solved, one.time))
        return Row("virtual best", found)

    def ranked(self) -> list[Row]:
        """The systems, the best first: by puzzles solved, then by PAR2 or the total time."""

        def rank(row: Row) -> tuple[int, float]:
            score = row.par(2)
            return -len(row.solved), row.total if score is None else score

        return sorted(self.rows, key=rank)


def boards(runs: Iterable[Run], clock: Clock) -> list[Board]:
    """The boards of all tasks, in the order in which these first occur."""
    found: dict[str, dict[str, dict[Puzzle, list[Run]]]] = {}
    for run in runs:
        row = found.setdefault(run.task, {}).setdefault(run.label, {})
        row.setdefault(run.puzzle, []).append(run)
    return [
        Board(
            task,
            clock,
            [
                Row(label, {puzzle: Cell(some, clock) for puzzle, some in sorted(mine.items())})
                for label, mine in sorted(by_label.items())
            ],
            sorted({puzzle for mine in by_label.values() for puzzle in mine}),
        )
        for task, by_label in found.items()
    ]


# --- ratios ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ratio:
    """One system's time as a part of another's, over the puzzles that both solved.

    The geometric mean has a 95 % interval unless there are too few pairs; besides, the numbers of
    puzzles that only one of the two solved, of those that both ran.
    """

    pairs: int
    mean: float | None
    low: float | None
    high: float | None
    only_first: int
    only_second: int

    @property
    def words(self) -> str:
        """The conclusion about the first one."""
        if self.low is None or self.high is None:
            return "too few puzzles"
        if self.high < 1:
            return "faster"
        return "slower" if self.low > 1 else "no difference shown"


def ratio(first: Row, second: Row, base: tuple[Row, Row] | None = None) -> Ratio:
    """Compare two systems over the puzzles that both ran.

    `base` is a system that should have taken the same time in both cases, as the machine was then;
    its ratio is divided out, puzzle by puzzle.
    """
    common = first.cells.keys() & second.cells.keys()
    both = sorted(first.solved & second.solved)
    if base:
        both = [puzzle for puzzle in both if puzzle in base[0].solved & base[1].solved]
    logs = [_log(first, second, puzzle) - (_log(*base, puzzle) if base else 0.0) for puzzle in both]
    low, high = interval(logs)
    return Ratio(
        len(both),
        exp(fmean(logs)) if logs else None,
        low,
        high,
        len(first.solved & common - second.solved),
        len(second.solved & common - first.solved),
    )


def _log(first: Row, second: Row, puzzle: Puzzle) -> float:
    """The logarithm of the ratio of two times."""
    return log(max(first.cells[puzzle].time, _TINY) / max(second.cells[puzzle].time, _TINY))


def interval(logs: Sequence[float]) -> tuple[float | None, float | None]:
    """The 95 % interval of the geometric mean of ratios, given by their logarithms.

    By the bootstrap (B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of
    Statistics 7, 1979): puzzles are drawn with replacement 2000 times, and the middle 95 % of the
    means are kept. The draws are the same each time.
    """
    if len(logs) < _LEAST_PAIRS:
        return None, None
    import numpy as np

    random, values = np.random.default_rng(1), np.array(logs)
    most = max(1, _AT_ONCE // len(logs))
    parts = [min(most, _DRAWS - done) for done in range(0, _DRAWS, most)]
    draws = (random.integers(0, len(logs), (part, len(logs))) for part in parts)
    means = np.sort(np.concatenate([values[draw].mean(axis=1) for draw in draws]))
    edge = _DRAWS // 40
    return exp(means[edge]), exp(means[-1 - edge])


class TotalRatio(NamedTuple):
    """One system's time as a part of another's on a set of puzzles.

    `totals` are compared repetition by repetition (median, extremes), `each` puzzle by puzzle
    (median, quartiles) and `medians` of the puzzles only if neither of the two shares a process.
    """

    puzzles: int
    totals: dict[Clock, Spread | None]
    each: Spread | None = None
    medians: float | None = None


def total_ratio(first: Row, second: Row, over: set[Puzzle], clock: Clock) -> TotalRatio:
    """Compare two systems over some of the puzzles that both ran."""
    totals: dict[Clock, Spread | None] = {}
    for one in dict.fromkeys((clock, "wall")):
        mine, theirs = (row.totals(one, row.cells.keys() - over) for row in (first, second))
        ratios = [mine[n] / theirs[n] for n in mine if over and theirs.get(n)]
        totals[one] = extremes(ratios) if ratios else None
    if first.shared or second.shared or not over:
        return TotalRatio(len(over), totals)
    each = []
    for puzzle in over:
        mine, theirs = (
            {run.repetition: row.cells[puzzle].seconds(run) for run in row.cells[puzzle].runs}
            for row in (first, second)
        )
        if ratios := [mine[n] / theirs[n] for n in mine if theirs.get(n, 0.0) > 0]:
            each.append(median(ratios))
    middle = median(second.cells[puzzle].time for puzzle in over)
    medians = median(first.cells[puzzle].time for puzzle in over) / middle if middle else None
    return TotalRatio(len(over), totals, quartiles(each) if each else None, medians)


# --- contradictions -------------------------------------------------------------------------------


def named(puzzle: Puzzle) -> str:
    """The puzzle's name with its set."""
    return "/".join(puzzle)


def contradictions(runs: Sequence[Run]) -> list[str]:
    """Every answer that cannot be true, a line each."""
    lines = [
        f"wrong answer: {run.label} on {named(run.puzzle)}: {run.outcome.message}"
        for run in runs
        if run.outcome.status == "wrong"
    ]
    by_puzzle: dict[Puzzle, list[Run]] = {}
    for run in runs:
        by_puzzle.setdefault(run.puzzle, []).append(run)
    for puzzle, some in by_puzzle.items():
        claims = _claims(some)
        if not agree(claims):
            said = "; ".join(
                f"{claim} ({', '.join(dict.fromkeys(who))})"
                for claim, who in sorted(claims.items(), key=str)
            )
            lines.append(f"inconsistent answers on {named(puzzle)}: {said}")
    return lines


def _claims(runs: Iterable[Run]) -> dict[Range, list[str]]:
    """The numbers of solutions that the runs on a puzzle allow, and who says so."""
    claims: dict[Range, list[str]] = {}
    pictures: set[str] = set()
    for run in runs:
        for claim, who in ((run.known, "known"), (run.claims, run.label)):
            if claim != UNKNOWN:
                claims.setdefault(claim, []).append(who)
        if run.outcome.status != "wrong":
            pictures.update(run.outcome.solutions)
    if pictures:
        claims.setdefault(Range(len(pictures), None), []).append("verified")
    return claims


# --- two files ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """One system at one task, in both files: new time to old, puzzles in both, won and lost."""

    task: str
    label: str
    ratio: Ratio
    common: int
    won: Sequence[Puzzle]
    lost: Sequence[Puzzle]

    def regressed(self, tolerance: float) -> bool:
        """Whether a puzzle was lost, or the whole interval lies above the tolerance."""
        low = self.ratio.low
        return bool(self.lost) or (low is not None and low > tolerance)

    def verdict(self, tolerance: float) -> str:
        """The conclusion."""
        if self.regressed(tolerance):
            return "REGRESSION"
        return "slower, but tolerated" if self.ratio.words == "slower" else self.ratio.words


@dataclass(frozen=True)
class Comparison:
    """Two files: the changes of everything in both, contradictions, and notes on the rest."""

    changes: Sequence[Change]
    wrong: Sequence[str]
    notes: Sequence[str]
    clock: Clock

    def regressed(self, tolerance: float) -> bool:
        """Whether anything is worse than before."""
        return bool(self.wrong) or any(change.regressed(tolerance) for change in self.changes)


def compare(old: Results, new: Results, clock: Clock, baseline: str | None = None) -> Comparison:
    """Compare two files, system by system, over the puzzles in both, matched by content.

    `baseline` is a system that has not changed; changes of its times are taken for the machine's,
    and divided out puzzle by puzzle. PuzzleError if the files have nothing in common.
    """
    runs, notes = _matched(old.runs, new.runs)
    before, after = ({b.task: b for b in boards(some, clock)} for some in (runs, new.runs))
    changes: list[Change] = []
    only: dict[str, list[str]] = {}
    for task in dict.fromkeys((*before, *after)):
        first, second = (
            {row.label: row for row in some[task].rows} if task in some else {}
            for some in (before, after)
        )
        for label in dict.fromkeys((*first, *second)):
            if label in first and label in second:
                if baseline and not (baseline in first and baseline in second):
                    raise PuzzleError(f"the baseline {quoted(baseline)} is not in both files")
                base = (second[baseline], first[baseline]) if baseline else None
                changes.append(_change(task, first[label], second[label], base))
            else:
                where = "old" if label in first else "new"
                only.setdefault(where, []).append(f"{label} ({task})")
    if not any(change.common for change in changes):
        reason = f"has no puzzle with the same system and task as {old.path}"
        raise PuzzleError(reason, path=str(new.path))
    notes = [*(f"only in the {where} file: {', '.join(n)}" for where, n in only.items()), *notes]
    return Comparison(changes, contradictions([*runs, *new.runs]), notes, clock)


def _change(task: str, old: Row, new: Row, base: tuple[Row, Row] | None) -> Change:
    common = old.cells.keys() & new.cells.keys()
    won = sorted((new.solved - old.solved) & common)
    lost = sorted((old.solved - new.solved) & common)
    return Change(task, new.label, ratio(new, old, base), len(common), won, lost)


def _matched(old: Sequence[Run], new: Sequence[Run]) -> tuple[list[Run], list[str]]:
    """The old runs with the names that the new file has for their puzzles, and notes on these.

    Puzzles are matched by content where it is known, else by name; old runs on a puzzle whose name
    means another puzzle now are left out.
    """
    before, after = _contents(old), _contents(new)
    by_content: dict[tuple[str, int], Puzzle] = {}
    for puzzle, content in sorted(after.items()):
        if content is not None:
            by_content.setdefault(content, puzzle)
    names: dict[Puzzle, Puzzle | None] = {}
    for puzzle, content in before.items():
        there = after.get(puzzle)
        if content is None or there == content:
            names[puzzle] = puzzle
        else:
            names[puzzle] = by_content.get(content, None if there else puzzle)
    pairs = ((run, names[run.puzzle]) for run in old)
    runs = [replace(run, puzzle=name) for run, name in pairs if name is not None]
    notes = []
    if renamed := sum(name not in (None, puzzle) for puzzle, name in names.items()):
        plural = "" if renamed == 1 else "s"
        notes.append(f"matched by content under other names: {renamed} puzzle{plural}")
    if changed := sorted(puzzle for puzzle, name in names.items() if name is None):
        notes.append(f"changed, and so left out: {several(changed)}")
    return runs, notes


def _contents(runs: Iterable[Run]) -> dict[Puzzle, tuple[str, int] | None]:
    """The content of each puzzle: the hash of its file and its number there, if recorded."""
    known = {run.puzzle: (run.about.get("puzzle_hash"), run.about) for run in runs}
    return {
        puzzle: (digest, about["number"]) if digest else None
        for puzzle, (digest, about) in known.items()
    }


def several(puzzles: Sequence[Puzzle], shown: int = 10) -> str:
    """Puzzles by name; only the first of many."""
    more = len(puzzles) - shown
    return ", ".join(map(named, puzzles[:shown])) + (f" and {more} more" if more > 0 else "")
