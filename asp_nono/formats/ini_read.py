"""Reading the INI files of pynogram (https://github.com/tsionyx/pynogram)."""

from __future__ import annotations

import re
from typing import TypeAlias

from asp_nono.errors import PuzzleError
from asp_nono.formats.clue_strings import Dialect, puzzle_of
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.tokens import Numbered
from asp_nono.puzzle import Puzzle

DIALECT = Dialect(white="white", black="black")

_SECTION = re.compile(r"\[([^\]]+)\]")
_COMMENT = re.compile(r"(^|(?<=\s))[#;].*")

_Options: TypeAlias = dict[str, list[Numbered]]
"""The lines of text of each option."""


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    Raises:
        PuzzleError: If it is no INI file, has no clues, or makes no puzzle.
    """
    reader = _Reader()
    for place, line in enumerate(source.text().split("\n"), 1):
        try:
            reader.take(_COMMENT.sub("", line).rstrip(), place)
        except PuzzleError as error:
            raise error.within(f"line {place}") from None
    clues = reader.sections.get("clues", {})
    for key in ("rows", "columns"):
        if key not in clues:
            raise PuzzleError(f"no {key!r} in [clues]; expected clues")
    colors = {
        name: " ".join(line.text for line in lines)
        for name, lines in reader.sections.get("colors", {}).items()
    }
    return [puzzle_of(clues["rows"], clues["columns"], colors, DIALECT, source)]


class _Reader:
    """Takes lines one by one; one that begins with a blank goes on with the value before it."""

    def __init__(self) -> None:
        self.sections: dict[str, _Options] = {}
        self._options: _Options | None = None
        self._value: list[Numbered] | None = None

    def take(self, line: str, place: int) -> None:
        if not line:
            return
        if line[0].isspace() and self._value is not None:
            self._value.append(Numbered(place, line).stripped())
        elif section := _SECTION.fullmatch(line):
            if section[1] in self.sections:
                raise PuzzleError(f"a second section {quoted(section[1])}")
            self._options = self.sections[section[1]] = {}
            self._value = None
        elif self._options is None:
            raise PuzzleError(f"{quoted(line)}; expected a section such as [clues] first")
        else:
            name, sign, _ = (part.strip() for part in line.partition("="))
            if not sign or not name:
                raise PuzzleError(f"{quoted(line)}; expected a name, '=' and a value")
            if name.lower() in self._options:
                raise PuzzleError(f"a second {quoted(name.lower())}; case does not count in names")
            first = Numbered(place, line).split("=", 1)[1].stripped()
            self._value = self._options[name.lower()] = [first]
