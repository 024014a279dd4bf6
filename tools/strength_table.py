"""The atlas of strength, `docs/strength.md`, and its study: `python -m tools.strength_table`.

Every recipe of which no other has the same files. With the word `study` the raw data of the study
instead, with `conclusions` its tables and its figure.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import exp, log
from random import Random
from statistics import correlation, fmean, quantiles
from time import process_time
from typing import Any, NamedTuple

import asp_nono
from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.program import Program, statistics
from asp_nono.asp.recipes import Recipe
from asp_nono.asp.theories import has_theory
from asp_nono.clue import Clue
from asp_nono.files import read_data
from asp_nono.grid import Grid
from asp_nono.lab.instances import choose
from asp_nono.lab.line_programs import LineProgram
from asp_nono.lab.plots import points, svg
from asp_nono.lab.strength import LineKind, StrengthResult, percent, strength
from asp_nono.line.patterns import count_patterns
from asp_nono.line.solver import solve
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.limits import Limits
from tools.blocks import ROOT, refill, table
from tools.encoding_times import NAMES

PAGE = ROOT / "docs" / "strength.md"
STUDY = ROOT / "docs" / "studies" / "strength.md"
DATA = STUDY.with_suffix(".tsv")

SECONDS = 1800  # of wall time for each encoding


class Part(NamedTuple):
    """A table of the page: which lines, and of which recipes."""

    lines: LineKind
    longest: int
    names: tuple[str, ...]


def parts() -> dict[str, Part]:
    """The tables by the names of their blocks."""
    theories = {name for name in NAMES if any(map(has_theory, asp_nono.recipe(name).files))}
    rules = tuple(name for name in NAMES if name not in theories)
    blotted = tuple(name for name in rules if asp_nono.recipe(name).blotted)
    of_theory = tuple(name for name in NAMES if name in theories)
    return {
        "one color": Part(LineKind(), 10, rules),
        "two colors": Part(LineKind(2), 5, rules),
        "blotted blocks": Part(LineKind(blotted=True), 8, blotted),
        "theories, one color": Part(LineKind(), 5, of_theory),
        "theories, two colors": Part(LineKind(2), 3, of_theory),
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

LINES, FILLINGS, SHARES = 4, 32, (0.1, 0.6)
"""How many lines of a puzzle are drawn, and fillings of each; which share of cells is known."""

BOARDS = 16  # how many boards of `boards:test`

PAIRS = (
    ("textbook-regular", "order-support"),
    ("order-support", "order"),
    ("textbook-regular", "order"),
    ("textbook-regular", "textbook-order"),
    ("order", "textbook-order"),
    ("order", "starts"),
    ("starts-flanks", "starts"),
    ("states-alive", "states"),
)
"""Recipes that are compared with each other, the stronger ones first."""


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


def measured_run(recipe: Recipe, puzzle: Puzzle, name: str) -> Run:
    """A row of the raw data."""
    chosen = recipe.with_deductions("none")
    (picture, *_) = asp_nono.solve(puzzle).solutions
    cells = sampled(chosen, puzzle, picture, name)
    rules, conflicts, seconds, decided = searched(chosen, puzzle)
    return Run(name, recipe.name, *cells, rules, conflicts, round(seconds, 3), decided)


def study() -> None:
    """Measure all recipes with rules on all puzzles, and write the raw data."""
    runs = [
        measured_run(asp_nono.recipe(one), puzzle, name)
        for name, puzzle in puzzles().items()
        for one in parts()["one color"].names
        if one != "textbook-table" or _patterns(puzzle) <= PATTERNS
    ]
    lines = ["\t".join(map(str, one)) for one in (Run._fields, *runs)]
    DATA.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")


def _patterns(puzzle: Puzzle) -> int:
    """How many patterns all lines have together."""
    lengths = [puzzle.width] * puzzle.height + [puzzle.height] * puzzle.width
    clues = (*puzzle.rows, *puzzle.columns)
    return sum(count_patterns(*line) for line in zip(clues, lengths, strict=True))


def data() -> list[Run]:
    """The raw data."""
    _, *lines = DATA.read_text(encoding="utf-8").splitlines()
    kinds: tuple[Callable[[str], Any], ...] = (str, str, *[int] * 4, float, "True".__eq__)
    return [
        Run(*(kind(one) for kind, one in zip(kinds, line.split("\t"), strict=True)))
        for line in lines
    ]


def conclusions(runs: Sequence[Run]) -> dict[str, str]:
    """The tables of the study."""
    of_recipe, of_puzzle = _grouped(runs, "recipe"), _grouped(runs, "puzzle")
    head = ("recipe", "puzzles", "strength", "conflicts", "decided", "CPU seconds", "ground rules")
    rows = sorted(
        (
            _strength(some),
            (
                f"`{name}`",
                str(len(some)),
                f"{100 * _strength(some):.1f} %",
                f"{_mean([one.conflicts + 1 for one in some]) - 1:.1f}",
                str(sum(one.decided for one in some)),
                f"{sum(one.seconds for one in some):.2f}",
                f"{_mean([one.rules for one in some]):.0f}",
            ),
        )
        for name, some in of_recipe.items()
    )
    pairs: dict[str, tuple[Callable[[Run], float], Callable[[Run], float]]] = {
        "strength and conflicts": (_share, lambda one: one.conflicts),
        "ground rules and conflicts": (lambda one: one.rules, lambda one: one.conflicts),
        "strength and CPU time": (_share, lambda one: one.seconds),
        "ground rules and CPU time": (lambda one: one.rules, lambda one: one.seconds),
        "conflicts and CPU time": (lambda one: one.conflicts, lambda one: one.seconds),
    }
    return {
        "recipes": table(head, [row for _, row in reversed(rows)]),
        "rank correlations": table(
            ("of", "puzzles", "median", "quartiles", "below 0", "above 0"),
            [(name, *_correlations(of_puzzle, *both)) for name, both in pairs.items()],
        ),
        "pairs": table(
            ("stronger", "weaker", "fewer conflicts", "as many", "more"),
            [(f"`{one}`", f"`{other}`", *_compared(of_puzzle, one, other)) for one, other in PAIRS],
        ),
    }


def _compared(groups: Mapping[str, Sequence[Run]], one: str, other: str) -> Iterator[str]:
    """On how many puzzles a recipe has fewer conflicts than another, as many, and more."""
    of_puzzle = [{run.recipe: run.conflicts for run in runs} for runs in groups.values()]
    signs = [(some[one] > some[other]) - (some[one] < some[other]) for some in of_puzzle]
    yield from (str(signs.count(sign)) for sign in (-1, 0, 1))


def _grouped(runs: Sequence[Run], key: str) -> dict[str, list[Run]]:
    found: dict[str, list[Run]] = {}
    for run in runs:
        found.setdefault(getattr(run, key), []).append(run)
    return found


def _share(run: Run) -> float:
    return run.found / (run.following or 1)


def _strength(runs: Sequence[Run]) -> float:
    """The share of the cells that propagation finds, over all puzzles."""
    return sum(one.found for one in runs) / sum(one.following for one in runs)


def _mean(values: Sequence[float]) -> float:
    """The geometric mean."""
    return exp(fmean(map(log, values)))


def _correlations(
    groups: Mapping[str, Sequence[Run]], one: Callable[[Run], float], other: Callable[[Run], float]
) -> tuple[str, ...]:
    """Spearman's rank correlation over the recipes of each puzzle, where both values vary."""
    found = []
    for runs in groups.values():
        left, right = ([value(run) for run in runs] for value in (one, other))
        if len(set(left)) > 1 < len(set(right)):
            found.append(correlation(_ranks(left), _ranks(right)))
    low, middle, high = quantiles(found, n=4)
    counts = (sum(value < 0 for value in found), sum(value > 0 for value in found))
    return str(len(found)), f"{middle:.2f}", f"{low:.2f} to {high:.2f}", *map(str, counts)


def _ranks(values: Sequence[float]) -> list[float]:
    """Their ranks; equal values share one."""
    order = sorted(values)
    return [order.index(one) + (order.count(one) - 1) / 2 for one in values]


def figure(runs: Sequence[Run]) -> str:
    """Strength against conflicts, a point for each recipe."""
    places = {
        name: (100 * _strength(some), _mean([one.conflicts + 1 for one in some]))
        for name, some in _grouped(runs, "recipe").items()
    }
    names = ("cells of a line that propagation finds, %", "conflicts + 1, geometric mean")
    return svg(points("Strength against conflicts", names, places))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["study"]:
            study()
        case ["conclusions"]:
            refill(STUDY, conclusions(data()))
            DATA.with_suffix(".svg").write_text(figure(data()), encoding="utf-8", newline="\n")
        case _:
            refill(PAGE, blocks(list(parts())))
