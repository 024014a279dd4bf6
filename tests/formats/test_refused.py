"""What each reader refuses, and why: the rows of `refused.jsonl`.

A row has a format ("" where it is to be recognized), a text, and how the reason begins; or, in
place of the text, a sample, a part of it, and what stands there instead. A repetition is a text
and a count.
"""

import json
from typing import TypeAlias

import pytest

from tests.formats import (
    test_clue_strings as clue_strings,
    test_games as games,
    test_json_others as json_others,
    test_non as non,
    test_solver_data as solver_data,
    test_xml as xml,
)
from tests.formats.damage import Text, lines_of, whole
from tests.formats.fixtures import refusal

SAMPLES: dict[str, str] = {
    name: value
    for module in (clue_strings, games, json_others, solver_data, xml)
    for name, value in vars(module).items()
    if name.isupper() and isinstance(value, str)
} | {
    "GRIDDLERS": json.dumps(json_others.GRIDDLERS),
    "KIT": json.dumps(json_others.KIT),
    "WIDE_LISTS": json.dumps(json_others.WIDE_LISTS),
    "NON": non.PLAIN,
    "NON_GOAL": non.PLAIN + non.GOAL,
    "COLORED": non.COLORED,
    "NAMED": non.SMALL,
    "FLAG_XML": xml.puzzle_xml(xml.FLAG_CLUES),
}

Row: TypeAlias = tuple[str, str, Text, Text, str] | tuple[str, Text, str]

ROWS: list[Row] = [json.loads(line) for line in lines_of("refused.jsonl")]


@pytest.mark.parametrize("row", ROWS)
def test_refused(row: Row) -> None:
    """One line names the place, what is wrong, and what was expected."""
    if len(row) == 3:
        form, text, reason = row[0], whole(row[1]), row[2]
    else:
        form, sample, old, new, reason = row
        assert whole(old) in SAMPLES[sample]
        text = SAMPLES[sample].replace(whole(old), whole(new), 1)
    assert refusal(text, form or None).startswith(reason)
