"""What the page works out by itself agrees with the library."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import asp_nono
from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.facts import CLASSIC, FACTS, facts_text
from asp_nono.clue import Block
from asp_nono.files import read as read_file
from asp_nono.formats.json import puzzle_data
from asp_nono.grid import Grid
from asp_nono.line.board import Board
from asp_nono.puzzle import Puzzle
from tests.conftest import ROOT
from tests.web.driving import Desk
from tests.web.serving import Server

UNKNOWN = 255

LARGEST = 400
"""Cells of a board whose steps are compared."""


def _work(grid: Grid) -> dict[str, Any]:
    cells = [color for row in grid.rows for color in row]
    return {"width": grid.width, "height": grid.height, "cells": cells}


def _blocks(clue: tuple[Block, ...]) -> list[dict[str, int | None]]:
    return [{"length": block.length, "color": block.color} for block in clue]


def test_clues_are_those_of_the_library(desk: Desk) -> None:
    """Random pictures of up to four colors have the same clues, at once and after each change."""
    chance = random.Random(5)  # noqa: S311 - the same pictures every time
    for _ in range(25):
        width, height, colors = chance.randint(1, 9), chance.randint(1, 9), chance.randint(2, 4)
        rows = tuple(tuple(chance.randrange(colors) for _ in range(width)) for _ in range(height))
        grid = Grid(rows)
        found = desk.value("page/static/clues.js", "cluesOf", _work(grid))
        assert found["rows"] == [_blocks(clue) for clue in grid.row_clues()]
        assert found["columns"] == [_blocks(clue) for clue in grid.column_clues()]
    desk.paint("##.##", ".#.#.", "#####")
    desk.drag((2, 1), (2, 3))
    painted = Puzzle.of(Grid.from_text(desk.picture))
    assert desk.puzzle()["rows"] == puzzle_data(painted)["rows"]
    assert desk.puzzle()["columns"] == puzzle_data(painted)["columns"]


def _arrangements(
    clue: list[tuple[int | None, int]], line: list[int]
) -> list[list[tuple[int, int]]]:
    """All ways to place the blocks, each as start and length, by trying every coloring."""
    colors = {0} | {color for _, color in clue}
    found = []
    for cells in product(*[[cell] if cell != UNKNOWN else sorted(colors) for cell in line]):
        runs = [
            (run.start(), run.end() - run.start(), ord(run[0][0]) - ord("a"))
            for run in re.finditer(r"([b-z])\1*", "".join(chr(97 + cell) for cell in cells))
        ]
        asked = [(length, color) for length, color in clue]
        if len(runs) == len(asked) and all(
            color == run[2] and length in {None, run[1]}
            for (length, color), run in zip(asked, runs, strict=True)
        ):
            found.append([(start, length) for start, length, _ in runs])
    return found


def test_a_block_is_crossed_out_when_it_can_be_nowhere_else(desk: Desk) -> None:
    """On random lines, with colors and blots: exactly the blocks that are painted and certain."""
    chance = random.Random(7)  # noqa: S311 - the same lines every time
    for _ in range(150):
        size, colors = chance.randint(1, 8), chance.choice([1, 1, 2])
        shown = [chance.choice([0, 0, *range(1, colors + 1)]) for _ in range(size)]
        clue: list[tuple[int | None, int]] = [
            (block.length if chance.random() < 0.85 else None, block.color)
            for block in Grid((tuple(shown),)).row_clues()[0]
        ]
        line = [cell if chance.random() < 0.6 else UNKNOWN for cell in shown]
        ways = _arrangements(clue, line)
        expected = []
        for number in range(len(clue)):
            places = {way[number] for way in ways}
            start, length = next(iter(places))
            painted = all(line[at] == clue[number][1] for at in range(start, start + length))
            expected.append(len(places) == 1 and painted)
        blocks = [{"length": length, "color": color} for length, color in clue]
        assert desk.value("page/static/play/solved.js", "doneBlocks", blocks, line) == expected, (
            clue,
            line,
        )


def test_long_blotted_clues_take_no_time(desk: Desk) -> None:
    """Of 500 blots on 1000 cells, which do not fit, it is known at once that none is done."""
    took, done = desk.page.evaluate(
        """async (unknown) => {
            const { doneBlocks } = await import('/page/static/play/solved.js');
            const block = (_, number) => ({ length: null, color: 1 + number % 2 });
            const clue = Array.from({ length: 500 }, block);
            const before = performance.now();
            const done = doneBlocks(clue, new Uint8Array(1000).fill(unknown).with(999, 3));
            return [performance.now() - before, done.some(Boolean)];
        }""",
        UNKNOWN,
    )
    assert took < 1000
    assert not done


INSTANCES = sorted((ROOT / "instances").rglob("*.xml"))
EVERYTHING = """
{"format": "asp-nono puzzles", "version": 1, "puzzles": [{
  "title": "All", "author": "me", "notes": ["one", "two"], "width": 3, "height": 2,
  "colors": [{"name": "white", "char": ".", "rgb": "ffffff"},
             {"name": "red", "char": "r", "rgb": "cc1122"},
             {"name": "green", "char": "g", "rgb": "228833"}],
  "rows": [[{"length": 1, "color": "red"}, {"length": "?", "color": "green"}],
           [{"length": 2, "color": "red"}]],
  "columns": [[{"length": 2, "color": "red"}],
              [{"length": 1, "color": "green"}, {"length": 1, "color": "red"}], []],
  "goal": ["rg.", "rr."], "given": ["?[.g]?", "r??"],
  "saved": [{"kind": "saved", "id": "me", "picture": ["r?.", "[rg]??"]}]}]}
