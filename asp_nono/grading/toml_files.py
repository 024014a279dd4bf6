"""Small TOML files of a teacher's, read with care."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from asp_nono.errors import PuzzleError

_MOST_BYTES = 1 << 16


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file says.

    Raises:
        PuzzleError: If it cannot be read, is too large or no TOML.
    """
    try:
        with path.open("rb") as stream:
            raw = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise PuzzleError(f"cannot be read: {error.strerror}", path=str(path)) from None
    if len(raw) > _MOST_BYTES:
        reason = f"more than {_MOST_BYTES >> 10} KiB; expected a few lines"
        raise PuzzleError(reason, path=str(path))
    try:
        return tomllib.loads(raw.decode())
    except (ValueError, RecursionError) as error:
        words = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise PuzzleError(f"is no TOML: {words}", path=str(path)) from None
