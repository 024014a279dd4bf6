"""The characters of logic programs, checked before clingo sees them.

clingo cannot report a character beyond ASCII where it does not belong: its message breaks the
character apart, and the process dies. After a zero it reads no further and says nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

from asp_nono.errors import EncodingError

_QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)
"""Strings and comments, where any character may stand."""

_ODD = re.compile(r"[^\x01-\x7f]")


def read_program(path: Path) -> str:
    """The text of a file of rules.

    Raises:
        EncodingError: If it cannot be read, is not UTF-8 or has characters that do not belong.
    """
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise EncodingError(str(path), f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise EncodingError(str(path), "is not UTF-8 text; expected an encoding (.lp)") from None
    check_characters(str(path), text)
    return text


def check_characters(file: str, text: str) -> None:
    """Refuse characters that no rule may hold, save in strings and comments.

    Raises:
        EncodingError: It names the line.
    """
    bare = _QUOTED.sub(lambda match: re.sub(r"[^\n\0]", " ", match[0]), text)
    if match := _ODD.search(bare):
        line = bare.count("\n", 0, match.start()) + 1
        reason = f"{match[0]!r} outside of a string; expected letters, digits and signs of ASCII"
        raise EncodingError(file, reason, place=f"line {line}")
