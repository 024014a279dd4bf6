"""Plots, by matplotlib: survival, profile, pairs, growth, heat, bars, times, points."""

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from asp_nono.files import make_folder, write_whole
from asp_nono.lab.analyze import CLOCKS, PuzzleResult, SystemResults, TaskResults, seconds
from asp_nono.lab.grounding import GrowthResult
from asp_nono.lab.store import PuzzleName, named

_PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#111111", "#999933")
"""Colors that can be told apart by most color-blind people (Okabe and Ito)."""

_DASHES = ("-", "--", ":", "-.")  # line styles for when the colors repeat
_MARKERS = "os^vDPX*"  # of points, for each color another one
_LEAST = 0.001  # seconds; axes of time do not begin below
_SHORTEST = 0.00001  # the same where a puzzle is not a process of its own
_QUANTILES = np.linspace(0, 1, 201)  # the points of a curve, however many puzzles there are
_LIGHT, _DARK = (232, 243, 250), (8, 48, 107)  # the fastest and the slowest in a heat map
_UNSOLVED = {  # the others: colors and letters
    "time-out": ("#f4b183", "T"),
    "memory-out": ("#d9a0d0", "M"),
    "error": ("#bfbfbf", "E"),
    "wrong": ("#ff2020", "!"),
}
_SIDE, INSET = 4.8, (0.13, 0.1, 0.84, 0.87)
"""The square plot in inches, and its axes: left, bottom, width, height as parts of it."""

_FRAME = (0.09, 0.12, 0.62, 0.8)  # the axes of a plot with a legend

Drawn: TypeAlias = Mapping[str, Figure]
"""Plots by name."""

_Axis: TypeAlias = tuple[float, float]  # the ends of a logarithmic axis
_styled = rc_context(
    {
        "svg.fonttype": "none",
        "svg.hashsalt": "asp-nono",  # the same plot is the same text each time
        "text.parse_math": False,
        "font.size": 9,
    }
)


def color(number: int) -> str:
    """The color of the system with this number."""
    return _PALETTE[number % len(_PALETTE)]


def _decades(values: Iterable[float], least: float) -> _Axis:
    """The powers of ten that enclose some values, none of them below `least`."""
    found = [max(value, least) for value in values] or [least, 10 * least]
    low, high = floor(log10(min(found)) + 1e-9), ceil(log10(max(found)) - 1e-9)
    return 10.0**low, 10.0 ** max(high, low + 1)


def _limits(task: TaskResults) -> set[float]:
    results = (result for system in task.systems for result in system.results.values())
    return {result.limit for result in results if result.limit is not None}


def _times(task: TaskResults) -> _Axis:
    times = [result.time for system in task.systems for result in system.results.values()]
    return _decades([*times, *_limits(task)], _LEAST)


def _described(result: PuzzleResult) -> str:
    """A result in short."""
    time = f"{seconds(result.time)} s"
    return time if result.solved else f"{result.worst.outcome.status} after {time}"


@_styled
def svg(figure: Figure) -> str:
    """A plot as SVG."""
    text = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(text, format="svg", metadata=nothing)
    drawn = text.getvalue()
    return re.sub(r'id="who-(\d+)"', r'data-who="\1"', drawn[drawn.index("<svg") :])


@_styled
def pdf(figure: Figure) -> bytes:
    """A plot as PDF, without its date."""
    data = io.BytesIO()
    figure.savefig(data, format="pdf", metadata={"CreationDate": None})
    return data.getvalue()


def save(drawn: Drawn, folder: Path, kind: str) -> list[Path]:
    """Write plots into a folder as files of a kind (svg, pdf), each with its name."""
    make_folder(folder)
    files = {folder / f"{name}.{kind}": figure for name, figure in drawn.items()}
    for path, figure in files.items():
        write_whole(path, pdf(figure) if kind == "pdf" else svg(figure).encode())
    return list(files)


def _shown(order: Sequence[SystemResults]) -> dict[int, str]:
    """The systems with results, by their numbers."""
    return {number: system.label for number, system in enumerate(order) if system.results}


