"""Recorded runs arranged for comparison: tables by task, ratios, totals, growth, contradictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import exp, log
from statistics import fmean, linear_regression, median, quantiles
from typing import Literal, NamedTuple

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import quoted
from asp_nono.lab.instances import UNKNOWN, Range, agree
from asp_nono.lab.plan import counted
from asp_nono.lab.store import Puzzle, Results, Run

Clock = Literal["cpu", "wall", "work"]
CLOCKS: dict[Clock, str] = {"cpu": "CPU seconds", "wall": "wall-clock seconds"}
CLOCKS["work"] = "CPU seconds of line logic, grounding and search"  # the others: of the process

_DRAWS, _LEAST_PAIRS = 2000, 5  # draws of the bootstrap; fewer pairs have no interval
_AT_ONCE = 1_000_000  # the most puzzles drawn at once

NOTHING = "-"  # stands for a figure that does not exist
_TINY = 1e-4  # seconds; less cannot be measured


def seconds(value: float | None) -> str:
    """Seconds with about three significant digits."""
    places = sum((value or 0.0) < least for least in (100, 10, 1, 0.1))
    return NOTHING if value is None else f"{value:.{places}f}"


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
    low, middle, high = quantiles(values, n=4, method="inclusive") if values[1:] else [*values] * 3
    return Spread(middle, low, high)


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of log y against log x by least squares: k if y is about c times x to the power k.

    None without two different x, or if some x or y is not positive.
    """
    if any(x <= 0 or y <= 0 for x, y in points) or len({x for x, _ in points}) < 2:
        return None
    return linear_regression([log(x) for x, _ in points], [log(y) for _, y in points]).slope


@dataclass(frozen=True)
class Cell:
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
        """The penalized average runtime (PAR2, PAR10): what is unsolved counts as `factor` limits.

        None if a puzzle is unsolved and there is no limit.
        """
        limits = [cell.limit for cell in self.cells.values() if cell.limit is not None]
        if not limits and len(self.solved) < len(self.cells):
            return None
        penalty = factor * max(limits, default=0.0)
        return fmean(cell.time if cell.solved else penalty for cell in self.cells.values())

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
        """The seconds of each repetition that has all puzzles, process starts included.

        The start of a shared process belongs to none of its puzzles; it is no work.
        """
        out, by_repetition = set(without), dict[int, list[Run]]()
        for run in self.runs:
            by_repetition.setdefault(run.repetition, []).append(run)
        start = f"start_{clock}" if self.shared else ""
        return {
            repetition: sum(getattr(run.outcome, start, None) or 0.0 for run in runs)
            + sum(getattr(run.outcome, clock) for run in runs if run.puzzle not in out)
            for repetition, runs in sorted(by_repetition.items())
            if len(runs) == len(self.cells)
        }


@dataclass(frozen=True)
class Board:
    """All results of one task: a row for each system, sorted by label."""

    task: str
    clock: Clock
    rows: Sequence[Row]

    @cached_property
    def puzzles(self) -> list[Puzzle]:
        """All puzzles, sorted."""
        return sorted({puzzle for row in self.rows for puzzle in row.cells})

    def row(self, label: str) -> Row:
        """The row of a system; perhaps empty."""
        return next((row for row in self.rows if row.label == label), Row(label))

    @property
    def sets(self) -> list[str]:
        """The names of the sets of puzzles."""
        return sorted({puzzle[0] for puzzle in self.puzzles})

    def only(self, some: str) -> "Board":
        """The same for the puzzles of one set."""
        runs = [run for row in self.rows for run in row.runs if run.puzzle[0] == some]
        return boards(runs, self.clock)[0]

    @cached_property
    def best(self) -> Row:
        """The virtual best: the result of the fastest system for each puzzle, solved if any is."""
        found = {
            puzzle: min(
                (row.cells[puzzle] for row in self.rows if puzzle in row.cells),
                key=lambda cell: (not cell.solved, cell.time),
            )
            for puzzle in self.puzzles
        }
        return Row("virtual best", found)

    def ranked(self) -> list[Row]:
        """The systems, the best first: by puzzles solved, then by PAR2 or the total time."""
        return sorted(self.rows, key=lambda row: (-len(row.solved), row.par(2) or row.total))


def boards(runs: Iterable[Run], clock: Clock) -> list[Board]:
    """The boards of all tasks, in the order in which these first occur."""
    some = list(runs)
    found: dict[str, dict[str, Row]] = {run.task: {} for run in some}
    for run in sorted(some, key=lambda run: (run.label, run.puzzle)):
        row = found[run.task].setdefault(run.label, Row(run.label))
        row.cells.setdefault(run.puzzle, Cell([], clock)).runs.append(run)
    return [Board(task, clock, list(rows.values())) for task, rows in found.items()]


@dataclass(frozen=True, slots=True)
class Ratio:
    """One system's time as a part of another's, over the puzzles that both solved."""

    pairs: int
    mean: float | None  # the geometric mean
    between: tuple[float, float] | None  # its 95 % interval; None if there are too few pairs
    only_first: int  # puzzles that both ran and only one of them solved
    only_second: int

    @property
    def words(self) -> str:
        """The conclusion about the first one."""
        if not self.between:
            return "too few puzzles"
        low, high = self.between
        return "faster" if high < 1 else "slower" if low > 1 else "no difference shown"


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
    return Ratio(
        len(both),
        exp(fmean(logs)) if logs else None,
        interval(logs),
        len(first.solved & common - second.solved),
        len(second.solved & common - first.solved),
    )


