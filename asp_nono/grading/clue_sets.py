"""Every clue of a line, and the rules by which the judge lays one beside each line of a board."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TypeAlias

from asp_nono.clue import Clue, clue_of
from asp_nono.grading.vocabulary import Board, Vocabulary
from asp_nono.grading.wire import CLUE, Output
from asp_nono.grid import Grid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle

Numbers: TypeAlias = tuple[int, ...]
"""The number of a clue for each line of a board, rows first."""

PALETTE = (WHITE, BLACK, Color("red", "o", "c00000"))
"""The colours of the boards on which programs are judged."""


@cache
def clues(length: int, colors: int) -> tuple[Clue, ...]:
    """Every clue that has room on a line, the shortest first; the blank one is number 0."""
    found = {clue_of(cells) for cells in product(range(colors), repeat=length)}
    return tuple(sorted(found, key=lambda clue: (len(clue), clue)))


@cache
def clue_numbers(length: int, colors: int) -> tuple[int, ...]:
    """For each pattern of a line the number of its clue.

    Patterns are numbers in base `colors`, the first cell as the lowest digit.
    """
    number = {clue: place for place, clue in enumerate(clues(length, colors))}
    return tuple(number[clue_of(cells(code, length, colors))] for code in range(colors**length))


@cache
def totals(length: int, colors: int) -> tuple[tuple[int, ...], ...]:
    """For each clue of a line its number of cells of each block colour."""
    return tuple(
        tuple(
            sum(block.least for block in clue if block.color == color) for color in range(1, colors)
        )
        for clue in clues(length, colors)
    )


def is_board(numbers: Numbers, board: Board) -> bool:
    """Whether in clues with these numbers rows and columns agree on the cells of each colour."""
    rows = [totals(board.width, board.colors)[number] for number in numbers[: board.height]]
    columns = [totals(board.height, board.colors)[number] for number in numbers[board.height :]]
    return all(
        sum(row[color] for row in rows) == sum(column[color] for column in columns)
        for color in range(board.colors - 1)
    )


def cells(code: int, length: int, colors: int) -> tuple[int, ...]:
    """The cells of a pattern from its number."""
    return tuple(code // colors**place % colors for place in range(length))


def grid_of(code: int, board: Board) -> Grid:
    """The picture with this number: its rows one after the other are one pattern."""
    flat = cells(code, board.area, board.colors)
    width = board.width
    return Grid(tuple(flat[start : start + width] for start in range(0, board.area, width)))


def clue_set(numbers: Numbers, board: Board) -> tuple[Clue, ...]:
    """The clues with these numbers, one for each line."""
    return tuple(
        clues(length, board.colors)[number]
        for number, (_, length) in zip(numbers, board.lines(), strict=True)
    )


def numbers_of(grid: Grid, board: Board) -> Numbers:
    """The numbers of the clues of a picture."""
    lines = zip((*grid.row_clues(), *grid.column_clues()), board.lines(), strict=True)
    return tuple(clues(length, board.colors).index(clue) for clue, (_, length) in lines)


def puzzle_of(numbers: Numbers, board: Board) -> Puzzle:
    """The puzzle with these clues.

    Raises:
        PuzzleError: If rows and columns disagree on the number of cells of a colour.
    """
    found = clue_set(numbers, board)
    return Puzzle(found[: board.height], found[board.height :], PALETTE[: board.colors])


def solutions(puzzle: Puzzle, board: Board) -> list[Grid]:
    """All solutions of a small board, by trying every combination of patterns of its rows."""
    numbers = clue_numbers(board.width, board.colors)
    known = clues(board.width, board.colors)
    choices = [
        [
            cells(code, board.width, board.colors)
            for code, number in enumerate(numbers)
            if known[number] == clue
        ]
        for clue in puzzle.rows
    ]
    return [
        grid for rows in product(*choices) if (grid := Grid(rows)).column_clues() == puzzle.columns
    ]


def layer(vocabulary: Vocabulary, board: Board, shown: str, *, agreed: bool = True) -> str:
    """The rules that choose a clue for each line and derive the facts of the choice.

    Args:
        vocabulary: The facts to derive.
        board: The size.
        shown: What else the program must show, as a rule; empty if it shows its picture itself.
        agreed: Whether only boards are chosen on which rows and columns agree on the number of
            cells of each colour; others are no puzzles.
    """
    rules = [*vocabulary.board_facts(board), f"#show {CLUE}/2.", f"#project {CLUE}/2.", shown]
    rules += [f"#defined {signature}." for signature in sorted(vocabulary.signatures)]
    for place, (line, length) in enumerate(board.lines()):
        possible = clues(length, board.colors)
        rules.append(f"{{ {CLUE}({place},0..{len(possible) - 1}) }} = 1.")
        side = 1 if line.axis == "row" else -1
        for number, clue in enumerate(possible):
            chosen = f"{CLUE}({place},{number})"
            facts = vocabulary.line_facts(line, clue, board)
            rules += [f"{fact[:-1]} :- {chosen}." for fact in facts]
            for color in range(1, board.colors):
                total = side * sum(block.least for block in clue if block.color == color)
                if total:
                    rules.append(f"asp_nono_total({color},{total},{place}) :- {chosen}.")
    rules.append("#defined asp_nono_total/3.")
    for color in range(1, board.colors) if agreed else ():
        rules.append(f":- #sum {{ T,L : asp_nono_total({color},T,L) }} != 0.")
    return "\n".join(rules)


def projection(output: Output, derived: bool) -> str:
    """The rule that makes answer sets with the same picture one, where that can be said."""
    return f"#project {output.signature}." if derived else ""
