"""Draw the pictures of docs/drawings/kinds.md: `python -m tools.kinds_docs`."""

from __future__ import annotations

import asp_nono
from asp_nono.design.random_pictures import KINDS
from tools.blocks import ROOT

FOLDER = ROOT / "docs" / "drawings"
SIDE, ACROSS, COUNT = 20, 8, 24  # cells of a side; pictures in a row, and of each kind
STEP = SIDE + 3


def sheet(kind: str) -> str:
    """Unique puzzles of a kind with seed 1, side by side as one SVG."""
    model = asp_nono.PictureModel(SIDE, SIDE, kind=kind)
    width, height = ACROSS * STEP + 3, COUNT // ACROSS * STEP + 3
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        f"<title>{COUNT} puzzles of the kind {kind}</title>",
        f'<path fill="#e8e8e8" d="M0 0h{width}v{height}H0z"/>',
    ]
    for found in asp_nono.generate(model, count=COUNT, seed=1):
        if found.puzzle is None or found.puzzle.goal is None:
            raise AssertionError(found.outcome)
        row, column = divmod(found.number - 1, ACROSS)
        left, top = 3 + column * STEP, 3 + row * STEP
        cells = "".join(
            f"M{left + x} {top + y}h1v1h-1z"
            for y, cells in enumerate(found.puzzle.goal.rows)
            for x, color in enumerate(cells)
            if color
        )
        parts.append(f'<path fill="#fff" d="M{left} {top}h{SIDE}v{SIDE}h-{SIDE}z"/>')
        parts.append(f'<path d="{cells}"><title>{found.puzzle.title}</title></path>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    for kind in KINDS:
        (FOLDER / f"kind-{kind}.svg").write_text(sheet(kind), encoding="utf-8", newline="\n")
