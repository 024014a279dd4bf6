"""Two encodings side by side: what unit propagation finds on a line with both, or with one only."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any, Self

from asp_nono.asp.recipes import Recipe
from asp_nono.asp.theories import has_theory
from asp_nono.draw.picture import Draw
from asp_nono.lab.line_programs import Fillings, clue_text
from asp_nono.lab.strength import (
    Example,
    LineKind,
    MeasuredLine,
    StrengthResult,
    smallest,
    traced,
)
from asp_nono.lab.trace import Trace
from asp_nono.messages import Message, with_messages
from asp_nono.run.snapshots import Answer

_SHOWN = 8  # lines that a text lists


@dataclass(frozen=True, slots=True)
class Shared:
    """A number of fillings, by which encodings find all that there is to find in them."""

    both: int
    first: int  #: the first one alone
    second: int
    neither: int

    @classmethod
    def of(cls, due: int, first: int, second: int) -> Self:
        """The numbers of sets."""
        sets = (first & second, first & ~second, second & ~first, due & ~(first | second))
        return cls(*map(int.bit_count, sets))

    @classmethod
    def sum(cls, some: Sequence["Shared"]) -> Self:
        """The sums."""
        return cls(*map(sum, zip(*map(astuple, some), strict=True)))


@dataclass(frozen=True, slots=True)
class SharedLines:
    """What two encodings find on one line, or on several."""

    cells: int  #: of a line; 0 for all lengths
    clue: str  #: empty for all clues
    deductions: Shared  #: fillings from which something follows
    contradictions: Shared  #: fillings without an arrangement

    @classmethod
    def sum(cls, cells: int, some: Sequence["SharedLines"]) -> Self:
        """The sums."""
        deductions = Shared.sum([one.deductions for one in some])
        return cls(cells, "", deductions, Shared.sum([one.contradictions for one in some]))

    @property
    def differs(self) -> bool:
        """Whether one of them finds what the other one does not."""
        return any(one.first or one.second for one in (self.deductions, self.contradictions))

    def rows(self) -> tuple[list[str], list[str]]:
        """The rows of two tables."""
        name = str(self.cells or "all")
        deductions, refuted = (
            [name, *map(str, astuple(one))] for one in (self.deductions, self.contradictions)
        )
        return deductions, refuted


@dataclass(frozen=True, slots=True)
class OnlyOne:
    """A smallest line where only one of two encodings finds all."""

    finder: int  #: that encoding, 0 or 1
    example: Example  #: what the other one makes of the line
    trace: Trace | None  #: None for theories, and until all lines are measured

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """The object of the line."""
        trace = self.trace.to_json() if self.trace else None
        return {"found_by": names[self.finder], **self.example.to_json(), "trace": trace}


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide(Answer):
    """Two encodings, by length of lines, the shortest first."""

    sides: tuple[StrengthResult, StrengthResult]
    lengths: tuple[SharedLines, ...] = ()
    differing: tuple[SharedLines, ...] = ()  #: the lines on which they differ
    only: tuple[OnlyOne, ...] = ()

    @property
    def progress(self) -> Message:
        """Which lines come next."""
        return self.sides[0].progress

    @property
    def names(self) -> tuple[str, str]:
        """The names of both."""
        return self.sides[0].name, self.sides[1].name

    def text(self, _: str, draw: Draw) -> Iterator[str]:
        """A table of the lengths, the lines on which they differ, and the first of these traced."""
        done, names = len(self.lengths), self.names
        if done:
            yield f"A: {names[0]}\nB: {names[1]}"
            yield f"All {self.sides[0].lines.text(done)}, all partial fillings."
            yield from self._tables(draw)
            yield f"\n{self._differing()}"
        for one in self.only:
            finder, other = names[one.finder], names[1 - one.finder]
            yield f"\nA line on which {finder} finds all that follows, and {other} does not:"
            yield one.example.drawn()
            if one.trace:
                yield "\n" + "\n".join(one.trace.text(other))
        if done and not self.only and (trace := self.sides[0].trace):
            yield "\n" + "\n".join((self.sides[0].examples[0].drawn(), "", *trace.text(names[0])))
        if self.stopped:
            yield f"stopped at lines of {done + 1} cells: {self.reason}"

    def _tables(self, draw: Draw) -> Iterator[str]:
        """A table of all that follows, and one of contradictions."""
        both = [one.rows() for one in (*self.lengths, SharedLines.sum(0, self.lengths))]
        titles = ("Fillings of which all that follows is found", "Contradictions found")
        for title, rows in zip(titles, zip(*both, strict=True), strict=True):
            yield f"\n{title} by ...\n"
            yield draw.table(("cells", "both", "only A", "only B", "neither"), rows, right="r" * 5)

    def _differing(self) -> str:
        """The lines on which they differ, in a sentence."""
        if not self.differing:
            return "They find the same on all these lines."
        number = sum(length.clues for length in self.sides[0].lengths)
        lines = [f"{one.clue} on {one.cells} cells" for one in self.differing[:_SHOWN]]
        more = ["..."] if len(self.differing) > _SHOWN else []
        lines_text = ", ".join([*lines, *more])
        return f"They differ on {len(self.differing)} of {number} lines: {lines_text}"

    def to_json(self) -> dict[str, Any]:
        """The object of `encodings strength --json` for two encodings."""
        return {
            "sides": [one.to_json() for one in self.sides],
            "lengths": [asdict(one) for one in self.lengths],
            "differing": [asdict(one) for one in self.differing],
            "only": [one.to_json(self.names) for one in self.only],
            "seconds": self.seconds,
            **with_messages(stopped=self.because),
        }


def side_by_side(
    first: Recipe, second: Recipe, longest: int | None, lines: LineKind
) -> Iterator[SideBySide]:
    """A snapshot for each length of lines, from 1; the longest ones and errors as of `strength`."""
    recipes = (first, second)
    theory = any(has_theory(file) for recipe in recipes for file in recipe.files)
    longest = longest or lines.longest(theory=theory)
    begun = [StrengthResult(name=recipe.name, lines=lines) for recipe in recipes]
    found = SideBySide(sides=(begun[0], begun[1]))
    for cells in range(1, longest + 1):
        fillings = Fillings(cells, lines.colors)
        clues = lines.clues(cells)
        measured = [[MeasuredLine(one, clue, fillings) for clue in clues] for one in recipes]
        sides = [side.longer(some) for side, some in zip(found.sides, measured, strict=True)]
        pairs = list(zip(*measured, strict=True))
        common = [_common(*pair) for pair in pairs]
        found = replace(
            found,
            sides=(sides[0], sides[1]),
            lengths=(*found.lengths, SharedLines.sum(cells, common)),
            differing=(*found.differing, *(one for one in common if one.differs)),
            only=found.only or _only(pairs),
        )
        yield found if cells < longest else _traced(found, recipes)


def _common(one: MeasuredLine, other: MeasuredLine) -> SharedLines:
    return SharedLines(
        one.fillings.cells,
        clue_text(one.clue, one.fillings.colors),
        Shared.of(one.deductions, one.found, other.found),
        Shared.of(one.contradictions, one.refuted, other.refuted),
    )


def _only(pairs: Sequence[Sequence[MeasuredLine]]) -> tuple[OnlyOne, ...]:
    """For each encoding a smallest line of one length where it alone finds all, if there is one."""
    found = []
    for finder in (0, 1):
        examples = []
        for pair in pairs:
            strong, weak = pair[finder], pair[1 - finder]
            both = ((strong.found & ~weak.found), (strong.refuted & ~weak.refuted))
            examples += [weak.example(some) for some in both if some]
        found += [OnlyOne(finder, one, None) for one in smallest(examples)[:1]]
    return tuple(found)


def _traced(found: SideBySide, recipes: Sequence[Recipe]) -> SideBySide:
    only = [replace(one, trace=traced(recipes[1 - one.finder], one.example)) for one in found.only]
    sides = [side.traced(one) for side, one in zip(found.sides, recipes, strict=True)]
    return replace(found, sides=(sides[0], sides[1]), only=tuple(only))
