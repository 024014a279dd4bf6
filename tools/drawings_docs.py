"""Draw the pictures of the manual: `python -m tools.drawings_docs`."""

from __future__ import annotations

from pathlib import Path

import asp_nono
from asp_nono.draw.frames import strip_svg
from asp_nono.logic.explain import explain
from tools.blocks import ROOT

FOLDER = ROOT / "docs" / "drawings"
COURSE = ROOT / "docs" / "course" / "pictures"


def drawings() -> dict[Path, str]:
    """The drawings by their files."""
    (parrot,) = asp_nono.read(ROOT / "instances" / "color" / "parrot.xml")
    (ladybird,) = asp_nono.read(ROOT / "instances" / "color" / "ladybird.xml")
    first, second, *_ = sorted(asp_nono.solutions(ladybird), key=lambda grid: grid.rows)
    both = asp_nono.Difference(first, second)
    (search,) = asp_nono.read(ROOT / "instances" / "pathological" / "search-5x5.xml")
    steps = explain(search).frames()
    (boat,) = asp_nono.read(ROOT / "docs" / "course" / "boat.non")
    (ones,) = asp_nono.read(ROOT / "instances" / "pathological" / "ones-4.xml")
    goal, *_, rival = sorted(asp_nono.solutions(ones), key=lambda grid: grid.rows, reverse=True)
    return {
        FOLDER / "parrot.svg": asp_nono.draw_svg(parrot, parrot.goal),
        FOLDER / "difference.svg": asp_nono.draw_svg(ladybird, both),
        FOLDER / "steps.svg": strip_svg(search, steps[8:12]),
        COURSE / "boat.svg": asp_nono.draw_svg(boat, boat.goal),
        COURSE / "differ.svg": asp_nono.draw_svg(ones, asp_nono.Difference(goal, rival)),
    }


if __name__ == "__main__":
    for file, drawing in drawings().items():
        file.write_text(drawing, encoding="utf-8", newline="\n")
