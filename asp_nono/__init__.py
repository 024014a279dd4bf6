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
`__init__.pyi` lists them, with their modules, for type checkers and for this module alike.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from asp_nono.grid import Displayed

__version__ = "0.1.0"

_IMPORTS = re.compile(r"^from (asp_nono\.\S+) import (\([^)]*\)|.*)$", re.MULTILINE)
_WHERE = {
    public or name: (module, name)
    for module, names in _IMPORTS.findall(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
    for name, public in re.findall(r"(\w+)(?: as (\w+))?", names)
}
__all__ = sorted(_WHERE)  # noqa: PLE0605 - the stub has the list for type checkers


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _WHERE[name]
    value = getattr(import_module(module), there)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _drawing(value: Any) -> str | None:  # noqa: ANN401 - whatever is displayed
    from asp_nono.draw.notebook import svg_of

    return svg_of(value)


Displayed.drawing = _drawing