def _framed(
    title: str, shown: Mapping[int, str], names: tuple[str, str], *, points: bool = False
) -> tuple[Figure, Axes]:
    """A figure whose axes have a legend at the right, of what is shown by number."""
    figure = Figure((8.6, max(4.2, 0.4 + 0.2 * len(shown))))
    axes = figure.add_axes(_FRAME, title=title)
    axes.set(xlabel=names[0], ylabel=names[1])
    axes.grid(color="#dddddd")
    axes.set_axisbelow(True)
    lines = [Line2D([], [], **_style(number, points=points)) for number in shown]
    legend = axes.legend(lines, ["x"] * len(lines), loc="upper left", bbox_to_anchor=(1.01, 1))
    entries = zip(shown.items(), legend.get_texts(), legend.legend_handles, strict=True)
    for (number, label), text, line in entries:
        text.set(text=label, gid=f"who-{number}")  # given as labels, some would be left out
        if line:
            line.set_gid(f"who-{number}")
    return figure, axes


def _logarithmic(axes: Axes, up: _Axis, across: _Axis | None = None) -> None:
    axes.set(yscale="log", ylim=up)
    if across:
        axes.set(xscale="log", xlim=across)
    for axis in (axes.yaxis, *([axes.xaxis] if across else [])):
        axis.set_major_formatter(_short)
    axes.minorticks_off()


def _short(value: float, _: object) -> str:
    if value >= 1_000_000:
        return f"{value / 1_000_000:g}\u2009M"
    return f"{value:,.0f}".replace(",", "\u2009") if value >= 1000 else f"{value:g}"


def _style(number: int, *, points: bool = False) -> dict[str, Any]:
    """The look of a system's line or points: when the colors repeat, dashes and markers differ."""
    turn = number // len(_PALETTE)
    look = {"marker": _MARKERS[(number + turn) % len(_MARKERS)], "markersize": 4, "alpha": 0.65}
    line = {"linestyle": _DASHES[turn % len(_DASHES)]}
    more = {**look, "linestyle": ""} if points else line
    return {"color": color(number), "gid": f"who-{number}", **more}


@_styled
def survival(task: TaskResults, order: Sequence[SystemResults]) -> Figure:
    """The number of puzzles solved within a time (cactus plot); `order` gives systems colors."""
    names = ("puzzles solved", f"{CLOCKS[task.clock]} for each")
    figure, axes = _framed(f"{task.name}: puzzles solved within a time", _shown(order), names)
    axes.set_xlim(0, max(len(task.puzzles), 1))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    _logarithmic(axes, _times(task))
    for number, system in enumerate(order):
        mine = task.system(system.label)
        if times := sorted(mine.results[puzzle].time for puzzle in mine.solved):
            across = range(len(times) + 1)
            axes.step(across, [times[0], *times], where="post", **_style(number))
    for limit in _limits(task):
        axes.axhline(limit, color="#222222", linestyle=":", linewidth=1)
    return figure


@_styled
def profile(task: TaskResults, order: Sequence[SystemResults]) -> Figure:
    """The share of puzzles that each system solves within a factor of the fastest on each.

    E. Dolan and J. Moré, "Benchmarking optimization software with performance profiles",
    Mathematical Programming 91, 2002.
    """
    names = ("time / time of the fastest", "share of puzzles")
    figure, axes = _framed(f"{task.name}: performance profile", _shown(order), names)
    least = {puzzle: max(task.fastest(puzzle).time, _LEAST) for puzzle in task.puzzles}
    factors = [
        sorted(max(system.results[one].time / least[one], 1.0) for one in system.solved)
        for system in (task.system(system.label) for system in order)
    ]
    end = _decades([factor for some in factors for factor in some], 1.0)[1]
    axes.set(xscale="log", xlim=(1, end), ylim=(0, 1.02))
    axes.xaxis.set_major_formatter(_short)
    axes.minorticks_off()
    for number, some in enumerate(factors):
        if some:
            up = [place / len(task.puzzles) for place in range(len(some) + 1)]
            axes.step([1.0, *some, end], [*up, up[-1]], where="post", **_style(number))
    return figure


