"""Programs as they are given: rules in a text and in files, or a puzzle with a recipe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from clingo import Control, Observer, parse_term

from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import DEFAULT, Recipe
from asp_nono.asp.recipes import recipe as named_recipe
from asp_nono.asp.source import Messages, check_characters, read_program
from asp_nono.errors import EncodingError
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle

_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_']*")


@dataclass(frozen=True, slots=True)
class Rules:
    """A program as it is written.

    Attributes:
        text: Rules.
        files: Files with more rules.
        constants: Values for its constants (`#const`), as clingo's option `-c` takes them.
        name: What errors call it where they can name no file.
    """

    text: str
    files: tuple[Path, ...] = ()
    constants: tuple[tuple[str, str], ...] = ()
    name: str = "the program"

    def control(self, option: str, observer: Observer) -> Control:
        """A control that has grounded it, watched by an observer.

        Raises:
            EncodingError: If clingo has anything to say.
        """
        for file in self.files:
            read_program(file)
        check_characters(self.name, self.text)
        with Messages(self.name) as messages:
            control = Control([*map(self._given, self.constants), option], messages.logger)
            control.register_observer(observer)
            for file in self.files:
                control.load(str(file))
            control.add("base", [], self.text)
            control.ground([("base", [])])
        return control

    def _given(self, constant: tuple[str, str]) -> str:
        """The option for a constant, checked: clingo reads astray where the value is no term."""
        name, value = constant
        if not _CONSTANT.fullmatch(name):
            raise EncodingError(self.name, f"{name!r} is no constant; expected a name such as n")
        try:
            return f"--const={name}={parse_term(value, lambda *_: None)}"
        except (RuntimeError, ValueError):
            reason = f"{value!r} is no value for the constant {name}; expected a term such as 3"
            raise EncodingError(self.name, reason) from None


@dataclass(frozen=True, slots=True)
class Encoded:
    """A puzzle as a recipe tells it to clingo: its answer sets show its solutions.

    Attributes:
        puzzle: The puzzle.
        recipe: The recipe. Its deductions are made before clingo runs; its options are not used.
        start: What is known of the picture beforehand.
    """

    puzzle: Puzzle
    recipe: Recipe
    start: PartialGrid | None

    def rules(self) -> Rules:
        """The program; line logic runs now.

        Raises:
            EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
            PuzzleError: If the start is not of the puzzle's size.
        """
        left = open_puzzle(self.puzzle, self.recipe.deductions, self.start)
        if isinstance(left, str):
            return Rules(":- #true.", name=self.recipe.name)
        program = Program.of(self.recipe, left)
        return Rules(program.facts, self.recipe.files, name=self.recipe.name)


Source: TypeAlias = Rules | Encoded
"""What can be counted."""


def program_of(
    text: str = "",
    *,
    files: Iterable[str | PathLike[str]] = (),
    constants: Mapping[str, object] | None = None,
) -> Rules:
    """A program of rules in a text, in files, or in both.

    Args:
        text: Rules.
        files: Files with more rules.
        constants: Values for constants (`#const`), each as it is written in programs.
    """
    values = tuple((name, str(value)) for name, value in (constants or {}).items())
    return Rules(text, tuple(map(Path, files)), values)


def puzzle_program(
    puzzle: Puzzle,
    *,
    recipe: str | Recipe = DEFAULT,
    deductions: str | None = None,
    start: PartialGrid | None = None,
) -> Encoded:
    """The program of a puzzle's facts and a recipe's encodings, made when it is counted.

    Args:
        puzzle: The puzzle.
        recipe: A recipe or its name.
        deductions: What line logic derives for the encodings, instead of what the recipe says.
        start: What is known of the picture beforehand.

    Raises:
        UnknownNameError: If there is no such recipe or level of deductions.
    """
    return Encoded(puzzle, named_recipe(recipe).with_deductions(deductions), start)
