"""Drawn cases: one table of lines and one of puzzles, for everything that solves them.

A clue is written as in pictures of puzzles: `3 2r ?b`, a number (or ? for a blotted block) and a
letter for any color but black. Cells are `.` background, `#` black, `r` red, `b` blue, `?` not
known; a set of colors stands in braces.
"""

import re
from typing import NamedTuple

from asp_nono.clue import Block, Clue
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

CHARS = ".#rb"
PALETTE = (WHITE, BLACK, Color("red", "r", "ff0000"), Color("blue", "b", "0000ff"))


class LineCase(NamedTuple):
    """What each line solver makes of a line; an empty text means that there is no arrangement."""

    clue: str
    line: str
    complete: str
    fast: str
    olsak: str


def clue(text: str) -> Clue:
    """The clue written as `text`."""
    blocks = []
    for word in text.split():
        color = CHARS.index(word[-1]) if word[-1] in CHARS else 1
        number = word.rstrip(CHARS)
        blocks.append(Block(None if number == "?" else int(number), color))
    return tuple(blocks)


def cells(text: str, colors: int = 2) -> list[int]:
    """The color sets of the cells drawn as `text`."""
    everything = (1 << colors) - 1
    return [
        everything if part == "?" else sum(1 << CHARS.index(char) for char in part.strip("{}"))
        for part in re.findall(r"\{[^}]*\}|.", text)
    ]


def drawn(sets: list[int], colors: int = 2) -> str:
    """The text that `cells` reads as `sets`."""
    text = ""
    for cell in sets:
        some = "".join(CHARS[k] for k in range(colors) if cell >> k & 1)
        text += "?" if len(some) == colors else some if len(some) == 1 else f"{{{some}}}"
    return text


def by_color(sets: list[int], colors: int) -> list[int]:
    """Color sets by position turned into position sets by color, as line solvers want them."""
    return [sum(1 << p for p, cell in enumerate(sets) if cell >> k & 1) for k in range(colors)]


def by_position(allowed: list[int], length: int) -> list[int]:
    """The inverse of `by_color`."""
    return [sum(1 << k for k, cells in enumerate(allowed) if cells >> p & 1) for p in range(length)]


def line_of(text: str, drawn: str) -> tuple[Clue, int, list[int]]:
    """A clue, and the line drawn beside it, as line solvers want both; colors are the clue's."""
    blocks = clue(text)
    colors = 1 + max((block.color for block in blocks), default=1)
    sets = cells(drawn, colors)
    return blocks, len(sets), by_color(sets, colors)


LINES = [
    #        clue      line          complete      fast          olsak
    LineCase("", "????", "....", "....", "...."),
    LineCase("4", "????", "####", "####", "####"),
    LineCase("3", "????", "?##?", "?##?", "?##?"),
    LineCase("2 1", "?????", "?#???", "?#???", "?#???"),
    LineCase("1 2", "????", "#.##", "#.##", "#.##"),
    LineCase("1", "?#???", ".#...", ".#...", ".#..."),
    LineCase("2", "?#???", "?#?..", "?#?..", "?#?.."),
    LineCase("3", "?.????", "..?##?", "..?##?", "..?##?"),
    LineCase("1 1", "#?#", "#.#", "#.#", "#.#"),
    LineCase("2 2", "??#?.??#?", ".?#?..?#?", ".?#?..?#?", ".?#?..?#?"),
    LineCase("1 3 1", "??#.????#?", "..#.###.#.", "..#.###.#.", "..#.###.#."),
    # Which block the black cell belongs to is open, so the fast solver sees no overlap.
    LineCase("1 1", "??#??", "?.#.?", "??#??", "?.#.?"),
    LineCase("1 1", ".??#.?", ".?.#.?", ".??#.?", ".?.#.?"),
    # Several colors: the weaker solvers decide whole cells only.
    LineCase("1r 1b", "???", "{.r}{.rb}{.b}", "???", "???"),
    LineCase("1r 1b", "??", "rb", "rb", "rb"),
    LineCase("1 2r", "???r", "{.#}{.#}rr", "??rr", "??rr"),
    LineCase("2r 2", "??r??", ".rr##", ".rr##", ".rr##"),
    LineCase("1r 2 1r", "??????", "{.r}????{.r}", "??????", "??????"),
    # Blotted blocks.
    LineCase("?", "?#??", "?#??", "?#??", "?#??"),
    LineCase("?", "#??#", "####", "####", "####"),
    LineCase("? ?", "#?#", "#.#", "#.#", "#.#"),
    LineCase("1 ?", "#???#", "#.??#", "#.??#", "#.??#"),
    LineCase("1r ?b 1", "?????", "{.r}{.rb}?{.#b}{.#}", "?????", "?????"),
    # No arrangement.
    LineCase("1 1", "###", "", "", ""),
    LineCase("2", "#?.#", "", "", ""),
    LineCase("1", "....", "", "", ""),
    LineCase("2r 1r", "????#", "", "", ""),
    LineCase("?r", "?#", "", "", ""),
]


class PuzzleCase(NamedTuple):
    """A puzzle and the exact number of its solutions."""

    name: str
    rows: str
    columns: str
    number: int


PUZZLES = [
    PuzzleCase("dot", "1", "1", 1),
    PuzzleCase("void", "", "", 1),
    PuzzleCase("flag", "4 | 1 2 | 4 | 1 | ", "4 | 1 1 | 3 | 3 | ", 1),
    PuzzleCase("color flag", "4 | 1 2r 1 | 4 | 1 | ", "4 | 1 1r 1 | 1 1r 1 | 3 | ", 1),
    PuzzleCase("blotted flag", "4 | 1 ? | 4 | 1 | ", "4 | 1 1 | 3 | 3 | ", 1),
    PuzzleCase("wide", "3 | 1 1", "2 | 1 | 2", 1),
    PuzzleCase("tall", "1 | 1 | 1 | 1", "4", 1),
    PuzzleCase("blank", " | ", " | ", 1),
    PuzzleCase("full", "2 | 2", "2 | 2", 1),
    PuzzleCase("switch", "1 | 1", "1 | 1", 2),
    PuzzleCase("rooks", "1 | 1 | 1 | 1", "1 | 1 | 1 | 1", 24),
    PuzzleCase("two colors", "1 1r | 1 1r", "1 | 1r | 1 | 1r", 2),
    PuzzleCase("clash", "2 |  | 2", "1 |  | 1 1 | 1", 0),
    PuzzleCase("twins", "1r | 1b", "1r | 1b", 1),
    PuzzleCase("touching", "1r 1b", "1r | 1b", 1),
    PuzzleCase("blots", "? ", "? |  | ?", 0),
]


def puzzle(case: PuzzleCase) -> Puzzle:
    """The puzzle of a case."""
    rows, columns = (
        tuple(clue(part) for part in side.split("|")) for side in (case.rows, case.columns)
    )
    used = max((block.color for line in (*rows, *columns) for block in line), default=1)
    return Puzzle(rows, columns, PALETTE[: used + 1], title=case.name)


def partial(rows: str, colors: int = 2) -> PartialGrid:
    """The partial grid whose rows are drawn with `|` between them."""
    return PartialGrid(tuple(tuple(cells(row.strip(), colors)) for row in rows.split("|")))
