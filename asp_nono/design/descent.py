"""A first repair, found by going downhill; it need not be the cheapest.

Of the changes near a place that line logic leaves open, the one is made that leaves the fewest
cells open, again and again. Then changes that are not needed are taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from asp_nono.design.edit import Changes, edited, posed
from asp_nono.design.judge import Aim, judge
from asp_nono.design.lessons import doubts
from asp_nono.design.look import isolated
from asp_nono.design.proposals import Proposals
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle

_TRIED = 400
"""No more changes are tried at one place."""

_STEPS = 100
"""No more changes are made."""


def descend(puzzle: Puzzle, grid: Grid, proposals: Proposals, aim: Aim) -> Changes | None:
    """Changes that meet the aim, none of them needless; None if there is no way downhill."""
    edit: Changes = frozenset()
    for _ in range(_STEPS):
        lessons = judge(posed(puzzle, edited(grid, edit)), aim)
        if isinstance(lessons, str):
            return _without_needless(puzzle, grid, proposals, aim, edit)
        proposals.learn(edit, lessons)
        further = _step(puzzle, grid, proposals, edit)
        if further is None:
            return None
        edit = further
    return None


def _step(puzzle: Puzzle, grid: Grid, proposals: Proposals, edit: Changes) -> Changes | None:
    """The edit with the changes that leave the fewest cells open; None if none leaves fewer."""
    now = edited(grid, edit)
    board = _swept(posed(puzzle, now))
    before = board.partial().undecided
    parts = sorted(
        (lesson for lesson, _ in doubts(now, board)), key=lambda part: (len(part), sorted(part))
    )
    for lesson in parts:
        ways = []
        for group in islice(_near(proposals, edit, lesson), _TRIED):
            picture = edited(grid, edit | group)
            left = _swept(posed(puzzle, picture)).partial().undecided
            ways.append((left, proposals.cost(group), isolated(picture), sorted(group)))
        if ways and (best := min(ways))[0] < before:
            return edit | frozenset(best[3])
    return None


def _near(
    proposals: Proposals, edit: Changes, lesson: frozenset[tuple[int, int]]
) -> Iterator[Changes]:
    """The changes, with those bound to them, of cells of a lesson that have not been changed."""
    changed = {(change.x, change.y) for change in edit}
    for group in proposals.groups:
        places = {(change.x, change.y) for change in group}
        if not places & changed and any((x - 1, y - 1) in lesson for x, y in places):
            yield group


def _swept(puzzle: Puzzle) -> Board:
    board = Board(puzzle)
    if wrong := board.sweep():
        raise AssertionError(f"{wrong} has no arrangement, and yet there is a picture")
    return board


def _without_needless(
    puzzle: Puzzle, grid: Grid, proposals: Proposals, aim: Aim, edit: Changes
) -> Changes:
    """The edit without changes that can be taken back, one after the other."""
    for group in [group for group in proposals.groups if group <= edit]:
        lessons = judge(posed(puzzle, edited(grid, edit - group)), aim)
        if isinstance(lessons, str):
            edit -= group
        else:
            proposals.learn(edit - group, lessons)
    return edit
