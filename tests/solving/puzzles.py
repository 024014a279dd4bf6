"""Puzzles for the solving tests, drawn or composed."""

import random
from pathlib import Path

from asp_nono.asp.recipes import Recipe, recipe_of
from asp_nono.clue import Block, Clue
from asp_nono.grid import Grid, PartialGrid
from asp_nono.puzzle import Puzzle

ONE = (Block(1),)

CROSS = Puzzle.of(Grid.from_text([".#.", "###", ".#."]))
"""Line logic alone solves it."""

ONES = Puzzle.of(Grid.from_text(["#..", ".#.", "..#"]))
"""Six solutions."""

SEARCHED = Puzzle.of(Grid.from_text([".#.##", "#..#.", "#.##.", "#...#", ".#.##"]))
"""One solution, and line logic alone does not find it."""

DEEP = Puzzle.of(
    Grid.from_text(
        [
            ".....#.#.#.#",
            ".....#.####.",
            ".#....##...#",
            ".###.#.####.",
            ".##..##.#.##",
            "#..#..#...#.",
            "##...##....#",
            "....##....#.",
            "#..##..#..#.",
            "..##....#...",
            "...#....#...",
            "...##..##.#.",
        ]
    )
)
"""One solution, and colors must be tried in two cells at once; found among random pictures."""

EXCHANGES = Puzzle.of(
    Grid.from_text(
        [
            "..##...#.#..",
            "#...#...####",
            ".#...#.##...",
            ".....#.#..##",
            "..#.....#..#",
            "#.#......#..",
            ".#.#..##.##.",
            ".#.#.....#.#",
            ".#.###..#...",
            ".###.###....",
            "...#...#..##",
            "..#.....#..#",
        ]
    )
)
"""Many solutions, some of which differ from this one in the corners of a rectangle only."""


def clues(*lines: str) -> tuple[Clue, ...]:
    """Black clues, each as numbers with blanks between; `?` is blotted."""
    return tuple(
        tuple(Block(None if word == "?" else int(word)) for word in line.split()) for line in lines
    )


NONE_BY_LINE = Puzzle(clues("3", "1", "1"), clues("1", "1 1", "1 1"))
"""No solution: the columns ask for two cells in row 3."""

NONE_BY_SEARCH = Puzzle(clues("1 1", "2", "1 1", "1"), clues("1 1", "1 1", "1", "2"))
"""No solution, though line logic finds nothing wrong."""


def known(*rows: str) -> PartialGrid:
    """A picture in which `?` is not decided."""
    sets = {"?": 3, ".": 1, "#": 2}
    return PartialGrid(tuple(tuple(sets[char] for char in row) for row in rows))


def permutations(size: int) -> Puzzle:
    """One single cell in every line: `size`! solutions."""
    return Puzzle((ONE,) * size, (ONE,) * size)


def noise(side: int, seed: int | None = None) -> Puzzle:
    """A picture in which every cell is filled or not by chance; by default the side is the seed."""
    dice = random.Random(side if seed is None else seed)  # noqa: S311 - nothing secret
    rows = (tuple(dice.choice((0, 1)) for _ in range(side)) for _ in range(side))
    return Puzzle.of(Grid(tuple(rows)))


def own(folder: Path, text: str) -> Recipe:
    """A recipe of one encoding."""
    path = folder / "mine.lp"
    path.write_text(text)
    return recipe_of([path])


def dominoes(side: int) -> Puzzle:
    """Dominoes up a staircase, of an odd side from 7: one solution, hard to find by cases."""
    steps = (side - 3) // 2
    rows = clues("3", *("1", "3 1") * steps, "1", "1")
    return Puzzle(rows, clues("1", "1", *("1 3", "1") * steps, "3"))
