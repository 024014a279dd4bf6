"""Belief propagation: how likely each color of each open cell is.

Each line sends its cells the marginals of their colors over all its arrangements, weighed by what
the crossing lines have sent; the messages are damped. On boards whose lines form a tree the
marginals become exact; elsewhere they are an estimate and prove nothing. Nothing is random.

Source: the sum-product algorithm; J. Pearl, Probabilistic Reasoning in Intelligent Systems (1988),
and F. Kschischang, B. Frey and H.-A. Loeliger, Factor Graphs and the Sum-Product Algorithm (2001).

A line that is longer than its blocks need, by a slack of S cells, has arrangements that are the
paths through a grid of S+1 columns and a row for each block: a step to the right is a background
cell, a step down the next block, with the cell behind it that a block of the same color needs.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import add
from typing import Final

from asp_nono.clue import BACKGROUND, Clue, gap
from asp_nono.line.bits import repeated
from asp_nono.line.board import Board
from asp_nono.line.kernel import COMPILED
from asp_nono.line.solver import Placement, placements
from asp_nono.line.vectors import i64, vec

ROUNDS: Final = 25 if COMPILED else 15  # 25 are enough for most messages to settle
MOST_POINTS: Final = 4_000_000 if COMPILED else 200_000
"""Boards whose lines have more points in all their grids would take more than a second."""

_DAMPING: Final = 0.5  # the share of the old message in a new one
_LEAST: Final = 1e-12  # no message is smaller


def _room(size: int) -> vec[float]:
    return vec[float]([0.0] * size)


class _BeliefLine:
    """A line of the board that sends messages, and the part of its grid that paths can reach."""

    first: i64  #: the number of its first cell, row by row
    step: i64  #: and from there to the next one
    length: i64  #: of the line
    blocks: i64  #: how many it has
    slack: i64  #: how many more cells it has than these need
    sizes: vec[i64]  #: of each block the length,
    paints: vec[i64]  #: the color,
    gaps: vec[i64]  #: and how many cells must follow it
    lows: vec[i64]  #: of each row of the grid the first column,
    highs: vec[i64]  #: and the last one

    def __init__(
        self, clue: Clue, places: Sequence[Placement], first: int, step: int, length: int
    ) -> None:
        followed = [gap(block, other) for block, other in pairwise(clue)]
        lengths = [block.length or 0 for block in clue]
        self.first, self.step, self.length = first, step, length
        self.blocks, self.slack = len(clue), length - sum(lengths) - sum(followed)
        self.sizes = vec[i64](lengths)
        self.paints = vec[i64]([block.color for block in clue])
        gaps = [*followed, 0][: len(clue)]
        self.gaps = vec[i64](gaps)
        needed = accumulate(map(add, lengths, gaps), initial=0)  # cells before each block
        lows, highs = [0], list[int]()
        for place, cells in zip(places, needed, strict=False):
            lows.append(place.first - cells)
            highs.append(place.last_start - cells)
        highs.append(int(self.slack))
        self.lows, self.highs = vec[i64](lows), vec[i64](highs)

    @property
    def points(self) -> int:
        """The number of points that paths can reach."""
        rows = range(int(self.blocks) + 1)
        return sum([int(self.highs[row] - self.lows[row]) + 1 for row in rows])


class Beliefs:
    """The messages between the lines and the cells of a board; cells have numbers, row by row."""

    def __init__(self, board: Board) -> None:
        """The messages before the first round.

        Lines without open cells, or with blotted blocks, are left out.
        """
        puzzle = board.puzzle
        colors, cells = len(puzzle.colors), puzzle.width * puzzle.height
        longest = max(puzzle.width, puzzle.height)
        self._colors: i64 = colors
        self._cells: i64 = cells
        self._sent = vec[float]([1 / colors] * (2 * colors * cells))  # by rows, then by columns
        self._new = self._sent[:]
        self._possible = _room(colors * cells)
        self._rows, self._columns = list[_BeliefLine](), list[_BeliefLine]()
        for line, clue, length in puzzle.lines():
            allowed = board.line(line)
            found = placements(clue, length, allowed) if repeated(allowed) else None
            if found is None or any(block.blotted for block in clue):
                continue
            number = line.number - 1
            if line.axis == "row":
                one = _BeliefLine(clue, found[0], number * puzzle.width, 1, length)
                self._rows.append(one)
            else:
                one = _BeliefLine(clue, found[0], number, puzzle.width, length)
                self._columns.append(one)
        self._crossed = vec[i64]([0] * cells)  # how many lines of a cell take part
        for one in self._rows + self._columns:
            for place in range(one.length):
                self._crossed[one.first + place * one.step] += 1
        self.points = sum(one.points for one in self._rows + self._columns)
        grids = [(one.blocks + 1) * (one.slack + 1) for one in self._rows + self._columns]
        most = max(grids, default=0)
        self._before, self._behind, self._block = _room(most), _room(most), _room(most)
        self._weight, self._taken = _room(longest * colors), _room((longest + 1) * colors)
        self._share, self._parts = _room(longest), _room(colors)
        self._left = vec[i64]([0] * longest)  # how many colors the cells of a line have left
        self.assume(board)

    def assume(self, board: Board) -> None:
        """From now on only the colors left on `board` are possible."""
        width = board.puzzle.width
        for y in range(board.puzzle.height):
            for color, cells in enumerate(board.sets(y)):
                at = color * int(self._cells) + y * width
                for x in range(width):
                    self._possible[at + x] = 1.0 if cells >> x & 1 else 0.0

    def exchange(self) -> None:
        """One round: every line sends its cells new messages."""
        size = self._colors * self._cells
        for line in self._rows:
            self._send(line, size, 0)
        for line in self._columns:
            self._send(line, 0, size)
        self._sent, self._new = self._new, self._sent

    def _send(self, line: _BeliefLine, crossing: i64, own: i64) -> None:
        """The new messages of a line; those of crossing lines and its own begin at these places.

        Cells with one color left need none.
        """
        if not self._receive(line, crossing):
            return
        self._lead_on(line)
        whole = self._before[(line.blocks + 1) * (line.slack + 1) - 1]
        if whole > 0.0:
            self._lead_back(line)
            self._flow(line, 1.0 / whole)
            self._damp(line, own)
        else:
            self._keep(line, own)

    def _keep(self, line: _BeliefLine, own: i64) -> None:
        """The old messages of a line are its new ones."""
        color: i64 = 0
        while color < self._colors:
            at: i64 = own + color * self._cells + line.first
            place: i64 = 0
            while place < line.length:
                self._new[at] = self._sent[at]
                at += line.step
                place += 1
            color += 1

    def _receive(self, line: _BeliefLine, crossing: i64) -> bool:
        """The weights of the colors of a line's cells, the likeliest as 1; whether any is open."""
        sent, possible, weight = self._sent, self._possible, self._weight
        length: i64 = line.length
        place: i64 = 0
        cell: i64 = line.first
        several = False
        while place < length:
            most = 0.0
            left: i64 = 0
            color: i64 = 0
            while color < self._colors:
                at = color * self._cells + cell
                value = sent[crossing + at] * possible[at]
                weight[color * length + place] = value
                most = max(most, value)
                left += 1 if value > 0.0 else 0
                color += 1
            self._left[place] = left
            several = several or left > 1
            color = 0
            while color < self._colors and most > 0.0:
                weight[color * length + place] /= most
                color += 1
            cell += line.step
            place += 1
        return several

    def _lead_on(self, line: _BeliefLine) -> None:
        """The weight of all paths to each point of the grid, and of the block that begins there."""
        before, block, weight = self._before, self._block, self._weight
        columns: i64 = line.slack + 1
        start: i64 = 0
        above: i64 = -1  # the last column of the row before
        number: i64 = 0
        while number <= line.blocks:
            low, high = line.lows[number], line.highs[number]
            column = low
            at = number * columns + column
            while column <= high:
                value = 1.0 if at == 0 else 0.0
                if column > low:
                    value = before[at - 1] * weight[start + column - 1]
                if column <= above:
                    value += before[at - columns] * block[at - columns]
                before[at] = value
                block[at] = 0.0
                if value > 0.0 and number < line.blocks:
                    block[at] = self._of_block(line, number, start + column)
                at += 1
                column += 1
            if number < line.blocks:
                start += line.sizes[number] + line.gaps[number]
            above = high
            number += 1

    def _of_block(self, line: _BeliefLine, number: i64, start: i64) -> float:
        """The weight of a block at a start, with the cell that must follow it."""
        weight, size = self._weight, line.sizes[number]
        value = weight[start + size] if line.gaps[number] else 1.0
        place: i64 = line.paints[number] * line.length + start
        end = place + size
        while place < end and value > 0.0:
            value *= weight[place]
            place += 1
        return value

    def _lead_back(self, line: _BeliefLine) -> None:
        """The weight of all paths to its end from each point of the grid to which paths lead."""
        before, behind = self._before, self._behind
        block, weight = self._block, self._weight
        columns: i64 = line.slack + 1
        start: i64 = line.length - line.slack
        below: i64 = columns  # the first column of the row behind
        number: i64 = line.blocks
        while number >= 0:
            low, high = line.lows[number], line.highs[number]
            column = high
            at = number * columns + column
            while column >= low:
                value = 0.0
                if before[at] > 0.0:
                    if column < high:
                        value = behind[at + 1] * weight[start + column]
                    elif number == line.blocks:
                        value = 1.0
                    if column >= below:
                        value += behind[at + columns] * block[at]
                behind[at] = value
                at -= 1
                column -= 1
            below = low
            number -= 1
            if number >= 0:
                start -= line.sizes[number] + line.gaps[number]

    def _flow(self, line: _BeliefLine, share: float) -> None:
        """For each color and cell the part of the weight of all arrangements that has it there.

        What a block adds is noted at its first cell, and taken back behind its last one.
        """
        before, behind, block, weight = self._before, self._behind, self._block, self._weight
        taken, blank = self._taken, self._share
        length: i64 = line.length
        columns: i64 = line.slack + 1
        at: i64 = 0
        while at < self._colors * (length + 1):
            taken[at] = 0.0
            at += 1
        at = 0
        while at < length:
            blank[at] = 0.0
            at += 1
        start: i64 = 0
        number: i64 = 0
        while number <= line.blocks:
            inner = number < line.blocks
            size: i64 = line.sizes[number] if inner else 0
            gapped: i64 = line.gaps[number] if inner else 0
            color: i64 = line.paints[number] * (length + 1) if inner else 0
            below: i64 = line.lows[number + 1] if inner else columns
            column, high = line.lows[number], line.highs[number]
            at = number * columns + column
            while column <= high:
                if behind[at] > 0.0:
                    value = before[at] * share
                    place = start + column
                    if column < high:
                        blank[place] += value * weight[place] * behind[at + 1]
                    if column >= below:
                        value *= block[at] * behind[at + columns]
                        taken[color + place] += value
                        taken[color + place + size] -= value
                        if gapped:
                            blank[place + size] += value
                at += 1
                column += 1
            start += size + gapped
            number += 1

    def _damp(self, line: _BeliefLine, own: i64) -> None:
        """Messages from the flow: without what the crossing lines have sent, and damped."""
        taken = self._taken
        length: i64 = line.length
        place: i64 = 0
        while place < length:
            color: i64 = BACKGROUND + 1
            while color < self._colors and place:
                at = color * (length + 1) + place
                taken[at] += taken[at - 1]
                color += 1
            if self._left[place] > 1:
                self._damp_cell(place, length, own + line.first + place * line.step)
            place += 1

    def _damp_cell(self, place: i64, length: i64, cell: i64) -> None:
        """The new messages to the open cell at a place, which begin at `cell`."""
        parts, whole = self._parts, 0.0
        color: i64 = 0
        while color < self._colors:
            heard = self._weight[color * length + place]
            part = self._taken[color * (length + 1) + place]
            if color == BACKGROUND:
                part = self._share[place]
            parts[color] = part / heard if heard > 0.0 and part > 0.0 else 0.0
            whole += parts[color]
            color += 1
        color = 0
        while color < self._colors:
            old = self._sent[cell]
            fresh = max(_LEAST, parts[color] / whole) if whole > 0.0 else old
            self._new[cell] = _DAMPING * old + (1.0 - _DAMPING) * fresh
            cell += self._cells
            color += 1

    def marginals(self) -> list[tuple[int, list[float]]]:
        """The open cells of which both lines take part, and the probability of each color."""
        found, size = list[tuple[int, list[float]]](), self._colors * self._cells
        cell: i64 = 0
        while cell < self._cells:
            likely = list[float]()
            color: i64 = 0
            left = 0
            whole = 0.0
            while color < self._colors:
                at = color * self._cells + cell
                value = self._possible[at] * self._sent[at] * self._sent[size + at]
                left += 1 if self._possible[at] > 0.0 else 0
                whole += value
                likely.append(value)
                color += 1
            if left > 1 and self._crossed[cell] == 2:
                found.append((int(cell), [value / whole for value in likely]))
            cell += 1
        return found


def beliefs(board: Board, rounds: int, most: int = MOST_POINTS) -> Beliefs | None:
    """The messages of a board after some rounds; None if its grids have more than `most` points."""
    found = Beliefs(board)
    if found.points > most:
        return None
    for _ in range(rounds):
        found.exchange()
    return found


def marginals(board: Board, rounds: int = ROUNDS) -> dict[tuple[int, int], list[float]]:
    """The estimated probability of each color, by open cell (column, row), 1-based, from the top.

    Lines with blotted blocks are left out, and cells that lie on no other line; a board that is too
    large has none at all. Every line of the board must have an arrangement.
    """
    found, width = beliefs(board, rounds), board.puzzle.width
    if found is None:
        return {}
    return {(cell % width + 1, cell // width + 1): likely for cell, likely in found.marginals()}
