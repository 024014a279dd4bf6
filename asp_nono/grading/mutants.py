"""The kind of mistake in a program: that of the mutant whose answers are most like its own.

A mutant is a program with one typical mistake. Its answers on small boards are worked out from a
rule that says of a finished line and a clue whether it accepts the two together. Colors of cells
are numbers, 0 is the background.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations_with_replacement, islice, pairwise, product, starmap
from operator import add
from pathlib import Path
from typing import Literal, TypeAlias

from asp_nono.asp.dialects import BoardSize
from asp_nono.clue import Block, Line, runs
from asp_nono.grading.small_boards import (
    Cells,
    ExhaustiveResult,
    Numbers,
    SizeResult,
    is_board,
    lines_of,
)
from asp_nono.line.patterns import all_clues, patterns
from asp_nono.puzzle import Puzzle

Blocks: TypeAlias = list[tuple[int, int]]
"""The length and color of each block of a clue, as `runs` has them."""

Accepts: TypeAlias = Callable[[Cells, Blocks], bool]
Axes = Literal["lines", "rows", "columns"]
"""The lines on which a mistake is made: all of them, or only rows or columns."""

_AXES: tuple[Axes, ...] = ("lines", "rows", "columns")


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """A kind of mistake: its name, what it is, and a question or direction for the student."""

    name: str
    title: str
    hint: str
    seen: bool = False  #: at once, without a comparison with mutants


_TABLE = Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8")

KINDS = {name: MistakeKind(name, **entry) for name, entry in tomllib.loads(_TABLE).items()}
"""Every kind by name."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The likely kind of mistake, and on which lines it is made."""

    kind: MistakeKind
    axes: Axes = "lines"
    sure: bool = False  #: whether a mutant gives exactly the same answers on all boards compared


# --- What a mutant accepts on one line


def _starts(length: int, blocks: Blocks, same: int, other: int) -> Iterator[tuple[int, ...]]:
    """All starts of blocks in order, with these least gaps for equal and for other colors."""
    gaps = [same if one == two else other for (_, one), (_, two) in pairwise(blocks)] + [0]
    ends = [*accumulate(size + gap for (size, _), gap in zip(blocks, gaps, strict=False))]
    room = length - max(ends, default=0)
    for moved in combinations_with_replacement(range(room + 1), len(blocks)):
        yield tuple(map(add, (0, *ends), moved))


def _in_windows(length: int, blocks: Blocks, starts: tuple[int, ...]) -> bool:
    """Whether each block lies where the other blocks of its clue leave it room."""
    ranges = [(min(one), max(one)) for one in zip(*_starts(length, blocks, 1, 0), strict=True)]
    return all(first <= start <= last for start, (first, last) in zip(starts, ranges, strict=True))


def _within(some: Cells, cells: Cells) -> bool:
    """Whether some of the filled cells are these."""
    return all(one in (0, cell) for one, cell in zip(some, cells, strict=True))


def _is_union(cells: Cells, blocks: Blocks, starts: tuple[int, ...]) -> bool:
    """Whether each cell has just the colors of the blocks with these starts that lie on it."""
    covered: list[set[int]] = [set() for _ in cells]
    for (length, color), start in zip(blocks, starts, strict=True):
        for place in range(start, start + length):
            covered[place].add(color)
    return covered == [{color} if color else set() for color in cells]


def _blocks(
    gaps: tuple[int, int] | None = None,
    *,
    windows: bool = False,
    where: Callable[[Blocks, tuple[int, ...]], bool] | None = None,
) -> Accepts:
    """Blocks anywhere; or in order, with these least gaps between equal and between other colors.

    With `windows` each block leaves room for the others; `where` says which starts are allowed.
    """

    def accepts(cells: Cells, blocks: Blocks) -> bool:
        length = len(cells)
        anywhere = product(*(range(length - size + 1) for size, _ in blocks))
        return any(
            _is_union(cells, blocks, starts)
            for starts in (_starts(length, blocks, *gaps) if gaps else anywhere)
            if not where or where(blocks, starts)
            if not windows or _in_windows(length, blocks, starts)
        )

    return accepts


def _ordered(_blocks: Blocks, starts: tuple[int, ...]) -> bool:
    return all(first < second for first, second in pairwise(starts))


def _next_length_apart(blocks: Blocks, starts: tuple[int, ...]) -> bool:
    """The distance of two blocks is measured by the length of the second."""
    gaps = zip(pairwise(starts), blocks[1:], strict=True)
    return all(second > first + length for (first, second), (length, _) in gaps)


