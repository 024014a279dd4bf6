"""Puzzle: clues, palette and descriptions; a frozen, validated value."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from asp_nono.clue import Clue, Line, clue_of, fits, least_cells, shows, total_cells
from asp_nono.grid import RESERVED_CHARS, Displayed, Grid, PartialGrid, Rows, is_narrow, spare_chars
from asp_nono.messages import Message, PuzzleError, Value, alternatives, together


@dataclass(frozen=True, slots=True)
class Color:
    """A color of the palette.

    Attributes:
        name: Its name.
        char: The one character that stands for it in pictures.
        rgb: Six hexadecimal digits, lower case.
    """

    name: str
    char: str
    rgb: str

    @property
    def named(self) -> Value:
        """The name for a message, which has a translation if it is a usual one."""
        return _USUAL.get(self.name, self.name)

    def __post_init__(self) -> None:
        where = (Message("color {name}", name=repr(self.name)),)
        if not self.name:
            raise PuzzleError("a color needs a name", where=(_PALETTE,))
        if len(self.char) != 1 or self.char.isspace() or self.char in RESERVED_CHARS:
            reason = Message("{char} cannot stand for a color in a picture", char=repr(self.char))
            raise PuzzleError(reason, where=where)
        if not re.fullmatch("[0-9a-f]{6}", self.rgb):
            reason = Message("{rgb} is not six hexadecimal digits", rgb=repr(self.rgb))
            raise PuzzleError(reason, where=where)


_PALETTE, _GOAL = Message("colors"), Message("goal")
_SHOWN = 20  # no more blocks of a clue are shown in an error

_NAMES = (
    *(Message("white"), Message("black"), Message("gray"), Message("brown")),
    *(Message("red"), Message("orange"), Message("yellow"), Message("green"), Message("lime")),
    *(Message("cyan"), Message("blue"), Message("purple"), Message("pink")),
)
_USUAL = {str(name): name for name in _NAMES}

WHITE = Color("white", ".", "ffffff")
BLACK = Color("black", "#", "000000")


@dataclass(frozen=True, slots=True)
class Saved:
    """A picture, finished or not, that is kept with a puzzle.

    Attributes:
        grid: May contradict the clues.
        id: Its name in the file.
        kind: Work in progress, or a finished picture.
        notes: Notes on it.
    """

    grid: PartialGrid
    id: str = ""
    kind: Literal["saved", "solution"] = "saved"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzle(Displayed):
    """A nonogram.

    Attributes:
        rows: The clue of each row, top down.
        columns: The clue of each column, left to right.
        colors: The palette; number 0 is the background, the others are the colors of
            blocks.
        title: The title, if it has one.
        author: Who made it.
        author_id: The name of the author where the puzzle was published.
        copyright: The copyright notice.
        license: An SPDX identifier or free text; `copyright` is the holder's own line.
        source: Where it was published.
        id: An identifier such as a collection and a number ("catalogue").
        collection: The title of the set that the puzzle belongs to.
        description: What its author says of it.
        notes: Notes on it.
        goal: The designer's picture. The puzzle may have other solutions.
        given: Cells that the puzzle fixes: every solution agrees with them. None if all are
            open.
        saved: Pictures kept with the puzzle.
        PuzzleError: If it is unsound: a color that the palette lacks, a clue too long for
            its line, rows and columns that disagree on the number of cells of a color, a
            goal with other clues or other given cells. The error names the place.

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
        """The character of each color in printed pictures, `.` for the background.

        Block colors whose own character is `.`, or is not one column wide, get a spare one.
        """
        spare = spare_chars({color.char for color in self.colors} | {"."})
        own = [color.char for color in self.colors[1:]]
        return "." + "".join(c if c != "." and is_narrow(c) else next(spare) for c in own)

    @property
    def color_names(self) -> dict[str, str]:
        """The names of the colors by their characters in printed pictures."""
        return {char: color.name for char, color in zip(self.chars, self.colors, strict=True)}

    def require_fit(self, picture: Rows) -> None:
        """Raise a PuzzleError if `picture` is not of the puzzle's size and palette."""
        if (picture.width, picture.height) != (self.width, self.height):
            raise PuzzleError(
                "a picture of {size} cells; expected {expected}",
                size=f"{picture.width}x{picture.height}",
                expected=f"{self.width}x{self.height}",
            )
        if picture.most_color >= len(self.colors):
            raise PuzzleError("the picture has a color that the palette lacks")

    def clue(self, line: Line) -> Clue:
        """The clue of a line."""
        return (self.rows if line.axis == "row" else self.columns)[line.number - 1]

    def lines(self) -> Iterator[tuple[Line, Clue, int]]:
        """Each line with its clue and its length: the rows top down, then the columns."""
        for number, clue in enumerate(self.rows, 1):
            yield Line("row", number), clue, self.width
        for number, clue in enumerate(self.columns, 1):
            yield Line("column", number), clue, self.height


def _check_palette(colors: tuple[Color, ...]) -> None:
    if not colors:
        raise PuzzleError("the palette needs at least the background", where=(_PALETTE,))
    if name := _repeated([color.name for color in colors]):
        reason = Message("two colors have the name {name}", name=repr(name))
        raise PuzzleError(reason, where=(_PALETTE,))
    if char := _repeated([color.char for color in colors]):
        reason = Message("two colors have the character {char}", char=repr(char))
        raise PuzzleError(reason, where=(_PALETTE,))


def _repeated(texts: Sequence[str]) -> str:
    """The first text that comes again, empty if none does."""
    return next((text for place, text in enumerate(texts) if text in texts[:place]), "")


