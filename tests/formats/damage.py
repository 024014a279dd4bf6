"""Mistreatment that every reader must survive."""

import tracemalloc
import warnings
from pathlib import Path
from typing import TypeAlias

from hypothesis import strategies as st

from asp_nono.formats.registry import Content, find
from asp_nono.formats.source import Source
from asp_nono.messages import PuzzleError, PuzzleWarning
from tests.formats.fixtures import refusal

_PIECES = st.binary(max_size=4) | st.sampled_from(
    b"\n 0 -1 1.5 99999 null [ ] { } ( ) < > \x00 \xff \" ' , : ; = % # . .. | /* */ //".split(b" ")
)

Cuts = list[tuple[int, int, bytes]]

Text: TypeAlias = str | list[str | tuple[str, int]]
"""A text, or its parts; a part and a count are a repetition."""


def lines_of(name: str) -> list[str]:
    """The lines of a data file beside this one."""
    return Path(__file__).with_name(name).read_text("utf-8").splitlines()


def whole(text: Text) -> str:
    """A text with its repetitions."""
    if isinstance(text, str):
        return text
    return "".join(part if isinstance(part, str) else part[0] * part[1] for part in text)


def cuts() -> st.SearchStrategy[Cuts]:
    """Places, lengths of what is cut out there, and what is put in instead."""
    return st.lists(st.tuples(st.integers(0, 100_000), st.integers(0, 60), _PIECES), max_size=4)


def cut(data: bytes, damage: Cuts) -> bytes:
    """The damaged bytes of a file."""
    for place, length, piece in damage:
        start = place % (len(data) + 1)
        data = data[:start] + piece + data[start + length :]
    return data


def survives(data: bytes, damage: Cuts, form: str) -> None:
    """Assert that a damaged file is read, or refused with a PuzzleError of one line."""
    data = cut(data, damage)
    with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
        try:
            found = find(form).read(Source("damaged", data))
        except PuzzleError as error:
            found = [error]
    assert found
    for puzzle in found:
        if isinstance(puzzle, PuzzleError):
            assert len(str(puzzle).splitlines()) == 1
            assert len(str(puzzle)) < 1000


def is_recognized(data: bytes) -> None:
    """Assert that content is given a format, or refused for a reason of one line."""
    with warnings.catch_warnings(action="ignore", category=PuzzleWarning):
        try:
            said = Content(Source("damaged", data)).recognized.form.name
        except PuzzleError as error:
            said = str(error)
    assert len(said.splitlines()) == 1


def refused_within_bounds(text: str, form: str) -> None:
    """Assert that a monster of a file is refused without much memory."""
    tracemalloc.start()
    try:
        reason = refusal(text, form)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert reason
    assert most < 50 * len(text) + 50_000_000
