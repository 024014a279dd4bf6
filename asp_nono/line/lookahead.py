"""Trials: an open cell is left only some of its colors, and line logic shows what follows.

Known as failed literals in satisfiability (Freeman 1995), and as probing in nonogram solvers
(Wolter's pbnsolve). `attempt` makes one trial; all else says which trials are made:

- `probe` splits the colors of a cell in two; when one half fails, or ends in a picture, all other
  solutions lie in the other half.
- `backtrack` goes on from a trial that does not fail: a short search, before clingo is needed.
- `look_ahead` to depth n leaves nothing that fails when n cells are given a color at once.
- `Trials` remembers the trials on a board that grows, to find the shortest ones.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from sys import maxsize
from typing import Final, Literal

from asp_nono.clue import Cell, Line
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.bits import each, highest, lowest
from asp_nono.line.board import Board
from asp_nono.line.kernel import CUT, DONE
from asp_nono.messages import NOTHING, Message
from asp_nono.puzzle import Puzzle

_PATIENCE: Final = 1.25  # visits of lines for each open cell without a result: then probing ends
_EFFORT: Final = 24  # the same for all visits; to ground and solve takes about as long
_FAILURES: Final = 20  # guesses that fail; after more there is seldom a solution


class Attempt:
    """The outcome of a trial. No dataclass: it is made as often as a few lines are solved.

    Attributes:
        board: The rest; undefined if the trial fails.
        fails: Whether a line cannot be filled; None if the trial was cut short.
        cost: How many visits learned something, the failing one included; or how many rounds.
    """

    def __init__(self, board: Board, fails: bool | None, cost: int) -> None:
        self.board, self.fails, self.cost = board, fails, cost


def attempt(
    board: Board, cell: Cell, colors: int, reach: int = maxsize, *, rounds: bool = False
) -> Attempt:
    """Leave a cell of a swept board only some `colors`, as bits, and see what follows.

    Lines are visited one after another, or in `rounds` all changed ones at once. A trial that costs
    more than `reach` is cut short. The board is not changed.
    """
    x, y = cell
    after = board.copy()
    if rounds:
        after.restrict(x, y, colors)
        return _in_rounds(after, after.lines_of(x, y), reach)
    end = after.follow(x, y, colors, reach)
    return Attempt(after, None if end == CUT else end != DONE, after.learned)


def _in_rounds(board: Board, lines: Iterable[int], reach: int) -> Attempt:
    kernel, rounds = board.kernel, 0
    kernel.begin(lines)
    while kernel.waiting:
        if rounds == reach:
            return Attempt(board, None, rounds)
        rounds += 1
        if not kernel.round(board.words):
            return Attempt(board, True, rounds)
    return Attempt(board, False, rounds)


@dataclass(frozen=True, slots=True)
class Probed:
    """The result of probing."""

    pictures: tuple[Grid, ...]  #: solutions, all different
    rest: Board | None  #: where all other solutions lie; None if there are none
    everything: Board | None  #: where all solutions lie, the pictures among them
    dead: Cell | None  #: the cell both halves of whose colors fail
    depth: int  #: how many cells were given a color at once: each picture adds an assumption


def probe(board: Board, most: int = 0) -> Probed:
    """Try the open cells of a swept board one after another, as long as it is likely to pay.

    No new trial begins after `most` pictures (0 for no limit). The board is not changed.
    """
    cells = open_cells(board)
    left, patience = _EFFORT * len(cells), int(_PATIENCE * len(cells))
    pictures: list[Grid] = []
    rest: Board | None = board
    dead = None
    depth = 1
    while rest and not rest.decided and not (len(pictures) >= most > 0):
        trial = _first_result(rest, cells, min(left, patience))
        if trial is None:
            break
        depth = len(pictures) + 1
        found, rest, dead, cells, visits = trial
        left -= visits
        pictures += found
    if rest and rest.decided:
        pictures.append(rest.picture)
        rest = None
    return Probed(tuple(pictures), rest, _everything(board, pictures, rest), dead, depth)


def _everything(board: Board, pictures: Sequence[Grid], rest: Board | None) -> Board | None:
    """The colors that the pictures and the rest of the board leave; None if there is neither."""
    if not pictures:
        return rest
    found = rest.copy() if rest else Board(board.puzzle, PartialGrid.of(pictures[0]))
    for picture in pictures if rest else pictures[1:]:
        found.admit(picture)
    return found


def beside_clues(puzzle: Puzzle, start: PartialGrid | None) -> Message:
    """The conditions on a picture besides the clues, as a phrase; empty if there are none."""
    if puzzle.given and start:
        return Message("the given cells and the start")
    if start:
        return Message("the start")
    return Message("the given cells") if puzzle.given else NOTHING


def why_none(wrong: Line | Cell | None, puzzle: Puzzle, start: PartialGrid | None) -> Message:
    """Why there is no solution: a line has no arrangement, or no color of a cell leads to one."""
    known = beside_clues(puzzle, start)
    if isinstance(wrong, Line):
        return _no_line(wrong.named, known)
    if wrong is None:
        return _no_guess(known)
    cell = Message("the cell in column {column} and row {row}", column=wrong[0], row=wrong[1])
    if known:
        return Message(
            "with {known}, line logic finds no way to fill the lines, whatever color {cell} has",
            known=known,
            cell=cell,
        )
    return Message(
        "line logic finds no way to fill the lines, whatever color {cell} has", cell=cell
    )


def _no_line(line: Message, known: Message) -> Message:
    if known:
        return Message(
            "line logic finds no way to fill {line} that agrees with the other lines and {known}",
            line=line,
            known=known,
        )
    return Message(
        "line logic finds no way to fill {line} that agrees with the other lines", line=line
    )


def _no_guess(known: Message) -> Message:
    if known:
        return Message(
            "guessing cell by cell shows that no picture has these clues and agrees with {known}",
            known=known,
        )
    return Message("guessing cell by cell shows that no picture has these clues")


_Result = tuple[list[Grid], "Board | None", "Cell | None", list[Cell], int]
"""Pictures, rest and dead cell as in `Probed`; the cells to try next; the visits spent."""


def _first_result(board: Board, cells: list[Cell], visits: int) -> _Result | None:
    """The first trial with a result; None if it would take more than `visits` visits.

    A trial whose colors are all that another trial has left for the cell cannot have a result if
    that one had none: it leaves at least as much everywhere. So it is not made.
    """
    kernel, spent = board.kernel, 0
    alone = kernel.blank()  # the cells to which some trial left only this color
    gone = kernel.blank()  # or all others
    for number, (x, y) in enumerate(cells):
        if spent > visits:
            return None
        colors = kernel.colors_at(board.words, x - 1, y - 1)
        if not colors & (colors - 1):
            continue
        one = highest(colors)
        halves = {1 << one: alone, colors & ~(1 << one): gone}
        vain = [half for half, noted in halves.items() if kernel.allows(noted, x - 1, y - 1, one)]
        ways = [attempt(board, (x, y), half) for half in halves if half not in vain]
        spent += sum(way.board.visits for way in ways)
        alive = [way.board for way in ways if not way.fails]
        others = [way for way in alive if not way.decided]
        if len(others) == len(ways):
            for way in others:
                kernel.note(board.words, way.words, alone, gone)
            continue
        others += [attempt(board, (x, y), half).board for half in vain]
        turned = cells[number + 1 :] + cells[:number]
        if not others:
            dead = None if alive else (x, y)
            return [way.picture for way in alive], None, dead, [], spent
        near = open_cells(others[0], _beside_changes(board, others[0]))
        ready = [way.picture for way in alive if way.decided]
        return ready, others[0], None, list(dict.fromkeys(near + turned)), spent
    return None


def open_cells(board: Board, among: Sequence[int] | None = None) -> list[Cell]:
    """The open cells, the likeliest to show something first.

    These have many decided cells beside them, and lie on lines with few open cells. `among` has
    for each row the set of the positions to consider.
    """
    height, width = board.puzzle.height, board.puzzle.width
    rows = [board.open_on(number) for number in range(height)]
    shares = [8 * width * board.open_on(height + x).bit_count() for x in range(width)]
    ranked = list[int]()
    for y, (above, row, below) in enumerate(zip([0, *rows], rows, [*rows[1:], 0], strict=False)):
        left, right = row << 1, row >> 1
        share = 8 * height * row.bit_count()
        for x in each(row if among is None else row & among[y]):
            beside = (left >> x & 1) + (right >> x & 1) + (above >> x & 1) + (below >> x & 1)
            rank = 3 * width * height * beside + share + shares[x]
            ranked.append((rank * width + x) * height + y)
    ranked.sort()
    return [(at // height % width + 1, at % height + 1) for at in ranked]


def backtrack(board: Board, most: int, failures: int = _FAILURES) -> tuple[list[Grid], bool]:
    """Guess the color of one open cell after another on a swept board, which is not changed.

    The search ends when it has `most` solutions (at least 1), or after these `failures`.

    Returns:
        Different solutions, and whether there are no others on the board.
    """
    found = list[Grid]()
    stack = [board]
    while stack:
        last = stack.pop()
        if last.decided:
            found.append(last.picture)
            if len(found) == most:
                return found, not stack
            continue
        x, y = _first_open(last)
        for color in last.colors_at(x, y):
            guess = attempt(last, (x, y), 1 << color)
            if not guess.fails:
                stack.append(guess.board)
            elif failures == 0:
                return found, False
            else:
                failures -= 1
    return found, True


def _first_open(board: Board) -> Cell:
    """The first open cell in reading order."""
    for y in range(1, board.puzzle.height + 1):
        if several := board.open_on(y - 1):
            return lowest(several) + 1, y
    raise ValueError("the board has no open cell")


Guess = tuple[int, int, int]  # column and row of a cell, and a color that it is given for a trial


class BudgetSpentError(Exception):
    """More lines were visited than a budget allows."""


@dataclass
class Budget:
    """How many lines look-ahead may visit (None for any number), and how many it has."""

    left: int | None = None
    spent: int = 0
    failed: list[Guess] = field(default_factory=list)  #: the trials that failed, in their order

    def spend(self, visits: int) -> None:
        """Count visits; raises BudgetSpentError if they are too many."""
        self.spent += visits
        if self.left is not None and self.spent > self.left:
            raise BudgetSpentError


def look_ahead(board: Board, depth: int, budget: Budget, solution: Grid | None = None) -> bool:
    """Take away every color whose trial fails; afterwards no trial to this depth does.

    The board must be swept and is changed. Colors of a known `solution` are not tried. The result
    does not depend on the order of the trials, but the number of visits does: cells beside the last
    changes come next.

    Returns:
        Whether the board is shown to hold no solution; it is then undefined.

    Raises:
        BudgetSpentError: If the budget is not enough.
    """
    cells = OrderedDict.fromkeys(open_cells(board))
    level, idle = 1, 0
    while level <= depth:
        if idle == len(cells):
            level, idle = level + 1, 0
            continue
        cell = next(iter(cells))
        cells.move_to_end(cell)
        before = board.copy()
        news, wrong = _try(board, cell, level - 1, budget, solution)
        if wrong:
            return True
        if not news:
            idle += 1
            continue
        level, idle = 1, 0
        for near in reversed(open_cells(board, _beside_changes(before, board))):
            cells.move_to_end(near, last=False)
    return False


def _beside_changes(before: Board, after: Board) -> list[int]:
    """For each row the set of the positions at which, or beside which, a cell has lost a color."""
    kernel = after.kernel
    lost = [kernel.lost(before.words, after.words, row) for row in range(after.puzzle.height)]
    rows = zip([0, *lost], lost, [*lost[1:], 0], strict=False)
    return [above | row | row << 1 | row >> 1 | below for above, row, below in rows]


def _try(
    board: Board, cell: Cell, depth: int, budget: Budget, solution: Grid | None
) -> tuple[bool, bool]:
    """Try the colors of a cell; whether one was taken away, and whether the board then fails."""
    x, y = cell
    news = False
    for color in board.colors_at(x, y):
        left = board.colors_at(x, y)
        if left == [color] or (solution is not None and solution.rows[y - 1][x - 1] == color):
            continue
        if color in left and fails(board, (x, y, color), depth, budget):
            news = True
            budget.failed.append((x, y, color))
            if board.settle(x, y, ~(1 << color)) is not None:
                return True, True
    return news, False


def fails(board: Board, guess: Guess, depth: int, budget: Budget) -> bool:
    """Whether a trial fails, with look-ahead to `depth` in it."""
    x, y, color = guess
    found = attempt(board, (x, y), 1 << color)
    budget.spend(found.board.visits)
    return bool(found.fails) or (depth > 0 and look_ahead(found.board, depth, budget))


_REACHES: Final = {"queue": (6, 24, 96, maxsize), "rounds": (3, 6, 12, 24, 48, maxsize)}
"""How far trials are followed at first, and further only while none fails."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a trial."""

    cost: int
    fails: bool | None
    touched: frozenset[int]  #: the lines (as in `Board.sweep`) on which the outcome depends


