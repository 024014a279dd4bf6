"""The rules by which people solve nonograms, from the easiest to the hardest.

A rule looks at one line that can be filled, and yields everything it finds, known or not.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from itertools import chain
from operator import or_

from asp_nono.clue import BACKGROUND, least_cells, total_cells
from asp_nono.line.bits import each, span
from asp_nono.line.patterns import conflict, count_patterns
from asp_nono.line.solver import Placement, solve
from asp_nono.logic.view import LineView, Matrix, matrix, room_in_gap
from asp_nono.logic.wording import SHOWN, cells_named, contradiction, counted, stretches
from asp_nono.messages import Message, Value, all_of, plural


class Rule(StrEnum):
    """Why a step holds."""

    BLANK = "blank line"
    FIT = "exact fit"
    OVERLAP = "overlap"
    DONE = "all blocks painted"
    REST = "no cell to spare"
    ABSENT = "no such block"
    COMPLETE = "block complete"
    GAP = "gap too small"
    UNREACHABLE = "out of reach"
    EXTEND = "grow from a wall"
    SPLIT = "would join"
    ASSIGNMENT = "blocks to gaps"
    SQUEEZE = "pulled together"
    EXHAUSTIVE = "every way tried"
    CONTRADICTION = "contradiction"
    MERGE = "both ways agree"
    DEEPER = "deeper contradiction"
    LINEAR = "adding up"
    SEARCH = "search"
    IMPOSSIBLE = "no way"


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of a rule on a line."""

    rule: Rule
    lost: tuple[int, ...]  #: for each color the positions shown not to have it, known or not
    reason: Message
    blocks: tuple[int, ...] = ()  #: the blocks that the reason names, from 0
    matrix: Matrix | None = None  #: of the rule "blocks to gaps"
    because: int | None = None  #: the positions that the reason needs, where the rule knows them

    def news(self, view: LineView) -> tuple[int, ...]:
        """The colors lost that were still open before."""
        return tuple(cells & had for cells, had in zip(self.lost, view.allowed, strict=True))


LineRule = Callable[[LineView], Iterator[Finding]]


def first_news(rule: LineRule, view: LineView) -> Finding | None:
    """The first thing that a rule finds and that was not known."""
    return next((found for found in rule(view) if any(found.news(view))), None)


# Rules about the clue and the ranges of its blocks


def blank(view: LineView) -> Iterator[Finding]:
    """A line without blocks is background."""
    if not view.clue:
        lost = view.only(BACKGROUND, view.everything)
        reason = Message("the clue has no blocks, so all cells are background")
        yield Finding(Rule.BLANK, lost, reason)


def fit(view: LineView) -> Iterator[Finding]:
    """A clue that needs the whole line can lie in one way only."""
    if not view.clue or least_cells(view.clue) != view.length:
        return
    allowed = [0] * len(view.allowed)
    for block in view.ranges:
        allowed[view.clue[block.number].color] |= block.sure
    allowed[BACKGROUND] = view.everything & ~sum(allowed)
    lost = tuple(view.everything & ~cells for cells in allowed)
    reason = plural(
        len(view.clue),
        "the only block fills all {length} cells, so there is only one way",
        "the blocks with the gaps between them fill all {length} cells, so there is only one way",
        length=view.length,
    )
    yield Finding(Rule.FIT, lost, reason, tuple(range(len(view.clue))))


def overlap(view: LineView) -> Iterator[Finding]:
    """Pushed to both ends, a block covers some cells both times."""
    yield from _covered(view, Rule.OVERLAP, view.ranges)


def squeeze(view: LineView) -> Iterator[Finding]:
    """The same, and what lies out of reach, when all filled cells have to be covered."""
    covered = _covered(view, Rule.SQUEEZE, view.tight_ranges)
    for found in chain(covered, _outside(view, Rule.SQUEEZE, view.tight_ranges)):
        reason = Message(
            "every filled cell has to belong to a block; {reason}", reason=found.reason
        )
        yield replace(found, reason=reason)


