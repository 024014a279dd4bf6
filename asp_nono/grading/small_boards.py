"""The exhaustive test: a program on every set of clues of every small board, the smallest first.

A counterexample is a smallest board on which it is wrong. A picture has many clues with blotted
blocks, so such boards are tried one by one, only the smallest ones, and only on programs that read
`blot/3`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import starmap
from typing import Any, TypeAlias

from asp_nono.asp.dialects import BoardSize
from asp_nono.asp.source import PlacedMessage
from asp_nono.clue import Block, Clue, clue_of
from asp_nono.grading.counterexample import BoardExample, Counts
from asp_nono.grading.sandbox import Clock, RefusedError, Sandbox
from asp_nono.grading.vocabulary import SubmittedProgram
from asp_nono.grid import Grid
from asp_nono.line.patterns import all_clues
from asp_nono.messages import NOTHING, Message
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, satisfies
from asp_nono.run.limits import StoppedError

Cells: TypeAlias = tuple[int, ...]  # the color number of each cell of a pattern

Numbers: TypeAlias = tuple[int, ...]  # the number of a clue for each line of a board, rows first

PALETTE = (
    WHITE,
    BLACK,
    Color("red", "o", "c00000"),
    Color("blue", "x", "0040c0"),
    Color("green", "g", "008040"),
    Color("orange", "r", "e08000"),
)
"""The colors of the boards on which programs are graded."""

_CLUE = "asp_nono_clue"  # of a line, rows first, from 0, and the number of its clue, from 0
_LARGEST = 16  # the sizes of boards are in cells
_LARGEST_STRIP, _LONGEST_STRIP = 12, 12
_LARGEST_COLORED, _LONGEST_COLORED = 8, 6  # beyond that there is one block color only
_LARGEST_REPEATED = 12  # for pictures that come several times, which makes their number large
_AREA_AFTER_FAULT = {2: 6, 3: 5}  # by number of colors; up to this, to find the kind of mistake
_LARGEST_SAMPLED = 6
_MAX_ANSWERS = 500  # the answer sets on one board

BLOT = "blot/3"
_BLOTTED_SIZES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1))


@dataclass(frozen=True, slots=True)
class SizeResult:
    """The answers of a program on all boards of one size; pictures and clues are numbers."""

    board: BoardSize
    missing: tuple[int, ...]  #: the pictures that it did not find
    repeated: tuple[int, ...]  #: the pictures that several answer sets show
    wrong: tuple[tuple[Numbers, int], ...]  #: clues and picture of each answer that is no solution
    odd: tuple[tuple[Numbers, str, str], ...]  #: clues, kind (see `Odd`) and atom, where no picture
    complete: bool  #: whether these are all answers; else what is missing is not known

    @property
    def faulty(self) -> bool:
        """Whether its answers are not exactly the solutions."""
        return bool(self.missing or self.wrong or self.odd)

    @property
    def pictures(self) -> int:
        """How many pictures there are, each with its own clues."""
        return int(self.board.colors**self.board.area)

    def misfits(self) -> Iterator[tuple[bool, bool]]:
        """For each wrong answer whether a row, and whether a column, has another clue."""
        known = [clue_numbers(length, self.board.colors) for _, length in self.board.lines()]
        for numbers, code in self.wrong:
            lines = lines_of(code, self.board)
            unlike = [
                clues[cells] != number
                for clues, cells, number in zip(known, lines, numbers, strict=True)
            ]
            yield any(unlike[: self.board.height]), any(unlike[self.board.height :])

    def answers(self) -> Iterator[tuple[Numbers, int]]:
        """Clue numbers and picture of every answer."""
        missing = set(self.missing)
        for code, numbers in pictures(self.board):
            if code not in missing:
                yield numbers, code
        yield from self.wrong


@dataclass(frozen=True, slots=True)
class ExhaustiveResult:
    """The answers of a program on all small boards, by size."""

    sizes: tuple[SizeResult, ...]
    stopped: Message = NOTHING  #: the limit that ended the test early
    messages: tuple[PlacedMessage, ...] = ()  #: what clingo said, each message once
    untried: int = 0  #: how many sizes were left when a limit was reached, or before the end

    @property
    def counts(self) -> Counts:
        """The same, counted."""
        complete = [one for one in self.sizes if one.complete]
        return Counts(
            wanted=sum(one.pictures for one in self.sizes),
            found=sum(one.pictures - len(one.missing) for one in complete),
            missing=sum(len(one.missing) for one in complete),
            wrong=sum(len(one.wrong) + len(one.odd) for one in self.sizes),
            repeated=any(one.repeated for one in self.sizes),
            tried=len(self.sizes),
            planned=len(self.sizes) + self.untried,
            stopped=bool(self.stopped),
        )

    @property
    def fault(self) -> SizeResult | None:
        """The smallest size with wrong answers, else the smallest with repeated ones."""
        faulty = next((one for one in self.sizes if one.faulty), None)
        return faulty or next((one for one in self.sizes if one.repeated), None)

    @property
    def faulty(self) -> bool:
        """Whether its answers are not exactly the solutions."""
        return any(one.faulty for one in self.sizes)


def exhaustive_tests(
    sandbox: Sandbox, program: SubmittedProgram, seconds: float
) -> Iterator[ExhaustiveResult]:
    """A program on all small boards within `seconds` of CPU time.

    A snapshot comes after each size of board, the last one final.
    """
    clock, stopped = Clock(seconds), NOTHING
    found: list[SizeResult] = []
    messages: dict[PlacedMessage, None] = {}
    sizes = boards(program.colors)
    for board in sizes:
        repeated = any(one.repeated for one in found)
        if board.area > _AREA_AFTER_FAULT[program.colors] and any(one.faulty for one in found):
            break
        if board.area > _LARGEST_REPEATED and repeated:
            break
        try:
            result, said = _test_size(sandbox, program, board, clock, repeated)
        except StoppedError as error:
            stopped = Message(
                "{limit} on boards of {size}", limit=error.stopped.message, size=str(board)
            )
            break
        found.append(result)
        messages.update(dict.fromkeys(said))
        yield ExhaustiveResult(tuple(found), NOTHING, tuple(messages), len(sizes) - len(found))
    untried = len(sizes) - len(found) if stopped else 0
    yield ExhaustiveResult(tuple(found), stopped, tuple(messages), untried)


def boards(colors: int) -> list[BoardSize]:
    """The sizes in the order in which they are tried: by area, the most square first."""
    sides = range(1, _LONGEST_STRIP + 1)
    found = []
    for area, longest, size in sorted((w * h, max(w, h), (w, h)) for w in sides for h in sides):
        if area <= (_LARGEST if longest <= 4 else _LARGEST_STRIP):
            colored = area <= _LARGEST_COLORED and longest <= _LONGEST_COLORED
            found.append(BoardSize(*size, colors if colored else 2))
    return found


def _test_size(
    sandbox: Sandbox, program: SubmittedProgram, board: BoardSize, clock: Clock, repeated: bool
) -> tuple[SizeResult, list[PlacedMessage]]:
    """All boards of a size, and clingo's messages; hidden choices are projected away."""
    most = board.colors**board.area + 1
    job = _all_boards(program, board) | {"most": most, "project": repeated}
    answer = first = sandbox.ask(job, clock)
    if not first["exhausted"]:
        try:
            answer = sandbox.ask(job | {"most": 0, "project": True}, clock)
        except StoppedError:
            if not first["wrong"] and not first["odd"]:
                raise
    result = SizeResult(
        board,
        tuple(answer["missing"]),
        tuple(first["repeated"]),
        tuple(sorted((tuple(numbers), code) for numbers, code in answer["wrong"])),
        tuple(sorted((tuple(numbers), kind, text) for numbers, kind, text in answer["odd"])),
        answer["exhausted"],
    )
    return result, list(starmap(PlacedMessage, first["messages"]))


