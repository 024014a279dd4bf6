"""Files of games: Gnonograms, Griddler, Picmi, QNonograms, pyNonogram."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from asp_nono.clue import Clue
from asp_nono.formats import tokens
from asp_nono.formats.cells import with_state
from asp_nono.formats.source import MAX_SIDE, Source, quoted, side
from asp_nono.formats.tokens import Axis, Numbered, puzzle_of_lines
from asp_nono.formats.xml_tree import Node, parse
from asp_nono.grid import Grid, PartialGrid
from asp_nono.messages import PuzzleError, within
from asp_nono.puzzle import Puzzle


def _notes(texts: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"{name}: {text}" for name, text in texts if text)


# Gnonograms: https://github.com/jeremypw/gnonograms, libcore/Filereader

_GNO_CELLS = {"0": 0b11, "1": 0b01, "2": 0b10}  # cells that are unknown, empty, filled


def read_gno(source: Source) -> list[Puzzle]:
    """The puzzle of a file: its solution is the goal, and its working grid a saved picture."""
    sections: dict[str, list[Numbered]] = {}  # by the first three letters of the heading
    here: list[Numbered] = []
    for line in tokens.text_lines(source):
        if heading := re.fullmatch(r"\[([^\]]*)\]", line.text):
            here = sections.setdefault(heading[1][:3].lower(), [])
        else:
            here.append(line)
    size_lines = _section(sections, "[Dimensions]", 2)
    height, width = tokens.side_of(size_lines[0], "rows"), tokens.side_of(size_lines[1], "columns")
    rows = _section(sections, "[Row clues]", height)
    columns = _section(sections, "[Column clues]", width)
    title, author, *more = (*(line.text for line in sections.get("des", [])), "", "")
    if re.match("[0-9]{4}[-/]", author):  # written by a program that leaves out empty lines
        author, more = "", [author, *more]
    terms = " ".join(line.text for line in sections.get("lic", []) if line.text)
    notes = _notes(zip(("date", "difficulty"), more, strict=False))
    fields = {"title": title, "author": author, "license": terms, "notes": notes}
    puzzle = puzzle_of_lines(rows, columns, tokens.clue_of_text, **fields)
    for name in ("[Solution]", "[Working grid]"):
        if name[1:4].lower() in sections:
            drawn = _gno_grid(_section(sections, name, height), width)
            goal = drawn.complete() if name == "[Solution]" else None
            puzzle = replace(puzzle, goal=goal) if goal else with_state(puzzle, drawn)
    return [puzzle]


def _section(sections: Mapping[str, list[Numbered]], heading: str, count: int) -> list[Numbered]:
    key = heading[1:4].lower()
    if key not in sections:
        raise PuzzleError(f"no section {heading}")
    lines = [line for line in sections[key] if line.text]
    if len(lines) != count:
        raise PuzzleError(f"{len(lines)} lines; expected {count}", where=(heading,))
    return lines


def _gno_grid(lines: Sequence[Numbered], width: int) -> PartialGrid:
    grid = []
    for line in lines:
        cells = line.words()
        if wrong := next((cell for cell in cells if cell.text not in _GNO_CELLS), None):
            reason = f"a cell {quoted(wrong.text)}; expected 0 (unknown), 1 (empty) or 2 (filled)"
            raise PuzzleError(reason, where=(line.where, wrong.character()))
        if len(cells) != width:
            raise line.error(f"{len(cells)} cells; expected {width}")
        grid.append(tuple(_GNO_CELLS[cell.text] for cell in cells))
    return PartialGrid(tuple(grid))


# Griddler, "MK Version 3.0" (.griddler, .sgriddler). Its manual says: a line with the width and the
# height, the picture, the clues of the columns, and those of the rows, with an empty line between
# two parts. The numbers of a clue are the last one first, and negative where the player has
# crossed one out.

_GRIDDLER = "MK Version 3.0"
_GRIDDLER_CELLS = {"#": 0b10, ".": 0b01}  # all others are undecided, like a guess of the player


def read_griddler(source: Source) -> list[Puzzle]:
    """The puzzle of a file.

    The picture is a saved one; without clues it is the goal, and the clues are taken from it.
    """
    lines = tokens.text_lines(source, indented=True)
    while len(lines) > 1 and not lines[-1].text:
        del lines[-1]
    if lines[0].text.strip() != _GRIDDLER:
        raise lines[0].wrong(repr(_GRIDDLER))
    end = len(lines)  # lines and files may be shorter than they could be
    lines += (Numbered(place, "") for place in range(end + 1, end + 4 * MAX_SIDE))
    with within("line 3"):
        words = lines[2].text.split()
        if len(words) != 2:
            raise PuzzleError("expected the width and the height")
        width, height = side(words[0], "width"), side(words[1], "height")
    # each cell of the picture has a blank before it
    cells = (line.text[1 : 2 * width : 2].ljust(width) for line in lines[4 : 4 + height])
    drawn = PartialGrid(tuple(tuple(_GRIDDLER_CELLS.get(c, 0b11) for c in row) for row in cells))
    column_start = 4 + height + 1
    row_start = column_start + width + 1
    if end <= column_start:
        if goal := drawn.complete():
            return [Puzzle.of(goal)]
        raise PuzzleError("neither clues nor a complete picture")
    if end <= row_start:
        raise PuzzleError(f"no clues of the rows; expected them from line {row_start + 1} on")
    rows, columns = lines[row_start : row_start + height], lines[column_start : row_start - 1]

    def clue(line: Numbered) -> Clue:
        lengths = tokens.numbers(line._replace(text=line.text.replace("-", " ")))
        return tokens.clue_of_lengths(lengths[::-1])

    return [with_state(puzzle_of_lines(rows, columns, clue), drawn)]


# Picmi: https://github.com/KDE/picmi, levels/


def read_picmi(source: Source) -> list[Puzzle | PuzzleError]:
    """The puzzle of each board of a set of levels; the picture that a board holds is its goal."""
    root, boards = parse(source, "picmi", "board")
    return tokens.each(boards, lambda board: _board(board, root.get("name")))


def _board(board: Node, collection: str) -> Puzzle:
    rows = [row.words() for row in board.all("row")]
    if any(board.all("xpm")):
        raise PuzzleError("its picture is in another file, which is not opened")
    if len(rows) > MAX_SIDE or any(len(row) > MAX_SIDE for row in rows):
        raise PuzzleError(f"a picture of more than {MAX_SIDE} rows or columns")
    notes = _notes([("difficulty", board.get("difficulty"))])
    with within(board.where):
        puzzle = Puzzle.of(Grid.from_text(rows, "-1"), title=board.get("name"))
    return replace(puzzle, author=board.get("author"), collection=collection, notes=notes)


# QNonograms' binary files, as tools/jap2non of https://github.com/mikix/nonogram-db reads them:
# `TLS`, a checksum of four bytes of an unknown kind, a byte of flags, the numbers of columns and of
# rows, then for each column and after that for each row a byte with the number of its blocks and a
# byte for each length.


def read_jap(source: Source) -> list[Puzzle]:
    """The puzzle of a file; a picture in it is the goal. The checksum is ignored."""
    data = source.data
    if not data.startswith(b"TLS"):
        raise PuzzleError("expected 'TLS' at the start")
    at = 7

    def take(count: int, what: str) -> bytes:
        nonlocal at
        if at + count > len(data):
            raise PuzzleError(f"the file ends after byte {len(data)}, inside {what}")
        at += count
        return data[at - count : at]

    def lines(axis: Axis, count: int) -> list[bytes]:
        names = [f"{axis} {place}" for place in range(1, count + 1)]
        return [take(take(1, name)[0], name) for name in names]

    flags, width, height = take(3, "the flags and the sizes")
    if flags & 0x40:
        raise PuzzleError("flag 0x40 is set; the layout of such files is not known")
    columns, rows = lines("column", width), lines("row", height)
    goal = None
    if flags & 0x80:  # a picture follows the clues, a byte for each cell
        cells = [take(width, f"row {place} of the picture") for place in range(1, height + 1)]
        if wrong := {cell for row in cells for cell in row} - {0, 1}:
            raise PuzzleError(f"a cell {min(wrong)} in the picture; expected 0 or 1")
        goal = Grid(tuple(map(tuple, cells)))
    if at < len(data):
        raise PuzzleError(f"{len(data) - at} bytes more than the puzzle has")
    return [puzzle_of_lines(rows, columns, tokens.clue_of_lengths, goal=goal)]


# pyNonogram's `.non` (https://github.com/Apsurt/pyNonogram, class Nonogram), where blanks part the
# clues and commas the blocks: `rows:4 1,2 4 1 0` are five clues.

_NOTES = ("date", "picture", "difficulty")
_KEYS = {"author", *_NOTES, "width", "height", "rows", "columns", "solution"}


def read_pynonogram(source: Source) -> list[Puzzle]:
    """The puzzle of a file; its solution is the goal, its date and ratings are notes."""
    values: dict[str, Numbered] = {}
    for line in tokens.text_lines(source):
        key = line.text.partition(":")[0].strip().lower()
        if not line.text:
            continue
        if ":" not in line.text or key not in _KEYS:
            raise line.wrong("a line such as 'rows:1,2 3'")
        if key in values:
            raise line.error(f"a second {key!r}")
        values[key] = line.split(":", 1)[1].stripped()
    rows, columns = _keyed(values, "row", "height"), _keyed(values, "column", "width")
    goal = None
    if (drawn := values.get("solution")) and drawn.text:
        with within(drawn.where, "solution"):
            if wrong := set(drawn.text) - {"0", "1"}:
                raise PuzzleError(f"{min(wrong)!r}; expected a 0 or 1 for each cell")
            goal = Grid.from_text(tokens.cut_rows(drawn.text, len(columns), len(rows)), "01")
    texts = {key: value.text for key, value in values.items()}
    notes = _notes((key, texts.get(key, "")) for key in _NOTES)
    fields = {"author": texts.get("author", ""), "notes": notes, "goal": goal}
    return [puzzle_of_lines(rows, columns, tokens.clue_of_text, **fields)]


def _keyed(values: Mapping[str, Numbered], axis: Axis, size: str) -> list[Numbered]:
    if (key := f"{axis}s") not in values:
        raise PuzzleError(f"no {key!r}; expected the clues of the {key}")
    clues = list(values[key].found(re.compile(r"\S+")))
    if size in values and tokens.side_of(values[size], size) != len(clues):
        raise values[key].error(f"{len(clues)} clues of the {key}; {size} is {values[size].text}")
    return clues
