"""Reading the clue lists in Picat and Python programs of Håkan Kjellerstrand.

`RowRules` and `ColRules`, or `row_rules` and `col_rules`, get lists of lists
(https://github.com/hakank/hakank). Of the rest of the program nothing is read, and nothing is run.
"""

from __future__ import annotations

import re
from typing import Literal

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats import credit
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import HASH, PERCENT, Scanner, clues_of_lengths, unpadded, without
from asp_nono.puzzle import Puzzle


def read(source: Source) -> list[Puzzle]:
    """The puzzle whose clues are the two lists.

    Raises:
        PuzzleError: If a list is missing, or is not one of lists of numbers.
    """
    text = source.text()
    picat = "RowRules" in text
    plain = without(PERCENT if picat else HASH, text)
    rows = _clues("row", plain, "RowRules" if picat else "row_rules")
    columns = _clues("column", plain, "ColRules" if picat else "col_rules")
    return [Puzzle(rows, columns, **credit.found(text, "%" if picat else "#"))]


def _clues(axis: Literal["row", "column"], text: str, name: str) -> tuple[Clue, ...]:
    places = [found.end() for found in re.finditer(rf"\b{name}\s*=\s*(?=\[)", text)]
    if len(places) != 1:
        reason = f"{len(places)} lists called {name}; expected one, the clues of the {axis}s"
        raise PuzzleError(reason)
    scanner = Scanner(text, places[0])
    return clues_of_lengths(axis, [unpadded(lengths) for lengths in scanner.lists()])
