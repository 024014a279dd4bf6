"""The puzzles of an experiment with their bytes, so that they can travel, and what is known.

Generated puzzles are smooth random blobs, the same on every machine: every cell gets a random
number, the numbers are averaged over a square around each cell, twice, and the cells with the
greatest averages are filled. The square grows with the square root of the side, so that larger
puzzles have more and longer blocks to a line. If line logic leaves a few cells open, these are
filled too; a picture that would need more than that is given up.
"""

from __future__ import annotations

import csv
import re
import tomllib
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from asp_nono.asp import encodings
from asp_nono.errors import PuzzleError
from asp_nono.files import paths, read_each, write_text
from asp_nono.formats.source import MAX_SIDE, quoted
from asp_nono.grid import Grid
from asp_nono.lab.systems import Text
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle

SHIPPED = "shipped"
"""All puzzles that come with asp-nono; `shipped:pictures` is one folder of them."""

_BLOBS = re.compile(r"blobs:([0-9]{1,4}(?:,[0-9]{1,4})*)(?:x([1-9][0-9]{0,3}))?")
_PUZZLES = 3  # generated puzzles: sides, and the number of puzzles of each, 3 if it is not given
_FILLED, _GROWTH, _LEAST_REACH = 0.6, 0.35, 2
"""The share of filled cells; the reach of the square is the root of the side times the growth."""

_REPAIRED, _REPAIRS, _ATTEMPTS = 0.01, 10, 200
"""At most this share of the cells may be open when line logic is at its end; attempts."""

_INDEX, _UP = "index.toml", 2
"""The list of known numbers of solutions lies beside a puzzle, or one folder above."""


class Range(NamedTuple):
    """From `low` to `high` solutions; None for no bound."""

    low: int
    high: int | None

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.low} solution{'' if self.low == 1 else 's'}"
        if self.high is None:
            return f"at least {self.low} solution{'' if self.low == 1 else 's'}"
        return f"{self.low} to {self.high} solutions"


UNKNOWN = Range(0, None)

VERDICT_RANGES = {
    "found": Range(1, None),
    "unique": Range(1, 1),
    "multiple": Range(2, None),
    "none": Range(0, 0),
}
"""What verdicts say of the number of solutions."""


def agree(ranges: Iterable[Range]) -> bool:
    """Whether there is a number of solutions that fits all of them."""
    some = list(ranges)
    low = max((one.low for one in some), default=0)
    high = min((one.high for one in some if one.high is not None), default=low)
    return low <= high


@dataclass(frozen=True, slots=True)
class Instance:
    """A puzzle of an experiment: its set, a folder that the plan names, and its name there.

    `number` counts the puzzles of the file from 1; `size` is columns, rows and block colors.
    """

    set: str
    name: str
    text: Text
    number: int
    several: bool
    size: tuple[int, int, int]
    known: Range = UNKNOWN


@dataclass(slots=True)
class Chosen:
    """The puzzles of a plan that can be read, and the errors of those that cannot."""

    instances: list[Instance]
    faults: list[PuzzleError]


def choose(named: Sequence[str], base: Path, known: Mapping[str, Range], seed: int = 1) -> Chosen:
    """Read the puzzles.

    Args:
        named: Files, folders, `shipped`, `shipped:FOLDER` and `blobs:SIDE,SIDE,...xNUMBER`.
        base: The folder of relative paths.
        known: Known numbers of solutions, by the last parts of a file's path.
        seed: Of the first generated puzzle of each side; the others count on.

    Raises:
        PuzzleError: If something named does not exist, or a folder holds no puzzle.
    """
    chosen = Chosen([], [])
    seen: set[tuple[str, str]] = set()
    for name in named:
        for instance in _named(name, base, known, seed, chosen.faults):
            if (instance.set, instance.name) not in seen:
                seen.add((instance.set, instance.name))
                chosen.instances.append(instance)
    return chosen


