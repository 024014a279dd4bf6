"""The patterns of one clue: listed in order, and counted."""

from itertools import islice
from math import comb

import pytest
from hypothesis import given

from asp_nono import count_patterns, patterns
from asp_nono.clue import Block, Clue
from asp_nono.line.solver import leftmost, rightmost
from asp_nono.messages import PuzzleError
from tests.cases import CHARS, by_color, cells, clue
from tests.line.lines import Arrangements, lines, spans_of

DRAWN = {
    ("2 3", "????????"): ["##.###..", "##..###.", "##...###", ".##.###.", ".##..###", "..##.###"],
    ("", "???"): ["..."],
    ("", ""): [""],
    ("3", "???"): ["###"],
    ("1 1", "??#??"): ["#.#..", "..#.#"],
    ("1r 1b", "???"): ["rb.", "r.b", ".rb"],
    ("1r 1r", "????"): ["r.r.", "r..r", ".r.r"],
    ("1r 1b", "?{.b}?"): ["rb.", "r.b"],
    ("?", "?#?"): ["##.", "###", ".#.", ".##"],
    ("? ?", "????"): ["#.#.", "#.##", "#..#", "##.#", ".#.#"],
    ("2", "#?.#"): [],
    ("2 1", "???"): [],
    ("", "?#"): [],
}
"""The patterns of some lines, in order."""


@pytest.mark.parametrize(("text", "line"), DRAWN)
def test_drawn(text: str, line: str) -> None:
    """The leftmost pattern comes first, and there are as many as are counted."""
    blocks = clue(text)
    colors = 1 + max((block.color for block in blocks), default=1)
    sets = cells(line, colors)
    allowed = by_color(sets, colors)
    found = list(patterns(blocks, len(sets), allowed))
    assert ["".join(CHARS[color] for color in pattern) for pattern in found] == DRAWN[text, line]
    assert count_patterns(blocks, len(sets), allowed) == len(found)


@given(lines())
def test_brute_force_agrees(line: tuple[Clue, int, list[int]]) -> None:
    """All patterns that there are, each once, ordered by the places of their blocks."""
    true = Arrangements(*line)
    found = list(patterns(*line))
    places = [spans_of(pattern) for pattern in found]
    assert sorted(found) == sorted(true.all)
    assert places == sorted(places)
    assert count_patterns(*line) == len(found)
    if found:
        assert (places[0], places[-1]) == (leftmost(*line), rightmost(*line))


@given(lines())
def test_nothing_known(line: tuple[Clue, int, list[int]]) -> None:
    """Without what is allowed, every cell may have every color."""
    blocks, length, allowed = line
    anything = [(1 << length) - 1] * len(allowed)
    assert list(patterns(blocks, length)) == list(patterns(blocks, length, anything))
    assert count_patterns(blocks, length) == count_patterns(blocks, length, anything)


def test_cells_outside_the_line_do_not_count() -> None:
    """What is allowed may be told of more cells than there are."""
    assert list(patterns((Block(1),), 2, [-1, -1])) == [(1, 0), (0, 1)]
    assert count_patterns((Block(1),), 2, [-1, -1]) == 2


def test_large_numbers() -> None:
    """Patterns are counted without finding them, and the first ones found without the others."""
    blocks = (Block(1),) * 250
    assert count_patterns(blocks, 1000) == comb(751, 250)
    first, second = islice(patterns(blocks, 1000), 2)
    assert first == (1, 0) * 250 + (0,) * 500
    assert second == (1, 0) * 249 + (0, 1) + (0,) * 500


def test_many_hidden_lengths() -> None:
    """Blocks of hidden length: a choice of borders, the last of which may be the line's end."""
    blocks = (Block(None),) * 100
    assert count_patterns(blocks, 1000) == comb(1001, 200)
    assert next(patterns(blocks, 1000)) == (1, 0) * 100 + (0,) * 800


def test_errors() -> None:
    """They come with the call, not with the first pattern."""
    for call in (patterns, count_patterns):
        with pytest.raises(PuzzleError, match="a line of -1 cells; expected 0 or more"):
            call((), -1)
        with pytest.raises(PuzzleError, match="allowed of 2 colors; expected 3"):
            call((Block(1, 2),), 1, [1, 1])
