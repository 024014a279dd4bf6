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
from asp_nono.logic.wording import cells_named, contradiction, counted, joined
from asp_nono.messages import Message, PuzzleError, plural, within
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

    clue: Clue  # the blocks
    chars: str  # the character of each color, `.` first
    sets: tuple[int, ...]  # for each cell the set of colors that it may have, as bits

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
    """The knowledge about a line."""

    line: TypedLine
    count: int  # of its patterns
    listed: tuple[str, ...] = ()  # the first of them
    conclusions: Mapping[str, patterns.Conclusion] = field(default_factory=dict)  # by solver
    contradiction: str = ""  # why no pattern is possible; empty if one is

    progress = ""

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
            yield f"{joined(SOLVERS, 'and')} find that no pattern is possible:"
            yield f"  {self.contradiction}"
        else:
            yield from _reasoning(self)

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "clue": self.line.written,
            "width": self.line.width,
            "known": self.line.retyped(self.line.sets),
            "count": str(self.count),
            "patterns": list(self.listed),
            "contradiction": self.contradiction or None,
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
            "text": _why(self.line, reason),
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
        contradiction=contradiction(line.clue, line.width, conflict) if conflict else "",
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
    yield from _found(result.line, joined(alike, "and"), verb, fast.reasons)
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
            yield f"{joined(names, 'and')} {verb} what follows for {cells_named(missed)}."


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


def _why(line: TypedLine, reason: patterns.Reason) -> str:
    it, blocks = "them" if _several(reason) else "it", reason.blocks
    names = [f"block {block.number + 1}" for block in blocks]
    if reason.kind is patterns.Kind.COVERED:
        return _covered(line, blocks[0], it)
    if reason.kind is patterns.Kind.SHARED:
        return f"in every pattern {_few(names, ' or ')} covers {it}, but not always the same one"
    if reason.kind is patterns.Kind.GAP:
        ends = [
            f"{name} ends at {block.end} at the latest"
            if block.end <= reason.first
            else f"{name} starts at {block.first + 1} at the earliest"
            for name, block in zip(names, blocks, strict=True)
        ]
        return f"no block reaches {it}: {', '.join(ends)}" if ends else "the clue has no blocks"
    if reason.kind is patterns.Kind.BARE:
        colors = "" if len(reason.colors) == 1 else " or ".join(line.chars[c] for c in reason.gone)
        reaches = [
            f"{name} reaches only {cells_named(block.cells)}"
            for name, block in zip(names, blocks, strict=True)
        ]
        return f"no {colors}{' ' * bool(colors)}block can cover {it}: {_few(reaches, ', ')}"
    there = line.chars[reason.colors[0]]
    return f"the leftmost and the rightmost pattern have {there} there, and no pattern has another"


def _covered(line: TypedLine, block: Placement, it: str) -> str:
    first, last, least = block.first, block.last_start, block.first_end
    length = line.clue[block.number].length
    size = "hidden length" if length is None else counted(length)
    name = f"block {block.number + 1} ({size})"
    if first == last and least == block.end:
        return f"{name} can only lie on {cells_named(span(first, least))}"
    if length is None:
        bounds = f"starts at {last + 1} at the latest and ends at {least} at the earliest"
        return f"{name} covers {it} wherever it lies (it {bounds})"
    return f"{name} covers {it} wherever it lies (starts {first + 1} to {last + 1})"


def _few(names: Sequence[str], between: str) -> str:
    more = len(names) - _NAMED
    return between.join([*names[:_NAMED], *([f"{more} more"] if more > 0 else [])])
