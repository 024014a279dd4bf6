"""The methods of counting in the order in which they are tried, with more time in every round.

Line logic comes first; what it leaves falls into components. Each component is counted top down and
along a frontier, for a tenth of a second and then for longer. From the third round on, clingo
enumerates the solutions if they are few and removes the colors that no solution has, which makes
components smaller. Once that is done, D4 counts the remaining components in a process of its own,
if it is installed. When time or memory runs out, beams give a lower bound, and runs along frontiers
that are thinned at random an estimate.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, prod
from threading import TIMEOUT_MAX
from time import perf_counter
from typing import TYPE_CHECKING, Literal, TypeAlias

from asp_nono.asp.recipes import Recipe
from asp_nono.counting.component import Component, components
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.network import Network, orders
from asp_nono.counting.result import Count, MethodTrial
from asp_nono.counting.topdown import TopDown
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import why_none
from asp_nono.line.switch import switches
from asp_nono.messages import NOTHING, AspNonoError, Message, UncountedError
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.result import WITNESSES
from asp_nono.solving.search import SearchTask, at_once

if TYPE_CHECKING:
    from asp_nono.aspcount.count import ProgramCount
    from asp_nono.counting.backbone import Backbone
    from asp_nono.counting.beam import Beams, NodeWeights, Path
    from asp_nono.counting.estimate import Estimator
    from asp_nono.counting.frontier import Frontier

PartMethod: TypeAlias = Literal["topdown", "frontier"]

MEMORY = 2 << 30  # bytes that each method may take without a limit on memory, approximately

_PROMISING = 0.4  # the share of the cells from which on a frontier is given more time at once
# Logarithm (base 2) of the expected states from which on no frontier is tried: not even their
# square root occurs on dense boards.
_TOO_MANY = 80.0
_ROUNDS = 20  # rounds of belief propagation
_STARTS = 5  # cells from which the greedy orders of a frontier start
_BEAM_STARTS, _BEAM_ORDERS = 20, 8  # the same for beams, and how many of the best orders they try
_RUN_SWEEPS = 2  # how many of the best sweeps the runs of an estimate try
_FIRST, _GROWTH = 0.1, 4.0  # seconds of a method in the first round; factor from round to round
_ALONE = 2  # rounds without clingo, which takes longer to start than most puzzles need
_MEANWHILE = 0.25  # the share of their time that other methods have while clingo may still narrow
_FEW = 1000  # solutions that are enumerated at most for each second of a round
# The share of a limited time kept for beams and estimates; twice as much if no frontier is tried.
_RESERVE = 0.33
_ESTIMATES = 0.5  # the share of that which is for estimates
_ASIDE = 0.25  # without a time limit: the time of an estimate before a round, in that of a method
_PAUSE = 0.1  # seconds between snapshots within a round, at least
_LISTEN = 0.5  # seconds between two looks whether D4 has ended
_CLASH = Message("no way to color the cells that line logic leaves open agrees with all clues")


@dataclass(frozen=True, slots=True)
class Region:
    """Cells that depend on each other, and on no others; each has several colors in solutions."""

    cells: tuple[tuple[int, int], ...]  #: (column, row), 1-based, from the top
    least: int  #: in how many ways at least they can be colored; 2 or more
    exact: bool  #: whether there are no more

    @property
    def number(self) -> int | None:
        """In how many ways they can be colored; None if that is not known."""
        return self.least if self.exact else None


class CountedPart:
    """A component that is being counted."""

    def __init__(self, component: Component, diagrams: Diagrams, width: int, memory: int) -> None:
        """`width` is that of the board; each method may take about `memory` bytes."""
        self.component = component
        self.total: int | None = None  # the number of its solutions
        self.method: PartMethod | None = None  # the method that found it
        self.least = 0  # a lower bound
        self._diagrams, self._width, self._memory = diagrams, width, memory
        self._counters: dict[PartMethod, TopDown | Frontier] = {}

    @cached_property
    def most(self) -> int:
        """An upper bound: the arrangements of its rows, or of its columns."""
        return min(
            prod(self._diagrams.ways(segment.diagram) for segment in segments)
            for segments in (self.component.rows, self.component.columns)
        )

    @property
    def region(self) -> Region:
        """If every color occurs in a solution: its cells, and its number or 2 as a lower bound."""
        cells = [(cell % self._width + 1, cell // self._width + 1) for cell in self.component.cells]
        return Region(tuple(cells), self.total or 2, self.total is not None)

    @cached_property
    def _network(self) -> Network:
        return Network(self.component, self._diagrams)

    @cached_property
    def _sweeps(self) -> list[tuple[float, list[int]]]:
        """The sweeps across the board, with their costs, the best first."""
        return orders(self._network, self._width)

    @property
    def hopeless(self) -> bool:
        """Whether far too many states of a frontier have to be expected."""
        return self._sweeps[0][0] > _TOO_MANY

    @property
    def methods(self) -> Sequence[PartMethod]:
        """The methods worth trying, the one with more progress first."""
        if self.hopeless:
            return ("topdown",)
        progress = {method: counter.progress for method, counter in self._counters.items()}
        return sorted(("topdown", "frontier"), key=lambda one: progress.get(one, 0), reverse=True)

    def counter(self, method: PartMethod) -> "TopDown | Frontier":
        """The count by a method, prepared when it is first used."""
        if method not in self._counters:
            if method == "frontier":
                self._counters[method] = self._new_frontier()
            else:  # branches on cells in the order of the best sweep
                cells = [self._network.cells[cell] for cell in self._sweeps[0][1]]
                topdown = TopDown(self.component, self._diagrams, cells, self._memory)
                self._counters[method] = topdown
        return self._counters[method]

    def _new_frontier(self, *, keep: bool = False) -> "Frontier":
        from asp_nono.counting.frontier import Frontier

        return Frontier(self._network, self._order, self._memory, keep=keep)

    @cached_property
    def _order(self) -> list[int]:
        """The best order for a frontier."""
        return orders(self._network, self._width, _STARTS)[0][1]

    def advance(self, method: PartMethod, until: float) -> bool:
        """Go on with a method until `until` (as `perf_counter`); whether the total is known."""
        counter = self.counter(method)
        if counter.advance(until):
            self.total, self.method = counter.total, method
        return self.total is not None

    def full(self, methods: Iterable[PartMethod]) -> bool:
        """Whether none of these methods can go on with the given memory."""
        return all(self.counter(method).full for method in methods)

    @cached_property
    def _beams(self) -> "Beams":
        """Lower bounds along a frontier."""
        from asp_nono.counting.beam import Beams

        best = orders(self._network, self._width, _BEAM_STARTS)[:_BEAM_ORDERS]
        return Beams(self._paths(best), self._memory)

    def widen(self, until: float) -> int:
        """Raise the lower bound until `until`; the states kept, 0 if that goes no further."""
        more = self._beams.advance(until)
        self.least = max(self.least, self._beams.least)
        return self._beams.keep if more else 0

    @property
    def sweeps(self) -> "list[Path]":
        """The paths of the best sweeps across the board, which are those of runs."""
        return self._paths(self._sweeps[:_RUN_SWEEPS])

    def _paths(self, found: Sequence[tuple[float, list[int]]]) -> "list[Path]":
        """The paths along orders, from either end."""
        from asp_nono.counting.beam import Path

        both = [*(order for _, order in found), *(order[::-1] for _, order in found)]
        return [Path(self._network, order, self._weights) for order in both]

    @cached_property
    def _weights(self) -> "NodeWeights":
        from asp_nono.counting.beam import node_weights

        return node_weights(self._network, _ROUNDS)

    @cached_property
    def way_back(self) -> "TopDown | Frontier":
        """The count that gives solutions and shares: a frontier is repeated, all states kept."""
        if self.method == "topdown":
            return self.counter("topdown")
        frontier = self._new_frontier(keep=True)
        if not frontier.advance(inf):
            raise UncountedError(
                "not enough memory to reconstruct the {count} solutions of {cells} cells",
                count=str(self.total),
                cells=len(self.component.cells),
            )
        return frontier

    def describe(self, method: PartMethod) -> str:
        """The progress of a method in words."""
        size = f"{len(self.component.cells)} cells"
        if self.method == method:
            return f"{size} counted"
        counter = self.counter(method)
        return f"{size}: {counter.state}{', memory full' if counter.full else ''}"


class CountedBeside:
    """A count of a whole board by D4, in a process beside this one; `close` ends it."""

    def __init__(self, puzzle: Puzzle, recipe: Recipe, start: PartialGrid, memory: int) -> None:
        """Begin."""
        from asp_nono.run.pool import Children

        self._pool = Children(limits=Limits(megabytes=memory >> 20))
        self._future = self._pool.submit(_by_d4, puzzle, recipe, start)
        self.began = perf_counter()

    def ends(self, seconds: float) -> bool:
        """Wait for the end; whether it has come."""
        from concurrent.futures import wait

        return bool(wait([self._future], min(seconds, TIMEOUT_MAX)).done)

    @property
    def found(self) -> "ProgramCount | str":
        """The count after the end, or why D4 gave up."""
        from concurrent.futures import CancelledError

        try:
            return self._future.result()
        except CancelledError:
            return "was ended"
        except AspNonoError as error:
            return f"gave up: {error}"

    def close(self) -> None:
        """End the process."""
        self._pool.shutdown(wait=False)


def _by_d4(puzzle: Puzzle, recipe: Recipe, start: PartialGrid) -> "ProgramCount":
    from asp_nono.aspcount.count import models
    from asp_nono.aspcount.ground import puzzle_program

    return models(puzzle_program(puzzle, recipe=recipe, start=start))


class Portfolio:
    """A count by all methods; `parts` are the components, counted or not."""

    def __init__(
        self,
        puzzle: Puzzle,
        recipe: Recipe,
        start: PartialGrid | None = None,
        *,
        seconds: float | None = None,
        memory: int = MEMORY,
        only: PartMethod | None = None,
        apart: bool = False,
        seed: int = 0,
    ) -> None:
        """Prepare a count."""
        self.puzzle, self.memory = puzzle, memory
        self.parts: list[CountedPart] = []
        self._recipe, self._start, self._only, self._apart = recipe, start, only, apart
        self._began = self._shown = perf_counter()
        self._reserve = _RESERVE * (seconds or 0)
        self._end = self._began + (inf if seconds is None else seconds)
        self._diagrams = Diagrams()
        self.board = Board(puzzle, start)
        self._backbone: Backbone | None = None
        self._none = NOTHING  # why there is no solution
        self._before = 1  # the solutions of the parts counted before clingo began, and then
        self._rest: int | None = None  # those of the other parts together (or of all, by D4),
        self._least = 0  # or a lower bound on these
        self._seen = _solutions_seen(puzzle, start)
        self._known = Count(puzzle=puzzle, number=self._seen)
        self._tried: dict[str, MethodTrial] = {}
        self._number = 0  # of the next round
        self._d4: CountedBeside | None = None
        self._seed = seed
        self._estimator: Estimator | None = None
        self._beside = 1  # the solutions of the parts that it does not estimate

    def counts(self) -> Iterator[Count]:
        """Snapshots of the count; the last one is exact, or has the best bounds that were found."""
        try:
            self._sweep()
            yield self._snapshot()
            yield from self._rounds()
            now = perf_counter()
            yield from self._estimates(now + _ESTIMATES * (self._end - now))
            yield from self._beams()
            self._reserve = 0.0
            yield from self._rounds()
            if self._open and self._listen(self._end - perf_counter()):
                yield self._snapshot()
        finally:
            if self._d4:
                self._d4.close()

    def estimates(self) -> Iterator[Count]:
        """Snapshots of an estimate, without counting; exact if line logic decides all cells."""
        self._sweep()
        yield self._snapshot()
        yield from self._estimates(self._end)

    def _rounds(self) -> Iterator[Count]:
        """Rounds, until the number is known, the time is up, or more of it would be of no use."""
        while self._listen_for_open() and perf_counter() < self._until and not self._stuck:
            seconds = _FIRST * _GROWTH**self._number
            if self._end == inf and self._number >= _ALONE:
                yield from self._estimates(perf_counter() + _ASIDE * seconds)
            yield from self._round(self._number, seconds)
            if not self._number and self._open:
                self._look()
            yield self._snapshot()
            self._number += 1

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return perf_counter() >= self._end

    @property
    def _until(self) -> float:
        """When the time that is reserved for beams and estimates begins."""
        hopeless = self._narrowed and all(part.hopeless for part in self._open)
        return self._end - (2 if hopeless else 1) * self._reserve

    @property
    def _narrowed(self) -> bool:
        """Whether clingo has removed all that it can."""
        return self._backbone is not None and self._backbone.complete

    @property
    def _open(self) -> list[CountedPart]:
        """The parts that have to be counted."""
        if self._none or self._rest is not None or any(part.total == 0 for part in self.parts):
            return []
        return [part for part in self.parts if part.total is None]

    def _count_beside(self) -> None:
        """Have D4 count the board once clingo has removed all that it can, if D4 is installed."""
        from asp_nono.aspcount.counters import installed

        once = not self._apart and "d4" not in self._tried
        if once and self._open and self._narrowed and installed("d4"):
            start, memory = self.board.partial(), self.memory
            self._d4 = CountedBeside(self.puzzle, self._recipe, start, memory)
            self._listen()

    def _listen(self, seconds: float = 0.0) -> bool:
        """Take over what D4 has found, after some seconds at most; whether the number is known."""
        if self._d4 and self._rest is None:
            began, outcome = self._d4.began, "in a process of its own"
            if self._d4.ends(seconds):
                outcome = self._taken_over(self._d4.found)
                self._d4.close()
                self._d4 = None
            self._tried["d4"] = MethodTrial("d4", perf_counter() - began, outcome)
        return self._rest is not None

    def _taken_over(self, found: "ProgramCount | str") -> str:
        """What came of D4, whose number is that of the whole board."""
        if isinstance(found, str):
            return found
        if found.number < (known := max(self._seen, self._before * self._least)):
            raise AssertionError(f"D4 counts {found.number} solutions; {known} are known")
        self._before, self._rest = 1, found.number
        return f"a formula of {found.variables} variables and {found.clauses} clauses"

    def _listen_for_open(self) -> bool:
        """Take over what D4 has found; whether there still is something to count."""
        self._listen()
        return bool(self._open)

    @property
    def _stuck(self) -> bool:
        """Whether more time would be of no use."""
        tried = self._narrowed or self._only
        return bool(tried) and all(part.full(self._methods(part)) for part in self._open)

    def _bounds(self) -> Count:
        """The bounds of the number."""
        if self._none:
            return self._exactly(0, self._none)
        if self._rest is not None:
            number = self._before * self._rest
            return self._exactly(number)
        known = prod(part.total for part in self.parts if part.total is not None)
        if not self._open:
            return self._exactly(known, NOTHING if known else _CLASH)
        least = known * prod(part.least for part in self._open)
        least = max(self._seen, self._before * self._least, least)
        most = known * prod(part.most for part in self._open)
        estimator = self._estimator
        estimate = estimator.estimate(self._beside, least, most) if estimator else None
        return Count(puzzle=self.puzzle, number=least, most=most, estimate=estimate)

    def _exactly(self, number: int, why: Message = NOTHING) -> Count:
        return Count(puzzle=self.puzzle, number=number, exact=True, most=number, why=why)

    def _snapshot(self, *, bounds: bool = True) -> Count:
        """A snapshot of the count; without `bounds`, with the bounds known before."""
        self._shown = perf_counter()
        if bounds:
            self._known = self._bounds()
        tried = tuple(self._tried.values())
        return replace(self._known, tried=tried, seconds=self._shown - self._began)

    def _note(self, method: str, began: float, outcome: str) -> None:
        """Record a trial that began at `began`."""
        before = self._tried[method].seconds if method in self._tried else 0.0
        self._tried[method] = MethodTrial(method, before + perf_counter() - began, outcome)

    def _sweep(self) -> None:
        """Line logic, and the components that it leaves."""
        began, outcome = perf_counter(), "a line has no arrangement"
        if wrong := self.board.sweep():
            self._none = why_none(wrong, self.puzzle, self._start)
        else:
            self.parts = self._split()
            outcome = f"{self.board.undecided} open cells in {len(self.parts)} components"
        self._note("line", began, outcome)

    def _look(self) -> None:
        """Find up to two solutions at once, unless two are known from the goal."""
        if self._seen < WITNESSES:
            task = SearchTask(self.puzzle, self._recipe, self._start)
            found = [known.number for known in at_once(task, patient=True)]
            self._seen = max([self._seen, *found])

    def _split(self) -> list[CountedPart]:
        """The parts of the board as it is now, unchanged ones reused, the smallest first."""
        before = {part.component: part for part in self.parts}
        found, common = components(self.board, self._diagrams), (self.puzzle.width, self.memory)
        parts = [before.get(one) or CountedPart(one, self._diagrams, *common) for one in found]
        return sorted(parts, key=lambda part: len(part.component.cells))

    def _round(self, number: int, seconds: float) -> Iterator[Count]:
        if number >= _ALONE and not self._only:
            yield from self._narrow(seconds)
            self._count_beside()
            if self._backbone and not self._backbone.complete:
                seconds *= _MEANWHILE
        for part in self._open:
            for method in self._methods(part):
                if part.total is None and self._open:
                    self._advance(part, method, seconds)
                    if perf_counter() > self._shown + _PAUSE:
                        yield self._snapshot(bounds=False)

    def _methods(self, part: CountedPart) -> Sequence[PartMethod]:
        return (self._only,) if self._only else part.methods

    def _advance(self, part: CountedPart, method: PartMethod, seconds: float) -> None:
        began = perf_counter()
        counter = part.counter(method)
        start = perf_counter()
        done = self._advanced(part, method, start + seconds)
        if not done and method == "frontier" and counter.progress >= _PROMISING:
            self._advanced(part, method, start + _GROWTH * seconds)
        self._note(method, began, part.describe(method))

    def _advanced(self, part: CountedPart, method: PartMethod, until: float) -> bool:
        """Go on with a method while D4 has not counted all; whether the total is known."""
        until = min(until, self._until)
        while not part.advance(method, min(until, perf_counter() + _LISTEN)):
            if part.full([method]) or perf_counter() >= until or self._listen():
                return False
        return True

    def _narrow(self, seconds: float) -> Iterator[Count]:
        """Have clingo enumerate the solutions if they are few, and remove colors that none has."""
        from asp_nono.counting.backbone import Backbone

        began = perf_counter()
        if self._backbone is None:
            width = self.puzzle.width
            self._before = prod(part.total for part in self.parts if part.total is not None)
            places = (cell for part in self._open for cell in part.component.cells)
            doubt = {(place % width + 1, place // width + 1) for place in places}
            self._backbone = Backbone(self.board, doubt, self._recipe)
        if self._backbone.complete:
            return
        until = min(began + seconds / 2, self._until)
        found, exhausted = self._backbone.enumerate(int(_FEW * seconds), until)
        more = "all" if exhausted else "at least"
        self._note("enumerate", began, f"{more} {found} solutions of the rest")
        self._learn(found)
        if exhausted and not self._apart and not self._none:
            self._rest = found
        yield self._snapshot()
        if self._none or self._rest is not None:
            return
        began = perf_counter()
        self._backbone.advance(min(began + seconds, self._until))
        self._learn(0)
        self.parts = self._split()
        cells = sum(len(part.component.cells) for part in self._open)
        known = "all" if self._backbone.complete else "some"
        self._note("backbone", began, f"{known} of it known, {cells} cells left")
        yield self._snapshot()

    def _learn(self, found: int) -> None:
        """Take over what clingo has shown: solutions of the rest, at least `found`, or none."""
        if self._backbone and self._backbone.none:
            self._none = Message("clingo proves that no picture has these clues")
        elif self._backbone and self._backbone.solution:
            self._least = max(self._least, found, 1)

    def _beams(self) -> Iterator[Count]:
        """Count with ever more states kept, all parts in turn, while there is time and memory."""
        parts = self._open
        if self._backbone and self._backbone.solution:
            for part in parts:
                part.least = 1
        while parts and self._listen_for_open() and perf_counter() < self._end:
            for part in list(parts):
                began = perf_counter()
                if kept := part.widen(began + (self._end - began) / len(parts)):
                    cells = len(part.component.cells)
                    self._note("beam", began, f"{cells} cells: {kept} states kept")
                    yield self._snapshot()
                else:
                    parts.remove(part)

    def _estimates(self, end: float) -> Iterator[Count]:
        """Estimate the number until `end`, all parts in every run."""
        from asp_nono.counting.estimate import Estimator

        parts, began = self._open, perf_counter()
        if not parts:
            return
        beside = prod(part.total for part in self.parts if part.total is not None)
        estimator = Estimator([part.sweeps for part in parts], self._seed, self.memory)
        while self._listen_for_open() and estimator.advance(end):
            if estimator.interval:
                self._estimator, self._beside = estimator, beside
            self._note("estimate", began, f"{estimator.runs} runs, {estimator.keep} states kept")
            began = perf_counter()
            yield self._snapshot()


def _solutions_seen(puzzle: Puzzle, start: PartialGrid | None) -> int:
    """How many solutions are known at once: the goal, and one beside it (see `switches`)."""

    def admitted(picture: Grid) -> bool:
        return start is None or start.admits(picture)

    if puzzle.goal is None or not admitted(puzzle.goal):
        return 0
    return 1 + any(map(admitted, switches(puzzle, puzzle.goal)))
