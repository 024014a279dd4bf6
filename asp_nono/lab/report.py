"""Reports: tables for the terminal, Markdown and HTML, and exports of single runs."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import ceil
from pathlib import Path
from statistics import median
from textwrap import shorten
from typing import TYPE_CHECKING, NamedTuple

from asp_nono.lab import analyze
from asp_nono.lab.analyze import (
    CLOCKS,
    DASH,
    Clock,
    ComparisonConclusion,
    Ratio,
    SystemResults,
    TaskResults,
    seconds,
)
from asp_nono.lab.run import SOLVED
from asp_nono.lab.store import PuzzleName, Results, Run, machine_line, named
from asp_nono.lab.verify import checked
from asp_nono.messages import Message, counted, needs

if TYPE_CHECKING:
    from asp_nono.lab.plots import Drawn

_MIB = 1 << 20
_SAME = 1.05  # the peaks of programs that do nothing differ by less than this factor


def _columns(names: str) -> tuple[str, ...]:
    return tuple(names.split("|"))


HEAD = _columns("system|solved|time-out|memory-out|error|wrong|PAR2|PAR10|median|total|wins|MiB")
RATIO_HEAD = _columns("system|both solved|ratio|95 % interval|A|p||only it|only other|neither")
SET_HEAD = _columns("system|solved|by line|total|min-max|wall|median|PAR2|MiB|slowest")
GROWTH_HEAD = _columns("system|side|cells|solved|time|min-max|exponent|MiB")
COMPARE_HEAD = _columns("system|both solved|new/old|95 % interval|A|p|won|lost|")
_SIZES = _columns("facts|rules|atoms|variables|constraints|choices|conflicts|restarts")

_MOST_SETS = 20  # of puzzles, that have tables and curves of their own on the page
_FAULTS, _NAMED, _WRONG = 10, 3, 40  # how many errors, unsolved puzzles and wrong answers are shown


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title, and notes below it; the first column holds names."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    @property
    def right(self) -> str:
        """An r for each column that is aligned to the right: all but the first, and words."""
        words = not any(row[-1][-1:].isdigit() for row in self.rows)
        return " " + "r" * (len(self.head) - 2) + (" " if words else "r")

    def markdown(self) -> str:
        """The table in Markdown."""
        rows = [self.head, [":---", *(["---:"] * (len(self.head) - 1))], *self.rows]
        body = [
            f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows
        ]
        return "\n".join([f"### {self.title}", "", *body, "", *(f"{n}\n" for n in self.notes)])

    def latex(self) -> str:
        """The table for LaTeX with the package booktabs."""
        rows = [" & ".join(map(_tex, row)) + r" \\" for row in self.rows]
        head = " & ".join(map(_tex, self.head)) + r" \\"
        columns = self.right.replace(" ", "l")
        return "\n".join(
            [
                *(r"\begin{table}", r"\centering", rf"\caption{{{_tex(self.title)}}}"),
                *(rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *rows),
                *(r"\bottomrule", r"\end{tabular}", *(rf"\par {_tex(n)}" for n in self.notes)),
                *(r"\end{table}", ""),
            ]
        )


_TEX: dict[str, str | int | None] = {one: rf"\{one}" for one in "&%$#_{}"}
_TEX |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_TEX |= {"<": r"$<$", ">": r"$>$", "|": r"$|$"}


def _tex(text: str) -> str:
    """A text as LaTeX shows it."""
    return text.translate(str.maketrans(_TEX))


def _cells(*values: str | float | None) -> list[str]:
    """The cells of a row; floating-point numbers are seconds or ratios."""
    return [
        value if isinstance(value, str) else str(value) if type(value) is int else seconds(value)
        for value in values
    ]


def _interval(found: Ratio) -> list[str]:
    between = " to ".join(map(seconds, found.between)) if found.between else DASH
    better = DASH if found.better is None else f"{found.better:.2f}"
    p = DASH if found.p is None else "<.001" if found.p < 0.001 else f"{found.p:.3f}"
    return [seconds(found.mean), between, better, p]


def _spread(spread: analyze.Spread) -> list[str]:
    return [seconds(spread.middle), f"{seconds(spread.low)}-{seconds(spread.high)}"]


def circumstances(results: Results, clock: Clock) -> Iterator[str]:
    """The recorded runs, the machines, the meter, the checks, and how often the tests err."""
    if not (results.runs or results.copies):
        yield "no runs are recorded"
    yield from sorted({machine_line(facts) for facts in results.machines})
    if results.planned is not None:
        done = results.planned - results.missing
        yield f"{done} of {counted(results.planned, 'planned run')} recorded"
    if results.runs:
        yield str(checked(results.runs))
    watched = sum(run.outcome.guard == "rlimit and watchdog" for run in results.runs)
    if watched:
        yield f"memory of {counted(watched, 'run')} was only watched: BenchExec did not measure it"
    yield from calibration(results, clock)


def calibration(results: Results, clock: Clock) -> list[str]:
    """How often the tests of tables err on these machines, as far as that was measured."""
    return list(map(str, analyze.calibrations(results.copies, clock)))


def tables(
    results: Results, clock: Clock, *, sets: bool = False, reference: str | None = None
) -> Iterator[Table]:
    """The tables of a report, on request one for each set of puzzles, with totals.

    `reference` is a system to which the others are compared.
    """
    machines = map(json.loads, results.machines)
    # peaks up to this say nothing: they are those of the program that starts the others
    floor = max((facts.get("smallest_peak_bytes", 0) for facts in machines), default=0)
    for task in analyze.by_task(results.runs, clock):
        if sets:
            yield from (set_table(task.only(name), name, floor) for name in task.sets)
        else:
            yield summary(task)
        if reference:
            yield ratio_table(task, reference, calibration(results, clock))
        if any(name.startswith("blobs-") for name in task.sets):
            yield growth_table(task, floor)


def warnings(wrong: Sequence[Message]) -> Iterator[str]:
    """The answers that cannot be true, so that nobody overlooks them."""
    if wrong:
        yield f"!!! {counted(len(wrong), 'ANSWER').upper()} CANNOT BE TRUE !!!"
        yield from (f"!!! {line}" for line in wrong[:_WRONG])
        if len(wrong) > _WRONG:
            yield f"!!! and {len(wrong) - _WRONG} more; the HTML page lists all"
        yield ""


def summary(task: TaskResults) -> Table:
    """The systems, the best first, and the virtual best, which always chooses the fastest."""
    body = [_summary_cells(task, system) for system in task.ranked()]
    if best := task.best:
        solved = f"{len(best.solved)}/{len(task.puzzles)}"
        figures = (best.par(2), best.par(10), None, best.total, None, None)
        body.append(_cells(best.label, solved, *([DASH] * 4), *figures))
    return Table(_title(task), HEAD, body, _notes(task))


def _title(task: TaskResults) -> str:
    runs = sum(len(system.runs) for system in task.systems)
    size = f"{counted(len(task.puzzles), 'puzzle')}, {counted(runs, 'run')}"
    return f"{task.name}: {size}; {CLOCKS[task.clock]}"


def _summary_cells(task: TaskResults, system: SystemResults) -> list[str]:
    statuses = [{run.outcome.status for run in result.runs} for result in system.results.values()]
    times = {puzzle: system.results[puzzle].time for puzzle in system.solved}
    middle = median(times.values()) if times else None
    wins = sum(time <= task.fastest(puzzle).time for puzzle, time in times.items())
    counts = (sum(one in some for some in statuses) for one in HEAD[2:6])
    solved, size = f"{len(system.solved)}/{len(system.results)}", f"{system.peak / _MIB:.0f}"
    figures = (system.par(2), system.par(10), middle, system.total, wins)
    return _cells(system.label, solved, *counts, *figures, size)


def _missing(task: TaskResults) -> list[str]:
    """Systems that did not run every puzzle; their figures are of other puzzles."""
    missing = {system.label: len(task.puzzles) - len(system.results) for system in task.systems}
    return [f"{label}: {counted(n, 'puzzle')} not run" for label, n in missing.items() if n]


def _machines(task: TaskResults) -> Iterator[str]:
    """A warning if systems ran on different machines, so that their figures do not compare."""
    hosts = {
        system.label: tuple(sorted({run.outcome.host for run in system.runs}))
        for system in task.systems
    }
    if len({*hosts.values()}) > 1:
        where = "; ".join(f"{label} on {', '.join(some)}" for label, some in hosts.items())
        yield f"the systems ran on different machines, so figures do not compare: {where}"


def _notes(task: TaskResults) -> list[str]:
    """Missing runs, the meaning of times, and the errors, each message once with its puzzles."""
    found: dict[str, dict[str, set[PuzzleName]]] = {}
    for run in (run for system in task.systems for run in system.runs):
        if run.outcome.status == "error":
            mine = found.setdefault(run.outcome.message, {})
            mine.setdefault(run.label, set()).add(run.puzzle)
    notes = [*_missing(task), *_machines(task), *_clock_notes(task)]
    for message, who in islice(found.items(), _FAULTS):
        where = (
            f"{label} on {named(min(some)) if len(some) == 1 else counted(len(some), 'puzzle')}"
            for label, some in who.items()
        )
        notes.append(f"error: {message}: {', '.join(where)}")
    if len(found) > _FAULTS:
        notes.append(f"and {counted(len(found) - _FAULTS, 'other error')}")
    return notes


def _clock_notes(task: TaskResults) -> Iterator[str]:
    if task.omitted:
        names = ", ".join(task.omitted)
        yield f"left out, since their start-up cannot be separated from their work: {names}"
    theirs = [system.label for system in task.systems if all(map(analyze.outside, system.runs))]
    if theirs and len(theirs) < len(task.systems):
        yield f"whole programs, whatever they do besides: {', '.join(theirs)}; ours start Python"
    if not task.best and len(task.systems) > 1:
        yield "the virtual best needs at least two repetitions, to tell speed from noise"


def ratio_table(
    task: TaskResults, reference: str | None = None, notes: Sequence[str] = ()
) -> Table:
    """The ratio of every system to one of them, by default the best; `notes` stand below."""
    one = task.reference(reference)
    others = [system for system in task.ranked() if system is not one]
    found = analyze.adjusted([analyze.ratio(system, one) for system in others])
    body = [
        [
            *_cells(system.label, ratio.pairs, *_interval(ratio), str(ratio.conclusion)),
            *_cells(ratio.only_first, ratio.only_second, ratio.neither),
        ]
        for system, ratio in zip(others, found, strict=True)
    ]
    best = "the best is chosen by the same runs, and so looks a little better"
    more = [note for pair in zip(others, found, strict=True) for note in _doubts(*pair, one)]
    notes = [*([] if reference else [best]), *more, *notes]
    return Table(f"Compared with {one.label}", RATIO_HEAD, body, notes)


def _doubts(system: SystemResults, ratio: Ratio, one: SystemResults) -> Iterator[str]:
    """What a reader of a conclusion must know: what was left out, and what contradicts it."""
    if ratio.unmatched:
        left = counted(ratio.unmatched, "puzzle")
        yield f"{system.label}: {left} left out: no runs of both one after the other on one machine"
    mine, theirs = system.par(2), one.par(2)
    better = ratio.conclusion is ComparisonConclusion.BETTER
    if mine is None or theirs is None or not (better or ratio.conclusion == "worse"):
        return
    if mine > theirs if better else mine < theirs:
        other = "larger" if better else "smaller"
        yield (
            f"{system.label}: {ratio.conclusion} on most puzzles, but its PAR2 is {other} "
            f"({seconds(mine)} to {seconds(theirs)}): long and unsolved runs decide PAR2"
        )


def set_table(task: TaskResults, name: str, floor: int) -> Table:
    """A set: totals of whole repetitions."""
    body = [_set_cells(system, task.clock, floor) for system in task.systems]
    notes = [*_missing(task), *_machines(task), *filter(None, map(_unsolved, task.systems))]
    return Table(f"{name}, {_title(task)}", SET_HEAD, body, notes)


def _set_cells(system: SystemResults, clock: Clock, floor: int) -> list[str]:
    slowest = max(system.results.values(), key=lambda result: result.time)
    techniques = [result.runs[0].outcome.technique for result in system.results.values()]
    totals = (
        # the total of what was measured while no repetition is complete
        system.totals(one) or [analyze.by_task(system.runs, one)[0].systems[0].total or 0.0]
        for one in (clock, "wall")
    )
    total, wall = map(analyze.extremes, totals)
    solved = f"{len(system.solved)}/{len(system.results)}"
    line = f"{techniques.count('line') / len(techniques):.0%}" if any(techniques) else DASH
    middle = median(result.time for result in system.results.values())
    worst = f"{seconds(slowest.time)} {slowest.runs[0].puzzle[1]}"
    times = _cells(float(wall.middle), middle, system.par(2))
    peak = _mebibytes(system.peak, floor)
    return [system.label, solved, line, *_spread(total), *times, peak, worst]


def _mebibytes(count: int, floor: int) -> str:
    """Bytes in MiB; up to `floor` they cannot be told apart."""
    if count <= floor * _SAME:
        return f"<{ceil(floor * _SAME / _MIB)}"
    return f"{count / _MIB:.0f}"


def _unsolved(system: SystemResults) -> str:
    """The unsolved puzzles, with reasons; nothing if there are none."""
    worst = [result.worst for result in system.results.values() if not result.solved]
    shown = "; ".join(
        f"{run.puzzle[1]} ({shorten(run.outcome.message, 100, placeholder=' ...')})"
        for run in worst[:_NAMED]
    )
    more = f"; and {len(worst) - _NAMED} more" if len(worst) > _NAMED else ""
    return f"{system.label}: unsolved: {shown}{more}" if worst else ""


def growth_table(task: TaskResults, floor: int) -> Table:
    """How time and memory grow with the side of generated puzzles."""
    body = [cells for system in task.systems for cells in _growth_rows(system, floor)]
    title = f"{task.name}: growth with the side; {CLOCKS[task.clock]}, median of the puzzles"
    return Table(title, GROWTH_HEAD, body)


def _growth_rows(system: SystemResults, floor: int) -> Iterator[list[str]]:
    by_side: dict[int, list[analyze.PuzzleResult]] = {}
    for puzzle, result in system.results.items():
        if puzzle[0].startswith("blobs-"):
            by_side.setdefault(result.runs[0].about.get("width", 0), []).append(result)
    points: list[tuple[float, float]] = []
    for side, results in sorted(by_side.items()):
        times = analyze.extremes([result.time for result in results])
        points.append((side, times.middle))
        solved = f"{sum(result.solved for result in results)}/{len(results)}"
        peak = _mebibytes(max(result.peak for result in results), floor)
        size = [str(side), str(side * side), solved]
        yield [system.label, *size, *_spread(times), _exponent(points[-2:]), peak]
    if len(points) > 1:
        span = f"{points[0][0]}-{points[-1][0]}"
        yield [system.label, span, "", "", "", "", _exponent(points), ""]


def _exponent(points: Sequence[tuple[float, float]]) -> str:
    found = analyze.exponent(points)
    return DASH if found is None else f"{found:.2f}"


def comparison(found: analyze.Comparison, tolerance: float) -> Iterator[str | Table]:
    """The lines and tables of a comparison of two files."""
    yield from warnings(found.wrong)
    for task in dict.fromkeys(change.task for change in found.changes):
        changes = [change for change in found.changes if change.task == task]
        body = [
            [
                *_cells(one.label, one.ratio.pairs, *_interval(one.ratio)),
                *_cells(len(one.won), len(one.lost), one.verdict(tolerance)),
            ]
            for one in changes
        ]
        names = ((one.label, analyze.several(one.lost)) for one in changes if one.lost)
        lost = [f"{label}: no longer solved: {some}" for label, some in names]
        pairs = ((one.label, one.limits) for one in changes if one.limits)
        limits = [f"{label}: other limits: {some}" for label, some in pairs]
        yield Table(f"{task}; {CLOCKS[found.clock]}", COMPARE_HEAD, body, [*limits, *lost])
        yield ""
    yield from map(str, found.notes)
    worse = sum(change.regressed(tolerance) for change in found.changes)
    differ = sum(bool(change.limits) for change in found.changes)
    if differ:
        yield f"nothing concluded about {counted(differ, 'system')} with other limits than before"
    yield counted(worse, "regression") if worse else "no regression"


def markdown(results: Results, wrong: Sequence[Message], clock: Clock) -> str:
    """The report in Markdown."""
    lines = [*warnings(wrong), *circumstances(results, clock), ""]
    return "\n".join([*lines, *(table.markdown() for table in tables(results, clock))])


class PagePart(NamedTuple):
    """What the page shows of a task for all puzzles, or for one set."""

    set: str  #: empty for all
    task: TaskResults
    systems: Sequence[SystemResults]  #: in the order of the page; some may have no results here


def page(results: Results, wrong: Sequence[Message], clock: Clock) -> str:
    """The report as one HTML page that needs nothing else: tables, plots, and filters.

    Tables and curves are made for all puzzles and for each of the `_MOST_SETS` largest sets; the
    script chooses which of them to show. Without script the page shows all but single runs and one
    system against another.
    """
    with needs("lab", "an HTML report"):
        from jinja2 import Environment, FileSystemLoader

        from asp_nono.lab import plots
    tasks = analyze.by_task(results.runs, clock)
    labels = list(dict.fromkeys(one.label for task in tasks for one in task.ranked()))
    sets = _largest_sets(results.runs)
    shown = [list(_parts(task, labels, sets)) for task in tasks]
    files = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
    return files.get_template("report.html").render(
        title=" and ".join(dict.fromkeys(name for name, _ in results.plans)) or results.path.name,
        circumstances=list(circumstances(results, clock)),
        wrong=wrong,
        labels=labels,
        sets=sets,
        left_out=len({run.puzzle[0] for run in results.runs}) - len(sets),
        tasks=shown,
        statuses=(*SOLVED, "time-out", "memory-out", "error", "wrong"),
        plans=results.plans,
        title_of=_title,
        summary=summary,
        ratio_table=partial(ratio_table, notes=calibration(results, clock)),
        named=named,
        plots=plots,
        clock=CLOCKS[clock],
        data={
            "inset": plots.INSET,
            "solved": SOLVED,
            "tasks": [_task_data(whole) for whole, *_ in shown],
            "runs": [_run_cells(run) for run in results.runs],
        },
    )


def _largest_sets(runs: Sequence[Run]) -> list[str]:
    """The sets that have tables of their own, by name; none if there is only one."""
    sizes = Counter(some for some, _ in {run.puzzle for run in runs})
    return sorted(name for name, _ in sizes.most_common(_MOST_SETS)) if len(sizes) > 1 else []


def _parts(task: TaskResults, labels: Sequence[str], sets: Sequence[str]) -> Iterator[PagePart]:
    yield PagePart("", task, [task.system(label) for label in labels])
    for name in sets:
        if name in task.sets:
            some = task.only(name)
            yield PagePart(name, some, [some.system(label) for label in labels])


def _task_data(whole: PagePart) -> dict[str, object]:
    """Where the page draws its points: a place on the axis for each system and puzzle, and words.

    `grounded` has for each system the puzzles, by number, in the plot of ground programs.
    """
    from asp_nono.lab import plots

    puzzles = whole.task.puzzles
    found = ([system.results.get(puzzle) for puzzle in puzzles] for system in whole.systems)
    return {
        "labels": [system.label for system in whole.systems],
        "puzzles": puzzles,
        "places": plots.places(whole.task, whole.systems),
        "grounded": [
            [number for number, result in enumerate(results) if result and result.rules]
            for results in found
        ],
    }


def _run_cells(run: Run) -> list[object]:
    """A system of the table of single runs, whose head is in the template."""
    o = run.outcome
    stages = (o.read_wall, o.line_wall, o.load_wall, o.ground_wall, o.solve_wall)
    times = [None if value is None else round(value, 3) for value in (o.wall, o.cpu, *stages)]
    sizes = (getattr(o, name) for name in _SIZES)
    models = None if o.models is None else f"{o.models}{'' if o.exhausted else '+'}"
    about = (named(run.puzzle), run.label, run.task, run.repetition, o.status)
    return [*about, *times, round(o.peak_bytes / _MIB, 1), *sizes, models, o.message]


def latex(results: Results, wrong: Sequence[Message], clock: Clock) -> str:
    """The tables for LaTeX, the warnings and circumstances as comments."""
    said = "\n".join([*warnings(wrong), *circumstances(results, clock)]).splitlines()
    comments = (f"% {line}".rstrip() for line in said)
    return "\n".join([*comments, *(table.latex() for table in tables(results, clock))])


def plots_of(results: Results, clock: Clock) -> "Drawn":
    """The plots of each task by name, the best system against each other one."""
    from asp_nono.lab import plots

    drawn = {}
    for task in analyze.by_task(results.runs, clock):
        order, name = task.ranked(), _word(task.name)
        drawn[f"{name}-survival"] = plots.survival(task, order)
        drawn[f"{name}-profile"] = plots.profile(task, order)
        drawn[f"{name}-ground-size"] = plots.growth(task, order)
        drawn[f"{name}-heat"] = plots.heat(task, order)
        for system in order[1:]:
            pair = f"{_word(system.label)}-against-{_word(order[0].label)}"
            drawn[f"{name}-{pair}"] = plots.pair(task, system, order[0])
    return drawn


def _word(text: str) -> str:
    """A text as a part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-")[:80]
