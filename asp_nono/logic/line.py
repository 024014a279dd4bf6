"""One line: its patterns, what the line solvers derive of it, and why."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from asp_nono.clue import BACKGROUND, Block, Clue
from asp_nono.formats.colors import cell_texts, row_text
from asp_nono.formats.source import MAX_SIDE, number, quoted
from asp_nono.line import patterns
from asp_nono.line.bits import span
from asp_nono.line.solver import Placement
from asp_nono.logic.wording import SHOWN, cells_named, contradiction, counted
from asp_nono.messages import (
    NOTHING,
    Message,
    PuzzleError,
    all_of,
    alternatives,
    plural,
    with_messages,
    within,
)
from asp_nono.run.snapshots import Answer

SOLVERS = ("fast", "olsak", "complete")  # from the weakest to the strongest
BLANK, OPEN = ".", "?"
FILLED = "#"  # the color of a block without a letter
LISTED = 20  # patterns that are listed unless more are wanted
_MOST = 100_000  # no more patterns are ever listed; they are counted
_NAMED = 6  # no more blocks are named in a sentence
_SOME = "*"


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line as it is typed."""

    clue: Clue  #: the blocks
    chars: str  #: the character of each color, `.` first
    sets: tuple[int, ...]  #: for each cell the set of colors that it may have, as bits

    @property
    def width(self) -> int:
        """Number of cells."""
        return len(self.sets)

    @property
    def allowed(self) -> list[int]:
        """For each color the set of cells that may have it."""
        return _turned(self.sets, len(self.chars))

    @property
    def written(self) -> str:
        """The clue as it can be typed; # is left out."""
        words = (
            (OPEN if block.length is None else str(block.length), self.chars[block.color])
            for block in self.clue
        )
        return " ".join(length + char.replace(FILLED, "") for length, char in words)

    def retyped(self, sets: Sequence[int]) -> str:
        """The cells as they can be typed."""
        return row_text(sets, self.chars)


def _turned(sets: Sequence[int], number: int) -> list[int]:
    """Sets of colors for each cell from sets of cells for each color, and the other way round."""
    return [
        sum(1 << place for place, one in enumerate(sets) if one >> member & 1)
        for member in range(number)
    ]


def typed_line(clue: str, cells: str | None = None, width: int | None = None) -> TypedLine:
    """Read a clue such as `2,3r`, and cells such as `.?#r[.r]` or only their number."""
    blocks, chars = _clue(clue)
    if cells is None:
        if width is None:
            raise PuzzleError("the length of the line is unknown")
        return TypedLine(blocks, chars, ((1 << len(chars)) - 1,) * width)
    drawn = cell_texts(cells.strip())
    if not 1 <= len(drawn) <= MAX_SIDE:
        raise PuzzleError(
            "{count} cells; expected 1 to {most}",
            count=len(drawn),
            most=MAX_SIDE,
            where=(Message("known cells"),),
        )
    sets = tuple(_colors(cell, place, chars) for place, cell in enumerate(drawn, 1))
    if width not in (None, len(sets)):
        raise PuzzleError(
            "width {width}, but {count} cells are given", width=str(width), count=len(sets)
        )
    return TypedLine(blocks, chars, sets)


def _clue(text: str) -> tuple[Clue, str]:
    """The blocks, and the characters of their colors in the order of the clue."""
    words = text.replace(",", " ").split()
    if words == ["0"]:
        words = []
    if len(words) > MAX_SIDE:
        raise PuzzleError(
            "{count} blocks; expected at most {most}",
            count=len(words),
            most=MAX_SIDE,
            where=(Message("clue"),),
        )
    blocks, chars = [], BLANK
    for place, word in enumerate(words, 1):
        where = Message("clue"), Message("block {number}", number=place)
        found = re.fullmatch(r"([^A-Za-z#]*)([A-Za-z#]?)", word)
        if not found:
            raise PuzzleError(
                "{word}; expected a length and a letter, as in 3 or 2r or ?b",
                word=quoted(word),
                where=where,
            )
        size, char = found[1], found[2] or FILLED
        chars += char if char not in chars else ""
        with within(*where):
            length = None if size == OPEN else number(size, "length")
            blocks.append(Block(length, chars.index(char)))
    return tuple(blocks), chars if blocks else BLANK + FILLED


