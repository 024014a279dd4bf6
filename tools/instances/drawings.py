"""Drawings: text files, a short header above the picture, read as instances.

A header line is `key: value`; a blank line ends the header. The keys are `title`, `description`,
`solutions` (a number, or "at least" and a number; 1 when left out), `line` ("yes" when line logic
alone solves it), `background` and `color`. The last two give name, character and six hexadecimal
digits; a drawing without a `color` is black on white.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from asp_nono.grid import Grid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tools.instances.model import Instance, credited

FOLDER = Path(__file__).parent / "drawings"


def drawings() -> Iterator[Instance]:
    """Every drawing of the folder, group by group, in the order of their names."""
    for path in sorted(FOLDER.glob("*/*.txt")):
        yield read_drawing(path)


def read_drawing(path: Path) -> Instance:
    """The instance that a drawing describes; its group is the name of the folder it lies in."""
    header, _, picture = path.read_text(encoding="utf-8").partition("\n\n")
    fields = [_field(line) for line in header.splitlines()]
    once = dict(fields)
    colors = tuple(_color(value) for key, value in fields if key == "color") or (BLACK,)
    palette = (_color(once["background"]) if "background" in once else WHITE, *colors)
    grid = Grid.from_text(picture.splitlines(), "".join(color.char for color in palette))
    puzzle = Puzzle.of(grid, palette)
    return Instance(
        path.parent.name,
        path.stem,
        credited(puzzle, title=once["title"], description=once["description"]),
        solutions=int(once.get("solutions", "1")),
        line=once.get("line") == "yes",
    )


def _field(line: str) -> tuple[str, str]:
    key, _, value = line.partition(":")
    return key, value.strip()


def _color(value: str) -> Color:
    name, char, rgb = value.rsplit(maxsplit=2)
    return Color(name, char, rgb)
