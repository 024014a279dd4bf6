"""Lines of more cells than a word has: what the kernel does with one word, over several.

A set lies in a vector from some place on, its first cells in the first word; what changes a set
changes it where it lies. The operations on sets are those of `bits`.
"""

from asp_nono.clue import BACKGROUND
from asp_nono.line.vectors import i64, vec


class WideSolver:
    """The blocks of all lines, as the kernel packs them, and room to work on one line."""

    def __init__(self, size: vec[i64], paint: vec[i64], word: int, wide: int, most: int) -> None:
        """`word`: the cells in a word; `wide`, `most`: words of a set, blocks of a line at most."""
        self._size, self._paint = size, paint
        self._word: i64 = word
        self._full: i64 = (1 << word) - 1
        self._one: i64 = 1
        self._wide: i64 = wide  # of the line that is solved
        room = wide * most + wide
        self._starts, self._ends = vec[i64]([0] * room), vec[i64]([0] * room)
        self._borders = vec[i64]([0] * room)
        self._source, self._run = vec[i64]([0] * wide), vec[i64]([0] * wide)
        self._end, self._rest = vec[i64]([0] * wide), vec[i64]([0] * wide)

    def forward(
        self, words: vec[i64], at: i64, wide: i64, block: i64, end_block: i64, length: i64
    ) -> bool:
        """As `Kernel._forward`, for the line at this place with these blocks."""
        self._wide = wide
        starts, borders, source, end = self._starts, self._borders, self._source, self._end
        self._clear(borders, 0)
        borders[0] = self._one
        self._reach(borders, 0, words, at)
        last: i64 = BACKGROUND
        place: i64 = 0
        while block < end_block:
            if self._paint[block] == last:
                self._copy(end, 0, source, 0)
                self._meet(source, 0, words, at)
                self._shift_up(source, 1)
                self._reach(source, 0, words, at)
            else:
                self._copy(borders, place, source, 0)
            last = self._paint[block]
            if not self._lay(words, at + last * wide, self._size[block], place):
                return False
            self._copy(source, 0, starts, place)
            place += wide
            self._copy(end, 0, borders, place)
            self._reach(borders, place, words, at)
            block += 1
        return borders[place + length // self._word] >> (length % self._word) & 1 != 0

    def _lay(self, words: vec[i64], cells: i64, length: i64, place: i64) -> bool:
        """Leave the starts at which a block fits, if there are any, and find its ends."""
        source, end, run = self._source, self._end, self._run
        if length:
            self._copy(words, cells, run, 0)
            self._runs(run, length)
            self._meet(source, 0, run, 0)
            self._copy(source, 0, end, 0)
            self._shift_up(end, length)
        else:
            self._meet(source, 0, words, cells)
            self._copy(source, 0, end, 0)
            self._shift_up(end, 1)
            self._reach(end, 0, words, cells)
            self._copy(end, 0, self._ends, place)
        part: i64 = 0
        while part < self._wide:
            if source[part]:
                return True
            part += 1
        return False

    def backward(
        self, words: vec[i64], at: i64, first: i64, block: i64, length: i64, left: vec[i64]
    ) -> None:
        """As `Kernel._backward`, from the block before `block` down to `first`."""
        wide, rest, run = self._wide, self._rest, self._run
        place = (block - first) * wide
        self._clear(rest, 0)
        rest[length // self._word] = self._one << (length % self._word)
        self._between(words, at, place, left)
        last: i64 = BACKGROUND
        while block > first:
            block -= 1
            place -= wide
            if self._paint[block] == last:
                self._shift_down(rest, 1)
                self._meet(rest, 0, words, at)
            last = self._paint[block]
            length = self._size[block]
            if length:
                self._shift_down(rest, length)
                self._meet(rest, 0, self._starts, place)
                self._copy(rest, 0, run, 0)
                self._spread(run, length)
            else:
                self._blot(words, at + last * wide, place)
            self._join(left, last * wide, run, 0)
            self._between(words, at, place, left)

    def _blot(self, words: vec[i64], cells: i64, place: i64) -> None:
        """Leave as `rest` the starts of a blotted block, and as `run` the cells that it covers."""
        rest, run, end = self._rest, self._run, self._end
        self._meet(rest, 0, self._ends, place)
        self._reach_back(rest, words, cells)
        self._shift_down(rest, 1)
        self._copy(rest, 0, end, 0)
        self._meet(rest, 0, self._starts, place)
        self._copy(rest, 0, run, 0)
        self._reach(run, 0, words, cells)
        self._meet(run, 0, words, cells)
        self._meet(run, 0, end, 0)

    def _between(self, words: vec[i64], at: i64, place: i64, left: vec[i64]) -> None:
        """Go back from `rest` over the background behind the blocks before `place`."""
        rest, run, behind = self._rest, self._run, self._source
        self._copy(words, at, behind, 0)
        self._meet(behind, 0, self._borders, place)
        self._reach_back(rest, behind, 0)
        self._copy(rest, 0, run, 0)
        self._shift_down(run, 1)
        self._meet(run, 0, behind, 0)
        self._join(left, BACKGROUND, run, 0)

    def _clear(self, cells: vec[i64], at: i64) -> None:
        part: i64 = 0
        while part < self._wide:
            cells[at + part] = 0
            part += 1

    def _copy(self, cells: vec[i64], at: i64, target: vec[i64], to: i64) -> None:
        part: i64 = 0
        while part < self._wide:
            target[to + part] = cells[at + part]
            part += 1

    def _meet(self, cells: vec[i64], at: i64, others: vec[i64], place: i64) -> None:
        """Leave only what is in both sets."""
        part: i64 = 0
        while part < self._wide:
            cells[at + part] = cells[at + part] & others[place + part]
            part += 1

    def _join(self, cells: vec[i64], at: i64, others: vec[i64], place: i64) -> None:
        """Add what is in the other set."""
        part: i64 = 0
        while part < self._wide:
            cells[at + part] = cells[at + part] | others[place + part]
            part += 1

    def _skip(self, step: i64) -> i64:
        """How many whole words a step has: seldom any, and to divide takes long."""
        return step // self._word if step >= self._word else 0

    def _shift_up(self, cells: vec[i64], step: i64) -> None:
        skip = self._skip(step)
        shift = step - skip * self._word
        part = self._wide - 1
        while part >= 0:
            moved: i64 = 0
            if part >= skip:
                moved = cells[part - skip] << shift & self._full
            if part > skip:
                moved |= cells[part - skip - 1] >> (self._word - shift)
            cells[part] = moved
            part -= 1

    def _shift_down(self, cells: vec[i64], step: i64) -> None:
        skip = self._skip(step)
        shift = step - skip * self._word
        part: i64 = 0
        while part < self._wide:
            cells[part] = self._below(cells, part + skip, shift)
            part += 1

    def _below(self, cells: vec[i64], part: i64, shift: i64) -> i64:
        """A word of a set that is shifted down by less than a word."""
        moved: i64 = 0
        if part < self._wide:
            moved = cells[part] >> shift
        if part + 1 < self._wide:
            moved |= cells[part + 1] << (self._word - shift) & self._full
        return moved

    def _reach(self, borders: vec[i64], first: i64, cells: vec[i64], at: i64) -> None:
        carry: i64 = 0
        part: i64 = 0
        while part < self._wide:
            here, over = borders[first + part], cells[at + part]
            total = (here & over) + over + carry
            carry = total >> self._word
            borders[first + part] = here | ((total & self._full) ^ over)
            part += 1

    def _reach_back(self, borders: vec[i64], cells: vec[i64], at: i64) -> None:
        """The run of cells at the end of a word goes on in the next one."""
        part = self._wide - 1
        carry: i64 = 0
        while part >= 0:
            here, over = borders[part], cells[at + part]
            here |= (carry << (self._word - 1)) & over
            step: i64 = 1
            while over:
                here |= (here >> step) & over
                over &= over >> step
                step += step
            borders[part] = here
            carry = here & 1
            part -= 1

    def _runs(self, cells: vec[i64], length: i64) -> None:
        have: i64 = 1
        while have < length:
            step = have if have + have <= length else length - have
            skip = self._skip(step)
            shift = step - skip * self._word
            part: i64 = 0
            while part < self._wide:
                cells[part] = cells[part] & self._below(cells, part + skip, shift)
                part += 1
            have += step

    def _spread(self, starts: vec[i64], length: i64) -> None:
        have: i64 = 1
        while have < length:
            step = have if have + have <= length else length - have
            skip = self._skip(step)
            shift = step - skip * self._word
            part = self._wide - 1
            while part >= skip:
                moved = starts[part - skip] << shift & self._full
                if part > skip:
                    moved |= starts[part - skip - 1] >> (self._word - shift)
                starts[part] = starts[part] | moved
                part -= 1
            have += step
