"""Edits of a picture, the cheapest first, proposed by clingo in the light of what was learnt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from asp_nono.design.edit import NEVER, Change, Changes, Terms
from asp_nono.design.lessons import Lesson
from asp_nono.design.symmetry import orbits, symmetries
from asp_nono.grid import Grid, PartialGrid
from asp_nono.logic.hitting import Candidate, Chooser, OutOfConflicts
from asp_nono.puzzle import Puzzle


class Proposals:
    """All edits within some terms.

    Attributes:
        groups: The changes that are made together; each by itself unless symmetries are kept.
    """

    def __init__(self, puzzle: Puzzle, grid: Grid, terms: Terms) -> None:
        """Nothing is learnt yet.

        Args:
            puzzle: The puzzle.
            grid: The picture that is edited.
            terms: What may change.

        Raises:
            PuzzleError: If the terms do not fit the picture.
        """
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
    def learnt(self) -> int:
        """How many different lessons there were."""
        return len(self._seen)

    def _thing(self, change: Change) -> int:
        return (change.y - 1) * self._width + change.x - 1

    def learn(self, edit: Changes, lessons: Iterable[Lesson]) -> None:
        """Take in what an edit has taught; see `judge`."""
        now = {(change.x - 1, change.y - 1): self._number[change] for change in edit}
        for lesson in lessons:
            kept = frozenset(y * self._width + x for x, y in lesson if (x, y) not in now)
            made = frozenset(now[spot] for spot in lesson if spot in now)
            self._demand(kept, made)

    def reject(self, edit: Changes) -> None:
        """Propose neither this edit again nor one that makes the same changes and more."""
        self._demand(frozenset(), frozenset(self._number[change] for change in edit))

    def _demand(self, touched: frozenset[int], untaken: frozenset[int]) -> None:
        if (touched, untaken) not in self._seen:
            self._seen.add((touched, untaken))
            self._chooser.learn(touched, untaken)

    def cheapest(self, conflicts: int = 0) -> Changes | OutOfConflicts | None:
        """The cheapest edit that is not known to fail; None if there is none.

        Args:
            conflicts: Give up after so many of clingo's conflicts; 0 for never.
        """
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
