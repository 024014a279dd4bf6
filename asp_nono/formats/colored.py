"""Clues whose blocks have colours, as pairs of a length and the number of a colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from asp_nono.clue import Block, Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.listing import clues_of_lists
from asp_nono.formats.source import MAX_SIDE


def clue_of_blocks(blocks: Sequence[tuple[int, int]]) -> Clue:
    """The clue with these blocks; none, or one of length 0 alone, is a blank line.

    Raises:
        PuzzleError: If a length is below 1, or there are more blocks than a line can have.
    """
    if [length for length, _ in blocks] == [0]:
        return ()
    if len(blocks) > MAX_SIDE:
        raise PuzzleError(f"too many blocks; at most {MAX_SIDE} are read")
    for place, (length, _) in enumerate(blocks, 1):
        if length == 0:
            reason = "0 cells; 0 stands for a blank line, and only alone"
            raise PuzzleError(reason, where=(f"block {place}",))
    return tuple(Block(length, color) for length, color in blocks)


def clues_of_blocks(
    axis: Literal["row", "column"], lines: Sequence[Sequence[tuple[int, int]]]
) -> tuple[Clue, ...]:
    """The clue of each list of blocks.

    Raises:
        PuzzleError: If one is wrong or there are too many of them; names the line.
    """
    return clues_of_lists(axis, lines, clue_of_blocks)
