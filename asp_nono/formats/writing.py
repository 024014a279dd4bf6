"""What writers share: what a format cannot hold, who made a puzzle, and the text of clues."""

import re
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asp_nono.clue import Clue
from asp_nono.messages import Message, PuzzleWarning, UnwritableError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

BESIDE_CLUES = {
    "title": Message("the title"),
    "author": Message("the author"),
    "author_id": Message("the author's id"),
    "copyright": Message("the copyright line"),
    "license": Message("the license"),
    "source": Message("the source"),
    "id": Message("the id"),
    "collection": Message("the title of the collection"),
    "description": Message("the description"),
    "notes": Message("notes"),
    "goal": Message("the goal"),
    "saved": Message("saved pictures"),
}  # what a puzzle holds that may be dropped and leave the same puzzle: field and name

COLOR_NAMES = Message("the names of colors")


@dataclass(frozen=True, slots=True)
class WriteSettings:
    """How to write; what would make it another puzzle is refused even if it may be lossy."""

    lossy: bool = False  #: drop what the format cannot hold and warn, instead of refusing
    colored: bool = False  #: use nonogram-db's color extension of `.non`, which few programs read


def settle(
    form: str | Message,
    puzzles: Sequence[Puzzle],
    options: WriteSettings,
    holds: Collection[str] = (),
    *,
    fatal: Mapping[Message, object] = {},
    dropped: Mapping[Message, object] = {},
) -> None:
    """Refuse what a format cannot hold, or drop it with a warning.

    Every format holds the block lengths of one puzzle, black on white; `holds` names what else this
    one does: fields of a puzzle, "blotted" blocks, and "several" puzzles. Other losses come with
    what is true if there are any: `fatal` ones change the puzzle, `dropped` ones are allowed if
    the options say so.
    """
    common = {
        "several": (Message("a second puzzle"), len(puzzles) > 1),
        "colors": (Message("colors"), any(not puzzle.black_on_white for puzzle in puzzles)),
        "blotted": (Message("blotted blocks"), any(puzzle.blotted for puzzle in puzzles)),
        "given": (Message("given cells"), any(puzzle.given for puzzle in puzzles)),
    }
    hard = [loss for key, (loss, found) in common.items() if found and key not in holds]
    hard += [loss for loss, found in fatal.items() if found]
    kept = {field: name for field, name in BESIDE_CLUES.items() if field not in holds}
    soft = [name for p in puzzles for field, name in kept.items() if getattr(p, field)]
    names = [[color.name for color in puzzle.colors] for puzzle in puzzles]
    if "colors" not in holds and any(own != [WHITE.name, BLACK.name][: len(own)] for own in names):
        soft.append(COLOR_NAMES)
    soft = list(dict.fromkeys([*soft, *(loss for loss, found in dropped.items() if found)]))
    if hard or (soft and not options.lossy):
        raise UnwritableError(form, hard, () if options.lossy else soft)
    if soft:
        lost = PuzzleWarning(
            "{format} cannot hold {losses}; the file is written without",
            format=form,
            losses=tuple(soft),
        )
        warnings.warn(lost, stacklevel=3)


# Who made a puzzle, as comments in files that can hold it nowhere else.

_CREDIT = ("title", "author", "copyright", "license", "source", "id")


def credited(puzzle: Puzzle) -> list[str]:
    """The fields of a puzzle that comments hold as they are: each is one line of plain text."""
    return [field for field in _CREDIT if getattr(puzzle, field) == _flat(getattr(puzzle, field))]


def credit_lines(puzzle: Puzzle, mark: str) -> list[str]:
    """A comment for each text that the puzzle has, on a line of its own that begins with `mark`."""
    texts = ((field, _flat(getattr(puzzle, field))) for field in _CREDIT)
    return [f"{mark} {field}: {text}" for field, text in texts if text]


def credit_in(text: str, mark: str) -> dict[str, Any]:
    r"""The texts that such comments tell, by the fields of a Puzzle; the first for each counts.

    >>> credit_in("% Title: Duck\nrows = 5;", "%")
    {'title': 'Duck'}
    """
    texts: dict[str, str] = {}
    sign = rf"^[ \t]*{re.escape(mark)}+[ \t]*({'|'.join(_CREDIT)})[ \t]*:(.*)$"
    for comment in re.finditer(sign, text, re.MULTILINE | re.IGNORECASE):
        texts.setdefault(comment[1].lower(), _flat(comment[2]))
    return texts


def _flat(text: str) -> str:
    words = " ".join(text.split())
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in words)


def clue_text(
    clue: Clue, between: str = " ", blank: str = "0", suffixes: Sequence[str] = ()
) -> str:
    """The block lengths of a clue without blots, each with the suffix of its color, or `blank`."""
    texts = (f"{block.length}{suffixes[block.color] if suffixes else ''}" for block in clue)
    return between.join(texts) or blank


def letters_of(colors: Iterable[Color], alphabet: str) -> list[str]:
    """A letter of the alphabet for each color: its own character, or else one that is left."""
    chars = [color.char for color in colors]
    spare = (letter for letter in alphabet if letter not in chars)
    return [char if char in alphabet else next(spare) for char in chars]


def joined(lines: Iterable[str]) -> str:
    """The text of a file with these lines."""
    return "".join(f"{line}\n" for line in lines)
