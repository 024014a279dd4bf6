"""The number of solutions of a puzzle."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from asp_nono.asp.recipes import DEFAULT, Recipe, recipe as named_recipe
from asp_nono.counting.portfolio import MEMORY, Portfolio
from asp_nono.counting.result import Count, CountEstimate, MethodTrial, Picked, Wants
from asp_nono.counting.space import SolutionSpace
from asp_nono.grid import PartialGrid
from asp_nono.messages import UncountedError, UnknownNameError, WrongSolutionError
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.limits import Cause, Limits, Stopped, early
from asp_nono.solving.result import Result, Technique
from asp_nono.solving.search import SearchTask, search

if TYPE_CHECKING:
    from asp_nono.aspcount.count import ProgramCount
    from asp_nono.run.pool import Pool

Method: TypeAlias = Literal["auto", "topdown", "frontier", "enumerate", "ganak", "d4", "estimate"]
METHODS: tuple[Method, ...] = get_args(Method)

_PAUSE = 0.2  # seconds between snapshots while solutions are picked


def count(
    puzzle: Puzzle,
    *,
    most: int = 0,
    method: Method = "auto",
    recipe: str | Recipe = DEFAULT,
    start: PartialGrid | None = None,
    limits: Limits | None = None,
    pool: "Pool | None" = None,
    wants: Wants | None = None,
) -> Count:
    """Count the solutions that agree with a start, or up to `most` of them by enumeration.

    "topdown" and "frontier" are that method alone; "enumerate" finds the recipe's solutions one by
    one; for "ganak" and "d4" a model counter counts them. "estimate" gives an estimate at once, for
    a recipe other than the default one by ApproxMC. "auto" takes whatever is fastest; with a
    recipe other than the default one, whose solutions are wanted then, it enumerates. Without a
    limit on memory each method may take about 2 GiB. Without a pool limited work is done in a child
    process of its own, other work in this process. The results in `wants` require counting
    to the end, without `most`, enumeration or another recipe.

    Raises:
        UnknownNameError: If there is no such recipe or method.
        EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
        PuzzleError: If the start is not of the puzzle's size.
        UncountedError: If a wanted solution does not exist, or if this method or the given memory
            cannot provide a wanted result.

    >>> from asp_nono.grid import Grid
    >>> ones = Puzzle.of(Grid.from_text(["#..", ".#.", "..#"]))
    >>> str(count(ones)), str(count(ones, most=4))
    ('6', 'at least 4')
    """
    job = partial(counts, puzzle, most, method, recipe, start, limits, wants)
    initial, child = Count(puzzle=puzzle, up_to=most), method in ("ganak", "d4", "estimate")
    return run_job(job, initial, limits, pool, child=child)


def counts(
    puzzle: Puzzle,
    most: int = 0,
    method: Method = "auto",
    recipe: str | Recipe = DEFAULT,
    start: PartialGrid | None = None,
    limits: Limits | None = None,
    wants: Wants | None = None,
) -> Iterator[Count]:
    """Snapshots of a count as it improves, in this process; the last one is that of `count`.

    The arguments are checked at once. Limits tell the methods when to stop, but nothing enforces
    them.
    """
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    chosen = named_recipe(recipe)
    own = chosen != named_recipe(DEFAULT)
    if method == "enumerate" or most or (method == "auto" and own):
        if wants:
            raise UncountedError("enumerated solutions cannot be picked by number")
        return _enumerated(puzzle, most, chosen, start)
    if method in ("ganak", "d4", "estimate") and wants:
        raise UncountedError("{method} gives a number and no solutions", method=method)
    if method in ("ganak", "d4"):
        return _by_program(puzzle, method, chosen, start)
    if method == "estimate" and own:
        return _by_approxmc(puzzle, chosen, start)
    limits = limits or Limits()
    portfolio = Portfolio(
        puzzle,
        chosen,
        start,
        seconds=limits.seconds and early(limits.seconds),
        memory=limits.data_bytes(MEMORY),
        only=method if method in ("topdown", "frontier") else None,
        apart=bool(wants),
        seed=0 if wants is None else wants.seed,
    )
    if method == "estimate":
        return _estimated(portfolio, limits)
    return _exact(portfolio, start, limits, wants or Wants())


def _exact(
    portfolio: Portfolio, start: PartialGrid | None, limits: Limits, wants: Wants
) -> Iterator[Count]:
    """Count by the portfolio, whose methods observe the limits, too."""
    began, found = perf_counter(), Count(puzzle=portfolio.puzzle)
    for found in portfolio.counts():
        yield found
    if not found.exact:
        yield replace(found, stopped=_limit(portfolio, limits))
        return
    _require_goal(found.number, portfolio.puzzle, start)
    if wants:
        yield from _wanted(SolutionSpace(portfolio, found.number), wants, found, began)


def _estimated(portfolio: Portfolio, limits: Limits) -> Iterator[Count]:
    """Estimate by the portfolio; if that fails, a limit is why."""
    found = Count(puzzle=portfolio.puzzle)
    for found in portfolio.estimates():
        yield replace(found, approximate=True)
    if not found.exact and not found.estimate:
        yield replace(found, approximate=True, stopped=_limit(portfolio, limits))


def _limit(portfolio: Portfolio, limits: Limits) -> Stopped:
    """The limit that a portfolio has reached."""
    if portfolio.late:
        return Stopped.at(Cause.TIME, limits)
    return Stopped.at(Cause.MEMORY, Limits(megabytes=limits.megabytes or MEMORY >> 20))


def _require_goal(number: int, puzzle: Puzzle, start: PartialGrid | None) -> None:
    """Check that there are solutions if the designer's picture is one."""
    goal = puzzle.goal
    if not number and goal is not None and (start is None or start.admits(goal)):
        raise WrongSolutionError("the count excludes the goal of the puzzle, which is a solution")


