"""Candidate edits: the cheapest that no nogood excludes, proposed by clingo; and local search.

The local search (`Descent`) finds a first repair, which need not be the cheapest: of the changes at
a place where the edit fails, the one is made that leaves line logic the fewest open cells, again
and again. Then changes that are not needed are reverted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from asp_nono.design.edit import NEVER, Change, Changes, Terms, edited, isolated, posed
from asp_nono.design.nogoods import Aim, Nogood, judge
from asp_nono.design.symmetry import orbits, symmetries
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.logic.hitting import Candidate, Chooser, OutOfConflicts
from asp_nono.puzzle import Puzzle


class Candidates:
    """All edits within some terms.

    Attributes:
        groups: The changes that are made together; each by itself unless symmetries are kept.
    """

    def __init__(self, puzzle: Puzzle, grid: Grid, terms: Terms) -> None:
        """Nothing is learned yet."""
        self._width = grid.width
        self._costs = terms.costs(grid)
        changes = set(_changes(puzzle, grid, self._costs))
        moved = symmetries(grid) if terms.symmetric else ()
        self.groups = list(_groups(changes, moved, grid))
        self._number = {change: i for i, group in enumerate(self.groups) for change in group}
        self._chooser = Chooser(
            [Candidate(tuple(map(self._thing, g)), self.cost(g)) for g in self.groups]
        )
        self._seen: set[tuple[frozenset[int], frozenset[int]]] = set()

    @property
    def learned(self) -> int:
        """How many different nogoods there were."""
        return len(self._seen)

    def _thing(self, change: Change) -> int:
        return (change.y - 1) * self._width + change.x - 1

    def learn(self, edit: Changes, nogoods: Iterable[Nogood]) -> None:
        """Take in what an edit has taught; see `judge`."""
        now = {(change.x - 1, change.y - 1): self._number[change] for change in edit}
        for nogood in nogoods:
            kept = frozenset(y * self._width + x for x, y in nogood if (x, y) not in now)
            made = frozenset(now[spot] for spot in nogood if spot in now)
            self._demand(kept, made)

    def reject(self, edit: Changes) -> None:
        """Propose neither this edit again nor one that makes the same changes and more."""
        self._demand(frozenset(), frozenset(self._number[change] for change in edit))

    def _demand(self, touched: frozenset[int], untaken: frozenset[int]) -> None:
        if (touched, untaken) not in self._seen:
            self._seen.add((touched, untaken))
            self._chooser.learn(touched, untaken)

    def cheapest(self, conflicts: int = 0) -> Changes | OutOfConflicts | None:
        """The cheapest edit that is not known to fail; None if there is none."""
        taken = self._chooser.cheapest(conflicts)
        if taken is None or isinstance(taken, OutOfConflicts):
            return taken
        return frozenset().union(*(self.groups[number] for number in taken))

    def cost(self, edit: Iterable[Change]) -> int:
        """What an edit costs."""
        return sum(self._costs[change.y - 1][change.x - 1] for change in edit)


def _changes(puzzle: Puzzle, grid: Grid, costs: list[list[int]]) -> Iterator[Change]:
    """Every change that the costs and the given cells allow."""
    colors = len(puzzle.colors)
    allowed = puzzle.given or PartialGrid.unknown(grid.width, grid.height, colors)
    for y, (row, line) in enumerate(zip(grid.rows, costs, strict=True), 1):
        for x, (color, cost) in enumerate(zip(row, line, strict=True), 1):
            if cost != NEVER:
                for other in allowed.colors_at(x, y) - {color}:
                    yield Change(x, y, color, other)


def _groups(changes: set[Change], moved: tuple[str, ...], grid: Grid) -> Iterator[Changes]:
    """The changes that symmetries bind together, each group once and only if it is whole."""
    bound = [
        {cell: orbit for orbit in orbits(grid.width, grid.height, name) for cell in orbit}
        for name in moved
    ]
    seen: set[Change] = set()
    for change in sorted(changes):
        if change in seen:
            continue
        group = [change]
        for one in group:  # it grows meanwhile
            for orbit_of in bound:
                for x, y in orbit_of[one.x - 1, one.y - 1]:
                    image = Change(x + 1, y + 1, one.before, one.after)
                    if image not in group:
                        group.append(image)
        seen.update(group)
        if changes.issuperset(group):
            yield frozenset(group)


_TRIED = 200  # no more changes are tried at one place
_PLACES = 10  # no more places are tried for one change
_STEPS = 100  # no more changes are made


class Descent:
    """The way downhill from an edit.

    Attributes:
        edit: How far it has got.
    """

    def __init__(
        self, puzzle: Puzzle, grid: Grid, candidates: Candidates, aim: Aim, edit: Changes
    ) -> None:
        """Nothing is done yet."""
        self._puzzle, self._grid, self._candidates, self._aim = puzzle, grid, candidates, aim
        self.edit = edit

    def run(self) -> bool:
        """Go to the end; whether it meets the aim, so that no single change can be taken back."""
        for _ in range(_STEPS):
            nogoods = self._nogoods(self.edit)
            if not nogoods:
                self._take_back()
                return True
            further = self._further(nogoods)
            if further is None:
                return False
            self.edit = further
        return False

    def _nogoods(self, edit: Changes) -> list[Nogood]:
        """What an edit teaches; nothing if it meets the aim."""
        result = judge(posed(self._puzzle, edited(self._grid, edit)), self._aim)
        if isinstance(result, str):
            return []
        self._candidates.learn(edit, result)
        return result

    def _further(self, nogoods: list[Nogood]) -> Changes | None:
        """The edit with one more change, where line logic then leaves less; None if nowhere."""
        before = self._open(self.edit)
        for nogood in sorted(nogoods, key=lambda one: (len(one), sorted(one)))[:_PLACES]:
            ways = [
                (self._open(self.edit | group), self._rank(group), self.edit | group)
                for group in islice(self._near(nogood), _TRIED)
            ]
            if ways:
                left, _, edit = min(ways, key=lambda way: way[:2])
                if left < before:
                    return edit
        return None

    def _near(self, nogood: Nogood) -> Iterator[Changes]:
        """The changes, with those bound to them, of cells of a nogood that are as they were."""
        changed = {(change.x, change.y) for change in self.edit}
        for group in self._candidates.groups:
            places = {(change.x, change.y) for change in group}
            if not places & changed and any((x - 1, y - 1) in nogood for x, y in places):
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
        return self._candidates.cost(group), isolated(picture), sorted(group)

    def _take_back(self) -> None:
        """Take back one change after the other that is not needed."""
        for group in [group for group in self._candidates.groups if group <= self.edit]:
            if not self._nogoods(self.edit - group):
                self.edit -= group