def sample_boards(result: ExhaustiveResult) -> Iterator[tuple[Puzzle, list[Grid]]]:
    """Some small boards with all their solutions, both such as were answered wrong and others."""
    for one in result.sizes:
        board = one.board
        if board.area > _LARGEST_SAMPLED:
            continue
        shown = dict(pictures(board))
        faulty = [numbers for numbers, _ in one.wrong] + [shown[code] for code in one.missing]
        right = sorted(set(shown.values()) - set(faulty))
        some = [*dict.fromkeys(faulty)][:: max(1, len(faulty) // 2)][:2]
        for numbers in [*some, *right[-1:], *right[1 :: max(1, len(right) // 2)][:2]]:
            grids = [grid_of(code, board) for code, found in shown.items() if found == numbers]
            yield puzzle_of(numbers, board), grids


def _all_boards(program: SubmittedProgram, board: BoardSize) -> dict[str, Any]:
    """The job of trying a program on all boards of a size, without "most" and "project"."""
    return {
        **program.job("all boards", board),
        "layer": _layer(program, board),
        "clue": _CLUE,
        "colors": board.colors,
        "row_clues": [*clue_numbers(board.width, board.colors).values()],
        "column_clues": [*clue_numbers(board.height, board.colors).values()],
    }


def _layer(program: SubmittedProgram, board: BoardSize) -> str:
    """The rules that choose a clue for each line and derive the facts of the choice.

    Rows and columns have the same number of cells of each color.
    """
    words = program.vocabulary
    rules = [*words.board_facts(board), f"#show {_CLUE}/2.", f"#project {_CLUE}/2."]
    rules.append(program.directives)
    rules += [f"#defined {signature}." for signature in sorted(words.signatures)]
    for place, (line, length) in enumerate(board.lines()):
        possible = all_clues(length, board.colors)
        rules.append(f"{{ {_CLUE}({place},0..{len(possible) - 1}) }} = 1.")
        side = 1 if line.axis == "row" else -1
        for number, clue in enumerate(possible):
            chosen = f"{_CLUE}({place},{number})"
            facts = words.line_facts(line, clue, board)
            rules += [f"{fact[:-1]} :- {chosen}." for fact in facts]
            for color, total in enumerate(totals(length, board.colors)[number], 1):
                if total:
                    rules.append(f"asp_nono_total({color},{side * total},{place}) :- {chosen}.")
    rules.append("#defined asp_nono_total/3.")
    for color in range(1, board.colors):
        rules.append(f":- #sum {{ T,L : asp_nono_total({color},T,L) }} != 0.")
    return "\n".join(rules)


@cache
def clue_numbers(length: int, colors: int) -> dict[Cells, int]:
    """For each pattern of a line, in the order of `cells`, the number of its clue."""
    number = {clue: place for place, clue in enumerate(all_clues(length, colors))}
    patterns = (cells(code, length, colors) for code in range(colors**length))
    return {pattern: number[clue_of(pattern)] for pattern in patterns}


@cache
def totals(length: int, colors: int) -> tuple[tuple[int, ...], ...]:
    """For each clue of a line its number of cells of each block color."""
    return tuple(
        tuple(sum(b.least for b in clue if b.color == color) for color in range(1, colors))
        for clue in all_clues(length, colors)
    )


def is_board(numbers: Numbers, board: BoardSize) -> bool:
    """Whether in clues with these numbers rows and columns agree on the cells of each color."""
    of_rows, of_columns = totals(board.width, board.colors), totals(board.height, board.colors)
    rows = zip(*(of_rows[number] for number in numbers[: board.height]), strict=True)
    columns = zip(*(of_columns[number] for number in numbers[board.height :]), strict=True)
    return list(map(sum, rows)) == list(map(sum, columns))


def cells(code: int, length: int, colors: int) -> Cells:
    """The cells of a pattern from its number in base `colors`, the lowest digit first."""
    return tuple(code // colors**place % colors for place in range(length))


def grid_of(code: int, board: BoardSize) -> Grid:
    """The picture with this number."""
    return Grid(tuple(lines_of(code, board)[: board.height]))


def lines_of(code: int, board: BoardSize) -> list[Cells]:
    """The cells of each line of a picture; its rows one after the other are one pattern."""
    flat, width = cells(code, board.area, board.colors), board.width
    rows = [flat[start : start + width] for start in range(0, board.area, width)]
    return rows + [flat[x::width] for x in range(width)]


def pictures(board: BoardSize) -> Iterator[tuple[int, Numbers]]:
    """The number of each picture of a size, and those of its clues."""
    clues = [clue_numbers(length, board.colors) for _, length in board.lines()]
    for code in range(board.colors**board.area):
        lines = lines_of(code, board)
        yield code, tuple(known[line] for known, line in zip(clues, lines, strict=True))


def clue_set(numbers: Numbers, board: BoardSize) -> tuple[Clue, ...]:
    """The clues with these numbers, one for each line."""
    return tuple(
        all_clues(length, board.colors)[number]
        for number, (_, length) in zip(numbers, board.lines(), strict=True)
    )


def puzzle_of(numbers: Numbers, board: BoardSize) -> Puzzle:
    """The puzzle with these clues, if they agree on the number of cells of each color."""
    clues = clue_set(numbers, board)
    return Puzzle(clues[: board.height], clues[board.height :], PALETTE[: board.colors])


def counterexample(
    sandbox: Sandbox, program: SubmittedProgram, fault: SizeResult, seconds: float
) -> BoardExample | None:
    """The board of a size on which a program is wrong that has the fewest colors and blocks.

    None if that takes too long.
    """
    board = fault.board
    faulty = {numbers for numbers, _ in fault.wrong} | {numbers for numbers, _, _ in fault.odd}
    shown = dict(pictures(board))
    faulty |= {shown[code] for code in (fault.missing if fault.faulty else fault.repeated)}

    def blocks(numbers: Numbers) -> tuple[int, int, Numbers]:
        found = [block for clue in clue_set(numbers, board) for block in clue]
        return max((block.color for block in found), default=0), len(found), numbers

    simplest = min(faulty, key=blocks)
    solutions = [grid_of(code, board) for code, numbers in shown.items() if numbers == simplest]
    return on_board(sandbox, program, puzzle_of(simplest, board), solutions, seconds)


def on_board(
    sandbox: Sandbox,
    program: SubmittedProgram,
    puzzle: Puzzle,
    right: Sequence[Grid],
    time: float | Clock,
    facts: str | None = None,
) -> BoardExample | None:
    """The answers on a board, compared with all its solutions `right`; None if time was short.

    The `facts` are the plain ones unless others are given.
    """
    program = replace(program, colors=max(program.colors, len(puzzle.colors)))
    job = program.ground_job(puzzle, facts)
    order = {"do": "answers", "instances": [[job["facts"]]], "together": False}
    order |= {"right": [[grid.rows for grid in right]], "most": _MAX_ANSWERS}
    try:
        (answer,) = sandbox.ask(job | order | {"counted": _MAX_ANSWERS}, time)["answers"]
    except (RefusedError, StoppedError):
        return None
    constants = program.vocabulary.definitions(
        BoardSize(puzzle.width, puzzle.height, program.colors)
    )
    given = [*(f"#const {one}." for one in constants), job["facts"].strip(), ""]
    repeated = [
        (Grid.from_rows(one), n) for one, n in answer["repeated"] if not isinstance(one, str)
    ]
    found = BoardExample(
        puzzle=puzzle,
        facts="\n".join(given),
        right=tuple(right),
        missing=tuple(map(Grid.from_rows, answer["missing"])),
        wrong=tuple(Grid.from_rows(rows) for rows in answer["wrong"] if not isinstance(rows, str)),
        odd=tuple(rows for rows in answer["wrong"] if isinstance(rows, str)),
        repeated=tuple((grid, number) for grid, number in repeated if grid in right),
        exhausted=answer["exhausted"],
        counted=answer["exact"],
    )
    return found if found.exhausted or found.faulty else None


Trial: TypeAlias = tuple[Puzzle, Sequence[Grid], str | None]
"""A board, all its solutions and its facts, if these are not the plain ones."""


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The answers of a program on boards one by one, up to the first wrong ones."""

    wrong: BoardExample | None = None  #: the first board that it has wrong
    decided: tuple[str, ...] = ()  #: the sizes of the boards before that it has right
    stopped: tuple[str, ...] = ()  #: the sizes of those on which a limit stopped it
    untried: bool = False  #: whether there are boards that were not tried after that


def try_boards(
    sandbox: Sandbox,
    program: SubmittedProgram,
    trials: Iterable[Trial],
    seconds: float,
    *,
    each: float | None = None,
    patience: int = 1,
) -> TrialResult:
    """The answers of a program on boards, within CPU seconds for all of them, and for `each`.

    After `patience` boards on which a limit stops it, only boards with fewer cells are tried.
    """
    clock, decided, stopped = Clock(seconds), list[str](), list[str]()
    untried, areas = False, list[int]()
    for puzzle, right, facts in trials:
        area = puzzle.width * puzzle.height
        if not clock.left:
            untried = True
            break
        if len(areas) >= patience and area >= min(areas):
            untried = True
            continue
        with clock.part(each or clock.left) as own:
            found = on_board(sandbox, program, puzzle, right, own, facts)
        size = f"{puzzle.width}x{puzzle.height}"
        if found is None:
            stopped.append(size)
            areas.append(area)
        elif found.faulty:
            return TrialResult(found, tuple(decided), tuple(stopped), untried)
        else:
            decided.append(size)
    return TrialResult(None, tuple(decided), tuple(stopped), untried)


def small_blotted_trials() -> Iterator[Trial]:
    """The smallest boards with blotted blocks."""
    for puzzle in blotted_boards():
        board = BoardSize(puzzle.width, puzzle.height)
        grids = (grid_of(code, board) for code in range(2**board.area))
        yield puzzle, [grid for grid in grids if satisfies(grid, puzzle)], None


def blotted_boards() -> Iterator[Puzzle]:
    """Boards with one line or all lines blotted, for all small pictures; each once."""
    seen: set[tuple[tuple[Clue, ...], tuple[Clue, ...]]] = set()
    for width, height in _BLOTTED_SIZES:
        for code in range(2 ** (width * height)):
            grid = grid_of(code, BoardSize(width, height))
            exact = (*grid.row_clues(), *grid.column_clues())
            every = tuple(tuple(Block(None, block.color) for block in clue) for clue in exact)
            one = [(*exact[:n], every[n], *exact[n + 1 :]) for n in range(len(exact))]
            for blotted in (*one, every):
                sides = blotted[:height], blotted[height:]
                if blotted != exact and sides not in seen:
                    seen.add(sides)
                    yield Puzzle(*sides, PALETTE[:2])
