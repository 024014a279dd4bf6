"""clingo with the clues of a puzzle, each of which can be switched on and off."""

from __future__ import annotations

from dataclasses import replace

from clingo import Configuration, Control, Function, Model, Number, Symbol

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.facts import facts_text
from asp_nono.asp.recipes import recipe
from asp_nono.asp.source import Messages
from asp_nono.clue import BACKGROUND, Clue, Line
from asp_nono.grid import Grid
from asp_nono.logic.steps import Cell
from asp_nono.puzzle import Puzzle

Lines = frozenset[Line]


class Switched:
    """All clues of a puzzle, grounded once and asked many times.

    Attributes:
        puzzle: The puzzle; its given cells always hold.
        all: All its lines.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        made = recipe("switched" if puzzle.blotted else "switched-order")
        files = [path for path in made.files if path.stem != "all"]
        parts = replace(made, files=tuple(files))
        with Messages(made.name) as messages:
            self._control = Control(["--heuristic=Domain"], messages.logger)
            for file in files:
                self._control.load(str(file))
            self._control.add("base", [], facts_text(without_deductions(puzzle), parts.inputs()))
            self._control.add("base", [], "\n".join(map(_first, puzzle.lines())))
            self._control.ground([("base", [])])
        self._uses: dict[Line, int] = {}
        for line, _, _ in puzzle.lines():
            atom = Function("use", [Function(line.axis, [Number(line.number)])])
            self._uses[line] = self._literal(atom) or 0
        self._lines = {literal: line for line, literal in self._uses.items()}
        self._supposed: list[int] | None = []
        self.all: Lines = frozenset(self._uses)

    def _literal(self, atom: Symbol) -> int | None:
        found = self._control.symbolic_atoms[atom]
        return None if found is None else found.literal

    def suppose_other(self, cell: Cell, color: int) -> None:
        """From now on the cell, 1-based, has another colour than this one."""
        place = [Number(part) for part in cell]
        if color == BACKGROUND:
            literal = self._literal(Function("painted", place))
            self._supposed = None if literal is None else [literal]
        else:
            literal = self._literal(Function("fill", [*place, Number(color)]))
            self._supposed = [] if literal is None else [-literal]

    def ask(self, lines: Lines) -> Grid | Lines:
        """A picture that agrees with the clues of these lines, or such of them as have none."""
        found = self.ask_briefly(lines, None)
        if found is None:
            raise AssertionError("clingo gave up, though nobody told it to")
        return found

    def ask_briefly(self, lines: Lines, conflicts: int | None) -> Grid | Lines | None:
        """The same, or None when it takes more than so many conflicts; None for any number."""
        if self._supposed is None:
            return frozenset()
        on = [literal if line in lines else -literal for line, literal in self._uses.items()]
        self._limit(conflicts)
        with self._control.solve(assumptions=[*self._supposed, *on], yield_=True) as handle:
            model = handle.model()
            if model is not None:
                return _grid(self.puzzle, model)
            if handle.get().satisfiable is None:
                return None
            core = handle.core()
        return frozenset(self._lines[literal] for literal in core if literal in self._lines)

    def _limit(self, conflicts: int | None) -> None:
        settings = self._control.configuration.solve
        if not isinstance(settings, Configuration):
            raise TypeError("clingo has no settings for solving")
        settings.solve_limit = "umax" if conflicts is None else str(conflicts)

    def most(self, lines: Lines, grid: Grid, conflicts: int) -> Grid:
        """A picture that agrees with these lines, and with as many others as can be added to them.

        No clue with which it does not agree could be used as well: clingo decides first which
        others to use, and uses all it can. `grid`, which agrees with these lines, is the answer
        when that takes more than so many conflicts.
        """
        on = [literal for line, literal in self._uses.items() if line in lines]
        self._limit(conflicts)
        with self._control.solve(assumptions=[*(self._supposed or []), *on], yield_=True) as handle:
            model = handle.model()
            return grid if model is None else _grid(self.puzzle, model)


def _first(told: tuple[Line, Clue, int]) -> str:
    """A line's clue is used rather than not, and that is decided before anything else."""
    line = told[0]
    return f"#heuristic use({line.axis}({line.number})). [1@1, true]"


class Demands:
    """The fewest lines that meet demands: of each set of lines at least one is wanted."""

    def __init__(self, lines: Lines) -> None:
        self._lines = sorted(lines, key=rank)
        self._numbers = {line: number for number, line in enumerate(self._lines)}
        self._control = Control(["--opt-mode=opt", "--opt-strategy=usc"])
        self._control.add(
            "base", [], f"{{ pick(0..{len(lines) - 1}) }}. #minimize {{ 1,I : pick(I) }}."
        )
        self._control.ground([("base", [])])
        self._count = 0

    def add(self, lines: Lines) -> None:
        """At least one of these is wanted."""
        self._count += 1
        part = f"demand{self._count}"
        wanted = ", ".join(f"not pick({self._numbers[line]})" for line in sorted(lines, key=rank))
        self._control.add(part, [], f":- {wanted}.")
        self._control.ground([(part, [])])

    def fewest(self) -> Lines:
        """As few lines as meet all demands."""
        best: Lines = frozenset()
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                best = frozenset(
                    self._lines[atom.arguments[0].number] for atom in model.symbols(atoms=True)
                )
        return best


def rank(line: Line) -> tuple[bool, int]:
    """Rows come first, each from the top."""
    return line.axis == "column", line.number


def _grid(puzzle: Puzzle, model: Model) -> Grid:
    """The picture of a model; some of the clues may not agree with it."""
    rows = [[BACKGROUND] * puzzle.width for _ in range(puzzle.height)]
    for atom in model.symbols(shown=True):
        x, y, color = (part.number for part in atom.arguments)
        rows[y - 1][x - 1] = color
    return Grid(tuple(map(tuple, rows)))
