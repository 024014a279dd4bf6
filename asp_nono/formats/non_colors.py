"""Colours in nonogram-db's `.non`: a letter each, declared or picked here."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from colorsys import hsv_to_rgb
from itertools import count

from asp_nono.errors import PuzzleError
from asp_nono.formats.listing import Numbered
from asp_nono.formats.source import quoted


def hexadecimal(color: Numbered) -> tuple[str, str]:
    """Letter and value of a declaration such as `r #ff0000`.

    Raises:
        PuzzleError: If it is not of this kind.
    """
    found = re.fullmatch("([a-z])[ \t]+#?([0-9a-fA-F]{6})[ \t]*", color.text)
    if not found:
        reason = f"colour {quoted(color.text)}; expected a letter and six digits as in 'r #ff0000'"
        raise PuzzleError(reason, where=(color.where,))
    return found[1], found[2].lower()


def picked(taken: Collection[str]) -> Iterator[str]:
    """Values for letters that have none: strong colours, far apart, none of them in `taken`."""
    for turn in count():
        # Steps of the golden ratio never come close to an earlier hue.
        parts = hsv_to_rgb(turn * 0.618034 % 1, 0.9, 0.8)
        rgb = "".join(f"{round(255 * part):02x}" for part in parts)
        if rgb not in taken:
            yield rgb
