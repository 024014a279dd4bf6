"""Random lines, and brute force to hold line logic against."""

from itertools import groupby, product

from hypothesis import strategies as st

from asp_nono.clue import Block, Clue, clue_of, shows


class Arrangements:
    """All arrangements of a clue within what is allowed, by trying every line."""

    def __init__(self, blocks: Clue, length: int, allowed: list[int]) -> None:
        lines = product(range(len(allowed)), repeat=length)
        self.all = [
            line
            for line in lines
            if all(allowed[color] >> p & 1 for p, color in enumerate(line)) and shows(line, blocks)
        ]
        self.left = [
            sum({1 << p for line in self.all for p, c in enumerate(line) if c == color})
            for color in range(len(allowed))
        ]
        self.spans = [
            {spans_of(line)[number] for line in self.all} for number in range(len(blocks))
        ]
        self.places = [spans_of(line) for line in self.all]


def spans_of(line: tuple[int, ...]) -> list[tuple[int, int]]:
    """The first cell of each block and the border behind its last."""
    found, position = [], 0
    for color, cells_ in groupby(line):
        end = position + len(list(cells_))
        if color:
            found.append((position, end))
        position = end
    return found


@st.composite
def lines(draw: st.DrawFn) -> tuple[Clue, int, list[int]]:
    """A clue, a length, and position sets by color that need not leave any arrangement."""
    colors = draw(st.integers(2, 4))
    length = draw(st.integers(1, {2: 9, 3: 6, 4: 5}[colors]))
    line = draw(st.lists(st.integers(0, colors - 1), min_size=length, max_size=length))
    blocks = tuple(
        Block(None if draw(st.integers(0, 4)) == 0 else block.length, block.color)
        for block in clue_of(line)
    )
    everything = (1 << length) - 1
    allowed = [everything & ~draw(st.integers(0, everything)) for _ in range(colors)]
    if draw(st.booleans()):
        allowed = [
            cells_ | sum(1 << p for p, color in enumerate(line) if color == k)
            for k, cells_ in enumerate(allowed)
        ]
    return blocks, length, allowed
