"""What is tried on a component, and when nothing can go on."""

from math import factorial, inf
from time import sleep

import pytest

from asp_nono.asp.recipes import recipe
from asp_nono.counting import portfolio
from asp_nono.counting.backbone import Backbone
from asp_nono.counting.component import components
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.portfolio import (
    MEMORY,
    CountedBeside,
    CountedPart,
    PartMethod,
    Portfolio,
)
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle
from asp_nono.solving.solve import solutions
from tests.counting.puzzles import blocks_of_ones, colors, random_puzzle
from tests.solving.puzzles import ONES, permutations


def test_one_full_method_does_not_end_it() -> None:
    """Where the frontier has no memory, the other one can still count."""
    board, diagrams = Board(permutations(7)), Diagrams()
    assert not board.sweep()
    (whole,) = components(board, diagrams)
    part = CountedPart(whole, diagrams, 7, 3000)
    assert not part.advance("frontier", inf)
    assert part.full(["frontier"])
    assert not part.full(["topdown", "frontier"])
    roomy = CountedPart(whole, diagrams, 7, 1 << 28)
    assert roomy.advance("topdown", inf)
    assert roomy.total == factorial(7)


@pytest.mark.parametrize("narrowed", [True, False])
def test_enumeration_is_of_all_that_was_open(
    monkeypatch: pytest.MonkeyPatch, *, narrowed: bool
) -> None:
    """What clingo enumerates is not multiplied by parts that are counted after it began."""
    advance = CountedPart.advance

    def only_the_large_one(part: CountedPart, method: PartMethod, until: float) -> bool:
        sleep(0.05)
        return len(part.component.cells) > 4 and advance(part, method, until + 0.05)

    monkeypatch.setattr(portfolio, "_ALONE", 0)
    monkeypatch.setattr(CountedPart, "advance", only_the_large_one)
    monkeypatch.setattr(Portfolio, "_count_beside", lambda _: None)
    monkeypatch.setattr(CountedPart, "widen", lambda *_: False)
    if not narrowed:
        monkeypatch.setattr(Backbone, "advance", lambda *_: False)
    picture = tuple(tuple((x == y) * (1 + (x > 4)) for x in range(7)) for y in range(7))
    ones_and_a_switch = Puzzle.of(Grid(picture), colors(2))
    *_, last = Portfolio(ones_and_a_switch, recipe("order"), seconds=2).counts()
    assert last.exact != narrowed
    assert 100 <= last.number <= factorial(5) * 2


@pytest.mark.parametrize("puzzle", [ONES, permutations(4), blocks_of_ones(3, 2)])
def test_enumeration_counts_all_solutions(monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle) -> None:
    """Where no other method gets anywhere, clingo alone has the number."""
    monkeypatch.setattr(portfolio, "_ALONE", 0)
    monkeypatch.setattr(CountedPart, "advance", lambda *_: False)
    *_, last = Portfolio(puzzle, recipe("order")).counts()
    assert (last.number, last.exact) == (len(list(solutions(puzzle))), True)


@pytest.mark.counters
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("narrowed", [True, False])
def test_d4_counts_what_line_logic_or_clingo_leaves(
    seed: int, most: int, *, narrowed: bool
) -> None:
    """It knows the number of the whole board, whichever colors were removed before."""
    puzzle = random_puzzle(8, 7, 0.35, seed, most)
    board = Board(puzzle)
    assert not board.sweep()
    if narrowed:
        everywhere = {(x, y) for x in range(1, 9) for y in range(1, 8)}
        assert Backbone(board, everywhere, recipe("order")).advance(inf)
    d4 = CountedBeside(puzzle, recipe("order"), board.partial(), MEMORY)
    assert d4.ends(inf)
    assert not isinstance(d4.found, str)
    assert (d4.found.number, d4.found.exact) == (len(list(solutions(puzzle))), True)
    d4.close()


@pytest.fixture
def d4_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other method gets anywhere."""
    monkeypatch.setattr(portfolio, "_ALONE", 0)
    monkeypatch.setattr(CountedPart, "advance", lambda *_: sleep(0.01))
    monkeypatch.setattr(CountedPart, "widen", lambda *_: False)
    monkeypatch.setattr(Backbone, "enumerate", lambda *_: (0, False))


@pytest.mark.counters
@pytest.mark.usefixtures("d4_alone")
@pytest.mark.parametrize("start", [None, 0])
def test_d4_alone_has_the_number(start: int | None) -> None:
    """Where no other method gets anywhere; a start is kept."""
    puzzle = blocks_of_ones(3, 2)
    known = None if start is None else PartialGrid(((2, *[7] * 5), *[(7,) * 6] * 5))
    *_, last = Portfolio(puzzle, recipe("order"), known).counts()
    assert (last.number, last.exact) == (36 if start is None else 12, True)
    assert {one.method: one.outcome for one in last.tried}["d4"].startswith("a formula of ")


@pytest.mark.counters
def test_d4_counts_parts_that_were_counted_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number is that of the whole board, and multiplied by nothing."""
    advance = CountedPart.advance

    def only_the_small_one(part: CountedPart, method: PartMethod, until: float) -> bool:
        sleep(0.01)
        return len(part.component.cells) < 5 and advance(part, method, until + 0.05)

    monkeypatch.setattr(portfolio, "_ALONE", 1)
    monkeypatch.setattr(CountedPart, "advance", only_the_small_one)
    monkeypatch.setattr(CountedPart, "widen", lambda *_: False)
    monkeypatch.setattr(Backbone, "enumerate", lambda *_: (0, False))
    picture = tuple(tuple((x == y) * (1 + (x > 2)) for x in range(5)) for y in range(5))
    *_, last = Portfolio(Puzzle.of(Grid(picture), colors(2)), recipe("order")).counts()
    assert (last.number, last.exact) == (factorial(3) * factorial(2), True)
    assert {one.method: one.outcome for one in last.tried}["d4"].startswith("a formula of ")


@pytest.mark.counters
def test_d4_can_be_ended() -> None:
    """Long before it has the number; then there is none, and it says so."""
    puzzle = random_puzzle(30, 30, 0.3, 1)
    d4 = CountedBeside(puzzle, recipe("order"), Board(puzzle).partial(), MEMORY)
    assert not d4.ends(1)
    d4.close()
    assert d4.ends(10)
    assert d4.found == "was ended"


@pytest.mark.counters
@pytest.mark.usefixtures("d4_alone")
def test_why_d4_gave_up_is_said() -> None:
    """As what came of it, while the other methods go on."""
    counting = Portfolio(blocks_of_ones(3, 2), recipe("order"), seconds=3, memory=1 << 20)
    *_, last = counting.counts()
    assert not last.exact
    (d4,) = (one for one in last.tried if one.method == "d4")
    assert d4.outcome == "gave up: memory limit of 1 MiB"
    assert d4.seconds > 0
