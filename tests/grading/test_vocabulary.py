"""Dialects and mapping files: the same puzzle in other words."""

from pathlib import Path

import pytest

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.dialects import BoardSize
from asp_nono.asp.facts import facts_text
from asp_nono.clue import Block, Line
from asp_nono.files import read_text
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.scaling import puzzle_of_side
from asp_nono.grading.vocabulary import (
    OurFacts,
    atoms_of_picture,
    dialect,
    dialects,
    read_mapping,
    recognized,
)
from asp_nono.messages import PuzzleError, UnknownNameError
from asp_nono.puzzle import Puzzle
from tests.grading.programs import HINTS, STARTS, filed, graded_file

CLUE = (Block(2), Block(1, 2))

NAMES = """
about = "rows are letters of their own"
facts = [
    "size(H, W)", "blocks(r(Y), M)", "clue(r(Y), B, N, K)", "clue(c(X), B, N, K)", "cell(X, Y)",
]
output = "shown((Y, X), K)"
constants = { most = "C" }
first = { X = 0, B = -1 }
colors = ["none", "ink", "red"]
"""


def mapping(folder: Path, text: str) -> Path:
    """A mapping file."""
    return filed(folder, {"names.toml": text}) / "names.toml"


def test_every_letter(tmp_path: Path) -> None:
    """Each pattern gives a fact for every value of its letters."""
    words = read_mapping(mapping(tmp_path, NAMES))
    board = BoardSize(2, 3, 3)
    assert words.definitions(board) == ["most = 2"]
    cells = [f"cell({x}, {y})." for y in (1, 2, 3) for x in (0, 1)]
    assert words.board_facts(board) == ["size(3, 2).", *cells]
    clues = ["clue(r(3), -1, 2, ink).", "clue(r(3), 0, 1, red)."]
    assert words.line_facts(Line("row", 3), CLUE, board) == ["blocks(r(3), 2).", *clues]
    assert words.line_facts(Line("column", 1), (), board) == []
    assert atoms_of_picture(words)["signature"] == "shown/2"


@pytest.mark.parametrize("name", ["classic", "gramcracker", "v4hn"])
def test_dialects_are_those_of_the_files(name: str) -> None:
    """The reader of the files of a dialect reads the facts that the judge writes."""
    puzzle = puzzle_of_side(5, 3 if name == "v4hn" else 2)
    words, board = dialect(name), BoardSize(5, 5, len(puzzle.colors))
    facts = words.board_facts(board) + [f"#const {one}." for one in words.definitions(board)]
    for line, clue, _ in puzzle.lines():
        facts += words.line_facts(line, clue, board)
    (found,) = read_text("\n".join(facts), form=name)
    assert shape(found) == shape(puzzle)


def shape(puzzle: Puzzle) -> list[list[tuple[int, str]]]:
    """The clues with names for colors, whatever their numbers."""
    named = [color.name if len(puzzle.colors) > 2 else "" for color in puzzle.colors]
    return [[(b.least, named[b.color]) for b in clue] for _, clue, _ in puzzle.lines()]


def test_our_facts_are_those_of_asp_nono() -> None:
    """The judge writes what `asp-nono facts --deductions none` writes."""
    puzzle = puzzle_of_side(5, 2)
    words = OurFacts(wanted=OurFacts().signatures)
    text = facts_text(without_deductions(puzzle), words.wanted)
    written = {fact for line in text.splitlines() if line[:1] != "%" for fact in line.split()}
    judged = [words.line_facts(line, clue, BoardSize(5, 5)) for line, clue, _ in puzzle.lines()]
    assert set().union(*judged) == written


def test_recognized() -> None:
    """By the names that a program reads; ours when there are none."""
    assert recognized(frozenset({"row_hint/3"})).name == "gramcracker"
    assert recognized(frozenset({"cr/3", "lr/3", "odd/1"})).name == "classic"
    assert recognized(frozenset()).name == "ours"
    assert list(dialects()) == ["ours", "classic", "gramcracker", "v4hn"]


