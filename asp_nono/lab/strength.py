"""How much of complete line solving the unit propagation of an encoding finds.

All lines up to some length, each with all its partial fillings: in one block color 3^n for n cells,
in two 6^n, as a cell may also be known not to have one of the colors. The program is grounded once
for each clue, on a board that is one row, and all fillings of the row are propagated at once
(`aspcount.propagation`). With theory atoms clingo itself propagates, each filling in a new control.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from functools import cached_property, reduce
from itertools import chain, product
from operator import or_
from string import ascii_lowercase
from typing import Any

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
from asp_nono.draw.picture import Draw
from asp_nono.grid import Grid
from asp_nono.lab.trace import HIDDEN, Trace, trace
from asp_nono.line.patterns import Pattern, all_clues, patterns
from asp_nono.messages import EncodingError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from asp_nono.run.snapshots import Answer

LONGEST = {1: 10, 2: 5, 3: 4}  # the cells of the longest lines, by the number of block colors
LONGEST_BLOTTED = {1: 8, 2: 4, 3: 3}
LONGEST_THEORY = {1: 5, 2: 3, 3: 2}

_LETTERS = f".{ascii_lowercase}"  # of background and colors, where there are several colors
_PALETTE = (WHITE, BLACK, *(Color(one, one, f"{ord(one):06x}") for one in _LETTERS[2:]))


def percent(part: int, whole: int) -> str:
    """A share; it is 100 % only if it is all, and 0 % only if it is nothing."""
    share = 100 * part / (whole or 1)
    if part < whole and share > 99.99:
        return "over 99.99 %"
    return f"{share:.2f} %" if whole else "-"


@dataclass(frozen=True, slots=True)
class Example:
    """A filling of a line where propagation finds less than there is to find."""

    clue: Clue
    known: str  #: for each cell ?, . or #; in several colors the letters of those that it may have
    line: str  #: what complete line solving makes of it; empty for a contradiction
    found: str  #: what propagation makes of it
    colors: int = 1  #: the number of block colors

    @property
    def size(self) -> tuple[int, int]:
        """The number of cells, and of those of which something is known."""
        unknown = _LETTERS[: self.colors + 1] if self.colors > 1 else "?"
        cells = self.known.split() if self.colors > 1 else list(self.known)
        return len(cells), len(cells) - cells.count(unknown)

    def drawn(self) -> str:
        """The filling, and what line solving and propagation make of it."""
        what = "all that follows" if self.line else "a contradiction"
        rows = {"known": self.known, "line solving": self.line or "contradiction"}
        rows["propagation"] = self.found
        head = f"A smallest line where it does not find {what}: clue {self.clue_text}"
        return "\n".join([head, *(f"  {name:14}{text}" for name, text in rows.items())])

    def literals(self, values: Sequence[Sequence[int]], text: str) -> list[int]:
        """What one of its three texts says of the literals of the cells' colors."""
        found = []
        for literals, sign in zip(values, text.split() if self.colors > 1 else text, strict=True):
            letters = _LETTERS if sign == "?" else sign.replace("#", _LETTERS[1])
            for letter, literal in zip(_LETTERS[1:], literals, strict=False):
                if letter not in letters or _LETTERS[0] not in letters:
                    found.append(literal if letter in letters else -literal)
        return found

    def to_json(self) -> dict[str, Any]:
        """The object of an example."""
        clue = self.clue_text.split() if self.colors > 1 else [block.length for block in self.clue]
        return {"clue": clue, "known": self.known, "line": self.line, "found": self.found}

    @property
    def clue_text(self) -> str:
        """The clue as text."""
        return clue_text(self.clue, self.colors)


