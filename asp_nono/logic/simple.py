"""Rules that look at the clue and at the room of its blocks."""

from __future__ import annotations

from collections.abc import Iterator

from asp_nono.clue import BACKGROUND, least_cells
from asp_nono.line.bits import span
from asp_nono.logic.names import cells_named
from asp_nono.logic.rules import Finding, Rule
from asp_nono.logic.view import Room, View, stretches


def blank(view: View) -> Iterator[Finding]:
    """A line without blocks is background."""
    if not view.clue:
        lost = view.only(BACKGROUND, view.everything)
        yield Finding(Rule.BLANK, lost, "the clue has no blocks, so all cells are background")


def fit(view: View) -> Iterator[Finding]:
    """A clue that needs the whole line can lie in one way only."""
    if not view.clue or least_cells(view.clue) != view.length:
        return
    lost = [0] * len(view.allowed)
    painted = 0
    for room in view.rooms:
        painted |= room.sure
        for color, cells in enumerate(view.only(view.clue[room.number].color, room.sure)):
            lost[color] |= cells
    for color, cells in enumerate(view.only(BACKGROUND, view.everything & ~painted)):
        lost[color] |= cells
    gaps = "" if len(view.clue) == 1 else " with the gaps between them"
    blocks = "the only block" if len(view.clue) == 1 else "the blocks"
    verb = "fills" if len(view.clue) == 1 else "fill"
    reason = f"{blocks}{gaps} {verb} all {view.length} cells, so there is only one way"
    yield Finding(Rule.FIT, tuple(lost), reason, tuple(range(len(view.clue))))


def overlap(view: View) -> Iterator[Finding]:
    """Pushed to both ends, a block covers some cells both times."""
    yield from _covered(view, Rule.OVERLAP, view.rooms, "")


def squeeze(view: View) -> Iterator[Finding]:
    """The same, and what lies out of reach, when all painted cells have to be covered."""
    why = "every painted cell has to belong to a block; "
    yield from _covered(view, Rule.SQUEEZE, view.tight_rooms, why)
    yield from _outside(view, Rule.SQUEEZE, view.tight_rooms, why)


def unreachable(view: View) -> Iterator[Finding]:
    """Cells that lie in the room of no block of a colour do not have it."""
    yield from _outside(view, Rule.UNREACHABLE, view.rooms, "")


def done(view: View) -> Iterator[Finding]:
    """When all cells of a colour are there, no other cell has it."""
    for color, total in _totals(view).items():
        if view.sure(color).bit_count() == total:
            lost = view.never(color, view.everything & ~view.sure(color))
            kind = view.names.kind(color)
            there = "it is" if total == 1 else "all of them are"
            reason = f"the clue has {_many(total, kind)}, and {there} there"
            yield Finding(Rule.DONE, lost, reason)


def rest(view: View) -> Iterator[Finding]:
    """When no more cells can have a colour than must have it, they all do."""
    for color, total in _totals(view).items():
        cells = view.allowed[color]
        if cells.bit_count() == total:
            kind = view.names.kind(color)
            reason = f"the clue has {_many(total, kind)}, and no other cells can be {kind}"
            yield Finding(Rule.REST, view.only(color, cells), reason)


def absent(view: View) -> Iterator[Finding]:
    """No cell has a block colour that the clue lacks."""
    there = {BACKGROUND, *(block.color for block in view.clue)}
    colors = [color for color in range(len(view.allowed)) if color not in there]
    if view.clue and colors:
        lost = tuple(
            view.everything if color in colors else 0 for color in range(len(view.allowed))
        )
        yield Finding(Rule.ABSENT, lost, f"the clue has no {view.names.colors(colors)} block")


def _totals(view: View) -> dict[int, int]:
    """How many cells of each block colour the line has, where no length is hidden."""
    totals: dict[int, int] = {}
    hidden = {block.color for block in view.clue if block.length is None}
    for block in view.clue:
        if block.color not in hidden:
            totals[block.color] = totals.get(block.color, 0) + block.least
    return totals


def _many(number: int, kind: str) -> str:
    return f"{number} {kind} cell{'' if number == 1 else 's'}"


def _covered(view: View, rule: Rule, rooms: tuple[Room, ...], why: str) -> Iterator[Finding]:
    for room in rooms:
        lost = view.only(view.clue[room.number].color, room.sure)
        reason = f"{why}{room_words(view, room)}"
        yield Finding(rule, lost, reason, (room.number,))


def room_words(view: View, room: Room) -> str:
    """Where a block can lie, and which cells it covers for sure."""
    block = view.names.block(view.clue, room.number)
    if room.first == room.last_start and room.first_end == room.end:
        return f"{block} has only one place, {cells_named(span(room.first, room.end))}"
    left = cells_named(span(room.first, room.first_end))
    right = cells_named(span(room.last_start, room.end))
    back, on = ("left", "right") if view.line.axis == "row" else ("top", "bottom")
    return f"{block} covers {left} when pushed to the {back} and {right} when pushed to the {on}"


def _outside(view: View, rule: Rule, rooms: tuple[Room, ...], why: str) -> Iterator[Finding]:
    """What no block of a colour reaches; first of all colours together, then of each."""
    colors = sorted({block.color for block in view.clue})
    for group in [colors, *([color] for color in colors)] if colors else []:
        these = [room for room in rooms if view.clue[room.number].color in group]
        reached = 0
        for room in these:
            reached |= span(room.first, room.end)
        for first, end in stretches(view.everything & ~reached):
            lost = tuple(
                span(first, end) if color in group else 0 for color in range(len(view.allowed))
            )
            near = _beside(these, first, end)
            reason = f"{why}{_no_block(view, group)} reaches {cells_named(span(first, end))}"
            reason += f": {' and '.join(_bound(view, room, first) for room in near)}"
            numbers = tuple(room.number for room in near)
            yield Finding(rule, lost, reason, numbers)


def _no_block(view: View, colors: list[int]) -> str:
    if view.names.plain or len(colors) > 1:
        return "no block"
    return f"no {view.names.kind(colors[0])} block"


def _beside(rooms: list[Room], first: int, end: int) -> list[Room]:
    """The last block that ends before some cells, and the first that starts behind them."""
    before = [room for room in rooms if room.end <= first]
    behind = [room for room in rooms if room.first >= end]
    return before[-1:] + behind[:1]


def _bound(view: View, room: Room, first: int) -> str:
    block = view.names.block(view.clue, room.number)
    if room.end <= first:
        return f"{block} ends at cell {room.end} at the latest"
    return f"{block} starts at cell {room.first + 1} at the earliest"
