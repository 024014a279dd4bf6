"""How much of complete line solving the unit propagation of an encoding finds.

All lines of one block color up to some length, each with all its partial fillings: 3^n for n cells.
The program is grounded once for each clue, on a board that is one row, and all fillings of the
row are propagated at once (`aspcount.propagation`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from itertools import chain
from typing import Any

from asp_nono.asp.deductions import empty_line, without_deductions
from asp_nono.asp.facts import FACTS
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import Recipe
from asp_nono.asp.theories import has_theory
from asp_nono.aspcount.ground import TextProgram, ground
from asp_nono.aspcount.propagation import Propagation
from asp_nono.clue import Block, Clue, Line
from asp_nono.draw.picture import Draw
from asp_nono.grid import Grid
from asp_nono.line.patterns import Pattern, all_clues, patterns
from asp_nono.messages import EncodingError
from asp_nono.puzzle import Puzzle
from asp_nono.run.snapshots import Answer

LONGEST = 10  # the cells of the longest lines

_CHOSEN = "asp_nono_filled"  # of a column: the predicate that its clue is 1


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
    known: str  #: a character for each cell: ?, . or #
    line: str  #: what complete line solving makes of it; empty for a contradiction
    found: str  #: what propagation makes of it

    @property
    def size(self) -> tuple[int, int]:
        """The number of cells, and of known ones."""
        return len(self.known), len(self.known) - self.known.count("?")

    def drawn(self) -> str:
        """The filling, and what line solving and propagation make of it."""
        what = "all that follows" if self.line else "a contradiction"
        rows = {"known": self.known, "line solving": self.line or "contradiction"}
        rows["propagation"] = self.found
        head = f"A smallest line where it does not find {what}: clue {_numbers(self.clue)}"
        return "\n".join([head, *(f"  {name:14}{text}" for name, text in rows.items())])

    def to_json(self) -> dict[str, Any]:
        """The object of an example."""
        numbers = [block.least for block in self.clue]
        return {"clue": numbers, "known": self.known, "line": self.line, "found": self.found}


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

    def row(self, name: str) -> list[str]:
        """The row of a table."""
        share = percent(self.found, self.deductions)
        refuted = percent(self.refuted, self.contradictions)
        before = (self.clues, self.fillings, self.deductions, self.found)
        behind = (self.contradictions, self.refuted)
        return [name, *map(str, before), share, *map(str, behind), refuted]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthResult(Answer):
    """How much propagation finds, by length of lines, the shortest first."""

    name: str  #: of the recipe
    lengths: tuple[Length, ...] = ()
    examples: tuple[Example, ...] = ()  #: a smallest line without all cells, and without a conflict
    tight: bool = True  #: else unfounded sets could find more than was measured

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

    def text(self, _: str, draw: Draw) -> Iterator[str]:
        """A table of the lengths, the shares of the whole, and the examples."""
        whole, done = self.whole, len(self.lengths)
        if done:
            yield f"{self.name}: all lines of 1 to {done} cells, all partial fillings"
            first = ("cells", "clues", "fillings", "something follows", "all found", "share")
            head = (*first, "contradictions", "found", "share")
            rows = [one.row(str(one.cells)) for one in self.lengths]
            yield draw.table(head, [*rows, whole.row("all")], right="r" * 9)
            cells = f"{whole.colored} of {whole.following}"
            share = percent(whole.colored, whole.following)
            yield f"\nUnit propagation finds {share} of the cells that follow ({cells})."
        for one in self.examples:
            yield "\n" + one.drawn()
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
            "share": self.share if self.lengths else None,
            "lengths": [asdict(one) for one in self.lengths],
            "examples": [one.to_json() for one in self.examples],
            "tight": self.tight,
            "seconds": self.seconds,
            "stopped": self.reason,
        }


def strength(recipe: Recipe, longest: int = LONGEST) -> Iterator[StrengthResult]:
    """A snapshot for each length of lines, from 1.

    EncodingError if the program cannot be used, or if its answers for a line without others are not
    the arrangements of its clue.
    """
    if any(map(has_theory, recipe.files)):
        raise EncodingError(
            recipe.name,
            "has theory atoms, and what their theory propagates is not in its rules; "
            "expected rules alone",
        )
    found = StrengthResult(name=recipe.name)
    for cells in range(1, longest + 1):
        fillings, lines = _Fillings(cells), []
        for clue in all_clues(cells, 2):
            program = _LineProgram(recipe, clue, cells)
            found = replace(found, tight=found.tight and program.propagation.tight)
            lines.append(_measured(program, fillings))
        sums = map(sum, zip(*(counts for counts, _ in lines), strict=True))
        length = Length(cells, len(lines), len(lines) * 3**cells, *sums)
        examples = _smallest([*found.examples, *(one for _, some in lines for one in some)])
        found = replace(found, lengths=(*found.lengths, length), examples=examples)
        yield found


def _smallest(examples: Sequence[Example]) -> tuple[Example, ...]:
    """Of each kind the first one with the fewest cells, and of these known cells."""
    kinds = ([one for one in examples if bool(one.line) is kind] for kind in (True, False))
    return tuple(min(some, key=lambda one: one.size) for some in kinds if some)


class _Fillings:
    """All partial fillings of a line: filling number i is bit i of a set of them."""

    def __init__(self, cells: int) -> None:
        self.cells = cells  # their number
        self.all = (1 << 3**cells) - 1
        # For each cell the fillings in which it is unknown, background, filled:
        self.sets: list[tuple[int, int, int]] = []
        for run in (3**place for place in range(cells)):
            starts = sum(1 << start for start in range(0, 3**cells, 3 * run))
            ones = starts * ((1 << run) - 1)
            self.sets.append((ones, ones << run, ones << 2 * run))

    def first(self, some: int) -> int:
        """Of some fillings, not none, one with the fewest known cells."""
        exactly = [self.all] + [0] * self.cells  # by the number of known cells
        for unknown, *_ in self.sets:
            fewer = [0, *exactly]
            exactly = [(at & unknown) | (fewer[n] & ~unknown) for n, at in enumerate(exactly)]
        best: int = next(some & one for one in exactly if some & one)
        return (best & -best).bit_length() - 1

    def text(self, number: int, more: Sequence[tuple[int, int]] = ()) -> str:
        """A filling, and `more` of its cells: for each the fillings where it is 0, and 1."""
        signs = ""
        for place, (_, background, filled) in enumerate(self.sets):
            empty, full = more[place] if more else (0, 0)
            is_empty, is_full = (background | empty) >> number & 1, (filled | full) >> number & 1
            signs += "." if is_empty else "#" if is_full else "?"
        return signs


class _LineProgram:
    """The program of one line, ready for propagation."""

    def __init__(self, recipe: Recipe, clue: Clue, cells: int) -> None:
        self.clue = clue
        self.patterns = tuple(patterns(clue, cells))  # the arrangements of the clue
        name = f"{recipe.name}, on a line of {cells} with the clue {_numbers(clue)}"
        text = _facts(recipe, self.patterns[0])
        program, control = ground(TextProgram(text, recipe.files, name=name))
        control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
        names = [f"fill({place},1,1)" for place in range(1, cells + 1)]
        answers = set()
        with control.solve(yield_=True) as models:
            for model in models:
                shown = set(map(str, model.symbols(shown=True)))
                answers.add(tuple(int(one in shown) for one in names))
        if answers != set(self.patterns):
            raise EncodingError(
                name,
                "the answers are not the arrangements of the clue, so nothing can be compared",
            )
        self.propagation = Propagation(program)
        # For each cell the literal that says that it is filled:
        self.values = [self.propagation.any_of(program.shown.get(one, ())) for one in names]


def _facts(recipe: Recipe, pattern: Pattern) -> str:
    """The facts of a row with this pattern, and of columns that leave its cells open.

    The clue of each column, 1 or none, is a choice: what both have in common are facts, the rest
    depends on the choice.
    """
    board = without_deductions(Puzzle.of(Grid((pattern,))))
    rules = [Program.of(recipe, replace(board, lines=board.lines[:1])).facts]
    for number in range(1, len(pattern) + 1):
        chosen, blank = (
            {
                fact
                for signature in sorted(recipe.inputs())
                for fact in FACTS[signature].of_line(empty_line(Line("column", number), clue, 1, 2))
            }
            for clue in ((Block(1),), ())
        )
        rules += [f"{{ {_CHOSEN}({number}) }}.", *sorted(chosen & blank)]
        rules += [f"{one[:-1]} :- {_CHOSEN}({number})." for one in sorted(chosen - blank)]
        rules += [f"{one[:-1]} :- not {_CHOSEN}({number})." for one in sorted(blank - chosen)]
    return "\n".join(rules)


def _numbers(clue: Clue) -> str:
    return " ".join(str(block.least) for block in clue) or "0"


def _measured(line: _LineProgram, fillings: _Fillings) -> tuple[tuple[int, ...], list[Example]]:
    """The numbers of `Length` from `deductions` on, and where propagation finds less."""
    possible, follows = _line_solving(line.patterns, fillings)
    given = [
        (literal, states)
        for value, (_, background, filled) in zip(line.values, fillings.sets, strict=True)
        for literal, states in ((-value, background), (value, filled))
    ]
    holds, conflicts = line.propagation.run(given, fillings.all)
    found = [
        (unknown & holds[-value], unknown & holds[value])
        for value, (unknown, *_) in zip(line.values, fillings.sets, strict=True)
    ]
    something = missed = following = colored = 0
    wrong = conflicts
    for due, seen in zip(chain(*follows), chain(*found), strict=True):
        something |= due
        missed |= due & ~seen
        wrong |= seen & ~due
        following += due.bit_count()
        colored += (due & seen).bit_count()
    if wrong & possible:
        known = fillings.text(fillings.first(wrong & possible))
        raise _unsound(known, line.clue)
    refuted = fillings.all & ~possible & conflicts
    counts = (
        *(something.bit_count(), (something & ~missed).bit_count()),
        *((fillings.all & ~possible).bit_count(), refuted.bit_count()),
        *(following, colored),
    )
    examples = []
    for some, solved in ((missed, follows), (fillings.all & ~possible & ~conflicts, None)):
        if some:
            number = fillings.first(some)
            solution = fillings.text(number, solved) if solved else ""
            known, seen_there = fillings.text(number), fillings.text(number, found)
            examples.append(Example(line.clue, known, solution, seen_there))
    return counts, examples


def _unsound(known: str, clue: Clue) -> EncodingError:
    return EncodingError(
        "strength",
        "propagation excludes solutions of {cells} with the clue {clue}: this is a bug of asp-nono",
        cells=known,
        clue=_numbers(clue),
    )


def _line_solving(
    arrangements: Sequence[Pattern], fillings: _Fillings
) -> tuple[int, list[tuple[int, int]]]:
    """The fillings with a solution, and for each cell those where it must be 0, and 1."""
    possible, may = 0, [[0, 0] for _ in range(fillings.cells)]
    for arrangement in arrangements:
        agreeing = fillings.all
        for color, cell in zip(arrangement, fillings.sets, strict=True):
            agreeing &= ~cell[2 - color]
        possible |= agreeing
        for color, values in zip(arrangement, may, strict=True):
            values[color] |= agreeing
    return possible, [
        (possible & unknown & ~filled, possible & unknown & ~background)
        for (background, filled), (unknown, *_) in zip(may, fillings.sets, strict=True)
    ]
