"""How often the grader misjudges a program, and how often it finds the faulty rule.

    python -m tools.mutation_study --number 500 --seed 1

Right programs (tests/grading/right) get one random slip each, in their text. Whether that makes
them wrong is shown without the grader: clingo answers single boards with plain facts, and its
answers are compared with every picture of the board. A mutant that fails on one board is wrong. One
that fails on none of them counts as right, unless the grader has a counterexample that stands the
same comparison.
"""

import argparse
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from time import process_time
from typing import NamedTuple

import click
from clingo import Control

from asp_nono.errors import PuzzleError
from asp_nono.grading.answer_sets import Reader
from asp_nono.grading.grade import Grade, Settings, grade_text
from asp_nono.grading.submission import submission_of
from asp_nono.grading.vocabulary import OurFacts, Program, dialects
from asp_nono.grid import Grid
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, satisfies
from tools.blocks import ROOT

PROGRAMS = ROOT / "tests" / "grading" / "right"
WORDS = {"classic": "classic", "hints": "gramcracker"}
"""The dialects of those programs that do not read our facts."""

_SIZES = ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (2, 2), (5, 1), (1, 5), (3, 2), (2, 3), (3, 3),
          (8, 1), (1, 8), (4, 3), (3, 4))  # fmt: skip
_BOARDS = 24  # of each size
_MANY = 5000  # answers of one board that are looked at


class Mutant(NamedTuple):
    """A right program with one slip."""

    program: str  # its name
    line: int  # of the slip, from 1
    text: str
    deleted: bool  # whether the whole rule is gone


def mutants(seed: int) -> Iterator[Mutant]:
    """Mutants of all programs in turn, none twice."""
    random = Random(f"mutants {seed}")  # noqa: S311 - slips, not secrets
    seen: set[str] = set()
    files = sorted(PROGRAMS.glob("*.lp"))
    while True:
        for file in files:
            lines = file.read_text(encoding="utf-8").splitlines()
            rules = [n for n, line in enumerate(lines) if line and line[0] not in "%#"]
            at = random.choice(rules)
            changed = _slip(lines[at], random)
            text = "\n".join([*lines[:at], changed, *lines[at + 1 :], ""])
            if changed != lines[at] and text not in seen and _accepted(text):
                seen.add(text)
                yield Mutant(file.stem, at + 1, text, not changed)


def _slip(rule: str, random: Random) -> str:
    """The rule with one thing changed somewhere."""
    kind = random.choice(("comparison", "number", "shift", "literal", "not", "variable", "rule"))
    if kind == "rule":
        return "" if random.random() < 0.3 else rule
    if kind == "literal":
        head, sign, body = rule.rstrip(".").partition(":-")
        literals = re.split(r",\s*(?![^(){}]*[)}])", body)
        literals.pop(random.randrange(len(literals)))
        return f"{head}{sign}{','.join(literals)}." if sign and literals else rule
    places, new = _PLACES[kind], _NEW[kind]
    found = list(re.finditer(places, rule))
    if not found:
        return rule
    one = random.choice(found)
    others = sorted({other[0] for other in found} - {one[0]})
    choices = others if kind == "variable" else [made for made in new if made.strip() != one[0]]
    if not choices:
        return rule
    return rule[: one.start()] + random.choice(choices).replace("?", one[0]) + rule[one.end() :]


_PLACES = {
    "comparison": r"(?<=\s)(<=|>=|!=|<|>|=)(?=\s)",
    "number": r"\b\d+\b",
    "shift": r"\b[A-Z]\b'?(?![+-])",
    "not": r"\bnot (?=\w)|(?<=, )(?=[a-z])(?!not)",
    "variable": r"\b[A-Z]\b'?",
}
_NEW = {
    "comparison": ("<", "<=", ">", ">=", "!=", "="),
    "number": ("0", "1", "2", "3"),
    "shift": ("?+1", "?-1"),
    "not": ("", "not "),
    "variable": (),
}


def _accepted(text: str) -> bool:
    """Whether clingo accepts it: no variable is unsafe."""
    constants = (f"--const={name}=1" for name in ("h", "w", "rows", "columns", "colors"))
    control = Control(list(constants), lambda *_: None)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


@cache
def _boards() -> tuple[tuple[Puzzle, tuple[Grid, ...]], ...]:
    """Boards with all their solutions, found by trying every picture."""
    random = Random("boards")  # noqa: S311 - boards, not secrets
    found = []
    for colors in (2, 3):
        palette = (WHITE, BLACK, Color("red", "o", "c00000"))[:colors]
        for width, height in _SIZES:
            area = width * height
            if colors**area > 5000:
                continue
            grids = [_grid(code, width, height, colors) for code in range(colors**area)]
            for _ in range(_BOARDS):
                rows, columns = random.choice(grids), random.choice(grids)
                puzzle = Puzzle.of(rows, palette)
                if random.random() < 0.5:  # the columns of another picture: rarely any solution
                    try:
                        puzzle = Puzzle(rows.row_clues(), columns.column_clues(), palette)
                    except PuzzleError:
                        continue
                solutions = tuple(grid for grid in grids if satisfies(grid, puzzle))
                found.append((Puzzle(puzzle.rows, puzzle.columns, palette), solutions))
    return tuple(found)


