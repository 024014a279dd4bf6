"""What follows from one line, in words."""

from __future__ import annotations

from collections.abc import Sequence

from asp_nono.cli.line_input import Asked
from asp_nono.clue import BACKGROUND
from asp_nono.line.bits import span
from asp_nono.line.patterns import Kind, Reason
from asp_nono.line.solver import Placement
from asp_nono.logic.wording import cells_named

_SHOWN = 6
"""No more blocks are named in a sentence."""


def sentence(asked: Asked, reason: Reason) -> str:
    """What is known of some cells, and why."""
    one = reason.end - reason.first == 1
    which, be = cells_named(span(reason.first, reason.end)), "is" if one else "are"
    return f"{which} {be} {_learnt(asked, reason)}: {why(asked, reason)}"


def why(asked: Asked, reason: Reason) -> str:
    """The reason alone."""
    it = "it" if reason.end - reason.first == 1 else "them"
    blocks = reason.blocks
    if reason.kind is Kind.COVERED:
        return _covered(asked, blocks[0], it)
    if reason.kind is Kind.SHARED:
        named = _few([f"block {block.number + 1}" for block in blocks], " or ")
        return f"in every pattern {named} covers {it}, but not always the same one"
    if reason.kind is Kind.GAP:
        return _gap(reason, it)
    if reason.kind is Kind.BARE:
        return _bare(asked, reason, it)
    there = asked.chars[reason.colors[0]]
    return f"the leftmost and the rightmost pattern have {there} there, and no pattern has another"


def _learnt(asked: Asked, reason: Reason) -> str:
    if len(reason.colors) == 1:
        return _color(asked, reason.colors[0])
    return f"not {' or '.join(_color(asked, color) for color in reason.gone)}"


def _color(asked: Asked, color: int) -> str:
    return "background" if color == BACKGROUND else asked.chars[color]


def _covered(asked: Asked, block: Placement, it: str) -> str:
    first, last, least = block.first, block.last_start, block.first_end
    name = _named(asked, block)
    if first == last and least == block.end:
        return f"{name} can only lie on {cells_named(span(first, least))}"
    if asked.clue[block.number].length is None:
        bounds = f"starts at {last + 1} at the latest and ends at {least} at the earliest"
        return f"{name} covers {it} wherever it lies (it {bounds})"
    return f"{name} covers {it} wherever it lies (starts {first + 1} to {last + 1})"


def _gap(reason: Reason, it: str) -> str:
    if not reason.blocks:
        return "the clue has no blocks"
    parts = [
        f"block {block.number + 1} ends at {block.end} at the latest"
        if block.end <= reason.first
        else f"block {block.number + 1} starts at {block.first + 1} at the earliest"
        for block in reason.blocks
    ]
    return f"no block reaches {it}: {', '.join(parts)}"


def _bare(asked: Asked, reason: Reason, it: str) -> str:
    colors = [asked.chars[color] for color in reason.gone]
    whose = "" if len(reason.colors) == 1 else f"{' or '.join(colors)} "
    parts = [
        f"block {block.number + 1} reaches only {cells_named(block.cells)}"
        for block in reason.blocks
    ]
    return f"no {whose}block can cover {it}: {_few(parts, ', ')}"


def _named(asked: Asked, block: Placement) -> str:
    length = asked.clue[block.number].length
    size = "hidden length" if length is None else f"{length} cell{'' if length == 1 else 's'}"
    return f"block {block.number + 1} ({size})"


def _few(names: Sequence[str], between: str) -> str:
    """The first names, and how many there are besides."""
    more = len(names) - _SHOWN
    return between.join([*names[:_SHOWN], *([f"{more} more"] if more > 0 else [])])
