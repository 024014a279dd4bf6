"""`asp-nono line`: the patterns of a clue, the conclusions of the line solvers, and the reasons."""

from math import comb

import pytest
from hypothesis import given, strategies as st

from asp_nono.logic.line import TypedLine, typed_line
from asp_nono.messages import PuzzleError
from tests.cli.run import call


def test_many_patterns() -> None:
    """The largest numbers are exact."""
    ones = " ".join(["1"] * 250)
    assert call("line", ones, "--width", 1000, "--count").out == f"{comb(751, 250)}\n"
    assert f": {comb(751, 250)} patterns\n" in call("line", ones, "--width", 1000).out


def test_too_many_cells() -> None:
    """The ceiling holds for known cells, too."""
    with pytest.raises(PuzzleError, match="known cells: 1001 cells; expected 1 to 1000"):
        call("line", "2", "?" * 1001)


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
