# The public names for type checkers; `__init__.py` loads them when they are first used.

from asp_nono.asp.recipes import Recipe, recipe, recipe_of, recipes
from asp_nono.aspcount.count import Estimate, ProgramCount, approximate_program, count_program
from asp_nono.aspcount.ground import program_of, puzzle_program
from asp_nono.clue import Block, Clue, Line, clue_of
from asp_nono.counting.count import count
from asp_nono.counting.result import Count
from asp_nono.counting.space import SolutionSpace, explore
from asp_nono.design.ambiguity import AmbiguityResult, ambiguity
from asp_nono.design.census import CensusResult, census
from asp_nono.design.generate import Generated, GivenPicture, generate
from asp_nono.design.givens import BlotResult, GivensResult, blot, reveal, unblot
from asp_nono.design.local_search import Target
from asp_nono.design.make import MakeResult, make
from asp_nono.design.random_pictures import PictureModel
from asp_nono.design.repair import RepairResult, repair
from asp_nono.draw.pdf import draw_pdf
from asp_nono.draw.picture import Difference
from asp_nono.draw.png import draw_png
from asp_nono.draw.svg import draw_svg
from asp_nono.draw.text import draw as draw_text
from asp_nono.files import (
    formats as file_formats,
    read,
    read_photograph,
    read_text,
    write,
    write_text,
)
from asp_nono.formats.picture import Photograph, PictureSettings
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line import Board, Step, line_solver
from asp_nono.line.patterns import count_patterns, patterns
from asp_nono.logic.line import LineResult, explain_line
from asp_nono.messages import (
    AspNonoError,
    EncodingError,
    PuzzleError,
    PuzzleWarning,
    UncountedError,
    UnknownNameError,
    UnwritableError,
    WrongSolutionError,
)
from asp_nono.puzzle import Color, Puzzle, Saved, mismatch, satisfies
from asp_nono.run import open_pool
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Children
from asp_nono.shares import Shares
from asp_nono.solving.result import Result, Verdict
from asp_nono.solving.solve import check, solutions, solve

__version__: str

# fmt: off
__all__ = [
    "AmbiguityResult", "AspNonoError", "Block", "BlotResult", "Board", "CensusResult",
    "Children", "Clue", "Color", "Count", "Difference", "EncodingError", "Estimate",
    "Generated", "GivenPicture", "GivensResult", "Grid", "Limits", "Line", "LineResult",
    "MakeResult", "PartialGrid", "Photograph", "PictureModel", "PictureSettings",
    "ProgramCount", "Puzzle", "PuzzleError", "PuzzleWarning", "Recipe", "RepairResult",
    "Result", "Saved", "Shares", "SolutionSpace", "Step", "Target", "UncountedError",
    "UnknownNameError", "UnwritableError", "Verdict", "WrongSolutionError", "ambiguity",
    "approximate_program", "blot", "census", "check", "clue_of", "count", "count_patterns",
    "count_program", "draw_pdf", "draw_png", "draw_svg", "draw_text", "explain_line", "explore",
    "file_formats", "generate", "line_solver", "make", "mismatch", "open_pool", "patterns",
    "program_of", "puzzle_program", "read", "read_photograph", "read_text", "recipe",
    "recipe_of", "recipes", "repair", "reveal", "satisfies", "solutions", "solve", "unblot",
    "write", "write_text",
]
# fmt: on
