"""The tour: a program is taken over all small boards, the smallest first, until one trips it up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from asp_nono.grading.clue_sets import Numbers, clue_numbers, layer, projection
from asp_nono.grading.sandbox import Clock, Refused, Sandbox
from asp_nono.grading.submission import Submission
from asp_nono.grading.vocabulary import Board, Vocabulary
from asp_nono.run.limits import Stopped

_LARGEST = 16
"""No board has more cells."""

_LARGEST_COLORED = 8
"""No board of two block colours has more cells, and no such line more than `_LONGEST_COLORED`;
other boards have one."""

_LONGEST_COLORED = 6

_LONGEST_STRIP = 8

_LARGEST_REPEATED = 12
"""No board has more cells if pictures come several times, which makes their number large."""

_MANY = 20_000
"""No more answer sets are looked at on boards of a size where they cannot be told apart by the
atoms of their pictures."""

_PANEL = {2: 6, 3: 5}
"""After a fault, boards of up to so many cells are tried all the same, to tell of what kind it is;
by the number of colours."""


@dataclass(frozen=True, slots=True)
class Program:
    """A submission with what the judge knows of it.

    Attributes:
        submission: Its text.
        vocabulary: The words in which it is told a puzzle.
        colors: The number of colours it claims to handle, the background included.
        shows: Whether it says itself what it shows; else its picture is shown.
        derives: Whether its picture is made of atoms, so that answer sets can be told apart by
            them; `#show` of terms is possible too.
    """

    submission: Submission
    vocabulary: Vocabulary
    colors: int
    shows: bool
    derives: bool

    @property
    def shown(self) -> str:
        """The rule that shows its picture if it does not do so itself."""
        return "" if self.shows else f"#show {self.vocabulary.output.signature}."


OddKind = Literal["outside", "color", "form", "twice"]
"""What is wrong with an atom: a cell outside the board, no colour of it, no cell at all, or a cell
with two colours."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a program makes of all boards of one size.

    Attributes:
        board: The size.
        models: The number of its answer sets on all these boards.
        missing: The numbers of the pictures that it did not find.
        repeated: Those of the pictures that several answer sets show.
        wrong: Clue numbers and picture for each answer that is no solution.
        odd: Clue numbers, kind and atom for answers that are no picture.
        complete: Whether nothing is left out; else what is missing is not known.
    """

    board: Board
    models: int
    missing: tuple[int, ...]
    repeated: tuple[int, ...]
    wrong: tuple[tuple[Numbers, int], ...]
    odd: tuple[tuple[Numbers, OddKind, str], ...]
    complete: bool

    @property
    def faulty(self) -> bool:
        """Whether its answers are not just the solutions."""
        return bool(self.missing or self.wrong or self.odd)


@dataclass(frozen=True, slots=True)
class Tour:
    """How far a program came.

    Attributes:
        checked: What it made of each size, in order.
        stopped: Why the tour ended early, if a limit ended it; empty otherwise.
        refused: What clingo did not accept, if so.
        messages: What clingo had to say, each message once.
    """

    checked: tuple[Checked, ...]
    stopped: str = ""
    refused: Refused | None = None
    messages: tuple[str, ...] = ()

    @property
    def fault(self) -> Checked | None:
        """The smallest size with wrong answers, else the smallest with repeated ones."""
        faulty = (checked for checked in self.checked if checked.faulty)
        return next(faulty, None) or next((one for one in self.checked if one.repeated), None)

    @property
    def faulty(self) -> bool:
        """Whether its answers are not just the solutions."""
        return any(one.faulty for one in self.checked)


def boards(colors: int) -> list[Board]:
    """The sizes in the order in which they are tried: by area, the most square first."""
    sizes = [
        (width, height)
        for width in range(1, _LONGEST_STRIP + 1)
        for height in range(1, _LONGEST_STRIP + 1)
        if width * height <= _LARGEST and (max(width, height) <= 4 or width * height <= 12)
    ]
    sizes.sort(key=lambda size: (size[0] * size[1], max(size), size))
    return [
        Board(width, height, colors if _is_colored(width, height) else 2) for width, height in sizes
    ]


def _is_colored(width: int, height: int) -> bool:
    return width * height <= _LARGEST_COLORED and max(width, height) <= _LONGEST_COLORED


def tour(sandbox: Sandbox, program: Program, seconds: float) -> Tour:
    """Take a program over the boards.

    Args:
        sandbox: Where it runs.
        program: The program.
        seconds: Wall-clock time that all of this may take.
    """
    clock = Clock(seconds)
    checked: list[Checked] = []
    messages: dict[str, None] = {}
    panel = _PANEL[program.colors]
    for board in boards(program.colors):
        repeated = any(one.repeated for one in checked)
        if board.area > panel and any(one.faulty for one in checked):
            break
        if board.area > _LARGEST_REPEATED and repeated:
            break
        answer = _check(sandbox, program, board, clock, repeated)
        if isinstance(answer, Refused):
            return Tour(tuple(checked), "", answer, tuple(messages))
        if isinstance(answer, Stopped):
            reason = f"{answer.reason} on boards of {board}"
            return Tour(tuple(checked), reason, None, tuple(messages))
        one, said = answer
        checked.append(one)
        messages.update(dict.fromkeys(said))
    return Tour(tuple(checked), "", None, tuple(messages))


def _check(
    sandbox: Sandbox, program: Program, board: Board, clock: Clock, repeated: bool
) -> tuple[Checked, list[str]] | Refused | Stopped:
    """All boards of a size; without regard to hidden choices if there are some."""
    pictures = board.colors**board.area
    job = all_boards(program, board) | {
        "most": pictures + 1,
        "project": repeated and program.derives,
    }
    first = sandbox.ask(job, clock)
    if not isinstance(first, dict):
        return first
    if first["exhausted"]:
        return _checked(board, first, first), first["messages"]
    again = {"most": 0, "project": True} if program.derives else {"most": _MANY}
    second = sandbox.ask(job | again, clock)
    if isinstance(second, Refused):
        return second
    if isinstance(second, Stopped):
        faulty = _checked(board, first, first)
        return (faulty, first["messages"]) if faulty.faulty else second
    return _checked(board, second, first), first["messages"]


def all_boards(program: Program, board: Board, *, agreed: bool = True) -> dict[str, Any]:
    """The work of trying a program on all boards of a size, but for "most" and "project".

    Args:
        program: The program.
        board: The size.
        agreed: Whether rows and columns agree on the number of cells of each colour.
    """
    words = program.vocabulary
    shown = f"{program.shown}\n{projection(words.output, program.derives)}"
    return {
        "do": "every board",
        "text": program.submission.text,
        "layer": layer(words, board, shown, agreed=agreed),
        "constants": words.constants(board),
        "output": asdict(words.output),
        "width": board.width,
        "height": board.height,
        "colors": board.colors,
        "row_clues": clue_numbers(board.width, board.colors),
        "column_clues": clue_numbers(board.height, board.colors),
    }


def _checked(board: Board, answer: dict[str, Any], first: dict[str, Any]) -> Checked:
    return Checked(
        board,
        first["models"],
        tuple(answer["missing"]),
        tuple(first["repeated"]),
        tuple(sorted((tuple(numbers), code) for numbers, code in answer["wrong"])),
        tuple(sorted((tuple(numbers), kind, text) for numbers, kind, text in answer["odd"])),
        answer["exhausted"],
    )


def answers(checked: Checked) -> Iterator[tuple[Numbers, int]]:
    """Clue numbers and picture of everything that a program answered on boards of a size."""
    board = checked.board
    rows = clue_numbers(board.width, board.colors)
    columns = clue_numbers(board.height, board.colors)
    missing = set(checked.missing)
    for code, numbers in pictures(board, rows, columns):
        if code not in missing:
            yield numbers, code
    yield from checked.wrong


def pictures(
    board: Board, rows: tuple[int, ...], columns: tuple[int, ...]
) -> Iterator[tuple[int, Numbers]]:
    """The number of each picture of a size, and those of its clues."""
    base = board.colors**board.width
    for code in range(board.colors**board.area):
        digits = [code // base**y % base for y in range(board.height)]
        across = [
            sum(
                digit // board.colors**x % board.colors * board.colors**y
                for y, digit in enumerate(digits)
            )
            for x in range(board.width)
        ]
        yield code, (*(rows[digit] for digit in digits), *(columns[digit] for digit in across))
