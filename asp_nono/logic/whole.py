"""Rules that look at all blocks of a line together."""

from __future__ import annotations

from collections.abc import Iterator

from asp_nono.clue import BACKGROUND
from asp_nono.line.bits import each, span
from asp_nono.line.complete import solve
from asp_nono.line.patterns import count_patterns
from asp_nono.line.reasons import conflict
from asp_nono.logic.grounds import grounds
from asp_nono.logic.matrix import Matrix, matrix, room_in_gap
from asp_nono.logic.names import cells_named, contradiction
from asp_nono.logic.rules import Finding, Rule
from asp_nono.logic.view import View


def assignment(view: View) -> Iterator[Finding]:
    """Blocks are assigned to gaps: some gap holds none, or some block lies in one gap only."""
    found = matrix(view)
    if len(found.gaps) > 1:
        yield from _empty(view, found)
        yield from _sole(view, found)


def _empty(view: View, found: Matrix) -> Iterator[Finding]:
    for gap, (first, last) in enumerate(found.gaps):
        if not any(row[gap] for row in found.rows):
            cells = span(first - 1, last)
            reason = f"the other gaps take all blocks: none can lie in {cells_named(cells)}"
            lost = view.only(BACKGROUND, cells)
            yield Finding(Rule.ASSIGNMENT, lost, reason, matrix=found)


def _sole(view: View, found: Matrix) -> Iterator[Finding]:
    for block, row in enumerate(found.rows):
        if sum(row) != 1:
            continue
        gap = row.index(True)
        first, end = room_in_gap(view, found, block, gap)
        size = view.clue[block].least
        sure = span(end - size, first + size)
        if not sure:
            continue
        where = cells_named(span(found.gaps[gap][0] - 1, found.gaps[gap][1]))
        reason = (
            f"{view.names.block(view.clue, block)} can lie in no other gap than {where}, and "
            f"covers {cells_named(sure)} wherever it lies there"
        )
        lost = view.only(view.clue[block].color, sure)
        yield Finding(Rule.ASSIGNMENT, lost, reason, (block,), found)


def exhaustive(view: View) -> Iterator[Finding]:
    """All that follows from the line: what every way to fill it has in common.

    Cells that lose the same colours are one finding.
    """
    left = solve(view.clue, view.length, view.allowed)
    if left is None:
        return
    gone = [had & ~has for had, has in zip(view.allowed, left, strict=True)]
    for colors, cells in _groups(gone).items():
        lost = tuple(cells if color in colors else 0 for color in range(len(gone)))
        because = grounds(view.clue, view.length, view.allowed, lost)
        reason = _why(view.within(because), cells, colors)
        yield Finding(Rule.EXHAUSTIVE, lost, reason, because=because)


def _groups(gone: list[int]) -> dict[tuple[int, ...], int]:
    """The cells that lose the same colours, by these colours."""
    groups: dict[tuple[int, ...], int] = {}
    news = 0
    for cells in gone:
        news |= cells
    for cell in each(news):
        colors = tuple(color for color, cells in enumerate(gone) if cells >> cell & 1)
        groups[colors] = groups.get(colors, 0) | 1 << cell
    return groups


def _why(view: View, cells: int, colors: tuple[int, ...]) -> str:
    """What would go wrong in a single cell, or how many ways to fill the line agree."""
    ways = count_patterns(view.clue, view.length, view.allowed)
    if ways == 1:
        return "there is only one way to fill the line"
    one = not cells & (cells - 1)
    if one and len(colors) == 1:
        tried = [had & ~cells for had in view.allowed]
        tried[colors[0]] = view.allowed[colors[0]]
        wrong = conflict(view.clue, view.length, tried)
        if wrong is None:
            raise AssertionError("a colour is refuted, and yet the line can be filled with it")
        if wrong.cell is not None and cells >> wrong.cell & 1:
            color = view.names.color(colors[0])
            return f"if {cells_named(cells)} were {color}, no block would be left for it"
        words = contradiction(view.clue, view.length, wrong, view.line.axis)
        return f"if {cells_named(cells)} were {view.names.color(colors[0])}: {words}"
    none = (
        f"{cells_named(cells)} {'is' if one else 'are'} {view.names.colors(colors)} in none of them"
    )
    return f"there are {ways} ways to fill the line, and {none}"
