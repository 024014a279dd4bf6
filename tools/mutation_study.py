"""How often the grader misjudges a program, and how often it finds the faulty rule.

    python -m tools.mutation_study --number 500 --located 150 --results study.jsonl

Ten right programs (tests/grading/right, encodings/textbook) get one random slip each, in their
text. Whether that makes them wrong is shown without the grader: clingo answers single boards with
plain facts, and its answers are compared with every picture of the board. A mutant that fails on
one board is wrong. One that fails on none of them counts as right, unless the grader has a
counterexample that stands the same comparison.

Each result is written as soon as it is found. An interrupted study resumes where it stopped.
"""

import argparse
import json
import re
import resource
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

import click
from clingo import Control

from asp_nono.grading.answer_sets import AtomReader
from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.grade import grade
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.report import GradeResult
from asp_nono.grading.submission import submission_of
from asp_nono.grading.vocabulary import OurFacts, SubmittedProgram, dialects
from asp_nono.grid import Grid
from asp_nono.messages import Message, PuzzleError
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle, satisfies
from asp_nono.run.limits import out_of_memory
from tools.blocks import ROOT

RIGHT = ROOT / "tests" / "grading" / "right"
TEXTBOOK = ROOT / "encodings" / "textbook"
PROGRAMS = [
    *sorted(RIGHT.glob("*.lp")),
    *(TEXTBOOK / f"{name}.lp" for name in ("automaton", "classic_2008", "order", "runs", "starts")),
]
WORDS = {"classic": "classic", "classic_2008": "classic", "hints": "gramcracker"}
"""The dialects of those programs that do not read our facts."""

_SETTINGS = Nonograms(scaling=False, locating=False, seconds=240)
_LIMITS = {resource.RLIMIT_CPU: 120, resource.RLIMIT_AS: 3 << 30}  # to find the truth of a mutant

_SIZES = ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (2, 2), (5, 1), (1, 5), (3, 2), (2, 3), (3, 3),
          (8, 1), (1, 8), (4, 3), (3, 4))  # fmt: skip
_BOARDS = 24  # of each size
_MANY = 5000  # answers of one board that are looked at


class Mutant(NamedTuple):
    """A right program with one slip."""

    file: Path  # the program
    line: int  # of the slip, from 1
    text: str
    deleted: bool  # whether the whole rule is gone


def mutants(seed: int) -> Iterator[Mutant]:
    """Mutants of all programs in turn, none twice."""
    random = Random(f"mutants {seed}")  # noqa: S311 - slips, not secrets
    seen: set[str] = set()
    while True:
        for file in PROGRAMS:
            lines = file.read_text(encoding="utf-8").splitlines()
            rules = [n for n, line in enumerate(lines) if line and line[0] not in "%#"]
            at = random.choice(rules)
            changed = _slip(lines[at], random)
            text = "\n".join([*lines[:at], changed, *lines[at + 1 :], ""])
            if changed != lines[at] and text not in seen and _accepted(text):
                seen.add(text)
                yield Mutant(file, at + 1, text, not changed)


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
    words = dialects()[WORDS.get(mutant.file.stem, "ours")]
    if isinstance(words, OurFacts):
        words = OurFacts(wanted=frozenset({"line/2", "block/4"}))
    names = {"used": [], "derived": ["fill/3"], "shown": ["fill/3"], "shows": ["fill/3"]}
    holds = {"text": mutant.text, "terms": False, **names}
    program = SubmittedProgram(submission_of(mutant.text, "mutant"), words, colors, holds)
    job = program.ground_job(puzzle)
    control = Control([*job["options"], f"--models={_MANY}"], lambda *_: None)
    try:
        control.add("base", [], mutant.text)
        control.add("base", [], job["facts"])
        control.ground([("base", [])])
    except RuntimeError as error:
        if out_of_memory(error):
            raise
        return True
    reader, shown = AtomReader(job), set[object]()
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


@dataclass(frozen=True, slots=True)
class Row:
    """What the grader said of a mutant, and what is true."""

    program: str
    line: int
    slip: str  # the changed line, empty if it is deleted
    outcome: str
    wrong: bool | None  # None if the truth takes too long to find
    seconds: float  # of CPU time to judge it
    rank: int | None = None  # of the faulty rule among the suspects, from 1; 0 if it is none
    locating: float = 0  # seconds of CPU time more with the suspects

    @property
    def misjudged(self) -> bool:
        """Whether the grader calls a wrong one right, or a right one wrong."""
        decided = self.wrong is not None and self.outcome not in ("undecided", "refused")
        return decided and self.wrong != (self.outcome == "wrong")

    @property
    def locatable(self) -> bool:
        """Whether there is a faulty rule to be found."""
        return bool(self.wrong and self.slip and self.outcome == "wrong")