"""


def test_puzzles_pass_through_the_page_unchanged(desk: Desk) -> None:
    """Ours, and one with given cells, blotted blocks and saved pictures."""
    ours = [puzzle for file in INSTANCES for puzzle in asp_nono.read(file)]
    for puzzle in [*asp_nono.read_text(EVERYTHING), *ours]:
        data = puzzle_data(puzzle)
        found = desk.page.evaluate(
            """async (puzzle) => {
                const { fromPuzzle, toPuzzle } = await import('/page/static/codec.js');
                return toPuzzle(fromPuzzle(puzzle));
            }""",
            data,
        )
        assert found == data, puzzle.title


def test_the_page_comes_in_few_requests(visit: Callable[..., Desk], studio: Server) -> None:
    """One script and one sheet hold everything, small, and known by a name that lasts."""
    desk = visit(studio)
    answers: list[Any] = []
    desk.page.on("response", partial(list.append, answers))
    desk.reload()
    for mode in ("Clues", "Play", "Paint"):
        desk.mode(mode)
    files = list({one.url: one for one in answers if "/api/" not in one.url}.values())
    assert len(files) <= 6
    bundled = [one for one in files if "/bundle/" in one.url]
    assert len(bundled) == 2
    for one in bundled:
        assert one.headers["content-encoding"] == "gzip"
        assert "immutable" in one.headers["cache-control"]


MODULES = [
    module
    for part in ("page", "web")
    for module in sorted((ROOT / "asp_nono" / part / "static").rglob("*.js"))
    if module.parent.name != "vendor"
]


def test_texts_stand_in_one_place() -> None:
    """No module has a sentence of its own that people would read; catalogs have them."""
    for module in MODULES:
        code = re.sub(r"(?m)^\s*(?://|\*|/\*).*$", "", module.read_text(encoding="utf-8"))
        shown = re.findall(
            r"(?:text|title|'aria-label'|placeholder): '([^']*[A-Za-z]{2}[^']*)'", code
        )
        assert not shown, f"{module.name}: {shown}"


FACTUAL = [
    *sorted((ROOT / "instances").glob("*/*.xml"))[::10],
    *sorted((ROOT / "instances").glob("pathological/*"))[:13],
]


def _spread(text: str) -> set[str]:
    """The facts of a text, those with intervals one by one; comments are left out."""
    found = set()
    for line in text.splitlines():
        for fact in re.findall(r"[^\s%][^.]*(?:\.\.[^.]*)*\.(?!\.)", line.split("%")[0]):
            parts = re.split(r"(\d+\.\.\d+)", fact)
            ranges = [_range(part) for part in parts]
            found |= {"".join(choice) for choice in product(*ranges)}
    return found


def _range(part: str) -> list[str]:
    first, dots, last = part.partition("..")
    return [str(number) for number in range(int(first), int(last) + 1)] if dots else [part]


def test_facts_are_those_of_the_library(desk: Desk) -> None:
    """Those of a puzzle without deductions, but for its marginals."""
    for file in FACTUAL:
        for puzzle in read_file(file):
            names = FACTS.keys() - {"marginal/4"} - (CLASSIC if puzzle.blotted else set())
            expected = facts_text(without_deductions(puzzle), names)
            found = desk.page.evaluate(
                """async (puzzle) => {
                    const { factsOf } = await import('/page/static/facts.js');
                    const { fromPuzzle } = await import('/page/static/codec.js');
                    const { cluesOf } = await import('/page/static/clues.js');
                    const work = fromPuzzle(puzzle);
                    return factsOf(work, work.clues ?? cluesOf(work));
                }""",
                puzzle_data(puzzle),
            )
            assert _spread(found) == _spread(expected), file


def _explained(desk: Desk, puzzle: Puzzle) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The steps of line logic in the page, and what is known after them."""
    steps, end = desk.page.evaluate(
        """async (puzzle) => {
            const { LineHints } = await import('/page/static/play/line_hints.js');
            const { fromPuzzle } = await import('/page/static/codec.js');
            const work = fromPuzzle(puzzle);
            const steps = new LineHints({ work, clues: work.clues }, null).steps();
            const found = [];
            let step = steps.next();
            for (; !step.done; step = steps.next()) found.push(step.value);
            return [found, step.value];
        }""",
        puzzle_data(replace(puzzle, goal=None, saved=())),
    )
    return steps, end


def test_steps_of_line_logic_end_in_the_solution(desk: Desk) -> None:
    """They teach just what sweeps of all lines show, each cell once: often the whole solution."""
    solved = 0
    for file in sorted((ROOT / "instances").glob("*/*.xml"))[::4]:
        (puzzle,) = read_file(file)
        if puzzle.width * puzzle.height > LARGEST:
            continue
        board = Board(puzzle)
        clash = board.sweep()
        steps, end = _explained(desk, puzzle)
        if clash:
            assert end["clash"]["clue"], file
            continue
        data: Any = puzzle_data(puzzle)
        chars = [color["char"] for color in data["colors"]]
        colors = {1 << number: char for number, char in enumerate(chars)}
        cells = board.partial().cells()
        known = {(x, y): [colors[left]] for x, y, left in cells if left in colors}
        learned = [(tuple(one["cell"]), one["left"]) for step in steps for one in step["cells"]]
        assert dict(learned) == known, file
        assert len(learned) == len(known), file
        assert end == {}, file
        solved += board.decided
    assert solved > 10
