"""Pages of puzzle sites, whose scripts are read and never run."""

import re
from collections.abc import Iterator, Sequence
from html import unescape

from asp_nono.formats.colors import MAX_COLORS, of_values
from asp_nono.formats.json_values import parse
from asp_nono.formats.source import MAX_SIDE, Source, number, side
from asp_nono.formats.tokens import Scanner, clue_of_blocks, puzzle_of_lines
from asp_nono.grid import Grid
from asp_nono.messages import PuzzleError
from asp_nono.puzzle import WHITE, Color, Puzzle

# griddlers.net: `var puzzle` has the sizes, a palette of indices into `colors`, and the clues as
# pairs of an index into the palette and a length (https://github.com/chicotobi/pygriddler).

_BACKGROUND = 1  # its index in the palette; before it stand cells that are not decided


def read_griddlers(source: Source) -> list[Puzzle]:
    """The puzzle of a page of griddlers.net, or of its script."""
    text = source.text()
    if text.startswith(("b'", 'b"')):  # how Python shows the bytes of a page, as some have kept it
        text = text.replace(r"\n", "\n").replace(r"\t", "\t").replace(r"\'", "'")
    start = max(text.find("var puzzle"), 0)
    text = re.sub("[^\n]", " ", text[:start]) + text[start:]  # so that places stay what they are
    rows, columns = _pairs(text, "leftHeader"), _pairs(text, "topHeader")
    for key, clues in (("width", columns), ("height", rows)):
        size = side(_found(rf"\b{key}\s*:\s*([0-9]+)", text, key)[1], key)
        if size != len(clues):
            raise PuzzleError(f"{key} {size}, but there are clues for {len(clues)}")
    return [puzzle_of_lines(rows, columns, clue_of_blocks, colors=_colors(text))]


def _found(pattern: str, text: str, key: str) -> re.Match[str]:
    found = re.search(pattern, text)
    if not found:
        raise PuzzleError(f"no {key!r} in the script of the puzzle")
    return found


def _colors(text: str) -> tuple[Color, ...]:
    values = re.findall('"([0-9A-Fa-f]{6})"', _list(text, "colors"))
    indices = re.findall(r"\bc\s*:\s*(-?[0-9]+)", _list(text, "palette"))[_BACKGROUND:]
    chosen = [number(index, "color") for index in indices]
    for place in chosen:
        if place >= len(values):
            raise PuzzleError(f"color {place}, but there are {len(values)} in 'colors'")
    return of_values([values[place] for place in chosen])


def _list(text: str, key: str) -> str:
    """The text in the brackets after a key."""
    start = _found(rf"\b{key}\s*:\s*\[", text, key).end()
    return text[start : max(text.find("]", start), start)]


def _pairs(text: str, key: str) -> list[list[tuple[int, int]]]:
    scanner = Scanner(text, _found(rf"\b{key}\s*:\s*(?=\[)", text, key).end())

    def line() -> list[tuple[int, int]]:
        pairs = scanner.lists()
        if any(len(pair) != 2 or pair[0] <= _BACKGROUND for pair in pairs):
            raise scanner.wrong("pairs of a color of the palette and a length before this")
        return [(length, color - _BACKGROUND) for color, length in pairs]

    return scanner.listed(line)


# nonograms.org and nonograms.ru: the script `var d` of a page holds the picture, its numbers
# disguised by sums and remainders (reader.py of https://github.com/tsionyx/pynogram).

_MOST_ENTRIES = MAX_SIDE * MAX_SIDE  # a picture has no more runs


def read_nonograms(source: Source) -> list[Puzzle]:
    """The puzzle that the picture of a page of nonograms.org poses, the picture as its goal."""
    text = source.text()
    found = re.search(r"\bvar\s+d\s*=\s*(\[\s*\[[0-9,\[\]\s]*\])", text)
    if not found:
        raise PuzzleError("no 'var d = [[…]]'; expected the script of a puzzle")
    title = re.search(r'id="nonogram_title"[^<>]{0,100}>([^<]{0,300})<', text)
    entries = _entries(Source.of_text(found[1], source.name))
    next(entries, None)
    bounds = (("width", MAX_SIDE), ("height", MAX_SIDE), ("number of colors", MAX_COLORS))
    width, height, count = (_sum(_next(entries), what, most) for what, most in bounds)
    key = _next(entries)
    colors = of_values([WHITE.rgb, *(_value(_next(entries), key) for _ in range(count))])
    name = unescape(title[1]).strip() if title else ""
    return [Puzzle.of(_grid(entries, width, height, count), colors, title=name)]


def _entries(source: Source) -> Iterator[list[int]]:
    for entry in parse(source).items("entry", _MOST_ENTRIES):
        if not isinstance(entry.data, list) or [type(n) for n in entry.data] != [int] * 4:
            raise entry.wrong("four whole numbers")
        yield entry.data


def _next(entries: Iterator[list[int]]) -> list[int]:
    entry = next(entries, None)
    if entry is None:
        raise PuzzleError("'var d' ends before the picture")
    return entry


def _grid(entries: Iterator[list[int]], width: int, height: int, colors: int) -> Grid:
    a, b, c, e = _divided(_next(entries))
    count = (a % e) ** 2 + 2 * (b % e) + c % e
    key = _next(entries)
    runs = list(entries)[:count]  # what follows is there to mislead
    if len(runs) < count:
        raise PuzzleError(f"'var d' has {len(runs)} runs; expected {count}")
    rows = [[0] * width for _ in range(height)]
    for place, run in enumerate(runs, 1):
        x, length, color, y = (value - hidden for value, hidden in zip(run, key, strict=True))
        inside = 1 <= x <= x + length - 1 <= width and 1 <= y <= height
        if not inside or not 1 <= color <= colors:
            raise PuzzleError("lies outside the picture or its palette", where=(f"run {place}",))
        rows[y - 1][x - 1 : x - 1 + length] = [color] * length
    return Grid(tuple(map(tuple, rows)))


def _divided(entry: Sequence[int]) -> Sequence[int]:
    """The entry itself, whose last number is a divisor."""
    if entry[3] < 1:
        raise PuzzleError(f"'var d' divides by {entry[3]}")
    return entry


def _sum(entry: Sequence[int], what: str, most: int) -> int:
    a, b, c, e = _divided(entry)
    size = a % e + b % e - c % e
    if not 1 <= size <= most:
        raise PuzzleError(f"{what} {size}; expected 1 to {most}")
    return size


def _value(entry: Sequence[int], key: Sequence[int]) -> str:
    parts = entry[0] - key[1], entry[1] - key[0], entry[2] - key[3]
    if not all(0 <= part < 256 for part in parts):
        raise PuzzleError(f"a color of {', '.join(map(str, parts))}; expected 0 to 255 each")
    return "".join(f"{part:02x}" for part in parts)
