"""How listings without a mark of their own are recognized: by the shape of their lines.

Each test is loose, for a listing that two formats claim is given to the one that can read it.
"""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from asp_nono.formats.source import MAX_SIDE, Source
from asp_nono.messages import PuzzleError

_NUMBERS = re.compile(r"[0-9](?:[0-9\s,]*[0-9])?")
_ENDED = re.compile(r"(?:^|[\s,])0$")
_LETTERS = re.compile(r"[@A-Z](?:[@A-Z\s]*[@A-Z])?")
_HEADING = re.compile(r"rows?\b|columns?\b|cols?\b", re.IGNORECASE)
_DIGITS = "0123456789"

_MOST = 4 * MAX_SIDE  # no listing of one puzzle has more lines, comments and empty ones included


def mk(source: Source) -> bool:
    """Two sizes, and a line with `#` that parts the other lines."""
    return len(_marks(source)) == 1 and bool(_sizes(source))


def nin(source: Source) -> bool:
    """Two sizes, and no comment that parts rows from columns."""
    sizes = _sizes(source)
    return bool(sizes) and _marks(source) != [1 + sizes[0]]


def nin_hw(source: Source) -> bool:
    """The same, if the order of the sizes makes a difference."""
    return nin(source) and len(set(_sizes(source))) == 2


def cwd(source: Source) -> bool:
    """Two lines with a number each, and an empty one between the others."""
    lines = _filled(source)
    sizes = [len(_numbers(line)) for line in lines[:2]] if _listed(lines) else []
    return sizes == [1, 1] and "" in _lines(source)


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
    """A number, and two more before lines that end in 0."""
    lines = _filled(source)
    sizes = [len(_numbers(line)) for line in lines[:2]] if _listed(lines) else []
    return sizes == [1, 2] and all(map(_ENDED.search, lines[2:3]))


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


def _marks(source: Source) -> list[int]:
    """Where lines that begin with `#` are among those that are not empty."""
    return [place for place, line in enumerate(_filled(source)) if line.startswith("#")]


def _sizes(source: Source) -> Sequence[int]:
    """The two sizes on the first line, if nothing but numbers and comments follows."""
    lines = [line for line in _filled(source) if not line.startswith("#")]
    sizes = _numbers(lines[0]) if _listed(lines) else ()
    return sizes if len(sizes) == 2 and all(sizes) else ()


def _numbers(line: str) -> list[int]:
    """The first four numbers of a line at most; one too long to be a size counts as 0."""
    return [int(word) if len(word) < 5 else 0 for word in re.split(r"[\s,]+", line, maxsplit=4)[:4]]
