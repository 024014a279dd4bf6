"""Colors: names that are widely known, and palettes for formats that leave colors open.

The names are those of SVG and CSS (https://www.w3.org/TR/css-color-4/#named-colors).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from colorsys import hsv_to_rgb
from functools import cache
from itertools import chain, count, islice
from typing import NamedTuple

from asp_nono.errors import PuzzleError
from asp_nono.grid import RESERVED_CHARS, spare_chars
from asp_nono.puzzle import BLACK, WHITE, Color

MAX_COLORS = 256
"""More colors than any puzzle has; a cell of a picture holds a set of them."""

_NAMES = """
aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc
bisque:ffe4c4 black:000000 blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a
burlywood:deb887 cadetblue:5f9ea0 chartreuse:7fff00 chocolate:d2691e coral:ff7f50
cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff darkblue:00008b darkcyan:008b8b
darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9 darkkhaki:bdb76b
darkmagenta:8b008b darkolivegreen:556b2f darkorange:ff8c00 darkorchid:9932cc darkred:8b0000
darksalmon:e9967a darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f
darkslategrey:2f4f4f darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff
dimgray:696969 dimgrey:696969 dodgerblue:1e90ff firebrick:b22222 floralwhite:fffaf0
forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc ghostwhite:f8f8ff gold:ffd700 goldenrod:daa520
gray:808080 green:008000 greenyellow:adff2f grey:808080 honeydew:f0fff0 hotpink:ff69b4
indianred:cd5c5c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa lavenderblush:fff0f5
lawngreen:7cfc00 lemonchiffon:fffacd lightblue:add8e6 lightcoral:f08080 lightcyan:e0ffff
lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3 lightpink:ffb6c1
lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899
lightslategrey:778899 lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00 limegreen:32cd32
linen:faf0e6 magenta:ff00ff maroon:800000 mediumaquamarine:66cdaa mediumblue:0000cd
mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371 mediumslateblue:7b68ee
mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585 midnightblue:191970
mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 navajowhite:ffdead navy:000080 oldlace:fdf5e6
olive:808000 olivedrab:6b8e23 orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa
palegreen:98fb98 paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9
peru:cd853f pink:ffc0cb plum:dda0dd powderblue:b0e0e6 purple:800080 rebeccapurple:663399
red:ff0000 rosybrown:bc8f8f royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460
seagreen:2e8b57 seashell:fff5ee sienna:a0522d silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd
slategray:708090 slategrey:708090 snow:fffafa springgreen:00ff7f steelblue:4682b4 tan:d2b48c
teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0 violet:ee82ee wheat:f5deb3 white:ffffff
whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32
"""


def rgb_of(name: str) -> str | None:
    """The value of a color name as six hexadecimal digits; case and blanks do not count.

    >>> rgb_of("Light Blue")
    'add8e6'
    """
    return _table().get("".join(name.lower().split()))


@cache
def _table() -> dict[str, str]:
    pairs = (pair.partition(":") for pair in _NAMES.split())
    return {name: rgb for name, _, rgb in pairs}


def picked(taken: Collection[str]) -> Iterator[str]:
    """Values for colors that have none: strong ones, far apart, none of them in `taken`."""
    for turn in count():
        # Steps of the golden ratio never come close to an earlier hue.
        parts = hsv_to_rgb(turn * 0.618034 % 1, 0.9, 0.8)
        rgb = "".join(f"{round(255 * part):02x}" for part in parts)
        if rgb not in taken:
            yield rgb


class Ink(NamedTuple):
    """A color whose character is only wished for.

    Attributes:
        name: What the clues call it.
        rgb: Six hexadecimal digits, lower case.
        char: The character that it should have; "" for any.
    """

    name: str
    rgb: str
    char: str = ""


def palette(inks: Iterable[Ink]) -> tuple[Color, ...]:
    """Colors with a character each, the background first.

    A wish that is taken or cannot be met gives way to a spare character.

    Raises:
        PuzzleError: If there are too many colors, or a color is not sound.
    """
    inks = tuple(islice(inks, MAX_COLORS + 1))
    if len(inks) > MAX_COLORS:
        raise PuzzleError(f"more than {MAX_COLORS} colors")
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
    """White, black, and as many others as make `colors` colors of blocks; at least black.

    Raises:
        PuzzleError: If there are too many.
    """
    values = picked((WHITE.rgb, BLACK.rgb))
    more = (Ink(f"color{k}", rgb) for k, rgb in zip(range(2, colors + 1), values, strict=False))
    return palette(chain((Ink("white", WHITE.rgb), Ink("black", BLACK.rgb)), more))


def of_names(
    names: Collection[str], meanings: Mapping[str, str] | None = None
) -> tuple[Color, ...]:
    """White, and colors that a file only names.

    Names that everybody knows have their usual values; one alone that nobody knows is black, and
    others have values that differ.

    Args:
        names: What the clues call the colors.
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
    """Colors that a file gives values but no names, the background first.

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
