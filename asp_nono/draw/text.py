"""Pictures in plain text, with the clues beside them."""

from __future__ import annotations

from asp_nono.clue import Block, Clue
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle


def draw(puzzle: Puzzle, picture: Grid | PartialGrid | None = None) -> str:
    """A puzzle and a picture of it as lines of text.

    Cells are drawn with the colours' characters, `.` for the background and `?` for a cell that
    is not decided; without a picture they stay empty. A blotted block is drawn as `?`, a blank
    line's clue as `0`; in puzzles of several colours each number is followed by its colour's
    character, and a legend stands below.

    >>> print(draw(Puzzle.of(Grid.from_text([".#.", "###", ".#."]))))
            1 3 1
          +-------+
        1 |       |
        3 |       |
        1 |       |
          +-------+
    """
    rows = [" ".join(_tokens(puzzle, clue)) for clue in puzzle.rows]
    columns = [_tokens(puzzle, clue) for clue in puzzle.columns]
    margin = max(map(len, rows)) + 4
    pitch = 1 + max(len(token) for tokens in columns for token in tokens)
    depth = max(map(len, columns))
    head = [
        " " * (margin + 1) + "".join(token.rjust(pitch) for token in level)
        for level in zip(*([""] * (depth - len(c)) + c for c in columns), strict=True)
    ]
    cells = picture.to_text(puzzle.chars) if picture else [" " * puzzle.width] * puzzle.height
    body = [
        f"{row.rjust(margin)} |{''.join(cell.rjust(pitch) for cell in line)} |"
        for row, line in zip(rows, cells, strict=True)
    ]
    edge = " " * (margin + 1) + "+" + "-" * (pitch * puzzle.width + 1) + "+"
    drawn = [" " + line.rstrip() for line in head] + [edge, *body, edge]
    return "\n".join(drawn + _legend(puzzle))


def _tokens(puzzle: Puzzle, clue: Clue) -> list[str]:
    return [_token(puzzle, block) for block in clue] or ["0"]


def _token(puzzle: Puzzle, block: Block) -> str:
    number = "?" if block.length is None else str(block.length)
    return number + (puzzle.chars[block.color] if _several(puzzle) else "")


def _several(puzzle: Puzzle) -> bool:
    return len(puzzle.colors) > 2


def _legend(puzzle: Puzzle) -> list[str]:
    if not _several(puzzle):
        return []
    pairs = zip(puzzle.chars, puzzle.colors, strict=True)
    return ["    " + "   ".join(f"{char} {color.name}" for char, color in pairs)]