@pytest.mark.slow
def test_own_names(tmp_path: Path) -> None:
    """A right program stays right in names of its own, and the mapping beside it is found."""
    text = HINTS.replace("row_hint(R, I, Z)", "across(Z, R, I)")
    text = text.replace("col_hint(C, I, Z)", "down(Z, C, I)").replace("fill", "ink")
    names = 'facts = ["across(N, Y, B)", "down(N, X, B)"]\noutput = "ink(Y, X)"\n'
    names += 'constants = { h = "H", w = "W" }\nblank_is_zero = true\n'
    file, own = filed(tmp_path, {"student.lp": text}) / "student.lp", mapping(tmp_path, names)
    assert graded_file(file, Nonograms(scaling=False), mapping=own).outcome == "right"
    assert graded_file(file, Nonograms(scaling=False)).outcome == "wrong"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("facts = [", "is no TOML: "),
        ('fact = ["a(Y)"]', "unknown key 'fact' (did you mean facts?"),
        ("", "facts: expected patterns such as row_hint(Y, B, N)"),
        ('facts = ["a(Y, B)"]\noutput = "b(X)"', "output: 'b(X)'; expected X, Y and perhaps K"),
        ('facts = ["a(Y, Q)"]\noutput = "b(X, Y)"', "facts: Q in 'a(Y, Q)'; expected B, C, H"),
        ('facts = ["a(Y, X, B)"]\noutput = "b(X, Y)"', "facts: a/3: of which line?"),
        ('facts = ["a(Y, N)"]\noutput = "b(X, Y)"', "facts: a/2: of which block?"),
        (
            'facts = ["a(Y). b"]\noutput = "b(X, Y)"',
            "facts: 'a(Y). b': expected an atom as in a program",
        ),
        ('facts = ["asp_nono_clue(Y)"]\noutput = "b(X, Y)"', "are reserved for the grader"),
        ('facts = "a(Y)"\noutput = "b(X, Y)"', "facts: 'a(Y)'; expected patterns"),
        (
            'facts = ["a(Y)"]\noutput = "b(X, Y)"\nfirst = {Z = 1}',
            "first: Z: 1; expected X, Y or B",
        ),
        ('facts = ["a(Y)"]\noutput = "b(X, Y)"\ncolors = ["w", "b"]', "the background and two"),
        ('facts = ["a(Y))("]\noutput = "b(X, Y)"', "facts: 'a(Y))('"),
        ('facts = ["a(Y,, B)"]\noutput = "b(X, Y)"', "expected an atom as in a program"),
        ('facts = ["a(not, Y)"]\noutput = "b(X, Y)"', "expected an atom as in a program"),
        ('facts = ["a(Y)"]\noutput = "b(X, Y, X)"', "expected X, Y and perhaps K, each once"),
        ('facts = ["b(X, Y)"]\noutput = "b(X, Y)"', "output: b/2 is a fact"),
        ('facts = ["a(Y)"]\noutput = "b(X, Y)"\ncolors = ["w", "w", "b"]', "a name comes twice"),
    ],
)
def test_bad_mappings(text: str, error: str, tmp_path: Path) -> None:
    """One line that names the file, the entry, and what was expected."""
    with pytest.raises(PuzzleError) as raised:
        read_mapping(mapping(tmp_path, text))
    assert str(raised.value).startswith(str(tmp_path / "names.toml"))
    assert error in str(raised.value)


def test_unknown_names(tmp_path: Path) -> None:
    """The choices are named."""
    with pytest.raises(UnknownNameError, match="choose from classic, gramcracker, ours, v4hn"):
        dialect("latin")
    with pytest.raises(PuzzleError, match="No such file"):
        read_mapping(tmp_path / "none.toml")


def test_a_bad_mapping_of_a_student_is_refused(tmp_path: Path) -> None:
    """It is the submission's fault, and does not end the class."""
    file = filed(tmp_path, {"student.lp": STARTS}) / "student.lp"
    found = graded_file(file, Nonograms(scaling=False), mapping=mapping(tmp_path, "facts = 1"))
    assert found.outcome == "refused"
    assert "facts: 1; expected patterns" in str(found.reason)