def unreachable(view: LineView) -> Iterator[Finding]:
    """Cells that lie in the range of no block of a color do not have it."""
    yield from _outside(view, Rule.UNREACHABLE, view.ranges)


def done(view: LineView) -> Iterator[Finding]:
    """When all cells of a color are there, no other cell has it."""
    for color, total in _totals(view):
        cells = view.sure(color)
        if cells.bit_count() == total:
            reason = plural(
                total,
                "the clue has {count} {color} cell, and it is there",
                "the clue has {count} {color} cells, and all of them are there",
                color=view.names.color(color),
            )
            yield Finding(Rule.DONE, view.never([color], view.everything & ~cells), reason)


def rest(view: LineView) -> Iterator[Finding]:
    """When no more cells can have a color than must have it, they all do."""
    for color, total in _totals(view):
        cells = view.allowed[color]
        if cells.bit_count() == total:
            reason = plural(
                total,
                "the clue has {count} {color} cell, and no other cells can be {color}",
                "the clue has {count} {color} cells, and no other cells can be {color}",
                color=view.names.color(color),
            )
            yield Finding(Rule.REST, view.only(color, cells), reason)


def absent(view: LineView) -> Iterator[Finding]:
    """No cell has a block color that the clue lacks."""
    colors = [color for color in range(1, len(view.allowed)) if color not in view.colors]
    if view.clue and colors:
        reason = Message("the clue has no {colors} block", colors=view.names.colors(colors))
        yield Finding(Rule.ABSENT, view.never(colors, view.everything), reason)


def _totals(view: LineView) -> Iterator[tuple[int, int]]:
    """How many cells of each block color the line has, where no length is hidden."""
    for color in dict.fromkeys(block.color for block in view.clue):
        total, exact = total_cells([view.clue], color)
        if exact:
            yield color, total


def _covered(view: LineView, rule: Rule, blocks: Sequence[Placement]) -> Iterator[Finding]:
    """Which cells a block covers wherever it lies."""
    for block in blocks:
        lost = view.only(view.clue[block.number].color, block.sure)
        yield Finding(rule, lost, _why_covered(view, block), (block.number,))


def _why_covered(view: LineView, block: Placement) -> Message:
    """Where a block lies when it is pushed to both ends."""
    first = cells_named(span(block.first, block.first_end))
    if block.first == block.last_start and block.first_end == block.end:
        return Message(
            "{block} has only one place, {cells}",
            block=view.names.block(view.clue, block.number),
            cells=first,
        )
    known: dict[str, Value] = {
        "block": view.names.block(view.clue, block.number),
        "first": first,
        "last": cells_named(span(block.last_start, block.end)),
    }
    if view.line.axis == "row":
        return Message(
            "{block} covers {first} when pushed to the left and {last} when pushed to the right",
            **known,
        )
    return Message(
        "{block} covers {first} when pushed to the top and {last} when pushed to the bottom",
        **known,
    )


def _outside(view: LineView, rule: Rule, blocks: Sequence[Placement]) -> Iterator[Finding]:
    """What no block of a color reaches; first of all colors together, then of each."""
    groups = [view.colors, *([color] for color in view.colors)] if view.clue else []
    for group in groups:
        these = [block for block in blocks if view.clue[block.number].color in group]
        reached = reduce(or_, (block.cells for block in these), 0)
        for first, end in stretches(view.everything & ~reached):
            before = [block for block in these if block.end <= first]
            near = before[-1:] + [block for block in these if block.first >= end][:1]
            reason = _why_outside(view, group, near, first, end)
            numbers = tuple(block.number for block in near)
            yield Finding(rule, view.never(group, span(first, end)), reason, numbers)


