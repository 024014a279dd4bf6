"""`asp-nono solve`: what is drawn, what is written, and what the JSON objects hold."""

from __future__ import annotations

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


@pytest.mark.parametrize(("words", "pictures"), [(["-n", "1"], 1), (["-n", "4"], 4), ([], 2)])
def test_n(words: list[str], pictures: int) -> None:
    """-n says how many solutions are drawn; two when it is left out; a wish is no limit."""
    ran = call("solve", *words, ONES_3)
    assert ran.out.count("\nSolution ") == pictures
    assert ran.status == 0
    assert f"\nSolution {pictures}\n" in ran.out


def test_all() -> None:
    """--all draws every solution, and no two are alike."""
    ran = call("solve", "--all", ONES_3)
    pictures = ran.out.split("\nSolution ")[1:]
    assert len({picture.split("\n", 1)[1] for picture in pictures}) == 6
    assert f"{ONES_3}: all 6 solutions found\n" in ran.out
    assert ran.status == 0


def test_own_encoding(tmp_path: Path) -> None:
    """--encoding takes files of one's own instead of a recipe, several of them together."""
    folder = ROOT / "encodings"
    mine = encoding(tmp_path, (folder / "starts.lp").read_text())
    flanks = folder / "redundant" / "flanks.lp"
    ran = call("solve", "--all", "--json", "--encoding", mine, "--encoding", flanks, ONES_3)
    (found,) = ran.objects
    assert len(found["solutions"]) == 6


def test_from_saved(tmp_path: Path) -> None:
    """--from-saved keeps to the cells of the saved picture."""
    file = drawn(tmp_path, "#..", ".#.", "..#", saved=("??#", "???", "???"))
    (found,) = call("solve", "--json", "--all", "--from-saved", "1", file).objects
    assert found["solutions"] in (
        [["..#", ".#.", "#.."], ["..#", "#..", ".#."]],
        [["..#", "#..", ".#."], ["..#", ".#.", "#.."]],
    )


def _set_of_two(folder: Path) -> Path:
    path = folder / "set.xml"
    pictures = [["##", "##"], ["#.", ".#"]]
    write([Puzzle.of(Grid.from_text(rows), title=f"No {len(rows[0])}") for rows in pictures], path)
    return path


def test_puzzle_in_a_set(tmp_path: Path) -> None:
    """--puzzle takes one of a set; without it all are solved, each under its number."""
    file = _set_of_two(tmp_path)
    (second,) = call("solve", "--json", "--puzzle", "2", file).objects
    assert (second["puzzle"], second["verdict"]) == (2, "multiple")
    (found,) = call("solve", "--json", "--puzzle", "3", file).objects
    assert "there is no puzzle 3; the file holds 2" in found["error"]
    ran = call("solve", file)
    assert f"{file} #1: unique" in ran.out
    assert f"{file} #2: multiple" in ran.out


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
    assert ones["file"] == str(ONES_2)
    assert (ones["puzzle"], ones["width"], ones["height"]) == (1, 2, 2)
    assert (ones["verdict"], ones["technique"]) == ("multiple", "depth-1")
    assert isinstance(ones["seconds"], float)
    assert ones["solutions"] in ([["#.", ".#"], [".#", "#."]], [[".#", "#."], ["#.", ".#"]])
    assert ones["differences"] == [[1, 1], [2, 1], [1, 2], [2, 2]]
    assert cherry["solutions"] == [["..ggg", "..g..", ".rrr.", ".rrr.", "..r.."]]
    assert cherry["technique"] == "line"


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


def test_output_one_file_each(tmp_path: Path) -> None:
    """%d in the pattern becomes the number of the solution."""
    call("solve", "--all", "--output", tmp_path / "s-%d.txt", ONES_2)
    texts = [(tmp_path / f"s-{number}.txt").read_text() for number in (1, 2)]
    assert sorted(texts) == ["#.\n.#\n", ".#\n#.\n"]
    assert len(list(tmp_path.iterdir())) == 2


def test_output_is_never_half_written(tmp_path: Path) -> None:
    """Whoever reads the file while the search goes on finds whole pictures only."""
    file = permutation(tmp_path, 6)
    target = tmp_path / "out" / "all.txt"
    target.parent.mkdir()
    ran = run("solve", "-n", "40", "--output", target, file)
    assert ran.status == 0
    pictures = target.read_text().rstrip("\n").split("\n\n")
    assert len(set(pictures)) == 40
    assert {len(picture) for picture in pictures} == {6 * 7 - 1}
    assert list(target.parent.iterdir()) == [target]


def test_output_into_a_missing_folder(tmp_path: Path) -> None:
    """A file that cannot be written is named, and nothing is left behind."""
    ran = run("solve", "--output", tmp_path / "no" / "s-%d.txt", ONES_2)
    assert ran.status == 2
    (line,) = ran.err.splitlines()
    assert "s-1.txt: cannot be written" in line
    assert list(tmp_path.iterdir()) == []


def test_exit_status_of_a_mixture(tmp_path: Path) -> None:
    """A file that cannot be read counts for more than an undecided puzzle; all are worked on."""
    endless = encoding(tmp_path, ENDLESS)
    words = ("--encoding", endless, "--deductions", "line", "--time-limit", "1")
    ran = run("solve", *words, "missing", ONES_2, HEART)
    assert ran.status == 2
    assert f"{ONES_2}: undecided" in ran.out
    assert f"{HEART}: unique" in ran.out
