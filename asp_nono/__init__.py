"""asp-nono: a workbench for nonograms in answer set programming.

>>> import asp_nono
>>> picture = asp_nono.Grid.from_text(["##.", "#.#"])
>>> puzzle = asp_nono.Puzzle.of(picture, title="Scrap")
>>> result = asp_nono.check(puzzle)
>>> result.verdict.value, result.technique
('unique', 'line')
>>> print(result.solutions[0])
##.
#.#

Names are loaded when they are first used: importing the package imports neither clingo nor lxml.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING
from warnings import warn

if TYPE_CHECKING:
    from asp_nono.asp.recipes import Recipe, recipe, recipe_of, recipes
    from asp_nono.aspcount.count import Estimate, ProgramCount, approximate_program, count_program
    from asp_nono.aspcount.ground import program_of, puzzle_program
    from asp_nono.clue import Block, Clue, Line, clue_of
    from asp_nono.counting.count import count
    from asp_nono.counting.result import Count
    from asp_nono.counting.space import SolutionSpace, explore
    from asp_nono.design.ambiguity import Ambiguity, ambiguity
    from asp_nono.design.census import census
    from asp_nono.design.generate import Generated, GivenPicture, generate
    from asp_nono.design.givens import GivensResult, blot, reveal, unblot
    from asp_nono.design.local_search import Target
    from asp_nono.design.random_pictures import PictureModel
    from asp_nono.design.repair import RepairResult, repair
    from asp_nono.draw.pdf import draw_pdf
    from asp_nono.draw.picture import Difference
    from asp_nono.draw.png import draw_png
    from asp_nono.draw.svg import draw_svg
    from asp_nono.draw.text import draw as draw_text
    from asp_nono.errors import (
        AspNonoError,
        EncodingError,
        PuzzleError,
        PuzzleWarning,
        UncountedError,
        UnknownNameError,
        UnwritableError,
        WrongSolutionError,
    )
    from asp_nono.files import formats as file_formats
    from asp_nono.files import read, read_text, write, write_text
    from asp_nono.formats.picture import PictureSettings
    from asp_nono.grid import Grid, PartialGrid
    from asp_nono.line import Board, Step, line_solver
    from asp_nono.line.patterns import count_patterns, patterns
    from asp_nono.puzzle import Color, Puzzle, Saved, mismatch, satisfies
    from asp_nono.run import open_pool
    from asp_nono.run.limits import Limits
    from asp_nono.run.pool import Children
    from asp_nono.shares import Shares
    from asp_nono.solving.result import Result, Verdict
    from asp_nono.solving.solve import check, solutions, solve

__version__ = "0.1.0"

_HOME = {
    "asp_nono.asp.recipes": "Recipe recipe recipe_of recipes",
    "asp_nono.clue": "Block Clue Line clue_of",
    "asp_nono.aspcount.count": "Estimate ProgramCount approximate_program count_program",
    "asp_nono.aspcount.ground": "program_of puzzle_program",
    "asp_nono.counting.count": "count",
    "asp_nono.counting.result": "Count",
    "asp_nono.counting.space": "SolutionSpace explore",
    "asp_nono.design.ambiguity": "Ambiguity ambiguity",
    "asp_nono.design.census": "census",
    "asp_nono.design.local_search": "Target",
    "asp_nono.design.generate": "Generated GivenPicture generate",
    "asp_nono.design.givens": "GivensResult blot reveal unblot",
    "asp_nono.design.repair": "RepairResult repair",
    "asp_nono.design.random_pictures": "PictureModel",
    "asp_nono.draw.pdf": "draw_pdf",
    "asp_nono.draw.picture": "Difference",
    "asp_nono.draw.png": "draw_png",
    "asp_nono.draw.svg": "draw_svg",
    "asp_nono.draw.text": "draw",
    "asp_nono.errors": (
        "AspNonoError EncodingError PuzzleError PuzzleWarning UncountedError UnknownNameError "
        "UnwritableError WrongSolutionError"
    ),
    "asp_nono.files": "formats read read_text write write_text",
    "asp_nono.formats.picture": "PictureSettings",
    "asp_nono.grid": "Grid PartialGrid",
    "asp_nono.line": "Board Step line_solver",
    "asp_nono.line.patterns": "count_patterns patterns",
    "asp_nono.shares": "Shares",
    "asp_nono.puzzle": "Color Puzzle Saved mismatch satisfies",
    "asp_nono.run": "open_pool",
    "asp_nono.run.limits": "Limits",
    "asp_nono.run.pool": "Children",
    "asp_nono.solving.result": "Result Verdict",
    "asp_nono.solving.solve": "check solutions solve",
}
_OTHER = {"draw": "draw_text", "formats": "file_formats"}  # names that are packages here

_WHERE = {
    _OTHER.get(name, name): (module, name)
    for module, names in _HOME.items()
    for name in names.split()
}

# fmt: off
__all__ = [
    "Ambiguity", "AspNonoError", "Block", "Board", "Children", "Clue", "Color", "Count",
    "Difference", "EncodingError", "Estimate", "Generated", "GivenPicture", "GivensResult",
    "Grid", "Limits", "Line", "PartialGrid", "PictureModel", "PictureSettings", "ProgramCount",
    "Puzzle", "PuzzleError", "PuzzleWarning", "Recipe", "RepairResult", "Result", "Saved",
    "Shares", "SolutionSpace", "Step", "Target", "UncountedError", "UnknownNameError",
    "UnwritableError", "Verdict", "WrongSolutionError", "ambiguity", "approximate_program",
    "blot", "census", "check", "clue_of", "count", "count_patterns", "count_program",
    "draw_pdf", "draw_png", "draw_svg", "draw_text", "explore", "file_formats", "generate",
    "line_solver", "mismatch", "open_pool", "patterns", "program_of", "puzzle_program", "read",
    "read_text", "recipe", "recipe_of", "recipes", "repair", "reveal", "satisfies", "solutions",
    "solve", "unblot", "write", "write_text",
]
# fmt: on

_RENAMED = {
    "Demands": "Target",
    "Drawing": "GivenPicture",
    "HelpResult": "GivensResult",
    "Motif": "PictureModel",
    "Worker": "Children",
}  # old names and what they are called now


def __getattr__(name: str) -> object:
    if name in _RENAMED:
        text = f"asp_nono.{name} is now called {_RENAMED[name]}; version 0.3 removes the old name"
        warn(text, DeprecationWarning, stacklevel=2)
        name = _RENAMED[name]
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _WHERE[name]
    value = getattr(import_module(module), there)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
