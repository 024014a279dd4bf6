"""Puzzles as programs: the facts of a puzzle with the encodings of a recipe."""

from __future__ import annotations

from dataclasses import dataclass

from asp_nono.asp.leftover import leftover
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import Recipe
from asp_nono.counting.programs.ground import Source
from asp_nono.grid import PartialGrid
from asp_nono.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Encoded:
    """A puzzle as a recipe tells it to clingo; its answer sets show its solutions.

    Attributes:
        puzzle: The puzzle.
        recipe: The recipe. Its hints are taken before clingo is asked, its options are not used.
        start: What is known of the picture beforehand.
    """

    puzzle: Puzzle
    recipe: Recipe
    start: PartialGrid | None = None

    def source(self) -> Source:
        """The program; line logic runs now.

        Raises:
            EncodingError, UnwritableError: If the recipe cannot be used for this puzzle.
            PuzzleError: If the start is not of the puzzle's size.
        """
        left = leftover(self.puzzle, self.recipe.hints, self.start)
        if isinstance(left, str):
            return Source(f":- . % {left}", name=self.recipe.name)
        program = Program.of(self.recipe, left)
        return Source(program.facts, self.recipe.files, name=self.recipe.name)
