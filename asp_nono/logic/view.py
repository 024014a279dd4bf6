"""One line as a person looks at it: rooms of blocks, runs of painted cells, gaps between walls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from asp_nono.clue import BACKGROUND, Clue, Line
from asp_nono.line.bits import each, span
from asp_nono.line.push import Arrangement, leftmost, rightmost
from asp_nono.logic.names import Names


@dataclass(frozen=True, slots=True)
class Room:
    """Between which cells a block lies for sure; positions count from 0.

    Attributes:
        number: The block, from 0.
        first: The first cell that it can cover.
        end: The border behind the last one.
        last_start: The last cell at which it can start.
        first_end: The first border at which it can end.
    """

    number: int
    first: int
    end: int
    last_start: int
    first_end: int

    @property
    def sure(self) -> int:
        """The cells that it covers wherever it lies."""
        return span(self.last_start, self.first_end)


class View:
    """A line, its clue, and what is known of its cells.

    Attributes:
        line: The line.
        clue: Its blocks.
        length: Its number of cells.
        allowed: For each colour the set of positions that may have it; bit p for the 0-based p.
        names: How things are called.
    """

    def __init__(
        self, line: Line, clue: Clue, length: int, allowed: Sequence[int], names: Names
    ) -> None:
        self.line = line
        self.clue = clue
        self.length = length
        self.allowed = tuple(allowed)
        self.names = names

    def within(self, positions: int) -> View:
        """The line as it is when only the cells at these positions are known."""
        hidden = self.everything & ~positions
        allowed = [cells | hidden for cells in self.allowed]
        return View(self.line, self.clue, self.length, allowed, self.names)

    @property
    def everything(self) -> int:
        """All positions."""
        return span(0, self.length)

    def sure(self, color: int) -> int:
        """The positions that are known to have a colour."""
        others = 0
        for other, cells in enumerate(self.allowed):
            if other != color:
                others |= cells
        return self.allowed[color] & ~others

    @cached_property
    def open(self) -> int:
        """The positions that have more than one colour left."""
        once = twice = 0
        for cells in self.allowed:
            twice |= once & cells
            once |= cells
        return twice

    @cached_property
    def rooms(self) -> tuple[Room, ...]:
        """The room of each block when cells that are painted already are not yet looked at.

        Blocks are pushed to both ends; they pass over background cells, and over cells that
        cannot have their colour.
        """
        bare = (self.everything, *self.allowed[1:])
        return _rooms(self, bare)

    @cached_property
    def tight_rooms(self) -> tuple[Room, ...]:
        """The same when every painted cell has to be covered by some block."""
        return _rooms(self, self.allowed)

    def only(self, color: int, cells: int) -> tuple[int, ...]:
        """What is lost when cells have this colour."""
        return tuple(0 if other == color else cells for other in range(len(self.allowed)))

    def never(self, color: int, cells: int) -> tuple[int, ...]:
        """What is lost when cells do not have this colour."""
        return tuple(cells if other == color else 0 for other in range(len(self.allowed)))

    def blocks_of(self, color: int) -> Iterator[Room]:
        """The rooms of all blocks of a colour."""
        for room in self.rooms:
            if self.clue[room.number].color == color:
                yield room

    def could_cover(self, color: int, first: int, end: int) -> list[int]:
        """The blocks of a colour, from 0, that could cover the cells from `first` up to `end`.

        Those whose room holds the cells and that are not shorter than they are.
        """
        found = []
        for room in self.blocks_of(color):
            length = self.clue[room.number].length
            if (
                room.first <= first
                and end <= room.end
                and (length is None or length >= end - first)
            ):
                found.append(room.number)
        return found


def _rooms(view: View, allowed: Sequence[int]) -> tuple[Room, ...]:
    left: Arrangement = leftmost(view.clue, view.length, allowed) or []
    right: Arrangement = rightmost(view.clue, view.length, allowed) or []
    return tuple(
        Room(number, a[0], b[1], b[0], a[1])
        for number, (a, b) in enumerate(zip(left, right, strict=True))
    )


def stretches(cells: int) -> list[tuple[int, int]]:
    """The runs of neighbouring positions in a set: first position, border behind the last."""
    found: list[tuple[int, int]] = []
    for cell in each(cells):
        if found and found[-1][1] == cell:
            found[-1] = (found[-1][0], cell + 1)
        else:
            found.append((cell, cell + 1))
    return found


def gaps(view: View) -> list[tuple[int, int]]:
    """The stretches of cells that are not known to be background."""
    return stretches(view.everything & ~view.sure(BACKGROUND))
