"""The program of one line of an encoding, and all its partial fillings at once.

A filling says of each cell that it has a color, or which colors it has not. The program is grounded
for a board that is one row; the clues of its columns are left open.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import chain, product
from operator import or_
from string import ascii_lowercase

from asp_nono.asp.deductions import empty_line, without_deductions
from asp_nono.asp.engine import (
    Control,
    PropagateControl,
    PropagateInit,
    PropagatorCheckMode,
    parse_term,
)
from asp_nono.asp.facts import FACTS
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import Recipe
from asp_nono.asp.source import ClingoMessages
from asp_nono.asp.theories import TheoryControl, has_theory
from asp_nono.aspcount.ground import TextProgram, ground
from asp_nono.aspcount.propagation import Propagation
from asp_nono.clue import Block, Clue, Line
from asp_nono.grid import Grid
from asp_nono.lab.trace import HIDDEN
from asp_nono.line.patterns import Pattern, patterns
from asp_nono.messages import EncodingError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

LETTERS = f".{ascii_lowercase}"  # of background and colors, where there are several colors
_PALETTE = (WHITE, BLACK, *(Color(one, one, f"{ord(one):06x}") for one in LETTERS[2:]))


@dataclass(frozen=True, slots=True)
class _ColorStates:
    """The fillings in which a cell is known to have a color, and not to have it.

    It is excluded where that is said, and known not to be there also where the cell has another.
    """

    holds: int
    excluded: int
    absent: int


class Fillings:
    """All partial fillings of a line: filling number i is bit i of a set of them."""

    def __init__(self, cells: int, colors: int = 1) -> None:
        self.cells = cells  # their number
        self.colors = colors
        states = 2**colors + colors  # of a cell: each set of excluded colors, then each color
        self.number = states**cells
        self.all = (1 << self.number) - 1
        self.unknown: list[int] = []  # for each cell the fillings in which nothing is known of it,
        self.sets: list[list[_ColorStates]] = []  # and for each of its colors
        for run in (states**place for place in range(cells)):
            starts = sum(1 << start for start in range(0, self.number, states * run))
            ones = starts * ((1 << run) - 1)
            of_state = [ones << state * run for state in range(states)]
            self.unknown.append(ones)
            self.sets.append([self._color(of_state, one) for one in range(colors)])

    def _color(self, of_state: Sequence[int], color: int) -> _ColorStates:
        subsets = 1 << self.colors
        holds = of_state[subsets + color]
        excluded = reduce(or_, (of_state[one] for one in range(subsets) if one >> color & 1))
        others = reduce(or_, of_state[subsets:])
        return _ColorStates(holds, excluded, excluded | (others & ~holds))

    def probed(
        self, seen: Sequence[tuple[int, int]], conflicts: int
    ) -> tuple[list[tuple[int, int]], int]:
        """What is seen, and where conflicts are, with failed literals until there are no more.

        `seen` has for each color of each cell where it is not, and where it is. If a filling in
        which one thing more is known has a conflict, its opposite is known; what propagation finds
        with that it finds in another filling, whose number is this one's and a difference.
        """
        failing = [one for one in self._trials(conflicts) if one[0]]
        flat, changed = [*chain(*seen), conflicts], True
        while changed:
            before = list(flat)
            for where, further in failing:
                flat = [one | ((one >> further) & where) for one in flat]
            changed = flat != before
        return list(zip(flat[0:-1:2], flat[1:-1:2], strict=True)), flat[-1]

    def _trials(self, conflicts: int) -> Iterator[tuple[int, int]]:
        """For each trial the fillings where it fails, and how far their numbers are from others."""
        states = 2**self.colors + self.colors
        for place, unknown in enumerate(self.unknown):
            run = states**place
            for excluded, color in product(range(1 << self.colors), range(self.colors)):
                if not excluded >> color & 1:
                    here = unknown << excluded * run
                    out = (1 << color) * run
                    has = ((1 << self.colors) + color - excluded) * run
                    yield here & (conflicts >> has), out
                    yield here & (conflicts >> out), has

    def first(self, some: int) -> int:
        """Of some fillings, not none, one with the fewest known cells."""
        exactly = [self.all] + [0] * self.cells  # by the number of known cells
        for unknown in self.unknown:
            fewer = [0, *exactly]
            exactly = [(at & unknown) | (fewer[n] & ~unknown) for n, at in enumerate(exactly)]
        best: int = next(some & one for one in exactly if some & one)
        return (best & -best).bit_length() - 1

    def text(self, number: int, more: Sequence[tuple[int, int]] = ()) -> str:
        """A filling, and more: for each color of each cell where it is not, and where it is."""
        known = [(one.absent, one.holds) for one in chain(*self.sets)]
        added = more or [(0, 0)] * len(known)
        facts = [
            (bool((absent | out) >> number & 1), bool((holds | has) >> number & 1))
            for (absent, holds), (out, has) in zip(known, added, strict=True)
        ]
        cells = (facts[one : one + self.colors] for one in range(0, len(facts), self.colors))
        return (" " if self.colors > 1 else "").join(map(_sign, cells))


def _sign(colors: Sequence[tuple[bool, bool]]) -> str:
    """A cell of which is known which colors it has not, and which it has."""
    has = [there for _, there in colors]
    if len(colors) == 1:
        return "#" if has[0] and not colors[0][0] else "." if colors[0][0] else "?"
    if any(has):
        return LETTERS[1 + has.index(True)]
    return LETTERS[0] + "".join(LETTERS[1 + n] for n, (out, _) in enumerate(colors) if not out)


class _GivenLine:
    """A line and its program as a text, on which the answers are checked."""

    tight = True

    def __init__(self, recipe: Recipe, clue: Clue, cells: int, colors: int) -> None:
        self.clue, self.cells = clue, cells
        self._name = f"{recipe.name}, on a line of {cells} with the clue {clue_text(clue, colors)}"
        text = _facts(recipe, clue, next(patterns(clue, cells)), colors)
        self._source = TextProgram(text, recipe.files, name=self._name)
        self._names = [
            [f"fill({place},1,{color})" for color in range(1, colors + 1)]
            for place in range(1, cells + 1)
        ]

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        """The arrangements of the clue."""
        return tuple(patterns(self.clue, self.cells))

    def _require_arrangements(self, control: Control) -> None:
        """EncodingError if the answers are not the arrangements of the clue."""
        control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
        answers = set()
        with control.solve(yield_=True) as models:
            for model in models:
                shown = set(map(str, model.symbols(shown=True)))
                answers.add(tuple(_shown(of_cell, shown) for of_cell in self._names))
        if answers != set(self.patterns):
            raise EncodingError(
                self._name,
                "the answers are not the arrangements of the clue, so nothing can be compared",
            )


class LineProgram(_GivenLine):
    """The program of one line, ready for propagation.

    EncodingError if its answers are not the arrangements of the clue. They are not compared if the
    recipe is `trusted`: long lines have many.
    """

    def __init__(
        self, recipe: Recipe, clue: Clue, cells: int, colors: int = 1, *, trusted: bool = False
    ) -> None:
        super().__init__(recipe, clue, cells, colors)
        self.program, self.control = ground(self._source)
        if not trusted:
            self._require_arrangements(self.control)
        self.propagation = Propagation(self.program)
        self.tight = self.propagation.tight
        # For each cell the literals that say that it has a color:
        self.values = [
            [self.propagation.any_of(self.program.shown.get(one, ())) for one in of_cell]
            for of_cell in self._names
        ]

    def run(self, fillings: Fillings) -> tuple[list[int], int]:
        """What holds in which fillings, and those with a conflict; see `Propagation.run`."""
        given = [
            (literal, states)
            for value, color in zip(chain(*self.values), chain(*fillings.sets), strict=True)
            for literal, states in ((-value, color.excluded), (value, color.holds))
        ]
        return self.propagation.run(given, fillings.all)


class TheoryProgram(_GivenLine):
    """The same for a program with theory atoms: clasp and the theory propagate, not we.

    Each filling has a control of its own, as a theory adds clauses that would help the next one.
    """

    def __init__(self, recipe: Recipe, clue: Clue, cells: int, colors: int = 1) -> None:
        super().__init__(recipe, clue, cells, colors)
        self._require_arrangements(self._control())
        numbers = range(1, cells * colors + 1, colors)
        self.values = [list(range(one, one + colors)) for one in numbers]

    def _control(self) -> Control:
        with ClingoMessages(self._name) as messages:
            control = TheoryControl(["--project=auto"], messages.logger)
            for file in self._source.files:
                control.read_file(file)
            control.read(self._source.text)
            control.ground()
        return control

    def run(self, fillings: Fillings) -> tuple[list[int], int]:
        """As of `LineProgram`."""
        holds, conflicts = [0] * (2 * fillings.cells * fillings.colors + 1), 0
        names = list(chain(*self._names))
        for number in range(fillings.number):
            given = [
                (name, bool(color.holds >> number & 1))
                for name, color in zip(names, chain(*fillings.sets), strict=True)
                if (color.holds | color.excluded) >> number & 1
            ]
            seen = Fixpoint(names, dict(given)).of(self._control())
            conflicts |= (not seen) << number
            for one, value in enumerate(seen, 1):
                if value is not None:
                    holds[one if value else -one] |= 1 << number
        return holds, conflicts


class Fixpoint:
    """Reads off what clingo has propagated when assumptions hold, before it decides anything."""

    def __init__(self, names: Sequence[str], known: Mapping[str, bool]) -> None:
        self._terms = [parse_term(name) for name in names]
        self._assumed = [(parse_term(name), value) for name, value in known.items()]
        self._known = [known.get(name) for name in names]
        self._literals: list[int | None] = []
        self._seen: list[bool | None] = []

    def of(self, control: Control) -> list[bool | None]:
        """What is known of each atom in a ground program; nothing after a conflict."""
        control.register_propagator(self)  # type: ignore[arg-type] # not all methods are needed
        control.configuration.solve.models = 1  # type: ignore[union-attr] # clingo's own
        control.solve(assumptions=self._assumed)
        return self._seen

    def init(self, init: PropagateInit) -> None:
        """Called by clingo."""
        init.check_mode = PropagatorCheckMode.Fixpoint
        atoms = [init.symbolic_atoms[term] for term in self._terms]
        self._literals = [init.solver_literal(atom.literal) if atom else None for atom in atoms]

    def check(self, control: PropagateControl) -> None:
        """Called by clingo when all propagators have come to an end."""
        values = [False if one is None else control.assignment.value(one) for one in self._literals]
        pairs = zip(values, self._known, strict=True)
        if not self._seen and all(known in (None, value) for value, known in pairs):
            self._seen = values


def line_program(
    recipe: Recipe, clue: Clue, cells: int, colors: int = 1
) -> LineProgram | TheoryProgram:
    """The program of a line; EncodingError if its answers are not the arrangements of the clue."""
    kind = TheoryProgram if any(map(has_theory, recipe.files)) else LineProgram
    return kind(recipe, clue, cells, colors)


def _shown(names: Sequence[str], shown: set[str]) -> int:
    """The color of a cell, 0 for background; -1 if an answer gives it several."""
    colors = [color for color, one in enumerate(names, 1) if one in shown]
    return -1 if len(colors) > 1 else sum(colors)


def _facts(recipe: Recipe, clue: Clue, pattern: Pattern, colors: int = 1) -> str:
    """The facts of a row with this clue and pattern, and of columns that leave its cells open.

    The clue of each column, one cell of a color or none, is a choice: what all clues have in common
    are facts, the rest depends on the choice.
    """
    posed = Puzzle.of(Grid((pattern,)), _PALETTE[: colors + 1])
    board = without_deductions(replace(posed, rows=(clue,), goal=None))
    rules = [Program.of(recipe, replace(board, lines=board.lines[:1])).facts]
    for number in range(1, len(pattern) + 1):
        chosen = [f"{HIDDEN}({number},{color})" for color in range(1, colors + 1)]
        cases = {one: (Block(1, color),) for color, one in enumerate(chosen, 1)}
        of_case = {
            case: {
                fact
                for signature in sorted(recipe.inputs())
                for fact in FACTS[signature].of_line(
                    empty_line(Line("column", number), one, 1, colors + 1)
                )
            }
            for case, one in {**cases, ", ".join(f"not {one}" for one in chosen): ()}.items()
        }
        common = set[str].intersection(*of_case.values())
        rules += [f"{{ {'; '.join(chosen)} }} {'1' * (colors > 1)}.", *sorted(common)]
        rules += [
            f"{one[:-1]} :- {case}."
            for case, facts in of_case.items()
            for one in sorted(facts - common)
        ]
    return "\n".join(rules)


def clue_text(clue: Clue, colors: int = 1) -> str:
    """A clue; in several colors each block has the letter of its color."""
    of_color = LETTERS if colors > 1 else " " * len(LETTERS)
    return (
        " ".join(f"{block.length or '?'}{of_color[block.color]}".strip() for block in clue) or "0"
    )
