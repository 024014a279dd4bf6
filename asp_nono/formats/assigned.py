"""Keen's first listing: two assignments of lists, as a Python program would hold them.

`rows = [[4], [1, 2]]` and `cols = [[4], [1]]`, with `#` comments. Nothing of it is ever executed:
these few words are all that is understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.formats.tokens import Numbered, clues_of_lengths, length_of
from asp_nono.puzzle import Puzzle

_TOKEN = re.compile(r"#.*|\w+|[^\s\w]")
_CLOSE = ("]", ")")
_AXES = {"rows": "row", "cols": "column", "columns": "column"}


def read(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    Raises:
        PuzzleError: If there is anything else, or the puzzle is not sound.
    """
    tokens = _tokens(source.text())
    found: dict[str, list[list[int]]] = {}
    for name in tokens:
        axis = _AXES.get(name.text.lower())
        if axis is None or axis in found:
            reason = f"{quoted(name.text)}; expected 'rows = ' and 'cols = ', once each"
            raise PuzzleError(reason, where=(name.where, name.character()))
        _expect(_next(tokens), "=")
        found[axis] = _lists(tokens)
    rows, columns = found.get("row", []), found.get("column", [])
    return [Puzzle(clues_of_lengths("row", rows), clues_of_lengths("column", columns))]


def _tokens(text: str) -> Iterator[Numbered]:
    for place, line in enumerate(text.split("\n"), 1):
        for token in Numbered(place, line).found(_TOKEN):
            if token.text[0] != "#":
                yield token


def _lists(tokens: Iterator[Numbered]) -> list[list[int]]:
    """A list of lists of numbers."""
    return [
        [_number(token) for token in _items(tokens, first)]
        for first in _items(tokens, _next(tokens))
    ]


def _items(tokens: Iterator[Numbered], opening: Numbered) -> Iterator[Numbered]:
    """The first token of each item of a list; whoever asks for the next has taken the rest."""
    if opening.text not in ("[", "("):
        raise PuzzleError(
            f"{quoted(opening.text)}; expected a list", where=(opening.where, opening.character())
        )
    for _ in range(MAX_SIDE + 1):
        token = _next(tokens)
        if token.text in _CLOSE:
            return
        yield token
        token = _next(tokens)
        if token.text in _CLOSE:
            return
        _expect(token, ",")
    reason = f"a list of more than {MAX_SIDE} items"
    raise PuzzleError(reason, where=(opening.where, opening.character()))


def _number(token: Numbered) -> int:
    try:
        return length_of(token)
    except PuzzleError as error:
        raise error.within(token.where) from None


def _expect(token: Numbered, text: str) -> None:
    if token.text != text:
        reason = f"{quoted(token.text)}; expected {quoted(text)}"
        raise PuzzleError(reason, where=(token.where, token.character()))


def _next(tokens: Iterator[Numbered]) -> Numbered:
    for token in tokens:
        return token
    raise PuzzleError("the file ends inside of an assignment")
