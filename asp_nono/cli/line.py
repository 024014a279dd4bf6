"""`asp-nono line`: the patterns of one clue, and what the line solvers derive and why."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import click

from asp_nono.cli import Command, options
from asp_nono.cli.output import answer, many, say
from asp_nono.clue import BACKGROUND, Block, Clue
from asp_nono.formats.cells import row_text, split
from asp_nono.formats.source import MAX_SIDE, number, quoted
from asp_nono.jobs import option
from asp_nono.line import patterns
from asp_nono.line.bits import span
from asp_nono.line.solver import Placement
from asp_nono.logic.wording import cells_named, contradiction, joined
from asp_nono.messages import PuzzleError, within

SOLVERS = ("fast", "olsak", "complete")  # from the weakest to the strongest
BLANK, OPEN = ".", "?"
FILLED = "#"  # the color of a block without a letter
_SHOWN = 20  # patterns that are listed unless all are; line.toml names both numbers
_MOST = 100_000  # no more patterns are ever listed; they are counted
_NAMED = 6  # no more blocks are named in a sentence
_SOME = "*"


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of the command."""

    width: int | None = option(
        None, ge=1, le=MAX_SIDE, metavar="N", help="The number of cells, if CELLS is not given."
    )
    all: bool = option(False, help="List all patterns, up to 100000 (default: the first 20).")
    count: bool = option(False, help="Print only the number of patterns.")
    json: bool = option(False, help="Print a JSON object; see docs/json.md.")


@click.command("line", cls=Command)
@click.argument("clue", metavar="CLUE")
@click.argument("known", metavar="[CELLS]", required=False)
@options.of(Options)
def line(clue: str, known: str | None, job: Options) -> None:
    """List the patterns of one line, and explain which cells they decide."""
    if job.all and job.count:
        raise PuzzleError("--all and --count exclude each other; choose one")
    typed = typed_line(clue, known, job.width)
    count = patterns.count_patterns(typed.clue, typed.width, typed.allowed)
    if job.all and count > _MOST:
        raise PuzzleError(f"--all: {count} patterns; at most {_MOST} are listed")
    if job.count and not job.json:
        say(str(count))
        return
    study = _Study(typed, count, 0 if job.count else _MOST if job.all else _SHOWN)
    answer(_text(study), study.to_json(), as_json=job.json)


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


def typed_line(clue_text: str, known: str | None, width: int | None) -> TypedLine:
    """Read a clue such as `2,3r`, and cells such as `.?#r[.r]` or only their number."""
    blocks, chars = _clue(clue_text)
    if known is None:
        if width is None:
            expected = "expected --width N or the known cells"
            raise PuzzleError(f"the length of the line is unknown; {expected}")
        return TypedLine(blocks, chars, ((1 << len(chars)) - 1,) * width)
    drawn = split(known.strip())
    if not 1 <= len(drawn) <= MAX_SIDE:
        raise PuzzleError(f"{len(drawn)} cells; expected 1 to {MAX_SIDE}", where=("known cells",))
    sets = tuple(_colors(cell, place, chars) for place, cell in enumerate(drawn, 1))
    if width not in (None, len(sets)):
        raise PuzzleError(f"--width {width}, but {len(sets)} cells are given")
    return TypedLine(blocks, chars, sets)


def _clue(text: str) -> tuple[Clue, str]:
    """The blocks, and the characters of their colors in the order of the clue."""
    words = text.replace(",", " ").split()
    if words == ["0"]:
        words = []
    if len(words) > MAX_SIDE:
        raise PuzzleError(f"{len(words)} blocks; expected at most {MAX_SIDE}", where=("clue",))
    blocks, chars = [], BLANK
    for place, word in enumerate(words, 1):
        where = ("clue", f"block {place}")
        found = re.fullmatch(r"([^A-Za-z#]*)([A-Za-z#]?)", word)
        if not found:
            reason = f"{quoted(word)}; expected a length and a letter, as in 3 or 2r or ?b"
            raise PuzzleError(reason, where=where)
        size, char = found[1], found[2] or FILLED
        chars += char if char not in chars else ""
        with within(*where):
            length = None if size == OPEN else number(size, "length")
            blocks.append(Block(length, chars.index(char)))
    return tuple(blocks), chars if blocks else BLANK + FILLED


