"""As many numbers are hidden as can be, and the puzzle stays what it must stay."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given, settings, strategies as st

from asp_nono.clue import Line
from asp_nono.design.givens import BlotResult, blot, blots
from asp_nono.design.nogoods import Aim
from asp_nono.files import read
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check, solutions
from tests.asp.boards import all_grids
from tests.cases import PALETTE
from tests.cli.run import INSTANCES, call
from tests.solving.puzzles import CROSS, NONE_BY_LINE, ONES, SEARCHED

Place = tuple[Line, int]


def places(puzzle: Puzzle) -> list[Place]:
    """The blocks whose numbers are shown."""
    return [
        (line, block)
        for line, clue, _ in puzzle.lines()
        for block, one in enumerate(clue, 1)
        if not one.blotted
    ]


def without(puzzle: Puzzle, hidden: tuple[Place, ...]) -> Puzzle:
    """The puzzle with some numbers hidden."""
    clues = tuple(
        tuple(
            replace(block, length=None) if (line, number) in hidden else block
            for number, block in enumerate(clue, 1)
        )
        for line, clue, _ in puzzle.lines()
    )
    return replace(puzzle, rows=clues[: puzzle.height], columns=clues[puzzle.height :])


def stays(puzzle: Puzzle, aim: Aim) -> bool:
    """Whether a puzzle is unique, by an encoding without hints, or solved line by line."""
    if aim == "line":
        return check(puzzle).technique == "line" and check(puzzle).verdict is Verdict.UNIQUE
    return len(list(solutions(puzzle, recipe="starts"))) == 1


def most_by_hand(puzzle: Puzzle, aim: Aim) -> int:
    """The most numbers that can be hidden, by trying all sets of them."""
    every = places(puzzle)
    for number in range(len(every), 0, -1):
        if any(stays(without(puzzle, hidden), aim) for hidden in combinations(every, number)):
            return number
    return 0


@pytest.mark.parametrize("aim", ["unique", "line"])
@pytest.mark.parametrize(
    "drawn", [".#. ### .#.", "##. #.# #..", "### #.. ##.", "#### #... #.##", "#rr #r. ##."]
)
def test_it_is_the_most(drawn: str, aim: Aim) -> None:
    """No other set of more numbers will do: all of them are tried."""
    colors = PALETTE[: 3 if "r" in drawn else 2]
    puzzle = Puzzle.of(Grid.from_text(drawn.split(), ".#r"), colors)
    found = blot(puzzle, aim)
    assert found.reason == ""
    assert found.largest
    assert len(found.hidden) == most_by_hand(puzzle, aim)


@settings(max_examples=15)
@given(st.sampled_from(all_grids(3, 3, 2)))
def test_it_is_the_most_of_any_picture(picture: Grid) -> None:
    """Of 3x3 cells."""
    puzzle = Puzzle.of(picture)
    assume(check(puzzle).verdict is Verdict.UNIQUE)
    *_, last = blots(puzzle, "unique")
    assert len(last.hidden) == most_by_hand(puzzle, "unique") == last.most


@pytest.mark.parametrize("aim", ["unique", "line"])
@pytest.mark.parametrize("name", ["heart", "arrow"])
def test_it_stays_what_it_was(name: str, aim: Aim) -> None:
    """At every step: the picture is the only solution, and the bound is kept."""
    (puzzle,) = read(INSTANCES / "pictures" / f"{name}.xml")
    steps: list[BlotResult] = []
    result = blot(puzzle, aim, each=steps.append, limits=Limits(seconds=30))
    assert result.hidden == steps[-1].hidden
    for step in (*steps[:3], steps[-1]):
        assert step.puzzle
        assert stays(step.puzzle, aim)
        assert step.puzzle.goal == puzzle.goal
        assert len(step.hidden) + step.shown == len(places(puzzle))
        assert len(places(step.puzzle)) == step.shown
        assert len(step.hidden) <= steps[-1].most
    sizes = [len(step.hidden) for step in steps]
    assert sizes == sorted(sizes)


def test_no_other_number_beside_them() -> None:
    """What is called maximal is: each number more lets in another solution."""
    (puzzle,) = read(INSTANCES / "pictures" / "arrow.xml")
    found = next(one for one in blots(puzzle, "unique") if one.maximal)
    assert found.puzzle
    hidden = tuple((number.line, number.block) for number in found.hidden)
    for place in places(found.puzzle):
        assert not stays(without(puzzle, (*hidden, place)), "unique")


def test_blots_that_are_there_stay() -> None:
    """They are not counted, and more are found beside them."""
    some = without(CROSS, ((Line("row", 2), 1),))
    found = blot(some)
    assert found.puzzle
    assert found.puzzle.rows[1][0].blotted
    assert len(found.hidden) + found.shown == 5
    assert found.largest


@pytest.mark.parametrize(
    ("puzzle", "aim", "text"),
    [
        (ONES, "unique", "several solutions; numbers are hidden where there is exactly one"),
        (NONE_BY_LINE, "unique", "no solution"),
        (SEARCHED, "line", "line logic does not solve the puzzle"),
    ],
)
def test_others_are_refused(puzzle: Puzzle, aim: Aim, text: str) -> None:
    """Only a unique puzzle can stay so."""
    with pytest.raises(PuzzleError, match=text):
        blot(puzzle, aim)


def test_a_limit_keeps_what_was_found() -> None:
    """On a puzzle with hundreds of numbers, which takes longer."""
    (castle,) = read(INSTANCES / "pictures" / "castle.xml")
    result = blot(castle, limits=Limits(seconds=3))
    assert result.reason == "time limit of 3 s"
    assert result.puzzle
    assert not result.largest
    assert check(result.puzzle).verdict is Verdict.UNIQUE


def test_the_file_that_is_written(tmp_path: Path) -> None:
    """It holds every puzzle, and each stays unique."""
    target = tmp_path / "blotted.xml"
    pictures = INSTANCES / "pictures"
    call("blot", pictures / "heart.xml", pictures / "arrow.xml", "--output", target)
    assert [puzzle.title for puzzle in read(target)] == ["Heart", "Arrow"]
    assert all(puzzle.blotted for puzzle in read(target))
    assert all(check(puzzle).verdict is Verdict.UNIQUE for puzzle in read(target))