def _named(
    name: str, base: Path, known: Mapping[str, Range], seed: int, faults: list[PuzzleError]
) -> Iterator[Instance]:
    shipped = encodings.folder().parent / "instances"
    if name == SHIPPED:
        for folder in sorted(path for path in shipped.iterdir() if path.is_dir()):
            yield from _folder(folder, known, faults)
        return
    if name.startswith("blobs:"):
        yield from _generated(name, seed)
        return
    path = base / name
    if name.startswith(f"{SHIPPED}:"):
        path = shipped / name.removeprefix(f"{SHIPPED}:")
    if not path.exists():
        raise PuzzleError("there is no such file or folder", path=name)
    if path.is_dir():
        yield from _folder(path, known, faults)
    else:
        yield from _file(path.parent.resolve().name, path.name, path, known, faults)


def _folder(
    folder: Path, known: Mapping[str, Range], faults: list[PuzzleError]
) -> Iterator[Instance]:
    files = paths([str(folder)])
    if files == [str(folder)]:
        raise PuzzleError("there are no puzzle files in this folder", path=str(folder))
    for file in map(Path, files):
        name = file.relative_to(folder).as_posix()
        yield from _file(folder.resolve().name, name, file, known, faults)


def _file(
    some: str, name: str, path: Path, known: Mapping[str, Range], faults: list[PuzzleError]
) -> Iterator[Instance]:
    try:
        puzzles = _read(path)
        text = Text(path.name, path.read_bytes())
    except PuzzleError as error:
        faults.append(error)
        return
    except OSError as error:
        faults.append(PuzzleError(f"cannot be read: {error.strerror}", path=str(path)))
        return
    listed = {**_known_beside(path), **known}
    parts = path.resolve().parts
    ends = ("/".join(parts[first:]) for first in range(1, len(parts)))
    found = next((listed[end] for end in ends if end in listed), UNKNOWN)
    for number, puzzle in enumerate(puzzles, 1):
        if isinstance(puzzle, PuzzleError):
            faults.append(puzzle)
            continue
        several = len(puzzles) > 1
        shown = f"{name} #{number}" if several else name
        size = (puzzle.width, puzzle.height, len(puzzle.colors) - 1)
        solutions = UNKNOWN if several else found
        if solutions == UNKNOWN and puzzle.goal is not None:
            solutions = VERDICT_RANGES["found"]
        yield Instance(some, shown, text, number, several, size, solutions)


