"""The plots of a report, by matplotlib: survival, one system against another, growth, heat."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from asp_nono.errors import missing_extra
from asp_nono.lab.analyze import CLOCKS, Board, Cell, Row, named, seconds
from asp_nono.lab.store import Puzzle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#111111", "#999933")
"""Colors that can be told apart by most color-blind people (Okabe and Ito)."""

_DASHES = ("-", "--", ":", "-.")  # line styles for when the colors repeat
_LEAST = 0.001  # seconds; axes of time do not begin below
_LIGHT, _DARK = (232, 243, 250), (8, 48, 107)  # the fastest and the slowest in a heat map
_UNSOLVED = {  # the others: colors and letters
    "time-out": ("#f4b183", "T"),
    "memory-out": ("#d9a0d0", "M"),
    "error": ("#bfbfbf", "E"),
    "wrong": ("#ff2020", "!"),
}
SIDE, INSET = 4.8, (0.13, 0.1, 0.84, 0.87)
"""The square plot in inches, and its axes: left, bottom, width, height as parts of it."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A logarithmic axis."""

    low: float
    high: float

    def share(self, value: float) -> float:
        """Where a value lies, from 0 to 1; values beyond the ends lie at the ends."""
        value = min(max(value, self.low), self.high)
        return round((log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low)), 4)


def color(number: int) -> str:
    """The color of the system with this number."""
    return _PALETTE[number % len(_PALETTE)]


def _decades(values: Iterable[float], least: float) -> Axis:
    """The powers of ten that enclose some values, none of them below `least`."""
    found = [max(value, least) for value in values] or [least, 10 * least]
    low, high = floor(log10(min(found)) + 1e-9), ceil(log10(max(found)) - 1e-9)
    return Axis(10.0**low, 10.0 ** max(high, low + 1))


def _limits(board: Board) -> set[float]:
    cells = (cell for row in board.rows for cell in row.cells.values())
    return {cell.limit for cell in cells if cell.limit is not None}


def _times(board: Board) -> Axis:
    times = [cell.time for row in board.rows for cell in row.cells.values()]
    return _decades([*times, *_limits(board)], _LEAST)


def pair_axis(board: Board) -> Axis:
    """Both axes of `pair`, which end at twice what is needed: there lie unsolved puzzles."""
    axis = _times(board)
    return Axis(axis.low, 2 * axis.high)


def positions(board: Board, order: Sequence[Row]) -> list[list[tuple[float, str] | None]]:
    """For each system and puzzle the position on the axes of `pair`, and the result in short."""
    axis = pair_axis(board)
    return [
        [
            (axis.share(cell.time if cell.solved else axis.high), described(cell)) if cell else None
            for cell in map(row.cells.get, board.puzzles)
        ]
        for row in order
    ]


def described(cell: Cell) -> str:
    """A result in short."""
    time = f"{seconds(cell.time)} s"
    return time if cell.solved else f"{cell.worst.outcome.status} after {time}"


