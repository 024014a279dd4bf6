"""The judge itself: all boards of a size in one search give what each board gives alone."""

from itertools import product

import pytest
from clingo import parse_term

from asp_nono.asp.dialects import BoardSize, Dialect
from asp_nono.clue import clue_of
from asp_nono.grading import small_boards
from asp_nono.grading.answer_sets import AtomReader
from asp_nono.grading.sandbox import Sandbox
from asp_nono.grading.submission import submission_of
from asp_nono.grading.vocabulary import OurFacts, SubmittedProgram, atoms_of_picture, dialects
from asp_nono.grid import Grid
from asp_nono.line.patterns import all_clues
from asp_nono.solving.solve import solve
from tests.grading.programs import MISTAKES, Mistake

WORDS = OurFacts(wanted=frozenset({"line/2", "block/4"}))
NAMES = {"derived": ["fill/3"], "shown": ["fill/3"], "shows": ["fill/3"]}


def program(text: str, colors: int = 2) -> SubmittedProgram:
    """A program that reads line and block."""
    return SubmittedProgram(
        submission_of(text, "student"),
        WORDS,
        colors,
        {"text": text, "terms": False, "used": [], **NAMES},
    )


def test_clues() -> None:
    """Every clue of a line, the blank one first, and every pattern has its clue."""
    lengths = [[block.least for block in clue] for clue in all_clues(3, 2)]
    assert lengths == [[], [1], [2], [3], [1, 1]]
    for length, colors in ((4, 2), (3, 3)):
        for code, (cells, number) in enumerate(small_boards.clue_numbers(length, colors).items()):
            assert cells == small_boards.cells(code, length, colors)
            assert all_clues(length, colors)[number] == clue_of(cells)


@pytest.mark.parametrize("colors", [2, 3])
def test_boards_come_by_area(colors: int) -> None:
    """The smallest first, every size up to 4x4, and longer lines."""
    sizes = small_boards.boards(colors)
    assert sizes == sorted(sizes, key=lambda board: board.area)
    shapes = {(board.width, board.height) for board in sizes}
    assert set(product(range(1, 5), repeat=2)) | {(1, 8), (8, 1), (2, 6)} <= shapes


@pytest.mark.parametrize("board", [BoardSize(2, 2), BoardSize(3, 2), BoardSize(2, 2, 3)], ids=str)
def test_solutions_by_trying(board: BoardSize) -> None:
    """They are those that asp-nono finds, for every set of clues, most of them without one."""
    shown = dict(small_boards.pictures(board))
    possible = [range(len(all_clues(length, board.colors))) for _, length in board.lines()]
    posed = [one for one in product(*possible) if small_boards.is_board(one, board)]
    found = 0
    for one in posed[:: max(1, len(posed) // 60)]:
        codes = [code for code, numbers in shown.items() if numbers == one]
        mine = {small_boards.grid_of(code, board) for code in codes}
        assert mine == set(solve(small_boards.puzzle_of(one, board), most=100).solutions)
        found += len(mine)
    assert found
    assert set(shown.values()) <= set(posed)


@pytest.mark.parametrize("mistake", MISTAKES[4:8:3], ids=lambda m: m.name)
def test_all_boards_at_once(mistake: Mistake) -> None:
    """What a wrong program answers on all boards together is what it answers on each alone."""
    student = program(mistake.text)
    with Sandbox(512) as box:
        checked = [*small_boards.exhaustive_tests(box, student, 60)][-1].sizes
        one = next(one for one in checked if (one.board.width, one.board.height) == (1, 3))
        together = {
            (small_boards.clue_set(n, one.board), small_boards.grid_of(c, one.board))
            for n, c in one.answers()
        }
        alone = set()
        for numbers in product(range(2), range(2), range(2), range(5)):
            if small_boards.is_board(numbers, one.board):
                box.ask(student.ground_job(small_boards.puzzle_of(numbers, one.board)), 10)
                pictures = box.ask({"do": "solve", "most": 0}, 10)["sets"]
                clues = small_boards.clue_set(numbers, one.board)
                alone |= {(clues, Grid.from_rows(rows)) for rows in pictures}
    assert together == alone


def about(words: Dialect) -> AtomReader:
    """What finds the cells of atoms in these words."""
    size = {"width": 3, "height": 2, "colors": 20}
    return AtomReader({**size, "output": atoms_of_picture(words), "given": ["given/2"]})


OURS = about(dialects()["ours"])


@pytest.mark.parametrize(
    ("atom", "cell"),
    [
        ("fill(3,2,1)", (3, 2)),
        ("fill(2,3,1)", None),  # there is no row 3
        ("near(3,1)", (3, 1)),
        ("near(3,1,left)", (3, 1)),
        ("near(1,3)", None),
        ("given(1,1)", None),
        ("full(row(2),3)", (3, 2)),
        ("full(column(3),2)", (3, 2)),
        ("full(row(2),4)", None),
        ("start(row(1),1,2)", (2, 1)),
        ("start(row(1),first)", None),
        ("ready", None),
        ("number(1)", None),
    ],
)
def test_ours(atom: str, cell: tuple[int, int] | None) -> None:
    """The column comes first; lines have their places last."""
    assert OURS.about(parse_term(atom)) == cell


def test_rows_first() -> None:
    """Where the picture's atoms name the row first, so do others."""
    for name, words in dialects().items():
        rows_first = words.output.index("Y") < words.output.index("X")
        x, y = atoms_of_picture(words)["first"]
        atom = f"near({y},{x + 2})" if rows_first else f"near({x + 2},{y})"
        assert about(words).about(parse_term(atom)) == (3, 1), name
