"""A first repair, found by going downhill; it need not be the cheapest.

An edit that does not meet the aim yet teaches where it fails. Of the changes there, the one is made
that leaves line logic the fewest cells open, again and again. Then changes that are not needed are
taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from asp_nono.design.edit import Changes, edited, posed
from asp_nono.design.judge import Aim, judge
from asp_nono.design.lessons import Lesson
from asp_nono.design.look import isolated
from asp_nono.design.proposals import Proposals
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle

_TRIED = 200
"""No more changes are tried at one place."""

_PLACES = 10
"""No more places are tried for one change."""

_STEPS = 100
"""No more changes are made."""


class Descent:
    """The way downhill from an edit.

    Attributes:
        edit: How far it has got.
    """

    def __init__(
        self, puzzle: Puzzle, grid: Grid, proposals: Proposals, aim: Aim, edit: Changes
    ) -> None:
        """Nothing is done yet.

        Args:
            puzzle: The puzzle.
            grid: The picture that is edited.
            proposals: The changes; they are told what is learnt on the way.
            aim: What is wanted.
            edit: Where the way begins.
        """
        self._puzzle, self._grid, self._proposals, self._aim = puzzle, grid, proposals, aim
        self.edit = edit

    def run(self) -> bool:
        """Go to the end; whether it meets the aim, so that no single change can be taken back."""
        for _ in range(_STEPS):
            lessons = self._lessons(self.edit)
            if not lessons:
                self._take_back()
                return True
            further = self._further(lessons)
            if further is None:
                return False
            self.edit = further
        return False

    def _lessons(self, edit: Changes) -> list[Lesson]:
        """What an edit teaches; nothing if it meets the aim."""
        result = judge(posed(self._puzzle, edited(self._grid, edit)), self._aim)
        if isinstance(result, str):
            return []
        self._proposals.learn(edit, result)
        return result

    def _further(self, lessons: list[Lesson]) -> Changes | None:
        """The edit with one more change, where line logic then leaves less; None if nowhere."""
        before = self._open(self.edit)
        for lesson in sorted(lessons, key=lambda one: (len(one), sorted(one)))[:_PLACES]:
            ways = [
                (self._open(self.edit | group), self._rank(group), self.edit | group)
                for group in islice(self._near(lesson), _TRIED)
            ]
            if ways:
                left, _, edit = min(ways, key=lambda way: way[:2])
                if left < before:
                    return edit
        return None

    def _near(self, lesson: Lesson) -> Iterator[Changes]:
        """The changes, with those bound to them, of cells of a lesson that are as they were."""
        changed = {(change.x, change.y) for change in self.edit}
        for group in self._proposals.groups:
            places = {(change.x, change.y) for change in group}
            if not places & changed and any((x - 1, y - 1) in lesson for x, y in places):
                yield group

    def _open(self, edit: Changes) -> int:
        """How many cells line logic leaves open after an edit."""
        board = Board(posed(self._puzzle, edited(self._grid, edit)))
        if wrong := board.sweep():
            raise AssertionError(f"{wrong} has no arrangement, and yet there is a picture")
        return board.partial().undecided

    def _rank(self, group: Changes) -> tuple[object, ...]:
        """Cheap changes come first, then those that look good."""
        picture = edited(self._grid, self.edit | group)
        return self._proposals.cost(group), isolated(picture), sorted(group)

    def _take_back(self) -> None:
        """Take back one change after the other that is not needed."""
        for group in [group for group in self._proposals.groups if group <= self.edit]:
            if not self._lessons(self.edit - group):
                self.edit -= group
