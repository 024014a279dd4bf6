"""The rules by which people solve nonograms, named and ordered from the easiest to the hardest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from asp_nono.logic.matrix import Matrix
from asp_nono.logic.view import View


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
    SEARCH = "search"
    IMPOSSIBLE = "no way"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule finds on a line.

    Attributes:
        rule: The rule.
        lost: For each colour the set of positions (bit p for the 0-based position p) that are
            shown not to have it, whether that was known before or not.
        reason: Why, in a sentence.
        blocks: The blocks that the reason speaks of, from 0.
        matrix: What the rule of blocks and gaps looked at.
        because: The positions whose known colours the reason needs, where the rule tells.
    """

    rule: Rule
    lost: tuple[int, ...]
    reason: str
    blocks: tuple[int, ...] = ()
    matrix: Matrix | None = None
    because: int | None = None

    def news(self, view: View) -> tuple[int, ...]:
        """What is lost and was not known to be."""
        return tuple(cells & had for cells, had in zip(self.lost, view.allowed, strict=True))


LineRule = Callable[[View], Iterator[Finding]]
"""Looks at a line that can be filled, and tells all that it finds, known or not."""


def first_news(rule: LineRule, view: View) -> Finding | None:
    """The first thing that a rule finds and that was not known."""
    return next((found for found in rule(view) if any(found.news(view))), None)
