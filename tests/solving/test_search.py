"""What a search yields, and what is known of it whatever ends it."""

import os
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given

from asp_nono import messages
from asp_nono.asp.recipes import recipe
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import Budget, look_ahead
from asp_nono.messages import (
    AspNonoError,
    EncodingError,
    PuzzleError,
    UncountedError,
    UnknownNameError,
    UnwritableError,
    WrongSolutionError,
)
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Cause, Limits
from asp_nono.run.pool import Children
from asp_nono.solving.result import Result, Technique, Verdict
from asp_nono.solving.search import SearchTask, at_once, search, weakest
from asp_nono.solving.solve import check, solve
from tests.cli.encodings import ENDLESS, MISSPELT, SOUND, SYNTAX
from tests.cli.run import GUARD, offspring, vanish
from tests.solving.puzzles import (
    CROSS,
    DEEP,
    NONE_BY_SEARCH,
    ONES,
    SEARCHED,
    known,
    noise,
    own,
    permutations as permuted,
)
from tests.strategies import grids, puzzles

ORDER = recipe("order")
LONG = Limits(seconds=600)

EXAMPLES: dict[type[AspNonoError], AspNonoError] = {
    AspNonoError: AspNonoError("something"),
    PuzzleError: PuzzleError("odd", path="p.xml", where=("puzzle 2", "row 3")),
    UnwritableError: UnwritableError(".non", ["colors", "notes"]),
    EncodingError: EncodingError("mine.lp", "syntax error", place="line 12"),
    UnknownNameError: UnknownNameError("recipe", "ordr", ["order", "starts"]),
    UncountedError: UncountedError("not all solutions could be counted"),
    WrongSolutionError: WrongSolutionError("row 1 shows blank"),
}


@pytest.mark.parametrize(
    ("task", "kinds"),
    [
        (SearchTask(CROSS, ORDER), "RGR"),
        (SearchTask(CROSS, ORDER.with_deductions("none")), "RGR"),
        (SearchTask(ONES, ORDER.with_deductions("line"), most=0), "RRGGGGGGR"),
        (SearchTask(ONES, ORDER, most=3), "RRGGGR"),
        (SearchTask(SEARCHED, ORDER.with_deductions("bounds")), "RRGR"),
    ],
)
def test_what_it_yields(task: SearchTask, kinds: str) -> None:
    """What is certain, grounding, the solutions one by one, the end; however far it is read."""
    found = list(search(task))
    assert "".join("G" if one.latest else "R" for one in found) == kinds
    pictures = [one.latest for one in found if one.latest]
    assert len(set(pictures)) == len(pictures) == found[-1].number
    assert all(one.solutions == tuple(pictures[: min(one.number, 2)]) for one in found)
    for length in range(len(kinds)):
        assert len(list(islice(search(task), length))) == length


@pytest.mark.parametrize("most", [20_000, pytest.param(400_000, marks=pytest.mark.slow)])
def test_number_only(most: int) -> None:
    """Without pictures the number grows until the end."""
    task = SearchTask(permuted(12), ORDER, most=most, pictures=False)
    numbers = [found.number for found in search(task)]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) > 2
    assert numbers[-1] == most
    assert solve(ONES, most=0, pictures=False).number == 6


@pytest.mark.parametrize("text", [MISSPELT, SYNTAX], ids=["misspelled", "syntax"])
def test_bad_encoding(tmp_path: Path, text: str) -> None:
    """The error comes when clingo is needed."""
    for limits in (None, LONG):
        with pytest.raises(EncodingError) as caught:
            check(ONES, recipe=own(tmp_path, text), limits=limits)
        assert caught.value.file == str(tmp_path / "mine.lp")


@given(grids(max_side=5))
def test_snapshots(grid: Grid) -> None:
    """The last one is the result; what is known before is true and grows."""
    puzzle = Puzzle(grid.row_clues(), grid.column_clues())
    *before, end = search(SearchTask(puzzle, ORDER))
    whole = check(puzzle)
    assert end.verdict == whole.verdict
    assert set(end.solutions) == set(whole.solutions)
    assert all(one.certain.admits(grid) for one in (*before, end))
    numbers = [one.number for one in (*before, end)]
    assert numbers == sorted(numbers)
    assert numbers[0] == 0


