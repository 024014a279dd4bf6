"""Puzzles and pictures of them as a document to print: captions, order, booklets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from asp_nono.draw.board import board
from asp_nono.draw.pages import Part, Sheet, paper_named
from asp_nono.draw.pdf import pdf
from asp_nono.draw.pictures import Picture
from asp_nono.draw.shapes import shortened
from asp_nono.puzzle import Puzzle

ANSWERS_PER_PAGE = 6
"""The answers of a booklet are only looked at, so that many go on a page."""

_LONGEST = 80
"""No more characters of a title are printed."""


def draw_pdf(
    pictures: Sequence[tuple[Puzzle, Picture | None]],
    *,
    paper: str = "a4",
    per_page: int = 1,
    clues: bool = True,
    letters: bool = False,
    booklet: bool = False,
) -> bytes:
    """Puzzles as a PDF document.

    Args:
        pictures: Puzzles, each with what its cells show, or with None to leave it blank
            but for given cells. A puzzle may occur with several pictures, one after the other.
        paper: a3, a4, a5, letter, legal or tabloid.
        per_page: How many puzzles share a page.
        clues: Whether the clues stand beside the grids.
        letters: Whether the letter of its colour is on everything coloured.
        booklet: Put the blank puzzles first, under numbers, and the pictures with their titles,
            which often give the answer away, at the end.

    Raises:
        UnknownNameError: If there is no such paper.
        PuzzleError: If a picture is not of its puzzle's size or palette, or if reportlab is not
            installed.

    Warns:
        PuzzleWarning: If numbers are too small to be read, or if no font here has a character.
    """
    size = paper_named(paper)
    numbers = {id(puzzle): 0 for puzzle, _ in pictures}
    for number, key in enumerate(numbers, 1):
        numbers[key] = number if len(numbers) > 1 or booklet else 0
    if not booklet:
        parts = [Part(_sheets(pictures, numbers, clues=clues, letters=letters), "", per_page)]
    else:
        puzzles = {id(puzzle): puzzle for puzzle, _ in pictures}.values()
        blank = [
            Sheet(
                board(puzzle, clues=clues, letters=letters),
                f"{numbers[id(puzzle)]}.",
                _size(puzzle),
            )
            for puzzle in puzzles
        ]
        answers = _sheets(pictures, numbers, clues=False, letters=letters)
        many = max(per_page, ANSWERS_PER_PAGE)
        parts = [Part(blank, "", per_page), Part(answers, "Solutions", many)]
    title = pictures[0][0].title if len(numbers) == 1 else ""
    return pdf(parts, size, title=shortened(title, _LONGEST) or "Nonograms")


def _sheets(
    pictures: Sequence[tuple[Puzzle, Picture | None]], numbers: dict[int, int], **looks: bool
) -> list[Sheet]:
    """A sheet for each picture, with all that is known of its puzzle."""
    total, seen = Counter(id(puzzle) for puzzle, _ in pictures), Counter[int]()
    sheets = []
    for puzzle, picture in pictures:
        key = id(puzzle)
        seen[key] += 1
        which = f"({seen[key]} of {total[key]})" if total[key] > 1 else ""
        number = f"{numbers[key]}." if numbers[key] else ""
        name = shortened(puzzle.title, _LONGEST)
        caption = " ".join(part for part in (number, name, which) if part)
        sheets.append(Sheet(board(puzzle, picture, **looks), caption, _about(puzzle)))
    return sheets


def _about(puzzle: Puzzle) -> str:
    """Whom to thank, and on what terms it may be copied."""
    author = f"by {puzzle.author}" if puzzle.author else ""
    parts = (_size(puzzle), author, puzzle.copyright, puzzle.license)
    return shortened("; ".join(dict.fromkeys(part for part in parts if part)), 2 * _LONGEST)


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.width} \N{MULTIPLICATION SIGN} {puzzle.height} cells"
