"""The rules on drawn lines, and all of them on random lines against all arrangements."""

import pytest
from hypothesis import assume, given

from asp_nono.clue import Clue, Line
from asp_nono.grid import Grid
from asp_nono.logic.rules import LINE_RULES, Finding, first_news
from asp_nono.logic.view import View, matrix
from asp_nono.logic.wording import Names
from asp_nono.puzzle import BLACK, WHITE, Color, Puzzle
from tests.cases import by_color, by_position, cells, clue, drawn
from tests.line.lines import Arrangements, lines

PALETTE = (WHITE, BLACK, Color("red", "r", "ff0000"), Color("blue", "b", "0000ff"))
PLAIN = Names(Puzzle.of(Grid(((1,),))))
COLORED = Names(Puzzle.of(Grid(((1,),)), PALETTE))

DRAWN = {
    ("blank", "", "???"): ("...", "the clue has no blocks, so all cells are background"),
    ("fit", "1 2", "????"): (
        "#.##",
        "the blocks with the gaps between them fill all 4 cells, so there is only one way",
    ),
    ("overlap", "3", "????"): (
        "?##?",
        (
            "the only block (3 cells) covers cells 1-3 when pushed to the left "
            "and cells 2-4 when pushed to the right"
        ),
    ),
    ("overlap", "2 2", "??.?.???"): ("##.?.???", "block 1 (2 cells) has only one place, cells 1-2"),
    ("done", "1 1", "?#?#?"): (".#.#.", "the clue has 2 filled cells, and all of them are there"),
    ("rest", "1 2", "?.??."): (
        "#.##.",
        "the clue has 3 filled cells, and no other cells can be filled",
    ),
    ("complete", "2 2", "?##?????"): (".##.????", "block 1 (2 cells) is complete in cells 2-3"),
    ("complete", "1 1", "??#????"): (
        "?.#.???",
        "no block that can cover cell 3 has more than 1 cell: it is complete",
    ),
    ("small_gap", "2", "??.?.???"): (
        "??...???",
        "there is room for 1 cell only in cell 4, and no block that comes near has fewer than 2",
    ),
    ("unreachable", "3", "?.????.?"): (
        "..????.?",
        "no block reaches cells 1-2: the only block (3 cells) starts at cell 3 at the earliest",
    ),
    ("extend", "2 3", ".#????????"): (
        ".##???????",
        "cell 2 belongs to block 1 (2 cells), which starts at cell 2 at the earliest",
    ),
    ("split", "2 2", "?#?#???"): (
        "?#.#???",
        "with cell 3 filled, cells 2-4 would be one run of 3 cells, and no block there is so long",
    ),
    ("assignment", "2 2 3", "???.??.???"): (
        "?#?.??.???",
        (
            "block 1 (2 cells) can lie in no other gap than cells 1-3, "
            "and covers cell 2 wherever it lies there"
        ),
    ),
    ("squeeze", "3", "??#????"): (
        "??#??..",
        (
            "every filled cell has to belong to a block; no block reaches cells 6-7: the only "
            "block (3 cells) ends at cell 5 at the latest"
        ),
    ),
    ("exhaustive", "1 1", "??#??"): (
        "?.#.?",
        "there are 2 ways to fill the line, and cells 2, 4 are filled in none of them",
    ),
    ("exhaustive", "3 1", "??#?#??"): (
        "??#?#.?",
        "if cell 6 were filled, no block would be left for it",
    ),
}
"""Rule, clue and line: what the line is after the first finding, and why."""

RULES = {rule.__name__: rule for rule in LINE_RULES}


def _view(text: str, drawn: str) -> View:
    blocks = clue(text)
    colors = 1 + max((block.color for block in blocks), default=1)
    sets = cells(drawn, colors)
    names = PLAIN if colors == 2 else COLORED
    return View(Line("row", 1), blocks, len(sets), by_color(sets, colors), names)


def _after(view: View, found: Finding) -> str:
    left = [had & ~gone for had, gone in zip(view.allowed, found.lost, strict=True)]
    return drawn(by_position(left, view.length))


@pytest.mark.parametrize("case", DRAWN)
def test_drawn(case: tuple[str, str, str]) -> None:
    """What a person would find, and say."""
    name, text, line = case
    view = _view(text, line)
    found = first_news(RULES[name], view)
    assert found
    assert (_after(view, found), found.reason) == DRAWN[case]


def test_colors_that_the_clue_lacks() -> None:
    """They are named together, and nothing is said where the clue has them all."""
    everything = [0b111] * 4
    view = View(Line("row", 1), clue("1b"), 3, everything, COLORED)
    (found,) = RULES["absent"](view)
    assert found.lost == (0, 0b111, 0b111, 0)
    assert found.reason == "the clue has no black or red block"
    plain = View(Line("row", 1), clue("1"), 3, everything[:2], PLAIN)
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
    view = View(Line("column", 2), blocks, length, allowed, COLORED)
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
    blocks, length, allowed = line
    found = Arrangements(blocks, length, allowed)
    assume(found.all)
    shown = matrix(View(Line("row", 1), blocks, length, allowed, COLORED))
    for places in found.places:
        for block, (first, end) in enumerate(places):
            gap = next(g for g, (a, b) in enumerate(shown.gaps) if a - 1 <= first and end <= b)
            assert shown.rows[block][gap]
