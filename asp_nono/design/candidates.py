"""Candidate edits: the cheapest that no nogood excludes, proposed by clingo; and local search.

The local search (`descend`) finds a first repair, which need not be the cheapest: of the changes at
a place where the edit fails, the one is made that leaves line logic the fewest open cells, again
and again. Then changes that are not needed are reverted.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from asp_nono.design.edit import NEVER, CellChange, Changes, Terms, edited, isolated, posed, swept
from asp_nono.design.local_search import Bounds, Target, appraise, improve
from asp_nono.design.nogoods import Aim, Nogood, judge
from asp_nono.design.random_pictures import Rng
from asp_nono.design.recognition import keeps_parts
from asp_nono.design.symmetry import MOVES, Orbit, orbit_of, orbits, symmetries
from asp_nono.grid import Grid, PartialGrid
from asp_nono.logic.hitting import Chooser, OutOfConflicts
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Technique

LOOK = Path(__file__).parent / "look.lp"
_TRIED = 200  # the most changes that are tried at one place
_PLACES = 10  # the most places that are tried for one change
_STEPS = 100  # the most changes that are made


class Candidates:
    """All edits of a puzzle's goal within some terms, and the nogoods learned from them."""

    def __init__(self, puzzle: Puzzle, grid: Grid, aim: Aim, terms: Terms) -> None:
        self._puzzle, self.grid, self._aim = puzzle, grid, aim
        self._costs = terms.costs(grid)
        changes = set(_changes(puzzle, grid, self._costs))
        moves = [move for name in symmetries(grid) if terms.symmetric for move in MOVES[name]]
        # The changes that are made together; each by itself unless symmetries are kept:
        self.groups = list(_groups(changes, moves, grid))
        self._number = {change: i for i, group in enumerate(self.groups) for change in group}
        items = [tuple(self._item(c.x, c.y) for c in group) for group in self.groups]
        self._chooser = Chooser(list(zip(items, map(self.cost, self.groups), strict=True)))
        # The nogoods: items to be touched, or groups of which one must not be chosen:
        self.learned: set[tuple[frozenset[int], frozenset[int]]] = set()

    @property
    def places(self) -> list[Orbit]:
        """The cells that may change, each with those that are changed with it."""
        return sorted({tuple(sorted((c.x, c.y) for c in one)) for one in self.groups})

    def _item(self, x: int, y: int) -> int:
        """The number of a cell, from 0."""
        return (y - 1) * self.grid.width + x - 1

    def posed(self, edit: Changes) -> Puzzle:
        """The puzzle of an edited picture."""
        return posed(self._puzzle, edited(self.grid, edit))

    def judge(self, edit: Changes) -> Technique | list[Nogood]:
        """The technique that solves an edited picture, or nogoods, which are learned."""
        result = judge(self.posed(edit), self._aim)
        if not isinstance(result, Technique):
            now = {(change.x, change.y): self._number[change] for change in edit}
            for nogood in result:
                kept = frozenset(self._item(x, y) for x, y in nogood if (x, y) not in now)
                self._learn(kept, frozenset(now[cell] for cell in nogood if cell in now))
        return result

    def meets_aim(self, edit: Changes) -> bool:
        """Whether an edited picture meets the aim; `judge` says more."""
        return isinstance(self.judge(edit), Technique)

    def reject(self, edit: Changes) -> None:
        """Propose neither this edit again nor one that makes the same changes and more."""
        self._learn(frozenset(), frozenset(self._number[change] for change in edit))

    def pass_over(self, edit: Changes) -> None:
        """Exclude exactly this edit; supersets of it stay allowed."""
        places = {self._item(c.x, c.y) for c in edit}
        others = frozenset(range(self.grid.width * self.grid.height)) - places
        self._learn(others, frozenset(self._number[change] for change in edit))

    def _learn(self, touched: frozenset[int], untaken: frozenset[int]) -> None:
        if (touched, untaken) not in self.learned:
            self.learned.add((touched, untaken))
            self._chooser.learn(touched, untaken)

    def cheapest(self, conflicts: int = 0) -> Changes | OutOfConflicts | None:
        """The cheapest edit that is not known to fail; None if there is none."""
        taken = self._chooser.cheapest(conflicts)
        if taken is None or isinstance(taken, OutOfConflicts):
            return taken
        return frozenset().union(*(self.groups[number] for number in taken))

    def cost(self, edit: Iterable[CellChange]) -> int:
        """The cost of an edit."""
        return sum(self._costs[change.y - 1][change.x - 1] for change in edit)

    def look(self, edit: Changes) -> tuple[int, int, int, int]:
        """The cost of an edit; what it does to parts and symmetries; the isolated cells it adds."""
        picture = edited(self.grid, edit)
        broken = {*symmetries(self.grid)} - {*symmetries(picture)}
        lonely = isolated(picture) - isolated(self.grid)
        return self.cost(edit), self._parting(edit), len(broken), lonely

    def _parting(self, edit: Changes) -> int:
        """How many changes alone join or part strokes, or open or close a hole."""
        wide = [[0, *row, 0] for row in ((0,) * self.grid.width, *self.grid.rows)]
        wide.append([0] * len(wide[0]))
        filling = (one for one in edit if (one.before == 0) != (one.after == 0))
        return sum(not keeps_parts(wide, one.x + 1, one.y + 1) for one in filling)

    def order_by_look(self) -> None:
        """From now on, of the cheapest edits propose that with the best look first."""
        self._chooser.refine(LOOK, " ".join(self._facts()))

    def _facts(self) -> Iterator[str]:
        """The facts for `look.lp`."""
        for number, group in enumerate(self.groups):
            yield f"parting({number},{self._parting(group)})."
            for x, y, _, color in group:
                yield f"recolored({number},{self._item(x, y)},{color})."
        cells = {(x, y): color for x, y, color in self.grid.cells()}
        for (x, y), color in cells.items():
            item = self._item(x, y)
            yield f"before({item},{color})."
            beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            near = [self._item(*cell) for cell in beside if cell in cells]
            yield from (f"beside({item},{other})." for other in near)
        for name in symmetries(self.grid):
            for first, *others in orbits(self.grid.width, self.grid.height, name):
                for other in others:
                    both = f"{self._item(*first)},{self._item(*other)}"
                    yield f'alike("{name}",{both}).'

    def rank(self, edit: Changes, group: Changes) -> tuple[int, int, list[CellChange]]:
        """The order in which changes are added to an edit: cheap ones first, then good looks."""
        return self.cost(group), isolated(edited(self.grid, edit | group)), sorted(group)


