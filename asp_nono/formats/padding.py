"""Clues in tables, whose rows are padded to one length: with zeros, or with -1 after patterns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from asp_nono.errors import PuzzleError


def unpadded(lengths: Sequence[int]) -> list[int]:
    """Block lengths without the zeros before or after them.

    >>> unpadded([0, 0, 3, 1]), unpadded([0, 0])
    ([3, 1], [])
    """
    start, end = 0, len(lengths)
    while start < end and not lengths[start]:
        start += 1
    while end > start and not lengths[end - 1]:
        end -= 1
    return list(lengths[start:end])


def pattern_lengths(pattern: Sequence[int]) -> list[int]:
    """The block lengths that a pattern stands for: 1 for a filled cell, 0 between two blocks.

    The nonogram model of the MiniZinc challenges reads such patterns
    (https://github.com/MiniZinc/minizinc-benchmarks, folder nonogram).

    >>> pattern_lengths([1, 0, 1, 1, -1]), pattern_lengths([0, -1])
    ([1, 2], [])

    Raises:
        PuzzleError: If it is no pattern.
    """
    end = len(pattern)
    while end and pattern[end - 1] == -1:
        end -= 1
    cells = list(pattern[:end])
    if cells in ([], [0]):
        return []
    runs = [(cell, len(list(run))) for cell, run in groupby(cells)]
    gaps = [length for cell, length in runs if cell == 0]
    if not {0, 1}.issuperset(cells) or not cells[0] or not cells[-1] or max(gaps, default=1) > 1:
        reason = (
            "expected a pattern: 1 for each filled cell, one 0 between blocks, -1 after the end"
        )
        raise PuzzleError(reason)
    return [length for cell, length in runs if cell == 1]