@contextmanager
def _figure(width: float, height: float) -> Iterator[tuple[Figure, list[str]]]:
    """A figure to be drawn inside; afterwards the list holds its SVG."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise missing_extra("drawing plots", "lab") from None
    style: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "asp-nono"}
    with mpl.rc_context(style | {"text.parse_math": False, "font.size": 9}):
        figure, drawn = Figure((width, height)), list[str]()
        yield figure, drawn
        text = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(text, format="svg", metadata=nothing)
    svg = text.getvalue()
    drawn.append(re.sub(r'id="who-(\d+)"', r'data-who="\1"', svg[svg.index("<svg") :]))


@contextmanager
def _framed(
    board: Board, order: Sequence[Row], title: str, names: tuple[str, str]
) -> Iterator[tuple[Axes, list[str]]]:
    """Axes with room for a legend at the right, and the legend; the rest as `_figure`."""
    with _figure(8.6, max(4.2, 0.4 + 0.2 * len(order))) as (figure, drawn):
        axes = figure.add_axes((0.09, 0.12, 0.62, 0.8), title=f"{board.task}: {title}")
        axes.set(xlabel=names[0], ylabel=names[1])
        axes.grid(color="#dddddd")
        axes.set_axisbelow(True)
        _legend(axes, order)
        yield axes, drawn


def _legend(axes: Axes, order: Sequence[Row]) -> None:
    from matplotlib.lines import Line2D

    shown = {number: row.label for number, row in enumerate(order) if row.cells}
    lines = [Line2D([], [], **_style(number)) for number in shown]
    legend = axes.legend(lines, ["x"] * len(lines), loc="upper left", bbox_to_anchor=(1.01, 1))
    entries = zip(shown.items(), legend.get_texts(), legend.legend_handles, strict=True)
    for (number, label), text, line in entries:
        text.set(text=label, gid=f"who-{number}")  # given as labels, some would be left out
        if line:
            line.set_gid(f"who-{number}")


def _logarithmic(axes: Axes, up: Axis, across: Axis | None = None) -> None:
    axes.set(yscale="log", ylim=(up.low, up.high))
    if across:
        axes.set(xscale="log", xlim=(across.low, across.high))
    for axis in (axes.yaxis, *([axes.xaxis] if across else [])):
        axis.set_major_formatter(_short)
    axes.minorticks_off()


def _short(value: float, _: object) -> str:
    if value >= 1_000_000:
        return f"{value / 1_000_000:g}\u2009M"
    return f"{value:,.0f}".replace(",", "\u2009") if value >= 1000 else f"{value:g}"


def _style(number: int) -> dict[str, Any]:
    dashes = _DASHES[number // len(_PALETTE) % len(_DASHES)]
    return {"color": color(number), "linestyle": dashes, "gid": f"who-{number}"}


def survival(board: Board, order: Sequence[Row]) -> str:
    """The number of puzzles that each system solves within a time (cactus plot).

    `order` gives the systems their colors.
    """
    names = ("puzzles solved", f"{CLOCKS[board.clock]} for each")
    with _framed(board, order, "puzzles solved within a time", names) as (axes, drawn):
        axes.set_xlim(0, max(len(board.puzzles), 1))
        _logarithmic(axes, _times(board))
        for number, row in enumerate(order):
            mine = board.row(row.label)
            if times := sorted(mine.cells[puzzle].time for puzzle in mine.solved):
                across = range(len(times) + 1)
                axes.step(across, [times[0], *times], where="post", **_style(number))
        for limit in _limits(board):
            axes.axhline(limit, color="#222222", linestyle=":", linewidth=1)
    return drawn[0]


def growth(board: Board, order: Sequence[Row]) -> str:
    """Time against the number of ground rules; runs without clingo are left out."""
    title, names = "size of the ground program against time", ("ground rules", CLOCKS[board.clock])
    points = [
        [
            (rules, cell.time)
            for cell in board.row(row.label).cells.values()
            if (rules := max(run.outcome.rules or 0 for run in cell.runs))
        ]
        for row in order
    ]
    with _framed(board, order, title, names) as (axes, drawn):
        sizes = _decades((size for some in points for size, _ in some), 10)
        _logarithmic(axes, _times(board), sizes)
        for number, some in enumerate(points):
            if some:
                across, up = zip(*some, strict=True)
                gid = f"who-{number}"
                axes.scatter(across, up, s=14, c=color(number), alpha=0.65, gid=gid)
        if not any(points):
            axes.text(0.5, 0.5, "nothing was grounded", ha="center", transform=axes.transAxes)
    return drawn[0]


def pair(board: Board, first: Row | None = None, second: Row | None = None) -> str:
    """One system against another, a point for each puzzle that both ran; without them the frame.

    Above the diagonal are puzzles on which the second one is slower; unsolved puzzles lie on the
    outer edge.
    """
    axis = pair_axis(board)
    with _figure(SIDE, SIDE) as (figure, drawn):
        axes = figure.add_axes(INSET)
        _logarithmic(axes, axis, axis)
        axes.grid(color="#dddddd")
        ends = (axis.low, axis.high)
        for factor, style in ((1.0, "-"), (10.0, "--"), (0.1, "--")):
            line = [factor * end for end in ends]
            axes.plot(ends, line, color="#222222", linestyle=style, linewidth=0.7)
        if first and second:
            both = sorted(first.cells.keys() & second.cells.keys())
            across, up = (
                [row.cells[p].time if row.cells[p].solved else axis.high for p in both]
                for row in (first, second)
            )
            axes.scatter(across, up, s=14, c=_PALETTE[0], alpha=0.65, clip_on=False)
            axes.set(xlabel=first.label, ylabel=second.label)
    return drawn[0]


def heat_cells(board: Board, order: Sequence[Row]) -> list[list[tuple[int, str, str, str]]]:
    """The heat map: for each puzzle and system the system's number, color, mark and hint."""
    times = [cell.time for row in order for cell in row.cells.values() if cell.solved]
    low, high = min(times, default=0.01), max(times, default=1.0)

    def shown(number: int, row: Row, puzzle: Puzzle) -> tuple[int, str, str, str]:
        if not (cell := row.cells.get(puzzle)):
            return number, "white", "", ""
        solved = (_shade(cell.time, low, high), "")
        look = solved if cell.solved else _UNSOLVED[cell.worst.outcome.status]
        return number, *look, f"{row.label} on {named(puzzle)}: {described(cell)}"

    return [[shown(n, row, puzzle) for n, row in enumerate(order)] for puzzle in board.puzzles]


def _shade(time: float, low: float, high: float) -> str:
    """The color of a time on the way from the least to the greatest, by its logarithm."""
    span = log10(high / low) if high > low > 0 else 1.0
    share = min(1.0, max(0.0, log10(time / low) / span)) if time > 0 and low > 0 else 0.0
    parts = (round(a + share * (b - a)) for a, b in zip(_LIGHT, _DARK, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def heat(board: Board, order: Sequence[Row]) -> str:
    """The heat map as a plot: puzzles down, systems across, the darker the slower."""
    rows = heat_cells(board, order)
    with _figure(4 + 0.5 * len(order), 2 + 0.18 * len(rows)) as (figure, drawn):
        figure.set_layout_engine("constrained")
        axes = figure.add_subplot()
        for y, cells in enumerate(rows):
            for x, fill, mark, _ in cells:
                axes.barh(y, 1, 1, x, color=fill, edgecolor="white")
                axes.text(x + 0.5, y, mark, ha="center", va="center", fontsize=7)
        axes.set_yticks(range(len(rows)), map(named, board.puzzles))
        names = [row.label for row in order]
        axes.set_xticks([x + 0.5 for x in range(len(order))], names, rotation=50, ha="left")
        axes.xaxis.tick_top()
        axes.set(ylim=(len(rows) - 0.5, -0.5), xlim=(0, len(order)))
    return drawn[0]
