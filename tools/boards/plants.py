"""Plants: a picture is drawn, repaired until it is unique, and thinned out until that is hard.

From each plant come three boards whose clues differ in one place or two: one is unique, one has
several pictures, one has none. So nothing that is quickly computed tells them apart.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from asp_nono.clue import Clue, Line
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from asp_nono.solving.relaxation import promising
from asp_nono.solving.solve import check
from tools.boards.clues import Clues, survives

PALETTE = (WHITE, BLACK, Color("blue", "b", "0000ff"))
_SHARE = 6  # a sixth of the open cells is changed in each round of repairs
_EXCHANGES = 60  # blocks that are exchanged, one after the other, until there is no picture

Draw = Callable[[Random], list[list[int]]]
"""Draws a picture."""
Verdict = Literal["unique", "multiple", "none"]


@dataclass(frozen=True)
class Family:
    """How the boards of a family are made."""

    name: str
    draw: Draw
    plants: range  #: their numbers; gaps leave room for others
    thinned: tuple[int, int] = (0, 0)  #: filled cells taken away from the first and the last plant
    changed: tuple[int, int] = (0, 0)  #: cells changed before that
    inks: int = 1  #: block colors
    blots: int = 0  #: hidden lengths
    scale: int = 0  #: the number of a plant at the second ends, if not that of the last one

    def share(self, ends: tuple[int, int], number: int) -> int:
        """What lies between two ends, for a plant with this number."""
        first, last = ends
        return first + (last - first) * number // (self.scale or self.plants.stop - 1)


@dataclass
class Plant:
    """A picture with its clues, some of whose lengths may be hidden."""

    cells: list[list[int]]
    inks: int
    hidden: set[tuple[Line, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.clues = Clues(self.width, self.height, self.inks + 1)
        for line in self.lines():
            self.clues.choose(line, self.clue(line))

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.cells[0])

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.cells)

    def lines(self) -> list[Line]:
        """Rows, then columns."""
        rows = [Line("row", number) for number in range(1, self.height + 1)]
        return rows + [Line("column", number) for number in range(1, self.width + 1)]

    def clue(self, line: Line) -> Clue:
        """The clue that the picture has on a line, with what is hidden."""
        place = line.number - 1
        along = self.cells[place] if line.axis == "row" else [row[place] for row in self.cells]
        (whole,) = Grid((tuple(along),)).row_clues()
        return tuple(
            replace(block, length=None) if (line, number) in self.hidden else block
            for number, block in enumerate(whole)
        )

    def puzzle(self, line: Line | None = None, other: Clue = ()) -> Puzzle:
        """The board, if wanted with another clue on a line."""
        clues = [other if one == line else self.clue(one) for one in self.lines()]
        rows, columns = clues[: self.height], clues[self.height :]
        return Puzzle(tuple(rows), tuple(columns), PALETTE[: self.inks + 1])

    def paint(self, x: int, y: int, color: int) -> None:
        """Give a cell a color."""
        self.cells[y][x] = color
        for line in (Line("row", y + 1), Line("column", x + 1)):
            self.clues.choose(line, self.clue(line))

    def unique(self) -> bool:
        """Whether the picture is the only one."""
        verdict = summed(self.puzzle())
        return verdict == "unique" if verdict else self.clues.unique(self.cells)

    def repair(self, random: Random) -> None:
        """Change cells in which other pictures differ until there is no other."""
        while not self.unique():
            left = self.clues.open(self.cells)
            for x, y in random.sample(left, max(1, len(left) // _SHARE)):
                others = [one for one in range(self.inks + 1) if one != self.cells[y][x]]
                self.paint(x, y, random.choice(others))

    def removable(self, random: Random) -> Iterator[tuple[int, int]]:
        """The filled cells in random order."""
        filled = [(x, y) for y, row in enumerate(self.cells) for x, one in enumerate(row) if one]
        random.shuffle(filled)
        yield from filled

    def recolored(self, x: int, y: int, color: int) -> bool:
        """Give a cell a color if the picture is still unique then; whether it is."""
        clues, before = self.clues.chosen, self.cells[y][x]
        self.paint(x, y, color)
        if unique := self.unique():
            return unique
        self.cells[y][x] = before
        self.clues.restore(clues)
        return False

    def change(self, random: Random) -> bool:
        """Fill or empty a random cell if the picture is still unique then; whether it is."""
        x, y = random.randrange(self.width), random.randrange(self.height)
        return self.recolored(x, y, 0 if self.cells[y][x] else 1)

    def hide(self, line: Line, number: int) -> bool:
        """Hide a length if the picture is still unique then; whether it is."""
        before = self.clues.chosen
        self.hidden.add((line, number))
        self.clues.choose(line, self.clue(line))
        if unique := self.unique():
            return unique
        self.hidden.discard((line, number))
        self.clues.restore(before)
        return False


def boards(family: Family, number: int, seed: str) -> dict[Verdict, Puzzle]:
    """The three boards of a plant; others are tried until trials leave cells of each one open."""
    random = Random(f"{seed} {family.name} {number}")  # noqa: S311 - no secret
    while True:
        plant = Plant(family.draw(random), family.inks)
        plant.repair(random)
        changes = family.share(family.changed, number)
        while changes:
            changes -= plant.change(random)
        several = _thinned(plant, family.share(family.thinned, number), random)
        if family.blots:
            several = _blotted(plant, family.blots, random)
        unique, picture = plant.puzzle(), Grid.from_rows(plant.cells)
        if several and survives(unique, picture) and (none := _impossible(plant, random)):
            return {"unique": unique, "multiple": several, "none": none}


def _thinned(plant: Plant, removals: int, random: Random) -> Puzzle | None:
    """Take cells away; the board without one more, after which there are several pictures."""
    for x, y in plant.removable(random):
        if removals and plant.recolored(x, y, 0):
            removals -= 1
        elif not removals:
            color, plant.cells[y][x] = plant.cells[y][x], 0
            puzzle = plant.puzzle()
            plant.cells[y][x] = color
            if not plant.recolored(x, y, 0):
                return puzzle
    return None


def _blotted(plant: Plant, blots: int, random: Random) -> Puzzle | None:
    """Hide lengths; the board with one more of them hidden, after which there are several."""
    places = [(line, place) for line in plant.lines() for place in range(len(plant.clue(line)))]
    random.shuffle(places)
    several = None
    for place in places:
        if len(plant.hidden) == blots and several:
            return several
        if not plant.hide(*place):
            plant.hidden.add(place)
            several = plant.puzzle()
            plant.hidden.discard(place)
    return None


def _impossible(plant: Plant, random: Random) -> Puzzle | None:
    """A board without a picture: two neighboring blocks exchanged; None if it is hard to find."""
    before, lines = plant.clues.chosen, plant.lines()
    try:
        for _ in range(_EXCHANGES):
            line = random.choice(lines)
            clue = list(plant.clue(line))
            place = random.randrange(max(1, len(clue) - 1))
            if len(clue) < 2 or clue[place] == clue[place + 1]:
                continue
            clue[place : place + 2] = clue[place + 1], clue[place]
            try:
                puzzle = plant.puzzle(line, tuple(clue))
            except PuzzleError:  # too long for the line, in colors
                continue
            plant.clues.choose(line, tuple(clue))
            verdict = summed(puzzle)
            empty = verdict == "none" if verdict else not plant.clues.possible()
            if empty and survives(puzzle):
                return puzzle
            plant.clues.restore(before)
    finally:
        plant.clues.restore(before)
    return None


def summed(puzzle: Puzzle) -> str | None:
    """The verdict if sums of clues are promising, else None: there search may take many minutes."""
    board = Board(puzzle)
    if board.sweep() is not None or not promising(board):
        return None
    return str(check(puzzle).verdict)
