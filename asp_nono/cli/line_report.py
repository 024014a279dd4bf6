"""What is found out about one line, as text and as JSON (the contract of docs/json.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from asp_nono.cli import line_words, report
from asp_nono.cli.line_input import OPEN, Asked
from asp_nono.line.bits import span
from asp_nono.line.patterns import (
    Conclusion,
    Conflict,
    Reason,
    conclude,
    conflict,
    patterns,
)
from asp_nono.logic.wording import cells_named, contradiction

SOLVERS = ("fast", "olsak", "complete")
"""The line solvers, from the weakest to the strongest."""

_SOME = "*"
_MARGIN = 10


@dataclass(frozen=True, slots=True)
class Study:
    """All that is found out about a line.

    Attributes:
        asked: The line.
        count: How many patterns it has.
        listed: The first of them.
        conclusions: What each line solver makes of it.
        conflict: Why there is no pattern; None if there is one.
    """

    asked: Asked
    count: int
    listed: tuple[str, ...]
    conclusions: dict[str, Conclusion]
    conflict: Conflict | None


def study(asked: Asked, count: int, most: int) -> Study:
    """Draw the first `most` of a line's `count` patterns, and ask the line solvers."""
    line = (asked.clue, asked.width, asked.allowed)
    first = islice(patterns(*line), most)
    listed = tuple("".join(asked.chars[color] for color in found) for found in first)
    conclusions = {name: conclude(name, *line) for name in SOLVERS}
    return Study(asked, count, listed, conclusions, conflict(*line))


def text(study: Study) -> str:
    """The patterns and conclusions under each other, then the reasons."""
    asked = study.asked
    written = _clue(asked) or "0"
    head = f"clue {written} on {_many(asked.width, 'cell')}: {_many(study.count, 'pattern')}"
    return "\n".join([head, "", *_drawing(study), "", *_reasoning(study)])


def emit(study: Study) -> None:
    """Print the JSON object."""
    asked, found = study.asked, study.conflict
    report.emit(
        {
            "clue": _clue(asked),
            "width": asked.width,
            "known": _drawn_sets(asked, asked.sets),
            "count": str(study.count),
            "patterns": list(study.listed),
            "contradiction": None
            if found is None
            else contradiction(asked.clue, asked.width, found),
            "solvers": {
                name: _conclusion_json(asked, conclusion)
                for name, conclusion in study.conclusions.items()
            },
        }
    )


def _conclusion_json(asked: Asked, conclusion: Conclusion) -> dict[str, object]:
    cells = None if conclusion.left is None else _drawn_sets(asked, _sets(asked, conclusion.left))
    return {
        "cells": cells,
        "reasons": [
            {
                "cells": [reason.first + 1, reason.end],
                "colors": [asked.chars[color] for color in reason.colors],
                "kind": reason.kind.value,
                "blocks": [block.number + 1 for block in reason.blocks],
                "text": line_words.why(asked, reason),
            }
            for reason in conclusion.reasons
        ],
    }


def _clue(asked: Asked) -> str:
    """The clue as it can be typed; # is left out."""
    words = (
        (OPEN if block.length is None else str(block.length), asked.chars[block.color])
        for block in asked.clue
    )
    return " ".join(length + char.replace("#", "") for length, char in words)


def _drawing(study: Study) -> Iterator[str]:
    asked = study.asked
    for power in range(len(str(asked.width)) - 1, -1, -1):
        yield _row("" if power else "cells", _ruler(asked.width, 10**power))
    known = _drawn(asked, asked.sets)
    yield _row("known", known)
    for place, pattern in enumerate(study.listed):
        yield _row("" if place else "patterns", pattern)
    if more := study.count - len(study.listed):
        yield _row("", f"… and {more} more")
    marked = _SOME in known
    for name, conclusion in study.conclusions.items():
        left = conclusion.left
        shown = "no pattern" if left is None else _drawn(asked, _sets(asked, left))
        yield _row(name, shown)
        marked |= _SOME in shown
    if marked:
        yield _row("", f"({_SOME} is open, but not every colour is possible)")


def _ruler(width: int, unit: int) -> str:
    """One digit of the number of every cell; higher digits only where they change."""
    return "".join(
        str(cell // unit % 10) if cell % unit == 0 else " " for cell in range(1, width + 1)
    ).rstrip()


def _row(name: str, drawn: str) -> str:
    return f"{name:{_MARGIN}}{drawn}"


def _reasoning(study: Study) -> Iterator[str]:
    """What each solver finds, and what the weaker ones miss."""
    asked = study.asked
    if study.conflict is not None:
        yield f"{_and(SOLVERS)} see that no pattern is possible:"
        yield f"  {contradiction(asked.clue, asked.width, study.conflict)}"
        return
    fast, best = study.conclusions["fast"], study.conclusions["complete"]
    alike = [name for name, found in study.conclusions.items() if found.left == fast.left]
    yield from _found(asked, _and(alike), "find" if alike[1:] else "finds", fast.reasons)
    for name, conclusion in study.conclusions.items():
        if name not in alike:
            new = [r for r in conclusion.reasons if not span(r.first, r.end) & fast.news]
            yield from _found(asked, name, "also finds", new)
    misses: dict[int, list[str]] = {}
    for name, conclusion in study.conclusions.items():
        misses.setdefault(_missed(conclusion, best), []).append(name)
    for missed, names in misses.items():
        if missed:
            verb = "miss" if names[1:] else "misses"
            yield f"{_and(names)} {verb} what follows for {cells_named(missed)}."


def _found(asked: Asked, who: str, verb: str, reasons: Sequence[Reason]) -> Iterator[str]:
    yield f"{who} {verb}{':' if reasons else ' nothing new.'}"
    for reason in reasons:
        yield f"  {line_words.sentence(asked, reason)}"


def _missed(weaker: Conclusion, best: Conclusion) -> int:
    """The cells of which a solver keeps a colour that the best one does not."""
    missed = 0
    for kept, true in zip(weaker.left or (), best.left or (), strict=True):
        missed |= kept & ~true
    return missed


def _sets(asked: Asked, left: Sequence[int]) -> list[int]:
    """For each cell the set of colours that are left."""
    return [
        sum(1 << color for color, cells in enumerate(left) if cells >> cell & 1)
        for cell in range(asked.width)
    ]


def _drawn(asked: Asked, sets: Sequence[int]) -> str:
    """One character a cell, so that lines stand under each other."""
    shown = (_names(asked, colors) for colors in sets)
    return "".join(_SOME if len(names) > 1 else names for names in shown)


def _drawn_sets(asked: Asked, sets: Sequence[int]) -> str:
    """The cells as they can be typed."""
    shown = (_names(asked, colors) for colors in sets)
    return "".join(f"[{names}]" if len(names) > 1 else names for names in shown)


def _names(asked: Asked, colors: int) -> str:
    """The characters of a set of colours, or `?` for all of them."""
    if colors == (1 << len(asked.chars)) - 1:
        return OPEN
    return "".join(char for color, char in enumerate(asked.chars) if colors >> color & 1)


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
