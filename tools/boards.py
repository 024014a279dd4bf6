"""The data set of 1,000 boards: `python -m tools.boards`, see `docs/boards/README.md`.

    python -m tools.boards make             write docs/boards/boards.tsv, bit for bit
    python -m tools.boards measure          decide, count and measure every board (half an hour)
    python -m tools.boards write FOLDER     every board as .xml, facts (.lp) and DIMACS (.cnf)

Boards come from whole numbers and a fixed seed alone, so every machine and version makes the same.
"""

import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from asp_nono.asp.deductions import OpenPuzzle, open_puzzle, without_deductions
from asp_nono.asp.program import Program
from asp_nono.asp.recipes import recipe
from asp_nono.aspcount.completion import formula_of
from asp_nono.aspcount.ground import ground, puzzle_program
from asp_nono.clue import Block
from asp_nono.counting.count import count
from asp_nono.files import write
from asp_nono.grid import Grid
from asp_nono.lab.export import FEATURES, features
from asp_nono.logic.difficulty import difficulty
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from asp_nono.run.limits import Limits
from asp_nono.run.pool import Children
from asp_nono.solving.solve import check

SEED, EACH = 2026, 50  # boards of a family
FOLDER = Path(__file__).parents[1] / "docs" / "boards"
BOARDS, MEASURES = FOLDER / "boards.tsv", FOLDER / "measures.tsv"
SPLIT = ("train", "train", "train", "validation", "test")  # by the number within a family
_INKS = (BLACK, Color("red", "1", "ff0000"), Color("blue", "2", "0000ff"))
_COUNTING = Limits(30.0, 2000)


def noise(side: int, filled: int, inks: int = 1) -> Callable[[Random], Puzzle]:
    """Pictures whose cells are drawn one by one; `filled` per cent have a color."""

    def make(random: Random) -> Puzzle:
        cells = [
            [
                1 + random.randrange(inks) if random.randrange(100) < filled else 0
                for _ in range(side)
            ]
            for _ in range(side)
        ]
        return _puzzle(cells, inks)

    return make


