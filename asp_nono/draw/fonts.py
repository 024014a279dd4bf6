"""Fonts of the machine, for text that the fonts of Pillow and PDF do not have."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_FOLDERS = (
    "~/.local/share/fonts",
    "~/.fonts",
    "/usr/local/share/fonts",
    "/usr/share/fonts",
    "~/Library/Fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "%WINDIR%/Fonts",
)

_NAMES = (
    "dejavusans.ttf",
    "notosans-regular.ttf",
    "freesans.ttf",
    "liberationsans-regular.ttf",
    "arial unicode.ttf",
    "arialuni.ttf",
    "arial.ttf",
    "segoeui.ttf",
    "droidsansfallbackfull.ttf",
    "droidsansfallback.ttf",
    "wqy-zenhei.ttc",
    "wqy-microhei.ttc",
    "msyh.ttc",
    "msgothic.ttc",
    "malgun.ttf",
)
"""Fonts without serifs that hold many scripts, in lower case; those for one script come last."""


@cache
def installed() -> tuple[Path, ...]:
    """Font files of this machine that hold many scripts, the most useful first."""
    found: dict[str, Path] = {}
    for folder in _FOLDERS:
        for here, _, files in os.walk(os.path.expandvars(Path(folder).expanduser())):
            for file in files:
                if file.lower() in _NAMES:
                    found.setdefault(file.lower(), Path(here, file))
    return tuple(found[name] for name in _NAMES if name in found)
