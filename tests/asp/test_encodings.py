"""Every encoding at every level of hints gives exactly the brute-force pictures."""

from dataclasses import replace
from itertools import combinations

import pytest
from clingo import Control
from hypothesis import given, settings, strategies as st

from asp_nono.asp import encodings
from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.facts import PUZZLE, facts_text
from asp_nono.asp.program import Program, picture
from asp_nono.asp.recipes import DEDUCTIONS, Deductions, Recipe, recipes
from asp_nono.clue import Block, Clue
from asp_nono.files import read
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle
from asp_nono.solving.result import Verdict
from asp_nono.solving.solve import check
from tests.asp.boards import EVERY, brute_force, by_encoding, by_encoding_at_once, families
from tests.cases import PALETTE, PUZZLES, PuzzleCase, puzzle
from tests.cli.run import INSTANCES
from tests.strategies import given_cells, grids, partial_grids

BLOTTED = [one for one in EVERY if isinstance(one.values[0], Recipe) and one.values[0].blotted]

LONG = [(5, 1, 2), (1, 5, 2), (4, 1, 3), (1, 4, 3)]
BOARDS = [*((width, height, 2) for width in (1, 2, 3) for height in (1, 2, 3)), *LONG]
"""Width, height and number of colors; two blocks have room to come too close on `LONG` ones."""

LARGE = [(4, 2, 2), (2, 4, 2), (2, 3, 3)]


@pytest.mark.parametrize(
    "sizes", [BOARDS, pytest.param(LARGE, marks=pytest.mark.slow)], ids=["small", "large"]
)
@pytest.mark.parametrize("made", EVERY)
def test_all_boards(made: Recipe, sizes: list[tuple[int, int, int]]) -> None:
    """On every board of these sizes the pictures are those of brute force."""
    for width, height, colors in sizes:
        every = families(width, height, colors)
        assert sum(map(len, every.values())) == colors ** (width * height)
        found = by_encoding_at_once(made, every)
        assert found.keys() == every.keys()
        for posed, expected in every.items():
            assert set(found[posed]) == {expected}


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


@pytest.mark.slow
@pytest.mark.parametrize("made", EVERY)
def test_cells_whose_block_is_not_known(made: Recipe) -> None:
    """On a board where line logic colors cells without knowing by which block, they are covered.

    Small boards hardly have such cells; the pictures found are put to the checker.
    """
    (noughts,) = read(INSTANCES / "pictures" / "noughts-and-crosses.xml")
    assert check(noughts, recipe=made).verdict is Verdict.MULTIPLE


@pytest.mark.parametrize("made", EVERY)
def test_given_cells_whose_block_is_not_known(made: Recipe) -> None:
    """The cell in the middle is given; its block may be the first or the second of either line."""
    picture = Grid.from_text(["..#..", ".....", "#.#..", ".....", "....#"])
    open_cells = PartialGrid.unknown(5, 5, 2).rows
    middle = (*open_cells[2][:2], 2, *open_cells[2][3:])
    cells = PartialGrid((*open_cells[:2], middle, *open_cells[3:]))
    assert len(by_encoding(made, replace(Puzzle.of(picture), given=cells))) == 4


@pytest.mark.parametrize("hints", DEDUCTIONS)
@given(grid=grids(colors=3, max_side=4))
@settings(max_examples=40)
def test_gaps_between_colors_are_redundant(
    hints: Deductions, tmp_path_factory: pytest.TempPathFactory, grid: Grid
) -> None:
    """Without the rule, `order` has the same solutions."""
    made, drawn = recipes()["order"], Puzzle.of(grid, PALETTE[:3])
    (file,) = (file for file in made.files if file.name == "order.lp")
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("gap(L, B, 0)")]
    assert len(kept) == len(lines) - 1
    bare = tmp_path_factory.mktemp("encodings") / "order.lp"
    bare.write_text("\n".join(kept), encoding="utf-8")
    without = replace(made, files=tuple(bare if one == file else one for one in made.files))
    levels = (one.with_deductions(hints) for one in (made, without))
    assert len({frozenset(by_encoding(one, drawn)) for one in levels}) == 1


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


