"""The three line solvers, on drawn lines and against brute force."""

from __future__ import annotations

from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asp_nono.clue import Block, Clue, clue_of
from asp_nono.errors import UnknownNameError
from asp_nono.line import SOLVERS, line_solver
from asp_nono.line.complete import placements
from tests.cases import LINES, LineCase, by_color, by_position, cells, clue, drawn


@pytest.mark.parametrize("case", LINES, ids=lambda case: f"{case.clue or 'blank'} on {case.line}")
@pytest.mark.parametrize("name", SOLVERS)
def test_drawn_lines(name: str, case: LineCase) -> None:
    """Each solver finds what is drawn for it."""
    blocks = clue(case.clue)
    colors = 1 + max((block.color for block in blocks), default=1)
    line = cells(case.line, colors)
    found = SOLVERS[name](blocks, len(line), by_color(line, colors))
    shown = "" if found is None else drawn(by_position(found, len(line)), colors)
    assert shown == getattr(case, name)


class Arrangements:
    """All arrangements of a clue within what is allowed, by trying every line."""

    def __init__(self, blocks: Clue, length: int, allowed: list[int]) -> None:
        lines = product(range(len(allowed)), repeat=length)
        self.all = [
            line
            for line in lines
            if all(allowed[color] >> p & 1 for p, color in enumerate(line))
            and _shows(clue_of(line), blocks)
        ]
        self.left = [
            sum({1 << p for line in self.all for p, c in enumerate(line) if c == color})
            for color in range(len(allowed))
        ]
        self.spans = [{_runs(line)[number] for line in self.all} for number in range(len(blocks))]


def _shows(run: Clue, blocks: Clue) -> bool:
    return [b.color for b in run] == [b.color for b in blocks] and all(
        asked.length in (None, seen.length) for seen, asked in zip(run, blocks, strict=True)
    )


def _runs(line: tuple[int, ...]) -> list[tuple[int, int]]:
    found, position = [], 0
    for color, cells_ in groupby(line):
        end = position + len(list(cells_))
        if color:
            found.append((position, end))
        position = end
    return found


@st.composite
def lines(draw: st.DrawFn) -> tuple[Clue, int, list[int]]:
    """A clue, a length, and position sets by colour that need not leave any arrangement."""
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


@given(lines())
def test_complete_is_complete(line: tuple[Clue, int, list[int]]) -> None:
    """The complete solver keeps a colour exactly if some arrangement has it there."""
    true = Arrangements(*line)
    assert SOLVERS["complete"](*line) == (true.left if true.all else None)


@given(lines())
def test_placements_are_exact(line: tuple[Clue, int, list[int]]) -> None:
    """Each block's places are those of the arrangements."""
    true = Arrangements(*line)
    found = placements(*line)
    assert (found is None) == (not true.all)
    if found:
        blocks, background = found
        assert [set(place.spans()) for place in blocks] == true.spans
        assert background == true.left[0]


@given(lines(), st.sampled_from(["fast", "olsak"]))
def test_weaker_is_sound_and_never_stronger(line: tuple[Clue, int, list[int]], name: str) -> None:
    """A weaker solver keeps whatever an arrangement has, and adds nothing to what was allowed."""
    true = Arrangements(*line)
    found = SOLVERS[name](*line)
    assert (found is None) == (not true.all)
    for left, kept, allowed in zip(true.left, found or true.left, line[2], strict=True):
        assert left & ~kept == 0
        assert kept & ~allowed == 0 or found is None


@given(lines())
def test_olsak_is_at_least_as_strong_as_fast(line: tuple[Clue, int, list[int]]) -> None:
    """What the overlap decides, the conjectures decide too; in black and white they decide all."""
    fast, olsak = SOLVERS["fast"](*line), SOLVERS["olsak"](*line)
    if fast is None or olsak is None:
        assert fast is olsak
        return
    assert all(more & ~less == 0 for more, less in zip(olsak, fast, strict=True))
    if len(fast) == 2:
        assert olsak == SOLVERS["complete"](*line)


def test_unknown_solver() -> None:
    """The error names the choices and the nearest."""
    with pytest.raises(UnknownNameError, match=r"did you mean fast.*complete, fast, olsak"):
        line_solver("fats")