def _gap_of_one(cells: Cells, blocks: Blocks) -> bool:
    inner = runs(color + 1 for color in cells)[1:-1]
    return _shows(cells, blocks) and all(length == 1 for length, color in inner if color == 1)


def _more_runs(cells: Cells, blocks: Blocks) -> bool:
    """The first runs are the blocks; others may follow."""
    return runs(cells)[: len(blocks)] == blocks


def _shows(cells: Cells, blocks: Blocks) -> bool:
    return runs(cells) == blocks


def _anything(_cells: Cells, _blocks: Blocks) -> bool:
    return True


def _totals(cells: Cells, blocks: Blocks) -> bool:
    """Only the number of cells of each color counts."""
    wanted = [color for length, color in blocks for _ in range(length)]
    return sorted(filter(None, cells)) == sorted(wanted)


def _at_least(cells: Cells, blocks: Blocks) -> bool:
    shown = runs(cells)
    pairs = zip(shown, blocks, strict=False)
    return len(shown) == len(blocks) and all(n >= m and c == k for (n, c), (m, k) in pairs)


def _over_the_end(cells: Cells, blocks: Blocks) -> bool:
    total = sum(length for length, _ in blocks)
    return any(_shows(cells + cells[-1:] * beyond, blocks) for beyond in range(total + 1))


def _first_two_in_order(cells: Cells, blocks: Blocks) -> bool:
    return any(
        _shows(cells[:cut], blocks[:2]) and sorted(runs(cells[cut:])) == sorted(blocks[2:])
        for cut in range(len(cells) + 1)
    )


def _some_pattern(meets: Callable[[Cells, Cells], bool]) -> Accepts:
    """The cells meet some pattern of the clue."""

    def accepts(cells: Cells, blocks: Blocks) -> bool:
        clue = tuple(starmap(Block, blocks))
        return any(meets(one, cells) for one in patterns(clue, len(cells)))

    return accepts


def _first_color(some: Cells, cells: Cells) -> bool:
    """Every block takes the color of the first one."""
    return cells == tuple(next(filter(None, some)) if cell else 0 for cell in some)


def _one_too_long(some: Cells, cells: Cells) -> bool:
    """The cell behind each block is filled, too, if there is one and no other block on it."""
    return cells == tuple(cell or before for before, cell in pairwise((0, *some)))


def _any_color_order(cells: Cells, blocks: Blocks) -> bool:
    shown = runs(cells)
    same_lengths = [length for length, _ in shown] == [length for length, _ in blocks]
    return same_lengths and sorted(color for _, color in shown) == sorted(c for _, c in blocks)


def _never_filled(place: int, *, unless_full: bool = False) -> Accepts:
    """A place stays background, perhaps unless one block fills the line."""

    def accepts(cells: Cells, blocks: Blocks) -> bool:
        full = unless_full and [length for length, _ in blocks] == [len(cells)]
        return _shows(cells, blocks) and (full or not cells[place])

    return accepts


