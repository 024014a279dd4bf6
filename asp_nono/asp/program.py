"""Encodings and facts put together, grounded by clingo, and read back as pictures."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from clingo import Control, Symbol

from asp_nono.asp.deductions import OpenPuzzle
from asp_nono.asp.encodings import load
from asp_nono.asp.facts import fact_groups, facts_text, wanted
from asp_nono.asp.recipes import Recipe
from asp_nono.asp.source import Messages, read_program
from asp_nono.errors import WrongSolutionError
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.run.child import in_thread

_CELL = re.compile(r"fill\((-?[0-9]+),(-?[0-9]+),(-?[0-9]+)\)")  # faster than reading arguments
_SHOWN = 120  # wrong pictures of no more characters are shown in the error


@dataclass(frozen=True, slots=True)
class Program:
    """Encodings and facts, the input of clingo."""

    recipe: Recipe
    facts: str

    @classmethod
    def of(cls, recipe: Recipe, left: OpenPuzzle) -> "Program":
        """The program that decides what is open of a puzzle.

        Raises:
            EncodingError: If an encoding does not pass its check, reads facts that do not exist, or
                cannot handle the puzzle's blotted blocks.
        """
        facts = facts_text(left, wanted(recipe, left.puzzle))
        # Other encodings declare what may have no facts, bare ones cannot.
        bare = set[str]().union(*(part.inputs for part in recipe.encodings() if part.bare))
        return cls(recipe, facts + "".join(f"#defined {name}.\n" for name in sorted(bare)))

    def ground(self) -> Control:
        """A control with the ground program, ready to solve; EncodingError if clingo complains."""
        with Messages(self.recipe.name) as messages:
            control = Control(["--project=show", *self.recipe.options], messages.logger)
            for file in self.recipe.files:
                control.load(str(file))
            control.add("base", [], self.facts)
            in_thread(lambda: control.ground([("base", [])]))
        return control

    def steer(self, control: Control, left: OpenPuzzle) -> None:
        """Ground the recipe's heuristic too; EncodingError if clingo complains."""
        if self.recipe.heuristic is None:
            return
        encoding = load(self.recipe.heuristic, bare=self.recipe.bare)
        text = read_program(encoding.path) + fact_groups(left, encoding.inputs)
        with Messages(encoding.name):
            control.add("heuristic", [], text)
            in_thread(lambda: control.ground([("heuristic", [])]))
        control.configuration.solver.heuristic = "Domain"  # type: ignore[union-attr] # clingo's own


def picture(puzzle: Puzzle, atoms: Iterable[Symbol], source: str = "the encoding") -> Grid:
    """The checked picture of the `fill/3` atoms of an answer set, found by `source`.

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
