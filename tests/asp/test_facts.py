"""Facts as text: documented, whole, and enough for bare clingo."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from clingo import Control
from hypothesis import given

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle, without_deductions
from asp_nono.asp.facts import CLASSIC, FACTS, PUZZLE, facts_text
from asp_nono.asp.program import Program, picture
from asp_nono.asp.recipes import Recipe, recipe
from asp_nono.grid import Grid
from asp_nono.messages import EncodingError, UnwritableError, WrongSolutionError
from asp_nono.puzzle import Puzzle
from tests.asp.boards import EVERY
from tests.cases import PALETTE, PUZZLES, PuzzleCase, partial, puzzle
from tests.solving.puzzles import clues
from tests.strategies import grids

CLINGO_ALONE = [
    one for one in EVERY if "difference" not in str(one.id) and "clingcon" not in str(one.id)
]
"""Recipes without a theory of another package."""
BARE = [case for case in PUZZLES if case.name in ("color flag", "blotted flag", "blank", "rooks")]


def _case(name: str) -> Puzzle:
    return puzzle(next(case for case in PUZZLES if case.name == name))


def _left(made: Puzzle, hints: str, start: str = "") -> OpenPuzzle:
    found = open_puzzle(
        made, recipe().with_deductions(hints).deductions, partial(start) if start else None
    )
    assert isinstance(found, OpenPuzzle)
    return found


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("%")]


def test_puzzle_facts() -> None:
    """The facts of a small puzzle, word for word."""
    text = facts_text(without_deductions(_case("wide")), PUZZLE)
    assert _lines(text) == [
        "line(row(1),3).",
        "line(row(2),3).",
        "line(column(1),2).",
        "line(column(2),2).",
        "line(column(3),2).",
        "block(row(1),1,3,1).",
        "block(row(2),1,1,1). block(row(2),2,1,1).",
        "block(column(1),1,2,1).",
        "block(column(2),1,1,1).",
        "block(column(3),1,2,1).",
    ]


def test_hints_tighten_the_windows() -> None:
    """Without hints a block has the room of an empty line, with them what is left."""
    made = Puzzle.of(Grid.from_text(["##.#.", "#...#", "....."]))
    wanted = {"window/4"}
    none = _lines(facts_text(_left(made, "none"), wanted))
    bounds = _lines(facts_text(_left(made, "bounds"), wanted))
    assert none[0] == "window(row(1),1,1,2). window(row(1),2,4,5)."
    assert bounds[0] == "window(row(1),1,1,1). window(row(1),2,4,5)."
    assert _lines(facts_text(_left(made, "line"), wanted))[0] == "window(row(1),2,4,5)."


OPEN_ROWS = {
    "window/4": "window(row(1),1,1,3). window(row(1),2,3,5). window(row(2),1,1,5).",
    "hole/3": "hole(row(1),1,2). hole(row(1),2,4). hole(row(2),1,3).",
    "reach/4": "reach(row(2),1,1,5).",
    "barred/3": "barred(row(2),1,3).",
    "place/4": "place(row(1),1,1,1). place(row(1),1,3,3). place(row(1),2,3,3). place(row(1),2,5,5)."
    " place(row(2),1,1,1). place(row(2),1,1,2). place(row(2),1,2,2). place(row(2),1,4,4)."
    " place(row(2),1,4,5). place(row(2),1,5,5).",
    "open/2": "open(1,1). open(5,1). open(1..2,2). open(4..5,2).",
    "possible/3": "possible(1,1,1). possible(5,1,1). possible(1..2,2,1). possible(4..5,2,1).",
    "at/3": "at(row(1),1,(1,1)). at(row(1),5,(5,1))."
    " at(row(2),1,(1,2)). at(row(2),2,(2,2)). at(row(2),4,(4,2)). at(row(2),5,(5,2)).",
    "needed/2": "needed(row(1),3).",
}


@pytest.mark.parametrize("signature", OPEN_ROWS)
def test_facts_of_open_lines(signature: str) -> None:
    """Those of the first two rows, word for word; the second block has no known length."""
    made = Puzzle(clues("1 1", "?", "1"), clues("1", "1", "?", "1", "1"))
    left = _left(made, "line", "??#?? | ??.?? | ?????")
    facts = (fact for line in left.lines[:2] for fact in FACTS[signature].of_line(line))
    assert " ".join(facts) == OPEN_ROWS[signature]


def test_decided_cells_are_facts() -> None:
    """What line logic decided stands in the facts, so that every answer is a whole picture."""
    made = Puzzle.of(Grid.from_text(["##.#.", "#...#", "....."]))
    assert "fill(1..2,1,1)." in facts_text(_left(made, "line"), {"at/3"})
    assert "fill(" not in "".join(_lines(facts_text(_left(made, "none"), {"at/3"})))


def test_given_cells_are_constraints() -> None:
    """They stand under a comment of their own, before those of the start, at every level."""
    made = replace(_case("switch"), given=partial(".? | ??"))
    text = facts_text(_left(made, "none", "?? | #?"), {"at/3"})
    given_part, start_part = text.split("\n\n")[-2:]
    assert given_part == "% The picture agrees with the given cells.\n:- fill(1,1,1)."
    assert start_part == "% The picture agrees with the start picture.\n:- not fill(1,2,1).\n"
    assert "start picture" not in facts_text(_left(made, "none"), {"at/3"})
    assert _left(made, "none").decided == _left(made, "bounds").decided == {}


def test_comments_say_what_is_meant() -> None:
    """Title, size, index base, argument order, background and hints stand at the top."""
    text = facts_text(without_deductions(_case("color flag")), set(FACTS))
    top = " ".join(text.split("\n\n")[0].replace("%", " ").split())
    for words in (
        "'color flag', 5 columns and 5 rows",
        "Y = 1 at the top",
        "count from 1 too",
        "The background, white, has no number and no atoms",
        "1 = black, 2 = red",
        "fill(X, Y, K), the column first, then the row",
        "Deductions from line logic: none",
    ):
        assert words in top
    for signature, fact in FACTS.items():
        name = signature.split("/")[0]
        assert f"% {name}({fact.arguments}) - {fact.meaning}" in text


def test_refusals() -> None:
    """What cannot be written is named."""
    with pytest.raises(EncodingError, match=r"no facts supply clue/3; choose from line/2"):
        facts_text(without_deductions(_case("dot")), {"clue/3"})
    with pytest.raises(UnwritableError, match="classic dialect cannot hold blotted blocks"):
        facts_text(without_deductions(_case("blotted flag")), CLASSIC)
    assert str(open_puzzle(_case("clash"), "line")).startswith("line logic finds no way to fill ")


def test_text_cannot_escape_its_comment() -> None:
    """A title with line ends and clingo syntax stays inside the comment."""
    made = Puzzle.of(Grid.from_text(["#"]), title="x\n:- fill(1,1,1).\r\n*% #script %*")
    text = facts_text(without_deductions(made), PUZZLE)
    assert all(line.startswith(("%", "line(", "block(")) for line in text.splitlines() if line)
    control = Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    assert control.solve().satisfiable


@pytest.mark.parametrize("made", CLINGO_ALONE)
@pytest.mark.parametrize("case", BARE, ids=lambda case: case.name)
def test_bare_clingo_agrees(made: Recipe, case: PuzzleCase, tmp_path: Path) -> None:
    """Clingo's own program counts the same pictures on the text, and has nothing to say."""
    drawn = puzzle(case)
    if drawn.blotted and not made.blotted:
        pytest.skip(f"{made.name} handles no blotted blocks, and says so")
    left = open_puzzle(drawn, made.deductions)
    assert isinstance(left, OpenPuzzle)
    facts = tmp_path / "facts.lp"
    facts.write_text(Program.of(made, left).facts, encoding="utf-8")
    command = [sys.executable, "-m", "clingo", *map(str, made.files), str(facts)]
    run = subprocess.run(
        [*command, "0", "--project=show", "-q"], capture_output=True, text=True, check=False
    )
    models = re.search(r"^Models +: (\d+)", run.stdout, re.MULTILINE)
    assert models, run.stdout
    assert int(models[1]) == case.number
    assert run.stderr == ""


def _read(puzzle: Puzzle, atoms: str) -> Grid:
    control = Control()
    control.add("base", [], atoms)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        return picture(puzzle, model.symbols(atoms=True))


@given(grids(colors=4))
def test_atoms_and_back(grid: Grid) -> None:
    """A picture survives as atoms."""
    atoms = [
        f"fill({x},{y},{color})."
        for y, row in enumerate(grid.rows, 1)
        for x, color in enumerate(row, 1)
        if color
    ]
    assert _read(Puzzle.of(grid, PALETTE), " ".join(atoms)) == grid


@pytest.mark.parametrize(
    ("atoms", "words"),
    [
        ("", "the encoding gave a wrong picture: row 1 shows blank, but its clue is 1"),
        ("fill(2,1,1).", r"fill\(2,1,1\) lies outside 1x1 cells"),
        ("fill(1,1,2).", r"fill\(1,1,2\) gives a cell a second or an unknown color"),
        ("fill(1,a,1).", r"fill\(1,a,1\) is not a cell"),
    ],
)
def test_wrong_pictures_are_refused(atoms: str, words: str) -> None:
    """An encoding that draws nonsense is found out by the checker."""
    with pytest.raises(WrongSolutionError, match=words):
        _read(_case("dot"), atoms)
