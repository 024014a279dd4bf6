"""What a line solver concludes of a line, with the reason for every cell that it learns about.

A reason is found in what the solver itself looks at: `fast` and `olsak` at the two extreme
arrangements, `complete` at all places of every block. It is true of every arrangement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from itertools import groupby
from operator import or_
from typing import NamedTuple

from asp_nono.clue import BACKGROUND, Clue, least_cells
from asp_nono.line import line_solver
from asp_nono.line.bits import each, highest, lowest, span
from asp_nono.line.complete import placements
from asp_nono.line.patterns import prefixes, within
from asp_nono.line.push import leftmost, rightmost


class Kind(Enum):
    """Why cells can have no other colours; the blocks meant are those that the reason names."""

    COVERED = "covered"
    """The one block covers them in every arrangement."""
    SHARED = "shared"
    """In every arrangement one of the blocks covers them, but not always the same one."""
    GAP = "gap"
    """They lie behind the block before them and before the next, wherever these lie."""
    BARE = "bare"
    """No block of a colour that is gone can cover them."""
    REFUTED = "refuted"
    """Both extreme arrangements have this colour there, and no arrangement has another."""


@dataclass(frozen=True, slots=True)
class Range:
    """Where a block lies at most, as far as the solver looks; positions are 0-based.

    Attributes:
        number: The block's place in the clue, from 0.
        starts: The smallest and the largest of its possible first cells.
        ends: The same of the borders behind its last cell.
        cells: The set of cells that it can cover.
    """

    number: int
    starts: tuple[int, int]
    ends: tuple[int, int]
    cells: int

    def meets(self, cell: int) -> bool:
        """Whether the cell lies between its first start and its last end."""
        return self.starts[0] <= cell < self.ends[1]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a run of cells can have only some colours.

    Attributes:
        first: The first of the cells, 0-based.
        end: The border behind the last.
        kind: Why.
        colors: The colours that are left.
        gone: The colours that were allowed and are not any more.
        blocks: The blocks that the reason speaks of, in order.
    """

    first: int
    end: int
    kind: Kind
    colors: tuple[int, ...]
    gone: tuple[int, ...]
    blocks: tuple[Range, ...] = ()


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a line solver makes of a line.

    Attributes:
        left: For each colour the set of cells that may still have it; None if the solver sees that
            there is no arrangement.
        reasons: Why, from the left; together they name exactly the cells that lost a colour.
    """

    left: list[int] | None
    reasons: tuple[Reason, ...] = ()

    @property
    def news(self) -> int:
        """The set of cells that the solver learns about."""
        return _union(span(reason.first, reason.end) for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why a line cannot be filled, as far as going through the blocks from the left tells.

    Attributes:
        need: The least number of cells for the clue, when the line has fewer; else None.
        block: The first block (from 0) with which the blocks up to it have no arrangement on the
            cells up to their end; None if all blocks have.
        cell: The last cell that cannot be background, when it lies behind the blocks in every such
            arrangement; else None.
    """

    need: int | None = None
    block: int | None = None
    cell: int | None = None


def conclude(name: str, clue: Clue, length: int, allowed: Sequence[int]) -> Conclusion:
    """Run a line solver, and give a reason for all that it finds.

    Args:
        name: One of `SOLVERS`.
        clue: The blocks.
        length: Number of cells.
        allowed: For each colour the set of cells that may have it.

    Raises:
        UnknownNameError: If there is no such solver.
        PuzzleError: If `length` is negative, or `allowed` lacks a colour of the clue.
    """
    solver, sets = line_solver(name), within(clue, length, allowed)
    left = solver(clue, length, sets)
    if left is None:
        return Conclusion(None)
    look = _all_places if name == "complete" else _extremes
    view = _View(name, clue, sets, left, look(clue, length, sets))
    gone = (before & ~after for before, after in zip(sets, left, strict=True))
    return Conclusion(left, tuple(_joined(view.reason(cell) for cell in each(_union(gone)))))


