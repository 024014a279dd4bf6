"""Every encoding at every level of hints gives exactly the brute-force pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asp_nono.asp import encodings
from asp_nono.asp.recipes import DEDUCTIONS, Deductions, Recipe, recipes
from asp_nono.clue import Block, Clue
from asp_nono.files import read
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.asp.boards import EVERY, brute_force, by_encoding, families
from tests.cases import PALETTE, PUZZLES, PuzzleCase, puzzle
from tests.cli.run import INSTANCES
from tests.strategies import given_cells, grids, partial_grids

BLOTTED = [one for one in EVERY if isinstance(one.values[0], Recipe) and one.values[0].blotted]

SIZES = [(width, height) for width in (1, 2, 3) for height in (1, 2, 3)]


@pytest.mark.parametrize("made", EVERY)
@pytest.mark.parametrize("sizes", [SIZES[:-1], pytest.param(SIZES[-1:], marks=pytest.mark.slow)])
def test_all_boards_up_to_3x3(made: Recipe, sizes: list[tuple[int, int]]) -> None:
    """On every black-and-white board up to 3x3 the pictures are those of brute force."""
    for width, height in sizes:
        for posed, expected in families(width, height, 2).items():
            assert by_encoding(made, posed) == expected


@pytest.mark.slow
@pytest.mark.parametrize("made", EVERY)
def test_all_boards_2x3_in_two_colors(made: Recipe) -> None:
    """The same on every 2x3 board with two colors of blocks, which are 729."""
    assert sum(map(len, families(2, 3, 3).values())) == 729
    for posed, expected in families(2, 3, 3).items():
        assert by_encoding(made, posed) == expected


@st.composite
def posed(draw: st.DrawFn, blots: bool) -> tuple[Puzzle, PartialGrid | None]:
    """A puzzle small enough for brute force, with given cells or none and a start or none.

    With `blots` some lengths are hidden. Both may contradict the clues and each other.
    """
    colors = draw(st.integers(2, 4))
    side = {2: 4, 3: 3, 4: 3}[colors]
    grid = draw(grids(colors, side).filter(lambda g: colors ** (g.width * g.height) <= 20_000))
    drawn = Puzzle.of(grid, PALETTE[:colors])
    if blots:
        rows, columns = (
            tuple(_hide(draw, clue) for clue in side) for side in (drawn.rows, drawn.columns)
        )
        drawn = replace(drawn, rows=rows, columns=columns)
    known = st.none() | partial_grids(grid.width, grid.height, colors)
    agreeing = given_cells(grid, colors)
    return replace(drawn, goal=None, given=draw(known | agreeing)), draw(known | agreeing)


def _hide(draw: st.DrawFn, clue: Clue) -> Clue:
    return tuple(Block(None, b.color) if draw(st.booleans()) else b for b in clue)


@pytest.mark.parametrize("made", EVERY)
@given(case=posed(blots=False))
@settings(max_examples=25)
def test_random_boards(made: Recipe, case: tuple[Puzzle, PartialGrid | None]) -> None:
    """The same on larger boards in up to three colors, with given cells and any start."""
    assert by_encoding(made, *case) == brute_force(*case)


@pytest.mark.parametrize("made", BLOTTED)
@given(case=posed(blots=True))
@settings(max_examples=25)
def test_random_boards_with_blots(made: Recipe, case: tuple[Puzzle, PartialGrid | None]) -> None:
    """The same with blotted blocks, for the recipes that handle them."""
    assert by_encoding(made, *case) == brute_force(*case)


@pytest.mark.parametrize("made", EVERY)
@pytest.mark.parametrize("case", PUZZLES, ids=lambda case: case.name)
def test_drawn_puzzles(made: Recipe, case: PuzzleCase) -> None:
    """Each recipe finds the drawn number of solutions."""
    drawn = puzzle(case)
    if drawn.blotted and not made.blotted:
        pytest.skip(f"{made.name} handles no blotted blocks, and says so")
    assert len(by_encoding(made, drawn)) == case.number


@pytest.mark.parametrize("made", EVERY)
def test_cells_whose_block_is_not_known(made: Recipe) -> None:
    """On a board where line logic colors cells without knowing by which block, they are covered.

    Small boards hardly have such cells; the pictures found are put to the checker.
    """
    (noughts,) = read(INSTANCES / "pictures" / "noughts-and-crosses.xml")
    assert check(noughts, recipe=made).verdict is Verdict.MULTIPLE


@pytest.mark.parametrize(
    "name", [name for name in encodings.names() if name.startswith("redundant/")]
)
@pytest.mark.parametrize("hints", DEDUCTIONS)
@given(grid=grids(colors=3, max_side=4))
@settings(max_examples=40)
def test_redundant_rules_add_nothing(name: str, hints: Deductions, grid: Grid) -> None:
    """With and without a redundant file the solutions are the same, on boards of any kind."""
    file = encodings.encoding(name).path
    drawn = Puzzle.of(grid, PALETTE[:3])
    users = [made for made in recipes().values() if file in made.files]
    assert users, f"no recipe uses {name}"
    for made in users:
        bare = replace(made, files=tuple(f for f in made.files if f != file)).with_deductions(hints)
        assert by_encoding(made.with_deductions(hints), drawn) == by_encoding(bare, drawn)
