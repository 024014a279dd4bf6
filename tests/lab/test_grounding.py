"""Encodings compared rule by rule on growing puzzles."""

from dataclasses import replace
from pathlib import Path

import pytest

from asp_nono.asp.recipes import recipe, recipe_of
from asp_nono.grading.scaling import puzzle_of_side
from asp_nono.lab.grounding import GrowthResult, ground_growth, grounded
from asp_nono.lab.plots import ground_growth as plot, svg
from tests.cli.run import ROOT, call, refused

TEXTBOOK = ROOT / "encodings" / "textbook"
CELLS = "cell(row(Y),X,X,Y) :- line(row(Y),N); X = (1..N)."


def _grown(*names: str, sides: tuple[int, ...] = (5, 10)) -> GrowthResult:
    *_, found = ground_growth([recipe(f"textbook-{name}") for name in names], sides)
    return found


def test_each_side_is_a_profile_of_its_own() -> None:
    """The numbers are those of `ground` on the same puzzle, from snapshot to snapshot."""
    found = _grown("starts", "order")
    for side, profiles in zip(found.sides, found.profiles, strict=True):
        for name, profile in zip(found.names, profiles, strict=True):
            alone = grounded(puzzle_of_side(side, 2), recipe(name)).profile
            assert alone
            assert profile.instances == alone.instances
            sizes = {rule.text: rule.instances for rule in alone.rules}
            assert {rule.text: rule.instances for rule in profile.rules} == sizes


def test_equal_rules_stand_side_by_side() -> None:
    """A rule of both has both sizes; a rule of one leaves the other empty."""
    found = _grown("starts", "order")
    rows = dict(found.rules())
    ours, theirs = rows[CELLS]
    assert [one.instances for one in ours] == [one.instances for one in theirs] == [25, 100]
    assert found.power(ours) == pytest.approx(2)
    alone = [sizes for text, sizes in rows.items() if "start(L,B,(F..E))" in text]
    assert [[len(one) for one in sizes] for sizes in alone] == [[2, 0]]
    largest = [max(some[-1].instances for some in sizes if some) for sizes in rows.values()]
    assert largest == sorted(largest, reverse=True)
    assert found.power(ours[:1]) is None


def test_a_rule_twice(tmp_path: Path) -> None:
    """A program may have the same rule twice; both are shown."""
    file = tmp_path / "twice.lp"
    file.write_text("{ fill(X,Y,1) } :- possible(X,Y,1).\n" * 2 + "#show fill/3.\n")
    *_, found = ground_growth([recipe_of([file])], (5,))
    assert [[len(one) for one in sizes] for _, sizes in found.rules()] == [[1], [1]]


@pytest.mark.slow
def test_command(tmp_path: Path) -> None:
    """Two files are compared; the plot has a line for each program and each of its rules."""
    files, picture = [TEXTBOOK / "starts.lp", TEXTBOOK / "order.lp"], tmp_path / "growth.svg"
    text = call("ground", "--plot", picture, *files).out
    assert text.startswith(f"A  {files[0]}\nB  {files[1]}\n\nside  A rules")
    assert "\nA instances  A power" in text
    (row,) = [line for line in text.splitlines() if line.endswith(CELLS)]
    assert row.split()[:2] == ["900", "2.0"]
    assert picture.read_text().startswith("<svg")
    (value,) = call("ground", "--json", *files).objects
    assert value["encodings"] == [str(file) for file in files]
    assert [size["side"] for size in value["sizes"]] == [5, 10, 15, 20, 25, 30]
    rule = value["sizes"][0]["programs"][0]["rules"][0]
    assert set(rule) == {"file", "line", "text", "instances", "literals", "time_instantiate"}


def test_limits_and_errors(tmp_path: Path) -> None:
    """A limit keeps the sides that are done; what cannot be compared is refused."""
    files = [TEXTBOOK / "starts.lp", TEXTBOOK / "table.lp"]
    ran = call("ground", "--time-limit", 0.001, *files)
    assert (ran.status, ran.out.splitlines()[-1]) == (3, "stopped: time limit of 0.001 s")
    assert "--recipe" in refused("ground", "--recipe", "order", *files)
    lost = tmp_path / "lost.lp"
    assert f"{lost}: cannot be read" in refused("ground", lost, files[0])


@pytest.mark.slow
def test_plot_is_the_same_each_time() -> None:
    """It holds the names, and a line for each rule and program, twice."""
    found = _grown("starts", "order")
    assert svg(plot(found)) == svg(plot(replace(found)))
    rules = sum(bool(one) for _, sizes in found.rules() for one in sizes)
    assert svg(plot(found)).count('<g id="line2d_') >= 2 * (rules + 2)