@_styled
def growth(task: TaskResults, order: Sequence[SystemResults]) -> Figure:
    """Time against the number of ground rules; runs without clingo are left out."""
    title = f"{task.name}: size of the ground program against time"
    names = ("ground rules", CLOCKS[task.clock])
    points = [
        [(result.rules, result.time) for result in system.results.values() if result.rules]
        for system in (task.system(system.label) for system in order)
    ]
    figure, axes = _framed(title, _shown(order), names, points=True)
    _logarithmic(axes, _times(task), _decades((size for some in points for size, _ in some), 10))
    for number, some in enumerate(points):
        if some:
            across, up = zip(*some, strict=True)
            axes.plot(across, up, **_style(number, points=True))
    if not any(points):
        axes.text(0.5, 0.5, "nothing was grounded", ha="center", transform=axes.transAxes)
    return figure


def _pair_axis(task: TaskResults) -> _Axis:
    """The axis of a pair: unsolved puzzles lie at its end."""
    low, high = _times(task)
    return low, 2 * high


def places(
    task: TaskResults, order: Sequence[SystemResults]
) -> list[list[tuple[float, str] | None]]:
    """For each system and puzzle the place where `pair` draws it, from 0 to 1, and words for it."""
    low, high = _pair_axis(task)

    def place(result: PuzzleResult) -> tuple[float, str]:
        time = max(result.time, low) if result.solved else high
        return round(log10(time / low) / log10(high / low), 4), _described(result)

    found = ([system.results.get(puzzle) for puzzle in task.puzzles] for system in order)
    return [[place(result) if result else None for result in results] for results in found]


@_styled
def pair(
    task: TaskResults, first: SystemResults | None = None, second: SystemResults | None = None
) -> Figure:
    """One system against another, a point for each puzzle that both ran; without them the frame.

    Above the diagonal are puzzles on which the second one is slower; unsolved puzzles lie on the
    outer edge; dotted lines are limits.
    """
    axis, figure = _pair_axis(task), Figure((_SIDE, _SIDE))
    axes = figure.add_axes(INSET)
    _logarithmic(axes, axis, axis)
    axes.grid(color="#dddddd")
    for factor, style in ((1.0, "-"), (10.0, "--"), (0.1, "--")):
        line = [factor * end for end in axis]
        axes.plot(axis, line, color="#222222", linestyle=style, linewidth=0.7)
    for limit in _limits(task):
        for draw in (axes.axhline, axes.axvline):
            draw(limit, color="#222222", linestyle=":", linewidth=1)
    if first and second:
        both = sorted(first.results.keys() & second.results.keys())
        across, up = (
            [system.results[p].time if system.results[p].solved else axis[1] for p in both]
            for system in (first, second)
        )
        axes.scatter(across, up, s=14, c=_PALETTE[0], alpha=0.65, clip_on=False)
        unit = CLOCKS[task.clock]
        axes.set(xlabel=f"{first.label} ({unit})", ylabel=f"{second.label} ({unit})")
    return figure


def heat_cells(
    task: TaskResults, order: Sequence[SystemResults]
) -> list[list[tuple[int, str, str, str]]]:
    """The heat map: for each puzzle and system the system's number, color, mark and hint."""
    times = [result.time for system in order for result in system.results.values() if result.solved]
    low, high = min(times, default=0.01), max(times, default=1.0)

    def shown(number: int, system: SystemResults, puzzle: PuzzleName) -> tuple[int, str, str, str]:
        if not (result := system.results.get(puzzle)):
            return number, "white", "", ""
        time = min(max(result.time, low), high)
        share = log10(time / low) / log10(high / low) if 0 < low < high else 0.0
        shade = bytes(round(a + share * (b - a)) for a, b in zip(_LIGHT, _DARK, strict=True))
        look = (f"#{shade.hex()}", "") if result.solved else _UNSOLVED[result.worst.outcome.status]
        return number, *look, f"{system.label} on {named(puzzle)}: {_described(result)}"

    return [[shown(n, system, puzzle) for n, system in enumerate(order)] for puzzle in task.puzzles]


