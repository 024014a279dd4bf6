"""Pictures: a complete Grid, and a PartialGrid with a set of possible colors for each cell."""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count, islice
from typing import Any, ClassVar, Self

from asp_nono.clue import Clue, Line, clue_of
from asp_nono.messages import PuzzleError

RESERVED_CHARS = frozenset("|[]?/\\")  # have a meaning of their own in pictures

_SPARE = "#o*%@+x=$&~^abcdefghijklmnpqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def is_narrow(char: str) -> bool:
    """Whether a character takes exactly one column on a terminal."""
    if char.isascii():
        return char.isprintable()
    wide = unicodedata.east_asian_width(char) in "WF"
    return char.isprintable() and not wide and unicodedata.category(char)[0] not in "MC"


def spare_chars(taken: Collection[str]) -> Iterator[str]:
    """Endless characters that can stand for a color, none of them in `taken`."""
    more = filter(str.isalnum, map(chr, count(0xC0)))
    return (char for char in chain(_SPARE, more) if char not in taken)


def _check_rectangle(rows: Sequence[Sequence[int]], least: int) -> None:
    if not rows or not rows[0]:
        raise PuzzleError("a grid has at least one row and one column")
    if len(set(map(len, rows))) > 1 or min(_contents(rows)) < least:
        _refuse_rows(rows, least)


def _contents(rows: Iterable[Iterable[int]]) -> set[int]:
    """The numbers that cells hold: few, so that a set of them is the fastest way to bounds."""
    return set[int]().union(*rows)


def _refuse_rows(rows: Sequence[Sequence[int]], least: int) -> None:
    """Raise the PuzzleError for the first row that is wrong."""
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise PuzzleError(
                "{count} cells, but row 1 has {first}",
                where=(Line("row", number).named,),
                count=len(row),
                first=len(rows[0]),
            )
        if min(row) < least:
            where = (Line("row", number).named,)
            raise PuzzleError("a cell holds {value}", where=where, value=min(row))


class Displayed:
    """A value that notebooks show as a drawing.

    Values know nothing of drawing, which is built upon them: `asp_nono/__init__.py` sets `drawing`.
    """

    __slots__ = ()
    drawing: ClassVar[Callable[[Any], str | None]]

    def _repr_svg_(self) -> str | None:
        """The drawing as SVG; None if it would be too large to be of use."""
        return Displayed.drawing(self)


class Rows(Displayed):
    """A value with rows of cells."""

    __slots__ = ()
    rows: Any

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def most_color(self) -> int:
        """The highest color number that a cell has, or can have."""
        raise NotImplementedError

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """Column and row, 1-based, of each cell, and what it holds; row by row."""
        for y, row in enumerate(self.rows, 1):
            for x, cell in enumerate(row, 1):
                yield x, y, cell


