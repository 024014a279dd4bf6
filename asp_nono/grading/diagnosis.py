"""Which kind of mistake a program makes: the one whose wrong answers are most like its own.

For each known way of going wrong we work out what such a program would answer on all small boards,
and count how many answers of the real program differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from asp_nono.grading.clue_sets import Numbers, cells, clues, is_board
from asp_nono.grading.kinds import KINDS, Axes, Kind, Suspicion, suspicions
from asp_nono.grading.readings import Cells, Reading
from asp_nono.grading.tour import Checked, Tour, answers
from asp_nono.grading.vocabulary import Board

_NUMBER = re.compile(r"-?\d+")

_HALF = 0.5
"""A kind of mistake must explain more than this share of what is wrong."""

_LONGEST = {2: 6, 3: 3}
"""The longest lines of the boards that are compared, by the number of colours."""

_LARGEST = 6
"""No board that is compared has more cells, save the one on which the program failed."""

_SMALL = 4
"""Boards of up to so many cells tell which suspicions are worth a comparison on all."""

_FEW = 12
"""So many of them are."""

_MOST = 100_000
"""No more clue sets and pictures are tried on one size to work out what a mistake leads to."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The likely kind of mistake.

    Attributes:
        kind: The kind.
        axes: Whether it is made on all lines or only on rows or columns.
        sure: Whether a program with just this mistake gives exactly the same answers on all
            boards that were compared.
    """

    kind: Kind
    axes: Axes
    sure: bool


def diagnose(tour: Tour, *, misspelt: bool = False) -> Diagnosis | None:
    """The likely kind of mistake; None if nothing is wrong.

    Args:
        tour: What the program made of all small boards.
        misspelt: Whether it reads a predicate that nothing supplies, or does not tell its picture
            under the name that is expected; that comes first.
    """
    fault = tour.fault
    if fault is None:
        return None
    if misspelt:
        return Diagnosis(KINDS["name"], "lines", sure=False)
    if odd := _odd(fault):
        return Diagnosis(odd, "lines", sure=False)
    if not fault.faulty:
        return Diagnosis(KINDS["hidden choice"], "lines", sure=True)
    return _likely(tour, fault) or Diagnosis(_coarse(tour), "lines", sure=False)


def _likely(tour: Tour, fault: Checked) -> Diagnosis | None:
    """The kind whose wrong answers are most like those of the program, if any are like them."""
    panel = [one for one in tour.checked if one.complete and _is_compared(one.board)]
    if fault.complete and fault not in panel:
        panel.append(fault)
    best, distance, wrong = _nearest(panel)
    if best is None or distance > _HALF * wrong:
        return None
    return Diagnosis(best.kind, best.axes, sure=distance == 0)


def _is_compared(board: Board) -> bool:
    return board.area <= _LARGEST and max(board.width, board.height) <= _LONGEST[board.colors]


def _odd(fault: Checked) -> Kind | None:
    """What an atom that is no cell tells of the mistake."""
    names = {"color": "colours", "form": "form", "twice": "two colours"}
    for _, kind, atom in fault.odd:
        return _outside(fault.board, atom) if kind == "outside" else KINDS[names[kind]]
    return None


def _outside(board: Board, atom: str) -> Kind:
    """Everything is shifted, rows and columns are exchanged, or a block hangs over the end.

    On the smallest board nothing can hang over, and on a square one an exchange stays inside.
    """
    if board.area == 1 or any(int(number) < 0 for number in _NUMBER.findall(atom)):
        return KINDS["index base"]
    return KINDS["axes" if board.area == 2 else "edge"]


def _coarse(tour: Tour) -> Kind:
    missing = any(one.missing for one in tour.checked)
    wrong = any(one.wrong for one in tour.checked)
    return KINDS["both" if missing and wrong else "too few" if missing else "too many"]


def _nearest(panel: list[Checked]) -> tuple[Suspicion | None, int, int]:
    """The suspicion with fewest differences, how many there are, and how many answers are wrong."""
    given = [(one.board, set(answers(one))) for one in panel]
    wrong = sum(len(one.missing) + len(one.wrong) for one in panel)
    small = [(board, mine) for board, mine in given if board.area <= _SMALL]
    ranked = sorted(suspicions(), key=lambda one: _distance(one, small or given, wrong))
    best, least = None, wrong
    for suspicion in ranked[:_FEW]:
        distance = _distance(suspicion, given, least)
        if distance < least:
            best, least = suspicion, distance
    return best, least, wrong


def _distance(
    suspicion: Suspicion, given: list[tuple[Board, set[tuple[Numbers, int]]]], most: int
) -> int:
    """How many answers differ from the given ones; counting ends at `most`."""
    distance = 0
    for board, mine in given:
        distance += _Answers(suspicion, board).differences(mine, most - distance)
        if distance >= most:
            break
    return distance


class _Answers:
    """What a program that makes one mistake would answer on all boards of a size."""

    def __init__(self, suspicion: Suspicion, board: Board) -> None:
        self._board, self._turned = board, suspicion.turned
        self._accepted = [
            _table(suspicion.reading_of(board, line), length, board.colors)
            for line, length in board.lines()
        ]

    def differences(self, given: set[tuple[Numbers, int]], most: int) -> int:
        """How many of these answers differ from the given ones; counting ends at `most`."""
        count = 0
        for numbers, code in given:
            ways = self._ways(code)
            count += not all(n in way for n, way in zip(numbers, ways, strict=True))
            if count >= most:
                return count
        for answer in self._all():
            count += answer not in given
            if count >= most:
                return count
        return count

    def _all(self) -> Iterator[tuple[Numbers, int]]:
        board = self._board
        tried = 0
        for code in range(board.colors**board.area):
            for numbers in product(*self._ways(code)):
                tried += 1
                if is_board(numbers, board):
                    yield numbers, code
            if tried > _MOST:
                return

    def _ways(self, code: int) -> list[Numbers]:
        """For each line the clues beside which it is accepted."""
        board = self._board
        if self._turned and board.width != board.height:
            return [()] * (board.width + board.height)
        flat = cells(code, board.area, board.colors)
        across = [flat[y * board.width : (y + 1) * board.width] for y in range(board.height)]
        down = [flat[x :: board.width] for x in range(board.width)]
        shown = [*down, *across] if self._turned else [*across, *down]
        return [known[line] for known, line in zip(self._accepted, shown, strict=True)]


@cache
def _table(reading: Reading, length: int, colors: int) -> dict[Cells, Numbers]:
    """For each pattern of a line the numbers of the clues beside which it is accepted."""
    known = list(enumerate(clues(length, colors)))
    return {
        pattern: tuple(number for number, clue in known if reading(pattern, clue))
        for pattern in product(range(colors), repeat=length)
    }
