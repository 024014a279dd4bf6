"""From cells in a few colors to a picture with its palette: background, names, characters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from asp_nono.errors import PuzzleError
from asp_nono.formats.picture_colors import Cells, Rgb, distance
from asp_nono.formats.source import quoted
from asp_nono.grid import Grid, spare_chars
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

NAMES: dict[str, Rgb] = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "gray": (128, 128, 128),
    "silver": (200, 200, 200),
    "red": (230, 20, 20),
    "maroon": (128, 0, 0),
    "orange": (255, 140, 0),
    "yellow": (255, 225, 25),
    "olive": (128, 128, 0),
    "lime": (60, 220, 60),
    "green": (0, 128, 0),
    "teal": (0, 128, 128),
    "cyan": (70, 220, 240),
    "blue": (20, 60, 220),
    "navy": (0, 0, 110),
    "purple": (128, 30, 160),
    "magenta": (240, 50, 230),
    "pink": (255, 190, 205),
    "brown": (140, 80, 30),
    "beige": (245, 230, 200),
}
"""Colors with a common name."""

_FAR = 96
"""A background asked for may differ so much from the color of the picture that is meant."""

_CLEAR: tuple[Rgb, ...] = ((255, 255, 255), (224, 224, 224), (200, 224, 248), (32, 32, 32))
"""What transparent cells may be painted with, to be told from the others."""


def color_named(text: str) -> Rgb:
    """The color that somebody asks for by a common name or six hexadecimal digits.

    Raises:
        PuzzleError: If it is neither.
    """
    if text.lower() in NAMES:
        return NAMES[text.lower()]
    if found := re.fullmatch("#?([0-9a-fA-F]{6})", text):
        red, green, blue = bytes.fromhex(found[1])
        return red, green, blue
    names = ", ".join(sorted(NAMES))
    raise PuzzleError(f"color {quoted(text)}; expected a value such as #ff8800, or one of {names}")


def ground_of(cells: Cells, wanted: Rgb | None) -> Rgb | None:
    """The color of the background: the one asked for, else the most frequent one at the edge.

    None stands for what is transparent; if anything is, that is the background.

    Raises:
        PuzzleError: If no cell has the color asked for.
    """
    if wanted is not None:
        return _nearest(wanted, cells.counts)
    if None in cells.colors:
        return None
    ((ground, _),) = cells.border().most_common(1)
    return ground


def puzzle_of(cells: Cells, ground: Rgb | None) -> Puzzle:
    """The puzzle that cells in a few colors pose.

    Args:
        cells: The cells.
        ground: The color of the background. What is transparent belongs to it too.
    """
    blocks = [color for color, _ in cells.counts.most_common() if color != ground]
    number = {color: index for index, color in enumerate(blocks, 1)}
    values = [number.get(color, 0) if color else 0 for color in cells.colors]
    rows = (values[start : start + cells.width] for start in range(0, len(values), cells.width))
    paint = _unlike(blocks) if ground is None else ground
    return Puzzle.of(Grid(tuple(map(tuple, rows))), tuple(_palette([paint, *blocks])))


def _nearest(wanted: Rgb, colors: Collection[Rgb]) -> Rgb:
    nearest = min(colors, key=lambda color: distance(color, wanted), default=None)
    if nearest is None or distance(nearest, wanted) > _FAR:
        shown = ", ".join(f"#{_hex(color)}" for color in list(colors)[:8]) or "transparent"
        raise PuzzleError(f"no cell has the background #{_hex(wanted)}; the picture has {shown}")
    return nearest


def _unlike(colors: Collection[Rgb]) -> Rgb:
    """A color for transparent cells: the one that is farthest from the nearest of the others."""
    return max(_CLEAR, key=lambda clear: min((distance(clear, c) for c in colors), default=256))


def _palette(colors: Sequence[Rgb]) -> Iterator[Color]:
    """A name and a character for each color."""
    names: set[str] = set()
    chars: set[str] = set()
    for rgb in colors:
        name = _nearest_name(rgb)
        number = 1
        full = name
        while full in names:
            number += 1
            full = f"{name}{number}"
        names.add(full)
        usual = {WHITE.name: WHITE.char, BLACK.name: BLACK.char}.get(full)
        free = [char for char in (usual or name) if char not in chars]
        char = free[0] if free else next(spare_chars(chars | {WHITE.char, BLACK.char}))
        chars.add(char)
        yield Color(full, char, _hex(rgb))


def _nearest_name(rgb: Rgb) -> str:
    return min(NAMES, key=lambda name: _squares(NAMES[name], rgb))


def _squares(one: Rgb, other: Rgb) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _hex(color: Rgb) -> str:
    return bytes(color).hex()
