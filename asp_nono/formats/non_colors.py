"""Colors in nonogram-db's `.non`: a letter each."""

from __future__ import annotations

import re

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import quoted
from asp_nono.formats.tokens import Numbered


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