def conflict(clue: Clue, length: int, allowed: Sequence[int]) -> Conflict | None:
    """Why there is no arrangement; None if there is one. Arguments and errors as of `conclude`."""
    sets = within(clue, length, allowed)
    need = least_cells(clue)
    if need > length:
        return Conflict(need=need)
    if placements(clue, length, sets) is not None:
        return None
    for count, ends in enumerate(prefixes(clue, length, sets)):
        if not any(ends):
            return Conflict(block=count - 1)
    return Conflict(cell=highest(span(0, length) & ~sets[BACKGROUND]))


def _extremes(clue: Clue, length: int, allowed: Sequence[int]) -> tuple[Range, ...]:
    left, right = leftmost(clue, length, allowed), rightmost(clue, length, allowed)
    pairs = zip(left or (), right or (), strict=True)
    return tuple(
        Range(number, (a[0], b[0]), (a[1], b[1]), span(a[0], b[1]))
        for number, (a, b) in enumerate(pairs)
    )


def _all_places(clue: Clue, length: int, allowed: Sequence[int]) -> tuple[Range, ...]:
    places, _ = placements(clue, length, allowed) or ([], 0)
    return tuple(
        Range(
            number,
            (lowest(place.starts), highest(place.starts)),
            (lowest(place.ends), highest(place.ends)),
            place.cells,
        )
        for number, place in enumerate(places)
    )


class _View(NamedTuple):
    """What a solver looked at, and what it found."""

    name: str
    clue: Clue
    allowed: Sequence[int]
    left: Sequence[int]
    ranges: Sequence[Range]

    def reason(self, cell: int) -> Reason:
        """Why a cell lost a colour."""
        colors = tuple(color for color, cells in enumerate(self.left) if cells >> cell & 1)
        had = (color for color, cells in enumerate(self.allowed) if cells >> cell & 1)
        gone = tuple(color for color in had if color not in colors)
        kind, blocks = self._why(cell, colors, gone)
        return Reason(cell, cell + 1, kind, colors, gone, tuple(blocks))

    def _why(
        self, cell: int, colors: Sequence[int], gone: Sequence[int]
    ) -> tuple[Kind, Sequence[Range]]:
        meeting = [block for block in self.ranges if block.meets(cell)]
        if not meeting:
            return Kind.GAP, _beside(self.ranges, cell)
        for block in meeting:
            if block.starts[1] <= cell < block.ends[0]:
                return Kind.COVERED, [block]
        if self.name == "olsak":
            return Kind.REFUTED, []
        if BACKGROUND in colors:
            return Kind.BARE, self._near(cell, gone)
        return Kind.SHARED, [block for block in meeting if block.cells >> cell & 1]

    def _near(self, cell: int, colors: Sequence[int]) -> list[Range]:
        """Of each colour the blocks around a cell; where there are none, those beside it."""
        near: list[Range] = []
        for color in colors:
            these = [block for block in self.ranges if self.clue[block.number].color == color]
            near += [block for block in these if block.meets(cell)] or _beside(these, cell)
        return sorted(near, key=lambda block: block.number)


def _beside(blocks: Sequence[Range], cell: int) -> list[Range]:
    """The last block that ends before a cell, and the first that starts behind it."""
    before = [block for block in blocks if block.ends[1] <= cell]
    behind = [block for block in blocks if block.starts[0] > cell]
    return before[-1:] + behind[:1]


def _joined(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """One reason instead of several that are the same for neighbouring cells."""
    for _, group in groupby(enumerate(reasons), _sameness):
        run = [reason for _, reason in group]
        yield replace(run[0], end=run[-1].end)


def _sameness(numbered: tuple[int, Reason]) -> Reason:
    """Equal for neighbouring cells with equal reasons: their distance to the number is one."""
    number, reason = numbered
    return replace(reason, first=reason.first - number, end=0)


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)
