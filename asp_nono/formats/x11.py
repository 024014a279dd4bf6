"""Names of colours as X11 understands them, save those with a number behind the name.

Source: the file `rgb.txt` of X.Org (https://gitlab.freedesktop.org/xorg/app/rgb).
"""

from __future__ import annotations

import re

from asp_nono.formats.colors import rgb_of

_OWN = {
    "gray": "bebebe",
    "green": "00ff00",
    "lightgoldenrod": "eedd82",
    "lightslateblue": "8470ff",
    "maroon": "b03060",
    "navyblue": "000080",
    "purple": "a020f0",
    "violetred": "d02090",
}
"""What the web has not, or paints otherwise."""


def value(name: str) -> str | None:
    """The six hexadecimal digits of a colour, or None if its name is not known.

    Upper case, blanks and the spelling "grey" make no difference; `gray0` to `gray100` are known.
    """
    name = re.sub(r"\s", "", name.lower()).replace("grey", "gray")
    if shade := re.fullmatch("gray([0-9]{1,2}|100)", name):
        return f"{int(int(shade[1]) * 2.55 + 0.5):02x}" * 3
    return _OWN.get(name) or rgb_of(name)
