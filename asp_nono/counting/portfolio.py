"""The methods in the order in which they are tried, each with more time from round to round.

Cheap ones come first. What line logic leaves falls into components; each is counted from the top
down and along a frontier for a moment, and for a short while. Then clingo is asked: it runs through
the solutions if there are few, and finds the colours that no solution has, which makes the
components smaller. Each round gives everybody four times the time of the last. When the time is up,
or the memory of all, a beam of states gives a lower bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, prod
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from asp_nono.asp.recipes import Recipe
from asp_nono.counting.component import components
from asp_nono.counting.diagram import Diagrams
from asp_nono.counting.events import Bounds, Event, Total, Trial
from asp_nono.counting.part import Method, Part
from asp_nono.grid import PartialGrid
from asp_nono.line.board import Board
from asp_nono.line.lookahead import why_none
from asp_nono.puzzle import Puzzle

if TYPE_CHECKING:
    from asp_nono.counting.backbone import Backbone

_MEANWHILE = 0.25
"""The share of their time that the others have as long as clingo may still narrow the board."""

_FIRST, _GROWTH = 0.1, 4.0
"""Seconds that a method has in the first round, and how many times as much in each other."""

_ALONE = 2
"""So many rounds go without clingo, which takes longer to be started than most puzzles need."""

_CLASH = "no way to colour the cells that line logic leaves open agrees with all clues"

_FEW = 1000
"""So many solutions at most are run through for each second of a round."""

_RESERVE = 0.33
"""The share of a limited time that is kept for the lower bound; twice as much where no frontier
is begun.
"""


MEMORY = 2 << 30
"""Bytes that each method may take if nothing else is said, about."""


class Question(NamedTuple):
    """What is asked.

    Attributes:
        puzzle: The puzzle.
        recipe: How clingo is told.
        start: What is known of the picture beforehand.
        seconds: The time that it may take; None for any.
        memory: Bytes that each method may take, about.
        only: Use this method alone, and no clingo.
        apart: Count every component by itself, so that its solutions can be had afterwards.
    """

    puzzle: Puzzle
    recipe: Recipe
    start: PartialGrid | None = None
    seconds: float | None = None
    memory: int = MEMORY
    only: Method | None = None
    apart: bool = False


class Portfolio:
    """A count by all methods.

    Attributes:
        parts: The components, those that have been counted and those that have not.
    """

    def __init__(self, question: Question) -> None:
        """Nothing is done yet."""
        self._question = question
        self._diagrams = Diagrams()
        self._board = Board(question.puzzle, question.start)
        self._backbone: Backbone | None = None
        self._none = ""
        self._together: int | None = None
        self._least = 0
        self._end = inf if question.seconds is None else perf_counter() + question.seconds
        self.parts: list[Part] = []

    def events(self) -> Iterator[Event]:
        """Count; the last event is a `Total`, or the best `Bounds` that were to be had."""
        yield self._lines()
        yield self._known
        number = 0
        while self._open and perf_counter() < self._until and not self._stuck:
            yield from self._round(number, _FIRST * _GROWTH**number)
            yield self._known
            number += 1
        yield from self._beams()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self._question.puzzle

    @property
    def memory(self) -> int:
        """Bytes that each method may take, about."""
        return self._question.memory

    @property
    def decided(self) -> PartialGrid:
        """What all solutions have in common, as far as it is known. Not to be asked if none is."""
        return self._board.partial()

    @property
    def _until(self) -> float:
        """The moment at which what is left of the time belongs to the beams."""
        hopeless = self._asked and all(part.hopeless for part in self._open)
        return self._end - (2 if hopeless else 1) * _RESERVE * (self._question.seconds or 0)

    @property
    def _asked(self) -> bool:
        """Whether clingo has said all that it can."""
        return self._backbone is not None and self._backbone.complete

    @property
    def _open(self) -> list[Part]:
        """The parts that have not been counted, unless nothing depends on them any more."""
        if self._none or self._together is not None or any(part.total == 0 for part in self.parts):
            return []
        return [part for part in self.parts if part.total is None]

    @property
    def _stuck(self) -> bool:
        """Whether more time would be of no use."""
        if not self._asked and not self._question.only:
            return False
        return all(part.full(self._methods(part)) for part in self._open)

    @property
    def _known(self) -> Bounds | Total:
        """What is known of the number."""
        if self._none:
            return Total(0, self._none)
        known = prod(part.total for part in self.parts if part.total is not None)
        if self._together is not None:
            return Total(known * self._together)
        if not self._open:
            return Total(known, "" if known else _CLASH)
        least = max(self._least, prod(part.least for part in self._open))
        return Bounds(known * least, known * prod(part.most for part in self._open))

    def _lines(self) -> Trial:
        """Line logic, and the components that it leaves."""
        began = perf_counter()
        if wrong := self._board.sweep():
            self._none = why_none(wrong, self._question.puzzle, self._question.start)
            return Trial("line", perf_counter() - began, "a line has no arrangement")
        self.parts = self._split()
        cells = self._board.partial().undecided
        outcome = f"{cells} open cells in {len(self.parts)} components"
        return Trial("line", perf_counter() - began, outcome)

    def _split(self) -> list[Part]:
        """The parts of the board as it is; those that have not changed are taken over."""
        before = {part.component: part for part in self.parts}
        width, memory = self._question.puzzle.width, self._question.memory
        found = components(self._board, self._diagrams)
        parts = [before.get(one) or Part(one, self._diagrams, width, memory) for one in found]
        return sorted(parts, key=lambda part: len(part.component.cells))

    def _round(self, number: int, seconds: float) -> Iterator[Event]:
        if number >= _ALONE and not self._question.only:
            yield from self._ask_clingo(seconds)
            if self._backbone and not self._backbone.complete:
                seconds *= _MEANWHILE
        for part in self._open:
            for method in self._methods(part):
                if part.total is None and self._open:
                    yield self._advance(part, method, seconds)

    def _methods(self, part: Part) -> Sequence[Method]:
        return (self._question.only,) if self._question.only else part.methods

    def _advance(self, part: Part, method: Method, seconds: float) -> Trial:
        began = perf_counter()
        part.prepare(method)
        start = perf_counter()
        done = part.advance(method, min(start + seconds, self._until))
        if not done and method == "frontier" and part.promising:
            part.advance(method, min(start + _GROWTH * seconds, self._until))
        return Trial(method, perf_counter() - began, part.tell(method))

    def _ask_clingo(self, seconds: float) -> Iterator[Event]:
        """Run through the solutions if they are few, and take colours that none has."""
        from asp_nono.counting.backbone import Backbone

        began = perf_counter()
        if self._backbone is None:
            width = self._question.puzzle.width
            doubt = {(c % width, c // width) for part in self._open for c in part.component.cells}
            self._backbone = Backbone(self._board, doubt, self._question.recipe)
        if self._backbone.complete:
            return
        until = min(began + seconds / 2, self._until)
        found, exhausted = self._backbone.enumerate(int(_FEW * seconds), until)
        more = "all" if exhausted else "at least"
        yield Trial("enumerate", perf_counter() - began, f"{more} {found} solutions of the rest")
        if self._backbone.none:
            self._none = "clingo proves that no picture has these clues"
            return
        self._least = max(self._least, found)
        if exhausted and not self._question.apart:
            self._together = found
            return
        began = perf_counter()
        self._backbone.advance(min(began + seconds, self._until))
        self.parts = self._split()
        cells = sum(len(part.component.cells) for part in self._open)
        known = "all" if self._backbone.complete else "some"
        yield Trial("backbone", perf_counter() - began, f"{known} of it known, {cells} cells left")

    def _beams(self) -> Iterator[Event]:
        """Count with ever more states kept, all parts in turn, while there is time and memory."""
        parts = self._open
        if self._backbone and self._backbone.solution:
            for part in parts:
                part.least = 1
        while parts and perf_counter() < self._end:
            for part in list(parts):
                began = perf_counter()
                until = began + (self._end - began) / len(parts)
                if not part.widen(until):
                    parts.remove(part)
                    continue
                outcome = f"{len(part.component.cells)} cells: {part.beams.keep} states kept"
                yield Trial("beam", perf_counter() - began, outcome)
                yield self._known
