"""Names of the cells, blocks and colors of a puzzle in explanations."""

from collections.abc import Sequence

from asp_nono.clue import Clue
from asp_nono.line.bits import each
from asp_nono.line.patterns import Conflict
from asp_nono.messages import Message, plural
from asp_nono.puzzle import Puzzle

_LISTED = 12  # the most cells that are listed by their places
_SHOWN = 4  # the most things that are named one by one
_LONGEST = 24  # the most characters of a color's name that are shown


class Names:
    """The names of a puzzle's colors and blocks."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.plain = len(puzzle.colors) <= 2
        blocks = [color.name[:_LONGEST] for color in puzzle.colors[1:]]
        self._colors = ["background", *(["filled"] if self.plain else blocks)]

    def color(self, color: int) -> str:
        """The adjective for a cell of this color: `background`, `filled`, `red`."""
        return self._colors[color]

    def colors(self, colors: Sequence[int]) -> str:
        """One of these colors: `red or blue`."""
        return joined([self._colors[color] for color in colors], "or")

    def block(self, clue: Clue, number: int) -> str:
        """A block, counted from 0, with its length: `block 2 (5 red cells)`."""
        block = clue[number]
        kind = "" if self.plain else f"{self._colors[block.color]} "
        hidden = block.length is None
        size = f"{kind}hidden length" if hidden else counted(block.least, kind.strip())
        which = "the only block" if len(clue) == 1 else f"block {number + 1}"
        return f"{which} ({size})"

    def row(self, clue: Clue, number: int) -> str:
        """A block, counted from 0, in few characters: `block 2 (5 red)`."""
        block = clue[number]
        kind = "" if self.plain else f" {self._colors[block.color]}"
        return f"block {number + 1} ({block.length or '?'}{kind})"

    def blocks(self, clue: Clue, numbers: Sequence[int]) -> str:
        """Several blocks: `block 1 (2 cells) or block 3 (2 cells)`."""
        return joined([self.block(clue, number) for number in numbers], "or")


def counted(number: int, kind: str = "") -> str:
    """A number of cells: `3 red cells`."""
    return f"{number} {kind}{' ' if kind else ''}cell{'' if number == 1 else 's'}"


def joined(words: Sequence[str], link: str) -> str:
    """A list in words: `a, b or c`; the first ones of many, and how many more there are."""
    shown = list(words[:_SHOWN])
    if len(words) > _SHOWN:
        return f"{', '.join(shown)} {link} {len(words) - _SHOWN} more"
    *most, last = shown
    return f"{', '.join(most)} {link} {last}" if most else last


def cells_named(cells: int) -> str:
    """A set of positions as people count them, from 1: `cells 1, 3-5`."""
    runs = stretches(cells)
    named = ", ".join(f"{end}" if end - a == 1 else f"{a + 1}-{end}" for a, end in runs)
    return f"cell{'s' if cells & cells - 1 else ''} {named}"


def stretches(cells: int) -> list[tuple[int, int]]:
    """The runs of neighboring positions in a set: first position, border behind the last."""
    found: list[tuple[int, int]] = []
    for cell in each(cells):
        first = found.pop()[0] if found and found[-1][1] == cell else cell
        found.append((first, cell + 1))
    return found


def cell_named(cell: tuple[int, int]) -> str:
    """A cell by its column and row: `the cell in column 3 and row 5`."""
    return f"the cell in column {cell[0]} and row {cell[1]}"


def cells_listed(places: Sequence[tuple[int, int]]) -> Message:
    """A number of cells, the first of them named by (column,row)."""
    named = Message(" ".join(f"({x},{y})" for x, y in places[:_LISTED]))
    if more := len(places[_LISTED:]):
        named = Message("{named} and {count} more", named=named, count=more)
    return plural(len(places), "{count} cell: {named}", "{count} cells: {named}", named=named)


def sentence(text: str) -> str:
    """Text that begins like a sentence and ends like one."""
    return f"{text[:1].upper()}{text[1:]}."


def contradiction(clue: Clue, length: int, found: Conflict, axis: str = "row") -> str:
    """Why a line of `length` cells cannot be filled."""
    if found.need is not None:
        return f"the clue needs at least {found.need} cells, and the line has {length}"
    if found.block == 0:
        return "block 1 cannot be placed without breaking a known cell"
    if found.block is not None:
        before = "block 1 alone can" if found.block == 1 else f"blocks 1 to {found.block} can"
        return (
            f"from the {'left' if axis == 'row' else 'top'}, blocks 1 to {found.block + 1} "
            f"cannot all be placed without breaking a known cell; {before}"
        )
    last = "no block is left for it" if clue else "the clue has no blocks"
    return f"cell {(found.cell or 0) + 1} is not background, but {last}"