@dataclass(frozen=True, slots=True)
class Length:
    """The result for all lines of one length."""

    cells: int
    clues: int  #: how many fit
    fillings: int  #: with all these clues
    deductions: int  #: fillings from which further cells follow
    found: int  #: those of them where propagation finds all these cells
    contradictions: int  #: fillings that no arrangement of the clue agrees with
    refuted: int  #: those of them where propagation finds a conflict
    following: int  #: the cells that follow, in all fillings together
    colored: int  #: those of them that propagation finds
    probed: int  #: `found` if each cell is tried with each value, and may not end in a conflict
    probed_refuted: int  #: `refuted` with the same

    def row(self, name: str) -> list[str]:
        """The row of a table."""
        share = percent(self.found, self.deductions)
        refuted = percent(self.refuted, self.contradictions)
        before = (self.clues, self.fillings, self.deductions, self.found)
        behind = (self.contradictions, self.refuted)
        return [name, *map(str, before), share, *map(str, behind), refuted]


@dataclass(frozen=True, slots=True)
class LineKind:
    """Which lines are measured."""

    colors: int = 1  #: the number of block colors
    blotted: bool = False  #: whether some lengths of each clue are hidden, instead of none

    def clues(self, cells: int) -> Sequence[Clue]:
        """The clues of lines of some length."""
        known = all_clues(cells, self.colors + 1)
        if not self.blotted:
            return known
        choices = (product(*((one, Block(None, one.color)) for one in clue)) for clue in known)
        return [one for one in dict.fromkeys(chain(*choices)) if not all(b.length for b in one)]

    def longest(self, *, theory: bool) -> int:
        """The cells of the longest ones by default, fewer if theories propagate."""
        most = LONGEST_THEORY if theory else LONGEST_BLOTTED if self.blotted else LONGEST
        return most[self.colors]

    def text(self, longest: int) -> str:
        """In words."""
        several = f" in {self.colors} colors" if self.colors > 1 else ""
        return f"lines of 1 to {longest} cells{several}{' with blotted blocks' * self.blotted}"


