"""Turns of a search: whatever their modes and limits, the answers are those of a plain search."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from clingo import Control, HeuristicType, Observer
from hypothesis import example, given, strategies as st

from asp_nono.asp.recipes import Deductions, Recipe, Turn, recipe
from asp_nono.files import read
from asp_nono.grid import Grid
from asp_nono.messages import EncodingError
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.search import SearchTask, search
from asp_nono.solving.solve import solve
from tests.cases import PALETTE
from tests.conftest import ROOT
from tests.solving.puzzles import permutations
from tests.strategies import grids

INSTANCES = ROOT / "instances"
SHORT = (Turn((), 1), Turn(("sign", "factor"), 1), Turn(("sign", "level"), 1))
"""Every turn ends after one conflict."""
GUESSED = (Turn((), 1, 0.5), Turn((), 1, 0.9), Turn((), 1, 0.3), Turn((), 1))
"""The same, and most turns begin with a guess."""


def in_turns(schedule: Sequence[Turn] = SHORT, deductions: Deductions = "line") -> Recipe:
    """The default recipe with another schedule."""
    return replace(recipe("order"), schedule=tuple(schedule), deductions=deductions)


@example(grid=Grid(((0, 0, 1), (1, 2, 0))), deductions="none", most=0, schedule=SHORT)
@given(
    grid=grids(colors=3, max_side=5),
    deductions=st.sampled_from(["none", "line", "probe"]),
    most=st.integers(0, 4),
    schedule=st.sampled_from([SHORT, GUESSED]),
)
def test_turns_change_no_answer(
    grid: Grid, deductions: Deductions, most: int, schedule: tuple[Turn, ...]
) -> None:
    """They find as many solutions as a plain search, the same ones if all are wanted."""
    puzzle = Puzzle.of(grid, PALETTE[:3])
    plain = solve(puzzle, most=most, recipe=recipe("order-plain"))
    turned = solve(puzzle, most=most, recipe=in_turns(schedule, deductions))
    assert turned.number == plain.number
    assert most == 1 or turned.verdict is plain.verdict
    assert len(set(turned.solutions)) == turned.number
    if not most:
        assert set(turned.solutions) == set(plain.solutions)


@pytest.mark.parametrize("modes", [("sign",), ("factor",), ("level",), ("sign", "factor", "level")])
def test_every_mode_finds_all(modes: tuple[str, ...]) -> None:
    """The heuristic excludes nothing and adds nothing: 5! solutions in every mode."""
    made = in_turns([Turn(modes)])
    found = solve(permutations(5), most=0, recipe=made)
    assert (len(set(found.solutions)), found.exhausted) == (120, True)


@pytest.mark.parametrize(
    ("shares", "modes", "first"),
    [
        ((900, 100), "sign", {1}),  # the likelier value comes first
        ((100, 900), "sign", {2}),
        ((900, 950), "sign;level", {2}),  # the cells exclude each other: the more certain one wins
        ((950, 900), "sign;level", {1}),
        ((900, 900), "factor", set()),  # no value is preferred, and clingo tries false first
    ],
)
def test_marginals_lead_to_the_likelier_picture(
    shares: tuple[int, int], modes: str, first: set[int]
) -> None:
    """The first answer set of two free cells is the one that the marginals name."""
    control = Control(["--heuristic=Domain"])
    control.load(str(ROOT / "encodings" / "marginals.lp"))
    facts = "".join(f"marginal({x},1,1,{share}). " for x, share in enumerate(shares, 1))
    rules = "{ fill(1..2,1,1) }. :- fill(1,1,1), fill(2,1,1). #show fill/3."
    control.add("base", [], f"{facts} mode({modes}). {rules}")
    control.ground([("base", [])])
    found: list[set[int]] = []
    control.solve(
        on_model=lambda model: found.append(
            {atom.arguments[0].number for atom in model.symbols(shown=True)}
        )
    )
    assert found == [first]


def test_factors_rise_with_certainty() -> None:
    """A factor is 1, and 1 more for each 100 of 1000 beyond an even chance; 1 is left out."""
    factors: list[int] = []

    class Watcher(Observer):
        def heuristic(
            self, atom: int, type_: HeuristicType, bias: int, priority: int, condition: object
        ) -> None:
            del atom, priority, condition
            if type_ is HeuristicType.Factor:
                factors.append(bias)

    control = Control()
    control.register_observer(Watcher())
    control.load(str(ROOT / "encodings" / "marginals.lp"))
    facts = "marginal(1,1,1,999). marginal(2,1,1,560). marginal(3,1,1,200)."
    control.add("base", [], facts + " mode(factor). { fill(1..3,1,1) }.")
    control.ground([("base", [])])
    assert sorted(factors) == [1 + 3, 1 + 4]


def test_snapshots_tell_the_turns() -> None:
    """Conflicts and restarts add up over the turns, and the modes change with them."""
    (puzzle,) = read(INSTANCES / "pictures" / "bicycle.xml")
    snapshots = search(SearchTask(puzzle, in_turns()))
    efforts = [found.effort for found in snapshots if found.effort]
    assert [effort.modes for effort in efforts[:2]] == [turn.modes for turn in SHORT[1:]]
    conflicts = [effort.conflicts for effort in efforts]
    assert conflicts == sorted(conflicts)
    assert conflicts[-1] > 0


def test_a_first_solution_ends_the_turns() -> None:
    """The first turn finds the solution, clingo's own search proves that there is no other."""
    (puzzle,) = read(INSTANCES / "pictures" / "bicycle.xml")
    found = solve(puzzle, recipe=in_turns([Turn((), 600), Turn(("level",), 10)]))
    assert found.verdict is Verdict.UNIQUE
    assert found.effort
    assert (found.effort.conflicts >= 600, found.effort.modes) == (True, ())


