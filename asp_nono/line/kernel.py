"""The kernel of line logic: lines are solved, and swept, on packed vectors.

A board is one vector of words: line by line, rows before columns, for each color the set of the
positions that may have it. A set has as many words as its line needs; a board is copied by one copy
of its vector. Lines have numbers from 0 here, rows before columns; positions begin at 0, too.

The result is that of `solver.solve`, the reference, with the same operations on sets. What is
compiled here works on native integers, without an object for any of them.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from asp_nono.clue import BACKGROUND, Clue
from asp_nono.line.bits import each
from asp_nono.line.solver import LineSolver
from asp_nono.line.vectors import append, i64, vec
from asp_nono.line.wide import WideSolver

COMPILED: Final = not __file__.endswith(".py")

WORD: Final = 62 if COMPILED else 1 << 30
"""The cells in a word. The borders of a line are one more, and a carry must not reach the sign."""

DONE: Final = -1  # a sweep has found all that it can
CUT: Final = -2  # a sweep was cut short


def reach(borders: i64, cells: i64) -> i64:
    """As `bits.reach`."""
    return borders | (((borders & cells) + cells) ^ cells)


def reach_back(borders: i64, cells: i64) -> i64:
    """As `bits.reach_back`."""
    step: i64 = 1
    while cells:
        borders |= (borders >> step) & cells
        cells &= cells >> step
        step += step
    return borders


def runs(cells: i64, length: i64) -> i64:
    """As `bits.runs`."""
    have: i64 = 1
    while have < length:
        step = have if have + have <= length else length - have
        cells &= cells >> step
        have += step
    return cells


def spread(starts: i64, length: i64) -> i64:
    """As `bits.spread`."""
    have: i64 = 1
    while have < length:
        step = have if have + have <= length else length - have
        starts |= starts << step
        have += step
    return starts


def _zeros(size: int) -> vec[i64]:
    return vec[i64]([0] * size)


class Kernel:
    """The clues of a puzzle, a queue of its lines, and room to work on one of them.

    All boards of a puzzle share it: nothing that one call leaves there is needed by the next one,
    except that `begin` makes lines wait for `sweep`, `round` and `pop`, and that `solve`, or `put`,
    leaves a result for `changes` and `record`.
    """

    def __init__(
        self, rows: Sequence[Clue], columns: Sequence[Clue], colors: int, word: int = WORD
    ) -> None:
        """`word`: how many cells a word has at most."""
        self._clues = [*rows, *columns]
        self._height: i64 = len(rows)
        self._width: i64 = len(columns)
        self._lines: i64 = len(self._clues)
        self._colors: i64 = colors
        self._word: i64 = word
        longest = max(len(rows), len(columns))
        self._bit = vec[i64]([1 << place for place in range(min(longest, word) + 1)])
        self._across: i64 = _words(len(columns), word)  # words of a set of a row
        self._down: i64 = _words(len(rows), word)
        self._columns_at: i64 = self._height * self._across * self._colors
        self._pack()
        most = max(map(len, self._clues))
        self._starts, self._ends, self._borders = _zeros(most), _zeros(most), _zeros(most + 1)
        widest = max(_words(len(columns), word), _words(len(rows), word))
        self._left = _zeros(colors * widest)
        self._wide_solver = WideSolver(self._size, self._paint, min(word, longest), widest, most)
        self._queue, self._waits = _zeros(len(self._clues)), _zeros(len(self._clues))
        self._head: i64 = 0
        self.waiting: i64 = 0  # how many lines wait
        self.visits: i64 = 0  # how many lines have been solved since `begin`
        self.learned: i64 = 0  # how many of these showed something

    def _pack(self) -> None:
        """Pack the clues: the number of the first block of each line; length and color of each."""
        self._first, self._size, self._paint = vec[i64](), vec[i64](), vec[i64]()
        for clue in self._clues:
            self._first = append(self._first, len(self._size))
            for block in clue:
                self._size = append(self._size, block.length or 0)
                self._paint = append(self._paint, block.color)
        self._first = append(self._first, len(self._size))

    def fresh(self) -> vec[i64]:
        """A board on which each cell may have each color."""
        words = vec[i64]()
        line: i64 = 0
        while line < self._lines:
            size = self._wide(line) * self._colors
            place: i64 = 0
            while place < size:
                left = self._length(line) - place % self._wide(line) * self._word
                words = append(words, self._bit[max(0, min(left, self._word))] - 1)
                place += 1
            line += 1
        return words

    def blank(self) -> vec[i64]:
        """A board on which no cell may have any color."""
        return _zeros(int(self._at(self._lines)))

    def _length(self, line: i64) -> i64:
        return self._width if line < self._height else self._height

    def _wide(self, line: i64) -> i64:
        """The number of words of a set of a line."""
        return self._across if line < self._height else self._down

    def _at(self, line: i64) -> i64:
        """The place of the first word of a line."""
        if line < self._height:
            return line * self._across * self._colors
        return self._columns_at + (line - self._height) * self._down * self._colors

    def restrict(self, words: vec[i64], x: i64, y: i64, colors: int) -> None:
        """Leave the cell in column `x` and row `y` only colors of the bit set `colors`."""
        row, column = self._places(x, y)
        here, there = self._bit[x % self._word], self._bit[y % self._word]
        color: i64 = 0
        while color < self._colors:
            if not colors >> color & 1:
                words[row] = words[row] & ~here
                words[column] = words[column] & ~there
            row += self._across
            column += self._down
            color += 1

    def allow(self, words: vec[i64], x: i64, y: i64, color: i64) -> None:
        """Allow a cell a color."""
        row, column = self._places(x, y)
        row += color * self._across
        column += color * self._down
        words[row] = words[row] | self._bit[x % self._word]
        words[column] = words[column] | self._bit[y % self._word]

    def allows(self, words: vec[i64], x: i64, y: i64, color: i64) -> bool:
        """Whether a cell may have a color."""
        row, _ = self._places(x, y)
        return words[row + color * self._across] >> (x % self._word) & 1 != 0

    def note(self, before: vec[i64], after: vec[i64], alone: vec[i64], gone: vec[i64]) -> None:
        """Note, in the rows, what a trial has left as the only color of a cell, and taken away."""
        row: i64 = 0
        place: i64 = 0
        while row < self._height:
            part: i64 = 0
            while part < self._across:
                self._note(before, after, alone, gone, place + part)
                part += 1
            place += self._across * self._colors
            row += 1

    def _note(
        self, before: vec[i64], after: vec[i64], alone: vec[i64], gone: vec[i64], first: i64
    ) -> None:
        end = first + self._across * self._colors
        once: i64 = 0
        twice: i64 = 0
        place = first
        while place < end:
            twice |= once & after[place]
            once |= after[place]
            place += self._across
        place = first
        while place < end:
            alone[place] = alone[place] | (after[place] & ~twice)
            gone[place] = gone[place] | (before[place] & ~after[place])
            place += self._across

    def _places(self, x: i64, y: i64) -> tuple[i64, i64]:
        """The places, in its row and in its column, of the background of a cell."""
        return self._at(y) + x // self._word, self._at(self._height + x) + y // self._word

    def colors_at(self, words: vec[i64], x: i64, y: i64) -> int:
        """The colors left for a cell, as a bit set."""
        place, _ = self._places(x, y)
        shift = x % self._word
        found = 0
        color: i64 = 0
        while color < self._colors:
            if words[place] >> shift & 1:
                found |= 1 << int(color)
            place += self._across
            color += 1
        return found

    def sets(self, words: vec[i64], line: i64) -> list[int]:
        """For each color the set of the positions on a line that may have it."""
        at, wide = self._at(line), self._wide(line)
        found = []
        color: i64 = 0
        while color < self._colors:
            found.append(self._joined(words, at + color * wide, wide))
            color += 1
        return found

    def _joined(self, words: vec[i64], at: i64, wide: i64) -> int:
        """Words as one integer."""
        joined = int(words[at])
        place: i64 = 1
        while place < wide:
            joined |= int(words[at + place]) << int(place * self._word)
            place += 1
        return joined

    def open(self, words: vec[i64], line: i64) -> int:
        """The positions on a line that may have more than one color."""
        at, wide = self._at(line), self._wide(line)
        found = 0
        part: i64 = 0
        while part < wide:
            once: i64 = 0
            twice: i64 = 0
            color: i64 = 0
            while color < self._colors:
                cells = words[at + color * wide + part]
                twice |= once & cells
                once |= cells
                color += 1
            found |= int(twice) << int(part * self._word)
            part += 1
        return found

    def decided(self, words: vec[i64]) -> bool:
        """Whether no cell may have more than one color."""
        row: i64 = 0
        while row < self._height:
            if self.open(words, row):
                return False
            row += 1
        return True

    def cells(self, words: vec[i64], line: i64) -> tuple[int, ...]:
        """For each cell of a line the bit set of the colors left."""
        found = [0] * int(self._length(line))
        for color, positions in enumerate(self.sets(words, line)):
            for position in each(positions):
                found[position] |= 1 << color
        return tuple(found)

    def lost(self, before: vec[i64], after: vec[i64], line: i64) -> int:
        """The positions on a line at which a color is on the first board only."""
        at, wide = self._at(line), self._wide(line)
        found = 0
        part: i64 = 0
        while part < wide:
            lost: i64 = 0
            color: i64 = 0
            while color < self._colors:
                place = at + color * wide + part
                lost |= before[place] & ~after[place]
                color += 1
            found |= int(lost) << int(part * self._word)
            part += 1
        return found

    def differing(self, one: vec[i64], other: vec[i64]) -> list[int]:
        """The lines in which two boards differ."""
        found = []
        line: i64 = 0
        at: i64 = 0
        while line < self._lines:
            size = self._colors * self._wide(line)
            place: i64 = 0
            while place < size and one[at + place] == other[at + place]:
                place += 1
            if place < size:
                found.append(int(line))
            at += size
            line += 1
        return found

    def put(self, line: i64, sets: Sequence[int]) -> None:
        """Take these sets as the result for a line."""
        wide = self._wide(line)
        place: i64 = 0
        if wide == 1:
            for positions in sets:
                self._left[place] = positions
                place += 1
            return
        mask = (1 << int(self._word)) - 1
        for positions in sets:
            number: i64 = 0
            while number < wide:
                self._left[place] = positions >> int(number * self._word) & mask
                number += 1
                place += 1

    def begin(self, lines: Iterable[int]) -> None:
        """Only these lines wait, each named once, and counts begin at 0."""
        self.clear()
        self.visits = self.learned = 0
        for line in lines:
            self._wait(line)

    def clear(self) -> list[int]:
        """No line waits any more; those that did, in their order."""
        found = list[int]()
        while self.waiting:
            found.append(self.pop())
        return found

    def _wait(self, line: i64) -> None:
        """A line waits, if it does not yet."""
        if not self._waits[line]:
            self._waits[line] = 1
            place = self._head + self.waiting
            self._queue[place if place < self._lines else place - self._lines] = line
            self.waiting += 1

    def pop(self) -> i64:
        """The line that has waited longest; it does not wait any more."""
        line = self._queue[self._head]
        self._waits[line] = 0
        self._head = self._head + 1 if self._head + 1 < self._lines else 0
        self.waiting -= 1
        return line

    def sweep(self, words: vec[i64], most: i64) -> i64:
        """Solve the waiting lines, and those that they change, until none gives anything new.

        Returns:
            A line that has no arrangement; DONE; or CUT if it would learn more often than `most`.
        """
        while self.waiting:
            line = self.pop()
            self.visits += 1
            arranged = self.solve(words, line)
            if arranged and not self.changes(words, line):
                continue
            if self.learned == most:
                return CUT
            self.learned += 1
            if not arranged:
                return line
            self.record(words, line)
        return DONE

    def trial(self, words: vec[i64], x: i64, y: i64, colors: int, most: i64) -> i64:
        """`restrict` a cell of a swept board, and `sweep` from its two lines, with new counts."""
        while self.waiting:
            self.pop()
        self.visits = self.learned = 0
        self.restrict(words, x, y, colors)
        self._wait(y)
        self._wait(self._height + x)
        return self.sweep(words, most)

    def round(self, words: vec[i64], weaker: LineSolver | None = None) -> bool:
        """Solve the waiting lines as they are now, and only then record the results.

        A `weaker` solver is asked where there is something to find. Lines that change wait then.
        Returns whether every line has an arrangement; the board is unchanged if not.
        """
        found, results = list[i64](), vec[i64]()
        for line in self.clear():
            if not self.solve(words, line):
                return False
            if not self.changes(words, line):
                continue
            if weaker and not (self.solve_by(weaker, words, line) and self.changes(words, line)):
                continue
            found.append(line)
            place: i64 = 0
            while place < self._colors * self._wide(line):
                results = append(results, self._left[place])
                place += 1
        start: i64 = 0
        for line in found:
            place = 0
            while place < self._colors * self._wide(line):
                self._left[place] = results[start]
                place += 1
                start += 1
            self._wait(line)
            self.record(words, line)
        self.learned = len(found)
        return True

    def solve(self, words: vec[i64], line: i64) -> bool:
        """Whether a line has an arrangement; leaves the colors that its cells then have."""
        if self._wide(line) > 1:
            return self._solve_wide(words, line)
        if not self._forward(words, line):
            return False
        self._backward(words, line)
        return True

    def _solve_wide(self, words: vec[i64], line: i64) -> bool:
        """`solve`, for a line of several words."""
        at, wide, length = self._at(line), self._wide(line), self._length(line)
        first, end, left = self._first[line], self._first[line + 1], self._left
        if not self._wide_solver.forward(words, at, wide, first, end, length):
            return False
        place: i64 = 0
        while place < self._colors * wide:
            left[place] = 0
            place += 1
        self._wide_solver.backward(words, at, first, end, length, left)
        return True

    def solve_by(self, line_solver: LineSolver, words: vec[i64], line: i64) -> bool:
        """As `solve`, by another solver."""
        sets = self.sets(words, line)
        found = line_solver(self._clues[line], int(self._length(line)), sets)
        if found is None:
            return False
        self.put(line, found)
        return True

    def _forward(self, words: vec[i64], line: i64) -> bool:
        """Find the borders behind each prefix of blocks, and each block's starts and ends."""
        at, size, paint = self._at(line), self._size, self._paint
        starts, ends, borders = self._starts, self._ends, self._borders
        block, end_block = self._first[line], self._first[line + 1]
        blank = words[at]
        before = reach(1, blank)
        borders[0] = before
        last: i64 = BACKGROUND
        end: i64 = 0
        number: i64 = 0
        while block < end_block:
            source = reach((end & blank) << 1, blank) if paint[block] == last else before
            last = paint[block]
            length = size[block]
            cells = words[at + last]
            if length:
                source &= runs(cells, length)
                end = source << length
            else:
                source &= cells
                end = reach(source << 1, cells)
                ends[number] = end
            if not source:
                return False
            starts[number] = source
            before = reach(end, blank)
            number += 1
            borders[number] = before
            block += 1
        return before >> self._length(line) & 1 != 0

    def _backward(self, words: vec[i64], line: i64) -> None:
        """From the last block to the first, keep what leads to the end; leave what is covered."""
        at, size, paint, left = self._at(line), self._size, self._paint, self._left
        starts, ends, borders = self._starts, self._ends, self._borders
        block = self._first[line + 1]
        number = block - self._first[line]
        blank = words[at]
        color: i64 = 0
        while color < self._colors:
            left[color] = 0
            color += 1
        behind = blank & borders[number]
        rest = reach_back(self._bit[self._length(line)], behind)
        background = behind & (rest >> 1)
        last: i64 = BACKGROUND
        while number > 0:
            block -= 1
            number -= 1
            if paint[block] == last:
                rest = (rest >> 1) & blank
            last = paint[block]
            length = size[block]
            if length:
                found = starts[number] & (rest >> length)
                left[last] = left[last] | spread(found, length)
            else:
                cells = words[at + last]
                before = reach_back(ends[number] & rest, cells) >> 1
                found = starts[number] & before
                left[last] = left[last] | (reach(found, cells) & cells & before)
            behind = blank & borders[number]
            rest = reach_back(found, behind)
            background |= behind & (rest >> 1)
        left[BACKGROUND] = background

    def changes(self, words: vec[i64], line: i64) -> bool:
        """Whether the result for a line takes a color from a cell."""
        at, left, size = self._at(line), self._left, self._colors * self._wide(line)
        place: i64 = 0
        while place < size:
            if words[at + place] & ~left[place]:
                return True
            place += 1
        return False

    def record(self, words: vec[i64], line: i64) -> None:
        """Take from a line, and from those that cross it, what its result lacks; these wait."""
        at, wide, left = self._at(line), self._wide(line), self._left
        row = line < self._height
        number = line if row else line - self._height
        offset = self._height if row else 0
        crossing = self._down if row else self._across
        spot = (self._columns_at if row else 0) + number // self._word
        keep = ~self._bit[number % self._word]
        stride = crossing * self._colors
        part: i64 = 0
        while part < wide:
            changed: i64 = 0
            color: i64 = 0
            while color < self._colors:
                place = color * wide + part
                lost = words[at + place] & ~left[place]
                if lost:
                    words[at + place] = words[at + place] ^ lost
                    changed |= lost
                    first = spot + color * crossing + part * self._word * stride
                    _take(words, lost, first, stride, keep)
                color += 1
            self._wait_all(changed, offset + part * self._word)
            part += 1

    def _wait_all(self, changed: i64, first: i64) -> None:
        """The lines at these positions, from the line `first` on, wait."""
        while changed:
            low = changed & -changed
            self._wait(first + int(low).bit_length() - 1)
            changed ^= low


def _take(words: vec[i64], lost: i64, first: i64, stride: i64, keep: i64) -> None:
    """Leave at each of the positions `lost`, a `stride` apart, only the bits `keep`."""
    while lost:
        low = lost & -lost
        place = first + (int(low).bit_length() - 1) * stride
        words[place] = words[place] & keep
        lost ^= low


def _words(length: int, word: int) -> int:
    """The number of words of a set of a line: also its borders must fit in."""
    return 1 if length <= word else length // word + 1
