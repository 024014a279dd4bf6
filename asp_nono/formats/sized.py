"""Listings that begin with their size: Olšák's `.mk`, Wilk's `.nin`, and `.cwd`.

Sources: http://www.olsak.net/grid.html, https://jwilk.net/software/nonogram, and what pbnsolve
reads (https://webpbn.com/pbnsolve.html). A blank line is `0`; as pbnsolve does, an empty line of
text is taken for one where the number of lines shows that it is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.losses import Options, settle_listing
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import (
    Numbered,
    chosen,
    clue_text,
    puzzle_of_text,
    side_of,
    text_lines,
)
from asp_nono.puzzle import Puzzle


def read_mk(source: Source) -> list[Puzzle]:
    """The puzzle of an `.mk` file: height and width, rows, a line with `#`, columns.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    lines = text_lines(source)
    (height, width), rest = _sizes(lines, "height and width")
    middle = next((i for i, line in enumerate(rest) if line.text.startswith("#")), None)
    if middle is None:
        raise PuzzleError("no line with '#'; expected one between the rows and the columns")
    rows = chosen(rest[:middle], "rows", height)
    return [puzzle_of_text(rows, chosen(rest[middle + 1 :], "columns", width))]


def read_nin(source: Source) -> list[Puzzle]:
    """The puzzle of a `.nin` file: width and height, rows, columns, nothing between them.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    (width, height), lines = _unparted(source, "width and height")
    return [puzzle_of_text(lines[:height], lines[height : height + width])]


def read_nin_hw(source: Source) -> list[Puzzle]:
    """As `read_nin`, of a file that gives the height first.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    (height, width), lines = _unparted(source, "height and width")
    return [puzzle_of_text(lines[:height], lines[height : height + width])]


def read_cwd(source: Source) -> list[Puzzle]:
    """The puzzle of a `.cwd` file: height, width, rows, an empty line, columns.

    Lines are counted, because an empty line may also be a blank clue.

    Raises:
        PuzzleError: If it is not of this kind, or the puzzle is not sound.
    """
    lines = text_lines(source)
    (height,), rest = _sizes(lines, "height")
    (width,), rest = _sizes(rest, "width")
    filled = [line for line in rest if line.text]
    if len(filled) == height + width:
        rows, columns = filled[:height], filled[height:]
        if columns[0].line == rows[-1].line + 1:
            reason = f"no empty line between row {height} and column 1"
            raise PuzzleError(reason, where=(columns[0].where,))
        return [puzzle_of_text(rows, columns)]
    if len(rest) > height and rest[height].text:
        reason = f"{quoted(rest[height].text)}; expected an empty line after {height} rows"
        raise PuzzleError(reason, where=(rest[height].where,))
    return [puzzle_of_text(rest[:height], chosen(rest[height + 1 :], "columns", width))]


def write_mk(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of an `.mk` file.

    Raises:
        UnwritableError: If something but the clues would be lost (see `settle_listing`).
    """
    settle_listing("Olšák's .mk", puzzles, options)
    (puzzle,) = puzzles
    size = f"{puzzle.height} {puzzle.width}"
    return _text(size, *_clues(puzzle.rows), "#", *_clues(puzzle.columns))


def write_nin(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a `.nin` file.

    Raises:
        UnwritableError: If something but the clues would be lost (see `settle_listing`).
    """
    settle_listing("Wilk's .nin", puzzles, options)
    (puzzle,) = puzzles
    return _text(f"{puzzle.width} {puzzle.height}", *_clues(puzzle.rows), *_clues(puzzle.columns))


def write_cwd(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a `.cwd` file.

    Raises:
        UnwritableError: If something but the clues would be lost (see `settle_listing`).
    """
    settle_listing("Meshcheryakov's .cwd", puzzles, options)
    (puzzle,) = puzzles
    size = (str(puzzle.height), str(puzzle.width))
    return _text(*size, *_clues(puzzle.rows), "", *_clues(puzzle.columns))


def _unparted(source: Source, what: str) -> tuple[list[int], Sequence[Numbered]]:
    """The two sizes and all clue lines; some programs write comments that begin with `#`."""
    lines = [line for line in text_lines(source) if not line.text.startswith("#")]
    sizes, rest = _sizes(lines, what)
    return sizes, chosen(rest, "rows and columns", sum(sizes))


def _sizes(lines: Sequence[Numbered], what: str) -> tuple[list[int], Sequence[Numbered]]:
    """The sizes named by `what` on the first line that is not empty, and the lines after it."""
    names = what.split(" and ")
    for place, line in enumerate(lines):
        if not line.text:
            continue
        parts = line.words(3)
        if len(parts) != len(names):
            raise PuzzleError(f"{quoted(line.text)}; expected {what}", where=(line.where,))
        sizes = [side_of(part, name) for part, name in zip(parts, names, strict=True)]
        return sizes, lines[place + 1 :]
    raise PuzzleError(f"no {what}; expected a line with {'them' if len(names) > 1 else 'it'}")


def _clues(clues: Sequence[Clue]) -> list[str]:
    return [clue_text(clue) for clue in clues]


def _text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)