_LINE_MISTAKES: tuple[tuple[str, Accepts], ...] = (
    ("no block", lambda cells, blocks: not blocks and _shows(cells, blocks)),
    ("separation", _blocks((0, 0))),
    ("separation", _blocks((0, 0), windows=True)),
    ("separation", _blocks((1, 1))),
    ("separation", _blocks((2, 0))),
    ("separation", _blocks((2, 1))),
    ("separation", _gap_of_one),
    ("separation", _blocks(where=_next_length_apart)),
    ("order", lambda cells, blocks: sorted(runs(cells)) == sorted(blocks)),
    ("direction", lambda cells, blocks: runs(cells) == blocks[::-1]),
    ("overlap", _blocks(where=_ordered)),
    ("overlap", _blocks(where=_ordered, windows=True)),
    ("overlap", _blocks()),
    ("overlap", _blocks(windows=True)),
    ("background", _some_pattern(_within)),
    ("cover", _some_pattern(lambda one, cells: _within(cells, one))),
    ("blank lines", lambda cells, blocks: not blocks or _shows(cells, blocks)),
    ("blank lines", lambda cells, blocks: bool(blocks) and _shows(cells, blocks)),
    ("length", lambda cells, blocks: runs(cells) == [(n + 1, c) for n, c in blocks]),
    ("length", lambda cells, blocks: runs(cells) == [(n - 1, c) for n, c in blocks if n > 1]),
    ("length", _some_pattern(_one_too_long)),
    ("length", _at_least),
    ("length", lambda cells, blocks: [c for _, c in runs(cells)] == [c for _, c in blocks]),
    ("length", lambda cells, blocks: _totals(cells, blocks) and len(runs(cells)) == len(blocks)),
    ("off-by-one", _never_filled(0)),
    ("off-by-one", _never_filled(-1)),
    ("off-by-one", _never_filled(0, unless_full=True)),
    ("off-by-one", _never_filled(-1, unless_full=True)),
    ("edge", _over_the_end),
    ("runs", _totals),
    ("more runs", _more_runs),
    ("some blocks", lambda cells, blocks: _shows(cells, blocks[:1])),
    ("some blocks", _first_two_in_order),
    ("colors", _some_pattern(lambda one, cells: [*map(bool, one)] == [*map(bool, cells)])),
    ("colors", _any_color_order),
    ("colors", _some_pattern(_first_color)),
    ("background", lambda cells, blocks: all(cells) and _shows(cells, blocks)),
)  # mistakes on single lines: their kind, and the rule by which cells are accepted beside a clue


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program with one mistake."""

    kind: MistakeKind
    axes: Axes
    accepts: Accepts  #: the rule for these lines; on the others it is right
    only: str = ""  #: "first" or "last": the line on which alone the mistake is made
    transposed: bool = False  #: whether rows and columns of cells are exchanged

    def rule(self, board: BoardSize, line: Line) -> Accepts:
        """The rule for a line of a board."""
        last = board.height if line.axis == "row" else board.width
        meant = {"": line.number, "first": 1, "last": last}[self.only]
        here = self.axes in ("lines", f"{line.axis}s") and line.number == meant
        return self.accepts if here else _shows


@cache
def mutants() -> tuple[Mutant, ...]:
    """Every mutant, the simplest mistakes first."""
    lines = product(_AXES, ("last", "first"))
    return (
        *(Mutant(KINDS[name], axes, rule) for name, rule in _LINE_MISTAKES for axes in _AXES),
        Mutant(KINDS["rows only"], "columns", _anything),
        Mutant(KINDS["columns only"], "rows", _anything),
        Mutant(KINDS["contradiction"], "lines", lambda _cells, _blocks: False),
        Mutant(KINDS["axes"], "lines", _shows, transposed=True),
        *(Mutant(KINDS["some lines"], axes, _anything, only) for axes, only in lines),
    )


# --- Which mutant a program is most like

_NUMBER = re.compile(r"-?\d+")

_LEAST_SHARE = 0.5  # a kind of mistake must explain more than this share of what is wrong
_LARGEST = 6  # the boards that are compared, in cells, except the one on which the program failed
_LONGEST = {2: 6, 3: 3}  # their lines, by the number of colors
_LONGEST_FAULT = 8  # the answers of mutants take too long to work out for longer lines
_SMALL = 4
_FEW = 12  # boards up to `_SMALL` cells decide which few mutants are compared on all boards
_BITS = 30  # of a positive number, less the one cell that some count from
_MAX_TRIED = 100_000  # the clue sets and pictures of a size, to work out a mutant's answers


def diagnose(
    result: ExhaustiveResult,
    *,
    misspelled: bool = False,
    instance: bool = False,
    derived: bool = False,
) -> Diagnosis | None:
    """The likely kind of mistake.

    First comes an `instance` in the program, its own facts beside those of the board, then a name
    that is `misspelled`, which nothing supplies, then facts of the board that a rule has `derived`.
    """
    fault = result.fault
    if fault is None:
        return None
    if seen := _seen(fault, misspelled=misspelled, instance=instance, derived=derived):
        return Diagnosis(KINDS[seen], sure=seen == "hidden choice")
    compared = [
        one
        for one in result.sizes
        if one.complete
        if one is fault
        or (one.board.area <= _LARGEST and one.board.side <= _LONGEST[one.board.colors])
    ]
    best, distance, wrong = _nearest(compared)
    if (distance or not best) and _squares_right(result, fault):
        return Diagnosis(KINDS["side lengths"])
    if best and distance <= _LEAST_SHARE * wrong:
        return Diagnosis(best.kind, best.axes, sure=distance == 0)
    missing = any(one.missing for one in result.sizes)
    wrong_too = any(one.wrong for one in result.sizes)
    coarse = "both" if missing and wrong_too else "too few" if missing else "too many"
    return Diagnosis(KINDS[coarse])


def _seen(fault: SizeResult, *, misspelled: bool, instance: bool, derived: bool) -> str:
    """The kind that is seen without comparing answers; "" if none is."""
    if instance and fault.faulty:
        return "instance"
    if misspelled:
        return "name"
    if derived and fault.faulty:
        return "derived facts"
    if fault.odd:
        return _odd(fault)
    if not fault.faulty:
        return "hidden choice"
    return "size limit" if fault.board.side > _LONGEST_FAULT else ""


def _squares_right(result: ExhaustiveResult, fault: SizeResult) -> bool:
    """Whether two cells in a row are wrong and all square boards are right."""
    squares = [one for one in result.sizes if one.board.width == one.board.height]
    larger = any(one.board.area > 1 for one in squares)
    return fault.board.area == 2 and larger and not any(one.faulty for one in squares)


def beyond(puzzle: Puzzle, colors: int, *, powers: bool) -> Diagnosis:
    """The kind of a mistake that no small board shows; `colors` are those of the small ones.

    Where a program computes `powers`, they are too large on a line of more cells than a number has
    bits.
    """
    third = any(b.color >= colors for clue in (*puzzle.rows, *puzzle.columns) for b in clue)
    long = powers and max(puzzle.width, puzzle.height) >= _BITS
    return Diagnosis(KINDS["third color" if third else "overflow" if long else "size limit"])


def _odd(fault: SizeResult) -> str:
    """The kind that an atom which is no cell shows.

    A cell outside means a wrong index base, rows and columns exchanged, or a block over the end:
    not on the smallest board; and on a square one exchanged cells are inside. A block that is over
    the end of a line that it fills is too long.
    """
    _, kind, atom = fault.odd[0]
    if kind != "outside":
        return {"longer": "length", "color": "colors", "form": "form", "twice": "two colors"}[kind]
    area = fault.board.area
    if area == 1 or any(int(number) < 0 for number in _NUMBER.findall(atom)):
        return "index base"
    return "axes" if area == 2 else "edge"


Answers: TypeAlias = set[tuple[Numbers, int]]


def _nearest(compared: list[SizeResult]) -> tuple[Mutant | None, int, int]:
    """The mutant with fewest differences, how many there are, and how many answers are wrong."""
    given = [(one.board, set(one.answers())) for one in compared]
    wrong = sum(len(one.missing) + len(one.wrong) for one in compared)
    small = [(board, answers) for board, answers in given if board.area <= _SMALL]
    ranked = sorted(mutants(), key=lambda one: _distance(one, small or given, wrong))
    best, least = None, wrong
    for mutant in ranked[:_FEW]:
        distance = _distance(mutant, given, least)
        if distance < least:
            best, least = mutant, distance
    return best, least, wrong


def _distance(mutant: Mutant, given: list[tuple[BoardSize, Answers]], most: int) -> int:
    """How many answers of a mutant differ from the given ones; counting ends at `most`."""
    differences = (differs for one in given for differs in _differences(mutant, *one) if differs)
    return sum(islice(differences, most))


def _differences(mutant: Mutant, board: BoardSize, given: Answers) -> Iterator[bool]:
    """For each answer, a given one or one of the mutant's, whether it is only one of them."""
    tables = [_table(mutant.rule(board, line), n, board.colors) for line, n in board.lines()]
    for numbers, code in given:
        accepted = _accepted(mutant, board, tables, code)
        yield not all(n in clues for n, clues in zip(numbers, accepted, strict=True))
    tried = 0
    for code in range(board.colors**board.area):
        for numbers in product(*_accepted(mutant, board, tables, code)):
            tried += 1
            if is_board(numbers, board):
                yield (numbers, code) not in given
        if tried > _MAX_TRIED:
            return


def _accepted(
    mutant: Mutant, board: BoardSize, tables: list[dict[Cells, Numbers]], code: int
) -> list[Numbers]:
    """The clues that a mutant accepts beside each line of a picture."""
    width, height = board.width, board.height
    if mutant.transposed and width != height:
        return [()] * (width + height)
    shown = lines_of(code, board)
    if mutant.transposed:
        shown = shown[height:] + shown[:height]
    return [known[line] for known, line in zip(tables, shown, strict=True)]


@cache
def _table(accepts: Accepts, length: int, colors: int) -> dict[Cells, Numbers]:
    """For each pattern of a line the numbers of the clues beside which it is accepted."""
    clues = [[(block.least, block.color) for block in clue] for clue in all_clues(length, colors)]
    return {
        pattern: tuple(number for number, blocks in enumerate(clues) if accepts(pattern, blocks))
        for pattern in product(range(colors), repeat=length)
    }