def _answers(name: str, puzzle: Puzzle, *options: str) -> list[set[str]]:
    """The answer sets of a textbook encoding for the clues of a puzzle, the best one last."""
    control = Control([*options])
    control.load(str(encodings.encoding(f"textbook/{name}").path))
    control.add(facts_text(without_deductions(puzzle), PUZZLE))
    control.ground()
    with control.solve(yield_=True) as handle:
        return [{str(atom) for atom in model.symbols(shown=True)} for model in handle]


SMALL = [*families(2, 3, 2).items(), *families(2, 2, 3).items(), *families(3, 3, 2).items()]


def test_pairs_of_solutions() -> None:
    """`unique` has an answer set for each pair of solutions, with the cells where they differ."""
    for posed, pictures in SMALL:
        found = _answers("unique", posed, "0")
        expected = [
            {f"differ({x},{y})" for x, y in one.differences(other)}
            for one in pictures
            for other in pictures
            if one != other
        ]
        differ = [{atom for atom in answer if atom.startswith("differ")} for answer in found]
        assert sorted(map(sorted, differ)) == sorted(map(sorted, expected))


def test_fewest_given_cells() -> None:
    """`minimize` finds as few cells as a search through all sets of cells does."""
    several = [(posed, pictures) for posed, pictures in SMALL if len(pictures) > 1]
    assert len(several) > 20
    for posed, pictures in several[:: len(several) // 20]:
        best = _answers("minimize", posed, "0")[-1]
        given = {atom for atom in best if atom.startswith("given")}
        assert len(given) == min(_fewest(one, pictures) for one in pictures)
        (goal,) = (one for one in pictures if _atoms(one) == best - given)
        for other in pictures - {goal}:
            assert given & {f"given({x},{y})" for x, y in goal.differences(other)}


def _atoms(grid: Grid) -> set[str]:
    return {
        f"fill({x},{y},{color})"
        for y, row in enumerate(grid.rows, 1)
        for x, color in enumerate(row, 1)
        if color
    }


def _fewest(grid: Grid, pictures: frozenset[Grid]) -> int:
    """The least number of cells in which every other picture differs from this one."""
    others = [set(grid.differences(one)) for one in pictures - {grid}]
    cells = set[tuple[int, int]]().union(*others)
    return next(
        size
        for size in range(len(cells) + 1)
        if any(all(set(some) & one for one in others) for some in combinations(cells, size))
    )


WIDE = """
line(row(1..2), 3). line(column(1..3), 2). open(1..3, 1..2).
possible(1..3, 1..2, 1).
block(row(1), 1..2, 1, 1). window(row(1), 1..2, 1, 3).
"""
"""A row of the clue 1 1, with windows as wide as the line for both blocks, above an empty row."""


@pytest.mark.parametrize(
    ("columns", "expected"), [((1, 3), {"fill(1,1,1) fill(3,1,1)"}), ((1, 2), set()), ((1,), set())]
)
def test_windows_may_be_wide(columns: tuple[int, ...], expected: set[str]) -> None:
    """`order` is right for all facts of which its header is true, not only for narrow windows."""
    control = Control(["0"])
    for file in recipes()["order"].files:
        control.load(str(file))
    for x in columns:
        control.add(f"block(column({x}), 1, 1, 1). window(column({x}), 1, 1, 2).")
    control.add(WIDE)
    control.ground()
    with control.solve(yield_=True) as handle:
        found = [" ".join(sorted(map(str, model.symbols(shown=True)))) for model in handle]
    assert set(found) == expected
    assert len(found) == len(expected)


@given(grid=grids(colors=3, max_side=3).filter(lambda g: g.width * g.height < 9))
@settings(max_examples=25)
def test_windows_as_wide_as_lines(grid: Grid) -> None:
    """The same on random boards, where a block fits into its line and no other one counts."""
    drawn = replace(Puzzle.of(grid, PALETTE[:3]), goal=None)
    made = recipes()["order"].with_deductions("none")
    facts = facts_text(without_deductions(drawn), made.inputs() - {"window/4"})
    wide = "window(L, B, 1, M-N+1) :- block(L, B, N, _), line(L, M)."
    control = Program(made, facts + wide).ground()
    control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
    with control.solve(yield_=True) as handle:
        found = [picture(drawn, model.symbols(shown=True)) for model in handle]
    assert len(found) == len(set(found))
    assert set(found) == brute_force(drawn)
