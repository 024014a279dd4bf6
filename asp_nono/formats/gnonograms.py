"""Reading the files of Gnonograms (https://github.com/jeremypw/gnonograms, libcore/Filereader)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from asp_nono.errors import PuzzleError
from asp_nono.formats.cells import with_state
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.formats.tokens import Numbered, clues_of_text, side_of, text_lines
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_HEADING = re.compile(r"\[([^\]]*)\]")
_DATE = re.compile("[0-9]{4}[-/]")
_NOTES = ("date", "difficulty")
"""What stands in the description after the title and the author."""

_CELLS = {"0": 0b11, "1": 0b01, "2": 0b10}
"""What the numbers say of a cell: unknown, empty, filled."""

_Sections: TypeAlias = dict[str, list[Numbered]]
"""The lines of each section by the first three letters of its heading, in lower case."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file: its solution is the goal, and its working grid a saved picture.

    Raises:
        PuzzleError: If a section is missing or wrong.
    """
    sections = _sections(text_lines(source))
    size_lines = _lines(sections, "dim", "[Dimensions]", 2)
    height, width = side_of(size_lines[0], "rows"), side_of(size_lines[1], "columns")
    rows = _lines(sections, "row", "[Row clues]", height)
    columns = _lines(sections, "col", "[Column clues]", width)
    told = [line.text for line in sections.get("des", [])]
    title, author, *more = (*told, "", "")
    if _DATE.match(author):  # a program that leaves out empty lines has written the file
        author, more = "", [author, *more]
    notes = tuple(f"{name}: {text}" for name, text in zip(_NOTES, more, strict=False) if text)
    puzzle = Puzzle(
        clues_of_text("row", rows),
        clues_of_text("column", columns),
        title=title,
        author=author,
        license=" ".join(line.text for line in sections.get("lic", []) if line.text),
        notes=notes,
    )
    for key, heading in (("sol", "[Solution]"), ("wor", "[Working grid]")):
        if key in sections:
            lines = _lines(sections, key, heading, height)
            puzzle = _with_grid(puzzle, lines, is_goal=key == "sol")
    return [puzzle]


def _sections(lines: Sequence[Numbered]) -> _Sections:
    sections: _Sections = {}
    here: list[Numbered] = []
    for line in lines:
        if heading := _HEADING.fullmatch(line.text):
            here = sections.setdefault(heading[1][:3].lower(), [])
        else:
            here.append(line)
    return sections


def _lines(sections: _Sections, key: str, heading: str, count: int) -> list[Numbered]:
    """The lines of a section that are not empty."""
    if key not in sections:
        raise PuzzleError(f"no section {heading}")
    lines = [line for line in sections[key] if line.text]
    if len(lines) != count:
        raise PuzzleError(f"{len(lines)} lines; expected {count}", where=(heading,))
    return lines


def _with_grid(puzzle: Puzzle, lines: Sequence[Numbered], *, is_goal: bool) -> Puzzle:
    """The puzzle with a grid: as its goal if that is wanted and every cell is known."""
    grid = []
    for line in lines:
        cells = line.words(MAX_SIDE + 1)
        if unknown := next((cell for cell in cells if cell.text not in _CELLS), None):
            reason = f"a cell {quoted(unknown.text)}; expected 0 (unknown), 1 (empty) or 2 (filled)"
            raise PuzzleError(reason, where=(line.where, unknown.character()))
        if len(cells) != puzzle.width:
            reason = f"{len(cells)} cells; expected {puzzle.width}"
            raise PuzzleError(reason, where=(line.where,))
        grid.append(tuple(_CELLS[cell.text] for cell in cells))
    drawn = PartialGrid(tuple(grid))
    goal = drawn.complete() if is_goal else None
    return replace(puzzle, goal=goal) if goal else with_state(puzzle, drawn)
