"""All patterns of one clue, all clues of one line, and why a line solver concludes what it does.

A reason is found in what the solver itself looks at: `fast` and `olsak` at the two extreme
arrangements, `complete` at all places of every block. It is true of every arrangement.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, reduce
from itertools import groupby, product
from operator import or_

from asp_nono.clue import BACKGROUND, Clue, clue_of, gap, least_cells
from asp_nono.line import line_solver
from asp_nono.line.bits import each, highest, reach, runs, span
from asp_nono.line.solver import Arrangement, Placement, extremes, placements
from asp_nono.messages import PuzzleError

Pattern = tuple[int, ...]  # the color number of each cell of a finished line


@cache
def all_clues(length: int, colors: int) -> tuple[Clue, ...]:
    """Every clue that fits on a line in `colors` colors with the background; the shortest first."""
    found = {clue_of(cells) for cells in product(range(colors), repeat=length)}
    return tuple(sorted(found, key=lambda clue: (len(clue), clue)))


def patterns(clue: Clue, length: int, allowed: Sequence[int] | None = None) -> Iterator[Pattern]:
    """The patterns of a clue, the leftmost first, each found when it is needed.

    They are ordered by where the first block starts, then by where it ends, then by the second
    block, and so on.

    Args:
        clue: The blocks.
        length: Number of cells.
        allowed: For each color the set of positions that may have it, as an integer in which bit
            p stands for position p, counted from 0; None if nothing is known of the line.

    Raises:
        PuzzleError: If `length` is negative, or `allowed` lacks a color of the clue.

    >>> from asp_nono.clue import Block
    >>> list(patterns((Block(3),), 4))
    [(1, 1, 1, 0), (0, 1, 1, 1)]
    """
    sets = within(clue, length, allowed)
    return (_filled(clue, length, found) for found in _arrangements(clue, length, sets))


def count_patterns(clue: Clue, length: int, allowed: Sequence[int] | None = None) -> int:
    """How many patterns a clue has; exact, without finding them. As `patterns`.

    >>> from asp_nono.clue import Block
    >>> count_patterns((Block(2), Block(3)), 8)
    6
    """
    sets = within(clue, length, allowed)
    *_, ends = prefixes(clue, length, sets)
    return _moved(ends, sets[BACKGROUND])[length]


def within(clue: Clue, length: int, allowed: Sequence[int] | None = None) -> list[int]:
    """`allowed` and errors of `patterns`: for each color of the clue a set of cells of the line."""
    if length < 0:
        raise PuzzleError("a line of {count} cells; expected 0 or more", count=length)
    colors = 1 + max((block.color for block in clue), default=BACKGROUND)
    line = span(0, length)
    if allowed is None:
        return [line] * colors
    if len(allowed) < colors:
        raise PuzzleError(
            "what is allowed of {count} colors; expected {colors}, as in the clue",
            count=len(allowed),
            colors=colors,
        )
    return [cells & line for cells in allowed]


def prefixes(clue: Clue, length: int, allowed: Sequence[int]) -> Iterator[list[int]]:
    """For 0, 1, … all blocks of the clue, in how many ways these end at each border of the line."""
    ends = [1] + [0] * length
    yield ends
    blank = allowed[BACKGROUND]
    for number, block in enumerate(clue):
        starts = _moved(ends, blank)
        if number and gap(clue[number - 1], block):
            starts = [0] + [ways * (blank >> cell & 1) for cell, ways in enumerate(starts[:-1])]
        cells, ends = allowed[block.color], [0] * (length + 1)
        if block.length is None:
            for cell in each(cells):
                ends[cell + 1] = starts[cell] + ends[cell]
        else:
            for start in each(runs(cells, block.length)):
                ends[start + block.length] = starts[start]
        yield ends


def _moved(ends: Sequence[int], blank: int) -> list[int]:
    """In how many ways each border is reached from `ends` over any number of `blank` cells."""
    moved: list[int] = []
    for border, ways in enumerate(ends):
        passed = moved[-1] if border and blank >> border - 1 & 1 else 0
        moved.append(ways + passed)
    return moved


def _arrangements(clue: Clue, length: int, allowed: Sequence[int]) -> Iterator[Arrangement]:
    """The arrangements of all blocks, one after the other.

    A place that a block has in some arrangement fits all places of the block before it that end
    early enough, so the search never fails.
    """
    found = placements(clue, length, allowed)
    if found is None:
        return
    places, _ = found
    blank = allowed[BACKGROUND]
    chosen: Arrangement = []
    choices: list[Iterator[tuple[int, int]]] = []
    while True:
        number = len(chosen)
        if number < len(clue):
            choices.append(places[number].spans(_borders(clue, chosen, blank)))
        else:
            yield chosen
        while choices:
            del chosen[len(choices) - 1 :]
            if place := next(choices[-1], None):
                chosen.append(place)
                break
            choices.pop()
        else:
            return


def _borders(clue: Clue, chosen: Arrangement, blank: int) -> int:
    """The borders at which the block after the chosen ones can start."""
    if not chosen:
        return reach(1, blank)
    number, (_, end) = len(chosen), chosen[-1]
    if gap(clue[number - 1], clue[number]):
        return reach((1 << end & blank) << 1, blank)
    return reach(1 << end, blank)


def _filled(clue: Clue, length: int, arrangement: Arrangement) -> Pattern:
    cells = [BACKGROUND] * length
    for block, (start, end) in zip(clue, arrangement, strict=True):
        cells[start:end] = [block.color] * (end - start)
    return tuple(cells)


class Kind(Enum):
    """Why cells can have no other colors; the blocks are those that the reason names."""

    COVERED = "covered"  #: the one block covers them in every arrangement
    SHARED = "shared"  #: one of the blocks covers them, not always the same one
    GAP = "gap"  #: they lie behind the block before them and before the next, wherever these lie
    BARE = "bare"  #: no block of a color that is gone can cover them
    REFUTED = "refuted"  #: both extremes have this color there, and no arrangement has another


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a run of cells can have only some colors."""

    first: int  #: the first of the cells, 0-based
    end: int  #: the border behind the last
    kind: Kind  #: why
    colors: tuple[int, ...]  #: that are left
    gone: tuple[int, ...]  #: that were allowed
    blocks: tuple[Placement, ...] = ()  #: that the reason names, in order


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The conclusions of a line solver on a line."""

    left: list[int] | None  #: what the solver returns
    reasons: tuple[
        Reason, ...
    ] = ()  #: from the left; they name exactly the cells that lost a color

    @property
    def news(self) -> int:
        """The set of cells that the solver learns about."""
        return sum(span(reason.first, reason.end) for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why a line cannot be filled, as far as going through the blocks from the left shows."""

    need: int | None = None  #: the least number of cells for the clue, when the line has fewer
    block: int | None = None  #: the first (from 0) that cannot be placed with all before it
    cell: int | None = None  #: the last that is not background, when it lies behind all blocks


