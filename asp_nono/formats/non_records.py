"""The keyword lines of `.non` files, gathered into one record a puzzle."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import Source, quoted, side
from asp_nono.formats.tokens import Numbered

Group: TypeAlias = Literal["rows", "columns"]

TEXTS = {
    "catalogue": "id",
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
    "collection": "collection",
}
"""Keywords of texts, and the field of a Puzzle that each fills."""

_SIZES = {"width": "width", "columns": "width", "height": "height", "rows": "height"}

_KNOWN = {*TEXTS, *_SIZES, "color", "goal", "saved", "maxrule"}

_KEYWORD = re.compile(r"\s*([A-Za-z][\w-]*)(?:\s+(.*))?\s*$")

_BETWEEN = "===="

_MOST_LINES = 1_000_000
"""The most lines of a file: a line costs far more memory than a character."""


@dataclass(slots=True)
class Record:
    """What the file says of one puzzle.

    Attributes:
        texts: By keyword, quotes still around them.
        sizes: By "width" and "height".
        groups: The lines after `rows` and `columns`, empty ones included.
        colors: A letter and its value.
        goals: The cells of the goals, filling characters removed.
        saved: The same of the saved pictures.
    """

    texts: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    groups: dict[Group, list[Numbered]] = field(default_factory=dict)
    colors: list[Numbered] = field(default_factory=list)
    goals: list[Numbered] = field(default_factory=list)
    saved: list[Numbered] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether what follows, pictures excepted, belongs to the next puzzle."""
        return len(self.groups) == 2

    @property
    def color_names(self) -> set[str]:
        """What the colors are called: letters, or whole words in Nonny's files."""
        return {color.text.partition(" ")[0] for color in self.colors}

    @property
    def only_texts(self) -> bool:
        """Whether nothing says that this is a puzzle of its own."""
        return not (self.sizes or self.groups or self.goals or self.saved)


def records(source: Source) -> list[Record]:
    """One record for each puzzle of a file, complete or not.

    Raises:
        PuzzleError: If a line is neither a keyword nor a clue, or a picture does not end.
    """
    return _Gatherer(source).records()


class _Gatherer:
    """Walks through the lines of a file once."""

    def __init__(self, source: Source) -> None:
        text = source.text()
        if text.count("\n") > _MOST_LINES:
            raise PuzzleError(f"more than {_MOST_LINES} lines; no puzzle file is so long")
        self.lines = text.removesuffix("\n").split("\n")
        self.source = source
        self.at = 0
        self.sections: list[list[Record]] = [[]]

    def records(self) -> list[Record]:
        while self.at < len(self.lines):
            line = self.lines[self.at].strip()
            self.at += 1
            try:
                if line == _BETWEEN:
                    self.sections.append([])
                elif line:
                    self._line(line)
            except PuzzleError as error:
                where = error.where or (f"line {self.at}",)
                raise PuzzleError(error.reason, where=where) from None
        return [record for section in self.sections for record in _joined(section)]

    def _line(self, line: str) -> None:
        found = _KEYWORD.match(line)
        if not found:
            raise PuzzleError(f"{quoted(line)}; expected a keyword such as 'rows'")
        keyword, value = found[1].lower(), found[2] or ""
        section = self.sections[-1]
        if not section or (section[-1].complete and keyword not in ("goal", "saved")):
            section.append(Record())
        self._keyword(section[-1], keyword, value)

    def _keyword(self, record: Record, keyword: str, value: str) -> None:
        if keyword in ("rows", "columns") and not value:
            self._group(record, "rows" if keyword == "rows" else "columns")
        elif keyword in _SIZES:
            _size(record, keyword, value.strip('"'))
        elif keyword in ("goal", "saved"):
            pictures = record.goals if keyword == "goal" else record.saved
            pictures.append(Numbered(self.at, self._picture(keyword, value)))
        elif keyword == "color":
            record.colors.append(Numbered(self.at, value))
        elif keyword in TEXTS:
            if record.texts.setdefault(keyword, value) != value:
                self.source.remark(f"line {self.at}: a second {keyword!r}; ignored")
        elif keyword != "maxrule":
            self.source.remark(f"line {self.at}: unknown keyword {quoted(keyword)}; ignored")

    def _group(self, record: Record, group: Group) -> None:
        if group in record.groups:
            raise PuzzleError(f"a second group of {group}; expected the other group first")
        start = self.at
        names = record.color_names | {"black"} if record.colors else set()
        while self.at < len(self.lines) and not _ends_group(self.lines[self.at], names):
            self.at += 1
        lines = enumerate(self.lines[start : self.at], start + 1)
        record.groups[group] = [Numbered(number, line).stripped() for number, line in lines]

    def _picture(self, keyword: str, value: str) -> str:
        """The cells of a picture; it never runs into the keywords after it."""
        start = self.at
        if value.startswith('"'):
            text = value[1:]
            while '"' not in text:
                if self.at == len(self.lines) or _is_known(self.lines[self.at]):
                    reason = f"the quote of this {keyword} is not closed"
                    raise PuzzleError(reason, where=(f"line {start}",))
                text += self.lines[self.at]
                self.at += 1
            text, _, rest = text.partition('"')
            if rest.strip():
                raise PuzzleError(f"{quoted(rest.strip())} after the quote of the {keyword}")
        else:
            text = value
            while self.at < len(self.lines) and _goes_on(self.lines[self.at]):
                text += self.lines[self.at]
                self.at += 1
        return re.sub("[^0-9A-Za-z?]", "", text)


def _joined(section: list[Record]) -> list[Record]:
    """Texts after the clues of the last puzzle are its own: no other puzzle follows."""
    if len(section) > 1 and section[-1].only_texts:
        rest, last = section.pop(), section[-1]
        last.texts = rest.texts | last.texts
        last.colors += rest.colors
    return section


def _size(record: Record, keyword: str, value: str) -> None:
    key, size = _SIZES[keyword], side(value, keyword)
    if record.sizes.setdefault(key, size) != size:
        raise PuzzleError(f"{key} {size}, but it was {record.sizes[key]} before")


def _ends_group(line: str, colors: Collection[str]) -> bool:
    """Whether a line is no clue: a clue begins with a number, or a color before a number."""
    if line.strip() == _BETWEEN:
        return True
    colored = re.match(r"\s*([A-Za-z][\w-]*)[\s:]+[0-9]", line) if colors else None
    return line.lstrip()[:1].isalpha() and not (colored and colored[1] in colors)


def _is_known(line: str) -> bool:
    found = _KEYWORD.match(line)
    return found is not None and found[1].lower() in _KNOWN


def _goes_on(line: str) -> bool:
    cells = re.fullmatch(r"[01?a-z\s]*", line) and line.strip()
    return bool(cells) and not _is_known(line)
