"""What the judge and the process in which submissions run agree on; neither needs the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

CLUE = "asp_nono_clue"
"""`asp_nono_clue(L, I)`: line L, rows first, from 0, has its clue number I, from 0."""


@dataclass(frozen=True, slots=True)
class Output:
    """How atoms tell of cells.

    Attributes:
        signature: The predicate ("fill/3").
        pattern: A regular expression for the text of an atom, with groups `X`, `Y` and, unless all
            cells have colour 1, `K`.
        first_x, first_y: The numbers of the first column and the first row.
        colors: What K is for each colour, the background first; it may be shown or not.
    """

    signature: str
    pattern: str
    first_x: int
    first_y: int
    colors: tuple[str, ...]

    @classmethod
    def of(cls, value: dict[str, Any]) -> Output:
        """The inverse of `dataclasses.asdict`."""
        return cls(**{**value, "colors": tuple(value["colors"])})