ONE_COLOR = LineKind()
"""The lines in one block color without blotted blocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthResult(Answer):
    """How much propagation finds, by length of lines, the shortest first."""

    name: str  #: of the recipe
    lengths: tuple[Length, ...] = ()
    examples: tuple[Example, ...] = ()  #: a smallest line without all cells, and without a conflict
    lines: LineKind = ONE_COLOR
    tight: bool = True  #: else unfounded sets could find more than was measured
    trace: Trace | None = None  #: of the first example, where there is no theory

    @property
    def progress(self) -> str:
        """Which lines come next."""
        return f"lines of {len(self.lengths) + 1} cells"

    @property
    def whole(self) -> Length:
        """The sums over all lengths."""
        sums = [sum(column) for column in zip(*map(astuple, self.lengths), strict=True)]
        return Length(*(sums or [0] * len(fields(Length))))

    @property
    def share(self) -> float:
        """The share of deductions and contradictions that propagation finds completely."""
        whole = self.whole
        return (whole.found + whole.refuted) / ((whole.deductions + whole.contradictions) or 1)

    def longer(self, measured: Sequence["MeasuredLine"]) -> "StrengthResult":
        """With all lines of the next length."""
        fillings, tight = measured[0].fillings, all(one.tight for one in measured)
        sums = map(sum, zip(*(one.counts for one in measured), strict=True))
        length = Length(fillings.cells, len(measured), len(measured) * fillings.number, *sums)
        examples = smallest([*self.examples, *(one for line in measured for one in line.examples)])
        lengths = (*self.lengths, length)
        return replace(self, lengths=lengths, examples=examples, tight=self.tight and tight)

    def traced(self, recipe: Recipe) -> "StrengthResult":
        """With the trace of the first example."""
        return replace(self, trace=traced(recipe, self.examples[0])) if self.examples else self

    def text(self, _: str, draw: Draw) -> Iterator[str]:
        """A table of the lengths, the shares of the whole, and the examples."""
        whole, done = self.whole, len(self.lengths)
        if done:
            yield f"{self.name}: all {self.lines.text(done)}, all partial fillings"
            first = ("cells", "clues", "fillings", "something follows", "all found", "share")
            head = (*first, "contradictions", "found", "share")
            rows = [one.row(str(one.cells)) for one in self.lengths]
            yield draw.table(head, [*rows, whole.row("all")], right="r" * 9)
            cells = f"{whole.colored} of {whole.following}"
            share = percent(whole.colored, whole.following)
            yield f"\nUnit propagation finds {share} of the cells that follow ({cells})."
            probed = percent(whole.probed, whole.deductions)
            refuted = percent(whole.probed_refuted, whole.contradictions)
            yield f"With failed literals: {probed} all found, {refuted} of the contradictions."
        for one in self.examples:
            yield "\n" + one.drawn()
        if self.trace:
            yield "\n" + "\n".join(self.trace.text(self.name))
        if done and not self.examples:
            yield "On these lines it finds all that complete line solving finds."
        if not self.tight:
            yield "The program is not tight: unfounded sets, not measured, may find more."
        if self.stopped:
            yield f"stopped at lines of {done + 1} cells: {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """The object of `encodings strength --json`."""
        return {
            "recipe": self.name,
            **asdict(self.lines),
            "share": self.share if self.lengths else None,
            "lengths": [asdict(one) for one in self.lengths],
            "examples": [one.to_json() for one in self.examples],
            "trace": self.trace.to_json() if self.trace else None,
            "tight": self.tight,
            "seconds": self.seconds,
            "stopped": self.reason,
        }


def strength(
    recipe: Recipe, longest: int | None = None, lines: LineKind = ONE_COLOR
) -> Iterator[StrengthResult]:
    """A snapshot for each length of lines, from 1; without `longest` up to `lines.longest`.

    EncodingError if the program cannot be used, or if its answers for a line without others are not
    the arrangements of its clue.
    """
    theory = any(map(has_theory, recipe.files))
    longest = longest or lines.longest(theory=theory)
    found = StrengthResult(name=recipe.name, lines=lines)
    for cells in range(1, longest + 1):
        fillings = Fillings(cells, lines.colors)
        found = found.longer([MeasuredLine(recipe, one, fillings) for one in lines.clues(cells)])
        yield found if cells < longest else found.traced(recipe)


def smallest(examples: Sequence[Example]) -> tuple[Example, ...]:
    """Of each kind the first one with the fewest cells, and of these known cells."""
    kinds = ([one for one in examples if bool(one.line) is kind] for kind in (True, False))
    return tuple(min(some, key=lambda one: one.size) for some in kinds if some)


def traced(recipe: Recipe, example: Example) -> Trace | None:
    """Unit propagation on an example rule by rule; None for a recipe with theory atoms."""
    cells = example.size[0]
    line = line_program(recipe, example.clue, cells, example.colors)
    if not isinstance(line, LineProgram):
        return None
    known, found = (example.literals(line.values, one) for one in (example.known, example.found))
    due = example.literals(line.values, example.line) if example.line else []
    wanted = next((one for one in due if one not in found), 0)
    names = {one.literal: str(one.symbol) for one in line.control.symbolic_atoms}
    return trace(line.program, line.propagation, names, known, wanted)


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
        return _LETTERS[1 + has.index(True)]
    return _LETTERS[0] + "".join(_LETTERS[1 + n] for n, (out, _) in enumerate(colors) if not out)


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
    of_color = _LETTERS if colors > 1 else " " * len(_LETTERS)
    return (
        " ".join(f"{block.length or '?'}{of_color[block.color]}".strip() for block in clue) or "0"
    )


class MeasuredLine:
    """What propagation finds on one line: sets of its fillings."""

    def __init__(self, recipe: Recipe, clue: Clue, fillings: Fillings) -> None:
        line = line_program(recipe, clue, fillings.cells, fillings.colors)
        self.clue, self.tight, self.fillings = clue, line.tight, fillings
        possible, self._follows = line_solving(line.patterns, fillings)
        holds, conflicts = line.run(fillings)
        seen = [(holds[-value], holds[value]) for value in chain(*line.values)]
        due, self._missed, wrong = self._compared(seen)
        if wrong := (wrong | conflicts) & possible:
            known = fillings.text(fillings.first(wrong))
            raise _unsound(known, clue_text(clue, fillings.colors))
        self.deductions = due  #: the fillings from which something follows
        self.found = due & ~self._missed  #: those of them where propagation finds it all
        self.contradictions = fillings.all & ~possible  #: those without an arrangement
        self.refuted = self.contradictions & conflicts  #: those of them with a conflict
        self._seen = seen
        probed, self._probed_conflicts = fillings.probed(seen, conflicts)
        self._probed = due & ~self._compared(probed)[1]

    def _compared(self, seen: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
        """Where something follows, where not all of it is seen, and where more is seen."""
        due = missed = wrong = 0
        for follows, found in zip(self._follows, self._new(seen), strict=True):
            for one, other in zip(follows, found, strict=True):
                due, missed, wrong = due | one, missed | (one & ~other), wrong | (other & ~one)
        return due, missed, wrong

    def _new(self, seen: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """What is seen, without what was known."""
        colors = chain(*self.fillings.sets)
        return [
            (out & ~color.absent, has & ~color.holds)
            for (out, has), color in zip(seen, colors, strict=True)
        ]

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of `Length` from `deductions` on."""
        due, new = self._follows, self._new(self._seen)
        colored = [
            (one & out, other & has) for (one, other), (out, has) in zip(due, new, strict=True)
        ]
        return (
            *(self.deductions.bit_count(), self.found.bit_count()),
            *(self.contradictions.bit_count(), self.refuted.bit_count()),
            *(sum(map(int.bit_count, chain(*some))) for some in (due, colored)),
            self._probed.bit_count(),
            (self.contradictions & self._probed_conflicts).bit_count(),
        )

    def example(self, some: int) -> Example:
        """Of some fillings, not none, one with the fewest known cells."""
        fillings, number = self.fillings, self.fillings.first(some)
        solved = self.deductions >> number & 1
        solution = fillings.text(number, self._follows) if solved else ""
        texts = (fillings.text(number), solution, fillings.text(number, self._new(self._seen)))
        return Example(self.clue, *texts, fillings.colors)

    @property
    def examples(self) -> list[Example]:
        """Where propagation finds less, of fillings with and without arrangements one each."""
        both = (self.deductions & ~self.found, self.contradictions & ~self.refuted)
        return [self.example(some) for some in both if some]


