"""The cells of a picture as shapes: colours, and marks where a colour cannot say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from asp_nono.clue import BACKGROUND
from asp_nono.draw.colors import ink_on, mixed
from asp_nono.draw.layout import Area, Layout
from asp_nono.draw.pictures import UNDECIDED, Difference, Picture
from asp_nono.draw.shapes import Box, Label, Polygon, Shape
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.shares import Shares

UNDECIDED_FILL = "e2e2e2"
_UNDECIDED_INK = "555555"
_MARK_SIZE = 0.6
_PERCENT_SIZE = 0.45

_OUTLINE = "d55e00"
"""Around cells that differ: the vermilion of Okabe and Ito's palette. It only helps to find them;
that a cell is divided says the same without colour."""

_OUTLINE_WIDTH = 0.13


def cells(puzzle: Puzzle, picture: Picture, layout: Layout) -> Iterator[Shape]:
    """The fill of every cell; neighbours of one colour in a row are one box."""
    colors = [color.rgb for color in puzzle.colors]
    for y, row in enumerate(_fills(picture, colors), 1):
        x = 1
        for fill, run in groupby(row):
            count = len(list(run))
            first = layout.cell(x, y)
            yield Box(first.x, first.y, count, 1, fill)
            x += count


def _fills(picture: Picture, colors: Sequence[str]) -> Iterator[list[str]]:
    """The colour of each cell, row by row."""
    if isinstance(picture, PartialGrid):
        for sets in picture.rows:
            yield [
                UNDECIDED_FILL if cell & (cell - 1) else colors[cell.bit_length() - 1]
                for cell in sets
            ]
        return
    if isinstance(picture, Shares):
        for shares in picture.rows:
            yield [mixed(colors, cell) for cell in shares]
        return
    grid = picture.first if isinstance(picture, Difference) else picture
    for row in grid.rows:
        yield [colors[color] for color in row]


def marks(puzzle: Puzzle, picture: Picture, layout: Layout, letters: str = "") -> Iterator[Shape]:
    """What stands on cells that are not decided, or differ; letters on those of a colour."""
    if letters:
        yield from _letters(puzzle, picture, layout, letters)
    if isinstance(picture, PartialGrid):
        for y, row in enumerate(picture.to_text(puzzle.chars), 1):
            for x, char in enumerate(row, 1):
                if char == UNDECIDED:
                    yield undecided(layout.cell(x, y))
    elif isinstance(picture, Shares):
        yield from _percentages(puzzle, picture, layout)
    elif isinstance(picture, Difference):
        for x, y in picture.first.differences(picture.second):
            one, other = (grid.rows[y - 1][x - 1] for grid in (picture.first, picture.second))
            fills = puzzle.colors[one].rgb, puzzle.colors[other].rgb
            yield from divided(layout.cell(x, y), *fills)


def _percentages(puzzle: Puzzle, shares: Shares, layout: Layout) -> Iterator[Label]:
    """In how many percent of the pictures a cell is in a block, where they do not agree."""
    colors = [color.rgb for color in puzzle.colors]
    for y, row in enumerate(shares.rows, 1):
        for x, cell in enumerate(row, 1):
            if shares.total not in cell:
                left, top = layout.cell(x, y).center
                ink = ink_on(mixed(colors, cell))
                yield Label(left, top, _percent(cell, shares.total), _PERCENT_SIZE, 0.9, ink)


def _percent(cell: tuple[int, ...], total: int) -> str:
    """A share in percent, rounded; what is neither none nor all is told from both."""
    percent = (200 * (total - cell[BACKGROUND]) + total) // (2 * total)
    if not percent and cell[BACKGROUND] < total:
        return "<1"
    return ">99" if percent == 100 and cell[BACKGROUND] else str(percent)


def _letters(puzzle: Puzzle, picture: Picture, layout: Layout, letters: str) -> Iterator[Label]:
    """The letters of the colours of all cells that are in a block."""
    colors = {char: puzzle.colors[number].rgb for number, char in enumerate(letters) if number}
    for y, row in enumerate(picture.to_text(letters), 1):
        for x, char in enumerate(row, 1):
            if char in colors:
                yield letter(layout.cell(x, y), char, colors[char])


def letter(area: Area, char: str, fill: str) -> Label:
    """A letter on a colour, in black or white."""
    x, y = area.center
    return Label(x, y, char, _MARK_SIZE, 1, ink_on(fill))


def undecided(area: Area) -> Label:
    """The mark of a cell that may have several colours."""
    x, y = area.center
    return Label(x, y, UNDECIDED, _MARK_SIZE, 1, _UNDECIDED_INK)


def divided(area: Area, first: str, second: str) -> Iterator[Shape]:
    """A cell with one colour in its upper left half and one in its lower right half."""
    left, top = area.x, area.y
    right, bottom = left + area.width, top + area.height
    yield Polygon(((left, top), (right, top), (left, bottom)), first)
    yield Polygon(((right, top), (right, bottom), (left, bottom)), second)
    yield from frame(area, _OUTLINE_WIDTH, _OUTLINE)


def frame(area: Area, thickness: float, fill: str) -> Iterator[Box]:
    """The rim of a rectangle, inside it."""
    inner = area.height - 2 * thickness
    yield Box(area.x, area.y, area.width, thickness, fill)
    yield Box(area.x, area.y + area.height - thickness, area.width, thickness, fill)
    yield Box(area.x, area.y + thickness, thickness, inner, fill)
    yield Box(area.x + area.width - thickness, area.y + thickness, thickness, inner, fill)
