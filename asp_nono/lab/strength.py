"""How much of complete line solving the unit propagation of an encoding finds.

All lines up to some length, each with all its partial fillings: in one block color 3^n for n cells,
in two 6^n, as a cell may also be known not to have one of the colors. The program is grounded once
for each clue, on a board that is one row, and all fillings of the row are propagated at once
(`aspcount.propagation`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields, replace
from functools import reduce
from itertools import chain
from operator import or_
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
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from asp_nono.run.snapshots import Answer

LONGEST = {1: 10, 2: 5, 3: 4}  # the cells of the longest lines, by the number of block colors

_CHOSEN = "asp_nono_filled"  # of a column: the predicate that its clue is one cell of a color
_LETTERS = ".abc"  # of background and colors, where there are several colors
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
        head = f"A smallest line where it does not find {what}: clue {self._clue}"
        return "\n".join([head, *(f"  {name:14}{text}" for name, text in rows.items())])

    def to_json(self) -> dict[str, Any]:
        """The object of an example."""
        clue = self._clue.split() if self.colors > 1 else [block.least for block in self.clue]
        return {"clue": clue, "known": self.known, "line": self.line, "found": self.found}

    @property
    def _clue(self) -> str:
        return _numbers(self.clue, self.colors)


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
    colors: int = 1  #: the number of block colors
    tight: bool = True  #: else unfounded sets could find more than was measured

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

    def text(self, _: str, draw: Draw) -> Iterator[str]:
        """A table of the lengths, the shares of the whole, and the examples."""
        whole, done = self.whole, len(self.lengths)
        if done:
            several = f" in {self.colors} colors" if self.colors > 1 else ""
            yield f"{self.name}: all lines of 1 to {done} cells{several}, all partial fillings"
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
            "colors": self.colors,
            "share": self.share if self.lengths else None,
            "lengths": [asdict(one) for one in self.lengths],
            "examples": [one.to_json() for one in self.examples],
            "tight": self.tight,
            "seconds": self.seconds,
            "stopped": self.reason,
        }


def strength(
    recipe: Recipe, longest: int = LONGEST[1], colors: int = 1
) -> Iterator[StrengthResult]:
    """A snapshot for each length of lines in some block colors, from 1.

    EncodingError if the program cannot be used, or if its answers for a line without others are not
    the arrangements of its clue.
    """
    if any(map(has_theory, recipe.files)):
        raise EncodingError(
            recipe.name,
            "has theory atoms, and what their theory propagates is not in its rules; "
            "expected rules alone",
        )
    found = StrengthResult(name=recipe.name, colors=colors)
    for cells in range(1, longest + 1):
        fillings, lines = Fillings(cells, colors), []
        for clue in all_clues(cells, colors + 1):
            program = LineProgram(recipe, clue, cells, colors)
            found = replace(found, tight=found.tight and program.propagation.tight)
            lines.append(_measured(program, fillings))
        sums = map(sum, zip(*(counts for counts, _ in lines), strict=True))
        length = Length(cells, len(lines), len(lines) * fillings.number, *sums)
        examples = _smallest([*found.examples, *(one for _, some in lines for one in some)])
        found = replace(found, lengths=(*found.lengths, length), examples=examples)
        yield found


def _smallest(examples: Sequence[Example]) -> tuple[Example, ...]:
    """Of each kind the first one with the fewest cells, and of these known cells."""
    kinds = ([one for one in examples if bool(one.line) is kind] for kind in (True, False))
    return tuple(min(some, key=lambda one: one.size) for some in kinds if some)


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


class LineProgram:
    """The program of one line, ready for propagation.

    EncodingError if its answers are not the arrangements of the clue.
    """

    def __init__(self, recipe: Recipe, clue: Clue, cells: int, colors: int = 1) -> None:
        self.clue, self.cells = clue, cells
        self.patterns = tuple(patterns(clue, cells))  # the arrangements of the clue
        name = f"{recipe.name}, on a line of {cells} with the clue {_numbers(clue, colors)}"
        text = _facts(recipe, clue, self.patterns[0], colors)
        program, self.control = ground(TextProgram(text, recipe.files, name=name))
        self.control.configuration.solve.models = 0  # type: ignore[union-attr] # clingo's own
        names = [
            [f"fill({place},1,{color})" for color in range(1, colors + 1)]
            for place in range(1, cells + 1)
        ]
        answers = set()
        with self.control.solve(yield_=True) as models:
            for model in models:
                shown = set(map(str, model.symbols(shown=True)))
                answers.add(tuple(_shown(of_cell, shown) for of_cell in names))
        if answers != set(self.patterns):
            raise EncodingError(
                name,
                "the answers are not the arrangements of the clue, so nothing can be compared",
            )
        self.propagation = Propagation(program)
        # For each cell the literals that say that it has a color:
        self.values = [
            [self.propagation.any_of(program.shown.get(one, ())) for one in of_cell]
            for of_cell in names
        ]

    def run(self, fillings: Fillings) -> tuple[list[int], int]:
        """What holds in which fillings, and those with a conflict; see `Propagation.run`."""
        given = [
            (literal, states)
            for value, color in zip(chain(*self.values), chain(*fillings.sets), strict=True)
            for literal, states in ((-value, color.excluded), (value, color.holds))
        ]
        return self.propagation.run(given, fillings.all)


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
        chosen = [f"{_CHOSEN}({number},{color})" for color in range(1, colors + 1)]
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


def _numbers(clue: Clue, colors: int = 1) -> str:
    of_color = _LETTERS if colors > 1 else " " * len(_LETTERS)
    return (
        " ".join(f"{block.length or '?'}{of_color[block.color]}".strip() for block in clue) or "0"
    )


def _measured(line: LineProgram, fillings: Fillings) -> tuple[tuple[int, ...], list[Example]]:
    """The numbers of `Length` from `deductions` on, and where propagation finds less."""
    possible, follows = line_solving(line.patterns, fillings)
    values, colors = list(chain(*line.values)), list(chain(*fillings.sets))
    holds, conflicts = line.run(fillings)
    found = [
        (holds[-value] & ~color.absent, holds[value] & ~color.holds)
        for value, color in zip(values, colors, strict=True)
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
        raise _unsound(known, _numbers(line.clue, fillings.colors))
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
            texts = (fillings.text(number), solution, fillings.text(number, found))
            examples.append(Example(line.clue, *texts, fillings.colors))
    return counts, examples


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
