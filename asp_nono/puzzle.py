"""Puzzle: clues, palette and descriptions; a frozen, validated value."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Self

from asp_nono.clue import Clue, Line, clue_of, least_cells, shows, total_cells
from asp_nono.grid import RESERVED_CHARS, Displayed, Grid, PartialGrid, is_narrow, spare_chars
from asp_nono.messages import PuzzleError


@dataclass(frozen=True, slots=True)
class Color:
    """A color of the palette."""

    name: str
    char: str  # the one character that stands for it in pictures
    rgb: str  # six hexadecimal digits, lower case

    def __post_init__(self) -> None:
        where = (f"color {self.name!r}",)
        if not self.name:
            raise PuzzleError("a color needs a name", where=("colors",))
        if len(self.char) != 1 or self.char.isspace() or self.char in RESERVED_CHARS:
            raise PuzzleError(f"{self.char!r} cannot stand for a color in a picture", where=where)
        if not re.fullmatch("[0-9a-f]{6}", self.rgb):
            raise PuzzleError(f"{self.rgb!r} is not six hexadecimal digits", where=where)


_SHOWN = 20  # no more blocks of a clue are shown in an error

WHITE = Color("white", ".", "ffffff")
BLACK = Color("black", "#", "000000")


@dataclass(frozen=True, slots=True)
class Saved:
    """A picture, finished or not, that is kept with a puzzle."""

    grid: PartialGrid  # may contradict the clues
    id: str = ""
    kind: Literal["saved", "solution"] = "saved"  # work in progress, or a finished picture
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzle(Displayed):
    """A nonogram.

    Attributes:
        rows: The clue of each row, top down.
        columns: The clue of each column, left to right.
        colors: The palette; number 0 is the background, the others are the colors of blocks.
        goal: The designer's picture. The puzzle may have other solutions.
        given: Cells that the puzzle fixes: every solution agrees with them. None if all are open.
        saved: Pictures kept with the puzzle.
        id: An identifier such as a collection and a number ("catalogue").
        collection: The title of the set that the puzzle belongs to.
        license: An SPDX identifier or free text; `copyright` is the holder's own line.

    Raises:
        PuzzleError: If it is unsound: a color that the palette lacks, a clue too long for its line,
            rows and columns that disagree on the number of cells of a color, a goal with other
            clues or other given cells. The error names the place.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]), title="Cross")
    >>> [block.length for block in cross.rows[1]]
    [3]
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    colors: tuple[Color, ...] = (WHITE, BLACK)
    title: str = ""
    author: str = ""
    author_id: str = ""
    copyright: str = ""
    license: str = ""
    source: str = ""
    id: str = ""
    collection: str = ""
    description: str = ""
    notes: tuple[str, ...] = ()
    goal: Grid | None = None
    given: PartialGrid | None = None
    saved: tuple[Saved, ...] = ()

    def __post_init__(self) -> None:
        _check_palette(self.colors)
        _check_clues(self)
        _check_totals(self)
        _check_pictures(self)
        if self.given and self.given.is_open(len(self.colors)):
            object.__setattr__(self, "given", None)  # the only way to set a field of a frozen class

    @classmethod
    def of(cls, goal: Grid, colors: tuple[Color, ...] = (WHITE, BLACK), *, title: str = "") -> Self:
        """The puzzle with the clues of a picture."""
        return cls(goal.row_clues(), goal.column_clues(), colors, title=title, goal=goal)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def blotted(self) -> bool:
        """Whether the length of some block is hidden."""
        return any(block.blotted for clue in (*self.rows, *self.columns) for block in clue)

    @property
    def black_on_white(self) -> bool:
        """Whether all blocks are black on a white background."""
        return [color.rgb for color in self.colors] in ([WHITE.rgb], [WHITE.rgb, BLACK.rgb])

    @property
    def chars(self) -> str:
        """The character of each color in printed pictures: `.` for the background.

        Block colors whose own character is `.`, or is not one column wide, get a spare one.
        """
        spare = spare_chars({color.char for color in self.colors} | {"."})
        own = [color.char for color in self.colors[1:]]
        return "." + "".join(c if c != "." and is_narrow(c) else next(spare) for c in own)

    @property
    def color_names(self) -> dict[str, str]:
        """The names of the colors by their characters in printed pictures."""
        return {char: color.name for char, color in zip(self.chars, self.colors, strict=True)}

    def require_size(self, start: PartialGrid) -> None:
        """Raise a PuzzleError if `start` is not of the puzzle's size and palette."""
        if (start.width, start.height) != (self.width, self.height):
            size = f"{self.width}x{self.height}"
            raise PuzzleError(f"a start of {start.width}x{start.height} cells; expected {size}")
        if start.most_color >= len(self.colors):
            raise PuzzleError("the start has a color that the palette lacks")

    def lines(self) -> Iterator[tuple[Line, Clue, int]]:
        """Each line with its clue and its length: the rows top down, then the columns."""
        for number, clue in enumerate(self.rows, 1):
            yield Line("row", number), clue, self.width
        for number, clue in enumerate(self.columns, 1):
            yield Line("column", number), clue, self.height


