"""Boards with their brute-force solutions, for proving encodings right."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle
from asp_nono.asp.program import Program, picture
from asp_nono.asp.recipes import DEDUCTIONS, Recipe, recipes
from asp_nono.clue import shows
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import Message
from asp_nono.puzzle import Puzzle, satisfies
from tests.cases import PALETTE
from tests.conftest import NIGHTLY

FIRST = {made.files: name for name, made in reversed(recipes().items())}
"""Of recipes with the same files, which differ in the search alone, the first."""


def _marks(made: Recipe, level: str) -> Sequence[pytest.MarkDecorator]:
    """Of recipes with the same files one is not slow at its own level.

    CI also has the others at theirs, and that one with the least and with the most deductions.
    """
    first, own = FIRST[made.files] == made.name, level == made.deductions
    ends = level in (DEDUCTIONS[0], DEDUCTIONS[-1])
    if made.name == "order-marginals" and level == DEDUCTIONS[0]:
        return NIGHTLY  # it takes a quarter of a minute
    if first and own:
        return ()
    return (pytest.mark.slow,) if own or (first and ends) else NIGHTLY


EVERY = [
    pytest.param(made.with_deductions(level), id=f"{made.name}-{level}", marks=_marks(made, level))
    for made in recipes().values()
    for level in DEDUCTIONS
]
"""Every recipe at every level of deductions."""


def all_grids(width: int, height: int, colors: int) -> list[Grid]:
    """Every picture of a size in colors 0 to `colors` - 1."""
    rows = list(product(range(colors), repeat=width))
    return [Grid(grid) for grid in product(rows, repeat=height)]


@cache
def families(width: int, height: int, colors: int) -> dict[Puzzle, frozenset[Grid]]:
    """Every puzzle that some picture of a size poses, with all pictures that pose it."""
    found: defaultdict[Puzzle, set[Grid]] = defaultdict(set)
    for grid in all_grids(width, height, colors):
        posed = Puzzle(grid.row_clues(), grid.column_clues(), PALETTE[:colors])
        found[posed].add(grid)
    return {posed: frozenset(grids) for posed, grids in found.items()}


def brute_force(puzzle: Puzzle, start: PartialGrid | None = None) -> frozenset[Grid]:
    """The solutions, by trying every picture whose rows have the clues of rows."""
    lines = list(product(range(len(puzzle.colors)), repeat=puzzle.width))
    rows = [[line for line in lines if shows(line, clue)] for clue in puzzle.rows]
    return frozenset(
        grid
        for grid in map(Grid, product(*rows))
        if satisfies(grid, puzzle) and (not start or start.admits(grid))
    )


def by_encoding(
    recipe: Recipe, puzzle: Puzzle, start: PartialGrid | None = None
) -> frozenset[Grid]:
    """The pictures that a recipe's answer sets draw, each of them once.

    Line logic decides only what the recipe's deductions allow; clingo does the rest, unless they
    show that there is no solution.
    """
    left = open_puzzle(puzzle, recipe.deductions, start)
    if isinstance(left, Message):
        return frozenset()
    found = _pictures(Program.of(recipe, left), left)
    if recipe.reads == "open":
        alone = left.open_alone()
        assert _pictures(Program.of(recipe, alone), left) == found, "facts are missing"
    return found


def by_encoding_at_once(
    recipe: Recipe, puzzles: Iterable[Puzzle]
) -> dict[Puzzle, list[frozenset[Grid]]]:
    """The same for puzzles of one size that have solutions, ground together, which is fast.

    A choice takes a puzzle, and the puzzle's facts follow from it. So the answer sets are those of
    all puzzles (Lifschitz and Turner, "Splitting a logic program", 1994). Recipes that read `open`
    have a second set of pictures, found without the facts about what is decided.
    """
    posed, programs = list[OpenPuzzle](), list[Program]()
    for one in puzzles:
        left = open_puzzle(one, recipe.deductions)
        assert isinstance(left, OpenPuzzle)
        for facts_of in (left, left.open_alone()) if recipe.reads == "open" else (left,):
            programs.append(Program.of(recipe, facts_of))
            posed.append(left)
    found: list[list[Grid]] = [[] for _ in posed]
    control = replace(programs[0], facts=_any_facts(programs)).ground()
    control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = model.symbols(shown=True)
            (number,) = (one.arguments[0].number for one in atoms if one.match("chosen", 1))
            found[number].append(
                picture(posed[number].puzzle, atoms, decided=posed[number].decided)
            )
    sets = defaultdict[Puzzle, list[frozenset[Grid]]](list)
    for left, grids in zip(posed, found, strict=True):
        assert len(set(grids)) == len(grids), "a picture came twice"
        sets[left.puzzle].append(frozenset(grids))
    return sets


def _any_facts(programs: Sequence[Program]) -> str:
    """Rules from which the facts of one of the programs follow, and `chosen/1` with its number."""
    sources = defaultdict[str, list[int]](list)
    for number, program in enumerate(programs):
        for line in re.findall(r"^[a-z#].*$", program.facts, re.MULTILINE):
            sources[line].append(number)
    rules = [f"1 {{ chosen(0..{len(programs) - 1}) }} 1.", "#show chosen/1."]
    for line, numbers in sources.items():
        if line.startswith("#"):
            rules.append(line)
            continue
        for fact in line.removesuffix(".").split(". "):
            rules += [f"{fact} :- chosen({number})." for number in numbers]
    return "\n".join(rules)


def _pictures(program: Program, left: OpenPuzzle) -> frozenset[Grid]:
    """The pictures of a program's answer sets and of the decided cells."""
    control = program.ground()
    control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
    with control.solve(yield_=True) as handle:
        symbols = (model.symbols(shown=True) for model in handle)
        found = [picture(left.puzzle, atoms, decided=left.decided) for atoms in symbols]
    assert len(set(found)) == len(found), "a picture came twice"
    return frozenset(found)
