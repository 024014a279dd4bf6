"""The three line solvers, on drawn lines and against brute force."""

import pytest
from hypothesis import given, strategies as st

from asp_nono.clue import Clue
from asp_nono.line import SOLVERS
from asp_nono.line.solver import leftmost, placements
from tests.cases import LINES, LineCase, by_color, by_position, cells, clue, drawn
from tests.line.lines import Arrangements, lines


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


@given(lines())
def test_complete_is_complete(line: tuple[Clue, int, list[int]]) -> None:
    """The complete solver keeps a color exactly if some arrangement has it there."""
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


@given(lines(), st.data())
def test_pushing_goes_on_from_what_is_known(
    line: tuple[Clue, int, list[int]], data: st.DataObject
) -> None:
    """The extreme arrangement for sets that allow more is as good a beginning as none."""
    blocks, length, allowed = line
    fewer = [cells & data.draw(st.integers(0, (1 << length) - 1)) for cells in allowed]
    known = leftmost(blocks, length, allowed)
    if known is not None:
        assert leftmost(blocks, length, fewer, known) == leftmost(blocks, length, fewer)
