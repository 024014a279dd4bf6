"""Programs as they are given (text and files, or a puzzle with a recipe), and grounded.

Ground programs are those of clingo's intermediate language, aspif (R. Kaminski and others, How to
build your own ASP-based system?!, appendix A): atoms are positive integers, negative literals
negated atoms.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.engine import Control, Observer, Symbol, TruthValue
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import DEFAULT, Recipe, recipe as named_recipe
from asp_nono.asp.source import ClingoMessages, check_characters, constant_options
from asp_nono.asp.theories import TheoryControl
from asp_nono.grid import PartialGrid
from asp_nono.messages import EncodingError, Message
from asp_nono.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class TextProgram:
    """A program in a text and in files."""

    text: str  #: rules and facts
    files: tuple[Path, ...] = ()  #: more of them, in files
    constants: tuple[tuple[str, str], ...] = ()  #: values for `#const`
    name: str = "the program"  #: in errors that concern no file

    def options(self) -> Iterator[str]:
        """The options for the constants."""
        return constant_options(self.constants, self.name)


@dataclass(frozen=True, slots=True)
class PuzzleProgram:
    """A puzzle's facts with a recipe's encodings, without its options for clingo."""

    puzzle: Puzzle  #: the puzzle
    recipe: Recipe  #: whose encodings are used
    start: PartialGrid | None  #: only pictures that agree are solutions

    def written(self) -> TextProgram:
        """The program; line logic runs now."""
        left = open_puzzle(self.puzzle, self.recipe.deductions, self.start)
        if isinstance(left, Message):
            return TextProgram(":- #true.", name=self.recipe.name)
        program = Program.of(self.recipe, left)
        program.require_single_shot()
        constants = self.recipe.constants
        return TextProgram(program.facts, self.recipe.files, constants, self.recipe.name)


Source: TypeAlias = TextProgram | PuzzleProgram


def program_of(
    text: str = "",
    *,
    files: Iterable[str | PathLike[str]] = (),
    constants: Mapping[str, object] | None = None,
) -> TextProgram:
    """A program of rules in a text, in files, or in both, with values for `#const` constants."""
    values = tuple((name, str(value)) for name, value in (constants or {}).items())
    return TextProgram(text, tuple(map(Path, files)), values)


def puzzle_program(
    puzzle: Puzzle,
    *,
    recipe: str | Recipe = DEFAULT,
    deductions: str | None = None,
    start: PartialGrid | None = None,
) -> PuzzleProgram:
    """The program of a puzzle's facts and a recipe's encodings, made when it is counted.

    `deductions` is the level of line deductions, instead of the recipe's own; `start` is a picture
    of known cells: only pictures that agree are counted. UnknownNameError if there is no such
    recipe or level.
    """
    return PuzzleProgram(puzzle, named_recipe(recipe).with_deductions(deductions), start)


@dataclass(frozen=True, slots=True)
class GroundRule:
    """A rule: if the true literals of the body weigh at least `bound`, the head holds."""

    choice: bool  #: whether the head's atoms may then hold, each by itself, or one of them must
    head: tuple[int, ...]  #: atoms; none in a constraint, several in a choice or a disjunction
    body: tuple[tuple[int, int], ...]  #: literals with positive weights
    bound: int  #: the number of literals, with weights of 1, in an ordinary body

    @property
    def disjunctive(self) -> bool:
        """Whether one of several atoms must hold."""
        return len(self.head) > 1 and not self.choice

    def others(self, atom: int) -> list[int]:
        """The condition on an atom of a disjunction besides the body: that no other one holds."""
        return [-other for other in {*self.head} - {atom}] if self.disjunctive else []

    @property
    def conjunction(self) -> bool:
        """Whether all literals of the body must hold."""
        return self.bound == sum(weight for _, weight in self.body)


@dataclass
class GroundRules:
    """A ground program; `name` stands in errors."""

    name: str
    rules: list[GroundRule] = field(default_factory=list)
    # For each symbol conditions: it is shown where all literals of one of them hold.
    shown: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    projected: list[int] | None = None  #: the atoms of `#project`; None without such a statement

    @property
    def ambiguous(self) -> bool:
        """Whether clingo's projection may distinguish more answer sets than `parts` does.

        It distinguishes why something is shown, and clingo 5.8 errs in programs with disjunctions.
        """
        reasons = any(len(conditions) > 1 for conditions in self.shown.values())
        return self.projected is None and (reasons or any(rule.disjunctive for rule in self.rules))

    @property
    def parts(self) -> list[list[tuple[int, ...]]]:
        """The projection of answer sets, each part as alternatives of conjunctions of literals."""
        if self.projected is not None:
            return [[(atom,)] for atom in self.projected]
        return list(self.shown.values())


def ground(source: Source) -> tuple[GroundRules, Control]:
    """Ground a program, for us and for clingo, which projects on what `parts` says."""
    program = source.written() if isinstance(source, PuzzleProgram) else source
    recorder = _Recorder(program.name)
    check_characters(program.name, program.text)
    options = [*program.options(), "--project=auto"]
    with ClingoMessages(program.name) as messages:
        control = TheoryControl(options, messages.logger)
        control.register_observer(recorder)
        for file in program.files:
            control.read_file(file)
        control.read(program.text)
        control.ground([("base", [])])
    return recorder.finished(), control


class _Recorder(Observer):
    """Records what clingo grounds, and what cannot be counted: exceptions would not get out."""

    def __init__(self, name: str) -> None:
        self._found = GroundRules(name)
        self._externals: dict[int, TruthValue] = {}
        self._refused: list[Message] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.weight_rule(choice, head, len(body), [(literal, 1) for literal in body])

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        self._found.rules.append(GroundRule(choice, tuple(head), tuple(body), lower_bound))

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        self.output_term(symbol, [atom] if atom else [])

    def output_term(self, symbol: Symbol, condition: Sequence[int]) -> None:
        self._found.shown.setdefault(str(symbol), []).append(tuple(condition))

    def project(self, atoms: Sequence[int]) -> None:
        self._found.projected = [*(self._found.projected or []), *atoms]

    def external(self, atom: int, value: TruthValue) -> None:
        self._externals[atom] = value

    def minimize(self, _: int, literals: Sequence[tuple[int, int]]) -> None:
        if literals:
            self._refused.append(Message("#minimize, #maximize or a weak constraint"))

    def acyc_edge(self, *_: object) -> None:
        self._refused.append(Message("#edge"))

    def theory_atom(self, *_: object) -> None:
        self._refused.append(Message("a theory atom"))

    def theory_atom_with_guard(self, *_: object) -> None:
        self.theory_atom()

    def finished(self) -> GroundRules:
        """The program, with the externals that no rule derives, if it can be counted."""
        found = self._found
        if self._refused:
            raise EncodingError(
                found.name,
                "has {statement}, which cannot be counted; expected rules, choices and constraints",
                statement=self._refused[0],
            )
        derived = {atom for rule in found.rules for atom in rule.head}
        for atom, value in self._externals.items():
            if atom not in derived and value in (TruthValue.Free, TruthValue.True_):
                found.rules.append(GroundRule(value == TruthValue.Free, (atom,), (), 0))
        return found