@given(puzzles(max_side=6, given=True))
def test_technique_is_enough(posed: Puzzle) -> None:
    """Of puzzles with one solution or none: what is named decides, and single lines do not."""
    result = check(posed)
    board = Board(posed)
    if board.sweep() or board.decided:
        assert result.technique == "line"
        return
    assert result.technique != "line"
    if result.verdict is not Verdict.MULTIPLE and result.technique in ("depth-1", "depth-2"):
        depth = int(result.technique[-1])
        assert look_ahead(board, depth, Budget()) or board.decided


def test_known_techniques() -> None:
    """They do not depend on whether the solution is known; a choice needs search."""
    for puzzle, technique in ((SEARCHED, "depth-1"), (NONE_BY_SEARCH, "depth-1"), (ONES, "search")):
        board = Board(puzzle)
        board.sweep()
        assert weakest(board, None) == technique == check(puzzle).technique
    assert weakest(Board(SEARCHED), SEARCHED.goal) == "depth-1"
    assert weakest(Board(DEEP), DEEP.goal) == "depth-2" == check(DEEP).technique
    assert [Technique.of_depth(depth) for depth in (0, 1, 2)] == list(Technique)[:3]
    assert Technique.of_depth(3) == "search"


def test_time_limits(tmp_path: Path) -> None:
    """A time-out is undecided, never unique or none; what is known stays."""
    start = known("?.?", "???", "???")
    endless = own(tmp_path, ENDLESS)
    unknown = PartialGrid.unknown(600, 600, 2)
    for puzzle, limit, certain, more in (
        (ONES, 1.0, start, {"recipe": endless, "start": start}),  # while it grounds
        (noise(600), 0.05, unknown, {}),  # in line logic
        (CROSS, 1e-6, PartialGrid.unknown(3, 3, 2), {}),
    ):
        result = check(puzzle, limits=Limits(seconds=limit), **more)  # type: ignore[arg-type] # as named
        assert (result.verdict, result.technique) == (Verdict.UNDECIDED, None)
        assert (result.solutions, result.number, result.exhausted) == ((), 0, False)
        assert result.reason == f"time limit of {limit:g} s"
        assert result.certain == certain
        assert limit <= result.seconds < GUARD


@pytest.mark.slow
def test_time_limit_on_solving() -> None:
    """When the time is up, what was found is kept."""
    handed: list[Grid] = []
    result = solve(permuted(12), most=0, limits=Limits(seconds=3), hand_out=handed.append)
    assert (result.verdict, result.exhausted) == (Verdict.MULTIPLE, False)
    assert result.reason == "time limit of 3 s"
    assert result.number == len(handed) == len(set(handed)) > 2
    assert result.solutions == tuple(handed[:2])


@pytest.mark.parametrize("seconds", [60, pytest.param(None, marks=pytest.mark.slow)])
def test_memory_limit(tmp_path: Path, seconds: float | None) -> None:
    """Grounding without end meets the memory limit; the next search has a limit of its own."""
    endless, limits = own(tmp_path, ENDLESS), Limits(seconds=seconds, megabytes=110)
    with Children() as pool:
        result = check(ONES, recipe=endless, pool=pool, limits=limits)
        assert (result.verdict, result.reason) == (Verdict.UNDECIDED, "memory limit of 110 MiB")
        assert check(SEARCHED, pool=pool, limits=Limits(megabytes=400)).verdict == "unique"
        assert check(SEARCHED, pool=pool).verdict is Verdict.UNIQUE


