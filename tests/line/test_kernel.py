"""The kernel against its reference, `line/solver.py`, on lines and boards of any length."""

from collections import deque
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.clue import Block, Clue, clue_of
from asp_nono.line.kernel import CUT, DONE, WORD, Kernel
from asp_nono.line.solver import fast, solve

WORDS = (3, 7, 62) if WORD > 62 else (3, 7, WORD)
"""Small words make long lines of short ones."""


@st.composite
def _lines(draw: st.DrawFn, longest: int = 130) -> tuple[Clue, list[int], int]:
    """A clue in one to four colors, some blocks blotted; what is left of each color; the length."""
    colors, length = draw(st.integers(1, 4)), draw(st.integers(1, longest))
    random = Random(draw(st.integers(0, 1 << 32)))  # noqa: S311 - draws for a test
    cells = [random.randrange(colors + 1) for _ in range(length)]
    for place in range(1, length):
        if random.random() < random.choice([0.2, 0.5, 0.9]):
            cells[place] = cells[place - 1]
    blotted = draw(st.sampled_from([0.0, 0.2]))
    clue = tuple(
        Block(None, block.color) if random.random() < blotted else block for block in clue_of(cells)
    )
    share = draw(st.sampled_from([0.0, 0.05, 0.3, 0.8]))
    kept = draw(st.booleans())
    left = [0] * (colors + 1)
    for place, cell in enumerate(cells):
        for color in range(colors + 1):
            if (kept and color == cell) or random.random() >= share:
                left[color] |= 1 << place
    return clue, left, length


def _kernel(clue: Clue, length: int, colors: int, word: int) -> Kernel:
    """A kernel whose only row has this clue."""
    return Kernel([clue], [()] * length, colors, word)


@settings(max_examples=1000)
@given(_lines(), st.sampled_from([*WORDS, WORD]))
def test_a_line(line: tuple[Clue, list[int], int], word: int) -> None:
    """The same is left, or there is no arrangement."""
    clue, left, length = line
    kernel = _kernel(clue, length, len(left), word)
    words = kernel.fresh()
    kernel.put(0, left)
    kernel.begin([])
    kernel.record(words, 0)
    assert kernel.sets(words, 0) == left
    arranged = kernel.solve(words, 0)
    expected = solve(clue, length, left)
    assert arranged == (expected is not None)
    if expected is not None:
        assert kernel.changes(words, 0) == (expected != left)
        kernel.record(words, 0)
        assert kernel.sets(words, 0) == expected


class _Reference:
    """A board of color sets by cell, swept by the reference."""

    def __init__(self, rows: list[Clue], columns: list[Clue], colors: int) -> None:
        self.clues, self.height, self.colors = [*rows, *columns], len(rows), colors
        self.cells = [[(1 << colors) - 1] * len(columns) for _ in rows]
        self.visits = self.learned = 0

    def line(self, number: int) -> list[int]:
        """The color sets on a line."""
        if number < self.height:
            return self.cells[number]
        return [row[number - self.height] for row in self.cells]

    def sets(self, number: int) -> list[int]:
        """For each color the positions on a line."""
        return [
            sum(1 << place for place, cell in enumerate(self.line(number)) if cell >> color & 1)
            for color in range(self.colors)
        ]

    def sweep(self, lines: Iterable[int], most: int) -> int:
        """As `Kernel.sweep`, beginning with these lines."""
        queue = deque(lines)
        while queue:
            number = queue.popleft()
            self.visits += 1
            before = self.line(number)
            found = solve(self.clues[number], len(before), self.sets(number))
            after = found and [
                sum(1 << color for color in range(self.colors) if found[color] >> place & 1)
                for place in range(len(before))
            ]
            if after == before:
                continue
            if self.learned == most:
                return CUT
            self.learned += 1
            if after is None:
                return number
            offset = self.height if number < self.height else 0
            for place, (old, new) in enumerate(zip(before, after, strict=True)):
                at = (number, place) if offset else (place, number - self.height)
                self.cells[at[0]][at[1]] = new
                if old != new and offset + place not in queue:
                    queue.append(offset + place)
        return DONE


@st.composite
def _boards(draw: st.DrawFn) -> tuple[list[Clue], list[Clue], int]:
    """Rows and columns of a picture, some of which are then replaced."""
    colors = draw(st.integers(1, 4))
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 70))
    random = Random(draw(st.integers(0, 1 << 32)))  # noqa: S311 - draws for a test
    share = draw(st.sampled_from([0.3, 0.6, 0.8]))
    cells = [
        [random.randint(1, colors) if random.random() < share else 0 for _ in range(width)]
        for _ in range(height)
    ]
    blotted = draw(st.sampled_from([0.0, 0.1]))

    def clue(line: Iterable[int]) -> Clue:
        blocks = clue_of(line)
        return tuple(
            Block(None, block.color) if random.random() < blotted else block for block in blocks
        )

    rows, columns = [clue(row) for row in cells], [clue(c) for c in zip(*cells, strict=True)]
    if draw(st.booleans()):
        random.shuffle(rows)
    return rows, columns, colors + 1


@settings(max_examples=300)
@given(_boards(), st.sampled_from([*WORDS, WORD]), st.sampled_from([3, 1 << 40]))
def test_a_board(board: tuple[list[Clue], list[Clue], int], word: int, most: int) -> None:
    """The same visits in the same order, with the same end; rows and columns agree."""
    rows, columns, colors = board
    kernel, twin = Kernel(rows, columns, colors, word), _Reference(rows, columns, colors)
    words, lines = kernel.fresh(), range(len(rows) + len(columns))
    kernel.begin(lines)
    assert kernel.sweep(words, most) == twin.sweep(lines, most)
    assert (kernel.visits, kernel.learned) == (twin.visits, twin.learned)
    assert [kernel.sets(words, line) for line in lines] == list(map(twin.sets, lines))
    assert [kernel.cells(words, line) for line in lines] == [tuple(twin.line(n)) for n in lines]


@given(_boards(), st.sampled_from([*WORDS, WORD]))
def test_a_weaker_solver(board: tuple[list[Clue], list[Clue], int], word: int) -> None:
    """A round takes what that solver finds on each line, and nothing before all are solved."""
    rows, columns, colors = board
    kernel, words = Kernel(rows, columns, colors, word), None
    words = kernel.fresh()
    before = [kernel.sets(words, line) for line in range(len(rows) + len(columns))]
    kernel.begin(range(len(before)))
    sides = [(clue, len(columns)) for clue in rows] + [(clue, len(rows)) for clue in columns]
    found = [fast(clue, n, sets) for (clue, n), sets in zip(sides, before, strict=True)]
    assert kernel.round(words, fast) == (None not in found)
    changed = kernel.clear()
    if None not in found:
        assert kernel.learned == sum(a != b for a, b in zip(found, before, strict=True))
        after = [kernel.sets(words, line) for line in range(len(before))]
        assert sorted(changed) == [n for n, sets in enumerate(after) if sets != before[n]]


@pytest.mark.parametrize("length", [61, 62, 63, 64, 124, 125, 186, 187])
def test_word_ends(length: int) -> None:
    """Blocks that fill a line, or end where a word ends."""
    for clue in ((Block(length),), (Block(1), Block(length - 2)), (Block(None),), ()):
        kernel = _kernel(clue, length, 2, 62)
        words = kernel.fresh()
        everything = kernel.sets(words, 0)
        assert everything == [(1 << length) - 1] * 2
        assert kernel.solve(words, 0)
        kernel.begin([])
        kernel.record(words, 0)
        assert kernel.sets(words, 0) == solve(clue, length, everything)
