"""Puzzles to count, and brute force to count them by."""

import random
from collections import Counter
from functools import cache
from itertools import product

from asp_nono.clue import Clue, clue_of
from asp_nono.grid import Grid
from asp_nono.puzzle import WHITE, Color, Puzzle


def colors(number: int) -> tuple[Color, ...]:
    """A palette of this many colors besides the background."""
    more = (
        Color(f"color {i}", chr(0x100 + i), f"{i * 4099 % (1 << 24):06x}") for i in range(number)
    )
    return (WHITE, *more)


def random_puzzle(width: int, height: int, share: float, seed: int, most: int = 1) -> Puzzle:
    """The puzzle of a random picture: about `share` of its cells have one of `most` colors."""
    dice = random.Random(seed)  # noqa: S311 - nothing secret
    rows = tuple(
        tuple(dice.randrange(most) + 1 if dice.random() < share else 0 for _ in range(width))
        for _ in range(height)
    )
    return Puzzle.of(Grid(rows), colors(most))


def blocks_of_ones(side: int, number: int) -> Puzzle:
    """Blocks down the diagonal, each in a color of its own with a 1 on each of its lines.

    It has side!**number solutions.
    """
    whole = range(side * number)
    rows = tuple(tuple((x == y) * (1 + y // side) for x in whole) for y in whole)
    return Puzzle.of(Grid(rows), colors(number))


@cache
def clue_sets(side: int) -> Counter[tuple[tuple[Clue, ...], tuple[Clue, ...]]]:
    """How many black-and-white pictures of side x side cells pose each set of clues."""
    clues = {cells: clue_of(cells) for cells in product((0, 1), repeat=side)}
    found: Counter[tuple[tuple[Clue, ...], tuple[Clue, ...]]] = Counter()
    for rows in product(clues, repeat=side):
        columns = tuple([clues[column] for column in zip(*rows, strict=True)])
        found[tuple([clues[row] for row in rows]), columns] += 1
    return found
