"""Recorded runs judged and arranged: wrong answers, tables by task, ratios, totals, growth."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import exp, isinf, log
from pathlib import Path
from statistics import fmean, linear_regression, median
from typing import Literal, NamedTuple

from asp_nono.formats.source import quoted
from asp_nono.lab.instances import UNKNOWN, Range, agree
from asp_nono.lab.plan import counted, limits_text
from asp_nono.lab.run import STAGES
from asp_nono.lab.statistics import LEVEL, holm, interval, log_ratio, signed_rank, superiority
from asp_nono.lab.store import Puzzle, Results, Run, load
from asp_nono.messages import PuzzleError, UnknownNameError
from asp_nono.run.limits import Limits

Clock = Literal["cpu", "wall", "work"]
CLOCKS: dict[Clock, str] = {"cpu": "CPU seconds", "wall": "wall-clock seconds"}
CLOCKS["work"] = "CPU seconds of line logic, grounding and search"  # the others: of the process

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


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of log y against log x by least squares: k if y is about c times x to the power k.

    None without two different x, or if some x or y is not positive.
    """
    if any(x <= 0 or y <= 0 for x, y in points) or len({x for x, _ in points}) < 2:
        return None
    return linear_regression([log(x) for x, _ in points], [log(y) for _, y in points]).slope


