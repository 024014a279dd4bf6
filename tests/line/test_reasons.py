"""Reasons for what line solvers conclude: each one held against all arrangements."""

import pytest
from hypothesis import given, strategies as st

from asp_nono.clue import Block, Clue, least_cells
from asp_nono.line import SOLVERS
from asp_nono.line.patterns import Conflict, Kind, Reason, conclude, conflict, patterns
from asp_nono.line.solver import Placement
from asp_nono.messages import PuzzleError, UnknownNameError
from tests.cases import line_of
from tests.line.lines import Arrangements, lines

Line = tuple[Clue, int, list[int]]

DRAWN = {
    ("fast", "2 3", "????????"): [(5, 6, Kind.COVERED, [1])],
    ("fast", "2", "??#???"): [(0, 1, Kind.GAP, [0]), (4, 6, Kind.GAP, [0])],
    ("fast", "1 1", "#???#"): [(1, 4, Kind.GAP, [0, 1])],
    ("fast", "", "???"): [(0, 3, Kind.GAP, [])],
    ("fast", "1 1", "??#??"): [],
    ("olsak", "1 1", "??#??"): [(1, 2, Kind.REFUTED, []), (3, 4, Kind.REFUTED, [])],
    ("complete", "1 1", "??#??"): [(1, 2, Kind.BARE, [0]), (3, 4, Kind.BARE, [1])],
    ("complete", "1 1r", "???"): [(0, 1, Kind.BARE, [1]), (2, 3, Kind.BARE, [0])],
    ("complete", "1 1", "?#?.?#?"): [
        (0, 1, Kind.GAP, [0]),
        (2, 3, Kind.GAP, [0, 1]),
        (4, 5, Kind.GAP, [0, 1]),
        (6, 7, Kind.GAP, [1]),
    ],
    ("complete", "2 1", "?.??.??"): [(0, 1, Kind.GAP, [0]), (2, 4, Kind.COVERED, [0])],
    ("complete", "1r 2 1r", "??????"): [(0, 1, Kind.BARE, [1]), (5, 6, Kind.BARE, [1])],
    ("complete", "2 2", "????#.??"): [(2, 3, Kind.BARE, [0]), (3, 4, Kind.SHARED, [0, 1])],
}
"""Solver, clue and line: the first cell, the border behind the last, why, and the blocks."""


@pytest.mark.parametrize(("name", "text", "drawn"), DRAWN)
def test_drawn(name: str, text: str, drawn: str) -> None:
    """The reason that a person would give."""
    found = conclude(name, *line_of(text, drawn)).reasons
    shown = [(r.first, r.end, r.kind, [block.number for block in r.blocks]) for r in found]
    assert shown == DRAWN[name, text, drawn]


@given(lines(), st.sampled_from(list(SOLVERS)))
def test_reasons_are_true(line: Line, name: str) -> None:
    """Of every arrangement; and they name all that was learned, with the colors that are left."""
    true, (blocks, length, allowed) = Arrangements(*line), line
    found = conclude(name, *line)
    assert found.left == SOLVERS[name](*line)
    if found.left is None:
        assert (found.reasons, true.all) == ((), [])
        return
    learned: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for reason in found.reasons:
        _check(reason, blocks, true, exact=name == "complete")
        learned |= dict.fromkeys(range(reason.first, reason.end), (reason.colors, reason.gone))
    assert learned == {
        cell: (
            tuple(k for k, left in enumerate(found.left) if left >> cell & 1),
            tuple(k for k, left in enumerate(found.left) if (allowed[k] & ~left) >> cell & 1),
        )
        for cell in range(length)
        if any((allowed[k] & ~left) >> cell & 1 for k, left in enumerate(found.left))
    }
    assert found.news == sum(1 << cell for cell in learned)


