"""Exported puzzles are solved by programs that know nothing of nonograms."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from lxml import etree

from asp_nono.asp.recipes import recipe
from asp_nono.aspcount.export import export
from asp_nono.clue import Block
from asp_nono.files import write
from asp_nono.grid import Grid, PartialGrid
from asp_nono.line.automaton import START, Automaton, automaton
from asp_nono.line.patterns import all_clues, patterns
from asp_nono.puzzle import Puzzle
from tests.asp.boards import brute_force
from tests.cases import PALETTE
from tests.cli.run import HEART, call
from tests.strategies import given_cells, grids

Cells = tuple[tuple[int, ...], ...]


def _accepted(machine: Automaton, word: tuple[int, ...]) -> bool:
    state: int | None = START
    for color in word:
        state = None if state is None else machine.arcs[state].get(color)
    return state in machine.accepting


@pytest.mark.parametrize("colors", [2, 3])
def test_automata(colors: int) -> None:
    """They accept the patterns of a clue, and no other word; hidden lengths too."""
    for clue in all_clues(5, colors):
        for made in (clue, tuple(Block(None, block.color) for block in clue)):
            words = list(product(range(colors), repeat=5))
            accepted = [word for word in words if _accepted(automaton(made), word)]
            assert sorted(accepted) == sorted(patterns(made, 5)), made


def _boards(size: tuple[int, int], colors: int, fits: Callable[[Cells], bool]) -> set[Grid]:
    width, height = size
    rows = product(product(range(colors), repeat=width), repeat=height)
    return {Grid(cells) for cells in rows if fits(cells)}


def _xcsp3(text: str) -> set[Grid]:
    """A solver of what XCSP3 has for nonograms: one array, regular constraints, unary tables."""
    root = etree.fromstring(text)
    (array,) = root.iterfind("variables/array")
    height, width = map(int, re.findall(r"\d+", array.get("size", "")))
    colors = 1 + int(str(array.text).split("..")[1])
    tests = []
    for one in root.iterfind("constraints/regular"):
        found = {name: str(one.findtext(name)).split() for name in ("list", "start", "final")}
        steps = re.findall(r"\((\w+),(\d+),(\w+)\)", str(one.findtext("transitions")))
        table = {(state, int(color)): there for state, color, there in steps}
        assert len(table) == len(steps), "deterministic"
        tests.append((found["list"][0], found["start"][0], set(found["final"]), table))
    unary = []
    for one in root.iterfind("constraints/extension"):
        y, x = map(int, re.findall(r"\d+", str(one.findtext("list"))))
        unary.append((y, x, str(one.findtext("supports")).split()))

    def fits(cells: Cells) -> bool:
        for name, start, final, table in tests:
            first, second = re.findall(r"\[(\d*)\]", name)
            word = cells[int(first)] if first else [row[int(second)] for row in cells]
            reached = reduce(lambda state, color: table.get((state, color), ""), word, start)
            if reached not in final:
                return False
        return all(str(cells[y][x]) in supports for y, x, supports in unary)

    return _boards((width, height), colors, fits)


def _minizinc(text: str) -> set[Grid]:
    """A reader of the data, with the meaning that the model's comments give it."""
    data = dict(re.findall(r"^(\w+) = (.*);$", text, re.MULTILINE))
    width, height, colors = (int(data[name]) for name in ("width", "height", "colors"))
    states = [int(word) for word in re.findall(r"\d+", data["states"])]
    following = [[*map(int, row.split(","))] for row in data["next"][2:-2].split("|")]
    finals = [{*map(int, some.split(","))} for some in re.findall(r"\{(.*?)\}", data["final"])]
    allowed = {
        (int(y) - 1, int(x) - 1): {*map(int, some.split(","))}
        for y, x, some in re.findall(
            r"^constraint cell\[(\d+),(\d+)\] in \{(.*?)\};$", text, re.MULTILINE
        )
    }
    assert len(states) == len(finals) == width + height

    def fits(cells: Cells) -> bool:
        above = 0
        for count, final, word in zip(
            states, finals, [*cells, *zip(*cells, strict=True)], strict=True
        ):
            state = 1
            for color in word:
                state = following[above + state - 1][color] if state else 0
            above += count
            if state not in final:
                return False
        return all(cells[y][x] + 1 in some for (y, x), some in allowed.items())

    return _boards((width, height), colors, fits)


def _clasp(text: str, file: Path) -> list[str]:
    """The answers of clasp, a line each."""
    file.write_text(text)
    words = [sys.executable, "-m", "clingo", "--mode=clasp", "0", "--warn=none", "--project=auto"]
    done = subprocess.run([*words, str(file)], capture_output=True, text=True, check=False)
    assert "ERROR" not in done.stderr, done.stderr
    return done.stdout.splitlines()


