"""`asp-nono facts`: with bare clingo the facts give what the workbench gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from asp_nono.asp.recipes import DEDUCTIONS, recipes
from asp_nono.counting.count import count
from asp_nono.files import read
from asp_nono.solving.solve import solutions
from tests.cli.run import (
    HEART,
    INSTANCES,
    ONES_3,
    PATHOLOGICAL,
    bare_clingo,
    call,
    drawn,
    refused,
    run,
)

SHIPPED = {
    "ones-4": PATHOLOGICAL / "ones-4.xml",
    "search-5x5": PATHOLOGICAL / "search-5x5.xml",
    "none-search-4x4": PATHOLOGICAL / "none-search-4x4.xml",
    "touching-some": PATHOLOGICAL / "touching-some.xml",
    "cherry": INSTANCES / "color" / "cherry.xml",
    "blotted-multiple": PATHOLOGICAL / "blotted-multiple.xml",
}


@pytest.mark.parametrize("file", SHIPPED.values(), ids=SHIPPED)
@pytest.mark.parametrize("name", list(recipes()))
def test_bare_clingo_counts_the_same(tmp_path: Path, name: str, file: Path) -> None:
    """Facts and encodings are a program for bare clingo, whose answer sets are the solutions."""
    recipe = recipes()[name]
    (puzzle,) = read(file)
    if puzzle.blotted and not recipe.blotted:
        pytest.skip("this recipe takes no blotted blocks")
    facts = tmp_path / "facts.lp"
    hints = () if recipe.deductions == "none" else ("--deductions", "line")
    facts.write_text(call("facts", "--recipe", name, *hints, file).out)
    (found,) = call("count", "--json", "--method", "enumerate", "--recipe", name, file).objects
    assert bare_clingo(*recipe.files, facts) == int(found["count"])


@pytest.mark.parametrize("hints", DEDUCTIONS)
@pytest.mark.parametrize("name", list(recipes()))
def test_hints_do_not_change_the_number(tmp_path: Path, name: str, hints: str) -> None:
    """The facts of every level of hints have the same answer sets."""
    facts = tmp_path / "facts.lp"
    facts.write_text(call("facts", "--recipe", name, "--deductions", hints, ONES_3).out)
    assert bare_clingo(*recipes()[name].files, facts) == 6


@pytest.mark.parametrize("hints", ["none", "line"])
@pytest.mark.parametrize("name", list(recipes()))
def test_saved_picture_for_bare_clingo(tmp_path: Path, name: str, hints: str) -> None:
    """--from-saved is in the facts too, whatever the hints are."""
    file = drawn(tmp_path, "#..", ".#.", "..#", saved=("?.?", "???", "???"))
    facts = tmp_path / "facts.lp"
    words = ("--recipe", name, "--deductions", hints, "--from-saved", "1", file)
    facts.write_text(call("facts", *words).out)
    assert bare_clingo(*recipes()[name].files, facts) == 4


def test_facts_explain_themselves() -> None:
    """Index base, argument order and hints stand in comments; every other line holds facts."""
    text = call("facts", "--deductions", "none", ONES_3).out
    assert text.startswith("% Facts of 'Ones 3x3' by asp-nono, 3 columns and 3 rows.\n")
    assert "Y = 1 at the top" in text
    assert "fill(X, Y, K), the column first, then the row" in text
    assert "% Deductions from line logic: none.\n" in text
    assert "% block(L, B, N, K) - on line L, block B has length N and " in text
    assert "block(row(1),1,1,1)." in text
    lines = [line for line in text.splitlines() if line and not line.startswith("%")]
    assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize(
    "file", [HEART, ONES_3, *SHIPPED.values()], ids=lambda path: Path(path).stem
)
def test_classic_read_back(tmp_path: Path, file: Path) -> None:
    """The facts of the 2008 program are a file that can be read: the solutions are the same."""
    (puzzle,) = read(file)
    if puzzle.blotted:
        assert "blotted blocks" in refused("facts", "--dialect", "classic", file)
        return
    facts = tmp_path / "facts.lp"
    facts.write_text(call("facts", "--dialect", "classic", file).out)
    (back,) = read(facts)
    expected = {grid.rows for grid in solutions(puzzle)}
    assert {grid.rows for grid in solutions(back)} == expected
    (found,) = call("solve", "--all", "--json", facts).objects
    assert len(found["solutions"]) == len(expected) == count(puzzle).number


def test_no_facts_without_a_solution() -> None:
    """Deductions can show that there is nothing to solve; without hints the facts are written."""
    file = PATHOLOGICAL / "none-line.xml"
    assert f"{file}: there is no solution" in refused("facts", file)
    assert run("facts", "--deductions", "none", file).status == 0
