"""What the header of an encoding says.

A header is the comment at the top of an `.lp` file: Purpose, Input, External, Output, Inner and,
for redundant rules, Adds. Each predicate has one entry, `%   name(A, B) - one sentence.`
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

_PREDICATES = ("inputs", "external", "outputs", "inner")
_NAMES = ("unread", "parts", "modes")


@dataclass(frozen=True, slots=True)
class HeaderEntry:
    """The entry of a predicate in a header."""

    signature: str  #: "name/arity"
    arguments: tuple[str, ...]  #: the argument names
    meaning: str  #: one sentence in which each argument occurs


@dataclass(frozen=True, slots=True)
class Header:
    """The header of an encoding."""

    purpose: str  #: what the encoding is for, in prose
    adds: str  #: for redundant rules, why they change no solution; else empty
    inputs: tuple[HeaderEntry, ...]  #: the predicates that it reads and does not derive,
    external: tuple[HeaderEntry, ...]  #: those whose truth is set from outside,
    outputs: tuple[HeaderEntry, ...]  #: those that it shows,
    inner: tuple[HeaderEntry, ...]  #: and the others that it derives
    fault: str = ""  #: what is wrong with it, where that is no error; the rest is from the rules
    unread: frozenset[str] = frozenset()  #: signatures that rules derive and none reads or shows
    parts: frozenset[str] = frozenset()  #: program parts besides base, as `step/1`
    modes: frozenset[str] = frozenset()  #: M of each #external mode(M); "" where M is a variable
    hides: bool = False  #: whether `#show.` hides everything else
    steers: bool = False  #: whether there is #heuristic

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Header":
        """The header of which `to_json` gave the data."""
        entries = {
            section: tuple(
                HeaderEntry(name, tuple(args), text) for name, args, text in data[section]
            )
            for section in _PREDICATES
        }
        names = {key: frozenset(data[key]) for key in _NAMES}
        return cls(**{**data, **entries, **names})

    def to_json(self) -> dict[str, Any]:
        """All of it, with lists where JSON has neither tuples nor sets."""
        entries = {
            section: [
                [entry.signature, list(entry.arguments), entry.meaning]
                for entry in getattr(self, section)
            ]
            for section in _PREDICATES
        }
        return {**asdict(self), **entries, **{key: sorted(getattr(self, key)) for key in _NAMES}}


def digest(encoding: Path) -> str:
    """What tells an encoding from all others: the SHA-256 of its bytes; empty if unreadable."""
    try:
        return sha256(encoding.read_bytes()).hexdigest()
    except OSError:
        return ""
