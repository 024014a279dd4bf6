"""Colors: names that are widely known, palettes, and the characters of cells in pictures.

The names are those of SVG and CSS (https://www.w3.org/TR/css-color-4/#named-colors).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from colorsys import hsv_to_rgb
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, count, islice
from pathlib import Path

from asp_nono.grid import RESERVED_CHARS, PartialGrid, spare_chars
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, Saved, satisfies

OFFERED = {
    "red": "cc2e16",
    "blue": "2356cf",
    "green": "2da667",
    "yellow": "ffe048",
    "purple": "883696",
    "orange": "e96a05",
    "brown": "6c3313",
    "pink": "eb92af",
    "cyan": "39c3ea",
    "gray": "7a829d",
    "lime": "a4c738",
}
"""Block colors for puzzles that bring none. Color-blind people tell each from each, from white and
from black, as `color_vision.distances` measures it; annealing moved them from their usual values.
"""

MAX_COLORS = 256  # more colors than any puzzle has; a cell of a picture holds a set of them


def rgb_of(name: str) -> str | None:
    """The value of a color name as six hexadecimal digits; case and blanks do not count.

    >>> rgb_of("Light Blue")
    'add8e6'
    """
    return table("colors.txt").get("".join(name.lower().split()))


def rgb_of_digits(text: str) -> str | None:
    """Six hexadecimal digits in lower case from three or six, with or without a `#`.

    >>> rgb_of_digits("#F80")
    'ff8800'
    """
    found = re.fullmatch("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text)
    if not found:
        return None
    short = found[1].lower()
    return short if len(short) == 6 else "".join(digit * 2 for digit in short)


@cache
def table(file: str) -> dict[str, str]:
    """The values of colors by name, as a file of this folder has them."""
    words = Path(__file__).with_name(file).read_text("ascii").split()
    return dict(zip(words[::2], words[1::2], strict=True))


def picked(taken: Collection[str]) -> Iterator[str]:
    """Values for colors that have none: those offered, then strong ones; none is in `taken`."""
    # Steps of the golden ratio never come close to an earlier hue.
    hues = (hsv_to_rgb(turn * 0.618034 % 1, 0.9, 0.8) for turn in count())
    strong = ("".join(f"{round(255 * part):02x}" for part in parts) for parts in hues)
    yield from (rgb for rgb in chain(OFFERED.values(), strong) if rgb not in taken)


@dataclass(frozen=True, slots=True)
class Ink:
    """A color whose character is only wished for."""

    name: str  #: what the clues call it
    rgb: str  #: six hexadecimal digits, lower case
    char: str = ""  #: the character that it should have; "" for any


def palette(inks: Iterable[Ink]) -> tuple[Color, ...]:
    """Colors with a character each, the background first.

    A wish that is taken or cannot be met gives way to a spare character.
    """
    inks = tuple(islice(inks, MAX_COLORS + 1))
    if len(inks) > MAX_COLORS:
        raise PuzzleError("more than {most} colors", most=MAX_COLORS)
    spare = spare_chars({ink.char for ink in inks} | {WHITE.char, BLACK.char})
    taken: set[str] = set()
    colors = []
    for place, ink in enumerate(inks):
        usual = WHITE.char if place == 0 else BLACK.char if ink.rgb == BLACK.rgb else ""
        fit = (c for c in (ink.char, usual) if len(c) == 1 and not c.isspace())
        char = next((c for c in fit if c not in taken | RESERVED_CHARS), None) or next(spare)
        taken.add(char)
        colors.append(Color(ink.name, char, ink.rgb))
    return tuple(colors)


def numbered(colors: int) -> tuple[Color, ...]:
    """White, black, and as many others as make `colors` colors of blocks; at least black."""
    values = picked((WHITE.rgb, BLACK.rgb))
    more = (Ink(f"color{k}", rgb) for k, rgb in zip(range(2, colors + 1), values, strict=False))
    return palette(chain((Ink("white", WHITE.rgb), Ink("black", BLACK.rgb)), more))


def of_names(
    names: Collection[str], meanings: Mapping[str, str] | None = None
) -> tuple[Color, ...]:
    """White, and colors that a file only names.

    Common names have their usual values; a single other one is black, several differ.
    """
    usual = {name: rgb_of((meanings or {}).get(name, name)) for name in names}
    if list(usual.values()) in ([], [None]):
        return WHITE, BLACK
    spare = picked({WHITE.rgb, *filter(None, usual.values())})
    background = "background" if "white" in names else "white"
    inks = (Ink(name, rgb or next(spare), name[:1].lower()) for name, rgb in usual.items())
    return palette([Ink(background, WHITE.rgb), *inks])


def of_values(values: Sequence[str]) -> tuple[Color, ...]:
    """Colors that a file gives values but no names, the background first."""
    inks: dict[str, Ink] = {}
    for number, value in enumerate(values[: MAX_COLORS + 1]):
        rgb = value.lower()
        usual = {WHITE.rgb: "white", BLACK.rgb: "black"}.get(rgb, "")
        name = usual if usual and usual not in inks else f"color{number}"
        inks[name] = Ink(name, rgb)
    return palette(inks.values())


# Cells in text, and the states of games that programs keep. A cell is a color's character, `[..]`
# for some colors, `?` for all.


def sets_of(chars: Sequence[str]) -> dict[str, int]:
    """The set of colors that each character stands for, `?` included."""
    sets = {char: 1 << number for number, char in enumerate(chars)}
    return {**sets, "?": (1 << len(chars)) - 1}


def cell_texts(row: str) -> list[str]:
    """The texts of the cells of a row."""
    return re.findall(r"\[[^\[\]]*\]|.", row, re.DOTALL)


def cells_of(texts: Iterable[str], sets: Mapping[str, int]) -> tuple[int, ...]:
    """The sets of colors of the cells of a row."""
    return tuple(_cell(text, sets) for text in texts)


def _cell(text: str, sets: Mapping[str, int]) -> int:
    if len(text) == 1:
        if text not in sets:
            raise PuzzleError(
                "unknown color character {char}; expected one of {known}",
                char=repr(text),
                known=repr("".join(sets)),
            )
        return sets[text]
    colors = 0
    for char in text[1:-1]:
        colors |= _cell(char, sets)
    if not colors:
        raise PuzzleError("a cell that can have no color")
    return colors


def row_text(cells: Iterable[int], chars: Sequence[str]) -> str:
    """The text of a row; see `cells_of`."""
    text = ""
    for cell in cells:
        left = "".join(char for color, char in enumerate(chars) if cell >> color & 1)
        text += left if cell.bit_count() == 1 else "?" if len(left) == len(chars) else f"[{left}]"
    return text


def with_state(puzzle: Puzzle, state: PartialGrid) -> Puzzle:
    """The puzzle with a state as a saved picture or a solution; an empty one is left out."""
    puzzle.require_fit(state)
    if state.is_open(len(puzzle.colors)):
        return puzzle
    picture = state.complete()
    saved = Saved(state, kind="solution" if picture and satisfies(picture, puzzle) else "saved")
    return replace(puzzle, saved=(*puzzle.saved, saved))