def limit_of(run: Run, clock: Clock) -> float | None:
    """The limit of a run on the clock that counts, or if it has none on the other one."""
    limits = (run.cpu_limit, run.limit)
    first, second = reversed(limits) if clock == "wall" else limits
    return second if first is None else first


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
    def worst(self) -> Run:
        """An unsolved run if there is one, else the first."""
        return min(self.runs, key=lambda run: run.outcome.solved)

    @property
    def limit(self) -> float | None:
        """The limit on the clock that counts, or if it has none on the other one."""
        return limit_of(self.runs[0], self.clock)

    @property
    def charged(self) -> float:
        """The time; if it is unsolved, the limit at least, if there is one."""
        return self.time if self.solved else max(self.time, self.limit or 0.0)


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
        cells = self.cells.values()
        limits = [cell.limit for cell in cells if cell.limit is not None]
        if not limits and len(self.solved) < len(cells):
            return None
        penalty = factor * max(limits, default=0.0)
        return fmean(cell.time if cell.solved else penalty for cell in cells)

    @property
    def total(self) -> float | None:
        """The seconds of all puzzles, unsolved ones counting as their limit; None without one."""
        cells = self.cells.values()
        unlimited = any(cell.limit is None and not cell.solved for cell in cells)
        return None if unlimited else sum(cell.charged for cell in cells)

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

        The start of a shared process belongs to none of its puzzles; it is no work. An unsolved run
        counts as its limit.
        """
        out, by_repetition = set(without), dict[int, list[Run]]()
        for run in self.runs:
            by_repetition.setdefault(run.repetition, []).append(run)
        start = f"start_{clock}" if self.shared else ""
        return {
            repetition: sum(getattr(run.outcome, start, None) or 0.0 for run in runs)
            + sum(Cell([run], clock).charged for run in runs if run.puzzle not in out)
            for repetition, runs in sorted(by_repetition.items())
            if len(runs) == len(self.cells)
        }


@dataclass(frozen=True)
class Board:
    """All results of one task: a row for each system, sorted by label."""

    task: str
    clock: Clock
    rows: Sequence[Row]
    omitted: Sequence[str] = ()  # systems whose time on this clock is not known

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

    def fastest(self, puzzle: Puzzle) -> Cell:
        """The result of the system that was fastest on a puzzle, solved if any is."""
        cells = (row.cells[puzzle] for row in self.rows if puzzle in row.cells)
        return min(cells, key=_speed)

    @cached_property
    def best(self) -> Row | None:
        """The virtual best: for each puzzle the system that is fastest in the other repetitions.

        If it were chosen by the very runs that count, noise alone would make it faster than each of
        several equal systems. None if a puzzle has only one repetition.
        """
        found = {}
        for puzzle in self.puzzles:
            cells = [row.cells[puzzle] for row in self.rows if puzzle in row.cells]
            numbers = set.intersection(*({run.repetition for run in cell.runs} for cell in cells))
            if len(numbers) < 2:
                return None
            chosen = []
            for number in sorted(numbers):
                others = [
                    Cell([run for run in cell.runs if run.repetition != number], self.clock)
                    for cell in cells
                ]
                place = min(range(len(cells)), key=lambda n: _speed(others[n]))
                chosen += [run for run in cells[place].runs if run.repetition == number]
            found[puzzle] = Cell(chosen, self.clock)
        return Row("virtual best", found)

    def ranked(self) -> list[Row]:
        """The systems, the best first: by puzzles solved, then by PAR2 or the total time."""
        return sorted(self.rows, key=lambda row: (-len(row.solved), row.par(2) or 0.0))

    def reference(self, label: str | None = None) -> Row:
        """The system that others are compared with; by default the best one."""
        if label and label not in {row.label for row in self.rows}:
            raise UnknownNameError("system", label, [row.label for row in self.rows])
        return self.row(label) if label else self.ranked()[0]


def _speed(cell: Cell) -> tuple[bool, float]:
    return not cell.solved, cell.time


def outside(run: Run) -> bool:
    """Whether a run is that of another program, whose stages are not known."""
    return all(getattr(run.outcome, f"{stage}_cpu") is None for stage in STAGES)


def boards(runs: Iterable[Run], clock: Clock) -> list[Board]:
    """The boards of all tasks, in the order in which these first occur.

    The work of other programs cannot be told from their start, so they have no part in it.
    """
    some, omitted = list(runs), list[str]()
    if clock == "work":
        inside = {run.label for run in some if not outside(run)}
        omitted = sorted({run.label for run in some} - inside)
        some = [run for run in some if run.label in inside]
    found: dict[str, dict[str, Row]] = {run.task: {} for run in some}
    for run in sorted(some, key=lambda run: (run.label, run.puzzle)):
        row = found[run.task].setdefault(run.label, Row(run.label))
        row.cells.setdefault(run.puzzle, Cell([], clock)).runs.append(run)
    return [Board(task, clock, list(rows.values()), omitted) for task, rows in found.items()]


@dataclass(frozen=True, slots=True)
class Ratio:
    """One system's time as a part of another's; see `statistics`."""

    pairs: int  # puzzles that both solved
    mean: float | None  # the geometric mean of their ratios
    between: tuple[float, float] | None  # its 95 % interval; None if there are too few pairs
    only_first: int  # puzzles that both ran and only one of them solved
    only_second: int
    neither: int
    better: float | None  # the share of all puzzles on which the first is better, ties half
    p: float | None  # of the signed rank test, in which failures count as slowest

    @property
    def words(self) -> str:
        """The conclusion about the first one."""
        if self.p is None or self.better is None:
            return "too few puzzles"
        if self.p >= LEVEL or self.better == 0.5:
            return "no difference shown"
        return "better" if self.better > 0.5 else "worse"


def ratio(first: Row, second: Row, base: tuple[Row, Row] | None = None) -> Ratio:
    """Compare two systems over the puzzles that both ran.

    `base` is a system that should have taken the same time in both cases, as the machine was then;
    its ratio is divided out, puzzle by puzzle.
    """
    common = sorted(first.cells.keys() & second.cells.keys())
    if base:
        common = [puzzle for puzzle in common if puzzle in base[0].solved & base[1].solved]
    logs = [
        _log(first, second, puzzle) - (_log(*base, puzzle) if base else 0.0) for puzzle in common
    ]
    values = dict(zip(common, logs, strict=True))
    both = [values[puzzle] for puzzle in common if puzzle in first.solved & second.solved]
    infinite = [one for one in logs if isinf(one)]
    first_only = sum(one < 0 for one in infinite)
    tested = [values[puzzle] for puzzle in common if puzzle in first.solved | second.solved]
    return Ratio(
        len(both),
        exp(fmean(both)) if both else None,
        interval(both),
        first_only,
        len(infinite) - first_only,
        len(common) - len(tested),
        superiority(logs),
        signed_rank(tested),
    )


def _log(first: Row, second: Row, puzzle: Puzzle) -> float:
    mine, theirs = (
        row.cells[puzzle].time if puzzle in row.solved else None for row in (first, second)
    )
    return log_ratio(mine, theirs, _TINY)


def adjusted(ratios: Sequence[Ratio]) -> list[Ratio]:
    """The same comparisons, with p values such that all conclusions hold together."""
    values = holm([one.p for one in ratios])
    return [replace(one, p=value) for one, value in zip(ratios, values, strict=True)]


def total_ratio(first: Row, second: Row, clock: Clock) -> Spread | None:
    """The ratio of two systems' totals over the puzzles that both solved, by repetition.

    Process starts are included. None if they solved none in common, or no repetition is complete.
    """
    both = first.solved & second.solved
    mine, theirs = (row.totals(clock, row.cells.keys() - both) for row in (first, second))
    ratios = [mine[n] / theirs[n] for n in mine if theirs.get(n)]
    return extremes(ratios) if both and ratios else None


def named(puzzle: Puzzle) -> str:
    """The puzzle's name with its set."""
    return "/".join(puzzle)


def read(path: Path) -> Results:
    """A file of results, its runs judged."""
    results = load(path)
    return replace(results, runs=judged(results.runs))