def test_errors_in_a_pool(tmp_path: Path) -> None:
    """Errors of the search and of the reader are raised here, and the pool goes on."""

    def fail(_: Grid) -> None:
        raise PuzzleError("cannot be written", path="full")

    before = offspring(os.getpid())
    with Children() as pool:
        with pytest.raises(WrongSolutionError, match="wrong picture"):
            check(ONES, recipe=own(tmp_path, SOUND), pool=pool)
        with pytest.raises(PuzzleError) as caught:
            solve(permuted(4), most=0, pool=pool, limits=LONG, hand_out=fail)
        assert caught.value.path == "full"
        result = check(SEARCHED, pool=pool, limits=LONG)
        assert (result.verdict, result.solutions) == (Verdict.UNIQUE, (SEARCHED.goal,))
    assert vanish(offspring(os.getpid()) - before)


def test_interrupt() -> None:
    """Ctrl-C ends the search, here and in a child; what was found is kept."""
    before = offspring(os.getpid())

    def press(_: Grid) -> None:
        raise KeyboardInterrupt

    for limits in (None, LONG):
        began = monotonic()
        result = solve(permuted(12), most=0, limits=limits, hand_out=press)
        assert result.interrupted
        assert result.stopped
        assert result.stopped.cause is Cause.INTERRUPTED
        assert (result.reason, result.number) == ("interrupted", 1)
        assert result.verdict is Verdict.UNDECIDED
        assert monotonic() - began < GUARD
    assert vanish(offspring(os.getpid()) - before)


def test_no_limits_need_no_child() -> None:
    """They are false."""
    assert not Limits()
    assert all((Limits(seconds=1), Limits(megabytes=1), Limits(cpu_seconds=1)))
    before = offspring(os.getpid())
    check(ONES)
    assert offspring(os.getpid()) == before


def test_errors_travel() -> None:
    """Every error comes out of a pickle with class, text and attributes."""
    kinds = {kind for kind in vars(messages).values() if isinstance(kind, type)}
    assert set(EXAMPLES) == {kind for kind in kinds if issubclass(kind, AspNonoError)}
    for error in EXAMPLES.values():
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            back = pickle.loads(pickle.dumps(error, protocol))  # noqa: S301 - our own
            assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))


@given(puzzles())
def test_at_once(puzzle: Puzzle) -> None:
    """The beginning of a search, and the rest of it in another process, are the whole search."""
    for name, most in (("order", 2), ("order", 1), ("order", 0), ("starts", 2)):
        task = SearchTask(puzzle, recipe(name), most=most)
        brief, rest = in_parts(task)
        later = [*pickle.loads(pickle.dumps(rest))()] if rest else []  # noqa: S301 - our own
        assert brief
        assert list(map(timeless, [*brief, *later])) == list(map(timeless, search(task)))


def test_the_rest_goes_on() -> None:
    """What is left to clingo knows how long the beginning has taken, and what it has found."""
    brief, rest = in_parts(SearchTask(ONES, ORDER, most=0))
    assert isinstance(rest, partial)
    board, seconds = rest.args
    assert 0 < seconds < GUARD
    waited = partial(rest.func, board, seconds + 1000)  # as if the beginning had taken that long
    later = [*pickle.loads(pickle.dumps(waited))()]  # noqa: S301 - our own
    assert later[0].seconds > 1000
    assert brief[-1].number < later[-1].number == solve(ONES, most=0).number


def in_parts(task: SearchTask) -> tuple[list[Result], Callable[[], Iterator[Result]] | None]:
    """The snapshots of the beginning of a search, and what is left."""
    snapshots, beginning = list[Result](), at_once(task)
    try:
        while True:
            snapshots.append(next(beginning))
    except StopIteration as end:
        return snapshots, end.value


def timeless(found: Result) -> Result:
    """The same without times and clingo's statistics."""
    return replace(found, seconds=0, line_seconds=0, ground_seconds=0, statistics=None)


def test_not_at_once() -> None:
    """A large board, and a search without line logic."""
    wide = SearchTask(Puzzle.of(Grid(((0,) * 80,) * 80)), ORDER)
    for task in (wide, SearchTask(CROSS, ORDER.with_deductions("none"))):
        snapshots, rest = in_parts(task)
        assert not snapshots
        assert rest