def _why_outside(
    view: LineView, group: Sequence[int], near: Sequence[Placement], first: int, end: int
) -> Message:
    """How far the blocks nearest to some cells reach."""
    bounds = []
    for block in near:
        name = view.names.block(view.clue, block.number)
        if block.end <= first:
            ends = Message("{block} ends at cell {cell} at the latest", block=name, cell=block.end)
            bounds.append(ends)
        else:
            begin = block.first + 1
            begins = Message(
                "{block} starts at cell {cell} at the earliest", block=name, cell=begin
            )
            bounds.append(begins)
    known: dict[str, Value] = {
        "cells": cells_named(span(first, end)),
        "bounds": all_of(bounds, SHOWN),
    }
    if view.names.plain or len(group) > 1:
        return Message("no block reaches {cells}: {bounds}", **known)
    color = view.names.color(group[0])
    return Message("no {color} block reaches {cells}: {bounds}", color=color, **known)


# Rules about runs of filled cells, and the room around them


def complete(view: LineView) -> Iterator[Finding]:
    """A run as long as every block that can be there is a whole block."""
    for color in view.colors:
        for first, end in stretches(view.sure(color)):
            blocks = view.could_cover(color, first, end)
            if not blocks or any(view.clue[b].length != end - first for b in blocks):
                continue
            beside = (span(max(first - 1, 0), first) | span(end, end + 1)) & view.everything
            cells = cells_named(span(first, end))
            reason = Message(
                "no block that can cover {cells} has more than {size}: it is complete",
                cells=cells,
                size=counted(end - first),
            )
            if len(blocks) == 1:
                name = view.names.block(view.clue, blocks[0])
                reason = Message("{block} is complete in {cells}", block=name, cells=cells)
            yield Finding(Rule.COMPLETE, view.never([color], beside), reason, tuple(blocks))


def small_gap(view: LineView) -> Iterator[Finding]:
    """A stretch of cells shorter than every block that could lie there holds none."""
    for color in view.colors:
        for first, end in stretches(view.allowed[color]):
            if view.sure(color) & span(first, end):
                continue
            near = [b for b in view.blocks_of(color) if b.first < end and first < b.end]
            sizes = {b.number: view.clue[b.number].least for b in near}
            fits = (max(b.first, first) + sizes[b.number] <= min(b.end, end) for b in near)
            if not near or any(fits):
                continue
            reason = _why_small(view, color, sizes, first, end)
            lost = view.never([color], span(first, end))
            yield Finding(Rule.GAP, lost, reason, tuple(sizes))


def _why_small(view: LineView, color: int, sizes: dict[int, int], first: int, end: int) -> Message:
    """Why no block of a color, of these sizes, can lie in a stretch of cells."""
    cells, shortest = cells_named(span(first, end)), min(sizes.values())
    if shortest <= end - first:
        return Message(
            "{blocks} does not reach far enough to lie in {cells}",
            blocks=view.names.blocks(view.clue, tuple(sizes)),
            cells=cells,
        )
    known: dict[str, Value] = {"room": counted(end - first), "cells": cells, "least": shortest}
    if view.names.plain:
        return Message(
            "there is room for {room} only in {cells}, and no block that comes near has fewer than "
            "{least}",
            **known,
        )
    return Message(
        "there is room for {room} only in {cells}, and no {color} block that comes near has fewer "
        "than {least}",
        color=view.names.color(color),
        **known,
    )


def extend(view: LineView) -> Iterator[Finding]:
    """A filled run near a wall grows: its block is too long to end before."""
    for color in view.colors:
        for first, end in stretches(view.sure(color)):
            blocks = view.could_cover(color, first, end)
            least = min((view.clue[b].least for b in blocks), default=0)
            if least <= end - first:
                continue
            around = stretches(view.allowed[color])
            start, stop = next((a, b) for a, b in around if a <= first and end <= b)
            start = max(start, min(view.ranges[number].first for number in blocks))
            stop = min(stop, max(view.ranges[number].end for number in blocks))
            cells = span(end, start + least) | span(stop - least, first)
            if not cells:
                continue
            bounds = []
            if start + least > end:
                bounds.append(Message("starts at cell {cell} at the earliest", cell=start + 1))
            if stop - least < first:
                bounds.append(Message("ends at cell {cell} at the latest", cell=stop))
            reason = plural(
                end - first,
                "{cells} belongs to {blocks}, which {bounds}",
                "{cells} belong to {blocks}, which {bounds}",
                cells=cells_named(span(first, end)),
                blocks=view.names.blocks(view.clue, blocks),
                bounds=all_of(bounds, SHOWN),
            )
            yield Finding(Rule.EXTEND, view.only(color, cells), reason, tuple(blocks))


