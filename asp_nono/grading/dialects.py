"""Dialects: vocabularies of other programs by name, and mapping files of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from asp_nono.errors import PuzzleError, UnknownNameError
from asp_nono.grading.toml_files import read_toml
from asp_nono.grading.vocabulary import (
    LETTER,
    LETTERS,
    OurFacts,
    Patterns,
    Vocabulary,
    signature,
)

_FOLDER = Path(__file__).parent / "dialects"
_ARGUMENT = r"\s*(?:-?\d+|[A-Z]|(?!not\b)[a-z_][A-Za-z0-9_']*|\"[\w -]*\")\s*"
_INNERMOST = re.compile(rf"(?:\b(?!not\b)[a-z_][\w']*)?\({_ARGUMENT}(?:,{_ARGUMENT})*\)")
_ATOM = re.compile(r"(?!not\b)[a-z_][A-Za-z0-9_']*(?:\(.*\))?", re.DOTALL)
_LONGEST = 200
_NAME = re.compile(r"[a-z_][A-Za-z0-9_]*")
_COLOR = re.compile(r"[a-z][A-Za-z0-9_]*|\"[\w -]*\"|\d{1,3}")
_LARGEST = 1000
_BASE = f"a whole number from -{_LARGEST} to {_LARGEST}"


def dialects() -> dict[str, Vocabulary]:
    """All vocabularies that have a name, our own first."""
    return {"ours": OurFacts(), **_files()}


@cache
def _files() -> dict[str, Patterns]:
    return {path.stem: read_mapping(path, path.stem) for path in sorted(_FOLDER.glob("*.toml"))}


def dialect(name: str) -> Vocabulary:
    """The vocabulary called `name`.

    Raises:
        UnknownNameError: If there is none.
    """
    known = dialects()
    if name not in known:
        raise UnknownNameError("dialect", name, known)
    return known[name]


def recognised(inputs: frozenset[str]) -> Vocabulary:
    """The vocabulary with most of the predicates that a program reads; ours if none has any."""
    return max(dialects().values(), key=lambda words: len(words.signatures & inputs))


def read_mapping(path: Path, name: str = "") -> Patterns:
    """A vocabulary from a mapping file (docs/grading.md says what it holds).

    Raises:
        PuzzleError: If the file cannot be read or says something else; the error names the entry.
    """
    table = read_toml(path)
    try:
        return _Mapping(table).vocabulary(name or path.name)
    except PuzzleError as error:
        raise error.within(path=str(path)) from None
    except UnknownNameError as error:
        raise PuzzleError(str(error), path=str(path)) from None


@dataclass(slots=True)
class _Mapping:
    """Takes the entries of a mapping file, each of which must be known and sound."""

    table: dict[str, Any]

    def vocabulary(self, name: str) -> Patterns:
        """What the file says."""
        known = ("about", "facts", "output", "constants", "first", "colors", "blank_is_zero")
        for key in self.table:
            if key not in known:
                raise UnknownNameError("entry of a mapping", key, known)
        facts = self._list("facts", _ATOM, "a pattern such as row_hint(Y, B, N)")
        output = self._take("output", str)
        self._take("about", str)
        if not facts or not output:
            raise PuzzleError("expected facts and output, at least")
        for pattern in facts:
            _letters(pattern, "facts", set(LETTERS))
            _sound_fact(pattern)
        _letters(output, "output", {"X", "Y", "K"})
        told = LETTER.findall(output)
        if not {"X", "Y"} <= set(told) or len(told) > len(set(told)):
            reason = f"{output!r}; expected X, Y and perhaps K, each once, as in fill(X, Y, K)"
            raise PuzzleError(reason, where=("output",))
        if signature(output) in map(signature, facts):
            reason = f"{signature(output)} is a fact; expected a predicate that no fact has"
            raise PuzzleError(reason, where=("output",))
        sizes = self._sized("constants", lambda v: v in ("H", "W", "C"), "H, W or C")
        first = self._sized("first", lambda v: type(v) is int and abs(v) <= _LARGEST, _BASE)
        if wrong := set(first) - {"X", "Y", "B"}:
            raise PuzzleError(f"{min(wrong)}; expected X, Y or B", where=("first",))
        colors = self._list("colors", _COLOR, "a name as in ASP: black, not Black")
        if colors and len(colors) < 3:
            raise PuzzleError("expected the background and two more", where=("colors",))
        if len(set(colors)) < len(colors):
            raise PuzzleError("a name comes twice; expected different ones", where=("colors",))
        zero = bool(self._take("blank_is_zero", bool))
        return Patterns(name, tuple(facts), output, sizes, first, tuple(colors), zero)

    def _take(self, key: str, kind: type) -> Any:  # noqa: ANN401 - of that kind
        value = self.table.get(key, kind())
        if type(value) is not kind:
            words = {str: "a text", list: "a list", dict: "a table", bool: "true or false"}[kind]
            raise PuzzleError(f"{value!r:.40}; expected {words}", where=(key,))
        return value

    def _list(self, key: str, form: re.Pattern[str], expected: str) -> list[str]:
        found: list[str] = self._take(key, list)
        if len(found) > 50:
            raise PuzzleError(f"{len(found)} entries; expected at most 50", where=(key,))
        for entry in found:
            if not isinstance(entry, str) or not form.fullmatch(entry):
                raise PuzzleError(f"{entry!r:.60}; expected {expected}", where=(key,))
        return found

    def _sized(self, key: str, sound: Callable[[Any], bool], expected: str) -> Mapping[str, Any]:
        found: dict[str, Any] = self._take(key, dict)
        for name, value in found.items():
            if not _NAME.fullmatch(name.lower()) or not sound(value):
                where = (key, name)
                raise PuzzleError(f"{value!r:.40}; expected {expected}", where=where)
        return found


def _letters(pattern: str, key: str, known: set[str]) -> None:
    if "asp_nono_" in pattern:
        reason = f"{pattern!r}: names that begin with asp_nono_ are kept for the judge"
        raise PuzzleError(reason, where=(key,))
    for name in re.findall(r"\b[A-Z]\w*\b", pattern):
        if name not in known:
            reason = f"{name} in {pattern!r}; expected {', '.join(sorted(known))}"
            raise PuzzleError(reason, where=(key,))
    if not _is_atom(pattern):
        raise PuzzleError(f"{pattern!r:.60}: expected an atom as in a program", where=(key,))


def _is_atom(pattern: str) -> bool:
    """Whether clingo would take it for an atom, with numbers for the letters."""
    if len(pattern) > _LONGEST or not _ATOM.fullmatch(pattern):
        return False
    before, rest = "", pattern.strip()
    while rest != before:
        before, rest = rest, _INNERMOST.sub("t", rest)
    return "(" not in rest and bool(_ATOM.fullmatch(rest))


def _sound_fact(pattern: str) -> None:
    letters = set(LETTER.findall(pattern))
    where = ("facts", signature(pattern))
    if letters & set("BNKM") and len(letters & {"X", "Y"}) != 1:
        reason = "of which line? Expected either Y, a row, or X, a column, beside B, N, K or M"
        raise PuzzleError(reason, where=where)
    if letters & {"N", "K"} and "B" not in letters:
        raise PuzzleError("of which block? Expected B beside N or K", where=where)
