"""The heat map of a report: puzzles down, competitors across, the darker the slower."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, cos, log10, radians, sin

from asp_nono.lab.agreement import named
from asp_nono.lab.board import Board, Cell, Row
from asp_nono.lab.plots import told, whose
from asp_nono.lab.svg import label, opening

ROW, COLUMN = 15, 44
"""The size of a cell in pixels."""

_NAMES = 220
"""Room for the names of puzzles on the left."""

_TURN = 50
"""Degrees by which the names of competitors are turned at the top."""

_LETTER = 6.5
"""About the width of a letter in pixels."""

_LIGHT, _DARK = (232, 243, 250), (8, 48, 107)
"""From the fastest to the slowest."""

_MARKS = {"time-out": "T", "memory-out": "M", "error": "E", "wrong": "!"}
_UNSOLVED = {"time-out": "#f4b183", "memory-out": "#d9a0d0", "error": "#bfbfbf", "wrong": "#ff2020"}
"""Letters and colours of what was not solved."""


def heat(board: Board, order: Sequence[Row], sets: Sequence[str]) -> str:
    """The map as SVG."""
    times = [cell.time for row in order for cell in row.cells.values() if cell.solved]
    low, high = min(times, default=0.01), max(times, default=1.0)
    longest = _LETTER * max((len(row.label) for row in order), default=0)
    head = 30 + ceil(longest * sin(radians(_TURN)))
    width = _NAMES + COLUMN * len(order) + ceil(longest * cos(radians(_TURN)))
    height = head + ROW * len(board.puzzles) + 10
    parts = [
        opening(width, height, 'class="heat" role="img" font-size="11"'),
        f"<title>{escape(board.task)}: seconds by puzzle and competitor</title>",
    ]
    for number, row in enumerate(order):
        x = _NAMES + COLUMN * number + COLUMN // 2
        turn = f'transform="translate({x} {head - 6}) rotate(-{_TURN})"'
        parts.append(f'<text data-who="{number}" {turn}>{escape(row.label)}</text>')
    for number, puzzle in enumerate(board.puzzles):
        mine = [(n, row.cells[puzzle]) for n, row in enumerate(order) if puzzle in row.cells]
        cells = [_cell(n, cell, order[n].label, low, high) for n, cell in mine]
        name = label((_NAMES - 6, ROW - 4), named(puzzle), "end")
        place = f'transform="translate(0 {head + ROW * number})"'
        data = whose(puzzle, sets)
        parts.append(f'<g class="line" {data} {place}>{name}{"".join(cells)}</g>')
    return "\n".join([*parts, "</svg>\n"])


def _cell(number: int, cell: Cell, who: str, low: float, high: float) -> str:
    x = _NAMES + COLUMN * number
    status = cell.worst.outcome.status
    fill = _shade(cell.time, low, high) if cell.solved else _UNSOLVED[status]
    hint = f"<title>{escape(f'{who} on {named(cell.runs[0].puzzle)}: {told(cell)}')}</title>"
    box = f'<rect x="{x}" width="{COLUMN - 1}" height="{ROW - 1}" fill="{fill}">{hint}</rect>'
    mark = "" if cell.solved else label((x + COLUMN // 2, ROW - 4), _MARKS[status], "middle")
    return f'<g data-who="{number}">{box}{mark}</g>'


def _shade(time: float, low: float, high: float) -> str:
    """The colour of a time on the way from the least to the greatest, by its logarithm."""
    span = log10(high / low) if high > low > 0 else 1.0
    share = min(1.0, max(0.0, log10(time / low) / span)) if time > 0 and low > 0 else 0.0
    parts = (round(a + share * (b - a)) for a, b in zip(_LIGHT, _DARK, strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)
