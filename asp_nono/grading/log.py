"""What clingo has to say while it grounds and solves a submission."""

from __future__ import annotations

import re
from types import TracebackType
from typing import Self

from clingo import MessageCode

from asp_nono.errors import EncodingError
from asp_nono.run.limits import out_of_memory

_KEPT = 20
_LONGEST = 400
_PLACED = re.compile(r"<[^>]*>:(\d+):[\d:-]+: error: (.*)")


_NOTE = re.compile(r"\s*<[^>]*>:[\d:-]+: note: ")
_ANONYMOUS = re.compile(r"#Anon\d+")


class Log:
    """Collects messages inside a `with` block, and turns clingo's refusal into an error of ours.

    Attributes:
        texts: The first messages.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, code: MessageCode, text: str) -> None:
        """Take a message from clingo."""
        del code
        if len(self.texts) < _KEPT:
            self.texts.append(" ".join(text.split())[:_LONGEST])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raise an EncodingError with the place and the reason that clingo gave, if it gave up."""
        if not isinstance(error, RuntimeError) or out_of_memory(error):
            return
        for text in self.texts:
            if match := _PLACED.match(text):
                place = f"line {match[1]}"
                raise EncodingError("submission", _plain(match[2]), place=place) from None
        raise EncodingError("submission", f"clingo: {' '.join(str(error).split())}") from None


def _plain(words: str) -> str:
    """A message without what clingo has added to the rule it quotes."""
    words = _ANONYMOUS.sub("_", words).replace("[#inc_base];", "")
    return _NOTE.sub("; ", words)