def blobs(width: int, height: int, inks: int = 1) -> Callable[[Random], Puzzle]:
    """Smooth pictures: 60 % of the cells, those with the largest means of random neighbors."""

    def make(random: Random) -> Puzzle:
        heights = _smooth(width, height, random)
        order = sorted(
            (value, y, x) for y, row in enumerate(heights) for x, value in enumerate(row)
        )
        least = order[len(order) * 2 // 5]
        shades = _smooth(width, height, random)
        ranks = sorted(value for row in shades for value in row)
        ends = [ranks[len(ranks) * n // inks] for n in range(1, inks)]
        cells = [
            [
                1 + sum(shades[y][x] >= end for end in ends) if (value, y, x) >= least else 0
                for x, value in enumerate(row)
            ]
            for y, row in enumerate(heights)
        ]
        return _puzzle(cells, inks)

    return make


def _smooth(width: int, height: int, random: Random) -> list[list[int]]:
    """Random whole numbers, twice replaced by the means of the squares around them."""
    values = [[random.randrange(1 << 16) for _ in range(width)] for _ in range(height)]
    reach = 1 if min(width, height) < 15 else 2
    for _ in range(2):
        values = [
            [
                sum(map(sum, some)) // (len(some) * len(some[0]))
                for x in range(width)
                for some in [
                    [
                        row[max(0, x - reach) : x + reach + 1]
                        for row in values[max(0, y - reach) : y + reach + 1]
                    ]
                ]
            ]
            for y in range(height)
        ]
    return values


def _puzzle(cells: list[list[int]], inks: int) -> Puzzle:
    made = Puzzle.of(Grid(tuple(map(tuple, cells))), (WHITE, *_INKS[:inks]))
    return Puzzle(made.rows, made.columns, made.colors)  # without the picture it came from


def impossible(side: int) -> Callable[[Random], Puzzle]:
    """Boards without a picture that single lines do not refute: blocks exchanged between rows."""

    def make(random: Random) -> Puzzle:
        while True:
            puzzle = noise(side, 55)(random)
            rows = list(puzzle.rows)
            first, second = random.sample(range(side), 2)
            rows[first], rows[second] = rows[second], rows[first]
            changed = Puzzle(tuple(rows), puzzle.columns, puzzle.colors)
            undecided = isinstance(open_puzzle(changed, "line"), OpenPuzzle)
            if undecided and check(changed, recipe="order-plain").verdict == "none":
                return changed

    return make


FAMILIES: dict[str, Callable[[Random], Puzzle]] = {
    **{f"blobs-{side}": blobs(side, side) for side in (10, 15, 20, 25, 30)},
    "blobs-60x12": blobs(60, 12),
    **{f"blobs-{side}-colors": blobs(side, side, 3) for side in (10, 15, 20)},
    **{f"noise-{side}": noise(side, 50) for side in (10, 15, 20)},
    "noise-15-sparse": noise(15, 35),
    "noise-15-dense": noise(15, 70),
    "noise-25-dense": noise(25, 70),
    **{f"noise-{side}-colors": noise(side, 60, 3) for side in (10, 15)},
    "scattered-10": noise(10, 15),
    "search-20": noise(20, 45),
    "none-12": impossible(12),
}
"""The families, fifty boards of each: how a board is drawn with a random number generator."""

_PASSED_OVER = {"search-20": "01300313005121000001104002100010010012001100100400"}
"""For each board how many drawings come before it, as probing left less than a tenth of them open.

They are recorded because how much probing does depends on the version.
"""


@dataclass(frozen=True)
class Board:
    """A board: its name, which is its family and number, and the puzzle."""

    name: str
    family: str
    number: int

    @property
    def puzzle(self) -> Puzzle:
        """The board itself, drawn again."""
        random = Random(f"{SEED} {self.name}")  # noqa: S311 - no secret
        passed_over = int(_PASSED_OVER.get(self.family, "0" * EACH)[self.number])
        *_, last = (FAMILIES[self.family](random) for _ in range(passed_over + 1))
        return last

    def row(self) -> dict[str, Any]:
        """Its line in the table of boards."""
        puzzle = self.puzzle
        rows, columns = (";".join(map(_numbers, clues)) for clues in (puzzle.rows, puzzle.columns))
        return {
            "name": self.name,
            "family": self.family,
            "split": SPLIT[self.number % len(SPLIT)],
            "width": puzzle.width,
            "height": puzzle.height,
            "colors": len(puzzle.colors) - 1,
            "hash": sha256(f"{rows}/{columns}".encode()).hexdigest()[:16],
            "rows": rows,
            "columns": columns,
        }


def boards() -> Iterator[Board]:
    """All boards, in order."""
    for family in FAMILIES:
        for number in range(EACH):
            yield Board(f"{family}-{number:02}", family, number)


def _numbers(clue: tuple[Block, ...]) -> str:
    """A clue: lengths, each followed by the letter of its color unless that is the first."""
    return " ".join(f"{block.length}{' bc'[block.color - 1].strip()}" for block in clue) or "0"


@cache
def _pool() -> Children:
    return Children()


def measured(board: Board) -> dict[str, Any]:
    """The line of a board in the table of measures."""
    puzzle = board.puzzle
    result = check(puzzle, recipe="order-plain")
    number = count(puzzle, limits=_COUNTING, pool=_pool())
    unique = result.verdict == "unique"
    values = features(puzzle)
    grade = difficulty(puzzle, result.solutions[0]) if unique else None
    if number.exact and (number.number > 1) != (result.verdict == "multiple"):
        raise ValueError(f"{board.name}: {result.verdict}, but {number.number} pictures")
    return {
        "name": board.name,
        "verdict": str(result.verdict),
        "count": number.number if number.exact else "",
        "technique": str(grade.technique) if grade else "",
        "solver": grade.solver if grade else "",
        "difficulty": grade.grade if grade else "",
        **{name: values[name] for name in FEATURES[4:]},
    }


def dimacs(puzzle: Puzzle) -> str:
    """The puzzle in conjunctive normal form: its models, projected on the cells, are its pictures.

    Variables of cells are listed as `c cell VARIABLE X Y COLOR`, and by `c p show`.
    """
    program, _ = ground(puzzle_program(puzzle, recipe="starts", deductions="none"))
    formula = formula_of(program)
    lines = [
        f"p cnf {formula.variables} {len(formula.clauses)}",
        f"c p show {' '.join(map(str, formula.shown))} 0",
        *(f"{' '.join(map(str, clause))} 0" for clause in formula.clauses),
    ]
    return "\n".join(lines) + "\n"


def table(rows: Iterable[dict[str, Any]]) -> str:
    """Rows as text with tabs between the columns."""
    some = list(rows)
    lines = [list(some[0]), *(map(str, row.values()) for row in some)]
    return "".join("\t".join(line) + "\n" for line in lines)


def export(board: Board, folder: Path) -> None:
    """Write a board in three formats; the puzzle is read from the table's own row."""
    puzzle = board.puzzle
    place = folder / board.family
    place.mkdir(parents=True, exist_ok=True)
    write([puzzle], place / f"{board.name}.xml")
    facts = Program.of(recipe("textbook-starts"), without_deductions(puzzle)).facts
    (place / f"{board.name}.lp").write_text(facts, encoding="utf-8")
    (place / f"{board.name}.cnf").write_text(dimacs(puzzle), encoding="utf-8")


def known() -> str:
    """The exact numbers of pictures as the lab reads them beside the puzzles."""
    family = {board.name: board.family for board in boards()}
    lines = MEASURES.read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(lines, delimiter="\t")
    entry = '[[puzzle]]\nfile = "{}/{}.xml"\nsolutions = {}\n'
    return "\n".join(
        entry.format(family[row["name"]], row["name"], row["count"]) for row in rows if row["count"]
    )


def main() -> None:
    """Do what the arguments say."""
    FOLDER.mkdir(exist_ok=True)
    match sys.argv[1:]:
        case ["make"]:
            with ProcessPoolExecutor(2) as pool:
                text = table(pool.map(Board.row, boards(), chunksize=10))
            BOARDS.write_text(text, encoding="utf-8")
        case ["measure"]:
            with ProcessPoolExecutor(2) as pool:
                text = table(pool.map(measured, boards(), chunksize=2))
            MEASURES.write_text(text, encoding="utf-8")
        case ["write", folder]:
            for board in boards():
                export(board, Path(folder))
            (Path(folder) / "index.toml").write_text(known(), encoding="utf-8")
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
