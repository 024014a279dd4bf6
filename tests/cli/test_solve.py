"""`asp-nono solve` and `count`: what is drawn, what is written, what the JSON objects hold."""

import re
from pathlib import Path

import pytest

from asp_nono.files import write
from asp_nono.grid import Grid
from asp_nono.puzzle import Color, Puzzle
from tests.cli.encodings import ENDLESS, encoding
from tests.cli.run import (
    HEART,
    INSTANCES,
    ONES_2,
    ONES_3,
    PATHOLOGICAL,
    ROOT,
    call,
    drawn,
    permutation,
    run,
    untimed,
)


def test_two_solutions_are_drawn() -> None:
    """Each solution stands with its clues, then come the number and the verdict."""
    name = ONES_2.relative_to(ROOT)
    expected = f"""\
{name}: "Ones 2x2" by asp-nono, 2x2

Solution 1
        1 1
      +-----+
    1 | # . |
    1 | . # |
      +-----+

Solution 2
        1 1
      +-----+
    1 | . # |
    1 | # . |
      +-----+

{name}: all 2 solutions found
{name}: multiple (depth-1, TIME): two solutions differ in 4 cells: (1,1) (2,1) (1,2) (2,2)
"""
    ran = run("solve", name)
    swapped = expected.replace("# .", "??").replace(". #", "# .").replace("??", ". #")
    assert ran.status == 0
    assert ran.err == ""
    assert untimed(ran.out) in (expected, swapped)


@pytest.mark.parametrize(
    ("words", "number"), [(["-n", "1"], 1), (["-n", "4"], 4), ([], 2), (["--all"], 6)]
)
def test_n(words: list[str], number: int) -> None:
    """-n says how many solutions are drawn; two when it is left out; a wish is no limit."""
    ran = call("solve", *words, ONES_3)
    pictures = ran.out.split("\nSolution ")[1:]
    assert len({picture.split("\n", 1)[1] for picture in pictures}) == len(pictures) == number
    assert (f": all {number} solutions found\n" in ran.out) == (number == 6)
    assert "Certain" not in ran.out
    assert ran.status == 0


def test_standard_input_and_from() -> None:
    """- is standard input, and --from names the format that its content does not tell."""
    text = "height 1\nwidth 2\nrows\n1\ncolumns\n1\n0\n"
    ran = run("solve", "--json", "--from", "non", "-", stdin=text)
    assert ran.status == 0
    assert ran.objects[0]["solutions"] == [["#."]]


def test_json_contract() -> None:
    """The object of `solve` holds what is promised, in the puzzle's own characters."""
    ran = run("solve", "--json", ONES_2, INSTANCES / "color" / "cherry.xml")
    ones, cherry = ran.objects
    assert ran.err == ""
    assert ones.keys() >= {"file", "puzzle", "width", "height", "verdict", "technique", "seconds"}
    assert (ones["file"], ones["puzzle"], ones["verdict"]) == (str(ONES_2), 1, "multiple")
    assert ones["solutions"] in ([["#.", ".#"], [".#", "#."]], [[".#", "#."], ["#.", ".#"]])
    assert ones["differences"] == [[1, 1], [2, 1], [1, 2], [2, 2]]
    assert cherry["solutions"] == [["..ggg", "..g..", ".rrr.", ".rrr.", "..r.."]]


def test_json_background_is_a_dot(tmp_path: Path) -> None:
    """The background is `.` in JSON whatever character the palette has for it."""
    path = tmp_path / "odd.xml"
    palette = (Color("sea", "s", "0000ff"), Color("sand", ".", "ffff00"))
    write([Puzzle.of(Grid.from_text(["#.", "##"]), palette)], path)
    (found,) = call("solve", "--json", path).objects
    (picture,) = found["solutions"]
    sand = picture[0][0]
    assert picture == [f"{sand}.", sand * 2]
    assert sand not in ". s"
    assert found["colors"] == {".": "sea", sand: "sand"}


def test_undecided_says_what_is_certain(tmp_path: Path) -> None:
    """A limit ends in exit status 3, its name, and the cells that line logic knows."""
    endless = encoding(tmp_path, ENDLESS)
    file = drawn(tmp_path, "#..", ".#.", "...")
    words = ("--encoding", endless, "--deductions", "line", "--time-limit", "1", file)
    ran = run("solve", *words)
    assert ran.status == 3
    certain = """\
Certain
        1 1 0
      +-------+
    1 | ? ? . |
    1 | ? ? . |
    0 | . . . |
      +-------+
"""
    assert certain in ran.out
    assert "time limit of 1 s; 5 of 9 cells are certain" in ran.out
    (found,) = run("solve", "--json", *words).objects
    assert (found["verdict"], found["reason"]) == ("undecided", "time limit of 1 s")
    assert found["certain"] == ["??.", "??.", "..."]
    assert found["solutions"] == []


