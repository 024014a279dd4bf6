"""Reading the arrays of Gecode's nonogram example, alone or in its program.

An array holds the width and the height, then for each column and after them for each row the
number of its blocks and their lengths (https://github.com/Gecode/gecode, examples/nonogram.cpp).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import Source
from asp_nono.formats.tokens import SLASHES, Scanner, check_count, clues_of_lengths, each, without
from asp_nono.puzzle import Puzzle

_ARRAY = re.compile(r"\bint\s+(\w+)\s*\[[\d\s]*\]\s*=\s*\{")
_MOST_ARRAYS = 1000
_BARE = re.compile(r"\s*\d[\d,\s]*")


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of each array in a C++ program, with its name as title; or of one bare array.

    Raises:
        PuzzleError: If there is no array.
    """
    text = without(SLASHES, source.text())
    arrays = list(islice(_ARRAY.finditer(text), _MOST_ARRAYS + 1))
    if len(arrays) > _MOST_ARRAYS:
        raise PuzzleError(f"more than {_MOST_ARRAYS} arrays; no program has so many puzzles")
    if not arrays:
        return [_puzzle(Scanner(text), "", "")]
    return each(arrays, lambda array: _puzzle(Scanner(text, array.end()), "}", array[1]))


def looks_bare(source: Source) -> bool:
    """Whether there are just numbers and commas that make a puzzle."""
    if "," not in source.glance[:20] or not _BARE.fullmatch(source.glance):
        return False
    try:
        _puzzle(Scanner(source.glance), "", "")
    except PuzzleError:
        return False
    return True


def _puzzle(scanner: Scanner, end: str, title: str) -> Puzzle:
    numbers = scanner.numbers(end)
    if len(numbers) < 2:
        raise PuzzleError("expected the width and the height first")
    width, height = numbers[:2]
    check_count("column", width)
    check_count("row", height)
    lists = list(_lists(numbers[2:], width + height))
    columns = clues_of_lengths("column", lists[:width])
    return Puzzle(clues_of_lengths("row", lists[width:]), columns, title=title)


def _lists(numbers: Sequence[int], count: int) -> Iterator[Sequence[int]]:
    at = 0
    for place in range(1, count + 1):
        if at >= len(numbers):
            raise PuzzleError(f"{place - 1} lines; expected {count}, the columns and then the rows")
        end = at + 1 + numbers[at]
        if numbers[at] < 0 or end > len(numbers):
            raise PuzzleError(f"line {place}: {numbers[at]} blocks; expected as many lengths")
        yield numbers[at + 1 : end]
        at = end
    if at < len(numbers):
        raise PuzzleError(f"{len(numbers) - at} numbers more than {count} lines have")
