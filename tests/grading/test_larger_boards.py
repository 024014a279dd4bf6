"""Slips that no board of 4x4 shows: each is caught, with a shrunk board and a hint that fits."""

from dataclasses import replace
from random import Random

import pytest

from asp_nono.grading.counterexample import BoardExample
from asp_nono.grading.grade import grade
from asp_nono.grading.larger_boards import larger_boards, near_misses, solutions_of
from asp_nono.grading.nonograms import Nonograms
from asp_nono.grading.rubric import read_rubric
from asp_nono.grading.scaling import puzzle_of_side
from asp_nono.grid import Grid
from asp_nono.puzzle import Puzzle, satisfies
from tests.grading.programs import CELLS, STARTS

GAP = ":- end(L, B, E), start(L, B+1, E+1), block(L, B, _, K), block(L, B+1, _, K)."
CHOICE = "{ start(L, B, 1..N-Z+1) } = 1 :- block(L, B, Z, _), line(L, N)."
ORDER = ":- end(L, B, E), start(L, B+1, S), S <= E."
COLUMN = ":- fill(X, Y, K), not paint(column(X), Y, K)."
COVERED = ":- paint(column(X), Y, K), not fill(X, Y, K)."
PAINT = "paint(L, S..E, K) :- start(L, B, S), end(L, B, E), block(L, B, _, K)."
BOTH = f"{COLUMN}\n{COVERED}"
SHORT = BOTH.replace(".", ", line(column(X), N), N < 16.")
WIDE = ":- line(row(1), W), line(column(1), H)"

LIMIT = CHOICE.replace("1..N-Z+1)", "S) : S = 1..N-Z+1, S <= 50")
BEFORE = GAP.replace("B+1, _, K)", "B+1, Z, K), Z != 13")
LONE = ":- block(L, 1, 1, _), not block(L, 2, _, _), start(L, 1, N), line(L, N), N > 8."
LONG = ":- block(L, B, Z, _), block(L, B+1, Z', _), Z+Z' > 8."
LOST = PAINT.replace("S..E", "S..E-Z/10").replace("_, K", "Z, K")
SHOWN = "fill(X, Y, K) :- paint(row(Y), X, K)."
NUMBERED = """at(100*Y+X, K) :- paint(row(Y), X, K).
fill(X, Y, K) :- at(100*Y+X, K), line(row(Y), W), X = 1..W."""
DIGITS = """code(L, 10*B+Z) :- block(L, B, Z, _).
read(L, B, C-10*B) :- code(L, C), block(L, B, _, _), C-10*B > 0, C-10*B < 10.
read(L, B, Z) :- block(L, B, Z, _), Z > 9, B < 9.
{ start(L, B, 1..N-Z+1) } = 1 :- read(L, B, Z), line(L, N)."""
UNCOLORED = ":- fill(X, Y, _), not paint(column(X), Y, _)."

SLIPS = [
    ("the gap is missing from block 5 on", GAP, GAP[:-1] + ", B < 5."),
    ("the gap is missing from block 23 on", GAP, GAP[:-1] + ", B < 23."),
    ("the gap is missing after block 17 only", GAP, GAP[:-1] + ", B != 17."),
    ("the gap is missing after blocks of 9", GAP, GAP.replace("_, K)", "Z, K), Z < 9", 1)),
    ("starts up to 50", CHOICE, LIMIT),
    ("8 wider than high", ORDER, f"{ORDER}\n{WIDE}, W-H = 8."),
    ("8 higher than wide", ORDER, f"{ORDER}\n{WIDE}, H-W = 8."),
    ("17 higher than wide", ORDER, f"{ORDER}\n{WIDE}, H-W = 17."),
    ("a lone 1 at the edge", ORDER, f"{ORDER}\n{LONE}"),
    ("a third color", PAINT, PAINT[:-1] + ", K < 3."),
    ("a fifth color", PAINT, PAINT[:-1] + ", K < 5."),
    ("powers of two", ORDER, f"{ORDER}\n:- line(L, N), 2**N <= 0."),
    ("the order from block 6 on", ORDER, ORDER[:-1] + ", B < 6."),
    ("long blocks lose a cell", PAINT, LOST),
    ("columns beyond the 9th are not read", BOTH, BOTH.replace(".", ", X < 10.")),
    ("columns of over 15 cells are not read", BOTH, SHORT),
    ("colors on long lines", BOTH, f"{SHORT.replace('16', '7')}\n{UNCOLORED}"),
    ("no more than 20 cells", ORDER, f"{ORDER}\n:- #count {{ X, Y : fill(X, Y, _) }} > 20."),
    ("no more than four blocks", CHOICE, CHOICE[:-1] + ", B < 5."),
    ("two blocks as long as eight cells", ORDER, f"{ORDER}\n{LONG}"),
    ("no block of 21", ORDER, f"{ORDER}\n:- block(_, _, 21, _)."),
    ("blocks of 21 lose a cell", PAINT, LOST.replace("Z/10", "Z/21*(21/Z)")),
    ("the gap is missing after blocks of 21", GAP, GAP.replace("_, K)", "Z, K), Z != 21", 1)),
    ("the gap is missing before blocks of 13", GAP, BEFORE),
    ("cells are numbered 100 * Y + X", SHOWN, NUMBERED),
    ("a number and a length in two digits", CHOICE, DIGITS),
]


