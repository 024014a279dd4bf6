"""The fewest givens that make a puzzle unique: cells, or blotted numbers; the most to be blotted.

Another solution says what is needed: one of the cells in which it differs from the picture must be
given, or one of the blotted numbers that it has otherwise must be shown. The fewest are found as
minimal hitting sets (`logic.hitting`).

To hide as many numbers of a unique puzzle as possible is the same question, all of them blotted.
Here the sets of which one number must be shown are made small first, since a small one excludes
more: numbers are removed as long as the puzzle with only the others hidden has another solution.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Literal, NamedTuple, TypeAlias, Unpack

from asp_nono.clue import Line, cell_named, clue_of
from asp_nono.design.edit import swept
from asp_nono.design.nogoods import Aim, differences, rivals
from asp_nono.design.repair import first_solution
from asp_nono.draw.picture import Picture
from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.logic.hitting import Items, fewest
from asp_nono.messages import Message, PuzzleError, plural, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run import run_job
from asp_nono.run.pool import RunOptions
from asp_nono.run.snapshots import Answer
from asp_nono.solving.result import Technique, Verdict
from asp_nono.solving.solve import solve


class GivenCell(NamedTuple):
    """A cell that is given from the start.

    Attributes:
        x: Its column, 1-based.
        y: Its row, 1-based.
        color: The number of its color.
    """

    x: int
    y: int
    color: int


class Number(NamedTuple):
    """A number of a clue that is shown.

    Attributes:
        line: Its line.
        block: The place of its block on the line, 1-based.
        length: The number.
    """

    line: Line
    block: int
    length: int


Given: TypeAlias = GivenCell | Number


@dataclass(frozen=True, slots=True, kw_only=True)
class GivensResult(Answer):
    """The state of the search for the fewest givens (a snapshot).

    Attributes:
        puzzle: With the picture that is to be the only solution.
        means: What is given: cells, or blotted numbers.
        chosen: Whether it is the first solution found, because there was no goal.
        repaired: With givens that are enough, once some are found.
        items: The fewest givens found.
        least: No fewer are enough.
        hopeless: Whether it is proven that not even all numbers shown are enough.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle
    means: Literal["reveal", "unblot"] = "reveal"
    chosen: bool = False
    repaired: Puzzle | None = None
    items: tuple[Given, ...] = ()
    least: int = 0
    hopeless: bool = False

    @property
    def smallest(self) -> bool:
        """Whether it is proven that no fewer givens are enough."""
        return self.repaired is not None and len(self.items) <= self.least

    @property
    def finished(self) -> bool:
        """Whether it is known how few givens are enough, or that none are."""
        return self.smallest or self.hopeless

    @property
    def progress(self) -> Message:
        """How many givens are known to suffice, and to be needed."""
        if self.hopeless:
            return Message("nothing suffices")
        if self.repaired is None:
            return Message("looking for givens that suffice")
        return Message(
            "{count} suffice, at least {least} are needed", count=len(self.items), least=self.least
        )

    @property
    def headline(self) -> Message:
        """How many givens are enough, and what is proven of fewer."""
        if self.hopeless:
            return Message("there would be several solutions even with all numbers shown")
        if self.repaired is None:
            return Message("nothing found: {reason}", reason=self.stop)
        if not self.items:
            return Message("it is already unique; nothing is needed")
        number = len(self.items)
        if self.means == "reveal":
            enough = plural(
                number,
                "1 given cell makes it unique",
                "{count} cells given from the start make it unique",
            )
        else:
            enough = plural(
                number,
                "1 number makes it unique",
                "{count} blotted numbers shown make it unique",
            )
        if self.smallest:
            return Message("{enough}; fewer do not", enough=enough)
        return Message(
            "{enough}; perhaps a set of {least} is enough: {reason}",
            enough=enough,
            least=self.least,
            reason=self.stop,
        )

    def text(self, name: str, draw: Callable[[Puzzle, Picture | None], str]) -> Iterator[str]:
        """The headline, the givens, and a drawing of them."""
        if self.chosen:
            yield f"{name}: no goal in the file; its first solution is to be the only one"
        yield f"{name}: {self.headline} ({self.seconds:.3f} s)"
        for one in self.items:
            if isinstance(one, GivenCell):
                yield f"  {cell_named((one.x, one.y))}: {self.puzzle.colors[one.color].name}"
            else:
                yield f"  {one.line}, block {one.block}: {one.length}"
        if self.repaired and self.items:
            yield draw(self.repaired, None)

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "means": self.means,
            "colors": self.puzzle.color_names,
            "first_solution": self.chosen,
            "items": [
                [item.x, item.y, self.puzzle.chars[item.color]]
                if isinstance(item, GivenCell)
                else [str(item.line), item.block, item.length]
                for item in self.items
            ],
            "smallest": self.smallest,
            "least": self.least,
            "hopeless": self.hopeless,
            **with_messages(stopped=self.stop),
            "seconds": round(self.seconds, 6),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BlotResult(Answer):
    """The state of the search for the most hidden numbers (a snapshot).

    Attributes:
        puzzle: With these numbers hidden; its goal is its only solution.
        hidden: Those of rows first.
        shown: How many numbers are still shown.
        most: No more numbers than this can be hidden.
        maximal: Whether it is known that beside these no other can be hidden.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle | None = None
    hidden: tuple[Number, ...] = ()
    shown: int = 0
    most: int = 0
    maximal: bool = False

    @property
    def largest(self) -> bool:
        """Whether the set of hidden numbers is proven to be a largest one."""
        return self.puzzle is not None and len(self.hidden) == self.most

    @property
    def finished(self) -> bool:
        """Whether it is known that no more numbers can be hidden."""
        return self.largest

    @property
    def progress(self) -> Message:
        """How many numbers are hidden so far."""
        return self._count

    @property
    def _count(self) -> Message:
        number = len(self.hidden)
        if self.largest:
            more = Message("as many as possible")
        else:
            more = Message("perhaps others can be added, at most {most} in total", most=self.most)
        if self.maximal and not self.largest:
            more = Message("no other can be added, at most {most} in total", most=self.most)
        return Message(
            "{hidden} of {all} numbers hidden, {more}",
            hidden=number,
            all=number + self.shown,
            more=more,
        )

    def text(self, name: str, _: object) -> Iterator[str]:
        """How many numbers are hidden, and whether more could be."""
        count = self._count if self.puzzle else Message("no number hidden")
        yield f"{name}: {count}" + (f" ({self.reason})" if self.reason else "")

    def to_json(self) -> dict[str, Any]:
        """The keys of `--json`."""
        return {
            "hidden": [[str(one.line), one.block, one.length] for one in self.hidden],
            "shown": self.shown,
            "most": self.most,
            "maximal": self.maximal,
            "largest": self.largest,
            "blotted": puzzle_data(self.puzzle) if self.puzzle else None,
            **with_messages(stopped=self.stop),
            "seconds": round(self.seconds, 6),
        }


def reveal(puzzle: Puzzle, **running: Unpack[RunOptions[GivensResult]]) -> GivensResult:
    """The fewest cells to be given from the start that make a puzzle unique.

    The puzzle's goal, or its first solution, becomes its only solution.

    Raises:
        PuzzleError: If the puzzle has no solution.

    >>> from asp_nono.grid import Grid
    >>> found = reveal(Puzzle.of(Grid.from_text(["#..", ".#.", "..#"])))
    >>> len(found.items), found.smallest
    (2, True)
    """
    return run_job(partial(reveals, puzzle), GivensResult(puzzle=puzzle), child=True, **running)


def unblot(puzzle: Puzzle, **running: Unpack[RunOptions[GivensResult]]) -> GivensResult:
    """The fewest blotted numbers to be shown that make a puzzle unique; as `reveal`.

    Raises:
        PuzzleError: If the puzzle has no solution, or no blotted number.
    """
    return run_job(
        partial(unblots, puzzle), GivensResult(puzzle=puzzle, means="unblot"), child=True, **running
    )


def blot(
    puzzle: Puzzle, aim: Aim = "unique", **running: Unpack[RunOptions[BlotResult]]
) -> BlotResult:
    """Hide as many numbers as possible of a puzzle that has exactly one solution.

    Numbers that are blotted already stay so. The puzzle must stay what `aim` says: "unique", or
    "line" for solvable by line logic alone.

    Raises:
        PuzzleError: If the puzzle is not what it must stay.

    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> found = blot(cross)
    >>> len(found.hidden), found.shown, found.largest
    (3, 3, True)
    """
    return run_job(partial(blots, puzzle, aim), BlotResult(), child=True, **running)


def reveals(puzzle: Puzzle) -> Iterator[GivensResult]:
    """Snapshots for `reveal`: ever fewer given cells."""
    goal = puzzle.goal or first_solution(puzzle)
    known = puzzle.given or PartialGrid.unknown(puzzle.width, puzzle.height, len(puzzle.colors))
    places = swept(puzzle).partial().open_cells  # the others need not be given
    number = {cell: i for i, cell in enumerate(places)}
    cells = [GivenCell(x, y, goal.rows[y - 1][x - 1]) for x, y in places]

    def with_givens(items: Items) -> Puzzle:
        rows = [list(row) for row in known.rows]
        for x, y, color in (cells[i] for i in items):
            rows[y - 1][x - 1] = 1 << color
        return replace(puzzle, goal=goal, given=PartialGrid(tuple(map(tuple, rows))))

    def needed(other: Grid) -> list[Items]:
        return [frozenset(number[cell] for cell in part) for _, part in differences(goal, other)]

    chosen = puzzle.goal is None
    begun = GivensResult(puzzle=replace(puzzle, goal=goal), means="reveal", chosen=chosen)
    yield from _fewer(begun, goal, cells, with_givens, needed)


def unblots(puzzle: Puzzle) -> Iterator[GivensResult]:
    """Snapshots for `unblot`: ever fewer numbers shown."""
    if not puzzle.blotted:
        raise PuzzleError("no number of the puzzle is blotted")
    goal = puzzle.goal or first_solution(puzzle)
    numbers = [
        Number(line, block, length.length or 0)
        for (line, clue, _), cells in zip(puzzle.lines(), (*goal.rows, *goal.columns), strict=True)
        for block, (clued, length) in enumerate(zip(clue, clue_of(cells), strict=True), 1)
        if clued.blotted
    ]

    def with_givens(items: Items) -> Puzzle:
        shown = {(numbers[i].line, numbers[i].block): numbers[i].length for i in items}
        return _with_lengths(replace(puzzle, goal=goal), shown)

    def needed(other: Grid) -> list[Items]:
        return [_unlike(numbers, other)]

    chosen = puzzle.goal is None
    begun = GivensResult(puzzle=replace(puzzle, goal=goal), means="unblot", chosen=chosen)
    yield from _fewer(begun, goal, numbers, with_givens, needed)


def _fewer(
    known: GivensResult,
    goal: Grid,
    givens: Sequence[Given],
    with_givens: Callable[[Items], Puzzle],
    needed: Callable[[Grid], list[Items]],
) -> Iterator[GivensResult]:
    """Ever fewer givens, when each other solution needs one of each of some sets of them."""
    began = perf_counter()
    yield known

    def refusal(items: Items) -> list[Items]:
        others = rivals(with_givens(items), goal)
        if isinstance(others, Technique):
            return []
        return list(dict.fromkeys(one for other in others for one in needed(other)))

    for items, least in fewest(len(givens), refusal):
        if items is None:
            known = replace(known, hopeless=True)
        else:
            chosen = tuple(givens[i] for i in sorted(items))
            known = replace(known, repaired=with_givens(items), items=chosen, least=least)
        yield replace(known, seconds=perf_counter() - began)


def _with_lengths(puzzle: Puzzle, lengths: Mapping[tuple[Line, int], int | None]) -> Puzzle:
    """The puzzle with other lengths of blocks; None blots one."""
    clues = {line: list(clue) for line, clue, _ in puzzle.lines()}
    for (line, block), length in lengths.items():
        clues[line][block - 1] = replace(clues[line][block - 1], length=length)
    every = tuple(map(tuple, clues.values()))
    return replace(puzzle, rows=every[: puzzle.height], columns=every[puzzle.height :])


def _unlike(numbers: Sequence[Number], other: Grid) -> Items:
    """Which of some numbers are different in the clues of another picture."""
    clues = {"row": other.row_clues(), "column": other.column_clues()}
    return frozenset(
        i
        for i, (line, block, length) in enumerate(numbers)
        if clues[line.axis][line.number - 1][block - 1].length != length
    )


def blots(puzzle: Puzzle, aim: Aim) -> Iterator[BlotResult]:
    """Snapshots for `blot`: ever more numbers, or a better bound."""
    search = _Blotting(puzzle, aim)
    total, best, known = len(search.numbers), search.all, 0
    for best in search.fewer(search.all):
        yield search.result(best, total, maximal=False)
    yield search.result(best, total, maximal=True)
    for shown, least in fewest(total, search.refusal):
        if shown is None:
            raise AssertionError("the puzzle misses the target even with all numbers shown")
        if len(shown) < len(best):
            *_, best = (shown, *search.fewer(shown))
        known = max(known, least)
        yield search.result(best, total - known, maximal=True)
        if known == len(best):
            return


class _Blotting:
    """A puzzle whose numbers are hidden and shown."""

    def __init__(self, puzzle: Puzzle, aim: Aim) -> None:
        result = solve(puzzle)
        if result.verdict is not Verdict.UNIQUE:
            raise PuzzleError(
                "{found}; numbers are hidden where there is exactly one",
                found=Message("no solution")
                if result.verdict is Verdict.NONE
                else Message("several solutions"),
            )
        if aim == "line" and result.technique is not Technique.LINE:
            raise PuzzleError("line logic does not solve the puzzle, even with all numbers shown")
        self._goal, self._aim = result.solutions[0], aim
        self._puzzle = replace(puzzle, goal=self._goal, saved=())
        self._began = perf_counter()
        self.numbers = [  # those shown at first
            Number(line, place, block.length)
            for line, clue, _ in puzzle.lines()
            for place, block in enumerate(clue, 1)
            if block.length is not None
        ]
        self.all = frozenset(range(len(self.numbers)))

    def result(self, shown: Items, most: int, *, maximal: bool) -> BlotResult:
        """A snapshot in which only these numbers are shown."""
        hidden = self.all - shown
        return BlotResult(
            puzzle=self._blotted(hidden),
            hidden=tuple(self.numbers[item] for item in sorted(hidden)),
            shown=len(shown),
            most=most,
            maximal=maximal,
            seconds=perf_counter() - self._began,
        )

    def refusal(self, shown: Items) -> list[Items]:
        """Sets of hidden numbers, of each of which one must be shown; none if these are enough."""
        return list(dict.fromkeys(map(self._smallest, self._needed(self.all - shown))))

    def fewer(self, shown: Items) -> Iterator[Items]:
        """Ever fewer numbers to be shown; line logic comes first: it is fast, and mostly enough."""
        for enough in (self._by_line, lambda hidden: not self._needed(hidden)):
            for item in sorted(shown):
                if enough(self.all - shown | {item}):
                    shown -= {item}
                    yield shown

    def _by_line(self, hidden: Items) -> bool:
        """Whether line logic solves the puzzle without these numbers."""
        board = Board(self._blotted(hidden))
        return board.sweep() is None and board.decided

    def _smallest(self, needed: Items) -> Items:
        """The same set, or a smaller one, without numbers that need not be hidden."""
        for item in sorted(needed):
            if item in needed and (found := self._needed(needed - {item})):
                needed = min(found, key=lambda one: (len(one), sorted(one)))
        return needed

    def _needed(self, hidden: Items) -> list[Items]:
        """For each other solution the numbers that it has otherwise, all among those hidden."""
        if self._by_line(hidden):
            return []
        if self._aim == "line":
            return [hidden]
        others = rivals(self._blotted(hidden), self._goal)
        if isinstance(others, Technique):
            return []
        return [_unlike(self.numbers, other) for other in others]

    def _blotted(self, hidden: Items) -> Puzzle:
        blocks = (self.numbers[item] for item in hidden)
        return _with_lengths(self._puzzle, {(line, block): None for line, block, _ in blocks})
