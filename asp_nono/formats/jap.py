"""Reading `.jap`, the binary files of QNonograms.

As tools/jap2non of https://github.com/mikix/nonogram-db reads them: `TLS`, a checksum of four
bytes whose kind nobody tells, a byte of flags, the numbers of columns and of rows, then for each
column and after that for each row a byte with the number of its blocks and a byte for each length.
"""

from __future__ import annotations

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import clues_of_lengths
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

MAGIC = b"TLS"

_HEAD = len(MAGIC) + 4
_DRAWN = 0x80
"""The flag that a picture follows the clues, a byte for each cell."""

_OTHER = 0x40
"""The flag of files that no known reader takes."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file; a picture in it is the goal. The checksum is not looked at.

    Raises:
        PuzzleError: If it is cut short or goes on, is of another kind, or a clue is wrong.
    """
    reader = _Reader(source.data)
    flags, width, height = reader.take(3, "the flags and the sizes")
    if flags & _OTHER:
        raise PuzzleError("flag 0x40 is set; the layout of such files is not known")
    columns = [reader.lengths(f"column {place}") for place in range(1, width + 1)]
    rows = [reader.lengths(f"row {place}") for place in range(1, height + 1)]
    goal = _picture(reader, width, height) if flags & _DRAWN else None
    if reader.at < len(source.data):
        raise PuzzleError(f"{len(source.data) - reader.at} bytes more than the puzzle has")
    puzzle = Puzzle(clues_of_lengths("row", rows), clues_of_lengths("column", columns), goal=goal)
    return [puzzle]


def _picture(reader: _Reader, width: int, height: int) -> Grid:
    rows = [reader.take(width, f"row {place} of the picture") for place in range(1, height + 1)]
    if wrong := {cell for row in rows for cell in row} - {0, 1}:
        raise PuzzleError(f"a cell {min(wrong)} in the picture; expected 0 or 1")
    return Grid(tuple(map(tuple, rows)))


class _Reader:
    """Takes a file apart from its start."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(MAGIC):
            raise PuzzleError(f"expected {MAGIC.decode()!r} at the start")
        self.data = data
        self.at = _HEAD

    def take(self, count: int, what: str) -> bytes:
        """The next bytes; `what` they are is said where the file ends before."""
        taken = self.data[self.at : self.at + count]
        if len(taken) < count:
            raise PuzzleError(f"the file ends after byte {len(self.data)}, inside {what}")
        self.at += count
        return taken

    def lengths(self, what: str) -> list[int]:
        """The next list of block lengths."""
        (count,) = self.take(1, what)
        return list(self.take(count, what))
