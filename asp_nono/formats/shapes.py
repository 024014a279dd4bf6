"""How listings without a mark of their own are recognized: by the shape of their lines.

Each test is loose, for a listing that two formats claim is given to the one that can read it.
"""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from asp_nono.errors import PuzzleError
from asp_nono.formats.source import MAX_SIDE, Source

_NUMBERS = re.compile(r"[0-9](?:[0-9\s,]*[0-9])?")
_ENDED = re.compile(r"(?:^|[\s,])0$")
_LETTERS = re.compile(r"[@A-Z](?:[@A-Z\s]*[@A-Z])?")
_HEADING = re.compile(r"rows?\b|columns?\b|cols?\b", re.IGNORECASE)
_DIGITS = "0123456789"

_MOST = 4 * MAX_SIDE  # no listing of one puzzle has more lines, comments and empty ones included


def mk(source: Source) -> bool:
    """A size, and a line with `#` that parts the other lines."""
    counted = _rows_counted(source)
    return counted or (counted is False and not _unparted(source))


def nin(source: Source) -> bool:
    """A size, and as many lines as it says, comments not counted."""
    return bool(_unparted(source)) and not _rows_counted(source)


def nin_hw(source: Source) -> bool:
    """The same, if the order of the sizes makes a difference."""
    return nin(source) and len(set(_unparted(source))) == 2


def cwd(source: Source) -> bool:
    """Two lines with a number each that count the lines before and after an empty one."""
    lines = _lines(source)
    if "" not in lines or not _listed(lines):
        return False
    filled = [line for line in lines if line]
    sizes = [_numbers(line) for line in filled[:2]]
    if [len(size) for size in sizes] != [1, 1]:
        return False
    return len(filled) - 2 <= sizes[0][0] + sizes[1][0] <= len(lines) - 3


def keen(source: Source) -> bool:
    """Groups of numbers with empty lines between them."""
    lines = _lines(source)
    return len(_runs(lines)) > 1 and _listed(lines) and "," not in source.glance


def ish(source: Source) -> bool:
    """The same, with commas or comments, and anything after the second group."""
    lines = (line for line in _lines(source) if not line.startswith(("#", "-")))
    groups = _runs([line.partition("#")[0].strip() for line in lines])[:2]
    return bool(re.search("[,#]", source.glance)) and len(groups) == 2 and all(map(_listed, groups))


def syro(source: Source) -> bool:
    """Lines that end in 0, with `#` between them."""
    lines = [line for line in _lines(source) if line and line != "#"]
    return "#" in _lines(source) and _listed(lines) and all(map(_ENDED.search, lines))


def tournament(source: Source) -> bool:
    """A line with `$` and a number, or an even number of lines with nothing but numbers."""
    if re.match(r"\s*\$[0-9]", source.glance):
        return True
    lines = list(_lines(source))
    while len(lines) % 2 and not lines[-1]:
        del lines[-1]
    filled = [line for line in lines if line]
    return len(lines) % 2 == 0 and _listed(lines) and filled == lines[: len(filled)]


def jcross(source: Source) -> bool:
    """A number, two more, and lines that end in 0, apart from more lines of two numbers."""
    lines = _filled(source)
    if len(lines) < 4 or not _listed(lines) or len(_numbers(lines[0])) != 1:
        return False
    return len(_numbers(lines[1])) == 2 and all(
        _ENDED.search(line) or len(_numbers(line)) == 2 for line in lines[1:]
    )


def headed(source: Source) -> bool:
    """Headings that speak of rows and columns, each before lines of numbers."""
    lines = _filled(source)
    heads = [k for k, (a, b) in enumerate(pairwise(lines)) if _HEADING.match(a) and b[0] in _DIGITS]
    names = [lines[place][0].lower() for place in heads]
    return names == ["r", "c"] and not any(line[0] in _DIGITS for line in lines[: heads[0]])