def _read(path: Path) -> list[Puzzle | PuzzleError]:
    """The puzzles of a file, without warnings: odd things in files are not what is compared."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(read_each(path))


def read_puzzle(path: Path | str, number: int) -> Puzzle:
    """One puzzle of a file."""
    found = _read(Path(path))[number - 1]
    if isinstance(found, PuzzleError):
        raise found
    return found


def puzzle_of(instance: Instance, folder: Path) -> Puzzle:
    """The puzzle, read from its file, which is written into `folder`."""
    path = folder / instance.text.name
    path.write_bytes(instance.text.data)
    return read_puzzle(path, instance.number)


def _known_beside(path: Path) -> dict[str, Range]:
    """The `index.toml` in the folder of a puzzle, or one above; often nothing."""
    for folder in path.resolve().parents[:_UP]:
        if (folder / _INDEX).is_file():
            return _index(folder / _INDEX)
    return {}


@cache
def _index(path: Path) -> dict[str, Range]:
    """A list that lies beside puzzles by chance is nothing to complain about."""
    try:
        return read_known(path)
    except PuzzleError:
        return {}


def read_known(path: Path) -> dict[str, Range]:
    """Known numbers of solutions, by path.

    A list in TOML has tables `[[puzzle]]` with `file` and `solutions`, as `instances/index.toml`;
    any other is a table with tabs between the columns, of which `file` and `verdict` are read.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return _of_toml(text) if path.suffix == ".toml" else _of_table(text, path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise PuzzleError(f"cannot be read: {reason}", path=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"is not TOML: {error}", path=str(path)) from None


def _of_toml(text: str) -> dict[str, Range]:
    entries = tomllib.loads(text).get("puzzle", [])
    found = {}
    for entry in entries if isinstance(entries, list) else []:
        match entry:
            case {"file": str(file), "solutions": int(number)} if number >= 0:
                found[file] = Range(number, number)
    return found


def _of_table(text: str, path: Path) -> dict[str, Range]:
    rows = csv.DictReader(text.splitlines(), delimiter="\t")
    if not {"file", "verdict"} <= set(rows.fieldnames or ()):
        reason = "expected a table with tabs and the columns file and verdict"
        raise PuzzleError(reason, path=str(path))
    found = {}
    for number, row in enumerate(rows, 2):
        file, verdict = row["file"] or "", row["verdict"] or ""
        if verdict not in (*VERDICT_RANGES, "unknown", "undecided"):
            reason = f"verdict {quoted(verdict)}; expected {', '.join(VERDICT_RANGES)} or unknown"
            raise PuzzleError(reason, path=str(path), where=(f"line {number}",))
        found[file] = VERDICT_RANGES.get(verdict, UNKNOWN)
    return found


def _generated(name: str, seed: int) -> Iterator[Instance]:
    """Blobs: a set for each side."""
    match = _BLOBS.fullmatch(name)
    sides = sorted({int(side) for side in match[1].split(",")}) if match else [0]
    if not match or not 1 <= sides[0] <= sides[-1] <= MAX_SIDE:
        expected = f"sides from 1 to {MAX_SIDE}, as blobs:25,50 or blobs:25,50x3"
        raise PuzzleError(f"{quoted(name)}; expected {expected}")
    for side in sides:
        for one in range(seed, seed + int(match[2] or _PUZZLES)):
            file = f"{side}-s{one}.non"
            text = Text(file, write_text([blobs(side, one)], form="non").encode())
            known = VERDICT_RANGES["unique"]
            yield Instance(f"blobs-{side}", file, text, 1, False, (side, side, 1), known)


def blobs(side: int, seed: int) -> Puzzle:
    """A puzzle of `side` rows and columns that line logic decides; see the module."""
    random = Random(f"{side} {seed}")  # noqa: S311 - a picture, not a secret
    for _ in range(_ATTEMPTS):
        if puzzle := _line_solvable(_picture(side, random)):
            return puzzle
    raise PuzzleError(f"no line-solvable puzzle of side {side} from seed {seed}; try another seed")


def _picture(side: int, random: Random) -> list[list[int]]:
    reach = max(_LEAST_REACH, round(side**0.5 * _GROWTH))
    values = [[random.random() for _ in range(side)] for _ in range(side)]
    for _ in range(2):
        values = _transposed(_averaged(_transposed(_averaged(values, reach)), reach))
    ranked = sorted(value for row in values for value in row)
    least = ranked[int(len(ranked) * (1 - _FILLED))]
    return [[int(value >= least) for value in row] for row in values]


def _averaged(values: Sequence[Sequence[float]], reach: int) -> list[list[float]]:
    """Every number as the mean of those at most `reach` away in its row."""
    length = len(values[0])
    spans = [(max(0, at - reach), min(length, at + reach + 1)) for at in range(length)]
    sums = [list(accumulate(row, initial=0.0)) for row in values]
    return [[(row[last] - row[first]) / (last - first) for first, last in spans] for row in sums]


def _transposed(values: Sequence[Sequence[float]]) -> list[list[float]]:
    return [list(column) for column in zip(*values, strict=True)]


def _line_solvable(cells: list[list[int]]) -> Puzzle | None:
    """The puzzle of a picture, with a few more cells filled, if line logic can decide it."""
    for _ in range(_REPAIRS):
        puzzle = Puzzle.of(Grid(tuple(map(tuple, cells))))
        board = Board(puzzle)
        board.sweep()
        left = board.partial()
        if not left.undecided:
            return puzzle
        if left.undecided > _REPAIRED * puzzle.width * puzzle.height:
            return None
        for row, sets in zip(cells, left.rows, strict=True):
            row[:] = [1 if one & (one - 1) else cell for cell, one in zip(row, sets, strict=True)]
    return None