class Trials:
    """The trials on a board that grows: each is made once, and repeated only if necessary."""

    def __init__(self, schedule: Literal["queue", "rounds"]) -> None:
        """`schedule`: "queue" visits line after line, "rounds" all changed ones at once."""
        self._rounds = schedule == "rounds"
        self._reaches = _REACHES[schedule]
        self._known: dict[Guess, _Known] = {}
        self._vain: dict[Cell, frozenset[int]] = {}
        self._seen: Board | None = None
        self._least = 0

    def failing(
        self, board: Board, *, solution: Grid | None = None, hasty: bool = False
    ) -> list[tuple[int, Guess]]:
        """Trials that fail with their costs, the cheapest (all of them) first.

        While some are left that were the cheapest when all were made, these are the answer. Colors
        of a known `solution` are not tried; `hasty` stops at the first failing trial.
        """
        self._follow(board)
        guesses = [
            (x, y, color)
            for x, y in open_cells(board)
            for color in board.colors_at(x, y)
            if solution is None or color != solution.rows[y - 1][x - 1]
        ]
        tried = [(self._known[guess], guess) for guess in guesses if guess in self._known]
        found = [(one.cost, guess) for one, guess in tried if one.fails and one.cost <= self._least]
        if found:
            return found
        for reach in self._reaches:
            for guess in guesses:
                known = self._known.get(guess)
                if known is None or (known.fails is None and known.cost < reach):
                    known = self._known[guess] = self._made(board, guess, reach)
                if known.fails:
                    found.append((known.cost, guess))
                    if hasty:
                        return found
            if found:
                found.sort(key=lambda pair: pair[0])
                self._least = found[0][0]
                return found
            guesses = [guess for guess in guesses if self._known[guess].fails is None]
        return []

    def _made(self, board: Board, guess: Guess, reach: int) -> _Known:
        """Make a trial."""
        x, y, color = guess
        found = attempt(board, (x, y), 1 << color, reach, rounds=self._rounds)
        touched = _differing(board, found.board).union(board.lines_of(x, y))
        return _Known(found.cost, found.fails, frozenset(touched))

    def agreeing(self, board: Board) -> Iterator[tuple[int, int, list[Board]]]:
        """The cells of which no trial fails, with the boards that these lead to.

        A cell from which the caller goes on to the next one is skipped until its trials may change.
        """
        self._follow(board)
        for x, y in open_cells(board):
            if (x, y) not in self._vain:
                colors = board.colors_at(x, y)
                yield x, y, [attempt(board, (x, y), 1 << color).board for color in colors]
                touched = [self._known[x, y, color].touched for color in colors]
                self._vain[x, y] = touched[0].union(*touched)

    def _follow(self, board: Board) -> None:
        """Forget what may have changed; what failed fails again, but perhaps in fewer rounds."""
        if self._seen is not None:
            changed = _differing(self._seen, board)
            self._known = {
                guess: found
                for guess, found in self._known.items()
                if (found.fails and not self._rounds) or changed.isdisjoint(found.touched)
            }
            vain = self._vain.items()
            self._vain = {cell: lines for cell, lines in vain if changed.isdisjoint(lines)}
        self._seen = board.copy()


def _differing(one: Board, other: Board) -> set[int]:
    """The lines (as in `Board.sweep`) in which two boards differ."""
    return set(one.kernel.differing(one.words, other.words))