@dataclass(frozen=True, slots=True)
class Grid(Rows):
    """A complete picture.

    Attributes:
        rows: The rows from the top, each with the color numbers of its cells from the left;
            0 is the background.

    Raises:
        PuzzleError: If the rows are empty or of different lengths.

    >>> print(Grid.from_text(["#.", "##"]))
    #.
    ##
    """

    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        _check_rectangle(self.rows, least=0)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]]) -> Self:
        """The picture with these color numbers, row by row."""
        return cls(tuple(map(tuple, rows)))

    @classmethod
    def from_text(cls, rows: Iterable[str], chars: str = ".#") -> Self:
        """The picture drawn by `rows`, `chars[k]` for color k; PuzzleError for other characters."""
        numbers = {char: color for color, char in enumerate(chars)}
        drawn = []
        for number, row in enumerate(rows, 1):
            for char in row:
                if char not in numbers:
                    raise PuzzleError(
                        "unknown color character {char}; expected one of {chars}",
                        where=(Line("row", number).named,),
                        char=repr(char),
                        chars=repr(chars),
                    )
            drawn.append(tuple(numbers[char] for char in row))
        return cls(tuple(drawn))

    def to_text(self, chars: str = ".#") -> list[str]:
        """One string a row, `chars[k]` for color k."""
        return ["".join(chars[color] for color in row) for row in self.rows]

    def __str__(self) -> str:
        return "\n".join(self.to_text("." + "".join(islice(spare_chars("."), self.most_color))))

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns from the left, each from the top."""
        return tuple(zip(*self.rows, strict=True))

    @property
    def most_color(self) -> int:
        """The highest color number in the picture."""
        return max(_contents(self.rows))

    def row_clues(self) -> tuple[Clue, ...]:
        """The clue of each row, top down."""
        return tuple(map(clue_of, self.rows))

    def column_clues(self) -> tuple[Clue, ...]:
        """The clue of each column, left to right."""
        return tuple(map(clue_of, self.columns))

    def differences(self, other: "Grid") -> tuple[tuple[int, int], ...]:
        """The cells (column, row), 1-based, where two pictures of one size differ."""
        pairs = zip(self.cells(), other.cells(), strict=True)
        return tuple((x, y) for (x, y, mine), (*_, theirs) in pairs if mine != theirs)


@dataclass(frozen=True, slots=True)
class PartialGrid(Rows):
    """A partly known picture: the set of colors that each cell may still have.

    Attributes:
        rows: The rows from the top; each cell is a bit set, bit k for color k, never empty.
    """

    rows: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        _check_rectangle(self.rows, least=1)

    @classmethod
    @lru_cache(maxsize=64)
    def unknown(cls, width: int, height: int, colors: int) -> "PartialGrid":
        """Nothing is known: each cell may have each of `colors` colors, background included."""
        return cls((((1 << colors) - 1,) * width,) * height)

    @classmethod
    def of(cls, grid: Grid) -> Self:
        """Everything is known."""
        sets = [1 << color for color in range(grid.most_color + 1)]
        return cls(tuple([tuple([sets[color] for color in row]) for row in grid.rows]))

    @property
    def most_color(self) -> int:
        """The highest number of a color that a cell may have."""
        return max(_contents(self.rows)).bit_length() - 1

    def colors_at(self, x: int, y: int) -> frozenset[int]:
        """The colors that the cell in column x and row y (1-based) may have."""
        cell = self.rows[y - 1][x - 1]
        return frozenset(k for k in range(cell.bit_length()) if cell >> k & 1)

    def is_open(self, colors: int) -> bool:
        """Whether each cell may still have each of `colors` colors."""
        everything = (1 << colors) - 1
        return all(cell == everything for row in self.rows for cell in row)

    def within(self, other: "PartialGrid") -> "PartialGrid":
        """The picture with the knowledge of `other`, of the same size, added.

        A cell that would have no color left, so that no picture agrees with both, stays as it is.
        """
        both = zip(self.rows, other.rows, strict=True)
        rows = (tuple(a & b or a for a, b in zip(*pair, strict=True)) for pair in both)
        return PartialGrid(tuple(rows))

    @property
    def undecided(self) -> int:
        """The number of cells with more than one possible color."""
        return sum([1 for row in self.rows for cell in row if cell & (cell - 1)])

    @property
    def open_cells(self) -> tuple[tuple[int, int], ...]:
        """The cells (column, row), 1-based, with more than one possible color."""
        return tuple((x, y) for x, y, cell in self.cells() if cell & (cell - 1))

    def complete(self) -> Grid | None:
        """The picture, when every cell is decided; else None."""
        if self.undecided:
            return None
        return Grid(tuple(tuple([cell.bit_length() - 1 for cell in row]) for row in self.rows))

    def admits(self, grid: Grid) -> bool:
        """Whether `grid` gives every cell one of its possible colors."""
        return all(
            cell >> color & 1
            for cells, colors in zip(self.rows, grid.rows, strict=True)
            for cell, color in zip(cells, colors, strict=True)
        )

    def to_text(self, chars: str = ".#") -> list[str]:
        """One string a row, `chars[k]` for a cell known to have color k, `?` for the others."""
        return [
            "".join("?" if cell & (cell - 1) else chars[cell.bit_length() - 1] for cell in row)
            for row in self.rows
        ]