def _check_palette(colors: tuple[Color, ...]) -> None:
    if not colors:
        raise PuzzleError("the palette needs at least the background", where=("colors",))
    names, chars = [c.name for c in colors], [c.char for c in colors]
    for kind, values in (("name", names), ("character", chars)):
        for place, value in enumerate(values):
            if value in values[:place]:
                raise PuzzleError(f"two colors have the {kind} {value!r}", where=("colors",))


def _check_clues(puzzle: Puzzle) -> None:
    if not puzzle.rows or not puzzle.columns:
        raise PuzzleError(f"size {puzzle.width}x{puzzle.height}; expected at least 1x1")
    most = len(puzzle.colors) - 1
    sides = (("row", puzzle.rows, puzzle.width), ("column", puzzle.columns, puzzle.height))
    for axis, clues, length in sides:  # without a Line for each, as this is done for every puzzle
        for number, clue in enumerate(clues, 1):
            for block in clue:
                if block.color > most:
                    reason = f"color {block.color}, but the palette ends at {most}"
                    raise PuzzleError(reason, where=(f"{axis} {number}",))
            if (need := least_cells(clue)) > length:
                reason = f"the clue {_numbers(clue)} needs {need} cells; the {axis} has {length}"
                raise PuzzleError(reason, where=(f"{axis} {number}",))


def _check_totals(puzzle: Puzzle) -> None:
    for number, color in enumerate(puzzle.colors[1:], 1):
        rows, rows_exact = total_cells(puzzle.rows, number)
        columns, columns_exact = total_cells(puzzle.columns, number)
        if (rows_exact and columns > rows) or (columns_exact and rows > columns):
            some, others = (
                f"{'' if exact else 'at least '}{total}"
                for total, exact in ((rows, rows_exact), (columns, columns_exact))
            )
            reason = f"the rows ask for {some} {color.name} cells, the columns for {others}"
            if not (rows_exact and columns_exact):
                reason += " (a blotted block has at least one cell; a blank line has no block)"
            raise PuzzleError(reason)


def _check_pictures(puzzle: Puzzle) -> None:
    pictures: list[tuple[str, Grid | PartialGrid | None]] = [
        *((f"saved picture {number}", saved.grid) for number, saved in enumerate(puzzle.saved, 1)),
        ("given cells", puzzle.given),
        ("goal", puzzle.goal),
    ]
    for name, picture in pictures:
        if picture is None:
            continue
        if (picture.width, picture.height) != (puzzle.width, puzzle.height):
            size = f"{picture.width}x{picture.height}"
            reason = f"its size is {size}, but the puzzle's is {puzzle.width}x{puzzle.height}"
            raise PuzzleError(reason, where=(name,))
        if isinstance(picture, PartialGrid) and picture.most_color >= len(puzzle.colors):
            raise PuzzleError("a color that the palette lacks", where=(name,))
    if puzzle.goal and (wrong := mismatch(puzzle.goal, puzzle)):
        raise PuzzleError(wrong, where=("goal",))


def mismatch(grid: Grid, puzzle: Puzzle) -> str | None:
    """Why `grid` is not a solution of `puzzle`; None if it is one.

    The independent checker: it compares the runs of the picture with the clues and its cells with
    the given ones, and shares no code with line logic, encodings or clingo.
    """
    if (grid.width, grid.height) != (puzzle.width, puzzle.height):
        return f"{grid.width}x{grid.height} cells instead of {puzzle.width}x{puzzle.height}"
    if grid.most_color >= len(puzzle.colors):
        return f"color {grid.most_color}, but the palette ends at {len(puzzle.colors) - 1}"
    lines = zip((*grid.rows, *grid.columns), (*puzzle.rows, *puzzle.columns), strict=True)
    for number, (cells, clue) in enumerate(lines):
        if not shows(cells, clue):
            line = list(puzzle.lines())[number][0]
            return f"{line} shows {_numbers(clue_of(cells))}, but its clue is {_numbers(clue)}"
    names = [color.name for color in puzzle.colors]
    for y, cells in enumerate(puzzle.given.rows if puzzle.given else (), 1):
        for x, (cell, color) in enumerate(zip(cells, grid.rows[y - 1], strict=True), 1):
            if not cell >> color & 1:
                right = " or ".join(name for k, name in enumerate(names) if cell >> k & 1)
                return f"the cell in column {x} and row {y} is {names[color]}; given is {right}"
    return None


def satisfies(grid: Grid, puzzle: Puzzle) -> bool:
    """Whether `grid` is a solution of `puzzle` (see `mismatch`)."""
    return mismatch(grid, puzzle) is None


def _numbers(clue: Clue) -> str:
    colored = any(block.color != 1 for block in clue)
    words = [
        ("?" if block.length is None else str(block.length))
        + (f" (color {block.color})" if colored else "")
        for block in clue[:_SHOWN]
    ]
    return " ".join(words + ["…"] * (len(clue) > _SHOWN)) or "blank"
