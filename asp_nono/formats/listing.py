"""Parts of listings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from asp_nono.errors import PuzzleError
from asp_nono.formats.tokens import Numbered


def closed(lines: Sequence[Numbered]) -> Sequence[Numbered]:
    """The lines without empty ones at the ends, in a format where no line may be empty.

    Raises:
        PuzzleError: If one between them is empty.
    """
    filled = [place for place, line in enumerate(lines) if line.text]
    group = lines[filled[0] : filled[-1] + 1] if filled else []
    for line in group:
        if not line.text:
            reason = "an empty line inside a group of clues; a blank clue is written as 0"
            raise PuzzleError(reason, where=(line.where,))
    return group


def begun(
    lines: Sequence[Numbered], begins: Callable[[str], object]
) -> Iterator[Sequence[Numbered]]:
    """The parts of a file, each from a line that `begins` one to the next."""
    starts = [place for place, line in enumerate(lines) if begins(line.text)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield lines[start:end]
