"""Reading the sets of levels of Picmi (https://github.com/KDE/picmi, levels/)."""

from __future__ import annotations

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source
from asp_nono.formats.tokens import each
from asp_nono.formats.xml_tree import Node, parse
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle

_CHARS = "-1"
"""What stands for an empty and a filled cell."""


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of each board; the picture that a board holds is its goal.

    Raises:
        PuzzleError: If it is no XML of this kind.
    """
    root = parse(source)
    if root.tag != "picmi":
        raise PuzzleError(f"the root element is <{root.tag[:40]}>; expected <picmi>")
    boards = list(root.all("board"))
    if not boards:
        raise PuzzleError("a <picmi> without any <board>")
    collection = root.get("name")
    return each(boards, lambda board: _puzzle(board, collection))


def _puzzle(board: Node, collection: str) -> Puzzle:
    rows = [row.words() for row in board.all("row")]
    if any(board.all("xpm")):
        raise PuzzleError("its picture is in another file, which is not opened")
    if len(rows) > MAX_SIDE or any(len(row) > MAX_SIDE for row in rows):
        raise PuzzleError(f"a picture of more than {MAX_SIDE} rows or columns")
    difficulty = board.get("difficulty")
    try:
        goal = Grid.from_text(rows, _CHARS)
    except PuzzleError as error:
        raise error.within(board.where) from None
    return Puzzle(
        goal.row_clues(),
        goal.column_clues(),
        title=board.get("name"),
        author=board.get("author"),
        collection=collection,
        notes=(f"difficulty: {difficulty}",) if difficulty else (),
        goal=goal,
    )