def split(view: LineView) -> Iterator[Finding]:
    """Two runs too long together for any block have a gap between them."""
    for color in view.colors:
        filled = view.sure(color)
        runs = stretches(filled)
        for cell in each(view.allowed[color] & ~filled & (filled << 1) & (filled >> 1)):
            first = next(a for a, b in runs if b == cell)
            end = next(b for a, b in runs if a == cell + 1)
            if view.could_cover(color, first, end):
                continue
            reason = Message(
                "with cell {cell} {color}, {cells} would be one run of {size}, and no block there "
                "is so long",
                cell=cell + 1,
                color=view.names.color(color),
                cells=cells_named(span(first, end)),
                size=counted(end - first),
            )
            yield Finding(Rule.SPLIT, view.never([color], 1 << cell), reason)


# Rules about all blocks of a line together


def assignment(view: LineView) -> Iterator[Finding]:
    """Blocks are assigned to gaps: some gap holds none, or some block lies in one gap only."""
    found = matrix(view)
    if len(found.gaps) < 2:
        return
    spans = [span(first - 1, last) for first, last in found.gaps]
    for gap, cells in enumerate(spans):
        if not any(row[gap] for row in found.rows):
            reason = Message(
                "the other gaps take all blocks: none can lie in {cells}", cells=cells_named(cells)
            )
            yield Finding(Rule.ASSIGNMENT, view.only(BACKGROUND, cells), reason, matrix=found)
    for number, row in enumerate(found.rows):
        if sum(row) != 1:
            continue
        gap = row.index(True)
        first, end = room_in_gap(view, found, number, gap)
        block = view.clue[number]
        sure = span(end - block.least, first + block.least)
        if sure:
            reason = Message(
                "{block} can lie in no other gap than {gap}, and covers {cells} wherever it lies "
                "there",
                block=view.names.block(view.clue, number),
                gap=cells_named(spans[gap]),
                cells=cells_named(sure),
            )
            lost = view.only(block.color, sure)
            yield Finding(Rule.ASSIGNMENT, lost, reason, (number,), found)


def exhaustive(view: LineView) -> Iterator[Finding]:
    """All that follows from the line; cells that lose the same colors are one finding."""
    left = solve(view.clue, view.length, view.allowed)
    if left is None:
        return
    gone = [had & ~has for had, has in zip(view.allowed, left, strict=True)]
    groups: dict[tuple[int, ...], int] = {}
    for cell in range(view.length):
        if colors := tuple(color for color, cells in enumerate(gone) if cells >> cell & 1):
            groups[colors] = groups.get(colors, 0) | 1 << cell
    for colors, cells in groups.items():
        lost = view.never(colors, cells)
        because = needed_cells(view, lost)
        reason = _why(view, view.within(because), cells, colors)
        yield Finding(Rule.EXHAUSTIVE, lost, reason, because=because)


