"""A recipe of one's own shows on small boards that it handles blotted blocks."""

from pathlib import Path

import pytest

from asp_nono.asp.deductions import without_deductions
from asp_nono.asp.encodings import folder
from asp_nono.asp.program import Program, blot_fault
from asp_nono.asp.recipes import Recipe, recipe_of, recipes
from asp_nono.clue import Block
from asp_nono.messages import EncodingError
from asp_nono.puzzle import BLACK, WHITE, Puzzle
from tests.cli.run import call

ROW = Puzzle(((Block(None),),), ((Block(1),), (Block(1),)), (WHITE, BLACK))
"""A row of two cells, and of one blotted block."""


@pytest.mark.parametrize("made", [one for one in recipes().values() if one.blotted])
def test_ours_handle_them(made: Recipe) -> None:
    """Recipes of asp-nono of which the header says so need not show it, and could."""
    assert blot_fault(made) is None


WRONG = {
    "they color nothing": ("color(L, S..E, K) :- start(L, B, S), end(L, B, E), blot(L, B, K).", ""),
    "they have one cell": ("E < S.", "E != S."),
    "they have several cells": ("E < S.", "E <= S."),
    "they have up to four cells": ("E < S.", "E < S.\n:- start(L, B, S), end(L, B, E), E > S+3."),
    "they end before they start": ("blot(L, B, _), E < S.", "blot(L, B, _), E < S-1."),
    "they keep no gap": ("hue(L, B, K) :- blot(L, B, K).", ""),
    "only rows": ("reach(L, B, F, E).", "reach(L, B, F, E), L = row(_)."),
    "only one on a line": ("Test", "Test\n:- blot(L, B, _), blot(L, B', _), B < B'."),
    "only before others": ("Test", "Test\n:- blot(L, B, _), block(L, B-1, _, _)."),
    "only behind others": ("Test", "Test\n:- blot(L, B, _), block(L, B+1, _, _)."),
    "not in columns of one": ("Test", "Test\n:- blot(column(X), 1, _), line(column(X), 1)."),
}
"""How an encoding gets them wrong, as a change of `starts`."""


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_encodings_are_found_out(wrong: str, tmp_path: Path) -> None:
    """Each reads `blot/3`, and gets a board wrong; the message names it."""
    right, (old, new) = (folder() / "starts.lp").read_text(encoding="utf-8"), WRONG[wrong]
    file = tmp_path / "own.lp"
    file.write_text(right, encoding="utf-8")
    assert blot_fault(recipe_of([file])) is None
    assert old in right
    file.write_text(right.replace(old, new), encoding="utf-8")
    assert recipe_of([file]).blotted
    fault = str(blot_fault(recipe_of([file])))
    assert fault.startswith("cannot handle blotted blocks: rows ") or "wrong picture" in fault


def test_rules_that_only_read_them_prove_nothing(tmp_path: Path) -> None:
    """The rules of `totals` under another name read `blot/3`, and `starts` of the textbook none."""
    totals = (folder() / "redundant" / "totals.lp").read_text(encoding="utf-8")
    (tmp_path / "mine.lp").write_text(totals.replace("% Adds", "% Purpose"), encoding="utf-8")
    made = recipe_of([folder() / "textbook" / "starts.lp", tmp_path / "mine.lp"])
    assert made.blotted
    with pytest.raises(EncodingError, match="solutions, and it finds"):
        Program.of(made, without_deductions(ROW))
    numbered = Puzzle(((Block(2),),), ROW.columns, ROW.colors)
    assert Program.of(made, without_deductions(numbered)).ground()


def test_the_list_of_recipes_says_who_handles_them(tmp_path: Path) -> None:
    """What `encodings list` says of own recipes has been tried."""
    right, (old, new) = (folder() / "starts.lp").read_text(encoding="utf-8"), WRONG["only rows"]
    (tmp_path / "right.lp").write_text(right, encoding="utf-8")
    (tmp_path / "wrong.lp").write_text(right.replace(old, new), encoding="utf-8")
    text = call("encodings", "list", "--recipes", tmp_path).out
    assert f"{tmp_path / 'right.lp'}; deductions: none; blotted blocks too\n" in text
    assert f"{tmp_path / 'wrong.lp'}; deductions: none; no blotted blocks\n" in text
