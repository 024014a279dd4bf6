"""The names of cells, blocks and colors of a puzzle in explanations, as messages."""

from collections.abc import Sequence

from asp_nono.clue import Cell, Clue
from asp_nono.line.bits import each
from asp_nono.line.patterns import Conflict
from asp_nono.messages import Message, Value, any_of, plural, verbatim
from asp_nono.puzzle import Puzzle

SHOWN = 4  # the most things that are named one by one
_LONGEST = 24  # the most characters of a color's name that are shown
_LISTED = 12  # the most cells that are listed by their places


class Names:
    """The names of a puzzle's colors and blocks."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.plain = len(puzzle.colors) <= 2
        blocks = [_short(color.named) for color in puzzle.colors[1:]]
        filled: list[Value] = [Message("filled")] if self.plain else [*blocks]
        self._colors: list[Value] = [Message("background"), *filled]

    def color(self, color: int) -> Value:
        """The color of a cell: `background`, `filled`, `red`."""
        return self._colors[color]

    def colors(self, colors: Sequence[int]) -> Value:
        """One of these colors: `red or blue`."""
        return any_of([self._colors[color] for color in colors], SHOWN)

    def block(self, clue: Clue, number: int) -> Message:
        """A block, counted from 0, with its length: `block 2 (5 red cells)`."""
        block = clue[number]
        if block.length is None:
            size = Message("hidden length")
            if not self.plain:
                size = Message("{color} hidden length", color=self._colors[block.color])
        else:
            size = counted(block.length, None if self.plain else self._colors[block.color])
        if len(clue) == 1:
            return Message("the only block ({size})", size=size)
        return Message("block {number} ({size})", number=number + 1, size=size)

    def row(self, clue: Clue, number: int) -> Message:
        """A block, counted from 0, in few characters: `block 2 (5 red)`."""
        block = clue[number]
        size: Value = block.length or "?"
        if not self.plain:
            size = Message("{length} {color}", length=size, color=self._colors[block.color])
        return Message("block {number} ({size})", number=number + 1, size=size)

    def blocks(self, clue: Clue, numbers: Sequence[int]) -> Value:
        """Several blocks: `block 1 (2 cells) or block 3 (2 cells)`."""
        return any_of([self.block(clue, number) for number in numbers], SHOWN)


def _short(name: Value) -> Value:
    return name[:_LONGEST] if isinstance(name, str) else name


def counted(number: int, color: "Value | None" = None) -> Message:
    """A number of cells: `3 red cells`."""
    if color is None:
        return plural(number, "{count} cell", "{count} cells")
    return plural(number, "{count} {color} cell", "{count} {color} cells", color=color)


def cells_named(cells: int) -> Message:
    """A set of positions as people count them, from 1: `cells 1, 3-5`."""
    runs = stretches(cells)
    named = ", ".join(f"{end}" if end - a == 1 else f"{a + 1}-{end}" for a, end in runs)
    if cells & cells - 1:
        return Message("cells {cells}", cells=named)
    return Message("cell {cell}", cell=named)


def stretches(cells: int) -> list[tuple[int, int]]:
    """The runs of neighboring positions in a set: first position, border behind the last."""
    found: list[tuple[int, int]] = []
    for cell in each(cells):
        first = found.pop()[0] if found and found[-1][1] == cell else cell
        found.append((first, cell + 1))
    return found


def cells_listed(places: Sequence[Cell]) -> Message:
    """A number of cells, the first of them named by (column,row)."""
    named = verbatim(" ".join(f"({x},{y})" for x, y in places[:_LISTED]))
    if more := len(places[_LISTED:]):
        named = Message("{named} and {count} more", named=named, count=more)
    return plural(len(places), "{count} cell: {named}", "{count} cells: {named}", named=named)


def contradiction(clue: Clue, length: int, found: Conflict, axis: str = "row") -> Message:
    """Why a line of `length` cells cannot be filled."""
    if found.need is not None:
        return Message(
            "the clue needs at least {need} cells, and the line has {length}",
            need=found.need,
            length=length,
        )
    if found.block == 0:
        return Message("block 1 cannot be placed without breaking a known cell")
    if found.block is not None:
        return plural(
            found.block,
            "from the {side}, blocks 1 to {number} cannot all be placed without breaking a known "
            "cell; block 1 alone can",
            "from the {side}, blocks 1 to {number} cannot all be placed without breaking a known "
            "cell; blocks 1 to {count} can",
            side=Message("left") if axis == "row" else Message("top"),
            number=found.block + 1,
        )
    cell = (found.cell or 0) + 1
    if clue:
        return Message("cell {cell} is not background, but no block is left for it", cell=cell)
    return Message("cell {cell} is not background, but the clue has no blocks", cell=cell)
