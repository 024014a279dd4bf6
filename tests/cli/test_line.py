"""`asp-nono line`: the patterns of a clue, the conclusions of the line solvers, and the reasons."""

import re
from math import comb

import pytest
from hypothesis import given, strategies as st

from asp_nono.logic.line import TypedLine, typed_line
from asp_nono.messages import PuzzleError
from tests.cli.run import call, run

BOTH = "the leftmost and the rightmost pattern have . there, and no pattern has another"


def test_whole_output() -> None:
    """Everything stands under the numbers of the cells, and the reasons below."""
    ran = run("line", "2,3", "--width", 8)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "clue 2 3 on 8 cells: 6 patterns\n"
        "\n"
        "cells     12345678\n"
        "known     ????????\n"
        "patterns  ##.###..\n"
        "          ##..###.\n"
        "          ##...###\n"
        "          .##.###.\n"
        "          .##..###\n"
        "          ..##.###\n"
        "fast      ?????#??\n"
        "olsak     ?????#??\n"
        "complete  ?????#??\n"
        "\n"
        "fast, olsak and complete find:\n"
        "  cell 6 is #: block 2 (3 cells) covers it wherever it lies (starts 4 to 6)\n"
    )


def _said(*words: object) -> list[str]:
    """What is said below the drawing."""
    return call("line", *words).out.split("\n\n")[2].splitlines()


def test_weaker_solvers_miss() -> None:
    """What only the stronger ones find is said apart, each with its own reason."""
    assert _said("1 1", "??#??") == [
        "fast finds nothing new.",
        "olsak also finds:",
        f"  cell 2 is background: {BOTH}",
        f"  cell 4 is background: {BOTH}",
        "complete also finds:",
        "  cell 2 is background: no block can cover it: block 1 reaches only cells 1, 3",
        "  cell 4 is background: no block can cover it: block 2 reaches only cells 3, 5",
        "fast misses what follows for cells 2, 4.",
    ]


SENTENCES = {
    ("0", "??"): "cells 1-2 are background: the clue has no blocks",
    ("2", "????#??"): "cells 1-3 are background: no block reaches them: "
    "block 1 starts at 4 at the earliest",
    ("2", "?#???"): "cells 4-5 are background: no block reaches them: "
    "block 1 ends at 3 at the latest",
    ("1 1", "#??#"): "cells 2-3 are background: no block reaches them: "
    "block 1 ends at 1 at the latest, block 2 starts at 4 at the earliest",
    ("3", "???"): "cells 1-3 are #: block 1 (3 cells) can only lie on cells 1-3",
    ("?r 1", "?r?r?"): "cell 3 is r: block 1 (hidden length) covers it wherever it lies "
    "(it starts at 2 at the latest and ends at 4 at the earliest)",
    ("1r 1b 2r", "??r???"): "cell 4 is not background: in every pattern block 2 or block 3 "
    "covers it, but not always the same one",
}


@pytest.mark.parametrize(("clue", "known"), SENTENCES)
def test_sentences(clue: str, known: str) -> None:
    """Every kind of reason in words."""
    assert f"  {SENTENCES[clue, known]}" in _said(clue, known)


CONTRADICTIONS = {
    ("2 3", "?????"): "the clue needs at least 6 cells, and the line has 5",
    ("3", "?.?.??"): "block 1 cannot be placed without breaking a known cell",
    ("1 1 3", "#.#.?.?.??"): "from the left, blocks 1 to 3 cannot all be placed without breaking "
    "a known cell; blocks 1 to 2 can",
    ("1", "#..#"): "cell 4 is not background, but no block is left for it",
    ("0", "?#"): "cell 2 is not background, but the clue has no blocks",
}


@pytest.mark.parametrize(("clue", "known"), CONTRADICTIONS)
def test_contradictions(clue: str, known: str) -> None:
    """That no pattern is possible is an answer: who sees it, and why."""
    ran = call("line", clue, known)
    words = CONTRADICTIONS[clue, known]
    heading = "fast, olsak and complete find that no pattern is possible:"
    assert (ran.status, _said(clue, known)) == (0, [heading, f"  {words}"])
    assert ran.out.count("  no pattern\n") == 3
    (found,) = call("line", clue, known, "--json").objects
    assert (found["contradiction"], found["count"], found["patterns"]) == (words, "0", [])
    assert {solver["cells"] for solver in found["solvers"].values()} == {None}


