"""Hypothesis strategies for grids and puzzles."""

import string
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from asp_nono.clue import Block, Clue
from asp_nono.grid import RESERVED_CHARS, Grid, PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved

_VISIBLE = st.characters(exclude_categories=("Cc", "Cs", "Cn"))


@cache
def texts(max_size: int = 12) -> st.SearchStrategy[str]:
    """Text that any format may hold; blanks and line ends also stand at its ends."""
    return st.text(_VISIBLE | st.sampled_from("\t\n\r \"'&<>;#|"), max_size=max_size)


@cache
def names() -> st.SearchStrategy[str]:
    """Text that is not empty."""
    return st.text(_VISIBLE | st.sampled_from(" \"'&<>"), min_size=1, max_size=8)


@cache
def chars() -> st.SearchStrategy[str]:
    """Characters that may stand for a color."""
    visible = st.sampled_from(string.ascii_letters + "#.&<>'\"éж🦔") | _VISIBLE
    return visible.filter(lambda char: not char.isspace() and char not in RESERVED_CHARS)


@st.composite
def palettes(draw: st.DrawFn, max_colors: int = 4) -> tuple[Color, ...]:
    """A background and up to `max_colors` - 1 colors of blocks, often just black on white."""
    if draw(st.booleans()):
        return WHITE, BLACK
    called = draw(st.lists(names() | st.sampled_from(["white", "black"]), max_size=max_colors))
    called = list(dict.fromkeys(["white", *called] if draw(st.booleans()) else called)) or ["red"]
    count = len(called)
    drawn = draw(st.lists(chars(), min_size=count, max_size=count, unique=True))
    values = draw(st.lists(st.integers(0, 0xFFFFFF), min_size=count, max_size=count))
    return tuple(
        Color(name, char, f"{value:06x}")
        for name, char, value in zip(called, drawn, values, strict=True)
    )


@st.composite
def grids(draw: st.DrawFn, colors: int = 2, max_side: int = 6) -> Grid:
    """A picture in colors 0 to `colors` - 1."""
    width, height = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    row = st.tuples(*[st.integers(0, colors - 1)] * width)
    return Grid(draw(st.tuples(*[row] * height)))


@st.composite
def partial_grids(
    draw: st.DrawFn, width: int, height: int, colors: int, *, only_all: bool = False
) -> PartialGrid:
    """Sets of colors; with `only_all` each is either one color or all of them."""
    everything = (1 << colors) - 1
    single = st.sampled_from([1 << color for color in range(colors)])
    cell = single | (st.just(everything) if only_all else st.integers(1, everything))
    return PartialGrid(draw(st.tuples(*[st.tuples(*[cell] * width)] * height)))


@st.composite
def given_cells(draw: st.DrawFn, grid: Grid, colors: int) -> PartialGrid:
    """Sets of colors that a picture agrees with."""
    sets = draw(partial_grids(grid.width, grid.height, colors))
    return PartialGrid(
        tuple(
            tuple(cell | 1 << color for cell, color in zip(*rows, strict=True))
            for rows in zip(sets.rows, grid.rows, strict=True)
        )
    )


@st.composite
def plain_puzzles(draw: st.DrawFn, max_side: int = 6) -> Puzzle:
    """Black on white without blots, with what Simpson's `.non` can hold."""
    grid = draw(grids(max_side=max_side))
    saved = st.builds(Saved, partial_grids(grid.width, grid.height, 2, only_all=True))
    puzzle = replace(
        Puzzle.of(grid, title=draw(texts())),
        author=draw(texts()),
        id=draw(texts()),
        copyright=draw(texts()),
        license=draw(st.sampled_from(["", "CC0-1.0", "ask the author"]) | texts()),
        collection=draw(texts()),
        saved=tuple(draw(st.lists(saved, max_size=2))),
    )
    return puzzle if draw(st.booleans()) else replace(puzzle, goal=None)


@st.composite
def puzzles(draw: st.DrawFn, max_side: int = 6, *, given: bool = False) -> Puzzle:
    """Anything a Puzzle can be, with printable texts; with given cells only if asked for."""
    colors = draw(palettes())
    grid = draw(grids(len(colors), max_side))
    notes = st.lists(texts() | st.sampled_from(["license: none", "license:"]), max_size=2)
    saved = st.builds(
        Saved,
        partial_grids(grid.width, grid.height, len(colors)),
        texts(),
        st.sampled_from(["saved", "solution"]),
        notes.map(tuple),
    )
    words = ("title", "author", "author_id", "copyright", "license", "source", "id", "collection")
    return Puzzle(
        draw(blotted(grid.row_clues())),
        draw(blotted(grid.column_clues())),
        colors,
        **{word: draw(texts()) for word in (*words, "description")},
        notes=tuple(draw(notes)),
        goal=draw(st.none() | st.just(grid)),
        given=draw(st.none() | given_cells(grid, len(colors))) if given else None,
        saved=tuple(draw(st.lists(saved, max_size=2))),
    )


@st.composite
def blotted(draw: st.DrawFn, clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
    """The same clues with some lengths hidden."""
    if draw(st.booleans()):
        return clues
    return tuple(
        tuple(Block(None, block.color) if draw(st.booleans()) else block for block in clue)
        for clue in clues
    )
