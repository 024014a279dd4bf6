"""Smallest sets of clues: which lines force the colour of a cell, which clues clash.

A set of lines is enough when, with their clues in force and no others, clingo finds no picture in
which the cell has another colour. A smallest one is found by two searches in turn (implicit hitting
sets; Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting
set dualization", 2015): every set of lines that is not enough shows that one of the others is
needed, and the fewest lines that meet all such demands are either enough, or show another demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asp_nono.clue import Line, shows
from asp_nono.errors import PuzzleError
from asp_nono.grid import Grid
from asp_nono.logic.steps import Cell
from asp_nono.logic.switched import Demands, Lines, Switched, rank
from asp_nono.puzzle import Puzzle


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
    (['row 1', 'column 2'], 0, True)
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
        best = self._without_needless(first)
        least = min(len(best), 1)
        yield told(best, least)
        while least < len(best):
            fewest = self._demands.fewest()
            grown = len(fewest) > least
            least = len(fewest)
            enough = self._demand(fewest)
            if enough is not None:
                best = enough
            if grown or enough is not None:
                yield told(best, least)

    def _without_needless(self, lines: Lines) -> Lines:
        """Leave out lines as long as the others are enough; those far from the cell first."""
        for line in sorted(sorted(lines, key=rank), key=self._distance, reverse=True):
            if line in lines:
                enough = self._demand(lines - {line})
                lines = lines if enough is None else enough
        return lines

    def _distance(self, line: Line) -> int:
        if self._cell is None:
            return 0
        return abs(line.number - self._cell[line.axis == "row"])

    def _demand(self, lines: Lines) -> Lines | None:
        """The lines among these that are enough; if none are, a demand is made of the others."""
        found = self._clues.ask(lines)
        if not isinstance(found, Grid):
            return found
        lines |= self._agreeing(found)
        for line in sorted(self._clues.all - lines, key=rank):
            if line not in lines:
                found = self._clues.ask(lines | {line})
                if isinstance(found, Grid):
                    lines |= {line} | self._agreeing(found)
        self._demands.add(self._clues.all - lines)
        return None

    def _agreeing(self, grid: Grid) -> Lines:
        """The lines whose clues a picture has."""
        puzzle = self._clues.puzzle
        lines = zip((*grid.rows, *grid.columns), puzzle.lines(), strict=True)
        return frozenset(line for cells, (line, clue, _) in lines if shows(cells, clue))
