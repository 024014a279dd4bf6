"""What is concluded from sums of clues holds, whatever the weights are."""

import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from asp_nono.clue import total_cells
from asp_nono.files import read
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.board import Board
from asp_nono.messages import PuzzleError
from asp_nono.proof.certificate import certificate_of, read_certificate, verify
from asp_nono.proof.checker import Checker, add_up as add_up_in_proof
from asp_nono.proof.formula import Formula
from asp_nono.puzzle import Puzzle
from asp_nono.run.limits import Limits
from asp_nono.solving.relaxation import add_up, added, exclude, promising, shortened
from asp_nono.solving.result import Technique, Verdict
from asp_nono.solving.solve import check
from tests.asp.boards import all_grids, brute_force
from tests.cases import PALETTE
from tests.conftest import SHARED
from tests.solving.puzzles import NONE_BY_SEARCH, dominoes
from tests.strategies import puzzles


def _small(puzzle: Puzzle) -> bool:
    return bool(len(puzzle.colors) ** (puzzle.width * puzzle.height) <= 2000)


small = puzzles(max_side=4, given=True).filter(_small)


def _agrees(board: Board, puzzle: Puzzle, solutions: set[Grid]) -> None:
    """Adding up, until nothing is found, loses no solution."""
    while not board.decided and (found := added(board)):
        short = shortened(board, found)
        assert set(short.excluded) >= set(found.excluded)
        assert short.clashes == found.clashes
        assert not (found.clashes and solutions)
        for x, y, color in short.excluded:
            assert all(grid.rows[y - 1][x - 1] != color for grid in solutions), puzzle
        if found.clashes or exclude(board, short):
            assert not solutions
            return


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(small)
def test_sums_lose_no_solution(puzzle: Puzzle) -> None:
    """Puzzles of up to four colors, some with blots and given cells, as brute force has them."""
    board = Board(puzzle)
    solutions = set(brute_force(puzzle))
    if not board.sweep():
        _agrees(board, puzzle, solutions)


@pytest.mark.slow
@pytest.mark.parametrize(("side", "colors"), [(4, 2), (3, 3)])
def test_many_boards(side: int, colors: int) -> None:
    """Rows of one picture with the columns of another: often a puzzle without solution."""
    dice = random.Random(colors)  # noqa: S311 - nothing secret
    pictures = all_grids(side, side, colors)
    solutions: defaultdict[tuple[object, object], set[Grid]] = defaultdict(set)
    for grid in pictures:
        solutions[grid.row_clues(), grid.column_clues()].add(grid)
    tried = 0
    while tried < 800:
        rows, columns = dice.choice(pictures).row_clues(), dice.choice(pictures).column_clues()
        if all(total_cells(rows, k) == total_cells(columns, k) for k in range(1, colors)):
            puzzle = Puzzle(rows, columns, PALETTE[:colors])
            _agrees(Board(puzzle), puzzle, solutions[rows, columns])
            tried += 1


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(small, st.randoms(use_true_random=False))
def test_any_weights_are_sound(puzzle: Puzzle, dice: random.Random) -> None:
    """In a proof, too, no weights refute a solution."""
    formula = Formula(puzzle)
    solutions = brute_force(puzzle)
    checker = Checker(formula.variables, formula.clauses)
    literals = [formula.is_(x, y, k) for x, y, k in _fills(puzzle)]
    for _ in range(3):
        if checker.refuted:
            break
        scale = dice.choice([1, 2, 5, 1000])
        add_up_in_proof(formula, checker, {one: dice.randint(-scale, scale) for one in literals})
    assert not (checker.refuted and solutions)
    for picture in solutions:
        assert not any(
            checker.false(-literal) for literal in formula.outside(PartialGrid.of(picture))
        )


def _fills(puzzle: Puzzle) -> Iterator[tuple[int, int, int]]:
    for y in range(1, puzzle.height + 1):
        for x in range(1, puzzle.width + 1):
            yield from ((x, y, color) for color in range(1, len(puzzle.colors)))


@pytest.mark.parametrize("side", [13, 21])
def test_dominoes(side: int, tmp_path: Path) -> None:
    """A family that is hard for a search is unique by one sum, which a certificate holds."""
    result = check(dominoes(side))
    assert (result.verdict, result.technique) == (Verdict.UNIQUE, Technique.LINEAR)
    path = tmp_path / "file.drat"
    path.write_text(certificate_of(result).text())
    certificate = read_certificate(str(path))
    assert [line[0] for line in certificate.proof if line[:1] not in {"c", ""}] == ["w", "0"]
    *_, found = verify(certificate)
    assert (found.verdict, found.steps) == (Verdict.UNIQUE, 1)


def test_little_memory() -> None:
    """Where numpy does not fit, sums are left out, and the search answers."""
    result = check(dominoes(13), limits=Limits(megabytes=50))
    assert (result.verdict, result.technique) == (Verdict.UNIQUE, Technique.SEARCH)


@pytest.mark.parametrize("name", ["numpy", "highspy"])
def test_without_the_solver(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that cannot be loaded is one that is not there."""
    monkeypatch.setitem(sys.modules, name, None)
    result = check(dominoes(13))
    assert (result.verdict, result.technique) == (Verdict.UNIQUE, Technique.SEARCH)


def test_tampering(tmp_path: Path) -> None:
    """Other weights prove less, and other steps are refused."""
    text, path = certificate_of(check(dominoes(13))).text(), tmp_path / "file.drat"
    (line,) = re.findall("^w .*$", text, re.MULTILINE)
    words = line.split()
    for bad, reason in [
        (" ".join(["w", *("1" if word.startswith("-") else word for word in words[1:])]), "follow"),
        (" ".join([*words[:5], "0"]), "does not follow by unit propagation"),
        (" ".join([*words[:2], "0"]), "expected the literals of a clause, and 0, or a sum"),
        (f"{line} 0", "expected the literals"),
        ("", "does not follow"),
    ]:
        path.write_text(text.replace(line, bad))
        with pytest.raises(PuzzleError, match=reason):
            list(verify(read_certificate(str(path))))
    path.write_text(text.replace("3", "5", 1))
    with pytest.raises(PuzzleError):
        list(verify(read_certificate(str(path))))


def test_no_solution() -> None:
    """Columns that outweigh all rows show that there is no solution."""
    puzzle, rows = dominoes(21), [[3] * 21 for _ in range(21)]
    rows[8][0] = 2
    result = check(puzzle, start=PartialGrid(tuple(map(tuple, rows))))
    assert (result.verdict, result.technique) == (Verdict.NONE, Technique.LINEAR)
    words = "with the start, the clues contradict each other when they are added up"
    assert str(result.because) == words
    board = Board(NONE_BY_SEARCH)
    assert board.sweep() is None
    assert promising(board)
    found = added(board)
    assert found
    assert found.clashes
    assert shortened(board, found).weights
    assert add_up(board)


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("name", ["survey/9-Dom.non", "survey/Forever.non", "minizinc/dom_14.non"])
def test_shared(name: str) -> None:
    """Other people's puzzles that need no search."""
    (puzzle,) = read(SHARED / name)
    result = check(puzzle)
    assert (result.verdict, result.technique) == (Verdict.UNIQUE, Technique.LINEAR)
    *_, found = verify(certificate_of(result))
    assert found.verdict is Verdict.UNIQUE