def _wanted(space: SolutionSpace, wants: Wants, found: Count, began: float) -> Iterator[Count]:
    """Snapshots of a count, each with more of the wanted results."""
    for rank in wants.ranks:
        if rank >= space.number:
            raise UncountedError(
                "there is no solution {number}; there are {count}",
                number=str(rank + 1),
                count=str(space.number),
            )
    ranked = (Picked(f"Solution {rank + 1}", space.solution(rank)) for rank in wants.ranks)
    drawn = enumerate(space.sample(wants.sample, wants.seed), 1)
    picked, shown = list[Picked](), perf_counter()
    for one in chain(ranked, (Picked(f"Random solution {n}", grid) for n, grid in drawn)):
        picked.append(one)
        if perf_counter() > shown + _PAUSE:
            shown = perf_counter()
            yield replace(found, picked=tuple(picked), seconds=shown - began)
    if wants.decomposition:
        found = replace(found, decomposition=space.decomposition())
    yield (found := replace(found, picked=tuple(picked), seconds=perf_counter() - began))
    if wants.shares and space.number:
        yield replace(found, shares=space.shares(), seconds=perf_counter() - began)


def _enumerated(
    puzzle: Puzzle, most: int, recipe: Recipe, start: PartialGrid | None
) -> Iterator[Count]:
    """Count by enumerating the solutions of a recipe."""
    for found in search(SearchTask(puzzle, recipe, start, most, pictures=False)):
        technique = found.technique or Technique.SEARCH
        method = "enumerate" if technique is Technique.SEARCH else technique
        plain = _plain(puzzle, found, found.exhausted, method, f"{found.number} solutions")
        yield replace(plain, up_to=most, why=found.because, search=found)


def _by_program(
    puzzle: Puzzle, method: Literal["ganak", "d4"], recipe: Recipe, start: PartialGrid | None
) -> Iterator[Count]:
    """Count the answer sets of the puzzle's program by a model counter."""
    from asp_nono.aspcount.count import program_counts
    from asp_nono.aspcount.ground import puzzle_program

    for found in program_counts(puzzle_program(puzzle, recipe=recipe, start=start), method=method):
        outcome = f"a formula of {found.variables} variables and {found.clauses} clauses"
        yield _plain(puzzle, found, found.exact, found.method, outcome)


def _by_approxmc(puzzle: Puzzle, recipe: Recipe, start: PartialGrid | None) -> Iterator[Count]:
    """Estimate the number of answer sets of the puzzle's program."""
    from asp_nono.aspcount.count import Estimate, estimates
    from asp_nono.aspcount.ground import puzzle_program

    for found in estimates(puzzle_program(puzzle, recipe=recipe, start=start), Estimate()):
        if found.number is not None and found.bounds:
            estimate = CountEstimate(found.number, *found.bounds, confidence=1 - found.delta)
            tried = (MethodTrial(found.method, found.seconds, "an estimate"),)
            known = Count(puzzle=puzzle, approximate=True, estimate=estimate, tried=tried)
            yield replace(known, seconds=found.seconds)


def _plain(
    puzzle: Puzzle, found: "Result | ProgramCount", exact: bool, method: str, outcome: str
) -> Count:
    """The result of one method."""
    return Count(
        puzzle=puzzle,
        number=found.number,
        exact=exact,
        most=found.number if exact else None,
        tried=(MethodTrial(method, found.seconds, outcome),),
        seconds=found.seconds,
    )
