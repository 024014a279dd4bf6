"""Boards beyond the exhaustive test: long lines, seeded rectangles, clues with a slip in them.

A program that is right on every small board can still go wrong from the fifth block on, after a
long block, or on a side that no small board has. These boards are few and large; one on which a
program is wrong is shrunk, line by line, as long as the program stays wrong on it.

With deductions a program can be wrong that is right on the clues alone: they narrow windows, leave
out decided cells and state what is known. Boards are tried one by one, of the larger sizes few.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, product, starmap
from random import Random

from asp_nono.asp.deductions import open_puzzle
from asp_nono.asp.facts import facts_text
from asp_nono.asp.recipes import Deductions
from asp_nono.clue import Block, Clue, clue_of, least_cells
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.sandbox import Clock, Sandbox
from asp_nono.grading.small_boards import (
    PALETTE,
    Cells,
    Trial,
    boards,
    on_board,
    small_blotted_trials,
)
from asp_nono.grading.vocabulary import OurFacts, SubmittedProgram
from asp_nono.grid import Grid
from asp_nono.messages import Message, PuzzleError
from asp_nono.puzzle import Puzzle
from asp_nono.solving.solve import solve

_RECTANGLES = ((5, 7), (10, 10), (12, 4), (3, 20), (7, 5), (4, 12), (20, 3))
NEEDED = {"5x7", "10x10"}  # sizes of which a program must decide a board to be right
_COLORED = ((6, 1), (1, 6), (8, 1), (1, 8), (3, 3))
_STRIPS = 6  # of each of these sizes
_SHARES = (0.35, 0.55, 0.75)  # of filled cells
_LARGEST_DIFFERENCE = 20  # of width and height: each up to this is tried
_LONG = (34, 56)  # powers of two leave clingo's numbers from 31 on; ranges often end at 50
_TOGETHER = 8  # lines of one board, each with a block of another length
_MOST_BLOCKS = 24  # of one line: each number up to this is tried
_NUMBERED = ((2, 9), (5, 10), (6, 11))  # numbers of blocks at which digits change
_DIGITS = (5, 9, 10, 11, 16, 33)  # the same of lengths and gaps
_WIDEST = 102  # the cells of a line where numbers of cells may be those of the next line
_BLOTTED_STRIP, _BLOTTED_STRIPS = 6, 16  # cells of strips with blots, and how many in each palette
_BLOTTED_FULL = (7, 12, 25)  # the lengths of a blotted block that is a whole line
_MANY = 200  # solutions; a board with more is not used
LONGEST = 5.0  # for one board
MOST_STOPPED = 3  # boards on which it is stopped; then only smaller ones are tried
_CANDIDATES = 60  # smaller boards tried for each one that is shrunk


def larger_boards(colors: int, seed: str) -> Iterator[Puzzle]:
    """The boards for programs that handle this many colors, the smaller ones first."""
    random = Random(f"larger {colors} {seed}")  # noqa: S311 - boards, not secrets
    for width, height in _COLORED if colors > 2 else ():
        for _ in range(_STRIPS):
            yield from _with_near_misses(_random(width, height, colors, 0.7, random), random, 2)
    for (width, height), share in product(_RECTANGLES, _SHARES):
        yield from _with_near_misses(_random(width, height, colors, share, random), random, 2)
    for difference in range(1, _LARGEST_DIFFERENCE + 1) if colors == 2 else ():
        short = random.randint(1, 3)
        for width, height in ((short, short + difference), (short + difference, short)):
            yield Puzzle.of(_random(width, height, colors, 0.8, random), PALETTE[:colors])
    for length in _LONG if colors == 2 else ():
        for cells, most in _long_lines(length, random):
            yield from _with_near_misses(Grid((cells,)), random, most)
            yield from _with_near_misses(Grid(tuple((cell,) for cell in cells)), random, most)
    for puzzle in (*_every_block(), *_numbered_blocks(), _wide()) if colors == 2 else ():
        yield from _both_ways(puzzle)


def _numbered_blocks() -> Iterator[Puzzle]:
    """Rows with two blocks that are longer than one cell, of each number, length, gap and place.

    A program may compute with these numbers and take one for another; the columns fix the picture.
    """
    for pair, at in product(_NUMBERED, range(len(_DIGITS))):
        lengths = dict(zip(pair, (_DIGITS[at], _DIGITS[at - 3]), strict=True))
        cells: list[int] = []
        for number in range(1, max(pair) + 1):
            gap = _DIGITS[at - 2] if number == pair[0] else 1
            cells += [0] * gap + [1] * lengths.get(number, 1)
        yield Puzzle.of(Grid((tuple(cells),)), PALETTE[:2])


def _wide() -> Puzzle:
    """Two rows; 100 * Y + X is the same for a filled cell of one and an empty one of the other."""
    rows = (tuple(int(x in given) for x in range(1, _WIDEST + 1)) for given in ((3, 101), (3, 5)))
    return Puzzle.of(Grid(tuple(rows)), PALETTE[:2])


def _every_block() -> Iterator[Puzzle]:
    """Boards with a block of each length up to the longest in their rows; then impossible ones.

    On those a line of two blocks, or of each number of blocks of one cell, has its last two joined
    by the lines across.
    """
    longest, colors, one = max(_LONG), PALETTE[:2], Block(1, 1)
    for start in range(1, longest + 1, _TOGETHER):
        lengths = range(start, start + _TOGETHER)
        width = start + _TOGETHER
        puzzle = Puzzle.of(Grid(tuple((1,) * n + (0,) * (width - n) for n in lengths)), colors)
        yield puzzle
    for length in range(1, longest):
        other = min(length, longest - length)
        line = (Block(length), Block(other))
        yield Puzzle((line,), (*((one,),) * (length + other), ()), colors)
    for number in range(2, _MOST_BLOCKS + 1):
        across = (*((one,), ()) * (number - 2), (one,), (one,), ())
        yield Puzzle(((one,) * number,), across, colors)


def blotted_strips(colors: int) -> Iterator[Puzzle]:
    """Lines with blocks of which some or all are blotted, the lines across without blots.

    Where a block is exact, there is another one in which it is a cell longer than in the picture,
    mostly without a solution.
    """
    random = Random(f"blotted {colors}")  # noqa: S311 - boards, not secrets
    for length in _BLOTTED_FULL if colors == 2 else ():
        yield from _both_ways(Puzzle(((Block(None),),), (((Block(1),),) * length), PALETTE[:2]))
    for _ in range(_BLOTTED_STRIPS):
        exact = Puzzle.of(_random(_BLOTTED_STRIP, 1, colors, 0.8, random), PALETTE[:colors])
        (clue,) = exact.rows
        hidden = set(random.sample(range(len(clue)), random.randint(min(1, len(clue)), len(clue))))
        clues = [_blotted(clue, hidden)]
        if left := sorted({*range(len(clue))} - hidden):
            at = random.choice(left)
            slip = Block(clue[at].least + 1, clue[at].color)
            clues.append(_blotted((*clue[:at], slip, *clue[at + 1 :]), hidden))
        for one in clues if hidden else ():
            with suppress(PuzzleError):  # the slip does not fit
                yield from _both_ways(Puzzle((one,), exact.columns, exact.colors))


def _blotted(clue: Clue, hidden: Container[int]) -> Clue:
    """A clue in which these blocks are blotted."""
    return tuple(
        Block(None, block.color) if at in hidden else block for at, block in enumerate(clue)
    )


def _both_ways(puzzle: Puzzle) -> tuple[Puzzle, Puzzle]:
    return puzzle, _turned(puzzle)


def _random(width: int, height: int, colors: int, share: float, random: Random) -> Grid:
    """A picture whose rows keep their color for a while."""
    rows = []
    for _ in range(height):
        row: list[int] = []
        while len(row) < width:
            color = random.randrange(1, colors) if random.random() < share else 0
            row += [color] * random.choice((1, 1, 2, 3))
        rows.append(tuple(row[:width]))
    return Grid(tuple(rows))


def _long_lines(length: int, random: Random) -> Iterator[tuple[Cells, int]]:
    """A full line, a block at its end, many blocks, blocks of any length; with how many slips.

    None for very many blocks: to prove that these do not fit may take long.
    """
    few = length > 50
    yield (1,) * length, 1 if few else 3
    yield (*(0,) * (length - 1), 1), 0
    yield (*(0,) * (length - 3), 1, 1, 1), 0 if few else 2
    yield (1, 0) * (3 if few else length // 2) + (0,) * (length - 6 if few else length % 2), 0
    lengths = [1, *random.sample(range(2, length // 3), 3)]
    cells = [cell for size in lengths for cell in (*(1,) * size, 0)]
    yield (*cells, *(0,) * length)[:length], 1 if few else 4


def _with_near_misses(grid: Grid, random: Random, most: int) -> Iterator[Puzzle]:
    """The puzzle of a picture, and some with a slip in one clue; these rarely have a solution."""
    colors = PALETTE[: max(map(max, (*grid.rows, (1,)))) + 1]
    puzzle = Puzzle.of(grid, colors)
    yield puzzle
    yield from islice(near_misses(puzzle, random), most)


def near_misses(puzzle: Puzzle, random: Random) -> Iterator[Puzzle]:
    """Puzzles with a slip in one clue: the same cells of each color in other blocks."""
    clues = [*puzzle.rows, *puzzle.columns]
    changed = [
        (number, slip)
        for number, (_, clue, length) in enumerate(puzzle.lines())
        for slip in _slips(clue, length)
    ]
    random.shuffle(changed)
    for number, slip in changed:
        made = [*clues[:number], slip, *clues[number + 1 :]]
        sides = tuple(made[: puzzle.height]), tuple(made[puzzle.height :])
        yield Puzzle(*sides, puzzle.colors)


def _slips(clue: Clue, length: int) -> Iterator[Clue]:
    """Clues that fit on the line: a block divided, two exchanged, joined, or one cell moved."""
    for at, block in enumerate(clue):
        size, color = block.least, block.color
        for first in {1, size // 2, size - 1} - {0, size}:
            yield from _fitting(clue, at, 1, (first, color), (size - first, color), length=length)
        if at + 1 == len(clue):
            break
        other = clue[at + 1]
        if other != block:
            swapped = (other.least, other.color), (size, color)
            yield from _fitting(clue, at, 2, *swapped, length=length)
        if other.color == color:
            yield from _fitting(clue, at, 2, (size + other.least, color), length=length)
            if size > 1:
                moved = (size - 1, color), (other.least + 1, color)
                yield from _fitting(clue, at, 2, *moved, length=length)


def _fitting(clue: Clue, at: int, old: int, *new: tuple[int, int], length: int) -> Iterator[Clue]:
    """The clue with `new` blocks for `old` ones, if that is another one that fits on the line."""
    made = (*clue[:at], *starmap(Block, new), *clue[at + old :])
    if made != clue and least_cells(made) <= length:
        yield made


def larger_trials(colors: Iterable[int], seed: str) -> Iterator[Trial]:
    """The larger boards with all solutions, for each of these numbers of colors."""
    boards = (puzzle for number in colors for puzzle in larger_boards(number, seed))
    for puzzle in boards:
        if (right := solutions_of(puzzle)) is not None:
            yield puzzle, right, None


def blotted_trials(colors: int) -> Iterator[Trial]:
    """The boards with blotted blocks for programs that handle this many colors."""
    yield from small_blotted_trials()
    for number in sorted({2, colors}):
        for puzzle in blotted_strips(number):
            if (right := solutions_of(puzzle)) is not None:
                yield puzzle, right, None


@lru_cache(maxsize=4096)
def solutions_of(puzzle: Puzzle) -> tuple[Grid, ...] | None:
    """All solutions of a board as asp-nono finds them; None if there are very many."""
    found = solve(puzzle, most=_MANY + 1)
    return found.solutions if found.exhausted else None


# --- Shrinking


def shrunk(
    sandbox: Sandbox, program: SubmittedProgram, found: BoardExample, seconds: float
) -> BoardExample:
    """A smaller board on which the program is wrong, too, as small as `seconds` allow."""
    clock = Clock(seconds)
    smaller: BoardExample | None = found
    while smaller:
        found, smaller = smaller, None
        for puzzle in islice(_smaller(found), _CANDIDATES):
            right = solutions_of(puzzle)
            if right is None or not clock.left:
                continue
            with clock.part(LONGEST) as own:
                tried = on_board(sandbox, program, puzzle, right, own)
            if tried and tried.faulty:
                smaller = tried
                break
    return found


def _smaller(found: BoardExample) -> Iterator[Puzzle]:
    """The board without some of its lines, then with one of them blank.

    The picture is a solution that is missing or a wrong answer; lines that it has right stay so.
    """
    shown = next(iter((*found.missing, *found.wrong, *(found.right or ()))), None)
    if shown is None:
        return
    for rows in _changed(shown.rows):
        yield from _puzzles(found.puzzle, shown.rows, rows)
    turned = _turned(found.puzzle)
    for columns in _changed(shown.columns):
        yield from map(_turned, _puzzles(turned, shown.columns, columns))


def _turned(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.columns, puzzle.rows, puzzle.colors)


def _changed(rows: tuple[Cells, ...]) -> Iterator[list[Cells | None]]:
    """The rows, None for each that is left out: half of them, a quarter, one; then one blank."""
    size = len(rows) // 2
    while size:
        for at in range(0, len(rows), size):
            yield [*rows[:at], *[None] * len(rows[at : at + size]), *rows[at + size :]]
        size //= 2
    for at, row in enumerate(rows):
        if any(row):
            yield [*rows[:at], (0,) * len(row), *rows[at + 1 :]]


def _puzzles(
    puzzle: Puzzle, before: tuple[Cells, ...], after: Sequence[Cells | None]
) -> Iterator[Puzzle]:
    """Puzzles for the rows that are left, with the clues that these had, as far as they can."""
    left = [(at, row) for at, row in enumerate(after) if row is not None]
    if not left:
        return
    rows = [_clues(puzzle.rows[at], before[at], row) for at, row in left]
    old, new = zip(*before, strict=True), zip(*(row for _, row in left), strict=True)
    columns = list(map(_clues, puzzle.columns, old, new))
    for clues in islice(product(*rows, *columns), _CANDIDATES):
        with suppress(PuzzleError):  # rows and columns disagree
            yield Puzzle(clues[: len(rows)], clues[len(rows) :], puzzle.colors)


def _clues(clue: Clue, before: Cells, after: Cells) -> list[Clue]:
    """The clue of a line after a change; several if the line did not have its clue before."""
    if clue == clue_of(before):
        return [clue_of(after)]
    lost = sum(map(bool, before)) - sum(map(bool, after))
    cut = [
        (*clue[:at], *([Block(block.least - lost, block.color)] if rest else []), *clue[at + 1 :])
        for at, block in enumerate(clue)
        if (rest := block.least - lost) >= 0
    ]
    return cut if lost else [clue]


_SIDES = (5, 6, 7)  # beyond the small boards: there a cell may be known and its block not
_DEDUCED, _TRIED = 20, 100  # boards of a size, and random pictures that are tried to find them


def deduced_trials(program: SubmittedProgram, level: Deductions) -> Iterator[Trial]:
    """Boards with something open, the small ones first, and their facts with deductions.

    Raises:
        PuzzleError: If the program gets other facts than ours.
    """
    words, colors = program.vocabulary, program.colors
    if not isinstance(words, OurFacts):
        raise PuzzleError(
            "deductions ({level}) are for programs that read the facts ours", level=level
        )
    random = Random(f"deductions {colors}")  # noqa: S311 - boards, not secrets
    sizes = [(board.width, board.height) for board in boards(colors)]
    for width, height in [*sizes, *((side, side) for side in _SIDES)]:
        seen, found = set[Grid](), 0
        for _ in range(_TRIED):
            rows = (tuple(random.choices(range(colors), k=width)) for _ in range(height))
            grid = Grid(tuple(rows))
            left = open_puzzle(Puzzle.of(grid, PALETTE[:colors]), level)
            if (
                grid in seen
                or isinstance(left, Message)
                or not any(line.open for line in left.lines)
            ):
                continue
            seen.add(grid)
            if right := solutions_of(left.puzzle):
                found += 1
                yield left.puzzle, right, facts_text(left, words.wanted)
            if found == _DEDUCED:
                break
