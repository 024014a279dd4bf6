"""Writing MiniZinc data as clue lists, for models such as https://github.com/hakank/hakank has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asp_nono.clue import Clue
from asp_nono.formats import credit
from asp_nono.formats.losses import Options, settle_listing
from asp_nono.puzzle import Puzzle

FORM = "MiniZinc data"


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a data file: each clue with zeros before it, so that all are of one length.

    Raises:
        UnwritableError: If there are several puzzles, colours or blotted blocks, or something else
            that the data cannot hold and that may not be dropped.
    """
    puzzle = puzzles[0]
    settle_listing(FORM, puzzles, options, keeps=credit.kept(puzzle))
    lines = [
        *credit.lines(puzzle, "%"),
        "% Lengths of blocks, with zeros before them; a blank line has zeros only.",
        *_table("rows", "row", puzzle.rows),
        *_table("cols", "col", puzzle.columns),
    ]
    return "".join(f"{line}\n" for line in lines)


def _table(count: str, axis: str, clues: Sequence[Clue]) -> Iterator[str]:
    longest = max(1, *map(len, clues))
    yield f"{count} = {len(clues)};"
    yield f"{axis}_rule_len = {longest};"
    start = f"{axis}_rules = ["
    for clue in clues:
        lengths = [0] * (longest - len(clue)) + [block.length for block in clue]
        yield f"{start}| {', '.join(map(str, lengths))}"
        start = " " * len(start)
    yield f"{start}|];"
