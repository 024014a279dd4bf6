"""Colors as numbers: how light they are, and what can be read on them."""

from collections.abc import Sequence

from asp_nono.draw.picture import ONLY_FIRST, ONLY_SECOND, OTHER_COLOR
from asp_nono.puzzle import BLACK, WHITE

TINTS = {ONLY_FIRST: "e69f00", ONLY_SECOND: "56b4e9", OTHER_COLOR: "cc79a7"}
"""Behind the marks of cells that differ: of the eight colors that Okabe and Ito chose so that
color-blind people tell them apart (Color Universal Design, 2008)."""

UNDECIDED_TINT = "c8c8c8"  # behind the mark of a cell that is not decided


def luminance(rgb: str) -> float:
    """How light a color is, from 0 for black to 1 for white (WCAG 2.2, relative luminance)."""
    parts = (value / 255 for value in bytes.fromhex(rgb))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(rgb: str, other: str) -> float:
    """The contrast of two colors, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    dark, light = sorted((luminance(rgb), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(rgb: str) -> str:
    """Black or white, whichever is the easier to read on a color; it is always legible.

    >>> ink_on("ffff00"), ink_on("000080")
    ('000000', 'ffffff')
    """
    return max((BLACK.rgb, WHITE.rgb), key=lambda ink: contrast(ink, rgb))


def mixed(colors: Sequence[str], weights: Sequence[int]) -> str:
    """Colors mixed in proportion to their weights, of which some is above 0.

    >>> mixed(["ffffff", "000000"], [3, 1])
    'bfbfbf'
    """
    total = sum(weights)
    levels = (
        sum(weight * part for weight, part in zip(weights, column, strict=True)) // total
        for column in zip(*map(bytes.fromhex, colors), strict=True)
    )
    return bytes(levels).hex()