def _changes(puzzle: Puzzle, grid: Grid, costs: list[list[int]]) -> Iterator[CellChange]:
    """Every change that the costs and the given cells allow."""
    allowed = puzzle.given or PartialGrid.unknown(grid.width, grid.height, len(puzzle.colors))
    for x, y, color in grid.cells():
        if costs[y - 1][x - 1] != NEVER:
            for other in allowed.colors_at(x, y) - {color}:
                yield CellChange(x, y, color, other)


def _groups(changes: set[CellChange], moves: list[str], grid: Grid) -> Iterator[Changes]:
    """The changes that symmetries bind together, each group once and only if it is whole."""
    seen: set[CellChange] = set()
    for change in sorted(changes):
        if change not in seen:
            cells = orbit_of((change.x, change.y), grid.width, grid.height, moves)
            group = {change._replace(x=x, y=y) for x, y in cells}
            seen |= group
            if group <= changes:
                yield frozenset(group)


def descend(candidates: Candidates, edit: Changes) -> Changes | None:
    """An edit that meets the aim and of which no change can be reverted; None if none is found."""
    for _ in range(_STEPS):
        nogoods = candidates.judge(edit)
        if isinstance(nogoods, Technique):
            return _needed(candidates, edit, candidates.meets_aim)
        if (further := _further(candidates, edit, nogoods)) is None:
            return None
        edit = further
    return None


def _needed(candidates: Candidates, edit: Changes, fits: Callable[[Changes], bool]) -> Changes:
    """An edit without changes that can be reverted."""
    for group in [group for group in candidates.groups if group <= edit]:
        if fits(edit - group):
            edit -= group
    return edit


def regraded(candidates: Candidates, edit: Changes, target: Target) -> Changes | None:
    """An edit that meets a target of a difficulty, from one that is only unique; None if none."""

    def fits(edit: Changes) -> bool:
        return not appraise(edited(candidates.grid, edit), colors, target).lack

    colors, places = candidates.posed(edit).colors, candidates.places
    picture = edited(candidates.grid, edit)
    found = improve(picture, target, Bounds(places, colors, most=len(places)), Rng(0))
    differ = candidates.grid.differences(found.picture)
    changes = frozenset(
        CellChange(x, y, candidates.grid.rows[y - 1][x - 1], found.picture.rows[y - 1][x - 1])
        for x, y in differ
    )
    if found.appraisal.lack or changes != frozenset().union(
        *(group for group in candidates.groups if group <= changes)
    ):
        return None
    return _needed(candidates, changes, fits)


def _further(candidates: Candidates, edit: Changes, nogoods: list[Nogood]) -> Changes | None:
    """The edit with one more change, where line logic then leaves less; None if nowhere."""

    def undecided(edit: Changes) -> int:
        return swept(candidates.posed(edit)).undecided

    before = undecided(edit)
    for nogood in sorted(nogoods, key=lambda one: (len(one), sorted(one)))[:_PLACES]:
        ways = [
            (undecided(edit | group), candidates.rank(edit, group), edit | group)
            for group in islice(_near(candidates, edit, nogood), _TRIED)
        ]
        if ways:
            left, _, nearest = min(ways, key=lambda way: way[:2])
            if left < before:
                return nearest
    return None


def _near(candidates: Candidates, edit: Changes, nogood: Nogood) -> Iterator[Changes]:
    """The changes, with those bound to them, of cells of a nogood that are as they were."""
    changed = {(change.x, change.y) for change in edit}
    for group in candidates.groups:
        places = {(change.x, change.y) for change in group}
        if not places & changed and not places.isdisjoint(nogood):
            yield group