def _colors(cell: str, place: int, chars: str) -> int:
    if cell == OPEN:
        return (1 << len(chars)) - 1
    inside = cell[1:-1] if len(cell) > 1 else cell
    if not inside or any(char not in chars for char in inside):
        colors = " or ".join(chars[BACKGROUND + 1 :])
        reason = f"{quoted(cell)}; expected {OPEN}, {BLANK} for the background, or {colors}"
        raise PuzzleError(reason, where=("known cells", f"cell {place}"))
    return sum(1 << color for color, char in enumerate(chars) if char in inside)


class _Study:
    """All that is known about a line; `listed` are the first of its patterns."""

    def __init__(self, line: TypedLine, count: int, most: int) -> None:
        parts = (line.clue, line.width, line.allowed)
        self.line, self.count = line, count
        first = islice(patterns.patterns(*parts), most)
        self.listed = ["".join(line.chars[color] for color in found) for found in first]
        self.conclusions = {name: patterns.conclude(name, *parts) for name in SOLVERS}
        found = patterns.conflict(*parts)
        self.contradiction = contradiction(line.clue, line.width, found) if found else ""

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "clue": self.line.written,
            "width": self.line.width,
            "known": self.line.retyped(self.line.sets),
            "count": str(self.count),
            "patterns": self.listed,
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


def _cells(line: TypedLine, found: patterns.Conclusion) -> str | None:
    return None if found.left is None else line.retyped(_turned(found.left, line.width))


def _text(study: _Study) -> Iterator[str]:
    """The patterns and conclusions under each other, then the reasons."""
    size = f"{many(study.line.width, 'cell')}: {many(study.count, 'pattern')}"
    yield f"clue {study.line.written or '0'} on {size}\n"
    yield from (f"{name:10}{drawn}" for name, drawn in _drawing(study))
    yield ""
    if study.contradiction:
        yield f"{joined(SOLVERS, 'and')} find that no pattern is possible:"
        yield f"  {study.contradiction}"
    else:
        yield from _reasoning(study)


def _drawing(study: _Study) -> Iterator[tuple[str, str]]:
    """Rows of characters, each with its name."""
    line = study.line
    for power in range(len(str(line.width)) - 1, -1, -1):
        unit = 10**power  # higher digits stand only where they change
        digits = [" " if n % unit else str(n // unit % 10) for n in range(1, line.width + 1)]
        yield "" if power else "cells", "".join(digits).rstrip()
    drawn = [("known", _short(line.retyped(line.sets)))]
    drawn += [("" if place else "patterns", one) for place, one in enumerate(study.listed)]
    if more := study.count - len(study.listed):
        drawn.append(("", f"… and {more} more"))
    for name, found in study.conclusions.items():
        drawn.append((name, _short(_cells(line, found) or "no pattern")))
    yield from drawn
    if any(_SOME in row for _, row in drawn):
        yield "", f"({_SOME} is open, but not every color is possible)"


def _short(cells: str) -> str:
    """One character a cell, whatever colors it may have."""
    return re.sub(r"\[[^]]*\]", _SOME, cells)


def _reasoning(study: _Study) -> Iterator[str]:
    """What each solver finds, and what the weaker ones miss."""
    fast, best = study.conclusions["fast"], study.conclusions["complete"]
    alike = [name for name, found in study.conclusions.items() if found.left == fast.left]
    verb = "find" if alike[1:] else "finds"
    yield from _found(study.line, joined(alike, "and"), verb, fast.reasons)
    misses: dict[int, list[str]] = {}
    for name, conclusion in study.conclusions.items():
        if name not in alike:
            new = [r for r in conclusion.reasons if not span(r.first, r.end) & fast.news]
            yield from _found(study.line, name, "also finds", new)
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
    size = "hidden length" if length is None else many(length, "cell")
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