def test_many_patterns() -> None:
    """The first twenty, all, or only how many there are; the largest numbers are exact."""
    some = call("line", "1 1", "--width", 12).out
    assert some.startswith("clue 1 1 on 12 cells: 55 patterns\n\n                   1\n")
    assert "          … and 35 more\n" in some
    every = call("line", "1 1", "--width", 12, "--all").out
    assert len(re.findall(r"[#.]{12}\n", every)) == 55
    assert call("line", "1 1", "--width", 12, "--count").out == "55\n"
    ones = " ".join(["1"] * 250)
    assert call("line", ones, "--width", 1000, "--count").out == f"{comb(751, 250)}\n"
    assert f": {comb(751, 250)} patterns\n" in call("line", ones, "--width", 1000).out


def test_json() -> None:
    """The cells as they can be typed, and the reasons with their places."""
    (found,) = call("line", "1r,1b", "[.r]??", "--json").objects
    assert (found["clue"], found["width"], found["known"]) == ("1r 1b", 3, "[.r]??")
    assert (found["count"], found["patterns"]) == ("3", ["rb.", "r.b", ".rb"])
    assert found["solvers"]["fast"] == {"cells": "[.r]??", "reasons": []}
    assert found["solvers"]["complete"]["cells"] == "[.r]?[.b]"
    (reason,) = found["solvers"]["complete"]["reasons"]
    assert reason["text_message"]["template"] == "no {colors} block can cover it: {reached}"
    assert reason == {
        "cells": [3, 3],
        "colors": [".", "b"],
        "kind": "bare",
        "blocks": [1],
        "text": "no r block can cover it: block 1 reaches only cells 1-2",
        "text_message": reason["text_message"],
    }
    (bare,) = call("line", "1r,1b", "[.r]??", "--json", "--count").objects
    assert bare == {**found, "patterns": []}


BAD = {
    ("2 0", "--width", "3"): "clue: block 2: a block of 0 cells; a block has at least one",
    ("2x3", "--width", "3"): "clue: block 1: '2x3'; expected a length and a letter, "
    "as in 3 or 2r or ?b",
    ("9" * 50, "--width", "3"): "clue: block 1: length '999999999999999999999999999999999999999…'; "
    "expected at most 6 digits",
    ("2", "??r?"): "known cells: cell 3: 'r'; expected ?, . for the background, or #",
    ("2r 1b", "??#"): "known cells: cell 3: '#'; expected ?, . for the background, or r or b",
    ("2", "?" * 1001): "known cells: 1001 cells; expected 1 to 1000",
    ("2", "????", "--width", "5"): "width 5, but 4 cells are given",
    ("2",): "the length of the line is unknown",
    ("1 1", "--width", "900", "--all"): "403651 patterns; at most 100000 are listed",
    ("1", "??", "--all", "--count"): "--all and --count exclude each other; choose one",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_input(words: tuple[str, ...]) -> None:
    """The place, what is wrong, and what was expected."""
    with pytest.raises(PuzzleError) as caught:
        call("line", *words)
    assert str(caught.value) == BAD[words]


@given(st.text("0123?#.r[], \x00é", max_size=12), st.text("?.#r[]é ", max_size=12))
def test_any_text(clue: str, known: str) -> None:
    """It is either understood or refused in one line; what was understood is printed typeable."""
    line = _understood(clue, known)
    if isinstance(line, str):
        assert line.isprintable()
        return
    (found,) = call("line", "--json", "--", clue, known).objects
    assert typed_line(found["clue"], found["known"], found["width"]) == line
    for solver in found["solvers"].values():
        assert solver["cells"] is None or typed_line(found["clue"], solver["cells"], line.width)


def _understood(clue: str, known: str) -> TypedLine | str:
    """The line, or what is wrong."""
    try:
        return typed_line(clue, known, None)
    except PuzzleError as error:
        return str(error)
