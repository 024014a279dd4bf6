"""The rules on drawn lines, and all of them on random lines against all arrangements."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given

from asp_nono.clue import Clue, Line
from asp_nono.grid import Grid
from asp_nono.logic.rules import LINE_RULES, Finding, first_news
from asp_nono.logic.view import LineView, matrix
from asp_nono.logic.wording import Names
from asp_nono.puzzle import Puzzle
from tests.cases import PALETTE, by_position, clue, drawn, line_of
from tests.line.lines import Arrangements, lines

PLAIN = Names(Puzzle.of(Grid(((1,),))))
COLORED = Names(Puzzle.of(Grid(((1,),)), PALETTE))

DRAWN = tomllib.loads(Path(__file__).with_name("drawn.toml").read_text(encoding="utf-8"))["drawn"]

RULES = {rule.__name__: rule for rule in LINE_RULES}


def _view(text: str, drawn: str) -> LineView:
    blocks, length, allowed = line_of(text, drawn)
    names = PLAIN if len(allowed) == 2 else COLORED
    return LineView(Line("row", 1), blocks, length, allowed, names)


def _after(view: LineView, found: Finding) -> str:
    left = [had & ~gone for had, gone in zip(view.allowed, found.lost, strict=True)]
    return drawn(by_position(left, view.length))


@pytest.mark.parametrize("case", DRAWN)
def test_drawn(case: dict[str, str]) -> None:
    """What a person would find, and say."""
    view = _view(case["clue"], case["before"])
    found = first_news(RULES[case["rule"]], view)
    assert found
    assert (_after(view, found), str(found.reason)) == (case["after"], case["why"])


def test_colors_that_the_clue_lacks() -> None:
    """They are named together, and nothing is said where the clue has them all."""
    everything = [0b111] * 4
    view = LineView(Line("row", 1), clue("1b"), 3, everything, COLORED)
    (found,) = RULES["absent"](view)
    assert found.lost == (0, 0b111, 0b111, 0)
    assert str(found.reason) == "the clue has no black or red block"
    plain = LineView(Line("row", 1), clue("1"), 3, everything[:2], PLAIN)
    assert not list(RULES["absent"](plain))


def test_matrix() -> None:
    """Gaps across, blocks down; the filled cells keep a block in their gap."""
    found = matrix(_view("2 3 2", "???.??.????#?.??"))
    assert found.table().text() == [
        "gap         1-3 5-6 8-13 15-16",
        "block 1 (2)  +   +   +     -",
        "block 2 (3)  -   -   +     -",
        "block 3 (2)  -   -   +     +",
    ]


@given(lines())
def test_rules_are_true(line: tuple[Clue, int, list[int]]) -> None:
    """Whatever a rule takes away, no arrangement has; and the last one misses nothing."""
    blocks, length, allowed = line
    found = Arrangements(blocks, length, allowed)
    assume(found.all)
    view = LineView(Line("column", 2), blocks, length, allowed, COLORED)
    for rule in LINE_RULES:
        for finding in rule(view):
            assert not any(gone & left for gone, left in zip(finding.lost, found.left, strict=True))
            assert finding.reason
    missed = [had & ~left for had, left in zip(allowed, found.left, strict=True)]
    for finding in LINE_RULES[-1](view):
        missed = [some & ~gone for some, gone in zip(missed, finding.lost, strict=True)]
    assert not any(missed)


@given(lines())
def test_matrix_is_true(line: tuple[Clue, int, list[int]]) -> None:
    """Where an arrangement has a block, the matrix has a mark."""
    found = Arrangements(*line)
    assume(found.all)
    shown = matrix(LineView(Line("row", 1), *line, COLORED))
    for places in found.places:
        for block, (first, end) in enumerate(places):
            gap = next(g for g, (a, b) in enumerate(shown.gaps) if a - 1 <= first and end <= b)
            assert shown.rows[block][gap]
