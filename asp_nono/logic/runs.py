"""Rules that look at runs of painted cells, and at how much room there is around them."""

from __future__ import annotations

from collections.abc import Iterator

from asp_nono.line.bits import each, span
from asp_nono.logic.names import cells_named, joined
from asp_nono.logic.rules import Finding, Rule
from asp_nono.logic.view import View, stretches


def complete(view: View) -> Iterator[Finding]:
    """A run as long as every block that can be there is a whole block."""
    for color in _colors(view):
        for first, end in stretches(view.sure(color)):
            blocks = view.could_cover(color, first, end)
            if not blocks or any(view.clue[b].length != end - first for b in blocks):
                continue
            beside = (span(max(first - 1, 0), first) | span(end, end + 1)) & view.everything
            which = view.names.block(view.clue, blocks[0])
            cells = cells_named(span(first, end))
            if len(blocks) > 1:
                size = _count(end - first)
                reason = f"no block that can cover {cells} has more than {size}: it is complete"
            else:
                reason = f"{which} is complete in {cells}"
            lost = view.never(color, beside)
            yield Finding(Rule.COMPLETE, lost, reason, tuple(blocks))


def small_gap(view: View) -> Iterator[Finding]:
    """A stretch of cells shorter than every block that could lie there holds none."""
    for color in _colors(view):
        for first, end in stretches(view.allowed[color]):
            if view.sure(color) & span(first, end):
                continue
            near = [r for r in view.blocks_of(color) if r.first < end and first < r.end]
            sizes = {room.number: view.clue[room.number].least for room in near}
            if not near or any(
                max(room.first, first) + sizes[room.number] <= min(room.end, end) for room in near
            ):
                continue
            kind = "block" if view.names.plain else f"{view.names.kind(color)} block"
            cells = cells_named(span(first, end))
            shortest = min(sizes.values())
            if shortest > end - first:
                reason = (
                    f"there is room for {_count(end - first)} only in {cells}, "
                    f"and no {kind} that comes near has fewer than {shortest}"
                )
            else:
                words = view.names.blocks(view.clue, tuple(sizes))
                reason = f"{words} does not reach far enough to lie in {cells}"
            lost = view.never(color, span(first, end))
            yield Finding(Rule.GAP, lost, reason, tuple(sizes))


def extend(view: View) -> Iterator[Finding]:
    """A painted run near a wall grows: its block is too long to end before."""
    for color in _colors(view):
        for first, end in stretches(view.sure(color)):
            blocks = view.could_cover(color, first, end)
            least = min((view.clue[b].least for b in blocks), default=0)
            if least <= end - first:
                continue
            start, stop = _space(view, color, blocks, first, end)
            cells = span(end, start + least) | span(stop - least, first)
            if not cells:
                continue
            where = cells_named(span(first, end))
            be = "belongs" if end - first == 1 else "belong"
            bounds = []
            if start + least > end:
                bounds.append(f"starts at cell {start + 1} at the earliest")
            if stop - least < first:
                bounds.append(f"ends at cell {stop} at the latest")
            named = view.names.blocks(view.clue, blocks)
            reason = f"{where} {be} to {named}, which {joined(bounds, 'and')}"
            lost = view.only(color, cells)
            yield Finding(Rule.EXTEND, lost, reason, tuple(blocks))


def split(view: View) -> Iterator[Finding]:
    """Two runs too long together for any block have a gap between them."""
    for color in _colors(view):
        painted = view.sure(color)
        for cell in each(view.allowed[color] & ~painted & (painted << 1) & (painted >> 1)):
            runs = dict(stretches(painted))
            first = next(start for start, end in runs.items() if end == cell)
            end = runs[cell + 1]
            if view.could_cover(color, first, end):
                continue
            reason = (
                f"with cell {cell + 1} {view.names.color(color)}, {cells_named(span(first, end))} "
                f"would be one run of {_count(end - first)}, and no block there is so long"
            )
            yield Finding(Rule.SPLIT, view.never(color, 1 << cell), reason)


def _colors(view: View) -> list[int]:
    return sorted({block.color for block in view.clue})


def _space(view: View, color: int, blocks: list[int], first: int, end: int) -> tuple[int, int]:
    """The cells that the block of a painted run can cover: the first one, the border behind."""
    around = next((a, b) for a, b in stretches(view.allowed[color]) if a <= first and end <= b)
    rooms = [room for room in view.rooms if room.number in blocks]
    start = max(around[0], min(room.first for room in rooms))
    return start, min(around[1], max(room.end for room in rooms))


def _count(number: int) -> str:
    return f"{number} cell{'' if number == 1 else 's'}"
