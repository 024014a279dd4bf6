"""Images in webpbn XML: rows between bars, one cell a character, `[..]` or `?`."""

from __future__ import annotations

from asp_nono.errors import PuzzleError
from asp_nono.formats.cells import cells_of, sets_of, split
from asp_nono.formats.source import MAX_SIDE
from asp_nono.formats.xml_colors import Palette
from asp_nono.grid import Grid, PartialGrid


def goal(text: str, palette: Palette, width: int | None) -> Grid:
    """A complete picture; `width` is the number of columns if the clues tell it.

    Raises:
        PuzzleError: If a cell is not a colour's character, or the rows are not alike.
    """
    partial = saved(text, palette, width)
    grid = partial.complete()
    if grid is None or "?" in text or "[" in text:
        raise PuzzleError("an undecided cell (? or [..]); only saved pictures may hold them")
    return grid


def saved(text: str, palette: Palette, width: int | None) -> PartialGrid:
    """A picture whose cells may be undecided; see `goal`."""
    sets = sets_of([color.char for color in palette.colors])
    drawn = []
    for number, row in enumerate(_rows(text, palette, width), 1):
        try:
            drawn.append(cells_of(row, sets))
        except PuzzleError as error:
            raise error.within(f"row {number}") from None
    return PartialGrid(tuple(drawn))


def _rows(text: str, palette: Palette, width: int | None) -> list[list[str]]:
    outside, inside = text.split("|")[::2], text.split("|")[1::2]
    if len(outside) == len(inside) or not inside or any(part.strip() for part in outside):
        raise PuzzleError("expected rows of cells, each between two bars |")
    if len(inside) > MAX_SIDE:
        raise PuzzleError(f"{len(inside)} rows; at most {MAX_SIDE} are read")
    rows = [_cells(row) for row in inside]
    if palette.blank and not _even(rows, width):
        char = palette.colors[palette.blank_color].char
        spaced = [_cells(row.replace(palette.blank, char)) for row in inside]
        rows = spaced if _even(spaced, width) else rows
    if any(len(row) > MAX_SIDE for row in rows):
        raise PuzzleError(f"a row of {max(map(len, rows))} cells; at most {MAX_SIDE} are read")
    return rows


def _cells(row: str) -> list[str]:
    return split("".join(row.split()))


def _even(rows: list[list[str]], width: int | None) -> bool:
    expected = width or len(rows[0]) or None
    return all(len(row) == expected for row in rows)