def _check_clues(puzzle: Puzzle) -> None:
    if not puzzle.rows or not puzzle.columns:
        size = f"{puzzle.width}x{puzzle.height}"
        raise PuzzleError("size {size}; expected at least 1x1", size=size)
    most = len(puzzle.colors) - 1
    sides = ((puzzle.rows, puzzle.width), (puzzle.columns, puzzle.height))
    for side, (clues, length) in enumerate(sides):
        for number, clue in enumerate(clues, 1):  # without a Line: this is done for every puzzle
            if not fits(clue, length, most):
                line = Line("column" if side else "row", number)
                raise PuzzleError(_wrong_clue(clue, line, length, most), where=(line.named,))


def _wrong_clue(clue: Clue, line: Line, length: int, most: int) -> Message:
    """What is wrong with a clue: a color that is not in the palette, or too many cells."""
    if wrong := next((block.color for block in clue if block.color > most), 0):
        return _beyond_palette(wrong, most)
    known: dict[str, Any] = {"clue": _numbers(clue), "need": least_cells(clue), "length": length}
    if line.axis == "row":
        return Message("the clue {clue} needs {need} cells; the row has {length}", **known)
    return Message("the clue {clue} needs {need} cells; the column has {length}", **known)


def _beyond_palette(color: int, most: int) -> Message:
    return Message("color {color}, but the palette ends at {most}", color=color, most=most)


def _check_totals(puzzle: Puzzle) -> None:
    for number, color in enumerate(puzzle.colors[1:], 1):
        rows, rows_exact = total_cells(puzzle.rows, number)
        columns, columns_exact = total_cells(puzzle.columns, number)
        if (rows_exact and columns > rows) or (columns_exact and rows > columns):
            some, others = (
                total if exact else Message("at least {count}", count=total)
                for total, exact in ((rows, rows_exact), (columns, columns_exact))
            )
            totals: dict[str, Any] = {"rows": some, "color": color.named, "columns": others}
            if rows_exact and columns_exact:
                raise PuzzleError(
                    "the rows ask for {rows} {color} cells, the columns for {columns}", **totals
                )
            raise PuzzleError(
                "the rows ask for {rows} {color} cells, the columns for {columns} (a blotted block "
                "has at least one cell; a blank line has no block)",
                **totals,
            )


def _check_pictures(puzzle: Puzzle) -> None:
    pictures: list[tuple[Message, Grid | PartialGrid | None]] = [
        *(
            (Message("saved picture {number}", number=number), saved.grid)
            for number, saved in enumerate(puzzle.saved, 1)
        ),
        (Message("given cells"), puzzle.given),
        (_GOAL, puzzle.goal),
    ]
    for name, picture in pictures:
        if picture is None:
            continue
        if (picture.width, picture.height) != (puzzle.width, puzzle.height):
            raise PuzzleError(
                "its size is {size}, but the puzzle's is {expected}",
                where=(name,),
                size=f"{picture.width}x{picture.height}",
                expected=f"{puzzle.width}x{puzzle.height}",
            )
        if isinstance(picture, PartialGrid) and picture.most_color >= len(puzzle.colors):
            raise PuzzleError("a color that the palette lacks", where=(name,))
    if puzzle.goal and (wrong := mismatch(puzzle.goal, puzzle)):
        raise PuzzleError(wrong, where=(_GOAL,))


def mismatch(grid: Grid, puzzle: Puzzle) -> Message | None:
    """Why `grid` is not a solution of `puzzle`; None if it is one.

    The independent checker: it compares the runs of the picture with the clues and its cells with
    the given ones, and shares no code with line logic, encodings or clingo.
    """
    if (grid.width, grid.height) != (puzzle.width, puzzle.height):
        return Message(
            "{size} cells instead of {expected}",
            size=f"{grid.width}x{grid.height}",
            expected=f"{puzzle.width}x{puzzle.height}",
        )
    if grid.most_color >= len(puzzle.colors):
        return _beyond_palette(grid.most_color, len(puzzle.colors) - 1)
    lines = zip((*grid.rows, *grid.columns), (*puzzle.rows, *puzzle.columns), strict=True)
    for number, (cells, clue) in enumerate(lines):
        if not shows(cells, clue):
            return Message(
                "{line} shows {shown}, but its clue is {clue}",
                line=list(puzzle.lines())[number][0].named,
                shown=_numbers(clue_of(cells)),
                clue=_numbers(clue),
            )
    names = [color.named for color in puzzle.colors]
    for y, cells in enumerate(puzzle.given.rows if puzzle.given else (), 1):
        for x, (cell, color) in enumerate(zip(cells, grid.rows[y - 1], strict=True), 1):
            if not cell >> color & 1:
                given = [name for k, name in enumerate(names) if cell >> k & 1]
                return Message(
                    "the cell in column {column} and row {row} is {color}; given is {colors}",
                    column=x,
                    row=y,
                    color=names[color],
                    colors=alternatives(given),
                )
    return None


def satisfies(grid: Grid, puzzle: Puzzle) -> bool:
    """Whether `grid` is a solution of `puzzle` (see `mismatch`)."""
    return mismatch(grid, puzzle) is None


def _numbers(clue: Clue) -> Message:
    if not clue:
        return Message("blank")
    colored = any(block.color != 1 for block in clue)
    words: list[Value] = []
    for block in clue[:_SHOWN]:
        length = "?" if block.length is None else block.length
        colors = Message("{length} (color {color})", length=length, color=block.color)
        words.append(colors if colored else length)
    return together([*words, *["…"] * (len(clue) > _SHOWN)], " ")