def _colors(cell: str, place: int, chars: str) -> int:
    """The set of colors of a cell."""
    if cell == OPEN:
        return (1 << len(chars)) - 1
    inside = cell[1:-1] if len(cell) > 1 else cell
    if not inside or any(char not in chars for char in inside):
        colors = " or ".join(chars[BACKGROUND + 1 :])
        raise PuzzleError(
            "{cell}; expected {open}, {blank} for the background, or {colors}",
            cell=quoted(cell),
            open=OPEN,
            blank=BLANK,
            colors=colors,
            where=(Message("known cells"), Message("cell {number}", number=place)),
        )
    return sum(1 << color for color, char in enumerate(chars) if char in inside)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineResult(Answer):
    """The knowledge about a line.

    Attributes:
        line: The line.
        count: Of its patterns.
        listed: The first of them.
        conclusions: By solver.
        contradiction: Why no pattern is possible; empty if one is.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    line: TypedLine
    count: int
    listed: tuple[str, ...] = ()
    conclusions: Mapping[str, patterns.Conclusion] = field(default_factory=dict)
    contradiction: Message = NOTHING

    @property
    def finished(self) -> bool:
        """Whether the solvers have drawn their conclusions."""
        return bool(self.conclusions)

    def text(self, _name: str, _: object) -> Iterator[str]:
        """The patterns and conclusions under each other, then the reasons."""
        size = counted(self.line.width)
        count = plural(self.count, "{count} pattern", "{count} patterns")
        yield f"clue {self.line.written or '0'} on {size}: {count}\n"
        yield from (f"{name:10}{drawn}" for name, drawn in _drawing(self))
        yield ""
        if self.contradiction:
            yield f"{all_of(SOLVERS, SHOWN)} find that no pattern is possible:"
            yield f"  {self.contradiction}"
        else:
            yield from _reasoning(self)

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        wrong = self.contradiction
        return {
            "clue": self.line.written,
            "width": self.line.width,
            "known": self.line.retyped(self.line.sets),
            "count": str(self.count),
            "patterns": list(self.listed),
            "contradiction": str(wrong) if wrong else None,
            "contradiction_message": wrong.to_json() if wrong else None,
            "solvers": {
                name: {
                    "cells": _cells(self.line, found),
                    "reasons": [self._reason(reason) for reason in found.reasons],
                }
                for name, found in self.conclusions.items()
            },
        }

    def _reason(self, reason: patterns.Reason) -> dict[str, Any]:
        return {
            "cells": [reason.first + 1, reason.end],
            "colors": [self.line.chars[color] for color in reason.colors],
            "kind": reason.kind.value,
            "blocks": [block.number + 1 for block in reason.blocks],
            **with_messages(text=_why(self.line, reason)),
        }


def explain_line(
    clue: str, cells: str | None = None, *, width: int | None = None, most: int | None = LISTED
) -> LineResult:
    """The patterns of a line, what each line solver derives of its cells, and why.

    The clue is written as `2 3` or `2r 1b`, and the known cells as `?#.[.r]`, a character for each
    color, `.` for the background, `?` for all, `[..]` for some; without cells, `width` says how
    many there are. `most` patterns are listed, the leftmost first; None for all.

    Raises:
        PuzzleError: If the clue or the cells are not written so, or too many patterns are wanted.

    >>> found = explain_line("2 3", width=8)
    >>> found.count, found.listed[0]
    (6, '##.###..')
    """
    (found,) = line_results(clue, cells, width, most)
    return found


def line_results(
    clue: str, cells: str | None = None, width: int | None = None, most: int | None = LISTED
) -> Iterator[LineResult]:
    """Snapshots for `explain_line`: one."""
    begun = counted_line(clue, cells, width)
    line = begun.line
    if most is None and begun.count > _MOST:
        raise PuzzleError(
            "{count} patterns; at most {most} are listed", count=begun.count, most=_MOST
        )
    parts = (line.clue, line.width, line.allowed)
    first = islice(patterns.patterns(*parts), most)
    conflict = patterns.conflict(*parts)
    yield replace(
        begun,
        listed=tuple("".join(line.chars[color] for color in found) for found in first),
        conclusions={name: patterns.conclude(name, *parts) for name in SOLVERS},
        contradiction=contradiction(line.clue, line.width, conflict) if conflict else NOTHING,
    )


def counted_line(clue: str, cells: str | None, width: int | None) -> LineResult:
    """A line whose patterns are counted, and no more; PuzzleError as `explain_line`."""
    line = typed_line(clue, cells, width)
    return LineResult(line=line, count=patterns.count_patterns(line.clue, line.width, line.allowed))


def _cells(line: TypedLine, found: patterns.Conclusion) -> str | None:
    return None if found.left is None else line.retyped(_turned(found.left, line.width))


def _drawing(result: LineResult) -> Iterator[tuple[str, str]]:
    """Rows of characters, each with its name."""
    line = result.line
    for power in range(len(str(line.width)) - 1, -1, -1):
        unit = 10**power  # higher digits stand only where they change
        digits = [" " if n % unit else str(n // unit % 10) for n in range(1, line.width + 1)]
        yield "" if power else "cells", "".join(digits).rstrip()
    drawn = [("known", _short(line.retyped(line.sets)))]
    drawn += [("" if place else "patterns", one) for place, one in enumerate(result.listed)]
    if more := result.count - len(result.listed):
        drawn.append(("", f"… and {more} more"))
    for name, found in result.conclusions.items():
        drawn.append((name, _short(_cells(line, found) or "no pattern")))
    yield from drawn
    if any(_SOME in row for _, row in drawn):
        yield "", f"({_SOME} is open, but not every color is possible)"


def _short(cells: str) -> str:
    """One character per cell, also for cells with several possible colors."""
    return re.sub(r"\[[^]]*\]", _SOME, cells)


def _reasoning(result: LineResult) -> Iterator[str]:
    """The findings of each solver, and those that the weaker ones miss."""
    fast, best = result.conclusions["fast"], result.conclusions["complete"]
    alike = [name for name, found in result.conclusions.items() if found.left == fast.left]
    verb = "find" if alike[1:] else "finds"
    yield from _found(result.line, str(all_of(alike, SHOWN)), verb, fast.reasons)
    misses: dict[int, list[str]] = {}
    for name, conclusion in result.conclusions.items():
        if name not in alike:
            new = [r for r in conclusion.reasons if not span(r.first, r.end) & fast.news]
            yield from _found(result.line, name, "also finds", new)
        missed = 0  # the cells of which the solver keeps a color that the best one does not
        for kept, true in zip(conclusion.left or (), best.left or (), strict=True):
            missed |= kept & ~true
        misses.setdefault(missed, []).append(name)
    for missed, names in misses.items():
        if missed:
            verb = "miss" if names[1:] else "misses"
            yield f"{all_of(names, SHOWN)} {verb} what follows for {cells_named(missed)}."


def _found(
    line: TypedLine, who: str, verb: str, reasons: Sequence[patterns.Reason]
) -> Iterator[str]:
    yield f"{who} {verb}{':' if reasons else ' nothing new.'}"
    for reason in reasons:
        where = cells_named(span(reason.first, reason.end))
        names = ["background", *line.chars[1:]]
        found = names[reason.colors[0]]
        if len(reason.colors) > 1:
            found = f"not {' or '.join(names[color] for color in reason.gone)}"
        yield f"  {where} {'are' if _several(reason) else 'is'} {found}: {_why(line, reason)}"


def _several(reason: patterns.Reason) -> bool:
    return reason.end - reason.first > 1


def _why(line: TypedLine, reason: patterns.Reason) -> Message:
    blocks, cells = reason.blocks, reason.end - reason.first
    names = [Message("block {number}", number=block.number + 1) for block in blocks]
    if reason.kind is patterns.Kind.COVERED:
        return _covered(line, blocks[0], cells)
    if reason.kind is patterns.Kind.SHARED:
        return plural(
            cells,
            "in every pattern {blocks} covers it, but not always the same one",
            "in every pattern {blocks} covers them, but not always the same one",
            blocks=alternatives(_few(names)),
        )
    if reason.kind is patterns.Kind.GAP:
        return _gap(reason, names)
    if reason.kind is patterns.Kind.BARE:
        return _bare(line, reason, names)
    return Message(
        "the leftmost and the rightmost pattern have {color} there, and no pattern has another",
        color=line.chars[reason.colors[0]],
    )


def _gap(reason: patterns.Reason, names: Sequence[Message]) -> Message:
    if not names:
        return Message("the clue has no blocks")
    bounds = [
        Message("{block} ends at {cell} at the latest", block=name, cell=block.end)
        if block.end <= reason.first
        else Message("{block} starts at {cell} at the earliest", block=name, cell=block.first + 1)
        for name, block in zip(names, reason.blocks, strict=True)
    ]
    return plural(
        reason.end - reason.first,
        "no block reaches it: {bounds}",
        "no block reaches them: {bounds}",
        bounds=tuple(bounds),
    )


def _bare(line: TypedLine, reason: patterns.Reason, names: Sequence[Message]) -> Message:
    reaches = [
        Message("{block} reaches only {cells}", block=name, cells=cells_named(block.cells))
        for name, block in zip(names, reason.blocks, strict=True)
    ]
    cells, reached = reason.end - reason.first, tuple(_few(reaches))
    if len(reason.colors) == 1:
        return plural(
            cells,
            "no block can cover it: {reached}",
            "no block can cover them: {reached}",
            reached=reached,
        )
    return plural(
        cells,
        "no {colors} block can cover it: {reached}",
        "no {colors} block can cover them: {reached}",
        colors=alternatives(line.chars[color] for color in reason.gone),
        reached=reached,
    )


def _covered(line: TypedLine, block: Placement, cells: int) -> Message:
    first, last, least = block.first, block.last_start, block.first_end
    length = line.clue[block.number].length
    size = Message("hidden length") if length is None else counted(length)
    name = Message("block {number} ({size})", number=block.number + 1, size=size)
    if first == last and least == block.end:
        where = cells_named(span(first, least))
        return Message("{block} can only lie on {cells}", block=name, cells=where)
    if length is None:
        return plural(
            cells,
            "{block} covers it wherever it lies (it starts at {last} at the latest and ends at "
            "{end} at the earliest)",
            "{block} covers them wherever it lies (it starts at {last} at the latest and ends at "
            "{end} at the earliest)",
            block=name,
            last=last + 1,
            end=least,
        )
    return plural(
        cells,
        "{block} covers it wherever it lies (starts {first} to {last})",
        "{block} covers them wherever it lies (starts {first} to {last})",
        block=name,
        first=first + 1,
        last=last + 1,
    )


def _few(named: Sequence[Message]) -> list[Message]:
    """The first ones, and how many more there are."""
    more = len(named[_NAMED:])
    return [*named[:_NAMED], *([Message("{count} more", count=more)] if more else [])]
