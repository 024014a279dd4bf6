"""The families of the data set."""

from random import Random

from tools.boards.plants import Draw, Family


def noise(width: int, height: int, filled: int, spots: int = 0) -> Draw:
    """Pictures whose cells are drawn one by one; `filled` per cent have a color.

    Of these, `spots` per cent have the second color.
    """

    def draw(random: Random) -> list[list[int]]:
        def cell() -> int:
            if random.randrange(100) >= filled:
                return 0
            return 2 if spots and random.randrange(100) < spots else 1

        return [[cell() for _ in range(width)] for _ in range(height)]

    return draw


def dominoes(first: int, last: int) -> Draw:
    """Dominoes up a staircase of a side between two odd ones, mirrored or not: unique."""

    def draw(random: Random) -> list[list[int]]:
        side = random.randrange(first, last + 1, 2)
        cells = [[0] * side for _ in range(side)]
        for end in range(3, side + 1, 2):
            y = side - end
            for x in {end - 3, end - 2, end - 1, min(end + 1, side - 1)}:
                cells[y][x] = 1
            cells[y + 1][end - 1] = 1
        cells[side - 1][2] = 1
        if random.randrange(2):
            cells = [row[::-1] for row in cells]
        if random.randrange(2):
            cells = [list(column) for column in zip(*cells, strict=True)]
        return cells

    return draw


def spotted(draw: Draw, spots: int) -> Draw:
    """The same pictures, in which `spots` per cent of the filled cells have the second color."""

    def spot(random: Random) -> list[list[int]]:
        return [
            [2 if cell and random.randrange(100) < spots else cell for cell in row]
            for row in draw(random)
        ]

    return spot


_STAIRS = spotted(dominoes(11, 15), 12)
FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family("noise-15", noise(15, 15, 50), range(70), thinned=(15, 45)),
        Family("noise-20", noise(20, 20, 50), range(4, 80, 5), thinned=(10, 42)),
        Family("noise-20x15", noise(20, 15, 50), range(4, 90, 5), thinned=(15, 45)),
        Family("noise-25", noise(25, 25, 50), range(4), thinned=(10, 40), scale=9),
        Family("colors-20", noise(20, 20, 52, 12), range(4, 25, 5), thinned=(35, 60), inks=2),
        Family("blotted-15", noise(15, 15, 55), range(100), thinned=(5, 20), blots=12),
        Family("dominoes", dominoes(11, 15), range(60), changed=(2, 10)),
        Family("dominoes-large", dominoes(17, 19), range(5), changed=(2, 10), scale=39),
        Family("dominoes-hard", dominoes(21, 25), range(8), changed=(2, 6), scale=19),
        Family("dominoes-harder", dominoes(25, 27), range(2), changed=(2, 2)),
        Family("dominoes-hardest", dominoes(29, 33), range(4, 5), changed=(2, 2)),
        Family("dominoes-noisy", dominoes(11, 15), range(60), changed=(12, 24)),
        Family("dominoes-blotted", dominoes(11, 15), range(60), changed=(2, 10), blots=4),
        Family("dominoes-colors", _STAIRS, range(60), changed=(2, 10), inks=2),
        Family("dominoes-mixed", _STAIRS, range(45), changed=(12, 24), inks=2, scale=24),
    )
}
"""The families; the hardest plants of each come last."""
