"""Redundant constraints, found by search: with them unit propagation finds more on a line.

A candidate is a constraint of two or three literals over the predicates of an encoding, for a block
B of length N on line L and a position S. It is sound if no answer set of any line up to some length
violates it. Of those it is the more useful, the more partial fillings of short lines there are in
which propagation misses something and all its literals hold but one. The most useful ones are
added to the encoding in turn and measured, the best one stays, and the search starts again. Where
none helps by itself, they are added together, and those that are not needed are taken out.

Sets of answer sets and of fillings are the bits of integers, so that a candidate is three steps.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import reduce
from itertools import combinations, product
from operator import or_
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from asp_nono.asp.engine import Symbol, SymbolType
from asp_nono.asp.recipes import Recipe
from asp_nono.asp.theories import has_theory
from asp_nono.draw.picture import Draw
from asp_nono.lab.line_programs import Fillings, LineProgram
from asp_nono.lab.strength import Length, line_solving, percent, strength
from asp_nono.line.patterns import all_clues
from asp_nono.messages import EncodingError, Message, with_messages
from asp_nono.run.snapshots import Answer

_IN_COLORS = 4  # cells of the lines in two colors that an added constraint must agree with
_MEASURED = 8  # candidates that are measured before one of them is added
_TOGETHER = 40  # candidates that are added at once where none helps by itself
_LEAST = 0.02  # of the fillings where something is missed, to be notably stronger
_MOST_FOR_THREE = 160  # literals from which constraints of three are made
_TERMS = {
    "color": ("K",),
    "block": ("B", "B+1", "_"),
    "position": ("S", "S-1", "S+1", "S-N", "S-N+1", "S+N-1", "S+N", "S+N+1"),
}
"""What may stand in a place of each kind."""


@dataclass(frozen=True, slots=True)
class Strengthened:
    """An encoding with the constraints that were found so far."""

    constraint: str  #: the last one; empty for the encoding as it is
    measured: Length  #: what propagation finds on all lines that are measured

    @property
    def merit(self) -> tuple[int, int]:
        """By what it is compared: the fillings with all that there is to find, and the cells."""
        one = self.measured
        return one.found + one.refuted, one.colored

    @property
    def missed(self) -> int:
        """The fillings where propagation does not find all."""
        return self.measured.deductions + self.measured.contradictions - self.merit[0]

    def row(self) -> tuple[str, str, str]:
        """The row of a table."""
        one = self.measured
        share = percent(one.found + one.refuted, one.deductions + one.contradictions)
        return share, percent(one.colored, one.following), self.constraint or "(as it is)"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthenResult(Answer):
    """The constraints that make an encoding stronger, in the order in which they were found."""

    name: str  #: of the recipe
    longest: int  #: cells of the lines that are measured
    checked: int  #: cells of the lines on which constraints are sound
    steps: tuple[Strengthened, ...] = ()

    @property
    def progress(self) -> Message:
        """What was found."""
        return Message("{count} constraints", count=max(0, len(self.steps) - 1))

    @property
    def constraints(self) -> tuple[str, ...]:
        """The constraints, each for all lines."""
        return tuple(one.constraint for one in self.steps[1:])

    def text(self, _: str, draw: Draw) -> Iterator[str]:
        """A table with a row for each constraint, and what propagation finds up to it."""
        yield (
            f"{self.name}: measured on lines of up to {self.longest} cells, sound on lines of up to"
            f" {self.checked}"
        )
        if self.steps:
            head = ("all found", "cells", "with all constraints so far")
            yield draw.table(head, [row for one in self.steps for row in _rows(one)], right="rrl")
        if not self.stopped and len(self.steps) == 1:
            yield self._nothing()
        if self.stopped:
            yield f"stopped: {self.reason}"

    def _nothing(self) -> str:
        if not self.steps[0].missed:
            return "It finds all that follows: no constraint is needed."
        return (
            "No constraint that was tried, and not all of them, find a fiftieth of what it misses."
        )

    def to_json(self) -> dict[str, Any]:
        """The object of `encodings strengthen --json`."""
        return {
            "recipe": self.name,
            "longest": self.longest,
            "checked": self.checked,
            "steps": [{"constraint": one.constraint, **asdict(one.measured)} for one in self.steps],
            "seconds": self.seconds,
            **with_messages(stopped=self.because),
        }


def _rows(step: Strengthened) -> Iterator[tuple[str, str, str]]:
    """The rows of a step: a constraint on cells has one for rows and one for columns."""
    share, cells, text = step.row()
    first, *others = text.split("\n")
    yield share, cells, first
    yield from (("", "", other) for other in others)


def strengthen(recipe: Recipe, longest: int, checked: int) -> Iterator[StrengthenResult]:
    """A snapshot for each constraint that makes a recipe stronger on lines in one block color.

    Lines of up to `longest` cells are measured; those of up to `checked` decide what is sound.

    EncodingError if the program cannot be used, or if its answers for a line without others are not
    the arrangements of its clue.
    """
    if any(map(has_theory, recipe.files)):
        raise EncodingError(recipe.name, "has theory atoms; expected rules alone")
    found = StrengthenResult(name=recipe.name, longest=longest, checked=checked)
    with TemporaryDirectory() as folder:
        found = replace(found, steps=(Strengthened("", _measure(recipe, longest)),))
        yield found
        colored = _agrees(recipe, _IN_COLORS, 2)
        while (step := _step(recipe, found, Path(folder), colored=colored)) is not None:
            found = replace(found, steps=(*found.steps, step))
            yield found


def _step(
    recipe: Recipe, found: StrengthenResult, folder: Path, *, colored: bool
) -> Strengthened | None:
    """The next constraint; None if no other one makes the recipe notably stronger."""
    before = found.steps[-1]
    if not before.missed:
        return None
    least = before.merit[0] + _LEAST * before.missed

    def sound(constraints: Sequence[str]) -> bool:
        longer = _with(recipe, (*found.constraints, *constraints), folder)
        in_colors = not colored or _agrees(longer, _IN_COLORS, 2)
        return in_colors and _agrees(longer, found.checked, 1)

    def measured(constraints: Sequence[str]) -> Strengthened | None:
        longer = _with(recipe, (*found.constraints, *constraints), folder)
        with suppress(EncodingError):  # not sound where a line reads it otherwise than we do
            return Strengthened("\n".join(constraints), _measure(longer, found.longest))
        return None

    candidates = _candidates(_with(recipe, found.constraints, folder), found)
    tried = [step for one in candidates[:_MEASURED] if (step := measured([one]))]
    for step in sorted(
        tried, key=lambda one: (*(-part for part in one.merit), len(one.constraint))
    ):
        if step.merit[0] < least:
            break
        if sound([step.constraint]):
            return step
    return _together([one for one in candidates[:_TOGETHER] if sound([one])], measured, least)


def _together(
    constraints: list[str],
    measured: Callable[[Sequence[str]], Strengthened | None],
    least: float,
) -> Strengthened | None:
    """Of constraints that help only together those that are needed; None if they do not help."""
    best = measured(constraints)
    if best is None or best.merit[0] < least:
        return None
    for one in reversed(constraints):
        fewer = [other for other in constraints if other != one]
        step = measured(fewer)
        if step and step.merit[0] >= best.merit[0]:
            constraints, best = fewer, step
    return best


def _with(recipe: Recipe, constraints: Sequence[str], folder: Path) -> Recipe:
    """A recipe with more constraints, which are written into a file."""
    file = folder / f"{len(list(folder.iterdir()))}.lp"
    file.write_text("\n".join(constraints), encoding="utf-8")
    return replace(recipe, files=(*recipe.files, file)) if constraints else recipe


def _measure(recipe: Recipe, longest: int) -> Length:
    """What propagation finds on all lines up to a length."""
    *_, found = strength(recipe, longest)
    return found.whole


def _agrees(recipe: Recipe, longest: int, colors: int) -> bool:
    """Whether the answers for all lines up to a length are the arrangements of their clues."""
    try:
        for cells in range(1, longest + 1):
            for clue in all_clues(cells, colors + 1):
                LineProgram(recipe, clue, cells, colors)
    except EncodingError:
        return False
    return True


# --- The atoms of a line


class _Atom(NamedTuple):
    """An atom about a row: its predicate, and its arguments without the line."""

    name: str
    values: tuple[int, ...]


def _about_row(symbol: Symbol) -> _Atom | None:
    """What an atom says of the only row; None if it is about something else."""
    values = symbol.arguments
    if symbol.name == "fill" and len(values) == 3:
        return _Atom("fill", (values[0].number, values[2].number))
    if not values or str(values[0]) != "row(1)":
        return None
    if any(one.type != SymbolType.Number for one in values[1:]):
        return None
    return _Atom(symbol.name, tuple(one.number for one in values[1:]))


class _AtomSets(NamedTuple):
    """Where an atom is true: in which answer sets; in which fillings it holds, and cannot hold."""

    models: int
    holds: int
    fails: int


class _LineData:
    """The atoms of a line in its answer sets, and in the fillings where propagation finds less."""

    def __init__(self, program: LineProgram, fillings: Fillings | None) -> None:
        self.cells = program.cells
        self.lengths = [block.least for block in program.clue]
        symbols = {
            atom: (one.literal, one.is_fact)
            for one in program.control.symbolic_atoms
            if (atom := _about_row(one.symbol))
        }
        self.derived = {atom for atom, (_, fact) in symbols.items() if not fact}
        literals = {
            atom: program.propagation.any_of([(literal,)])
            for atom, (literal, fact) in symbols.items()
            if not fact
        }
        models = self._models(program)
        self.models = (1 << len(models)) - 1
        missed, holds = _missed(program, fillings) if fillings else ([], [])
        self.missed = (1 << len(missed)) - 1
        self.atoms = {
            atom: _AtomSets(
                _bits(atom in model for model in models),
                *(
                    (_dense(holds[literals[atom]], missed), _dense(holds[-literals[atom]], missed))
                    if missed and atom in literals
                    else (self.missed if atom not in literals else 0, 0)
                ),
            )
            for atom in symbols
        }

    @staticmethod
    def _models(program: LineProgram) -> list[set[_Atom | None]]:
        program.control.configuration.solve.project = "no"  # type: ignore[union-attr]
        with program.control.solve(yield_=True) as models:
            return [{_about_row(one) for one in model.symbols(atoms=True)} for model in models]


def _missed(program: LineProgram, fillings: Fillings) -> tuple[list[int], list[int]]:
    """The fillings in which propagation finds less than there is, and what holds in fillings."""
    possible, follows = line_solving(program.patterns, fillings)
    holds, conflicts = program.run(fillings)
    missed = fillings.all & ~possible & ~conflicts
    for (value,), (must_not, must) in zip(program.values, follows, strict=True):
        missed |= (must_not & ~holds[-value]) | (must & ~holds[value])
    return [number for number in range(fillings.number) if missed >> number & 1], holds


def _bits(values: Iterator[bool]) -> int:
    """A set of numbers as an integer, the first one in the lowest bit."""
    return sum(1 << number for number, value in enumerate(values) if value)


def _dense(some: int, numbers: Sequence[int]) -> int:
    """Of some numbers those in a list, by their places in it."""
    return _bits(bool(some >> number & 1) for number in numbers)


# --- Candidates


@dataclass(frozen=True, slots=True)
class _Literal:
    """A literal for a block B of length N, and a position S, of a line L."""

    name: str
    terms: tuple[str, ...]  #: the arguments without the line
    negative: bool

    def values(self, line: _LineData, block: int, position: int) -> Iterator[_Atom]:
        """The atoms that it stands for on a line: one, or one for each block."""
        length = line.lengths[block - 1]
        known = {"B": block, "B+1": block + 1, "K": 1, "S": position}
        known |= {"S-1": position - 1, "S+1": position + 1}
        known |= {"S-N": position - length, "S-N+1": position - length + 1}
        known |= {"S+N-1": position + length - 1, "S+N": position + length}
        known |= {"S+N+1": position + length + 1}
        for other in range(1, len(line.lengths) + 1) if "_" in self.terms else (0,):
            yield _Atom(self.name, tuple(known.get(term, other) for term in self.terms))

    def text(self, line: str, *, colored: bool) -> str:
        """The literal as clingo reads it, on a line `row(Y)`, `column(X)` or L."""
        terms = ["_" if term == "K" and not colored else term for term in self.terms]
        if self.name != "fill":
            terms = [line, *terms]
        else:
            terms[1:1] = ["Y"] if line == "row(Y)" else []
            terms[0:0] = ["X"] if line == "column(X)" else []
        return f"{'not ' * self.negative}{self.name}({', '.join(terms)})"


def _candidates(recipe: Recipe, found: StrengthenResult) -> list[str]:
    """The sound and useful candidates as texts, the most useful ones first.

    Of those that say the same of the same fillings only the shortest.
    """
    lines = []
    for cells in range(1, found.checked + 1):
        fillings = Fillings(cells) if cells <= found.longest else None
        lines += [
            _LineData(LineProgram(recipe, clue, cells), fillings) for clue in all_clues(cells, 2)
        ]
    search = _CandidateSearch(lines)
    best: dict[frozenset[tuple[str, int]], tuple[int, str]] = {}
    for some in search.sound():
        if says := search.says(some):
            useful = reduce(or_, (fillings for _, fillings in says)).bit_count()
            this = -useful, search.text(some)
            best[says] = min(best.get(says, this), this, key=lambda one: (len(one[1]), one[1]))
    return [text for _, text in sorted(best.values())]


class _CandidateSearch:
    """All constraints of two or three literals, as sets of answer sets and of fillings."""

    def __init__(self, lines: Sequence[_LineData]) -> None:
        self._places = [
            (line, block, position)
            for line in lines
            for block in range(1, len(line.lengths) + 1)
            for position in range(1, line.cells + 1)
        ]
        self._fillings = _joined(line.missed for line, _, _ in self._places)
        self._literals = [
            _Literal(name, terms, negative)
            for name, kinds in sorted(_kinds(lines).items())
            for terms in product(*(_TERMS[kind] for kind in kinds))
            for negative in (False, True)
        ]
        self._sets = [self._of(literal) for literal in self._literals]

    def _of(self, literal: _Literal) -> _AtomSets:
        """Where a literal is true, over all lines, blocks and positions one after the other."""
        found = [self._at(literal, *place) for place in self._places]
        of_line = [(line.models, line.missed, line.missed) for line, _, _ in self._places]
        columns = zip(zip(*found, strict=True), zip(*of_line, strict=True), strict=True)
        return _AtomSets(*(_joined(sets, whole) for sets, whole in columns))

    @staticmethod
    def _at(literal: _Literal, line: _LineData, block: int, position: int) -> _AtomSets:
        models, holds, fails = 0, 0, line.missed
        for atom in literal.values(line, block, position):
            if one := line.atoms.get(atom):
                models, holds, fails = models | one.models, holds | one.holds, fails & one.fails
        if literal.negative:
            return _AtomSets(line.models & ~models, fails, holds)
        return _AtomSets(models, holds, fails)

    def sound(self) -> Iterator[tuple[int, ...]]:
        """The candidates that no answer set violates, without those that are only longer."""
        models = [one.models for one in self._sets]
        pairs = set[tuple[int, int]]()
        for pair in combinations(range(len(models)), 2):
            if not models[pair[0]] & models[pair[1]]:
                pairs.add(pair)
                yield pair
        if len(models) > _MOST_FOR_THREE:
            return
        for first, second in combinations(range(len(models)), 2):
            if (first, second) in pairs:
                continue
            both = models[first] & models[second]
            for third in range(second + 1, len(models)):
                known = (first, third) in pairs or (second, third) in pairs
                if not both & models[third] and not known:
                    yield first, second, third

    def says(self, some: Sequence[int]) -> frozenset[tuple[str, int]]:
        """Predicates, and the fillings where all literals but one of this predicate hold.

        That one is open, or holds, too.
        """
        if not any("S" in self._literals[one].terms for one in some):
            return frozenset()  # the same as another one, at another position
        found = defaultdict[str, int](int)
        for one in some:
            others = self._fillings & ~self._sets[one].fails
            for other in some:
                if other != one:
                    others &= self._sets[other].holds
            found[self._literals[one].name] |= others
        return frozenset((name, fillings) for name, fillings in found.items() if fillings)

    def text(self, some: Sequence[int]) -> str:
        """The constraint; one about cells stands there for rows and for columns."""
        literals = sorted((self._literals[one] for one in some), key=lambda one: one.negative)
        terms = "".join(term for one in literals for term in one.terms)
        block = "B" in terms or "N" in terms
        with_color = [one for one in literals if "K" in one.terms]
        same = len(with_color) > 1 and not with_color[0].negative
        lines = ("row(Y)", "column(X)") if any(one.name == "fill" for one in literals) else ("L",)
        bound = any(
            not one.negative and not {"S", "S-1", "S+1"}.isdisjoint(one.terms) for one in literals
        )
        constraints = []
        for line in lines:
            body = [one.text(line, colored=block or same) for one in literals]
            if block:
                names = ("N" if "N" in terms else "_", "K" if "K" in terms else "_")
                body.insert(0, f"block({line}, B, {', '.join(names)})")
            if not bound:
                body.insert(0, f"line({line}, M), S = 1..M")
            constraints.append(f":- {', '.join(body)}.")
        return "\n".join(constraints)


def _kinds(lines: Sequence[_LineData]) -> dict[str, tuple[str, ...]]:
    """The kind of each place of the predicates that are not known from the facts.

    A place with nothing but 1 is a color, one with numbers of blocks a block.
    """
    seen = defaultdict[str, list[set[tuple[int, int]]]](list)
    derived = set[str]()
    for line in lines:
        derived |= {atom.name for atom in line.derived}
        for name, values in line.atoms:
            places = seen[name]
            places += [set() for _ in values[len(places) :]]
            for place, value in zip(places, values, strict=False):
                place.add((value, len(line.lengths)))
    return {name: tuple(map(_kind, places)) for name, places in seen.items() if name in derived}


def _kind(seen: set[tuple[int, int]]) -> str:
    """The kind of a place with these values, each beside the number of blocks of its line."""
    if all(value == 1 for value, _ in seen):
        return "color"
    return "block" if all(0 <= value <= blocks for value, blocks in seen) else "position"


def _joined(sets: Iterable[int], whole: Iterable[int] | None = None) -> int:
    """Sets one after the other, each with room for its `whole`."""
    found = width = 0
    sets = list(sets)
    for one, most in zip(sets, sets if whole is None else whole, strict=True):
        found |= one << width
        width += most.bit_length()
    return found
