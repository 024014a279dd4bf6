"""asp-nono: a workbench for nonograms in answer set programming.

>>> import asp_nono
>>> picture = asp_nono.Grid.from_text(["##.", "#.#"])
>>> puzzle = asp_nono.Puzzle.of(picture, title="Scrap")
>>> result = asp_nono.check(puzzle)
>>> str(result.verdict), str(result.technique)
('unique', 'line')
>>> print(result.solutions[0])
##.
#.#

Names are loaded when they are first used: importing the package imports neither clingo nor lxml.
`__init__.pyi` declares them for type checkers; a test holds the two equal.
"""

from importlib import import_module
from typing import Any

from asp_nono.grid import Displayed

__version__ = "0.1.0"

_PUBLIC = {
    "asp.recipes": "Recipe recipe recipe_of recipes",
    "aspcount.count": "Estimate ProgramCount approximate_program count_program",
    "aspcount.ground": "program_of puzzle_program",
    "clue": "Block Clue Line clue_of",
    "counting.count": "count",
    "counting.result": "Count",
    "counting.space": "SolutionSpace explore",
    "design.ambiguity": "AmbiguityResult ambiguity",
    "design.census": "CensusResult census",
    "design.generate": "Generated GivenPicture generate",
    "design.givens": "BlotResult GivensResult blot reveal unblot",
    "design.local_search": "Target",
    "design.make": "MakeResult make",
    "design.random_pictures": "PictureModel",
    "design.repair": "RepairResult repair",
    "draw.pdf": "draw_pdf",
    "draw.picture": "Difference",
    "draw.png": "draw_png",
    "draw.svg": "draw_svg",
    "draw.text": "draw_text",
    "files": "file_formats read read_photograph read_text write write_text",
    "formats.picture": "Photograph PictureSettings",
    "grid": "Grid PartialGrid",
    "line": "Board Step line_solver",
    "line.patterns": "count_patterns patterns",
    "logic.line": "LineResult explain_line",
    "messages": (
        "AspNonoError EncodingError PuzzleError PuzzleWarning UncountedError UnknownNameError "
        "UnwritableError WrongSolutionError"
    ),
    "puzzle": "Color Puzzle Saved mismatch satisfies",
    "run": "open_pool",
    "run.limits": "Limits",
    "run.pool": "Children",
    "shares": "Shares",
    "solving.result": "Result Verdict",
    "solving.solve": "check solutions solve",
}
"""The public names, by the modules that they come from."""

_RENAMED = {"draw_text": "draw", "file_formats": "formats"}
"""Those that have another name in their module."""

_MODULES = {name: module for module, names in _PUBLIC.items() for name in names.split()}
__all__ = sorted(_MODULES)  # noqa: PLE0605 - the stub has the list for type checkers


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_MODULES[name]}")
    value = getattr(module, _RENAMED.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _drawing(value: Any) -> str | None:  # noqa: ANN401 - whatever is displayed
    from asp_nono.draw.notebook import svg_of

    return svg_of(value)


Displayed.drawing = _drawing
