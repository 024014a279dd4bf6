"""Pictures in plain text, with the clues beside them or as bare rows."""

from collections.abc import Callable, Sequence

from asp_nono.clue import Block, Clue
from asp_nono.draw.picture import Picture, marks_in, shown
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle

GROUP = 5  # a rule is drawn after this many lines


def draw(puzzle: Puzzle, picture: Picture | None = None, *, width: int | None = None) -> str:
    """A puzzle and a picture of it as lines of text, ruled after every five cells.

    Cells are drawn with the colors' characters, `.` for the background and `?` for a cell that
    is not decided; without a picture they show the given cells, or stay empty. A blotted block is
    drawn as `?`, a blank line's clue as `0`; in puzzles of several colors each number is followed
    by its color's character, and a legend stands below. What is wider than `width` characters is
    drawn in strips, one below the other, of as many groups of five columns as fit; one at least.
    A picture that is not of the puzzle's size or palette is a PuzzleError.

    >>> from asp_nono.grid import Grid
    >>> print(draw(Puzzle.of(Grid.from_text([".#....", "######", ".#...."]))))
            1 3 1 1 1   1
          +-----------+---+
        1 |           |   |
        6 |           |   |
        1 |           |   |
          +-----------+---+
    """
    picture = shown(puzzle, picture)
    rows = [clue_words(puzzle, clue) for clue in puzzle.rows]
    columns = [_tokens(puzzle, clue) for clue in puzzle.columns]
    cells = picture.to_text(puzzle.chars) if picture else [" " * puzzle.width] * puzzle.height
    margin = max(map(len, rows)) + 4
    pitch = 1 + max(len(token) for tokens in columns for token in tokens)
    room = None if width is None else width - margin - 2
    strips = strips_of(puzzle.width, room, lambda n: n * pitch + 2 * -(-n // GROUP))
    heads = [row.rjust(margin) for row in rows]
    drawn = []
    for first, last in strips:
        drawn += [f"columns {first + 1} to {last}"] * (len(strips) > 1)
        drawn += _strip(heads, columns[first:last], [line[first:last] for line in cells], pitch)
        drawn += [""] * (last < puzzle.width)
    legend = list(puzzle.color_names.items()) if len(puzzle.colors) > 2 else []
    legend += marks_in(puzzle, picture)
    drawn += ["    " + "   ".join(f"{char} {name}" for char, name in legend)] * bool(legend)
    return "\n".join(drawn)


def draw_rows(puzzle: Puzzle, picture: Picture, *, simpson: bool = False) -> str:
    """A picture as bare rows, one character a cell: of the palette, or `#` and `-` (`simpson`).

    PuzzleError if the picture is not of the puzzle's size or palette, or if there are several block
    colors where `simpson` has one character for them.
    """
    puzzle.require_fit(picture)
    if simpson and len(puzzle.colors) > 2:
        raise PuzzleError(
            "{count} block colors; Simpson's style draws only one", count=len(puzzle.colors) - 1
        )
    return "\n".join(picture.to_text("-#" if simpson else puzzle.chars))


def strips_of(
    columns: int, width: int | None, breadth: Callable[[int], int]
) -> list[tuple[int, int]]:
    """The strips of a picture that are no wider than `width` characters, if that can be.

    Each is given by its first column, 0-based, and the one after its last. Each but the last has
    as many groups of five columns as fit; one at least.
    """
    if width is None or breadth(columns) <= width:
        return [(0, columns)]
    step = GROUP
    while breadth(step + GROUP) <= width:
        step += GROUP
    return [(first, min(first + step, columns)) for first in range(0, columns, step)]


def _strip(
    heads: Sequence[str], columns: Sequence[Sequence[str]], cells: Sequence[str], pitch: int
) -> list[str]:
    """The clues of neighboring columns, then row by row head and cells, between rules."""

    def grouped(tokens: Sequence[str]) -> list[str]:
        padded = [token.rjust(pitch) for token in tokens]
        return ["".join(padded[at : at + GROUP]) for at in range(0, len(padded), GROUP)]

    depth = max(map(len, columns))
    levels = zip(*([""] * (depth - len(c)) + [*c] for c in columns), strict=True)
    indent = " " * (len(heads[0]) + 1)
    rule = indent + "+" + "".join("-" * len(group) + "-+" for group in grouped(cells[0]))
    drawn = [f"{indent} {'  '.join(grouped(level))}".rstrip() for level in levels]
    for number, (head, line) in enumerate(zip(heads, cells, strict=True)):
        drawn += [rule] * (number % GROUP == 0)
        drawn.append(f"{head} |{' |'.join(grouped(line))} |")
    return [*drawn, rule]


def block_text(block: Block, suffixes: Sequence[str] = ()) -> str:
    """The length of a block, `?` for a blotted one, with the suffix of its color, if any."""
    length = "?" if block.length is None else str(block.length)
    return length + (suffixes[block.color] if suffixes else "")


def _tokens(puzzle: Puzzle, clue: Clue) -> list[str]:
    chars = puzzle.chars if len(puzzle.colors) > 2 else ""
    return [block_text(block, chars) for block in clue] or ["0"]


def clue_words(puzzle: Puzzle, clue: Clue) -> str:
    """A clue as it stands beside its line; `0` for a blank line."""
    return " ".join(_tokens(puzzle, clue))
