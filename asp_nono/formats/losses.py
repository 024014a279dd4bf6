"""Losses in writing: anything a format cannot hold is refused, or dropped with a warning."""

import tomllib
import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from asp_nono.messages import PuzzleWarning, UnwritableError
from asp_nono.puzzle import BLACK, WHITE, Puzzle

BESIDE_CLUES: dict[str, str] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)  # what a puzzle holds that may be dropped and leave the same puzzle: field and name


@dataclass(frozen=True, slots=True)
class Options:
    """How to write; what would make it another puzzle is refused even if it may be lossy."""

    lossy: bool = False  # drop what the format cannot hold and warn, instead of refusing
    colored: bool = False  # use nonogram-db's color extension of `.non`, which few programs read


def settle(
    form: str,
    puzzles: Sequence[Puzzle],
    options: Options,
    holds: Collection[str] = (),
    *,
    fatal: Mapping[str, object] = {},
    dropped: Mapping[str, object] = {},
) -> None:
    """Refuse what a format cannot hold, or drop it with a warning.

    Every format holds the block lengths of one puzzle, black on white; `holds` names what else this
    one does: fields of a puzzle, "blotted" blocks, and "several" puzzles. Other losses come with
    what is true if there are any: `fatal` ones change the puzzle, `dropped` ones are allowed if
    the options say so.
    """
    common = {
        "several": ("a second puzzle", len(puzzles) > 1),
        "colors": ("colors", any(not puzzle.black_on_white for puzzle in puzzles)),
        "blotted": ("blotted blocks", any(puzzle.blotted for puzzle in puzzles)),
        "given": ("given cells", any(puzzle.given for puzzle in puzzles)),
    }
    hard = [loss for key, (loss, found) in common.items() if found and key not in holds]
    hard += [loss for loss, found in fatal.items() if found]
    kept = {field: name for field, name in BESIDE_CLUES.items() if field not in holds}
    soft = [name for p in puzzles for field, name in kept.items() if getattr(p, field)]
    names = [[color.name for color in puzzle.colors] for puzzle in puzzles]
    if "colors" not in holds and any(own != [WHITE.name, BLACK.name][: len(own)] for own in names):
        soft.append("the names of colors")
    soft = list(dict.fromkeys([*soft, *(loss for loss, found in dropped.items() if found)]))
    if hard or (soft and not options.lossy):
        raise UnwritableError(form, hard, () if options.lossy else soft)
    if soft:
        text = f"{form} cannot hold {', '.join(soft)}; the file is written without"
        warnings.warn(PuzzleWarning(text), stacklevel=3)