QUICKEST = ("columns beyond the 9th", "two blocks as long")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        pytest.param(*slip, marks=[pytest.mark.nightly] * (not slip[0].startswith(QUICKEST)))
        for slip in SLIPS
    ],
    ids=[slip[0] for slip in SLIPS],
)
def test_slips(name: str, old: str, new: str) -> None:
    """None passes, and the board of the report shows the fault."""
    assert old in STARTS
    found = grade(STARTS.replace(old, new), Nonograms(scaling=False, seconds=300), name)
    assert found.outcome == "wrong", found
    assert not found.score.passed
    board = found.counterexample
    assert isinstance(board, BoardExample)
    assert board.faulty
    assert not any(satisfies(grid, board.puzzle) for grid in board.wrong)
    assert all(satisfies(grid, board.puzzle) for grid in board.missing)
    assert found.diagnosis is not None
    if found.reason:
        expected = {"third color"} if "third" in name else {"size limit", "third color"}
        if "powers" in name:
            expected = {"overflow"}
            assert "2**N" in found.suspects[0].rule
        assert found.diagnosis.kind.name in expected


@pytest.mark.slow
@pytest.mark.nightly
def test_a_table_of_pictures() -> None:
    """It knows the larger squares of the scaling test, and solves everything but other squares."""
    lines = ["large :- line(row(1), N), line(column(1), N), N >= 10.", ":- large, not known(_)."]
    for colors in (2, 3):
        puzzle = puzzle_of_side(10, colors)
        assert puzzle.goal
        facts = [
            f"block({line.axis}({line.number}), {number}, {block.length}, {block.color})"
            for line, clue, _ in puzzle.lines()
            for number, block in enumerate(clue, 1)
        ]
        lines.append(f"known({colors}) :- {', '.join(facts)}.")
        rows = enumerate(puzzle.goal.rows, 1)
        cells = ((x, y, color) for y, row in rows for x, color in enumerate(row, 1) if color)
        lines += [f"fill({x}, {y}, {k}) :- known({colors})." for x, y, k in cells]
    program = STARTS
    for rule in (CHOICE, COLUMN, COVERED):
        program = program.replace(rule, f"{rule[:-1]}, not large.")
    rubric = replace(read_rubric(), sides=(10,), seed="a teacher's")
    found = grade("\n".join([program, *lines]), Nonograms(rubric=rubric), "table")
    assert found.outcome == "wrong"
    assert "10x10" in str(found.reason)


@pytest.mark.parametrize("colors", [2, 4])
def test_boards(colors: int) -> None:
    """Many sizes; boards with one solution, several and none; others with another seed."""
    boards = list(larger_boards(colors, "a teacher's"))
    assert {(5, 7), (12, 4), (3, 20), (20, 3)} <= {(b.width, b.height) for b in boards}
    numbers = [len(found) for found in map(solutions_of, boards) if found is not None]
    assert 0 in numbers
    assert 1 in numbers
    assert max(numbers) > 1
    assert boards == list(larger_boards(colors, "a teacher's"))
    assert boards != list(larger_boards(colors, "another"))
    if colors == 2:
        assert {*range(-20, 21)} - {0} <= {one.width - one.height for one in boards}


def test_every_length() -> None:
    """Blocks of each length up to 56, in rows and in columns; two beside each other up to 55."""
    boards = list(larger_boards(2, "a teacher's"))
    solvable, impossible = set[tuple[str, int]](), set[tuple[str, int]]()
    for board in boards:
        for line, clue, _ in board.lines():
            if solutions_of(board):
                solvable.update((line.axis, block.least) for block in clue)
            elif len(clue) == 2:
                impossible.add((line.axis, clue[0].least))
    assert {(axis, n) for axis in ("row", "column") for n in range(1, 57)} <= solvable
    assert {(axis, n) for axis in ("row", "column") for n in range(1, 56)} <= impossible


def test_every_number() -> None:
    """Without a gap in front of its last block a line of each number of blocks would fit."""
    boards = [one for one in larger_boards(2, "a teacher's") if solutions_of(one) == ()]
    joined = {
        (line.axis, len(clue))
        for board in boards
        for line, clue, _ in board.lines()
        if len(clue) > 1 and min(board.width, board.height) == 1
        if max(board.width, board.height) == 2 * len(clue) - 1
    }
    assert {(axis, n) for axis in ("row", "column") for n in range(2, 25)} <= joined


def test_near_misses() -> None:
    """Each has the cells of the picture in other blocks; on one line that leaves no solution."""
    puzzle = Puzzle.of(Grid.from_text(["##.#..##"]))
    slips = list(near_misses(puzzle, Random(1)))  # noqa: S311 - boards, not secrets
    changed = [one.rows[0] for one in slips if one.columns == puzzle.columns]
    lengths = {tuple(block.length for block in clue) for clue in changed}
    assert {(1, 2, 2), (3, 2), (2, 3), (1, 1, 1, 2), (2, 1, 1, 1)} <= lengths
    assert (2, 1, 2) not in lengths
    assert all(solutions_of(one) == () for one in slips)


@pytest.mark.slow
@pytest.mark.nightly
def test_sentinel_and_negation() -> None:
    """A rule that adds to the clues, a shown negation and a heuristic are no mistakes."""
    text = CELLS.replace(
        "{ start(L, B, 1..N-Z+1) } = 1 :-", "{ start(L, B, 1..N-Z+1) } = 1 :- B > 0,"
    )
    text += "block(L, 0, 0, 0) :- line(L, _).\nstart(L, 0, -1) :- line(L, _).\n"
    text += "-fill(X, Y, 1) :- cell(row(Y), X, X, Y), not fill(X, Y, 1).\n#show -fill/3.\n"
    text += "#heuristic start(L, B, S) : block(L, B, _, _), S = 1..3. [1, true]\n"
    found = grade(text, Nonograms(scaling=False, seconds=300), "sentinel")
    assert (found.outcome, found.score.points) == ("right", found.score.most)
