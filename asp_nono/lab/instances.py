"""The puzzles of an experiment with their bytes, so that they can travel, and what is known.

Generated puzzles are smooth random blobs, the same on every machine; docs/lab.md says how.
"""

import csv
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from glob import glob
from pathlib import Path
from random import Random
from typing import cast

from asp_nono.asp import encodings
from asp_nono.clue import Block
from asp_nono.files import InputFile, InputFiles, read_data, write_text
from asp_nono.formats.source import MAX_SIDE, quoted
from asp_nono.grading.scaling import smooth_noise
from asp_nono.grid import Grid
from asp_nono.lab.systems import Text
from asp_nono.line.board import Board
from asp_nono.messages import Message, PuzzleError, plural
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from asp_nono.toml import from_toml

SHIPPED = "shipped"  # all puzzles that come with asp-nono; `shipped:pictures` is one folder of them
BOARDS = encodings.folder().parent / "boards" / "boards.tsv"  # a data set, see docs/boards.md
_BLOBS = re.compile(r"blobs:([0-9]{1,4}(?:,[0-9]{1,4})*)(?:x([1-9][0-9]{0,3}))?")
_PUZZLES = 3  # generated puzzles: sides, and the number of puzzles of each, 3 if it is not given
_FILLED, _GROWTH, _LEAST_REACH = 0.6, 0.35, 2  # share of cells; reach by root of side
_REPAIRED, _REPAIRS, _ATTEMPTS = 0.01, 10, 200  # share of open cells; how often
_LONGEST_LIST = 1 << 26  # bytes
_INDEX, _UP = "index.toml", 2  # lists known numbers of solutions beside a puzzle, or one above


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high` solutions; None for no bound."""

    low: int
    high: int | None

    @property
    def message(self) -> Message:
        """The range in words."""
        if self.high is None:
            return plural(self.low, "at least {count} solution", "at least {count} solutions")
        if self.high != self.low:
            return Message("{low} to {high} solutions", low=self.low, high=self.high)
        return plural(self.low, "{count} solution", "{count} solutions")

    def __str__(self) -> str:
        return str(self.message)


UNKNOWN = Range(0, None)

VERDICT_RANGES = {
    "found": Range(1, None),
    "unique": Range(1, 1),
    "multiple": Range(2, None),
    "none": Range(0, 0),
}  # what verdicts say of the number of solutions


def agree(ranges: Iterable[Range]) -> bool:
    """Whether there is a number of solutions that fits all of them."""
    some = list(ranges)
    low = max((one.low for one in some), default=0)
    return all(one.high is None or low <= one.high for one in some)


@dataclass(frozen=True, slots=True)
class Instance:
    """A puzzle of an experiment."""

    set: str  #: a folder that the plan names
    name: str  #: its name there
    text: Text
    number: int  #: counts the puzzles of the file from 1
    several: bool  #: whether the file holds others
    size: tuple[int, int, int]  #: columns, rows and block colors
    known: Range = UNKNOWN


def choose(
    named: Sequence[str], base: Path, known: Mapping[str, Range], seed: int = 1
) -> tuple[list[Instance], list[PuzzleError]]:
    """Read the puzzles of files and folders, and of names with `shipped`, `boards:` and `blobs:`.

    `shipped` is all of `instances/`, `shipped:FOLDER` one folder there. `boards:` is followed by a
    split, a family or a pattern of names of the data set that comes with asp-nono, `blobs:` by the
    sides of generated puzzles and the number of each, as in `blobs:25,50x3`.
    Paths are relative to `base` and may be patterns (`*`, `?`, `**`); `known` holds numbers of
    solutions by the last parts of a file's path; `seed` is that of the first generated puzzle of
    each side. Besides the puzzles, the errors of those that cannot be read. PuzzleError if
    something named does not exist, or a folder holds no puzzle.
    """
    chosen: dict[tuple[str, str], Instance] = {}
    faults: list[PuzzleError] = []
    for name in named:
        found: Iterable[Instance | PuzzleError]
        if name.startswith("blobs:"):
            found = _generated(name, seed)
        elif name.startswith("boards:"):
            found = _boards(name)
        else:
            found = _named(name, base, known)
        for one in found:
            if isinstance(one, PuzzleError):
                faults.append(one)
            else:
                chosen.setdefault((one.set, one.name), one)
    return list(chosen.values()), faults


def _named(name: str, base: Path, known: Mapping[str, Range]) -> Iterator[Instance | PuzzleError]:
    """The puzzles of a file, of a folder, or of all folders that are shipped."""
    shipped = encodings.folder().parent / "instances"
    if name == SHIPPED:
        places = sorted(path for path in shipped.iterdir() if path.is_dir())
    else:
        inside = name.removeprefix(f"{SHIPPED}:")
        path = base / name if inside == name else shipped / inside
        several = [] if path.exists() else sorted(glob(str(path), recursive=True))  # noqa: PTH207 - may be absolute
        places = [Path(one) for one in several] or [path]
    for path in places:
        if not path.exists():
            raise PuzzleError("there is no such file or folder", path=name)
        folder = path if path.is_dir() else path.parent
        for file in InputFiles([str(path)]):
            if file.name == str(folder):
                raise PuzzleError("there are no puzzle files in this folder", path=str(path))
            shown = Path(file.name).relative_to(folder).as_posix()
            yield from _file(folder.resolve().name, shown, file, known)


def _file(
    some: str, name: str, file: InputFile, known: Mapping[str, Range]
) -> Iterator[Instance | PuzzleError]:
    path = Path(file.name)
    try:
        with warnings.catch_warnings(action="ignore"):  # odd things are not what is compared
            puzzles = file.puzzles()
        text = Text(path.name, file.data)
    except PuzzleError as error:
        yield error
        return
    whole = path.resolve()
    beside = next((one for one in whole.parents[:_UP] if (one / _INDEX).is_file()), None)
    listed = {**(_index(beside) if beside else {}), **known}
    ends = ("/".join(whole.parts[first:]) for first in range(1, len(whole.parts)))
    found = next((listed[end] for end in ends if end in listed), UNKNOWN)
    several = len(puzzles) > 1
    for number, puzzle in enumerate(puzzles, 1):
        if isinstance(puzzle, PuzzleError):
            yield puzzle
            continue
        size = (puzzle.width, puzzle.height, len(puzzle.colors) - 1)
        solutions = UNKNOWN if several else found
        if solutions == UNKNOWN and puzzle.goal is not None:
            solutions = VERDICT_RANGES["found"]
        shown = f"{name} #{number}" if several else name
        yield Instance(some, shown, text, number, several, size, solutions)


def written(instance: Instance, folder: Path) -> Path:
    """The puzzle's file, written into a folder of its own by content: names may be the same."""
    return instance.text.write(folder / instance.text.hash[:16])


@lru_cache(maxsize=64)
def puzzle_of(instance: Instance) -> Puzzle:
    """The puzzle itself."""
    with warnings.catch_warnings(action="ignore"):
        found = read_data(instance.text.data, instance.text.name)[instance.number - 1]
    if isinstance(found, PuzzleError):
        raise found
    return found


@cache
def _index(folder: Path) -> dict[str, Range]:
    """The list in a folder; one that lies beside puzzles by chance is no reason to complain."""
    with suppress(PuzzleError):
        return read_known(folder / _INDEX)
    return {}


def read_known(path: Path) -> dict[str, Range]:
    """Known numbers of solutions, by path.

    A list in TOML has tables `[[puzzle]]` with `file` and `solutions`, as `instances/index.toml`;
    any other is a table with tabs between the columns, of which `file` and `verdict` are read.
    """
    if path.suffix == ".toml":
        return from_toml(path, _of_toml, most=_LONGEST_LIST)
    try:
        return _of_table(path.read_text(encoding="utf-8"), path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or Message("it is not UTF-8 text")
        raise PuzzleError("cannot be read: {reason}", reason=reason, path=str(path)) from None


def _of_toml(table: Mapping[str, object]) -> dict[str, Range]:
    entries, found = table.get("puzzle"), {}
    for entry in entries if isinstance(entries, list) else []:
        match entry:
            case {"file": str(file), "solutions": int(number)} if number >= 0:
                found[file] = Range(number, number)
    return found


def _of_table(text: str, path: Path) -> dict[str, Range]:
    rows = csv.DictReader(text.splitlines(), delimiter="\t")
    if not {"file", "verdict"} <= set(rows.fieldnames or ()):
        raise PuzzleError(
            "expected a table with tabs and the columns file and verdict", path=str(path)
        )
    found = {}
    for number, row in enumerate(rows, 2):
        file, verdict = row["file"] or "", row["verdict"] or ""
        if verdict not in (*VERDICT_RANGES, "unknown", "undecided"):
            raise PuzzleError(
                "verdict {verdict}; expected {verdicts} or unknown",
                verdict=quoted(verdict),
                verdicts=tuple(VERDICT_RANGES),
                path=str(path),
                where=(Message("line {number}", number=number),),
            )
        found[file] = VERDICT_RANGES.get(verdict, UNKNOWN)
    return found


def _boards(name: str) -> Iterator[Instance]:
    """The boards of a split or a family, or whose names fit a pattern."""
    wanted, rows = name.removeprefix("boards:"), read_boards(BOARDS)
    chosen = [
        row
        for row in rows
        if wanted in (row["split"], row["family"]) or fnmatchcase(row["name"], wanted)
    ]
    if not chosen:
        raise PuzzleError(
            "no boards {name}; expected {splits}, a family or a pattern of names",
            name=quoted(wanted),
            splits=tuple(dict.fromkeys(row["split"] for row in rows)),
        )
    for row in chosen:
        puzzle = board_of(row)
        text = Text(f"{row['name']}.xml", write_text([puzzle], form="xml").encode())
        number = int(row["solutions"] or 0)
        known = Range(number, number) if row["solutions"] else VERDICT_RANGES[row["verdict"]]
        size = (puzzle.width, puzzle.height, len(puzzle.colors) - 1)
        yield Instance("boards", row["name"], text, 1, False, size, known)


def read_boards(path: Path) -> list[dict[str, str]]:
    """The rows of a table of the data set."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def board_of(row: Mapping[str, str]) -> Puzzle:
    """The puzzle of a row of the data set."""
    rows, columns = (
        tuple(tuple(map(_block, clue.split())) for clue in row[name].split(";"))
        for name in ("rows", "columns")
    )
    colors = (WHITE, BLACK, Color("blue", "b", "0000ff"))
    return Puzzle(rows, columns, colors if "b" in row["rows"] else colors[:2])


def _block(text: str) -> Block:
    length = text.removesuffix("b")
    return Block(None if length == "?" else int(length), 2 if text.endswith("b") else 1)


def _generated(name: str, seed: int) -> Iterator[Instance]:
    match = _BLOBS.fullmatch(name)
    sides = sorted({int(side) for side in match[1].split(",")}) if match else [0]
    if not match or not 1 <= sides[0] <= sides[-1] <= MAX_SIDE:
        raise PuzzleError(
            "{name}; expected sides from 1 to {most}, as blobs:25,50 or blobs:25,50x3",
            name=quoted(name),
            most=MAX_SIDE,
        )
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
    raise PuzzleError(
        "no line-solvable puzzle of side {side} from seed {seed}; try another seed",
        side=side,
        seed=seed,
    )


def _picture(side: int, random: Random) -> list[list[int]]:
    reach = max(_LEAST_REACH, round(side**0.5 * _GROWTH))
    noise = smooth_noise(side, reach, random)
    least = sorted(noise.ravel())[int(side * side * (1 - _FILLED))]
    return cast("list[list[int]]", (noise >= least).astype(int).tolist())


def _line_solvable(cells: list[list[int]]) -> Puzzle | None:
    """The puzzle of a picture, with a few more cells filled, if line logic can decide it."""
    for _ in range(_REPAIRS):
        puzzle = Puzzle.of(Grid.from_rows(cells))
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
