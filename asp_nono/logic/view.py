"""One line as a person looks at it: ranges of blocks, runs of filled cells, gaps between walls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from asp_nono.clue import BACKGROUND, Clue, Line, least_cells
from asp_nono.line.bits import repeated, runs, span
from asp_nono.line.solver import Placement, extremes
from asp_nono.logic.wording import Names, stretches
from asp_nono.messages import Message

if TYPE_CHECKING:
    from asp_nono.draw.frames import MarkTable


class LineView:
    """A line, its clue and its cells' possible colors; sets of positions are as in `line.bits`."""

    def __init__(
        self, line: Line, clue: Clue, length: int, allowed: Sequence[int], names: Names
    ) -> None:
        self.line, self.clue, self.length, self.names = line, clue, length, names
        self.allowed = tuple(allowed)  # for each color the set of positions that may have it
        self.everything = span(0, length)

    def within(self, positions: int) -> "LineView":
        """The line as it is when only the cells at these positions are known."""
        hidden = self.everything & ~positions
        allowed = [cells | hidden for cells in self.allowed]
        return LineView(self.line, self.clue, self.length, allowed, self.names)

    def sure(self, color: int) -> int:
        """The positions that are known to have a color."""
        return self.allowed[color] & ~self.open

    @cached_property
    def open(self) -> int:
        """The positions that have more than one color left."""
        return repeated(self.allowed)

    @cached_property
    def ranges(self) -> list[Placement]:
        """The range of each block, pushed to both ends, when filled cells are not considered."""
        return extremes(self.clue, self.length, (self.everything, *self.allowed[1:])) or []

    @cached_property
    def tight_ranges(self) -> list[Placement]:
        """The same when every filled cell has to be covered by some block."""
        return extremes(self.clue, self.length, self.allowed) or []

    def only(self, color: int, cells: int) -> tuple[int, ...]:
        """The colors lost when cells have this color."""
        return tuple(0 if other == color else cells for other in range(len(self.allowed)))

    def never(self, colors: Sequence[int], cells: int) -> tuple[int, ...]:
        """The colors lost when cells have none of these colors."""
        return tuple(cells if other in colors else 0 for other in range(len(self.allowed)))

    @property
    def colors(self) -> list[int]:
        """The colors of the blocks."""
        return sorted({block.color for block in self.clue})

    def blocks_of(self, color: int) -> list[Placement]:
        """The ranges of all blocks of a color."""
        return [block for block in self.ranges if self.clue[block.number].color == color]

    def could_cover(self, color: int, first: int, end: int) -> list[int]:
        """The blocks of a color, from 0, whose range and length hold the cells first … end-1."""
        return [
            block.number
            for block in self.blocks_of(color)
            if block.first <= first and end <= block.end
            if block.length is None or block.length >= end - first
        ]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Which block can lie in which gap: the assignment matrix of Grochowski's solver.

    A gap is a stretch of cells between background cells or edges. Only lengths, the order of the
    blocks, and filled cells are considered.
    """

    gaps: tuple[tuple[int, int], ...]  #: the gaps: first cell and last cell, from 1
    blocks: tuple[Message, ...]  #: what the blocks are called
    rows: tuple[tuple[bool, ...], ...]  #: for each block whether it can lie in each gap

    def table(self) -> "MarkTable":
        """The matrix to be drawn: gaps across, blocks down, a mark where a block can lie."""
        from asp_nono.draw.frames import MarkTable

        heads = tuple(f"{a}" if a == b else f"{a}-{b}" for a, b in self.gaps)
        return MarkTable("gap", heads, tuple(map(str, self.blocks)), self.rows)

    def to_json(self) -> dict[str, object]:
        """Gaps and marks (docs/json.md)."""
        return {"gaps": list(map(list, self.gaps)), "blocks": list(map(list, self.rows))}


def matrix(view: LineView) -> Matrix:
    """The matrix of a line that can be filled."""
    parts = stretches(view.everything & ~view.sure(BACKGROUND))
    count = len(view.clue)
    ahead, used = {0}, []  # for each gap the blocks, from a first one up to before another, in it
    for part in parts:
        used.append([(first, end) for first in ahead for end in _ends(view, part, first)])
        ahead = {end for _, end in used[-1]}
    rows = [[False] * len(parts) for _ in view.clue]
    behind = {count}
    for number, ways in reversed(list(enumerate(used))):
        possible = [(first, end) for first, end in ways if end in behind]
        for first, end in possible:
            for block in range(first, end):
                rows[block][number] = True
        behind = {first for first, _ in possible}
    names = tuple(view.names.row(view.clue, number) for number in range(count))
    return Matrix(tuple((a + 1, b) for a, b in parts), names, tuple(map(tuple, rows)))


def _ends(view: LineView, part: tuple[int, int], first: int) -> Iterator[int]:
    """The blocks before which the blocks of a gap can end that begin with a first one."""
    cells = span(*part)
    if not cells & ~view.allowed[BACKGROUND]:
        yield first
    for end in range(first + 1, len(view.clue) + 1):
        last = view.clue[end - 1]
        if least_cells(view.clue[first:end]) > part[1] - part[0]:
            return
        if not runs(view.allowed[last.color] & cells, last.least):
            return
        yield end


def room_in_gap(view: LineView, found: Matrix, block: int, gap: int) -> tuple[int, int]:
    """The first cell and the border behind the last that a block with only one gap can cover.

    The blocks before and behind it that must lie in the same gap take their part of it.
    """
    here = [number for number, row in enumerate(found.rows) if row[gap] and sum(row) == 1]
    first, last = found.gaps[gap]
    before = tuple(view.clue[number] for number in here if number <= block)
    behind = tuple(view.clue[number] for number in here if number >= block)
    size = view.clue[block].least
    return first - 1 + least_cells(before) - size, last - least_cells(behind) + size