def letters(source: Source) -> bool:
    """Two lines of capital letters, one after the other, after one or two others at most."""
    lines = _filled(source)[:4]
    return any(_LETTERS.fullmatch(a) and _LETTERS.fullmatch(b) for a, b in pairwise(lines))


def nng(source: Source) -> bool:
    """Four numbers that tell the size of the tables below them."""
    lines = _filled(source)
    if not _listed(lines) or len(sizes := _numbers(lines[0])) != 4:
        return False
    width, height, deep, _ = sizes
    return len(lines) == 1 + deep + height and len(lines[1].split()) == width


def pycsp3(source: Source) -> bool:
    """Every line after the first has as many lengths as its first number says."""
    sizes, *lines = (line.split() for line in source.lines if line)
    two = len(sizes) == 2 and all(map(str.isdecimal, sizes))
    return two and bool(lines) and all(line[0] == str(len(line) - 1) for line in lines)


def gecode_list(source: Source) -> bool:
    """Nothing but numbers and commas that make a puzzle of Gecode's example."""
    from asp_nono.formats.solver_data import read_gecode

    if "," not in source.glance[:20] or not re.fullmatch(r"\s*\d[\d,\s]*", source.glance):
        return False
    try:
        return bool(read_gecode(Source(source.name, source.glance.encode(), "utf-8")))
    except PuzzleError:
        return False


def matrix(source: Source) -> bool:
    """Rows of one length, in characters that stand for cells, one of them the background."""
    from asp_nono.formats.matrix import BACKGROUNDS, COLORS

    text = source.glance.replace("\N{VARIATION SELECTOR-16}", "").strip("\n")
    drawn = set(text) - {"\n"}
    if text.count("\n") > _MOST:
        return False
    if drawn <= set("01 \t,"):
        return True
    pictures = _runs(text.split("\n"))
    grounds = drawn & set(BACKGROUNDS)
    letters = {char for char in drawn - grounds if char.isalnum()}
    if len(grounds) != 1 or sum(map(len, pictures)) == 1:
        return False
    if " " in grounds:
        return not letters
    even = all(len(set(map(len, rows))) == 1 for rows in pictures)
    return even and letters <= set("".join(COLORS.values()))


def _lines(source: Source) -> Sequence[str]:
    """The lines of content that is short enough to be a listing, else none."""
    return source.lines if source.glance.count("\n") <= _MOST else ()


def _filled(source: Source) -> list[str]:
    return [line for line in _lines(source) if line]


def _listed(lines: Sequence[str]) -> bool:
    """Whether there is nothing but numbers."""
    return any(lines) and all(not line or _NUMBERS.fullmatch(line) for line in lines)


def _runs(lines: Sequence[str]) -> list[list[str]]:
    return [list(run) for filled, run in groupby(lines, key=bool) if filled]


def _rows_counted(source: Source) -> bool | None:
    """Whether a listing that begins with two sizes has a mark, `#`, after that number of rows.

    None if it has no mark or no sizes.
    """
    lines = _lines(source)
    marks = [place for place, line in enumerate(lines) if line.startswith("#")]
    if len(marks) != 1 or not _listed([*lines[: marks[0]], *lines[marks[0] + 1 :]]):
        return None
    before = [line for line in lines[: marks[0]] if line]
    sizes = _numbers(before[0]) if before else []
    return sizes[0] == len(before) - 1 if len(sizes) == 2 else None


def _unparted(source: Source) -> Sequence[int]:
    """The two sizes of a listing that has no mark between its rows and columns, else none."""
    lines = [line for line in _lines(source) if not line.startswith("#")]
    filled = [line for line in lines if line]
    if not _listed(lines) or len(sizes := _numbers(filled[0])) != 2:
        return ()
    after = len(lines) - lines.index(filled[0]) - 1
    return sizes if len(filled) - 1 <= sum(sizes) <= after else ()


def _numbers(line: str) -> list[int]:
    """The first four numbers of a line at most; one too long to be a size counts as 0."""
    return [int(word) if len(word) < 5 else 0 for word in re.split(r"[\s,]+", line, maxsplit=4)[:4]]
