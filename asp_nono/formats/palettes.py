"""Palettes for formats that do not say how a colour looks, or which character draws it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from asp_nono.errors import PuzzleError
from asp_nono.formats.color_names import rgb_of
from asp_nono.formats.non_colors import picked
from asp_nono.grid import RESERVED_CHARS, spare_chars
from asp_nono.puzzle import BLACK, WHITE, Color

MAX_COLORS = 256
"""More colours than any puzzle has; a cell of a picture holds a set of them."""


class Ink(NamedTuple):
    """A colour whose character is only wished for.

    Attributes:
        name: What the clues call it.
        rgb: Six hexadecimal digits, lower case.
        char: The character that it should have; "" for any.
    """

    name: str
    rgb: str
    char: str = ""


def palette(inks: Iterable[Ink]) -> tuple[Color, ...]:
    """Colours with a character each, the background first.

    A wish that is taken or cannot be met gives way to a spare character.

    Raises:
        PuzzleError: If there are too many colours, or a colour is not sound.
    """
    inks = tuple(islice(inks, MAX_COLORS + 1))
    if len(inks) > MAX_COLORS:
        raise PuzzleError(f"more than {MAX_COLORS} colours")
    wishes = {ink.char for ink in inks} | {WHITE.char, BLACK.char}
    spare = spare_chars(wishes)
    taken: set[str] = set()
    colors = []
    for place, ink in enumerate(inks):
        usual = WHITE.char if place == 0 else BLACK.char if ink.rgb == BLACK.rgb else ""
        fit = (char for char in (ink.char, usual) if _may_draw(char) and char not in taken)
        char = next(fit, None) or next(spare)
        taken.add(char)
        colors.append(Color(ink.name, char, ink.rgb))
    return tuple(colors)


def numbered(colors: int) -> tuple[Color, ...]:
    """White, black, and as many others as make `colors` colours of blocks; at least black.

    Raises:
        PuzzleError: If there are too many.
    """
    values = picked((WHITE.rgb, BLACK.rgb))
    more = (Ink(f"color{k}", rgb) for k, rgb in zip(range(2, colors + 1), values, strict=False))
    return palette(chain((Ink("white", WHITE.rgb), Ink("black", BLACK.rgb)), more))


def of_names(
    names: Collection[str], meanings: Mapping[str, str] | None = None
) -> tuple[Color, ...]:
    """White, and colours that a file only names.

    Names that everybody knows have their usual values; one alone that nobody knows is black, and
    others have values that differ.

    Args:
        names: What the clues call the colours.
        meanings: What everybody calls them, where that is another name.

    Raises:
        PuzzleError: If there are too many.
    """
    usual = {name: rgb_of((meanings or {}).get(name, name)) for name in names}
    if list(usual.values()) in ([], [None]):
        return WHITE, BLACK
    spare = picked({WHITE.rgb, *filter(None, usual.values())})
    background = "background" if "white" in names else "white"
    inks = (Ink(name, rgb or next(spare), name[:1].lower()) for name, rgb in usual.items())
    return palette([Ink(background, WHITE.rgb), *inks])


def of_values(values: Sequence[str]) -> tuple[Color, ...]:
    """Colours that a file gives values but no names, the background first.

    Args:
        values: Six hexadecimal digits each, in either case.

    Raises:
        PuzzleError: If there are too many, or one is not of this kind.
    """
    inks: dict[str, Ink] = {}
    for number, value in enumerate(values[: MAX_COLORS + 1]):
        rgb = value.lower()
        usual = {WHITE.rgb: "white", BLACK.rgb: "black"}.get(rgb, "")
        name = usual if usual and usual not in inks else f"color{number}"
        inks[name] = Ink(name, rgb)
    return palette(inks.values())


def _may_draw(char: str) -> bool:
    return len(char) == 1 and not char.isspace() and char not in RESERVED_CHARS