def judged(mutant: Mutant) -> Row:
    """The grade of a mutant beside the truth."""
    grade, seconds = _graded(mutant, _SETTINGS)
    colors, found = grade.block_colors + 1, grade.counterexample
    wrong: bool | None = None
    if grade.outcome not in ("undecided", "refused"):
        wrong = _bounded(is_wrong, mutant, colors)
        if wrong is False and grade.outcome == "wrong" and isinstance(found, BoardExample):
            colors = max(colors, len(found.puzzle.colors))
            wrong = _bounded(fails, mutant, colors, found.puzzle, found.right or ())
    return Row(*_key(mutant), grade.outcome, wrong, seconds)


def located(mutant: Mutant, row: Row) -> Row:
    """The same with the rank of the faulty rule."""
    grade, seconds = _graded(mutant, replace(_SETTINGS, locating=True))
    places = [one.place for one in grade.suspects]
    here = Message("line {number}", number=mutant.line)
    rank = places.index(here) + 1 if here in places else 0
    return replace(row, rank=rank, locating=round(seconds - row.seconds, 2))


def _graded(mutant: Mutant, settings: Nonograms) -> tuple[GradeResult, float]:
    """The grade and its CPU time, that of the process for submissions included."""
    began = _cpu()
    found = grade(mutant.text, settings, mutant.file.stem)
    return found, round(_cpu() - began, 2)


def _cpu() -> float:
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def _bounded(function: Callable[..., bool], *given: object) -> bool | None:
    """The result in a process of its own; None if that needs too much time or memory."""
    _boards()
    with ProcessPoolExecutor(1, get_context("fork"), _limit) as pool:
        try:
            return pool.submit(function, *given).result()
        except (BrokenProcessPool, RuntimeError, MemoryError):
            return None


def _limit() -> None:
    for limit, most in _LIMITS.items():
        resource.setrlimit(limit, (most, most))


def main() -> None:
    """Judge mutants, look for the faulty rule of some, and print the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=500, help="mutants that are judged")
    parser.add_argument(
        "--located", type=int, default=0, help="the first of them: look for the rule"
    )
    parser.add_argument("--jobs", type=int, default=1, help="mutants studied at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, required=True, help="a file of JSON lines")
    chosen = parser.parse_args()
    click.echo(summary(study(**vars(chosen))))


Key: TypeAlias = tuple[str, int, str]  # a program, the line of its slip, and what stands there


def study(results: Path, number: int, located: int = 0, jobs: int = 1, seed: int = 1) -> list[Row]:
    """Judge `number` mutants, except those that the results hold; they are written there."""
    rows = _known(results)
    made = {_key(mutant): mutant for mutant in islice(mutants(seed), number)}
    first = set(islice(made, located))
    with results.open("a", encoding="utf-8") as stream, ProcessPoolExecutor(jobs) as pool:
        waiting = [
            pool.submit(_studied, mutant, rows.get(key), key in first)
            for key, mutant in made.items()
            if _due(rows.get(key), key in first)
        ]
        for done in as_completed(waiting):
            row = done.result()
            rows[row.program, row.line, row.slip] = row
            stream.write(json.dumps(asdict(row)) + "\n")
            stream.flush()
    return [rows[key] for key in made]


def _key(mutant: Mutant) -> Key:
    return mutant.file.stem, mutant.line, mutant.text.splitlines()[mutant.line - 1]


def _due(row: Row | None, locating: bool) -> bool:
    return row is None or (locating and row.locatable and row.rank is None)


def _studied(mutant: Mutant, row: Row | None, locating: bool) -> Row:
    row = row or judged(mutant)
    return located(mutant, row) if _due(row, locating) else row


def _known(path: Path) -> dict[Key, Row]:
    """The rows of a results file, the last of each mutant."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = (Row(**json.loads(line)) for line in lines)
    return {(row.program, row.line, row.slip): row for row in rows}


def summary(rows: list[Row]) -> str:
    """The numbers of docs/grading.md."""
    wrong = [row for row in rows if row.wrong]
    sought = [row for row in rows if row.rank is not None]
    first, second = (sum(0 < (row.rank or 0) <= most for row in sought) for most in (1, 2))
    times = sorted(row.locating for row in sought) or [0.0]
    open_ones = sum(row.wrong is None for row in rows)
    lines = [f"{len(rows)} mutants, {len(wrong)} wrong, {open_ones} undecided or refused"]
    lines += [f"misjudged: {row}" for row in rows if row.misjudged] or ["0 misjudged"]
    lines.append(f"of {len(sought)} faulty rules {first} come first, {second} among the first two")
    lines += [f"not among the first two: {row}" for row in sought if row.rank not in (1, 2)]
    lines.append(f"CPU seconds: median {times[len(times) // 2]:.1f}, most {times[-1]:.1f}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
