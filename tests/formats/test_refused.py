"""What each reader refuses, and why: the rows of `refused.jsonl`.

A row has a format ("" where it is to be recognized), a text, and how the reason begins; or, in
place of the text, a sample (see `samples.py`), a part of it, and what stands there instead. A
repetition is a text and a count.
"""

import json
from typing import TypeAlias

import pytest

from tests.formats.damage import Text, lines_of, whole
from tests.formats.fixtures import refusal
from tests.formats.samples import sample

Row: TypeAlias = tuple[str, str, Text, Text, str] | tuple[str, Text, str]

ROWS: list[Row] = [json.loads(line) for line in lines_of("refused.jsonl")]


@pytest.mark.parametrize("row", ROWS)
def test_refused(row: Row) -> None:
    """One line names the place, what is wrong, and what was expected."""
    assert refusal(text_of(row), row[0] or None).startswith(row[-1])


def text_of(row: Row) -> str:
    """The text that a row is about."""
    if len(row) == 3:
        return whole(row[1])
    _, name, old, new, _ = row
    assert whole(old) in sample(name)
    return sample(name).replace(whole(old), whole(new), 1)