@_styled
def heat(task: TaskResults, order: Sequence[SystemResults]) -> Figure:
    """The heat map as a plot: puzzles down, systems across, the darker the slower."""
    rows = heat_cells(task, order)
    figure = Figure((4 + 0.5 * len(order), 2 + 0.18 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    for y, cells in enumerate(rows):
        for x, fill, mark, _ in cells:
            axes.barh(y, 1, 1, x, color=fill, edgecolor="white")
            axes.text(x + 0.5, y, mark, ha="center", va="center", fontsize=7)
    axes.set_yticks(range(len(rows)), map(named, task.puzzles))
    names = [system.label for system in order]
    axes.set_xticks([x + 0.5 for x in range(len(order))], names, rotation=50, ha="left")
    axes.xaxis.tick_top()
    axes.set(ylim=(len(rows) - 0.5, -0.5), xlim=(0, len(order)))
    return figure


@_styled
def ground_growth(found: GrowthResult) -> Figure:
    """Ground rules and time against the side of a puzzle; thin lines are single rules."""
    figure = Figure((9, 4.5), layout="constrained")
    panels = (("instances", "instances", 1.0), ("time_instantiate", "CPU ms", 1e-6))
    for axes, (name, label, unit) in zip(figure.subplots(1, 2), panels, strict=True):
        for number, program in enumerate(found.names):
            lines = [sizes[number] for _, sizes in found.rules() if sizes[number]]
            for line in lines:
                values = [unit * getattr(one, name) for one in line]
                axes.plot(found.sides[-len(values) :], values, color=color(number), linewidth=0.6)
            sums = [
                unit * sum(getattr(rule, name) for rule in some[number].rules)
                for some in found.profiles
            ]
            axes.plot(found.sides, sums, color=color(number), linewidth=2.2, label=program)
        axes.set(xlabel="rows and columns", ylabel=label, yscale="log")
        axes.yaxis.set_major_formatter(_short)
        axes.grid(color="#dddddd")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=3)
    return figure


@_styled
def bars(title: str, numbers: Mapping[str, int]) -> Figure:
    """How many puzzles there are of each kind."""
    figure = Figure((6.4, 1.1 + 0.3 * len(numbers)), layout="constrained")
    axes = figure.add_subplot(title=title, xlabel="puzzles")
    places = range(len(numbers))
    drawn = axes.barh(places, list(numbers.values()), color=_PALETTE[0])
    axes.bar_label(drawn, [_short(number, None) for number in numbers.values()], padding=3)
    axes.set_yticks(places, list(numbers))
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(_short)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    return figure


@_styled
def times(title: str, groups: Mapping[str, Sequence[float]]) -> Figure:
    """The share of the puzzles of each group that are done within a time."""
    names = ("wall-clock time of a puzzle, s", "share of puzzles")
    found = {name: np.quantile(some, _QUANTILES) for name, some in groups.items() if len(some)}
    figure, axes = _framed(title, dict(enumerate(found)), names)
    ends = [float(end) for some in found.values() for end in (some[0], some[-1])]
    axes.set(xscale="log", xlim=_decades(ends, _SHORTEST), ylim=(0, 1.02))
    axes.xaxis.set_major_formatter(_short)
    axes.minorticks_off()
    for number, some in enumerate(found.values()):
        axes.plot(np.maximum(some, _SHORTEST), _QUANTILES, **_style(number))
    return figure


@_styled
def points(title: str, names: tuple[str, str], places: Mapping[str, tuple[float, float]]) -> Figure:
    """Something measured against something else, a point for each name; up is logarithmic."""
    figure, axes = _framed(title, dict(enumerate(places)), names, points=True)
    for number, (across, up) in enumerate(places.values()):
        axes.plot([across], [up], **_style(number, points=True))
    axes.set(yscale="log")
    axes.yaxis.set_major_formatter(_short)
    axes.yaxis.set_minor_formatter(_short)
    return figure
