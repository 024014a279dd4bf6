"""Smallest sets of clues: which lines force the colour of a cell, which clues clash.

A set of lines is enough when, with their clues in force and no others, clingo finds no picture in
which the cell has another colour. A smallest one is found by two searches in turn (implicit hitting
sets; Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting
set dualization", 2015): every set of lines that is not enough shows that one of the others is
needed, and the fewest lines that meet all such demands are either enough, or show another demand.

Before that, lines are left out one by one: first by single-line logic, which is quick, then by
clingo, which also names such of the lines left as it has used (clause set refinement; Nadel,
"Boosting minimal unsatisfiable core extraction", 2010). Lines about which it is hard to tell have
to wait, so that a hard puzzle soon has fewer lines, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asp_nono.clue import Line, shows
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.logic.by_lines import enough_by_lines
from asp_nono.logic.steps import Cell
from asp_nono.logic.switched import Demands, Lines, Switched, rank
from asp_nono.puzzle import Puzzle

_PATIENCE = (300, 3_000, 30_000, None)
"""So many conflicts may be met before it is put off to find out whether a line is needed."""

_GROWING = 3_000
"""So many may be met on the way to a picture that agrees with more clues."""


@dataclass(frozen=True, slots=True)
class ClueSet:
    """Lines whose clues are enough, as far as is known by now.

    Attributes:
        lines: The lines, rows first.
        color: The colour that they force the cell to have; None where no cell was asked about and
            the clues clash.
        minimal: Whether it is known that none of them can be left out.
        least: No set of fewer lines is enough.
    """

    lines: tuple[Line, ...]
    color: int | None
    minimal: bool
    least: int

    @property
    def smallest(self) -> bool:
        """Whether it is known that no smaller set of lines is enough."""
        return self.least == len(self.lines)


@dataclass(frozen=True, slots=True)
class NotForced:
    """The clues do not force what was asked.

    Attributes:
        pictures: Solutions: two in which the cell has different colours; one where it was asked
            whether the clues clash; none where a cell was asked about and the clues clash.
    """

    pictures: tuple[Grid, ...]


def clue_sets(puzzle: Puzzle, cell: Cell | None = None) -> Iterator[ClueSet | NotForced]:
    """Ever smaller sets of lines that force the colour of a cell; the last one is a smallest.

    Args:
        puzzle: The puzzle. Its given cells always hold; they are not among the lines.
        cell: Column and row, from 1; None to ask which clues clash.

    Raises:
        PuzzleError: If there is no such cell.

    >>> from asp_nono.puzzle import Puzzle
    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> *_, last = clue_sets(cross, (1, 1))
    >>> [str(line) for line in last.lines], last.color, last.smallest
    (['row 2', 'column 1'], 0, True)
    """
    if cell and not (1 <= cell[0] <= puzzle.width and 1 <= cell[1] <= puzzle.height):
        size = f"{puzzle.width} columns and {puzzle.height} rows"
        raise PuzzleError(f"no cell in column {cell[0]} and row {cell[1]}; there are {size}")
    clues = Switched(puzzle)
    found = clues.ask(clues.all)
    color = None
    if cell and not isinstance(found, Grid):
        yield NotForced(())
        return
    if cell and isinstance(found, Grid):
        color = found.rows[cell[1] - 1][cell[0] - 1]
        clues.suppose_other(cell, color)
        other = clues.ask(clues.all)
        if isinstance(other, Grid):
            yield NotForced((found, other))
            return
        found = other
    if isinstance(found, Grid):
        yield NotForced((found,))
        return
    yield from _Search(clues, cell).sets(found, color)


class _Search:
    """The search for a smallest set."""

    def __init__(self, clues: Switched, cell: Cell | None) -> None:
        self._clues = clues
        self._cell = cell
        self._demands = Demands(clues.all)

    def sets(self, first: Lines, color: int | None) -> Iterator[ClueSet]:
        """Ever smaller sets that are enough, beginning with one; and what is known of them."""

        def told(lines: Lines, least: int, *, minimal: bool = True) -> ClueSet:
            return ClueSet(tuple(sorted(lines, key=rank)), color, minimal, least)

        yield told(first, 0, minimal=False)
        best = begin = self._by_lines(first)
        for best in self._ever_fewer(begin):
            yield told(best, 0, minimal=False)
        least = min(len(best), 1)
        yield told(best, least)
        while least < len(best):
            fewest = self._demands.fewest()
            grown = len(fewest) > least
            least = len(fewest)
            found = self._clues.ask(fewest)
            if isinstance(found, Grid):
                self._demand(fewest, found)
            else:
                best = found or fewest
            if grown or not isinstance(found, Grid):
                yield told(best, least)

    def _ever_fewer(self, lines: Lines) -> Iterator[Lines]:
        """Leave out lines as long as the others are enough, until none can be left out.

        Those far from the cell are tried first, and those about which it is hard to tell last.
        """
        needed: set[Line] = set()
        for conflicts in _PATIENCE:
            for line in self._farthest_first(lines):
                if line in needed or line not in lines:
                    continue
                without = lines - {line}
                found = self._clues.ask_briefly(without, conflicts)
                if isinstance(found, Grid):
                    needed.add(line)
                    self._demand(without, found)
                elif found is not None:
                    lines = found
                    yield lines
            if needed >= lines:
                return

    def _by_lines(self, lines: Lines) -> Lines:
        """Fewer lines that are enough, if single-line logic knows any; else the same lines."""
        numbered = [line for line, _, _ in self._clues.puzzle.lines()]
        order = [numbered.index(line) for line in self._farthest_first(self._clues.all)]
        found = enough_by_lines(self._clues.puzzle, self._cell, order)
        if found is None or len(found) >= len(lines):
            return lines
        return frozenset(numbered[number] for number in found)

    def _farthest_first(self, lines: Lines) -> list[Line]:
        """Lines in the order in which they are best done without."""
        return sorted(sorted(lines, key=rank), key=self._distance, reverse=True)

    def _distance(self, line: Line) -> int:
        if self._cell is None:
            return 0
        return abs(line.number - self._cell[line.axis == "row"])

    def _demand(self, lines: Lines, found: Grid) -> None:
        """These lines are not enough, as a picture shows: some of the others are needed."""
        most = self._clues.most(lines, found, _GROWING)
        self._demands.add(self._clues.all - self._agreeing(most))

    def _agreeing(self, grid: Grid) -> Lines:
        """The lines whose clues a picture has."""
        puzzle = self._clues.puzzle
        lines = zip((*grid.rows, *grid.columns), puzzle.lines(), strict=True)
        return frozenset(line for cells, (line, clue, _) in lines if shows(cells, clue))
