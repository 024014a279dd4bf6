"""Clues in letters, as Rosetta Code lists them: A is a block of 1, B of 2, a word is a clue.

Source: https://rosettacode.org/wiki/Nonogram_solver, and the collections of a solver that adds
names in lines that begin with `--`, and `@` for a blank clue. A puzzle is a line of rows and a line
of columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from asp_nono.clue import Clue
from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source, quoted
from asp_nono.formats.tokens import Numbered, clue_of_lengths, each, puzzle_of_text, text_lines
from asp_nono.puzzle import Puzzle

_WORDS = re.compile(r"[@A-Z](?:[@A-Z\s]*[@A-Z])?")


def read(source: Source) -> list[Puzzle | PuzzleError]:
    """All puzzles of a file; text before the first is passed over.

    Raises:
        PuzzleError: If there is none.
    """
    parts = _parts([line for line in text_lines(source) if line.text])
    if not parts:
        raise PuzzleError("no clues in capital letters; expected a line of rows, one of columns")
    return each(parts, _puzzle)


def _parts(lines: Sequence[Numbered]) -> list[list[Numbered]]:
    """For each puzzle its name, if it has one, and its clues."""
    parts: list[list[Numbered]] = []
    for line in lines:
        clues = _WORDS.fullmatch(line.text)
        if line.text.startswith("--") or (clues and (not parts or len(_clues(parts[-1])) == 2)):
            parts.append([line])
        elif parts:
            parts[-1].append(line)
    return parts


def _puzzle(part: Sequence[Numbered]) -> Puzzle:
    clues = _clues(part)
    if len(clues) != 2:
        raise PuzzleError(f"{len(clues)} lines of clues; expected one of rows, one of columns")
    for line in clues:
        if not _WORDS.fullmatch(line.text):
            reason = f"{quoted(line.text)}; expected clues in capital letters"
            raise PuzzleError(reason, where=(line.where,))
    rows, columns = (line.words(MAX_SIDE + 1) for line in clues)
    puzzle = puzzle_of_text(rows, columns, _clue)
    name = part[0].text.lstrip("-").strip() if part[0] not in clues else ""
    return replace(puzzle, title=name)


def _clues(part: Sequence[Numbered]) -> Sequence[Numbered]:
    return [line for line in part if not line.text.startswith("--")]


def _clue(word: Numbered) -> Clue:
    return clue_of_lengths([ord(letter) - ord("@") for letter in word.text[: MAX_SIDE + 1]])
