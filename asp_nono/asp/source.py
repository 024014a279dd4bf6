"""Files of rules, and clingo's messages about them.

Characters are checked before clingo sees them: a misplaced one beyond ASCII makes its message, and
so the process, break, and it silently stops reading at a zero. Every message of clingo is an error:
a misspelled predicate is only an *info* line to clingo, but makes the answers wrong.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from asp_nono.asp.diagnosis.syntax import without_quoted
from asp_nono.asp.diagnosis.wording import diagnosis, worded
from asp_nono.messages import EncodingError, Message, unreadable
from asp_nono.run.limits import out_of_memory

if TYPE_CHECKING:
    from asp_nono.asp.engine import MessageCode

_PLACED = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)[\d:-]*: (?:info|warning|(?P<error>error)): "
)

_TYPESET = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2190": ":-",
    "\u00d7": "*",
    "\u00ac": "not",
}
"""What word processors and slides write, and the signs of clingo that are meant."""


class ClingoMessages:
    """Collects clingo's messages inside a `with` block, and raises the first one at its end.

    `file` is named where clingo names none; its `text` is looked at for what is probably meant, as
    that of a file of rules is. Unless `strict`, what clingo only remarks is no error.
    """

    def __init__(self, file: str, text: str | None = None, *, strict: bool = True) -> None:
        self._file, self._text, self._strict = file, text, strict
        self._texts: list[str] = []

    def logger(self, code: "MessageCode", text: str) -> None:
        """Take a message from clingo."""
        del code
        if len(self._texts) < 20:
            self._texts.append(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        """Raise the first message as an EncodingError; errors other than clingo's pass."""
        if error is not None and out_of_memory(error):
            raise MemoryError from None
        found = [one for one in map(_placed, self._texts) if self._strict or one.error]
        if found and ((kind is None and self._strict) or (kind and issubclass(kind, RuntimeError))):
            raise self._error(found[0]) from None
        if kind is RuntimeError:
            raise self._error(_placed(str(error))) from None

    @property
    def placed(self) -> list["PlacedMessage"]:
        """The messages with their places."""
        return list(map(_placed, self._texts))

    def _error(self, said: "PlacedMessage") -> EncodingError:
        if not said.line:
            return EncodingError(self._file, worded(said.words))
        file = self._file if said.file.startswith("<") else said.file
        text = self._text if file == self._file and self._text is not None else _text_of(file)
        found = diagnosis(text, said.line, said.column, said.words)
        return EncodingError(file, found.reason, line=found.line, character=found.column)


class PlacedMessage(NamedTuple):
    """A message of clingo's, and what it is about; line and column are 0 if it names no place."""

    line: int
    column: int
    words: str
    file: str
    error: bool


def _placed(text: str) -> PlacedMessage:
    words = " ".join(text.split())
    if not (match := _PLACED.match(words)):
        return PlacedMessage(0, 0, words, "", error=False)
    line, column, said = int(match["line"]), int(match["column"]), words[match.end() :]
    return PlacedMessage(line, column, said, match["file"], bool(match["error"]))


def _text_of(file: str) -> str:
    """The text of a file; empty if it cannot be read."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def constant_options(values: Iterable[tuple[str, str]], source: str) -> Iterator[str]:
    """Options for constants; EncodingError, with the `source` as file, for what clingo misreads."""
    from asp_nono.asp.engine import parse_term

    for name, value in values:
        if not re.fullmatch(r"_*[a-z][A-Za-z0-9_']*", name):
            reason = Message("{name} is no constant; expected a name such as n", name=repr(name))
            raise EncodingError(source, reason)
        try:
            yield f"--const={name}={parse_term(value, lambda *_: None)}"
        except (RuntimeError, ValueError):
            reason = Message(
                "{value} is no value for the constant {name}; expected a term such as 3",
                value=repr(value),
                name=name,
            )
            raise EncodingError(source, reason) from None


def read_program(path: Path) -> str:
    """The text of a file of rules; EncodingError if it cannot be read or clingo must not see it."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise EncodingError(str(path), unreadable(error)) from None
    except UnicodeDecodeError:
        raise EncodingError(str(path), "is not UTF-8 text; expected an encoding (.lp)") from None
    check_characters(str(path), text)
    return text


def check_characters(file: str, text: str) -> None:
    """Raise an EncodingError for characters that only strings and comments may have."""
    bare = without_quoted(text)
    if match := re.search(r"[^\x01-\x7f]", bare):
        found, line = match[0], bare.count("\n", 0, match.start()) + 1
        reason = Message("{char} outside of a string; expected ASCII characters", char=repr(found))
        if meant := _TYPESET.get(found):
            reason = Message("write {meant} instead of {found}", meant=meant, found=found)
        column = match.start() - bare.rfind("\n", 0, match.start())
        raise EncodingError(file, reason, line=line, character=column)