def _why(seen: LineView, view: LineView, cells: int, colors: tuple[int, ...]) -> Message:
    """The contradiction in a single cell, or how many ways to fill the line as `seen` agree."""
    ways = count_patterns(seen.clue, seen.length, seen.allowed)
    if ways == 1:
        return Message("there is only one way to fill the line")
    named = cells_named(cells)
    if cells.bit_count() > 1 or len(colors) > 1:
        return plural(
            cells.bit_count(),
            "there are {ways} ways to fill the line, and {cells} is {colors} in none of them",
            "there are {ways} ways to fill the line, and {cells} are {colors} in none of them",
            ways=str(ways),
            cells=named,
            colors=view.names.colors(colors),
        )
    tried = [had & ~cells for had in view.allowed]
    tried[colors[0]] = view.allowed[colors[0]]
    wrong = conflict(view.clue, view.length, tried)
    if wrong is None:
        raise AssertionError("a color is refuted, and yet the line can be filled with it")
    color = view.names.color(colors[0])
    if wrong.cell is not None and cells >> wrong.cell & 1:
        return Message(
            "if {cells} were {color}, no block would be left for it", cells=named, color=color
        )
    return Message(
        "if {cells} were {color}: {contradiction}",
        cells=named,
        color=color,
        contradiction=contradiction(view.clue, view.length, wrong, view.line.axis),
    )


LINE_RULES: tuple[LineRule, ...] = (
    *(blank, fit, overlap, done, rest, absent, complete, small_gap),
    *(unreachable, extend, split, assignment, squeeze, exhaustive),
)  # the rules for single lines, in the order of `Rule`; the last one misses nothing


def restated(finding: Finding, view: LineView, seen: LineView, positions: int) -> Finding:
    """A finding of a view, reworded for a reader who has `seen` less of the line.

    At the `positions` on which it rests, the reader has seen all of it.
    """
    if finding.rule is Rule.EXHAUSTIVE:
        cells = reduce(or_, finding.news(view))
        colors = tuple(color for color, gone in enumerate(finding.news(view)) if gone)
        return replace(finding, reason=_why(seen, view.within(positions), cells, colors))
    if finding.matrix:
        for known in (seen, view.within(positions)):
            for again in assignment(known):
                if again.reason == finding.reason:
                    return again
    return finding


# The cells that a finding rests on


def basis(view: LineView, finding: Finding | None, late: int = 0) -> int:
    """The positions whose known colors a finding needs: as few as give the same reason.

    Without a finding, those for which the line cannot be filled. `late` ones are avoided.
    """
    if finding is None:
        return needed_cells(view, None, late)
    if finding.because is not None:
        return finding.because
    new, rule = finding.news(view), LINE_RULES[list(Rule).index(finding.rule)]

    def holds(kept: int) -> bool:
        return any(
            again.reason == finding.reason
            and not any(cells & ~more for cells, more in zip(new, again.lost, strict=True))
            for again in rule(view.within(kept))
        )

    return _fewest(view, holds, new, late)


def needed_cells(view: LineView, lost: Sequence[int] | None, late: int = 0) -> int:
    """The positions whose known colors are needed, and enough, for what follows from a line.

    That is `lost`, for each color the positions without it, or None: the line cannot be filled.
    """

    def holds(kept: int) -> bool:
        left = solve(view.clue, view.length, view.within(kept).allowed)
        if left is None or lost is None:
            return left is None
        return not any(has & gone for has, gone in zip(left, lost, strict=True))

    return _fewest(view, holds, lost or (), late)


def _fewest(view: LineView, holds: Callable[[int], bool], lost: Sequence[int], late: int) -> int:
    """Minimal known positions with which something `holds`; those near lost colors stay."""
    known = reduce(or_, (view.everything & ~cells for cells in view.allowed))
    near = [position for cells in lost for position in each(cells)]

    def rank(position: int) -> tuple[bool, int]:
        distance = min((abs(position - other) for other in near), default=0)
        return not late >> position & 1, -distance

    def enough(positions: Sequence[int]) -> bool:
        return holds(sum(1 << position for position in positions))

    return sum(1 << position for position in minimal(sorted(each(known), key=rank), enough))


def minimal(items: Sequence[int], enough: Callable[[Sequence[int]], bool]) -> list[int]:
    """Items of which none can be left out; they are dropped in ever smaller groups, from first."""
    kept = list(items)
    size = len(kept)
    while size:
        needed: list[int] = []
        for first in range(0, len(kept), size):
            if not enough(needed + kept[first + size :]):
                needed += kept[first : first + size]
        kept = needed
        size //= 2
    return kept