def _check(reason: Reason, blocks: Clue, true: Arrangements, *, exact: bool) -> None:
    """Hold a reason against all arrangements."""
    inside = range(reason.first, reason.end)
    assert reason.gone
    for block in reason.blocks:
        _check_range(block, true, exact=exact)
    for line, places in zip(true.all, true.places, strict=True):
        assert {line[cell] for cell in inside} <= set(reason.colors)
        here = [places[block.number] for block in reason.blocks]
        covered = [{cell for cell in inside if a <= cell < b} for a, b in here]
        if reason.kind is Kind.COVERED:
            assert covered == [set(inside)]
        elif reason.kind is Kind.SHARED:
            assert set().union(*covered) == set(inside)
        else:
            assert not any(covered) or reason.kind is Kind.BARE
    if reason.kind is Kind.COVERED:
        (block,) = reason.blocks
        assert block.last_start <= reason.first
        assert block.first_end >= reason.end
    elif reason.kind is Kind.SHARED:
        assert len(reason.blocks) > 1
        assert all(block.cells >> cell & 1 for block in reason.blocks for cell in inside)
    elif reason.kind is Kind.GAP:
        _check_gap(reason, blocks)
    elif reason.kind is Kind.BARE:
        for block in reason.blocks:
            assert blocks[block.number].color in reason.gone
            assert not any(block.cells >> cell & 1 for cell in inside)
    else:
        assert len(reason.colors) == 1


def _check_range(block: Placement, true: Arrangements, *, exact: bool) -> None:
    """The bounds are met; the cells are those covered, or include them."""
    starts, ends = zip(*true.spans[block.number], strict=True)
    assert (block.first, block.last_start) == (min(starts), max(starts))
    assert (block.first_end, block.end) == (min(ends), max(ends))
    covered = {cell for a, b in true.spans[block.number] for cell in range(a, b)}
    shown = {cell for cell in range(max(ends)) if block.cells >> cell & 1}
    assert shown == covered if exact else shown >= covered


def _check_gap(reason: Reason, blocks: Clue) -> None:
    """The blocks are neighbors in the clue, or one is the first or the last of it."""
    numbers = [block.number for block in reason.blocks]
    if not blocks:
        assert numbers == []
    elif len(numbers) == 1:
        (block,) = reason.blocks
        behind = block.first >= reason.end
        assert behind or block.end <= reason.first
        assert block.number == (0 if behind else len(blocks) - 1)
    else:
        before, after = reason.blocks
        assert after.number == before.number + 1
        assert before.end <= reason.first
        assert after.first >= reason.end


CONFLICTS = {
    ("2 3", "?????"): Conflict(need=6),
    ("3", "?.?.??"): Conflict(block=0),
    ("1 2", "#..#.?"): Conflict(block=1),
    ("1", "#..#"): Conflict(cell=3),
    ("", "?#?"): Conflict(cell=1),
    ("1", "???"): None,
}


@pytest.mark.parametrize(("text", "drawn"), CONFLICTS)
def test_drawn_conflicts(text: str, drawn: str) -> None:
    """Why a line cannot be filled, as far as the blocks from the left tell."""
    assert conflict(*line_of(text, drawn)) == CONFLICTS[text, drawn]


@given(lines())
def test_conflicts_are_true(line: Line) -> None:
    """The blocks before the first that fails can be placed, and with it they cannot."""
    blocks, length, allowed = line
    found = conflict(*line)
    assert (found is None) == bool(Arrangements(*line).all)
    if found is None:
        return
    if found.need is not None:
        assert found == Conflict(need=least_cells(blocks))
        assert least_cells(blocks) > length
    elif found.block is not None:
        assert _ends(blocks[: found.block], length, allowed)
        assert not _ends(blocks[: found.block + 1], length, allowed)
    else:
        ends = _ends(blocks, length, allowed)
        assert found.cell is not None
        assert ends
        assert not allowed[0] >> found.cell & 1
        assert max(ends) <= found.cell


def _ends(blocks: Clue, length: int, allowed: list[int]) -> set[int]:
    """Where the last block can end when only the cells up to there are looked at."""
    if not blocks:
        return {0}
    return {
        end
        for end in range(1, length + 1)
        for pattern in patterns(blocks, end, allowed)
        if pattern[-1]
    }


def test_errors() -> None:
    """Of the names and the line."""
    with pytest.raises(UnknownNameError, match=r"did you mean fast.*complete, fast, olsak"):
        conclude("fats", (), 1, [1])
    with pytest.raises(PuzzleError, match="allowed of 1 colors; expected 2"):
        conclude("fast", (Block(1),), 1, [1])
    with pytest.raises(PuzzleError, match="a line of -1 cells"):
        conflict((), -1, [1])
