"""Messages: templates and values, put into words at the edge."""

import pickle

from asp_nono.messages import (
    Message,
    PuzzleError,
    UnknownNameError,
    plural,
    together,
    with_messages,
)


def test_text_is_made_of_template_and_values() -> None:
    """Fields are filled in; tuples are lists; other braces stay."""
    assert str(Message("{count} of {all}", count=2, all=(1, 2, "c"))) == "2 of 1, 2, c"
    assert str(Message('expected {"a": [...]}')) == 'expected {"a": [...]}'
    assert str(Message('{what}; expected {"a": 1}', what="no")) == 'no; expected {"a": 1}'


def test_values_are_not_templates() -> None:
    """A brace that comes from a user's file is never filled in."""
    assert str(Message("unknown {name}", name="{name}")) == "unknown {name}"


def test_messages_are_values() -> None:
    """Equal ones are equal and hash alike; they survive pickling, alone and inside errors."""
    one, other = Message("{a}", a=1), Message("{a}", a=1)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Message("{a}", a=2)
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - made here
    error = PuzzleError("{a}", a=Message("row {number}", number=3), path="p.xml", where=("x",))
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    assert (str(again), again.reason) == ("p.xml: x: row 3", error.reason)


def test_plural_takes_the_form_of_its_count() -> None:
    """One thing and several have templates of their own."""
    assert plural(1, "{count} cell", "{count} cells").template == "{count} cell"
    assert str(plural(0, "{count} cell in {where}", "{count} cells in {where}", where="a")) == (
        "0 cells in a"
    )


def test_json_has_template_and_values_beside_the_text() -> None:
    """Values that are messages are objects of the same form; an empty message has none."""
    inner = Message("row {number}", number=3)
    message = together(("a.xml", inner, Message("")))
    assert with_messages(reason=message, note=Message("")) == {
        "reason": "a.xml: row 3",
        "reason_message": {
            "template": "{part1}: {part2}",
            "values": {
                "part1": "a.xml",
                "part2": {"template": "row {number}", "values": {"number": 3}},
            },
        },
        "note": "",
        "note_message": None,
    }


def test_the_nearest_name() -> None:
    """Two letters exchanged are likelier than one left out and another too much."""
    error = UnknownNameError("recipe", "strats", ["order", "starts", "states"])
    assert "(did you mean starts?)" in str(error)
    assert "did you mean" not in str(UnknownNameError("recipe", "xyz", ["order", "starts"]))
