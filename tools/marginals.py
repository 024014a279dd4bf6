"""Measure marginals against exact shares, in `docs/encodings.md`: `python -m tools.marginals`.

For each shipped puzzle with several solutions, the estimates of belief propagation for the cells
that a sweep leaves open are compared with the shares of all solutions.
"""

from __future__ import annotations

import asp_nono
from asp_nono.counting.result import Wants
from asp_nono.line.belief import marginals
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from tools.blocks import ROOT, refill, table

PAGE = ROOT / "docs" / "encodings.md"
FOLDERS = ("ambiguous", "random")
SECONDS = 10.0  # for each exact count
SHOWN = 12  # puzzles, those with the largest distances


def distances(puzzle: Puzzle) -> list[float] | None:
    """For each color of each open cell the difference; None without exact shares of several."""
    board = Board(puzzle)
    if board.sweep() is not None:
        return None
    found = asp_nono.count(puzzle, limits=Limits(SECONDS), wants=Wants(shares=True))
    shares = found.shares
    if shares is None or shares.total < 2:
        return None
    return [
        abs(likely - float(shares.probability(x, y, color)))
        for (x, y), estimate in marginals(board).items()
        for color, likely in enumerate(estimate)
    ]


def blocks() -> dict[str, str]:
    """The table: the mean difference, and the share of differences above one half."""
    rows = []
    for folder in FOLDERS:
        for file in sorted((ROOT / "instances" / folder).glob("*.xml")):
            (puzzle,) = asp_nono.read(file)
            if far := distances(puzzle):
                mean = sum(far) / len(far)
                wrong = sum(distance > 0.5 for distance in far) / len(far)
                name = f"{folder}/{file.stem}"
                rows.append((mean, (name, str(len(far)), f"{mean:.3f}", f"{100 * wrong:.1f} %")))
    rows.sort(reverse=True)
    head = ("puzzle", "colors of open cells", "mean distance", "further than one half")
    return {"marginals": table(head, [row for _, row in rows[:SHOWN]])}


if __name__ == "__main__":
    refill(PAGE, blocks())
