"""The palette of a webpbn XML puzzle (https://webpbn.com/pbn_fmt.html)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import Source, quoted
from asp_nono.formats.xml_tree import Node
from asp_nono.grid import spare_chars
from asp_nono.puzzle import Color

MAX_COLORS = 256
"""More colours than any puzzle has; comparing all of them takes time that grows as a square."""

IMPLIED = {"white": (".", "ffffff"), "black": ("X", "000000")}
"""Character and value of the colours that need no declaration."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a puzzle and the ways to name one.

    Attributes:
        colors: Background first, the others as declared, then implied ones that are used.
        default: Number of the colour of a count without one; None if that is no block colour.
        blank: The whitespace character that a file declares for a colour; else empty.
        blank_color: Number of that colour.
    """

    colors: tuple[Color, ...]
    default: int | None
    blank: str = ""
    blank_color: int = 0

    def number(self, name: str) -> int:
        """The number of the block colour that a count names; "" stands for the default.

        Raises:
            PuzzleError: If there is no such colour, or it is the background.
        """
        if not name:
            if self.default is None:
                raise PuzzleError("a count without a colour, and no colour to take by default")
            return self.default
        for number, color in enumerate(self.colors):
            if color.name == name:
                if number == 0:
                    raise PuzzleError(f"a count of the background colour {quoted(name)}")
                return number
        known = ", ".join(quoted(color.name) for color in self.colors[1:])
        raise PuzzleError(f"colour {quoted(name)} is not declared; expected one of {known}")


def palette(puzzle: Node, source: Source) -> Palette:
    """The palette of a `puzzle` element.

    Raises:
        PuzzleError: If a colour is declared twice, has no value, or is triangular.
    """
    background = puzzle.get("backgroundcolor", "white")
    default = puzzle.get("defaultcolor", "black")
    declared = _declared(puzzle)
    counts = {count.get("color") or default for count in _counts(puzzle)}
    used = counts | {default, background} if not declared else counts | {background}
    for name in ("white", "black"):
        if name not in declared and (name in used or _drawn(puzzle, name, declared)):
            declared[name] = ("", IMPLIED[name][1])
    if background not in declared:
        raise PuzzleError(f"the background colour {quoted(background)} is not declared")
    order = [background, *(name for name in declared if name != background)]
    blanks = [name for name in order if declared[name][0].isspace()]
    if blanks:
        source.remark(f"the character of colour {quoted(blanks[0])} is a blank; read all the same")
    if len(blanks) > 1:
        raise PuzzleError("two colours have a blank as their character", where=("colours",))
    return Palette(
        _with_chars(order, declared),
        _default(puzzle, order, source),
        *((declared[blanks[0]][0], order.index(blanks[0])) if blanks else ()),
    )


def _default(puzzle: Node, order: list[str], source: Source) -> int | None:
    """The number of the default colour, with the reading of number-loom's files."""
    name = puzzle.get("defaultcolor", "black")
    if name in order[1:]:
        return order.index(name)
    if any(not count.get("color") for count in _counts(puzzle)):
        kind = "the background" if name == order[0] else "not declared"
        raise PuzzleError(
            f"a count without a colour, but the default colour {quoted(name)} is {kind}"
        )
    if "defaultcolor" in puzzle.attributes and name == order[0]:
        source.remark(f"the default colour {quoted(name)} is the background; ignored")
    return None


def _declared(puzzle: Node) -> dict[str, tuple[str, str]]:
    """Character ("" if it has none) and value of each declared colour."""
    declared: dict[str, tuple[str, str]] = {}
    for node in puzzle.all("color"):
        name, char, value = node.get("name"), node.get("char"), node.text.strip().lower()
        where = (node.where, f"colour {quoted(name)}")
        if name in declared:
            raise PuzzleError("declared twice", where=where)
        if len(declared) == MAX_COLORS:
            raise PuzzleError(f"more than {MAX_COLORS} colours")
        if re.search(r"[/\\]", value + char):
            raise PuzzleError("triangular colours are not supported", where=where)
        digits = re.fullmatch("#?([0-9a-f]{3}|[0-9a-f]{6})", value)
        if not digits:
            reason = f"its value is {quoted(value)}; expected 3 or 6 hexadecimal digits"
            raise PuzzleError(reason, where=where)
        rgb = digits[1] if len(digits[1]) == 6 else "".join(digit * 2 for digit in digits[1])
        declared[name] = (char, rgb)
    return declared


def _with_chars(order: Iterable[str], declared: dict[str, tuple[str, str]]) -> tuple[Color, ...]:
    own = {char for char, _ in declared.values()}
    spare = spare_chars(own | {char for char, _ in IMPLIED.values()})
    colors = []
    for name in order:
        char, rgb = declared[name]
        if not char or char.isspace():
            usual = IMPLIED[name][0] if name in IMPLIED else ""
            char = usual if usual and usual not in own else next(spare)
        colors.append(Color(name, char, rgb))
    return tuple(colors)


def _counts(puzzle: Node) -> Iterable[Node]:
    return (
        count
        for clues in puzzle.all("clues")
        for line in clues.all("line")
        for count in line.all("count")
    )


def _drawn(puzzle: Node, name: str, declared: dict[str, tuple[str, str]]) -> bool:
    char = IMPLIED[name][0]
    return all(char != other for other, _ in declared.values()) and any(
        char in image.text for solution in puzzle.all("solution") for image in solution.all("image")
    )
