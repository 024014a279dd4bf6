"""What a format cannot hold: refused, or with leave dropped with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass

from asp_nono.errors import PuzzleWarning, UnwritableError


@dataclass(frozen=True, slots=True)
class Options:
    """How to write.

    Attributes:
        lossy: Drop what the format cannot hold and warn, instead of refusing. What would make
            it another puzzle (colours, blots) is refused all the same.
        colored: Use nonogram-db's colour extension of `.non`, which few programs read.
    """

    lossy: bool = False
    colored: bool = False


def settle(form: str, fatal: Iterable[str], dropped: Iterable[str], options: Options) -> None:
    """Decide on the things that a format cannot hold.

    Raises:
        UnwritableError: If something is `fatal`, or is `dropped` without leave. It names all.
    """
    hard, soft = list(dict.fromkeys(fatal)), list(dict.fromkeys(dropped))
    if hard or (soft and not options.lossy):
        raise UnwritableError(form, hard, soft)
    if soft:
        text = f"{form} cannot hold {', '.join(soft)}; the file is written without"
        warnings.warn(PuzzleWarning(text), stacklevel=3)