def _unsound(known: str, clue: str) -> EncodingError:
    return EncodingError(
        "strength",
        "propagation excludes solutions of {cells} with the clue {clue}: this is a bug of asp-nono",
        cells=known,
        clue=clue,
    )


def line_solving(
    arrangements: Sequence[Pattern], fillings: Fillings
) -> tuple[int, list[tuple[int, int]]]:
    """The fillings with a solution, and what follows there and is not known yet.

    For each color of each cell, these are the fillings where it cannot be, and where it must be.
    """
    possible = 0
    with_color = [[0] * (fillings.colors + 1) for _ in range(fillings.cells)]
    for arrangement in arrangements:
        agreeing = fillings.all
        for color, cell in zip(arrangement, fillings.sets, strict=True):
            for number, one in enumerate(cell, 1):
                agreeing &= ~(one.absent if number == color else one.holds)
        possible |= agreeing
        for color, values in zip(arrangement, with_color, strict=True):
            values[color] |= agreeing
    follows = []
    for values, cell in zip(with_color, fillings.sets, strict=True):
        for number, one in enumerate(cell, 1):
            others = reduce(or_, (may for color, may in enumerate(values) if color != number))
            must_not = possible & ~values[number] & ~one.absent
            follows.append((must_not, possible & ~others & ~one.holds))
    return possible, follows
