"""Draw the pictures of the manual: `python -m tools.drawings_docs`."""

from __future__ import annotations

from pathlib import Path

import asp_nono
from tools.blocks import ROOT

FOLDER = ROOT / "docs" / "drawings"


def drawings() -> dict[Path, str]:
    """The drawings by their files."""
    (parrot,) = asp_nono.read(ROOT / "instances" / "color" / "parrot.xml")
    (ladybird,) = asp_nono.read(ROOT / "instances" / "color" / "ladybird.xml")
    first, second, *_ = sorted(asp_nono.solutions(ladybird), key=lambda grid: grid.rows)
    both = asp_nono.Difference(first, second)
    return {
        FOLDER / "parrot.svg": asp_nono.draw_svg(parrot, parrot.goal),
        FOLDER / "difference.svg": asp_nono.draw_svg(ladybird, both),
    }


if __name__ == "__main__":
    for file, drawing in drawings().items():
        file.write_text(drawing, encoding="utf-8", newline="\n")
