"""Writing `.non` so that Simpson's, pbnsolve's and nonogram-db's readers agree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from string import ascii_lowercase

from asp_nono.clue import Clue
from asp_nono.formats.losses import Options, beside_clues, settle
from asp_nono.formats.non_records import TEXTS
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Puzzle

FORM = "Simpson's .non"


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a `.non` file; several puzzles have `====` between them.

    Black on white needs no colors. In pictures 0 and 1 stand for the characters that a palette
    may give to white and black; that is not counted as a loss.

    Raises:
        UnwritableError: If something cannot be held: a color (without `colored`), a blotted
            block; a text, picture or name without a place, unless it may be dropped (`lossy`).
    """
    fatal = [loss for puzzle in puzzles for loss in _fatal(puzzle, options)]
    dropped = [loss for puzzle in puzzles for loss in _dropped(puzzle)]
    settle(FORM, puzzles, fatal, dropped, options)
    return "====\n".join("".join(f"{line}\n" for line in _puzzle(puzzle)) for puzzle in puzzles)


def _fatal(puzzle: Puzzle, options: Options) -> Iterator[str]:
    """What cannot be dropped: the puzzle would be another one, or the text damaged."""
    if not puzzle.black_on_white:
        if not options.colored:
            yield "colors"
        if puzzle.colors[0].rgb != WHITE.rgb:
            yield "a background that is not white"
        if len(puzzle.colors) - 1 > len(ascii_lowercase):
            yield f"more than {len(ascii_lowercase)} colors"
    if puzzle.blotted:
        yield "blotted blocks"
    texts = [getattr(puzzle, field) for field in TEXTS.values()]
    if any(unescape(_escape(text)) != text for text in texts):
        yield "control characters"


def _dropped(puzzle: Puzzle) -> Iterator[str]:
    yield from beside_clues(puzzle, keeps={*TEXTS.values(), "goal", "saved", "colors"})
    saved = puzzle.saved
    losses = {
        "the names of colors": _names_lost(puzzle),
        "the ids of saved pictures": any(picture.id for picture in saved),
        "the notes of saved pictures": any(picture.notes for picture in saved),
        "that a saved picture is a solution": any(p.kind == "solution" for p in saved),
        "cells with some of the colors": any(_some(p.grid, len(puzzle.colors)) for p in saved),
    }
    yield from (loss for loss, present in losses.items() if present)


def _letters(puzzle: Puzzle) -> list[str]:
    """A letter for each color of blocks; "" for a black that needs none.

    Only a black that comes first and is used goes without: so a reader finds the same palette.
    """
    if puzzle.black_on_white:
        return [""] * (len(puzzle.colors) - 1)
    used = {block.color for _, clue, _ in puzzle.lines() for block in clue}
    own = [color.char for color in puzzle.colors[1:] if color.char in ascii_lowercase]
    spare = (letter for letter in ascii_lowercase if letter not in own)
    return [
        ""
        if number == 1 and color.rgb == BLACK.rgb and number in used
        else (color.char if color.char in own else next(spare))
        for number, color in enumerate(puzzle.colors[1:], 1)
    ]


def _names_lost(puzzle: Puzzle) -> bool:
    names = [color.name for color in puzzle.colors]
    if len(names) - 1 > len(ascii_lowercase):
        return True
    read = [letter or BLACK.name for letter in _letters(puzzle)]
    return names != [WHITE.name, *read]


def _some(grid: PartialGrid, colors: int) -> bool:
    return any(1 < cell.bit_count() < colors for row in grid.rows for cell in row)


def _puzzle(puzzle: Puzzle) -> Iterator[str]:
    for keyword, field in TEXTS.items():
        if text := getattr(puzzle, field):
            yield f"{keyword} {_value(keyword, text)}"
    yield f"width {puzzle.width}"
    yield f"height {puzzle.height}"
    letters = _letters(puzzle)
    for letter, color in zip(letters, puzzle.colors[1:], strict=True):
        if letter:
            yield f"color {letter} #{color.rgb}"
    for group, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield from ("", group, *(_clue(clue, letters) for clue in clues))
    if puzzle.goal or puzzle.saved:
        yield ""
    if puzzle.goal:
        yield f'goal "{_cells(PartialGrid.of(puzzle.goal), letters)}"'
    for saved in puzzle.saved:
        yield f'saved "{_cells(saved.grid, letters)}"'


def _value(keyword: str, text: str) -> str:
    bare = keyword == "license" and re.fullmatch("[A-Za-z0-9.+-]+", text)
    return text if bare else f'"{_escape(text)}"'


def _escape(text: str) -> str:
    """Text with HTML references for quotes and whatever is not printable ASCII."""
    return "".join(
        char if " " <= char <= "~" and char not in '"&' else f"&#{ord(char)};" for char in text
    )


def _clue(clue: Clue, letters: Sequence[str]) -> str:
    return ",".join(f"{block.length}{letters[block.color - 1]}" for block in clue) or "0"


def _cells(grid: PartialGrid, letters: Sequence[str]) -> str:
    chars = ["0", *(letter or "1" for letter in letters)]
    return "".join(grid.to_text("".join(chars)))
