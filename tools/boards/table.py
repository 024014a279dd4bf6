"""The table of the boards: one row each, and the puzzle of a row."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from pysat.solvers import Solver

from asp_nono.clue import Block
from asp_nono.lab.instances import BOARDS, read_boards
from asp_nono.proof.formula import Formula
from asp_nono.puzzle import Puzzle
from tools.boards.clues import SOLVER
from tools.boards.families import FAMILIES
from tools.boards.plants import boards

VERSION = "2.1.0"
SEED = "Boards 2.0"
SPLIT = ("train", "train", "train", "validation", "test")  # by the place in the family
MOST = 100  # pictures that are counted
_FEW = {"none": "0", "unique": "1"}  # known from making
FEATURES = BOARDS.with_name("features.tsv")
Row = dict[str, str]


def made(plant: tuple[str, int]) -> list[Row]:
    """The rows of the boards of a plant: a family and a number."""
    name, number = plant
    three = list(boards(FAMILIES[name], number, SEED).items())
    Random(f"{SEED} order of {name} {number}").shuffle(three)  # noqa: S311 - no secret
    return [
        {
            "name": f"{name}-{number:02}-{letter}",
            "family": name,
            "split": SPLIT[FAMILIES[name].plants.index(number) % len(SPLIT)],
            "verdict": verdict,
            "solutions": _FEW.get(verdict) or _solutions(puzzle),
            "rows": ";".join(map(_text, puzzle.rows)),
            "columns": ";".join(map(_text, puzzle.columns)),
        }
        for letter, (verdict, puzzle) in zip("abc", three, strict=True)
    ]


def plants(families: Sequence[str] = ()) -> Iterator[tuple[str, int]]:
    """The plants of these families, or of all."""
    for name in families or FAMILIES:
        yield from ((name, number) for number in FAMILIES[name].plants)


def _text(clue: tuple[Block, ...]) -> str:
    return " ".join(f"{block.length or '?'}{' b'[block.color - 1].strip()}" for block in clue)


def _solutions(puzzle: Puzzle) -> str:
    """The number of pictures; empty if there are more than `MOST`."""
    formula, found = Formula(puzzle), 0
    cells = puzzle.width * puzzle.height * (1 if len(puzzle.colors) == 2 else len(puzzle.colors))
    with Solver(SOLVER, bootstrap_with=formula.clauses) as solver:
        while found <= MOST and solver.solve():
            found += 1
            solver.add_clause([-literal for literal in solver.get_model()[:cells]])
    return str(found) if found <= MOST else ""


def known(path: Path) -> list[Row]:
    """The rows of a table; none if there is no file."""
    return list(read_boards(path)) if path.exists() else []


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write rows with tabs between the columns, in the order of the families."""
    order = {name: place for place, name in enumerate(FAMILIES)}
    some = sorted(rows, key=lambda row: (order[row["name"].rsplit("-", 2)[0]], row["name"]))
    lines = [list(some[0]), *(list(row.values()) for row in some)]
    path.write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")
