"""Help that makes a puzzle unique and leaves its picture: the library calls and their result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from asp_nono.design.helps import Cell, Event, Help, Hopeless, Item, reveals, unblots
from asp_nono.design.keeping import Ending, keep
from asp_nono.design.repairs import Chosen
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits

if TYPE_CHECKING:
    from asp_nono.run.pool import Pool


@dataclass(frozen=True, slots=True)
class HelpResult:
    """What came of looking for help.

    Attributes:
        puzzle: What was asked about, with the picture that is to be the only solution.
        chosen: Whether this picture is the first solution found, because there was no goal.
        help: The smallest help found; None if none was.
        hopeless: Whether it is proven that not even all numbers shown are enough.
        reason: What stopped the search; empty if nothing did.
        interrupted: Whether it was Ctrl-C.
        seconds: How long it took.
    """

    puzzle: Puzzle
    chosen: bool
    help: Help | None
    hopeless: bool
    reason: str
    interrupted: bool
    seconds: float

    @property
    def items(self) -> tuple[Item, ...]:
        """The cells to be given, or the numbers to be shown."""
        return self.help.items if self.help else ()

    @property
    def smallest(self) -> bool:
        """Whether it is proven that no smaller help is enough."""
        return self.help is not None and len(self.help.items) <= self.help.least

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json` but for `means`."""
        return {
            "colors": self.puzzle.color_names,
            "first_solution": self.chosen,
            "items": [self._item_json(item) for item in self.items],
            "smallest": self.smallest,
            "least": self.help.least if self.help else 0,
            "hopeless": self.hopeless,
            "stopped": self.reason,
            "seconds": round(self.seconds, 6),
        }

    def _item_json(self, item: Item) -> list[object]:
        if isinstance(item, Cell):
            return [item.x, item.y, self.puzzle.chars[item.color]]
        return [str(item.line), item.block, item.length]


@dataclass(slots=True)
class _Book:
    """The events, written down as they come."""

    puzzle: Puzzle
    tell: Callable[[Event], None] | None
    chosen: bool = False
    help: Help | None = None
    hopeless: bool = False

    def take(self, event: Event) -> None:
        """Write an event down, and pass it on."""
        match event:
            case Help():
                self.help = event
            case Hopeless():
                self.hopeless = True
            case Chosen(picture):
                self.chosen = True
                self.puzzle = replace(self.puzzle, goal=picture)
        if self.tell:
            self.tell(event)

    def result(self, ending: Ending) -> HelpResult:
        """What it comes to."""
        return HelpResult(
            self.puzzle,
            self.chosen,
            self.help,
            self.hopeless,
            ending.reason,
            ending.interrupted,
            ending.seconds,
        )


def reveal(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    tell: Callable[[Event], None] | None = None,
) -> HelpResult:
    """The fewest cells to be given from the start that make a puzzle unique.

    The work is done in a child process; Ctrl-C ends it and keeps what was found.

    Args:
        puzzle: The puzzle; its goal, or its first solution, becomes its only solution.
        limits: Limits on time and memory.
        pool: Where to work; without it the work gets a child process of its own.
        tell: Called with every event as it comes.

    Raises:
        PuzzleError: If the puzzle has no solution.

    >>> from asp_nono.grid import Grid
    >>> found = reveal(Puzzle.of(Grid.from_text(["#..", ".#.", "..#"])))
    >>> len(found.items), found.smallest
    (2, True)
    """
    book = _Book(puzzle, tell)
    return book.result(keep(partial(reveals, puzzle), book.take, limits, pool))


def unblot(
    puzzle: Puzzle,
    *,
    limits: Limits | None = None,
    pool: Pool | None = None,
    tell: Callable[[Event], None] | None = None,
) -> HelpResult:
    """The fewest blotted numbers to be shown that make a puzzle unique.

    Arguments and result are those of `reveal`.

    Raises:
        PuzzleError: If the puzzle has no solution, or no blotted number.
    """
    book = _Book(puzzle, tell)
    return book.result(keep(partial(unblots, puzzle), book.take, limits, pool))
