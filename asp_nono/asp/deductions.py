"""The deductions of a recipe: which places and cells of a puzzle they leave open."""

from dataclasses import dataclass, replace

from asp_nono.asp.recipes import Deductions
from asp_nono.clue import BACKGROUND, Clue, Line
from asp_nono.grid import PartialGrid
from asp_nono.line.bits import each, highest, lowest, repeated, span
from asp_nono.line.board import Board
from asp_nono.line.lookahead import probe, why_none
from asp_nono.line.solver import Placement, placements
from asp_nono.messages import Message
from asp_nono.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class OpenPart:
    """The open part of one line; sets of positions have bit p for the 0-based position p."""

    line: Line
    clue: Clue
    length: int  #: its number of cells
    places: tuple[Placement, ...]  #: where each block may lie
    open: int  #: the positions that can have more than one color
    allowed: tuple[int, ...]  #: for each color the positions that can have it
    placed: bool = True  #: whether facts include the blocks that are placed

    @property
    def colored(self) -> int:
        """The positions that cannot be background."""
        return span(0, self.length) & ~self.allowed[BACKGROUND]

    @property
    def needed(self) -> int:
        """The colored positions that no single block is sure to cover."""
        return self.colored & ~self.sure

    @property
    def sure(self) -> int:
        """The positions that one single block covers in all its places."""
        cells = 0
        for place in self.places:
            cells |= span(highest(place.starts), lowest(place.ends))
        return cells


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """The part of a puzzle that deductions leave open."""

    puzzle: Puzzle
    deductions: Deductions
    lines: tuple[OpenPart, ...]  #: rows first
    decided: dict[tuple[int, int], int]  #: the color of each other cell by (column, row), 1-based
    start: PartialGrid | None  #: known of the picture, besides the puzzle's given cells
    board: Board  #: the same as the colors left for each cell
    alone: bool = False  #: whether facts leave out what is decided; see `open_alone`

    def open_alone(self) -> "OpenPuzzle":
        """Without the blocks that are placed, and of decided cells only with the needed ones."""
        needed = {
            (position + 1, line.number) if line.axis == "row" else (line.number, position + 1)
            for line, positions in ((line.line, line.needed) for line in self.lines)
            for position in each(positions)
        }
        decided = {cell: color for cell, color in self.decided.items() if cell in needed}
        lines = tuple(replace(line, placed=False) for line in self.lines)
        return replace(self, lines=lines, decided=decided, alone=True)


def open_puzzle(
    puzzle: Puzzle,
    deductions: Deductions,
    start: PartialGrid | None = None,
    known: Board | None = None,
) -> OpenPuzzle | Message:
    """The part of a puzzle that `deductions` leave open, or why there is no solution.

    A picture solves the puzzle (and agrees with `start`) if and only if it agrees with the open
    puzzle: deductions are redundant.

    Args:
        puzzle: The puzzle.
        deductions: "none": blocks have the room that their clue leaves them on an empty line, all
            cells are open, the given ones too. "bounds": as before, but each block keeps only the
            span between the first and the last place that the sweep left it, and cells only the
            colors of blocks whose span they are in. "line": all that the sweep found. "probe":
            all that the sweep and probing found.
        start: Known colors of the picture besides the given cells.
        known: A board on which the deductions have been made already.

    Raises:
        PuzzleError: If the start is not of the puzzle's size and palette.
    """
    if start is not None:
        puzzle.require_fit(start)
    if deductions != "none" and known is None:
        found_out = _found(puzzle, deductions, start)
        if isinstance(found_out, Message):
            return found_out
        known = found_out
    board = known if known and deductions in ("line", "probe") else Board(puzzle, given=False)
    lines = []
    for line, clue, length in puzzle.lines():
        found = _open_line(board.line(line), line, clue, length)
        if deductions == "bounds" and known:
            tight = _open_line(known.line(line), line, clue, length)
            found = replace(found, places=_clipped(found.places, tight.places))
        lines.append(found)
    if deductions == "bounds":
        lines = _inside_windows(lines)
    cells = board.partial().cells()
    decided = {(x, y): highest(cell) for x, y, cell in cells if not cell & (cell - 1)}
    return OpenPuzzle(puzzle, deductions, tuple(lines), decided, start, board)


def _found(puzzle: Puzzle, deductions: Deductions, start: PartialGrid | None) -> Board | Message:
    board = Board(puzzle, start)
    if wrong := board.sweep():
        return why_none(wrong, puzzle, start)
    if deductions != "probe" or board.decided:
        return board
    probed = probe(board)
    return probed.everything or why_none(probed.dead, puzzle, start)


def without_deductions(puzzle: Puzzle) -> OpenPuzzle:
    """The whole puzzle."""
    left = open_puzzle(puzzle, "none")
    if isinstance(left, Message):
        raise AssertionError(f"without deductions, {left}")  # noqa: TRY004 - not a wrong type
    return left


def empty_line(line: Line, clue: Clue, length: int, colors: int) -> OpenPart:
    """A line of which nothing but the clue is known; `colors` counts the background."""
    return _open_line([span(0, length)] * colors, line, clue, length)


def _open_line(allowed: list[int], line: Line, clue: Clue, length: int) -> OpenPart:
    found = placements(clue, length, allowed)
    if found is None:
        raise AssertionError(f"{line} has no arrangement, and yet line logic is content")
    return OpenPart(line, clue, length, tuple(found[0]), repeated(allowed), tuple(allowed))


def _clipped(wide: tuple[Placement, ...], tight: tuple[Placement, ...]) -> tuple[Placement, ...]:
    """`wide` without what lies before the first or behind the last place of `tight`."""
    return tuple(
        replace(
            w,
            starts=w.starts & span(lowest(t.starts), highest(t.starts) + 1),
            ends=w.ends & span(lowest(t.ends), highest(t.ends) + 1),
        )
        for w, t in zip(wide, tight, strict=True)
    )


def _inside_windows(lines: list[OpenPart]) -> list[OpenPart]:
    """The lines; rows keep only colors of blocks within whose spans a cell lies, on both lines."""
    inside = {line.line: _reached(line) for line in lines}
    columns = [found for line, found in inside.items() if line.axis == "column"]
    narrow = []
    for line in lines:
        if line.line.axis == "row":
            y = line.line.number - 1
            colors = zip(line.allowed, inside[line.line], zip(*columns, strict=True), strict=True)
            allowed = (
                cells & reached & sum((column >> y & 1) << x for x, column in enumerate(crossing))
                for cells, reached, crossing in colors
            )
            narrow.append(replace(line, allowed=tuple(allowed)))
        else:
            narrow.append(line)
    return narrow


def _reached(line: OpenPart) -> list[int]:
    """For each color the positions between the first and the last place of a block; all for 0."""
    cells = [span(0, line.length)] + [0] * (len(line.allowed) - 1)
    for block, place in zip(line.clue, line.places, strict=True):
        cells[block.color] |= span(lowest(place.starts), highest(place.ends))
    return cells


def holes(place: Placement) -> list[int]:
    """The 0-based positions between a block's first and last start at which it cannot start."""
    return each(span(lowest(place.starts), highest(place.starts)) & ~place.starts)