def test_output_is_never_half_written(tmp_path: Path) -> None:
    """A program that reads the file during the search finds whole pictures only."""
    file = permutation(tmp_path, 6)
    target = tmp_path / "out" / "all.txt"
    target.parent.mkdir()
    ran = run("solve", "-n", "40", "--output", target, file)
    assert ran.status == 0
    pictures = target.read_text().rstrip("\n").split("\n\n")
    assert len(set(pictures)) == 40
    assert {len(picture) for picture in pictures} == {6 * 7 - 1}
    assert list(target.parent.iterdir()) == [target]


HARD = "random/30x30-50-c1-s1.xml"


def test_exact() -> None:
    """A finished count is a plain number; none comes with its reason."""
    ones, none = PATHOLOGICAL / "ones-5.xml", PATHOLOGICAL / "none-search-4x4.xml"
    words = "no way to color the cells that line logic leaves open agrees with all clues"
    ran = run("count", ones, HEART, none)
    assert ran.status == 0
    assert untimed(ran.out).splitlines() == [
        f"{ones}: 120 (line, topdown, TIME)",
        f"{HEART}: 1 (line, TIME)",
        f"{none}: 0 (line, topdown, TIME): {words}",
    ]


def test_up_to() -> None:
    """--up-to N stops at N, says "at least", and is no failure."""
    ran = call("count", "--up-to", "4", ONES_3)
    assert untimed(ran.out).startswith(f"{ONES_3}: at least 4 (enumerate, TIME)")
    assert ran.status == 0
    (found,) = call("count", "--json", "--up-to", "4", ONES_3).objects
    assert (found["count"], found["exact"], found["verdict"]) == ("4", False, "multiple")


def test_numbered_and_random_solutions() -> None:
    """Solutions by their number are those of enumeration; a seed draws the same ones again."""
    words = [word for number in range(1, 7) for word in ("--nth", number)]
    (found,) = call("count", "--json", *words, ONES_3).objects
    (listed,) = call("solve", "--json", "--all", ONES_3).objects
    assert sorted(found["picked"]) == sorted(listed["solutions"])
    drawn = [call("count", "--sample", "9", "--seed", seed, ONES_3).out for seed in (1, 1, 2)]
    assert untimed(drawn[0]) == untimed(drawn[1]) != untimed(drawn[2])
    assert drawn[0].count("Random solution ") == 9


def test_bare_pictures_go_alone() -> None:
    """In a bare style, standard output is for pictures; the number goes to standard error."""
    ran = call("count", "--nth", "1", "--style", "rows", ONES_3)
    assert sorted(ran.out.split()) == ["#..", ".#.", "..#"]
    assert ": 6 (" in ran.err


def test_heatmap(tmp_path: Path) -> None:
    """Each cell that differs shows in how many percent of the solutions it is colored."""
    heat = tmp_path / "heat.svg"
    ran = call("count", "--heatmap", heat, ONES_3)
    assert ": 6 (" in ran.out
    assert heat.read_text().count(">33</text>") == 9
    (tmp_path / "b.pdf").write_text("")
    assert call("count", "--heatmap", tmp_path / "b.pdf", ONES_3).status == 0
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")


def test_estimates_are_no_counts() -> None:
    """An estimate says how sure it is, and its object has no count."""
    assert (
        "about 6 (between 4 and 10 with a probability of at least 80 %)"
        in run("count", "--approximate", ONES_3).out
    )
    (found,) = run("count", "--approximate", "--json", ONES_3).objects
    assert "count" not in found
    assert (found["estimate"], found["from"], found["to"]) == ("6", "4", "10")


def test_bounds_tell_what_was_tried() -> None:
    """What stopped, with its bounds, and below it every method that was tried."""
    ran = run("count", "--method", "frontier", "--time-limit", "5", INSTANCES / HARD)
    assert ran.status == 3
    first, *tried = ran.out.splitlines()
    assert re.search(r": at least \d+, at most 10\^\d+ \(.*\): time limit of 5 s$", first)
    assert [line.split()[0] for line in tried][:2] == ["line", "frontier"]
