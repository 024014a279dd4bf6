"""The plots of a report: survival, one against one, and the size of ground programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from asp_nono.lab.agreement import named
from asp_nono.lab.board import Board, Cell, Row
from asp_nono.lab.runs import Puzzle
from asp_nono.lab.svg import (
    BOTTOM,
    FAINT,
    HEIGHT,
    INK,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Frame,
    Scale,
    color,
    decades,
    dot,
    label,
    line,
    stairs,
)
from asp_nono.lab.words import CLOCKS, seconds

_LEAST = 0.001
"""Seconds; axes of time do not begin below."""

_LEGEND, _NAME = 210, 15
"""The width of a legend, and the height of a name in it."""

_SIDE = 480
"""The height of the square plot."""


def _times(board: Board) -> list[float]:
    return [cell.time for row in board.rows for cell in row.cells.values()]


def _limits(board: Board) -> list[float]:
    cells = (cell for row in board.rows for cell in row.cells.values())
    return sorted({cell.limit for cell in cells if cell.limit is not None})


def _up(low: float, high: float, height: int = HEIGHT) -> Scale:
    return Scale(low, high, height - BOTTOM, TOP, logarithmic=True)


def _framed(
    title: str, scales: tuple[Scale, Scale], names: tuple[str, str], order: Sequence[Row]
) -> Frame:
    """A plot with a legend."""
    frame = Frame(title, *scales, *names, WIDTH + _LEGEND, max(HEIGHT, TOP + _NAME * len(order)))
    frame.add(*_legend(order))
    return frame


def _legend(order: Sequence[Row]) -> Iterator[str]:
    """Who is drawn how, at the right."""
    for number, row in enumerate(order):
        if row.cells:
            y = TOP + _NAME * number + _NAME / 2
            sample = stairs([(WIDTH - 4, y), (WIDTH + 20, y)], number)
            name = label((WIDTH + 26, y + 4), row.label, "start")
            yield f'<g data-who="{number}">{sample}{name}</g>'


def survival(board: Board, order: Sequence[Row]) -> str:
    """How many puzzles each competitor solves within how long; further right and lower is better.

    Also known as cactus plot. `order` gives the competitors their colours.
    """
    low, high = decades([*_times(board), *_limits(board)], _LEAST)
    across = Scale(0, max(len(board.puzzles), 1), LEFT, WIDTH - RIGHT)
    clock = CLOCKS[next(cell.clock for row in board.rows for cell in row.cells.values())]
    title = f"{board.task}: puzzles solved within a time"
    names = ("puzzles solved", f"{clock} for each")
    frame = _framed(title, (across, _up(low, high)), names, order)
    for number, row in enumerate(order):
        times = sorted(row.cells[puzzle].time for puzzle in row.solved)
        if not times:
            continue
        points = [(across(0), frame.up(times[0]))]
        points += [(across(n), frame.up(time)) for n, time in enumerate(times, 1)]
        hint = f"<title>{escape(row.label)}: {len(times)} solved</title>"
        frame.add(f'<g data-who="{number}">{hint}{stairs(points, number)}</g>')
    for limit in _limits(board):
        y = frame.up(limit)
        frame.add(line((LEFT, y), (WIDTH - RIGHT, y), INK, ' stroke-dasharray="2 4"'))
    return frame.text()


def against(board: Board, first: Row, second: Row, sets: Sequence[str]) -> str:
    """One competitor against another: a point for each puzzle given to both.

    Points above the diagonal are puzzles on which the second one is slower; what was not solved
    stands on the outer line.
    """
    across, up = pair_scales(board)
    low, end = across.low, across.high
    title = f"{board.task}: {first.label} against {second.label}"
    names = (first.label, second.label)
    width = LEFT + _SIDE - BOTTOM - TOP + RIGHT
    frame = Frame(title, across, up, *names, width=width, height=_SIDE)
    frame.add(line((across(low), up(low)), (across(end), up(end)), INK, ' class="diagonal"'))
    for factor in (10.0, 0.1):
        begin = (across(low), up(low * factor)) if factor > 1 else (across(low / factor), up(low))
        stop = (across(end / factor), up(end)) if factor > 1 else (across(end), up(end * factor))
        frame.add(line(begin, stop, FAINT, ' stroke-dasharray="4 4"'))
    for number, puzzle in enumerate(board.puzzles):
        one, other = first.cells.get(puzzle), second.cells.get(puzzle)
        more = f' data-puzzle="{number}" {whose(puzzle, sets)}'
        if one is None or other is None:
            frame.add(dot((-9, -9), color(0), named(puzzle), more))
            continue
        place = (across(shown(one, end)), up(shown(other, end)))
        frame.add(dot(place, color(0), _pair(puzzle, one, other), more))
    return frame.text()


def whose(puzzle: Puzzle, sets: Sequence[str]) -> str:
    """What the filters of a page go by."""
    return f'data-set="{sets.index(puzzle[0])}" data-name="{escape(named(puzzle))}"'


def pair_scales(board: Board) -> tuple[Scale, Scale]:
    """The two axes of `against`, which end at twice what is needed: there stands the unsolved."""
    low, high = decades([*_times(board), *_limits(board)], _LEAST)
    across = Scale(low, 2 * high, LEFT, LEFT + _SIDE - BOTTOM - TOP, logarithmic=True)
    return across, _up(low, 2 * high, _SIDE)


def shown(cell: Cell, end: float) -> float:
    """Where a result stands on an axis of time that goes to `end`: there, if it is not solved."""
    return cell.time if cell.solved else end


def _pair(puzzle: Puzzle, one: Cell, other: Cell) -> str:
    return f"{named(puzzle)}: {told(one)}, {told(other)}"


def told(cell: Cell) -> str:
    """A result in short."""
    time = f"{seconds(cell.time)} s"
    return time if cell.solved else f"{cell.worst.outcome.status} after {time}"


def growth(board: Board, order: Sequence[Row], sets: Sequence[str]) -> str:
    """Time against the number of ground rules; runs that clingo had no part in are left out."""
    points = [
        (number, puzzle, cell, rules)
        for number, row in enumerate(order)
        for puzzle, cell in row.cells.items()
        if (rules := max(run.outcome.rules or 0 for run in cell.runs))
    ]
    sizes = decades([rules for *_, rules in points], 10)
    low, high = decades([*_times(board), *_limits(board)], _LEAST)
    across = Scale(*sizes, LEFT, WIDTH - RIGHT, logarithmic=True)
    clock = CLOCKS[next(cell.clock for row in board.rows for cell in row.cells.values())]
    title = f"{board.task}: size of the ground program against time"
    frame = _framed(title, (across, _up(low, high)), ("ground rules", clock), order)
    for number, puzzle, cell, rules in points:
        more = f' data-who="{number}" {whose(puzzle, sets)}'
        hint = f"{order[number].label} on {named(puzzle)}: {rules} rules, {told(cell)}"
        frame.add(dot((across(rules), frame.up(cell.time)), color(number), hint, more))
    if not points:
        middle = ((LEFT + WIDTH - RIGHT) / 2, HEIGHT / 2)
        frame.add(label(middle, "clingo had nothing to ground", "middle"))
    return frame.text()