def _picture(puzzle: Puzzle, atoms: list[str]) -> Grid:
    rows = [[0] * puzzle.width for _ in range(puzzle.height)]
    for atom in atoms:
        x, y, color = map(int, re.findall(r"\d+", atom))
        rows[y - 1][x - 1] = color
    return Grid.from_rows(rows)


def _aspif(puzzle: Puzzle, text: str, file: Path) -> set[Grid]:
    lines = _clasp(text, file)
    found = [b for a, b in pairwise(lines) if a.startswith("Answer: ")]
    assert len(found) == len(set(found))
    return {_picture(puzzle, line.split()) for line in found}


def _dimacs(puzzle: Puzzle, text: str, file: Path) -> set[Grid]:
    names = dict(re.findall(r"^c (-?\d+) (fill\S+)$", text, re.MULTILINE))
    always = re.findall(r"^c always (fill\S+)$", text, re.MULTILINE)
    (shown,) = re.findall(r"^c p show (.*)$", text, re.MULTILINE)
    assert {*shown.split()} == {*(one.lstrip("-") for one in names), "0"}
    found, model = set[Grid](), list[str]()
    for line in _clasp(text, file):
        model += line.split()[1:] if line.startswith("v ") else []
        if model and (model[-1] == "0" or (line.startswith("v ") and "0" in model)):
            found.add(_picture(puzzle, [*always, *(names[one] for one in model if one in names)]))
            model = []
    return found


@given(case=grids(colors=3, max_side=3).flatmap(lambda g: st.tuples(st.just(g), given_cells(g, 3))))
@settings(max_examples=30, deadline=None)
def test_constraints(case: tuple[Grid, PartialGrid]) -> None:
    """Every picture that a constraint solver finds is one of brute force, and each of them."""
    grid, known = case
    puzzle = replace(Puzzle.of(grid, PALETTE[:3]), given=known)
    expected = brute_force(puzzle, None)
    assert _xcsp3(export(puzzle, "xcsp3", recipe())) == expected
    assert _minizinc(export(puzzle, "minizinc", recipe())) == expected


DRAWN = {
    "two": Grid(((0, 1), (1, 0))),
    "unique": Grid(((1, 1, 1), (0, 1, 0), (0, 1, 0))),
    "colors": Grid(((1, 2, 0), (2, 1, 0), (0, 0, 1))),
    "empty": Grid(((0, 0), (0, 0))),
}


@pytest.mark.parametrize("name", ["order", "textbook-starts", "order-totals"])
@pytest.mark.parametrize("grid", DRAWN.values(), ids=DRAWN)
def test_ground_programs(grid: Grid, name: str, tmp_path: Path) -> None:
    """Clasp reads both files, and its answers are the pictures of brute force."""
    puzzle = Puzzle.of(grid, PALETTE[:3])
    expected = brute_force(puzzle, None)
    for level in ("none", "probe"):
        made = recipe(name).with_deductions(level)
        aspif = _aspif(puzzle, export(puzzle, "aspif", made), tmp_path / "puzzle.aspif")
        dimacs = _dimacs(puzzle, export(puzzle, "dimacs", made), tmp_path / "puzzle.cnf")
        assert aspif == expected
        assert dimacs == expected or len(expected) == 1  # clasp prints no model without variables


@pytest.mark.skipif(not shutil.which("minizinc"), reason="MiniZinc is not installed")
@pytest.mark.parametrize("grid", DRAWN.values(), ids=DRAWN)
def test_model_of_minizinc(grid: Grid, tmp_path: Path) -> None:
    """MiniZinc itself finds the pictures."""
    puzzle, file = Puzzle.of(grid, PALETTE[:3]), tmp_path / "puzzle.mzn"
    file.write_text(export(puzzle, "minizinc", recipe()))
    done = subprocess.run(["minizinc", "-a", str(file)], capture_output=True, text=True, check=True)
    found = done.stdout.partition("=====")[0].split("----------\n")[:-1]
    pictures = [Grid(tuple(tuple(map(int, row)) for row in one.split())) for one in found]
    assert {*pictures} == brute_force(puzzle, None)


def test_command(tmp_path: Path) -> None:
    """The four are written; given cells are constraints; what cannot be written is said."""
    for form, begin in (("xcsp3", "<instance "), ("minizinc", "% A nonogram"), ("aspif", "asp 1")):
        assert call("export", "--to", form, HEART).out.startswith(begin)
    assert call("export", "--to", "dimacs", HEART).out.startswith("p cnf ")
    drawn = Puzzle.of(DRAWN["two"])
    file = tmp_path / "given.json"
    write([drawn], file)
    assert "extension" not in call("export", file).out
