"""Smallest sets of clues: which lines force the color of a cell, which clues clash.

A set of lines is enough when, with their clues in force and no others, clingo finds no picture in
which the cell has another color. A smallest one is found by two searches in turn (implicit hitting
sets; Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting
set dualization", 2015): every set of lines that is not enough shows that one of the others is
needed, and the fewest lines that meet all such conditions are either enough, or show another.

Before that, lines are left out one by one: by single-line logic, then by clingo, which also names
the lines that it used (clause set refinement; Nadel, "Boosting minimal unsatisfiable core
extraction", 2010). Lines for which that is hard to decide are put off.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any, NamedTuple

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.engine import Function, Model, Number, SolveHandle, Symbol
from asp_nono.asp.facts import facts_text
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import recipe
from asp_nono.clue import BACKGROUND, Cell, Line, cell_named, shows
from asp_nono.draw.picture import Picture
from asp_nono.draw.text import clue_words
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.line.solver import solve
from asp_nono.logic.explain import line_steps
from asp_nono.logic.hitting import Items, fewest
from asp_nono.logic.rules import minimal
from asp_nono.logic.steps import LogicStep
from asp_nono.logic.wording import Names
from asp_nono.messages import NOTHING, Message, PuzzleError, Value, plural, with_messages
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import Answer

_PATIENCE = (300, 3_000, 30_000, None)  # conflicts before deciding on a line is put off
_FALSE = -1  # clingo's literal of what is false in every answer set
_GROWING = 3_000  # the most conflicts on the way to a picture that agrees with more clues


@dataclass(frozen=True, slots=True)
class ClueSet:
    """Lines whose clues are enough, as far as is known by now."""

    lines: tuple[Line, ...]  #: the lines, rows first
    color: int | None  #: the color that they force the cell to have; None where the clues clash
    minimal: bool  #: whether it is known that none of them can be left out
    least: int  #: no set of fewer lines is enough

    @property
    def smallest(self) -> bool:
        """Whether it is known that no smaller set of lines is enough."""
        return self.least == len(self.lines)


class NotForced(NamedTuple):
    """The clues do not force the color, or do not clash."""

    # Two in which the cell has different colors; for no cell, one; none if the clues clash:
    pictures: tuple[Grid, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyResult(Answer):
    """Why a cell has its color, or why a puzzle has no solution.

    Attributes:
        puzzle: The puzzle.
        cell: None for the clues that clash.
        found: What is known; None for nothing yet.
        stopped: What stopped the job, if something did.
        seconds: The time since the question.
    """

    puzzle: Puzzle
    cell: Cell | None
    found: ClueSet | NotForced | None = None

    @property
    def finished(self) -> bool:
        """Whether a set of clues was found, or that there is none."""
        return self.found is not None

    def text(self, name: str, draw: Callable[[Puzzle, Picture | None], str]) -> Iterator[str]:
        """The lines with their clues, the bound on the size of the set, and the derivation."""
        del name, draw
        yield str(self.headline)
        puzzle, found = self.puzzle, self.found
        if not isinstance(found, ClueSet):
            return
        for line in found.lines:
            yield f"  {line}: {clue_words(puzzle, puzzle.clue(line))}"
        yield str(self.known())
        steps, names = self.steps(), Names(puzzle)
        if steps:
            yield "\nWith these clues alone, line by line:"
            yield from (step.text(number, names) for number, step in enumerate(steps, 1))
        elif found.lines:
            yield "\nSingle lines do not show it: colors must be tried."

    def steps(self) -> list[LogicStep]:
        """How the clues of the set force the color, or clash, line by line; none if they do not."""
        if not isinstance(self.found, ClueSet):
            return []
        return line_steps(self.puzzle, frozenset(self.found.lines), self.cell)

    @property
    def headline(self) -> Message:
        """The state of the search in a sentence; before the lines of a set it ends with a colon."""
        found = self.found
        if found is None:
            return Message("Not found out: {reason}.", reason=self.stop)
        if isinstance(found, NotForced):
            return self._not_forced(found)
        count = len(found.lines)
        if self.cell is None or found.color is None:
            return plural(count, "{count} clue clash:", "{count} clues clash:")
        known: dict[str, Value] = {
            "cell": cell_named(self.cell),
            "color": Names(self.puzzle).color(found.color),
        }
        if not found.lines:
            return Message("{^cell} is {color}, whatever the clues are.", **known)
        return plural(
            count,
            "{^cell} is {color}, because of {count} clue:",
            "{^cell} is {color}, because of {count} clues:",
            **known,
        )

    def _not_forced(self, found: NotForced) -> Message:
        if self.cell is None:
            return Message("The clues do not clash: there is a solution.")
        if not found.pictures:
            return Message("The puzzle has no solution.")
        return Message(
            "{^cell} is not forced: there are solutions with different colors.",
            cell=cell_named(self.cell),
        )

    def known(self) -> Message:
        """Whether there may be smaller sets; empty if there is no set."""
        found = self.found
        if not isinstance(found, ClueSet):
            return NOTHING
        if found.smallest:
            return Message("No set of fewer clues is enough.")
        if not found.minimal:
            if self.stopped:
                return Message("Perhaps some of them are not needed ({reason}).", reason=self.stop)
            return Message("Perhaps some of them are not needed.")
        bounds: dict[str, Value] = {"least": found.least, "most": len(found.lines) - 1}
        if self.stopped:
            return Message(
                "None of them can be left out. Another set may have {least} to {most} clues "
                "({reason}), but not fewer.",
                reason=self.stop,
                **bounds,
            )
        return Message(
            "None of them can be left out. Another set may have {least} to {most} clues, but not "
            "fewer.",
            **bounds,
        )

    def to_json(self) -> dict[str, Any]:
        """The cell, the sentence and the lines (docs/json.md)."""
        chars = self.puzzle.chars
        data: dict[str, Any] = {"cell": list(self.cell) if self.cell else None}
        data |= with_messages(text=self.headline)
        if isinstance(found := self.found, ClueSet):
            data["color"] = None if found.color is None else chars[found.color]
            data["lines"] = list(map(str, found.lines))
            data |= {"minimal": found.minimal, "smallest": found.smallest, "least": found.least}
            data |= with_messages(known=self.known())
        if isinstance(found, NotForced):
            data["pictures"] = [grid.to_text(chars) for grid in found.pictures]
        return data | with_messages(stopped=self.stop)


def whys(puzzle: Puzzle, cell: Cell | None = None) -> Iterator[WhyResult]:
    """Snapshots of the search of `clue_sets`."""
    return (WhyResult(puzzle=puzzle, cell=cell, found=found) for found in clue_sets(puzzle, cell))


def clue_sets(puzzle: Puzzle, cell: Cell | None = None) -> Iterator[ClueSet | NotForced]:
    """Ever smaller sets of lines that force the color of a cell (None: that clash).

    The last one is a smallest. The puzzle's given cells always hold.

    Raises:
        PuzzleError: If there is no such cell.

    >>> from asp_nono.puzzle import Puzzle
    >>> cross = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
    >>> *_, last = clue_sets(cross, (1, 1))
    >>> [str(line) for line in last.lines], last.color, last.smallest
    (['row 2', 'column 1'], 0, True)
    """
    if cell and not (1 <= cell[0] <= puzzle.width and 1 <= cell[1] <= puzzle.height):
        raise PuzzleError(
            "no cell in column {column} and row {row}; there are {width} columns and {height} rows",
            column=cell[0],
            row=cell[1],
            width=puzzle.width,
            height=puzzle.height,
        )
    clues, color = ClueSolver(puzzle), None
    solution: tuple[Grid, ...] = ()
    found = clues.solve(clues.all)
    if cell and isinstance(found, Grid):
        solution, color = (found,), found.rows[cell[1] - 1][cell[0] - 1]
        clues.suppose_other(cell, color)
        found = clues.solve(clues.all)
    if isinstance(found, Grid):
        yield NotForced((*solution, found))
    elif cell and color is None:
        yield NotForced(())
    elif found is not None:
        yield from _ever_smaller(clues, found, cell, color)


def _ever_smaller(
    clues: "ClueSolver", first: Items, cell: Cell | None, color: int | None
) -> Iterator[ClueSet]:
    """Ever smaller sets of lines that are enough, beginning with the lines `first`."""

    def known(lines: Iterable[int], least: int, *, minimal: bool = True) -> ClueSet:
        return ClueSet(tuple(clues.lines[line] for line in sorted(lines)), color, minimal, least)

    def distance(number: int) -> int:
        line = clues.lines[number]
        return abs(line.number - cell[line.axis == "row"]) if cell else 0

    def enough(lines: Sequence[int]) -> bool:
        """Whether the clues of these lines, one at a time, decide the cell, or clash."""
        board, waiting = Board(clues.puzzle), frozenset(lines)
        while waiting:
            found = board.round(solve, waiting)
            if found.fails or (cell and len(board.colors_at(*cell)) < 2):
                return True
            waiting = found.changed.intersection(lines)
        return False

    yield known(first, 0, minimal=False)
    order = sorted(range(len(clues.lines)), key=distance, reverse=True)
    by_lines = minimal(order, enough) if enough(order) else order
    best = begin = frozenset(by_lines) if len(by_lines) < len(first) else first
    learned: list[Items] = []
    for best in _thinned(clues, begin, order, learned):
        yield known(best, 0, minimal=False)
    last = known(best, min(len(best), 1))
    yield last

    def refusal(lines: Items) -> list[Items]:
        found = clues.solve(lines)
        return [clues.others(lines, found)] if isinstance(found, Grid) else []

    for lines, least in fewest(len(clues.lines), refusal, best, learned):
        found = known(lines or (), max(least, last.least))
        if found != last:
            yield found
        last = found


def _thinned(
    clues: "ClueSolver", lines: Items, order: list[int], learned: list[Items]
) -> Iterator[Items]:
    """Leave out lines in this order until none can be; learn sets of which one is needed."""
    needed: set[int] = set()
    for conflicts in _PATIENCE:
        for line in order:
            if line in needed or line not in lines:
                continue
            without = lines - {line}
            found = clues.solve(without, conflicts)
            if isinstance(found, Grid):
                needed.add(line)
                learned.append(clues.others(without, found))
            elif found is not None:
                lines = found
                yield lines
        if needed >= lines:
            return


class ClueSolver:
    """clingo with all clues of a puzzle, grounded once, each of which can be switched off."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        made = recipe("switched-order")
        files = tuple(path for path in made.files if path.stem != "all")
        parts = replace(made, files=files, options=("--heuristic=Domain",))
        self.lines = [line for line, _, _ in puzzle.lines()]
        self.all: Items = frozenset(range(len(self.lines)))
        uses = [Function("use", [Function(axis, [Number(n)])]) for axis, n in self.lines]
        # A clue is used rather than not, and that is decided before anything else.
        heuristic = "\n".join(f"#heuristic {use}. [1@1, true]" for use in uses)
        painted = "painted(X, Y) :- fill(X, Y, _)."  # for suppositions
        facts = facts_text(without_deductions(puzzle), parts.inputs())
        self._control = Program(parts, f"{facts}\n{heuristic}\n{painted}").ground()
        self._uses = [self._literal(atom) for atom in uses]
        self._supposed: list[int] = []

    def _literal(self, atom: Symbol) -> int:
        found = self._control.symbolic_atoms[atom]
        return _FALSE if found is None else found.literal

    def suppose_other(self, cell: Cell, color: int) -> None:
        """From now on the cell has another color than this one."""
        place = [Number(part) for part in cell]
        if color == BACKGROUND:
            self._supposed = [self._literal(Function("painted", place))]
        else:
            self._supposed = [-self._literal(Function("fill", [*place, Number(color)]))]

    def solve(self, lines: Items, conflicts: int | None = None) -> Grid | Items | None:
        """A picture that agrees with the clues of these lines, or some of them that have none.

        None if that takes more than this many conflicts.
        """
        on = [use if number in lines else -use for number, use in enumerate(self._uses)]
        with self._solving(on, conflicts) as handle:
            if (model := handle.model()) is not None:
                return _grid(self.puzzle, model)
            if handle.get().satisfiable is None:
                return None
            core = handle.core()
        return frozenset(number for number, use in enumerate(self._uses) if use in core)

    def _solving(self, on: list[int], conflicts: int | None) -> SolveHandle:
        settings: Any = self._control.configuration.solve
        settings.solve_limit = "umax" if conflicts is None else str(conflicts)
        return self._control.solve(assumptions=[*self._supposed, *on], yield_=True)

    def others(self, lines: Items, grid: Grid) -> Items:
        """Lines of which one is needed beside these, which are not enough, as a picture shows.

        A picture that agrees with as many lines as can be added to these shows most; clingo decides
        first which to use. If that takes too many conflicts, it is this one.
        """
        with self._solving([self._uses[line] for line in sorted(lines)], _GROWING) as handle:
            if (model := handle.model()) is not None:
                grid = _grid(self.puzzle, model)
        shown = zip((*grid.rows, *grid.columns), self.puzzle.lines(), strict=True)
        wrong = (not shows(cells, clue) for cells, (_, clue, _) in shown)
        return frozenset(compress(range(len(self.lines)), wrong))


def _grid(puzzle: Puzzle, model: Model) -> Grid:
    """The picture of a model; some of the clues may not agree with it."""
    rows = [[BACKGROUND] * puzzle.width for _ in range(puzzle.height)]
    for atom in model.symbols(shown=True):
        x, y, color = (part.number for part in atom.arguments)
        rows[y - 1][x - 1] = color
    return Grid.from_rows(rows)
