"""How many pictures of a set give each cell each color."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from asp_nono.grid import PartialGrid, Rows

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Shares(Rows):
    """The shares of colors in many pictures of one size, cell by cell.

    Attributes:
        total: The number of pictures, at least 1.
        rows: The rows from the top; for each cell how many of the pictures give it color 0,
            1, …
    """

    total: int
    rows: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def most_color(self) -> int:
        """The highest color number that a picture has."""
        cells = [cell for row in self.rows for cell in row]
        return max(color for cell in cells for color, number in enumerate(cell) if number)

    def probability(self, x: int, y: int, color: int) -> "Fraction":
        """The probability of a color in column x and row y (1-based) of a random picture.

        >>> Shares(4, (((3, 1),),)).probability(1, 1, color=1)
        Fraction(1, 4)
        """
        from fractions import Fraction

        return Fraction(self.rows[y - 1][x - 1][color], self.total)

    @property
    def partial(self) -> PartialGrid:
        """The colors that each cell has in some of the pictures."""
        rows = (
            tuple(sum(1 << color for color, n in enumerate(cell) if n) for cell in row)
            for row in self.rows
        )
        return PartialGrid(tuple(rows))

    def to_text(self, chars: str = ".#") -> list[str]:
        """One string a row: `chars[k]` where all pictures have color k, `?` elsewhere."""
        return self.partial.to_text(chars)
