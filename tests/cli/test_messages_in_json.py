"""Every text in JSON that is a message has its template and values beside it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import HEART, ONES_3, run

TEXTS = ("advice", "error", "proof", "reason", "stopped")
"""Keys that have messages wherever they are."""


def objects(value: object) -> Iterator[dict[str, Any]]:
    """All objects in some JSON, but messages."""
    if isinstance(value, dict):
        yield value
        for key, part in value.items():
            if not key.endswith(("_message", "_messages")):
                yield from objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from objects(part)


@pytest.mark.parametrize(
    "words",
    [
        "check HEART",
        "check nosuch.xml",
        "check --proof DIR/one.proof HEART",
        "count ONES",
        "explain HEART",
        "explain --compare HEART",
        "difficulty HEART",
        "repair instances/ambiguous/dice-two.xml",
        "ambiguity ONES",
        "generate --size 5x5 --seed 1 --json --count 2",
        "encodings strength order --longest 2",
        "encodings strength order starts --longest 2",
        "encodings strengthen starts --longest 2",
        "ground encodings/textbook/order.lp encodings/textbook/starts.lp",
        "verify DIR/heart.proof",
    ],
)
def test_texts_have_messages(words: str, tmp_path: Path) -> None:
    """The message of a text is beside it; null if it is empty."""
    run("check", "--proof", tmp_path / "heart.proof", HEART)
    names = {"HEART": HEART, "ONES": ONES_3}
    line = [names.get(word, word.replace("DIR", str(tmp_path))) for word in words.split()]
    ran = run(*line, *([] if "--json" in line else ["--json"]))
    found = [one for value in ran.objects for one in objects(value)]
    assert found, ran
    texts = [(one, key) for one in found for key in TEXTS if isinstance(one.get(key), str)]
    assert texts
    for one, key in texts:
        assert bool(one[f"{key}_message"]) == bool(one[key]), (key, one)