def _by_puzzle(runs: Iterable[Run]) -> dict[Puzzle, list[Run]]:
    found: dict[Puzzle, list[Run]] = {}
    for run in runs:
        found.setdefault(run.puzzle, []).append(run)
    return found


def judged(runs: Sequence[Run]) -> list[Run]:
    """The same runs, "wrong" where checked pictures or a known number refute the answer."""
    found = {id(run): run for run in runs}
    for some in _by_puzzle(runs).values():
        pictures: dict[str, str] = {}  # each with the system that found it first
        for run in some:
            if run.outcome.status != "wrong":
                pictures |= {one: pictures.get(one, run.label) for one in run.outcome.solutions}
        shown = Range(len(pictures), None)
        finders = ", ".join(dict.fromkeys(pictures.values()))
        for run in some:
            said, known = run.claims, run.known
            if not agree([said, shown]):
                passes = "passes" if len(pictures) == 1 else "pass"
                fits = f"{counted(len(pictures), 'picture')} of {finders} {passes} the checker"
            elif agree([known, shown]) and not agree([said, known]):
                fits = f"known are {known}"
            else:
                continue
            reason = f"says {said}, but {fits}"
            wrong = replace(run.outcome, status="wrong", message=reason)
            found[id(run)] = replace(run, outcome=wrong)
    return list(found.values())


def contradictions(runs: Sequence[Run]) -> list[str]:
    """Every answer that cannot be true, a line each: those refuted, then open disagreements."""
    runs = judged(runs)
    lines = [
        f"wrong answer: {run.label} on {named(run.puzzle)}: {run.outcome.message}"
        for run in runs
        if run.outcome.status == "wrong"
    ]
    for puzzle, some in _by_puzzle(runs).items():
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


def checked(runs: Sequence[Run]) -> str:
    """What the answers were checked against, in one line."""
    counts = Counter[str]()
    for some in _by_puzzle(runs).values():
        shown = {one for run in some for one in run.outcome.solutions}
        who: dict[Range, set[str]] = {}
        for run in some:
            who.setdefault(run.claims, set()).add(run.label)
        for run in some:
            counts[_proof(run, shown, who)] += run.outcome.solved
    words = (
        ("proof", "proven by checked pictures or known numbers"),
        ("others", "that no solution is missing, only agree with other systems"),
        ("alone", "that no solution is missing, are confirmed by nobody"),
        ("silent", "without a verdict"),
    )
    parts = [f"{counts[key]} {text}" for key, text in words if counts[key]]
    return f"answers: {'; '.join(parts)}" if parts else "no answers"


def _proof(run: Run, shown: set[str], who: Mapping[Range, set[str]]) -> str:
    """What an answer was checked against: "proof", "others", "alone", or "silent" for no answer."""
    said, low = run.claims, min(run.claims.low, 2)
    if said == UNKNOWN:
        return "silent"
    known = run.known.high is not None and run.known == said
    if known or (said.high is None and len(shown) >= low):
        return "proof"
    return "others" if len(who[said]) > 1 else "alone"


@dataclass(frozen=True)
class Change:
    """One system at one task, in both files: new time to old, puzzles in both, won and lost."""

    task: str
    label: str
    ratio: Ratio
    common: int
    won: Sequence[Puzzle]
    lost: Sequence[Puzzle]
    limits: str = ""  # how the limits differ, if they do: then nothing can be concluded

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
        return "worse, but tolerated" if self.ratio.words == "worse" else self.ratio.words


class Comparison(NamedTuple):
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
        texts = [_limits(row, common) for row in reversed(rows)]
        differ = "" if texts[0] == texts[1] else f"{texts[0]} before, {texts[1]} now"
        changes.append(Change(task, label, ratio(*rows, base), len(common), won, lost, differ))
    ratios = adjusted([change.ratio for change in changes])
    changes = [replace(one, ratio=found) for one, found in zip(changes, ratios, strict=True)]
    if not any(change.common for change in changes):
        reason = f"has no puzzle with the same system and task as {old.path}"
        raise PuzzleError(reason, path=str(new.path))
    alone = []
    for where, mine, theirs in (("old", before, after), ("new", after, before)):
        if names := [f"{label} ({task})" for task, label in mine if (task, label) not in theirs]:
            alone.append(f"only in the {where} file: {', '.join(names)}")
    return Comparison(changes, contradictions([*runs, *new.runs]), [*alone, *notes], clock)


def _limits(row: Row, puzzles: Iterable[Puzzle]) -> str:
    """The limits under which a system ran."""
    runs = (run for puzzle in puzzles for run in row.cells[puzzle].runs)
    found = {Limits(one.limit, one.about.get("memory_limit"), one.cpu_limit) for one in runs}
    return " or ".join(sorted(map(limits_text, found)))


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
