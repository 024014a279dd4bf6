"""Nogoods: what a failed edit teaches, cells of which at least one must change.

An edited picture with a second solution is not the only one that has it. The second solution
differs from the picture on pieces of lines that hold the same blocks in both; every picture that
agrees with the edited one on these pieces has a second solution, too, whatever it shows elsewhere.
The same holds for pieces on which line logic makes no progress. So one cell of the pieces has to
get a color other than the one the edit gave it. The smaller the pieces, the stronger the nogood.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Literal, TypeAlias

from asp_nono.asp.recipes import recipe
from asp_nono.clue import Cell, clue_of, runs
from asp_nono.design.edit import swept
from asp_nono.grid import Grid
from asp_nono.line import solver
from asp_nono.line.board import Board
from asp_nono.line.switch import switches
from asp_nono.puzzle import Puzzle, mismatch
from asp_nono.solving.result import Technique
from asp_nono.solving.search import SearchTask, search

Nogood: TypeAlias = frozenset[Cell]  # cells of which one at least must get another color

_Part: TypeAlias = tuple[Nogood, frozenset[Cell]]
_Piece: TypeAlias = tuple[list[Cell], list[Cell]]  # the cells of a piece; the marked ones of them


Aim: TypeAlias = Literal["unique", "line"]
"""The aim of a repair: exactly one solution, or also one that line logic alone finds."""

_SWITCHES = 200  # the most switches of one picture that are used


def judge(puzzle: Puzzle, aim: Aim) -> Technique | list[Nogood]:
    """The technique that solves the puzzle of a goal, or what the goal lacks.

    Returns:
        The weakest technique known to be enough if the aim is met. Otherwise nogoods, at least
        one: no picture that agrees with the goal on the cells of one of them meets the aim.
    """
    goal = puzzle.goal
    if goal is None or mismatch(goal, puzzle):
        raise AssertionError("an edited picture is not a solution of its own puzzle")
    board = swept(puzzle)
    if board.decided:
        return Technique.LINE
    if aim == "line":
        return [*_doubts(goal, board), *_nogoods(goal, _switched(puzzle, goal))]
    others = rivals(puzzle, goal)
    return others if isinstance(others, Technique) else _nogoods(goal, others)


def rivals(puzzle: Puzzle, goal: Grid) -> Technique | list[Grid]:
    """Solutions other than the goal, or the technique that solves a puzzle with no others.

    Switches are easy to find. Where there is none, the first solution that is not the goal is
    taken: its parts say as much as several solutions do.
    """
    if near := list(_switched(puzzle, goal)):
        return near
    with closing(search(SearchTask(puzzle, recipe()))) as found:
        for event in found:
            if event.latest and event.latest != goal:
                return [event.latest]
            if event.technique:
                return event.technique
    raise AssertionError("a search has not ended")


def _switched(puzzle: Puzzle, goal: Grid) -> Iterator[Grid]:
    return islice(switches(puzzle, goal), _SWITCHES)


def _nogoods(goal: Grid, others: Iterable[Grid]) -> list[Nogood]:
    """The nogoods that other solutions give, each once."""
    return list(dict.fromkeys(part for one in others for part, _ in differences(goal, one)))


def differences(edit: Grid, other: Grid) -> list[_Part]:
    """The independent parts of the difference between two pictures with the same clues.

    Returns:
        For each part the nogood, and the cells that differ. To give these the colors that they
        have in `other` leads to a solution, with every picture that agrees on the nogood.
    """
    found: list[_Piece] = []
    for cells, mine, theirs in _lines(edit, other.rows):
        differ = [p for p, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b]
        found += _pieces(cells, differ, partial(_same_blocks, mine, theirs))
    return _parts(found)


def _doubts(edit: Grid, board: Board) -> list[Nogood]:
    """The parts that line logic leaves open; it solves no picture that agrees on one of them."""
    found: list[_Piece] = []
    for cells, colors, allowed in _lines(edit, board.partial().rows):
        open_ = [p for p, left in enumerate(allowed) if left & (left - 1)]
        found += _pieces(cells, open_, partial(_no_news, colors, allowed))
    return [nogood for nogood, _ in _parts(found)]


def _lines(
    edit: Grid, rows: tuple[tuple[int, ...], ...]
) -> Iterator[tuple[list[Cell], tuple[int, ...], tuple[int, ...]]]:
    """The cells of each line, and what two pictures show there."""
    across = [[(x, y) for x in range(1, edit.width + 1)] for y in range(1, edit.height + 1)]
    cells = (*across, *map(list, zip(*across, strict=True)))
    columns = zip(*rows, strict=True)
    return zip(cells, (*edit.rows, *edit.columns), (*rows, *columns), strict=True)


def _same_blocks(mine: Sequence[int], theirs: Sequence[int], first: int, end: int) -> bool:
    """Whether a piece that begins with a common cell holds the same blocks in both, and ends so."""
    if end < len(mine) - 1 and mine[end] != theirs[end]:
        return False
    return runs(mine[first : end + 1]) == runs(theirs[first : end + 1])


def _no_news(cells: Sequence[int], allowed: Sequence[int], first: int, end: int) -> bool:
    """Whether line logic learns nothing in a piece, which begins with a known cell and ends so."""
    colors = allowed[first : end + 1]
    if end < len(cells) - 1 and colors[-1] & (colors[-1] - 1):
        return False
    most = max(colors).bit_length()
    sets = [sum(1 << p for p, c in enumerate(colors) if c >> k & 1) for k in range(most)]
    return solver.solve(clue_of(cells[first : end + 1]), end + 1 - first, sets) == sets


def _pieces(
    cells: list[Cell], marked: list[int], settled: Callable[[int, int], bool]
) -> list[_Piece]:
    """The shortest pieces of a line that hold all marked positions, each settled by itself.

    A piece begins just before its first marked position: what lies further to the left is alike in
    both pictures, and so cannot matter. A line that does not fall into settled pieces is one piece.
    """
    found: list[tuple[int, int]] = []
    for position in marked:
        if found and position <= found[-1][1]:
            continue
        first = max(position - 1, 0)
        end = next((end for end in range(position, len(cells)) if settled(first, end)), None)
        if end is None:
            return [(cells, [cells[p] for p in marked])]
        found.append((first, end))
    return [
        (cells[first : end + 1], [cells[p] for p in marked if first <= p <= end])
        for first, end in found
    ]


def _parts(found: list[_Piece]) -> list[_Part]:
    """The unions of pieces that share marked cells."""
    part_of: dict[Cell, int] = {}
    parts: dict[int, tuple[set[Cell], set[Cell]]] = {}
    for number, (cells, inside) in enumerate(found):
        nogood, marked = set(cells), set(inside)
        for old in {part_of[cell] for cell in inside if cell in part_of}:
            more_cells, more_marked = parts.pop(old)
            nogood |= more_cells
            marked |= more_marked
        parts[number] = nogood, marked
        part_of |= dict.fromkeys(marked, number)
    return [(frozenset(nogood), frozenset(marked)) for nogood, marked in parts.values()]