def test_a_guess_proves_nothing() -> None:
    """Turns that rest on guesses do not end the search; the last one proves uniqueness."""
    (puzzle,) = read(INSTANCES / "pictures" / "bicycle.xml")
    schedule = [Turn((), 1), Turn((), 1000, 0.5), Turn((), 1000, 0.9), Turn()]
    assert solve(puzzle, recipe=in_turns(schedule)).verdict is Verdict.UNIQUE


def test_decimation_decides_a_random_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the cells of 30x30 filled: a guess and one conflict are enough for two solutions.

    Where line logic is compiled, guesses come before, and are left out here.
    """
    monkeypatch.setattr("asp_nono.line.decimation.guesses", lambda _: iter(()))
    (puzzle,) = read(INSTANCES / "random" / "30x30-50-c1-s1.xml")
    guess = [Turn((), 1), Turn((), 100, 0.8), Turn((), 100, 0.65), Turn((), 100, 0.5)]
    found = solve(puzzle, recipe=in_turns([*guess, Turn((), 1)], "probe"))
    assert found.verdict is Verdict.MULTIPLE
    assert found.effort
    assert found.effort.conflicts <= 110


def test_a_turn_without_a_limit_is_the_last() -> None:
    """A proof that the first turn cannot finish is finished by one without a limit."""
    (puzzle,) = read(INSTANCES / "pictures" / "bicycle.xml")
    result = solve(puzzle, recipe=in_turns([Turn((), 1), Turn(("sign",))]))
    assert result.verdict is Verdict.UNIQUE
    assert result.effort
    assert result.effort.modes == ("sign",)


def test_a_faulty_heuristic_is_named(tmp_path: Path) -> None:
    """A message of clingo about it names the file."""
    file = tmp_path / "mine.lp"
    file.write_text("#heuristic fill(X, Y) : possible(X, Y, 1), mode(sign). [1, sign]")
    made = replace(in_turns(), heuristic=file)
    (puzzle,) = read(INSTANCES / "pictures" / "bicycle.xml")
    with pytest.raises(EncodingError, match=r"mine\.lp"):
        solve(puzzle, recipe=made)


@pytest.mark.parametrize("most", [0, 2])
def test_a_limit_in_options_decides_nothing(most: int) -> None:
    """A search that clingo's own limit ends is undecided, with that reason."""
    (puzzle,) = read(INSTANCES / "pictures" / "bicycle.xml")
    limited = replace(recipe("starts").with_deductions("none"), options=("--solve-limit=1",))
    result = solve(puzzle, recipe=limited, most=most)
    assert (result.verdict, result.reason) == (
        "undecided",
        "stopped by a limit in clingo's options",
    )