def conclude(name: str, clue: Clue, length: int, allowed: Sequence[int]) -> Conclusion:
    """Run the line solver of this name (see `line_solver`), and give reasons for its findings."""
    solver, sets = line_solver(name), within(clue, length, allowed)
    left = solver(clue, length, sets)
    if left is None:
        return Conclusion(None)
    if name == "complete":
        ranges, _ = placements(clue, length, sets) or ([], 0)
    else:
        ranges = extremes(clue, length, sets) or []
    gone = reduce(or_, (before & ~after for before, after in zip(sets, left, strict=True)))
    reasons = (_reason(name, clue, sets, left, ranges, cell) for cell in each(gone))
    return Conclusion(left, tuple(_joined(reasons)))


def conflict(clue: Clue, length: int, allowed: Sequence[int]) -> Conflict | None:
    """Why there is no arrangement; None if there is one. As `conclude`."""
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


def _reason(
    name: str,
    clue: Clue,
    allowed: Sequence[int],
    left: Sequence[int],
    ranges: Sequence[Placement],
    cell: int,
) -> Reason:
    """Why a cell lost a color, given what the solver looked at and what it found."""
    colors = tuple(color for color, cells in enumerate(left) if cells >> cell & 1)
    lost = (before & ~after for before, after in zip(allowed, left, strict=True))
    gone = tuple(color for color, cells in enumerate(lost) if cells >> cell & 1)
    meeting = [block for block in ranges if block.first <= cell < block.end]
    covering = [block for block in meeting if block.sure >> cell & 1]
    blocks: Sequence[Placement] = ()
    if not meeting:
        kind, blocks = Kind.GAP, _beside(ranges, cell)
    elif covering:
        kind, blocks = Kind.COVERED, covering[:1]
    elif name == "olsak":
        kind = Kind.REFUTED
    elif BACKGROUND in colors:
        kind, blocks = Kind.BARE, _near(clue, ranges, cell, gone)
    else:
        kind, blocks = Kind.SHARED, [block for block in meeting if block.cells >> cell & 1]
    return Reason(cell, cell + 1, kind, colors, gone, tuple(blocks))


def _near(
    clue: Clue, ranges: Sequence[Placement], cell: int, colors: Sequence[int]
) -> list[Placement]:
    """Of each color the blocks around a cell; where there are none, those beside it."""
    near: list[Placement] = []
    for color in colors:
        these = [block for block in ranges if clue[block.number].color == color]
        around = [block for block in these if block.first <= cell < block.end]
        near += around or _beside(these, cell)
    return sorted(near, key=lambda block: block.number)


def _beside(blocks: Sequence[Placement], cell: int) -> list[Placement]:
    """The last block that ends before a cell, and the first that starts behind it."""
    before = [block for block in blocks if block.end <= cell]
    behind = [block for block in blocks if block.first > cell]
    return before[-1:] + behind[:1]


def _joined(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """One reason instead of several that are the same for neighboring cells."""

    def place(numbered: tuple[int, Reason]) -> Reason:
        number, reason = numbered
        return replace(reason, first=reason.first - number, end=0)  # neighbors have the same

    for _, group in groupby(enumerate(reasons), place):
        run = [reason for _, reason in group]
        yield replace(run[0], end=run[-1].end)
