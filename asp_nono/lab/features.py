"""Features of a puzzle that can be computed quickly, for the selection of a system."""

from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.recipes import DEDUCTIONS, Deductions
from asp_nono.aspcount.ground import ground, puzzle_program
from asp_nono.clue import least_cells
from asp_nono.puzzle import Puzzle

GROUNDED = ("order", "starts")  # recipes whose ground programs are measured
FEATURES = (
    *("width", "height", "colors", "blocks", "density", "slack"),
    *(f"open_{level}" for level in DEDUCTIONS[1:]),
    *(f"rules_{name}" for name in GROUNDED),
)
"""The names of the features; docs/lab.md explains them."""


def features(puzzle: Puzzle) -> dict[str, float]:
    """The features of a puzzle by name."""
    lines = list(puzzle.lines())
    cells = puzzle.width * puzzle.height
    free = sum(length - least_cells(clue) for _, clue, length in lines)
    filled = sum(block.least for clue in puzzle.rows for block in clue)
    values = (
        *(puzzle.width, puzzle.height, len(puzzle.colors) - 1),
        sum(len(clue) for _, clue, _ in lines),
        round(filled / cells, 4),
        round(free / sum(length for *_, length in lines), 4),
        *(open_cells(puzzle, level) for level in DEDUCTIONS[1:]),
        *(_rules(puzzle, name) for name in GROUNDED),
    )
    return dict(zip(FEATURES, values, strict=True))


def open_cells(puzzle: Puzzle, level: Deductions) -> int:
    """The cells that deductions of a level leave open; 0 if they find that there is no picture."""
    left = open_puzzle(puzzle, level)
    if isinstance(left, str):
        return 0
    return sum(one.open.bit_count() for one in left.lines[: puzzle.height])


def _rules(puzzle: Puzzle, name: str) -> int:
    """The ground rules of a recipe on the clues alone."""
    return len(ground(puzzle_program(puzzle, recipe=name, deductions="none"))[0].rules)