def _grid(code: int, width: int, height: int, colors: int) -> Grid:
    cells = [code // colors**place % colors for place in range(width * height)]
    return Grid(tuple(tuple(cells[y * width : (y + 1) * width]) for y in range(height)))


def fails(mutant: Mutant, colors: int, puzzle: Puzzle, right: tuple[Grid, ...]) -> bool:
    """Whether its answers on a board are not exactly the solutions, each in any number."""
    words = dialects()[WORDS.get(mutant.program, "ours")]
    if isinstance(words, OurFacts):
        words = OurFacts(wanted=frozenset({"line/2", "block/4"}))
    holds = {"used": [], "derived": [], "shown": ["fill"]}
    program = Program(submission_of(mutant.text, "mutant"), words, colors, holds)
    job = program.ground_job(puzzle)
    control = Control([*job["options"], f"--models={_MANY}"], lambda *_: None)
    try:
        control.add("base", [], mutant.text)
        control.add("base", [], job["facts"])
        control.ground([("base", [])])
    except RuntimeError:
        return True
    reader, shown = Reader(job), set[object]()
    with control.solve(yield_=True) as handle:
        for model in handle:
            rows = reader.picture(model.symbols(shown=True))
            shown.add(rows if isinstance(rows, str) else tuple(map(tuple, rows)))
            if len(shown) > len(right) + 5:
                return True
    return shown != {grid.rows for grid in right}


def is_wrong(mutant: Mutant, colors: int) -> bool:
    """Whether it fails on any of the boards."""
    return any(
        fails(mutant, colors, puzzle, right)
        for puzzle, right in _boards()
        if len(puzzle.colors) <= colors
    )


class Row(NamedTuple):
    """What the grader said of a mutant, and what is true."""

    mutant: Mutant
    grade: Grade
    wrong: bool
    seconds: float  # of CPU time in the grader's own process

    @property
    def misjudged(self) -> bool:
        """Whether the grader calls a wrong one right, or a right one wrong."""
        return self.grade.outcome != "undecided" and self.wrong != (self.grade.outcome == "wrong")

    @property
    def rank(self) -> int:
        """The place of the faulty rule among the suspects, from 1; 0 if it is none of them."""
        places = [one.place for one in self.grade.suspects]
        here = f"line {self.mutant.line}"
        return places.index(here) + 1 if here in places else 0


def judged(mutant: Mutant) -> Row | None:
    """The grade of a mutant beside the truth; None if the grader refuses it."""
    began = process_time()
    grade = grade_text(mutant.text, mutant.program, Settings(scaling=False, seconds=240))
    seconds = process_time() - began
    if grade.outcome == "refused":
        return None
    colors = grade.block_colors + 1
    wrong, found = is_wrong(mutant, colors), grade.counterexample
    if not wrong and grade.outcome == "wrong" and found and not found.odd:
        colors = max(colors, len(found.puzzle.colors))
        wrong = fails(mutant, colors, found.puzzle, found.solutions)
    return Row(mutant, grade, wrong, seconds)


def main() -> None:
    """Print a line for each mutant, then the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rows: list[Row] = []
    for mutant in mutants(chosen.seed):
        row = judged(mutant)
        if row is None:
            continue
        rows.append(row)
        line = mutant.text.splitlines()[mutant.line - 1] or "(deleted)"
        words = (len(rows), mutant.program, row.grade.outcome, "MISJUDGED" if row.misjudged else "",
                 row.rank, line)  # fmt: skip
        click.echo(" ".join(map(str, words)))
        if len(rows) == chosen.number:
            break
    click.echo(summary(rows))


def summary(rows: list[Row]) -> str:
    """The numbers of docs/grading.md."""
    wrong = [row for row in rows if row.wrong]
    located = [row for row in wrong if not row.mutant.deleted and row.grade.outcome == "wrong"]
    first, second = (sum(0 < row.rank <= most for row in located) for most in (1, 2))
    return (
        f"{len(rows)} mutants, {len(wrong)} wrong; {sum(row.misjudged for row in rows)} misjudged, "
        f"{sum(row.grade.outcome == 'undecided' for row in rows)} undecided; of {len(located)} "
        f"with a faulty rule it is first in {first}, among the first two in {second}"
    )


if __name__ == "__main__":
    main()
