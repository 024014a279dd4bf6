"""Characters that would break clingo are named; others stay where they may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from asp_nono.asp.source import check_characters, read_program
from asp_nono.errors import EncodingError
from tests.cli.encodings import SOUND, encoding
from tests.cli.run import refused


@pytest.mark.parametrize(
    "text",
    [
        "a.",
        '% größer\na("größer", "\\"ü").',
        "%* ü\n ü *% a. % ü",
        'a("%", "ü").',
        "",
    ],
)
def test_fine(text: str) -> None:
    """Strings and comments may hold any character."""
    check_characters("mine.lp", text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ä.", "mine.lp: line 1: 'ä' outside of a string"),
        ("a.\n% ü\nb(ü).", "mine.lp: line 3: 'ü' outside of a string"),
        ("%* ü\n *% ü", "mine.lp: line 2: 'ü' outside of a string"),
        ('a("x"). “a”', "mine.lp: line 1: '“' outside of a string"),
        ("a.\n\0", "mine.lp: line 2: '\\x00' outside of a string"),
        ('a("\0").', "mine.lp: line 1: '\\x00' outside of a string"),
    ],
)
def test_refused(text: str, words: str) -> None:
    """The line is named."""
    with pytest.raises(EncodingError) as caught:
        check_characters("mine.lp", text)
    assert str(caught.value).startswith(words)


def test_files(tmp_path: Path) -> None:
    """Files are read as UTF-8."""
    file = tmp_path / "mine.lp"
    file.write_text("a. % ü", encoding="utf-8")
    assert read_program(file) == "a. % ü"
    file.write_bytes(b"a. % \xff")
    with pytest.raises(EncodingError, match="is not UTF-8 text"):
        read_program(file)
    with pytest.raises(EncodingError, match="cannot be read: No such file"):
        read_program(tmp_path / "none.lp")


def test_encodings(tmp_path: Path) -> None:
    """A student's encoding with such a letter gets one line, as clingo's own check would die."""
    file = encoding(tmp_path, SOUND + "größe :- fill(1, 1, 1).\n")
    assert "'ö' outside of a string" in refused("encodings", "check", file)
