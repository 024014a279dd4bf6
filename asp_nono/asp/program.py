"""Encodings and facts put together, grounded by clingo, and read back as pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from clingo import Control, Symbol

from asp_nono.asp.deductions import OpenPuzzle
from asp_nono.asp.facts import facts_text, wanted
from asp_nono.asp.recipes import Recipe
from asp_nono.asp.source import Messages
from asp_nono.errors import WrongSolutionError
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.run.child import in_thread

_CELL = re.compile(r"fill\((-?[0-9]+),(-?[0-9]+),(-?[0-9]+)\)")
"""A shown atom; its text is read ten times as fast as its arguments, one by one."""

_SHOWN = 120  # wrong pictures of no more characters are shown in the error


@dataclass(frozen=True, slots=True)
class Program:
    """What clingo is given."""

    recipe: Recipe  # the recipe, with its files and options
    facts: str  # the facts as text

    @classmethod
    def of(cls, recipe: Recipe, left: OpenPuzzle) -> Program:
        """The program that decides what is left of a puzzle.

        Raises:
            EncodingError: If an encoding does not pass its check, wants facts that nobody can
                supply, or cannot handle the puzzle's blotted blocks.
        """
        facts = facts_text(left, wanted(recipe, left.puzzle))
        return cls(recipe, facts + _declared(recipe))

    def ground(self) -> Control:
        """A control that has grounded the program and is ready to solve it.

        Raises:
            EncodingError: If clingo does not accept an option or has anything to say.
        """
        with Messages(self.recipe.name) as messages:
            control = Control(["--project=show", *self.recipe.options], messages.logger)
            for file in self.recipe.files:
                control.load(str(file))
            control.add("base", [], self.facts)
            in_thread(lambda: control.ground([("base", [])]))
        return control


def _declared(recipe: Recipe) -> str:
    """That there may be no facts of what bare encodings read; the others say so themselves."""
    bare = (part.inputs for part in recipe.encodings() if part.bare)
    return "".join(f"#defined {name}.\n" for name in sorted(set[str]().union(*bare)))


def picture(puzzle: Puzzle, atoms: Iterable[Symbol], source: str = "the encoding") -> Grid:
    """The picture that the `fill/3` atoms of an answer set draw, checked; `source` gave them.

    Raises:
        WrongSolutionError: If it is not a solution of the puzzle: the encoding is wrong.
    """
    rows = [[0] * puzzle.width for _ in range(puzzle.height)]
    for atom in atoms:
        text = str(atom)
        cell = _CELL.fullmatch(text)
        if cell is None:
            if text.startswith("fill("):
                reason = f"{text} is not a cell; expected fill(column, row, color)"
                raise WrongSolutionError(f"{source}: {reason}")
            continue
        x, y, color = map(int, cell.groups())
        if not (1 <= x <= puzzle.width and 1 <= y <= puzzle.height):
            raise WrongSolutionError(
                f"{source}: {text} lies outside {puzzle.width}x{puzzle.height} cells"
            )
        if not 1 <= color < len(puzzle.colors) or rows[y - 1][x - 1] not in (0, color):
            raise WrongSolutionError(f"{source}: {text} gives a cell a second or an unknown color")
        rows[y - 1][x - 1] = color
    grid = Grid(tuple(map(tuple, rows)))
    if wrong := mismatch(grid, puzzle):
        drawn = "|".join(grid.to_text(puzzle.chars))
        shown = f" in |{drawn}|" if len(drawn) <= _SHOWN else ""
        raise WrongSolutionError(f"{source} gave a wrong picture: {wrong}{shown}")
    return grid