def _log(first: Row, second: Row, puzzle: Puzzle) -> float:
    return log(max(first.cells[puzzle].time, _TINY) / max(second.cells[puzzle].time, _TINY))


def interval(logs: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of the geometric mean of ratios, given by their logarithms.

    By the bootstrap (B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of
    Statistics 7, 1979): puzzles are drawn with replacement 2000 times, and the middle 95 % of the
    means are kept. The draws are the same each time.
    """
    if len(logs) < _LEAST_PAIRS:
        return None
    import numpy as np

    random, values = np.random.default_rng(1), np.array(logs)
    most = max(1, _AT_ONCE // len(logs))
    parts = [min(most, _DRAWS - done) for done in range(0, _DRAWS, most)]
    draws = (random.integers(0, len(logs), (part, len(logs))) for part in parts)
    means = np.sort(np.concatenate([values[draw].mean(axis=1) for draw in draws]))
    edge = _DRAWS // 40
    return exp(means[edge]), exp(means[-1 - edge])


def total_ratio(
    first: Row, second: Row, over: set[Puzzle], clock: Clock
) -> tuple[list[Spread | None], float | None]:
    """One system's time as a part of another's on some of the puzzles that both ran.

    Spreads of the totals by this clock and on the wall, repetition by repetition (median,
    extremes), and puzzle by puzzle (median, quartiles); besides, the ratio of the medians of the
    puzzles. Puzzles are compared only if neither of the two shares a process.
    """

    def times(row: Row, puzzle: Puzzle) -> dict[int, float]:
        return {run.repetition: getattr(run.outcome, clock) for run in row.cells[puzzle].runs}

    spreads: list[Spread | None] = []
    for one in (clock, "wall"):
        totals = (row.totals(one, row.cells.keys() - over) for row in (first, second))
        ratios = _quotients(*totals) if over else []
        spreads.append(extremes(ratios) if ratios else None)
    if first.shared or second.shared or not over:
        return [*spreads, None], None
    found = [_quotients(times(first, puzzle), times(second, puzzle)) for puzzle in over]
    each = [median(ratios) for ratios in found if ratios]
    middle, base = (median(row.cells[puzzle].time for puzzle in over) for row in (first, second))
    return [*spreads, quartiles(each) if each else None], middle / base if base else None


def _quotients(mine: Mapping[int, float], theirs: Mapping[int, float]) -> list[float]:
    """The ratio in each repetition that both have."""
    return [mine[n] / theirs[n] for n in mine if theirs.get(n)]


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
        between = self.ratio.between
        return bool(self.lost) or (between is not None and between[0] > tolerance)

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
    before, after = (
        {(board.task, row.label): row for board in boards(some, clock) for row in board.rows}
        for some in (runs, new.runs)
    )
    changes: list[Change] = []
    for task, label in (key for key in before if key in after):
        rows = (after[task, label], before[task, label])
        if baseline and not ((task, baseline) in before and (task, baseline) in after):
            raise PuzzleError(f"the baseline {quoted(baseline)} is not in both files")
        base = (after[task, baseline], before[task, baseline]) if baseline else None
        common = rows[0].cells.keys() & rows[1].cells.keys()
        won, lost = (sorted((a.solved - b.solved) & common) for a, b in (rows, rows[::-1]))
        changes.append(Change(task, label, ratio(*rows, base), len(common), won, lost))
    if not any(change.common for change in changes):
        reason = f"has no puzzle with the same system and task as {old.path}"
        raise PuzzleError(reason, path=str(new.path))
    alone = []
    for where, mine, theirs in (("old", before, after), ("new", after, before)):
        if names := [f"{label} ({task})" for task, label in mine if (task, label) not in theirs]:
            alone.append(f"only in the {where} file: {', '.join(names)}")
    return Comparison(changes, contradictions([*runs, *new.runs]), [*alone, *notes], clock)


def _matched(old: Sequence[Run], new: Sequence[Run]) -> tuple[list[Run], list[str]]:
    """The old runs, with the names that puzzles of this content have in the new file, and notes."""
    before, after = (
        {run.puzzle: (run.about["puzzle_hash"], run.about["number"]) for run in runs}
        for runs in (old, new)
    )
    by_content = {content: puzzle for puzzle, content in sorted(after.items(), reverse=True)}
    names: dict[Puzzle, Puzzle | None] = {}
    for puzzle, content in before.items():
        elsewhere = by_content.get(content, None if puzzle in after else puzzle)
        names[puzzle] = puzzle if content == after.get(puzzle) else elsewhere
    pairs = ((run, names[run.puzzle]) for run in old)
    runs = [replace(run, puzzle=name) for run, name in pairs if name is not None]
    notes = []
    if renamed := sum(name not in (None, puzzle) for puzzle, name in names.items()):
        notes.append(f"matched by content under other names: {counted(renamed, 'puzzle')}")
    if changed := sorted(puzzle for puzzle, name in names.items() if name is None):
        notes.append(f"changed, and therefore excluded: {several(changed)}")
    return runs, notes


def several(puzzles: Sequence[Puzzle], shown: int = 10) -> str:
    """Puzzles by name; only the first of many."""
    more = len(puzzles) - shown
    return ", ".join(map(named, puzzles[:shown])) + (f" and {more} more" if more > 0 else "")
