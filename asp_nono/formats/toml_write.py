"""Writing the TOML files of nonogrid (https://github.com/tsionyx/nonogrid)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import count

from asp_nono.clue import Clue
from asp_nono.formats import credit
from asp_nono.formats.losses import Options, beside_clues, settle
from asp_nono.formats.toml_read import DIALECT
from asp_nono.grid import is_narrow, spare_chars
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

FORM = "nonogrid's TOML"

_NAME = re.compile(r"[^\W\d]\w*")
_UNFIT = "=()'\"\\#;,"
"""Characters with another meaning somewhere in such files, or in their INI relatives."""

_WIDELY_READ = 31
"""The most colours of blocks that nonogrid reads."""


def write(puzzles: Sequence[Puzzle], options: Options) -> str:
    """The text of a file.

    Raises:
        UnwritableError: If there are several puzzles, blotted blocks, another background than
            white or too many colours, or something else that the file cannot hold and that may
            not be dropped.
    """
    puzzle = puzzles[0]
    names = _names(puzzle)
    fatal = [
        *(["a second puzzle"] if len(puzzles) > 1 else []),
        *(["blotted blocks"] if puzzle.blotted else []),
        *(["a background that is not white"] if puzzle.colors[0].rgb != WHITE.rgb else []),
        *([f"more than {_WIDELY_READ} colours"] if len(names) > _WIDELY_READ else []),
    ]
    dropped = [*beside_clues(puzzle, keeps=(*credit.kept(puzzle), "colors"))]
    if [puzzle.colors[0].name, *names] != [WHITE.name, *(c.name for c in puzzle.colors[1:])]:
        dropped.append("the names of colours")
    settle(FORM, puzzles, fatal, dropped, options)
    return "".join(f"{line}\n" for line in _lines(puzzle, names))


def _names(puzzle: Puzzle) -> list[str]:
    """What each colour of blocks is called: its own name where that can stand after a number."""
    own = [color.name for color in puzzle.colors[1:]]
    spare = (f"color{number}" for number in count(1) if f"color{number}" not in own)
    return [name if _NAME.fullmatch(name) and name not in DIALECT else next(spare) for name in own]


def _defined(puzzle: Puzzle) -> list[bool]:
    """Whether each colour of blocks needs a definition: black does not where it is read so too."""
    used = any(block.color == 1 for _, clue, _ in puzzle.lines() for block in clue)
    plain = used or len(puzzle.colors) == 2
    return [
        not (plain and number == 1 and (color.name, color.rgb) == (BLACK.name, BLACK.rgb))
        for number, color in enumerate(puzzle.colors[1:], 1)
    ]


def _lines(puzzle: Puzzle, names: Sequence[str]) -> Iterator[str]:
    defined = _defined(puzzle)
    suffixes = [name if needed else "" for name, needed in zip(names, defined, strict=True)]
    yield from credit.lines(puzzle, "#")
    yield "[clues]"
    for key, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        yield f'{key} = """'
        yield from (_clue(clue, suffixes) for clue in clues)
        yield '"""'
    if any(defined):
        yield ""
        yield "[colors]"
        yield "defs = ["
        chars = spare_chars({color.char for color in puzzle.colors} | set(_UNFIT))
        for name, color in zip(suffixes, puzzle.colors[1:], strict=True):
            if name:
                char = color.char if _fit(color) else next(chars)
                text = json.dumps(f"{name} = ({color.rgb}) {char}", ensure_ascii=False)
                yield f"  {text},"
        yield "]"


def _clue(clue: Clue, suffixes: Sequence[str]) -> str:
    return " ".join(f"{block.length}{suffixes[block.color - 1]}" for block in clue) or "0"


def _fit(color: Color) -> bool:
    return color.char not in _UNFIT and is_narrow(color.char)
