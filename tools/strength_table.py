"""The atlas of strength, `docs/strength.md`, and its study: `python -m tools.strength_table`.

Every recipe of which no other has the same files. With the word `study` the study instead.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from random import Random
from time import process_time
from typing import NamedTuple

import asp_nono
from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.program import Program, statistics
from asp_nono.asp.recipes import Recipe
from asp_nono.asp.theories import has_theory
from asp_nono.clue import Clue
from asp_nono.files import read_data
from asp_nono.grid import Grid
from asp_nono.lab.instances import choose
from asp_nono.lab.strength import LineProgram, Lines, StrengthResult, percent, strength
from asp_nono.line.patterns import count_patterns
from asp_nono.line.solver import solve
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.limits import Limits
from tools.blocks import ROOT, refill, table
from tools.encoding_times import NAMES

PAGE = ROOT / "docs" / "strength.md"
DATA = ROOT / "docs" / "studies" / "strength.tsv"

SECONDS = 1800  # of wall time for each encoding


class Part(NamedTuple):
    """A table of the page: which lines, and of which recipes."""

    lines: Lines
    longest: int
    names: tuple[str, ...]


def parts() -> dict[str, Part]:
    """The tables by the names of their blocks."""
    theories = {name for name in NAMES if any(map(has_theory, asp_nono.recipe(name).files))}
    rules = tuple(name for name in NAMES if name not in theories)
    blotted = tuple(name for name in rules if asp_nono.recipe(name).blotted)
    of_theory = tuple(name for name in NAMES if name in theories)
    return {
        "one color": Part(Lines(), 10, rules),
        "two colors": Part(Lines(2), 5, rules),
        "blotted blocks": Part(Lines(blotted=True), 8, blotted),
        "theories, one color": Part(Lines(), 5, of_theory),
        "theories, two colors": Part(Lines(2), 3, of_theory),
    }


def measured(name: str, part: Part) -> StrengthResult:
    """The strength of a recipe, perhaps stopped."""
    work = partial(strength, asp_nono.recipe(name), part.longest, part.lines)
    return run_job(work, StrengthResult(name=name), Limits(SECONDS), child=True)


def block(part: Part) -> str:
    """A table, the strongest first."""
    found = [measured(name, part) for name in part.names]
    found.sort(key=lambda one: -one.whole.found / (one.whole.deductions or 1))
    trials = ("with failed literals", "contradictions with them")
    head = ("recipe", "all that follows", "single cells", "contradictions", *trials)
    return table((*head, "a smallest failure"), [_row(one, part.longest) for one in found])


def _row(one: StrengthResult, longest: int) -> tuple[str, ...]:
    whole, cells = one.whole, len(one.lengths)
    short = f" (up to {cells} cells: {one.reason})" if cells < longest else ""
    failures = [f"`{failure.clue_text}` on `{failure.known}`" for failure in one.examples[:1]]
    return (
        f"`{one.name}`{short}",
        percent(whole.found, whole.deductions),
        percent(whole.colored, whole.following),
        percent(whole.refuted, whole.contradictions),
        percent(whole.probed, whole.deductions),
        percent(whole.probed_refuted, whole.contradictions),
        *(failures or ["none"]),
    )


def blocks(names: Sequence[str]) -> dict[str, str]:
    """The tables with these names."""
    found = parts()
    return {name: block(found[name]) for name in names}


# --- The study


class Run(NamedTuple):
    """A recipe on a puzzle."""

    puzzle: str
    recipe: str
    following: int  # cells that follow in the fillings that were drawn of its lines
    found: int  # those of them that propagation finds
    rules: int  # of the ground program
    conflicts: int  # until uniqueness was decided, or `CONFLICTS`
    seconds: float  # CPU time of grounding and search
    decided: bool


CONFLICTS, CELLS, PATTERNS = 2000, 225, 20_000
"""Limits: of a search; of the puzzles; of the patterns that `textbook-table` lists for a puzzle."""

LINES, FILLINGS, SHARES = 6, 32, (0.1, 0.6)
"""How many lines of a puzzle are drawn, and fillings of each; which share of cells is known."""

BOARDS = 24  # how many boards of `boards:test`


def puzzles() -> dict[str, Puzzle]:
    """The puzzles of the study: with a picture, without blotted blocks, not too large."""
    chosen, _ = choose(["shipped", "boards:test"], ROOT, {})
    found = dict[str, Puzzle]()
    for one in chosen:
        if one.size[0] * one.size[1] <= CELLS and one.known.high != 0 and not one.several:
            (puzzle,) = read_data(one.text.data, one.text.name)
            if isinstance(puzzle, Puzzle) and not puzzle.blotted and any(puzzle.rows):
                found[f"{one.set}/{one.name}"] = puzzle
    boards = [name for name in found if name.startswith("boards/")]
    kept = set(Random(1).sample(boards, BOARDS))  # noqa: S311 - no secret
    return {name: one for name, one in found.items() if name in kept or name not in boards}


def sampled(recipe: Recipe, puzzle: Puzzle, picture: Grid, seed: str) -> tuple[int, int]:
    """The cells that follow in some fillings of some lines, all true of the picture; those found.

    Each filling shows some cells of the picture.
    """
    random, colors = Random(seed), len(puzzle.colors) - 1  # noqa: S311 - no secret
    rows = [*picture.rows, *zip(*picture.rows, strict=True)]
    lines = [pair for pair in zip((*puzzle.rows, *puzzle.columns), rows, strict=True) if pair[0]]
    following = found = 0
    for clue, cells in random.sample(lines, min(LINES, len(lines))):
        line = LineProgram(recipe, clue, len(cells), colors, trusted=True)
        shares = [random.uniform(*SHARES) for _ in range(FILLINGS)]
        shown = [[random.random() < share for _ in cells] for share in shares]
        given = [
            (
                value if one == color else -value,
                sum(1 << n for n, some in enumerate(shown) if some[at]),
            )
            for at, (one, values) in enumerate(zip(cells, line.values, strict=True))
            for color, value in enumerate(values, 1)
        ]
        holds, _ = line.propagation.run(given, (1 << FILLINGS) - 1)
        for number, some in enumerate(shown):
            for at, color in _following(clue, cells, some, colors + 1):
                values = line.values[at]
                seen = [holds[values[color - 1]]] if color else [holds[-one] for one in values]
                following += 1
                found += all(one >> number & 1 for one in seen)
    return following, found


def _following(
    clue: Clue, cells: Sequence[int], shown: Sequence[bool], colors: int
) -> list[tuple[int, int]]:
    """The cells that follow from some cells of a line, with their colors."""
    allowed = [
        sum(1 << at for at, one in enumerate(cells) if one == color or not shown[at])
        for color in range(colors)
    ]
    left = solve(clue, len(cells), allowed) or allowed
    may = [[color for color in range(colors) if left[color] >> at & 1] for at in range(len(cells))]
    return [(at, one[0]) for at, one in enumerate(may) if len(one) == 1 and not shown[at]]


def searched(recipe: Recipe, puzzle: Puzzle) -> tuple[int, int, float, bool]:
    """Ground rules, conflicts, CPU seconds, and whether uniqueness was decided."""
    began = process_time()
    control = Program.of(recipe, without_deductions(puzzle)).ground()
    control.configuration.solve.models = 2  # type: ignore[union-attr] # clingo's own
    control.configuration.solve.solve_limit = str(CONFLICTS)  # type: ignore[union-attr]
    with control.solve(yield_=True) as handle:
        number = sum(1 for _ in handle)
        decided = number == 2 or bool(handle.get().exhausted)
    found = statistics(control)
    return found["rules"], found["conflicts"], process_time() - began, decided


def study() -> None:
    """Measure all recipes with rules on all puzzles, and write the raw data."""
    names, rows = parts()["one color"].names, ["\t".join(Run._fields)]
    for number, (name, puzzle) in enumerate(puzzles().items()):
        (picture, *_) = asp_nono.solve(puzzle).solutions
        lines = zip((*puzzle.rows, *puzzle.columns), _lengths(puzzle), strict=True)
        patterns = sum(count_patterns(*line) for line in lines)
        for recipe in (asp_nono.recipe(one).with_deductions("none") for one in names):
            if recipe.name != "textbook-table" or patterns <= PATTERNS:
                cells = sampled(recipe, puzzle, picture, name)
                rules, conflicts, seconds, decided = searched(recipe, puzzle)
                run = Run(name, recipe.name, *cells, rules, conflicts, seconds, decided)
                rows.append("\t".join(map(str, run._replace(seconds=round(run.seconds, 3)))))
        print(number, name, file=sys.stderr)  # noqa: T201 - it takes minutes
    DATA.write_text("\n".join([*rows, ""]), encoding="utf-8", newline="\n")


def _lengths(puzzle: Puzzle) -> list[int]:
    return [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width


if __name__ == "__main__":
    if sys.argv[1:] == ["study"]:
        study()
    else:
        refill(PAGE, blocks(list(parts())))
