"""How much of complete line solving the unit propagation of an encoding finds.

All lines up to some length, each with all its partial fillings: in one block color 3^n for n cells,
in two 6^n, as a cell may also be known not to have one of the colors. The program is grounded once
for each clue, on a board that is one row, and all fillings of the row are propagated at once
(`aspcount.propagation`). With theory atoms clingo itself propagates, each filling in a new control.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from functools import reduce
from itertools import chain, product
from operator import or_
from typing import Any

from asp_nono.asp.recipes import Recipe
from asp_nono.asp.theories import has_theory
from asp_nono.clue import Block, Clue
from asp_nono.draw.picture import Draw
from asp_nono.lab.line_programs import (
    LETTERS,
    Fillings,
    LineProgram,
    clue_text,
    line_program,
)
from asp_nono.lab.trace import Trace, trace
from asp_nono.line.patterns import Pattern, all_clues
from asp_nono.messages import EncodingError, Message, with_messages
from asp_nono.run.snapshots import Answer

LONGEST = {1: 10, 2: 5, 3: 4}  # the cells of the longest lines, by the number of block colors
LONGEST_BLOTTED = {1: 8, 2: 4, 3: 3}
LONGEST_THEORY = {1: 5, 2: 3, 3: 2}


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
        unknown = LETTERS[: self.colors + 1] if self.colors > 1 else "?"
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
            letters = LETTERS if sign == "?" else sign.replace("#", LETTERS[1])
            for letter, literal in zip(LETTERS[1:], literals, strict=False):
                if letter not in letters or LETTERS[0] not in letters:
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
    def progress(self) -> Message:
        """Which lines come next."""
        return Message("lines of {count} cells", count=len(self.lengths) + 1)

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
            **with_messages(stopped=self.because),
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
