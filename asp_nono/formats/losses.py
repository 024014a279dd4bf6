"""What a format cannot hold: refused, or dropped on request with a warning."""

import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from asp_nono.errors import PuzzleWarning, UnwritableError
from asp_nono.puzzle import BLACK, WHITE, Puzzle

BESIDE_CLUES = {
    "title": "the title",
    "author": "the author",
    "author_id": "the author's id",
    "copyright": "the copyright line",
    "license": "the license",
    "source": "the source",
    "id": "the id",
    "collection": "the title of the collection",
    "description": "the description",
    "notes": "notes",
    "goal": "the goal",
    "saved": "saved pictures",
}
"""What a puzzle holds that may be dropped and leave the same puzzle: field and name."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to write; what would make it another puzzle is refused even if it may be lossy."""

    lossy: bool = False  # drop what the format cannot hold and warn, instead of refusing
    colored: bool = False  # use nonogram-db's color extension of `.non`, which few programs read


def settle(
    form: str,
    puzzles: Iterable[Puzzle],
    fatal: Iterable[str],
    dropped: Iterable[str],
    options: Options,
    *,
    keeps_given: bool = False,
) -> None:
    """Refuse what a format cannot hold, or drop it with a warning.

    What is `fatal` changes the puzzle, as given cells do, which few formats hold; what is
    `dropped` may be lost if the options say so.
    """
    given = [] if keeps_given else ["given cells" for puzzle in puzzles if puzzle.given]
    hard, soft = list(dict.fromkeys([*fatal, *given])), list(dict.fromkeys(dropped))
    if hard or (soft and not options.lossy):
        raise UnwritableError(form, hard, soft)
    if soft:
        text = f"{form} cannot hold {', '.join(soft)}; the file is written without"
        warnings.warn(PuzzleWarning(text), stacklevel=3)


def settle_listing(
    form: str,
    puzzles: Sequence[Puzzle],
    options: Options,
    *,
    keeps: Collection[str] = (),
    several: bool = False,
    keeps_given: bool = False,
) -> None:
    """`settle` for a plain listing of clues, which also holds the fields in `keeps`."""
    fatal = ["a second puzzle"] if len(puzzles) > 1 and not several else []
    fatal += [loss for puzzle in puzzles for loss in beyond_lengths(puzzle)]
    dropped = [loss for puzzle in puzzles for loss in beside_clues(puzzle, keeps)]
    settle(form, puzzles, fatal, dropped, options, keeps_given=keeps_given)


def present(losses: Mapping[str, object]) -> list[str]:
    """The losses that there are."""
    return [loss for loss, found in losses.items() if found]


def beyond_lengths(puzzle: Puzzle) -> list[str]:
    """What of the clues cannot be said by lengths of black blocks on white."""
    return present({"colors": not puzzle.black_on_white, "blotted blocks": puzzle.blotted})


def beside_clues(puzzle: Puzzle, keeps: Collection[str] = ()) -> Iterator[str]:
    """What a puzzle holds besides clues and the values of colors, except fields in `keeps`."""
    for field, name in BESIDE_CLUES.items():
        if field not in keeps and getattr(puzzle, field):
            yield name
    if "colors" not in keeps:
        names = [color.name for color in puzzle.colors]
        if names != [WHITE.name, BLACK.name][: len(names)]:
            yield "the names of colors"
